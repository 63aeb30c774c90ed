package webhook

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/outbox"
)

// dispatchPauses are those between the attempts to deliver a message, as the
// standard recommends: ten attempts over three days. A pause is lengthened by
// up to a tenth, so that what failed together does not come back together.
var dispatchPauses = []time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour,
	20 * time.Hour, 24 * time.Hour,
}

// A claim that nobody finishes, because the process died, is free again after
// dispatchLease. A batch is so small that it ends before that even when each
// message takes as long as a Courier may, twenty seconds.
const (
	dispatchLease = 2 * time.Minute
	dispatchBatch = 5
	retryAfterMax = 24 * time.Hour
	answerMax     = 500
)

// statusGone is the answer of a receiver that wants no message any more.
const statusGone = 410

// What people read about a message that was not delivered.
const (
	failureOff  = "El webhook se desactivó antes de enviarlo"
	failureGone = "El receptor respondió 410: ya no quiere recibir mensajes"
)

// Parcel is a message ready to be sent.
type Parcel struct {
	URL    string
	Header map[string]string
	Body   []byte
}

// Receipt is what a receiver answered.
type Receipt struct {
	Status int
	// RetryAfter is when it wants to be asked again; zero when it did not say.
	RetryAfter time.Duration
	// Answer is the beginning of what it said.
	Answer string
}

// Courier brings one message to its receiver, within twenty seconds or not at
// all. It follows no redirect and calls no address that it was not allowed to.
// An error is for people: it says in Spanish why nobody answered.
type Courier interface {
	Post(ctx context.Context, parcel Parcel) (Receipt, error)
}

// DueSubscriptions are those for which messages wait to be sent now.
func (s *Service) DueSubscriptions(ctx context.Context) (ids []int64, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		ids, err = tx.DueSubscriptions()
		return err
	})
	return ids, err
}

// SendDispatches sends some of what is due for a subscription, one after the
// other, and says how many messages it took. A crash between sending and
// noting it sends a message again under the same name.
func (s *Service) SendDispatches(ctx context.Context, courier Courier, subscriptionID int64) (int, error) {
	var subscription Subscription
	var dispatches []Dispatch
	err := core.Write(ctx, s.store, func(tx Tx) (err error) {
		dispatches = nil
		if subscription, err = tx.SubscriptionByID(subscriptionID); core.IsNotFound(err) {
			return tx.DeleteSubscription(subscriptionID) // What was told while it was being deleted.
		} else if err != nil {
			return err
		}
		if !subscription.Active {
			if err := tx.GiveUpDispatches(subscriptionID, failureOff); err != nil {
				return err
			}
		}
		dispatches, err = tx.ClaimDispatches(subscriptionID, dispatchBatch, tx.Now().Add(dispatchLease))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("claim dispatches: %w", err)
	}
	for _, dispatch := range dispatches {
		if err := ctx.Err(); err != nil {
			return len(dispatches), err // The claims of the rest run out.
		}
		outcome := s.post(ctx, courier, subscription, dispatch)
		var gone bool
		// What happened is noted even when we are told to stop meanwhile.
		err := core.Write(context.WithoutCancel(ctx), s.store, func(tx Tx) (err error) {
			gone, err = outcome.note(tx)
			return err
		})
		if err != nil {
			return len(dispatches), fmt.Errorf("note dispatch %d: %w", dispatch.ID, err)
		}
		if gone {
			break // The rest was given up with it.
		}
	}
	return len(dispatches), nil
}

// attempt is a message that was tried, with what became of it.
type attempt struct {
	dispatch Dispatch
	receipt  Receipt
	failure  string
	took     time.Duration
}

// post signs a message and has it brought to its receiver.
func (s *Service) post(ctx context.Context, courier Courier, subscription Subscription, dispatch Dispatch) attempt {
	outcome := attempt{dispatch: dispatch}
	header, err := s.signed(subscription, dispatch)
	if err != nil {
		s.log.Error("a message could not be signed", "subscription", subscription.ID, "error", err)
		outcome.failure = core.ErrSealed.Message
		return outcome
	}
	began := time.Now()
	outcome.receipt, err = courier.Post(ctx, Parcel{URL: subscription.URL, Header: header, Body: []byte(dispatch.Body)})
	outcome.took = time.Since(began)
	switch status := outcome.receipt.Status; {
	case err != nil:
		outcome.failure = err.Error()
	case status == statusGone:
		outcome.failure = failureGone
	case status >= 300 && status < 400:
		outcome.failure = fmt.Sprintf("El receptor respondió %d: las redirecciones no se siguen", status)
	case status < 200 || status >= 300:
		outcome.failure = fmt.Sprintf("El receptor respondió %d", status)
	}
	return outcome
}

// signed are the headers of a message. For a day after a change of secrets it
// carries the signatures of both.
func (s *Service) signed(subscription Subscription, dispatch Dispatch) (map[string]string, error) {
	message := channel.Message{ID: dispatch.Message, At: s.store.Now(), Body: []byte(dispatch.Body)}
	sealed := []core.Sealed{subscription.Secret}
	if subscription.PreviousUntil != nil && message.At.Before(*subscription.PreviousUntil) {
		sealed = append(sealed, subscription.Previous)
	}
	var header map[string]string
	var signatures []string
	for _, one := range sealed {
		secret, err := s.secretKey.Unseal(subscriptionSecret, one)
		if err != nil {
			return nil, err
		}
		if header, err = channel.Standard.Sign(message, secret); err != nil {
			return nil, err
		}
		signatures = append(signatures, header[webhookSignature])
	}
	header[webhookSignature] = strings.Join(signatures, " ")
	return header, nil
}

// webhookSignature is the header with the signatures.
const webhookSignature = "Webhook-Signature"

// note keeps what became of an attempt. It says whether the receiver is gone,
// which switches its subscription off.
func (a attempt) note(tx Tx) (gone bool, err error) {
	subscription, err := tx.LockSubscription(a.dispatch.SubscriptionID)
	if core.IsNotFound(err) {
		return true, nil // It was deleted meanwhile, with its messages.
	}
	if err != nil {
		return false, err
	}
	now := tx.Now()
	dispatch := a.dispatch
	dispatch.AttemptedAt, dispatch.Status, dispatch.Duration = &now, a.receipt.Status, a.took
	dispatch.Failure, dispatch.Answer = a.failure, core.Cut(a.receipt.Answer, answerMax)
	dispatch.addTry()
	gone = a.receipt.Status == statusGone
	switch {
	case a.failure == "":
		dispatch.State, dispatch.EndedAt = DispatchDelivered, &now
		subscription.FailingSince = nil
	case gone || dispatch.Attempts > len(dispatchPauses) || (!subscription.Active && dispatch.Event != EventTest):
		dispatch.State, dispatch.EndedAt = DispatchFailed, &now
	default:
		dispatch.DueAt = now.Add(a.pause())
	}
	if err := tx.NoteDispatch(dispatch); err != nil {
		return gone, err
	}
	if dispatch.State == DispatchFailed && !gone && subscription.FailingSince == nil {
		subscription.FailingSince = &now
		if err := outbox.NotifyRole(tx, core.Administrator, failingNotification(subscription)); err != nil {
			return gone, err
		}
	}
	subscription.LastAt, subscription.LastStatus, subscription.LastFailure = &now, a.receipt.Status, a.failure
	if err := tx.NoteSubscription(subscription); err != nil {
		return gone, err
	}
	if gone && subscription.Active {
		return gone, stopSubscription(tx, subscription)
	}
	return gone, tx.Emit(core.Event{Topic: core.TopicSubscriptions, ID: subscription.ID})
}

// addTry keeps the last attempt with those before it.
func (d *Dispatch) addTry() {
	// The attempt that is noted keeps its own.
	d.Tries = append(slices.Clip(d.Tries), DispatchTry{
		At: *d.AttemptedAt, Status: d.Status, Milliseconds: d.Duration.Milliseconds(), Failure: d.Failure, Answer: d.Answer,
	})
	d.Tries = d.Tries[max(len(d.Tries)-triesKept, 0):]
}

// pause is how long to wait after a failed attempt: as the schedule says, or
// longer when the receiver asks for it.
func (a attempt) pause() time.Duration {
	pause := dispatchPauses[a.dispatch.Attempts-1]
	pause += rand.N(pause / 10) //nolint:gosec // G404: nobody gains anything by guessing it.
	return max(pause, min(a.receipt.RetryAfter, retryAfterMax))
}

// stopSubscription switches a subscription off whose receiver said that it is gone.
func stopSubscription(tx Tx, before Subscription) error {
	after := before
	after.Active, after.Stopped = false, failureGone
	if _, err := saveSubscription(tx, core.System, before, after); err != nil {
		return err
	}
	return outbox.NotifyRole(tx, core.Administrator, outbox.Notification{
		Kind: outbox.NotifySubscriptionStopped, Title: "Webhook desactivado", Link: IntegrationsLink,
		Message: fmt.Sprintf("«%s» se ha desactivado: el receptor respondió 410, ya no quiere recibir mensajes.",
			before.Name),
	})
}

func failingNotification(subscription Subscription) outbox.Notification {
	return outbox.Notification{
		Kind: outbox.NotifySubscriptionFailing, Title: "Un webhook no llega", Link: IntegrationsLink,
		Message: fmt.Sprintf("Se ha dejado de intentar entregar mensajes a «%s»: el receptor lleva días sin aceptarlos.",
			subscription.Name),
	}
}

// IntegrationsLink is the screen where subscriptions and channels are looked after.
const IntegrationsLink = "/configuracion?seccion=integraciones"
