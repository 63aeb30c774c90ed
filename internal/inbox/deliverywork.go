package inbox

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/order"
	"estante/internal/outbox"
	"estante/internal/webhook"
)

// ClaimedDelivery is a delivery that this process works on until its lease ends.
type ClaimedDelivery struct {
	DeliveryDetail
	// Claims numbers the claims of a delivery: only the last one can finish it.
	Claims int64
}

// A delivery that fails is tried again after growing pauses and given up after
// the last one; a person can then read why and have it tried once more. A claim
// that nobody finishes, because the process died, is free again after the lease.
var DeliveryPauses = []time.Duration{
	10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour,
	24 * time.Hour,
}

const (
	DeliveryLease   = time.Minute
	deliveryBatch   = 16
	deliveryWorkers = 4
)

// errClaimLost ends the work on a delivery that another worker has claimed since.
var errClaimLost = errors.New("the delivery was claimed by somebody else")

// outcome is what came of a delivery.
type outcome struct {
	state   DeliveryState
	verdict string
	order   order.Order
	unknown []string
	// test says that the shop has only tried the connection, and fault that it
	// sent an error, of which an alert tells.
	test, fault bool
}

// ProcessDeliveries works on what is due and says how many deliveries it took.
// Each is processed in one transaction with the note that it was: a crash
// before it leaves everything to be done, and one after it nothing.
func (s *Service) ProcessDeliveries(ctx context.Context) (int, error) {
	var claimed []ClaimedDelivery
	err := core.Write(ctx, s.store, func(tx Tx) (err error) {
		claimed, err = tx.ClaimDeliveries(deliveryBatch, tx.Now().Add(s.deliveryLease))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("claim deliveries: %w", err)
	}
	waiting := make(chan ClaimedDelivery)
	failures := make([]error, deliveryWorkers)
	var working sync.WaitGroup
	for worker := range min(deliveryWorkers, len(claimed)) {
		working.Go(func() {
			for delivery := range waiting {
				if err := s.process(ctx, delivery); err != nil {
					failures[worker] = fmt.Errorf("delivery %d: %w", delivery.ID, err)
				}
			}
		})
	}
	for _, delivery := range claimed {
		if ctx.Err() != nil {
			break // The claims of the rest run out, and another process takes them.
		}
		waiting <- delivery
	}
	close(waiting)
	working.Wait()
	return len(claimed), errors.Join(append(failures, ctx.Err())...)
}

// process works on one delivery. Only that its outcome could not be noted is an
// error: everything else is an outcome.
func (s *Service) process(ctx context.Context, claimed ClaimedDelivery) error {
	came, err := s.attempt(ctx, claimed)
	if err != nil && !errors.Is(err, errClaimLost) && ctx.Err() == nil {
		s.log.Warn("delivery not processed", "delivery", claimed.ID, "attempt", claimed.Attempts, "error", err)
		came = claimed.failed(err)
		err = core.Write(context.WithoutCancel(ctx), s.store, func(tx Tx) error { return finishDelivery(tx, claimed, came) })
	}
	if errors.Is(err, errClaimLost) {
		return nil
	}
	if err == nil {
		s.delivered(claimed.Source, came.state)
	}
	return err
}

// attempt reads a delivery and does what it asks for. A fault of ours while we
// do is the failure of that delivery alone.
func (s *Service) attempt(ctx context.Context, claimed ClaimedDelivery) (came outcome, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	// A claim that killed its process was counted as well.
	if claimed.Attempts > len(DeliveryPauses)+1 {
		return outcome{}, errors.New("the delivery was tried too often")
	}
	event, err := claimed.Source.Read(channel.Delivery{Header: claimed.Headers, Body: claimed.Body})
	if err != nil {
		return outcome{}, err
	}
	apply := func(held error) error {
		return core.Write(ctx, s.store, func(tx Tx) error {
			if came, err = applyNews(tx, claimed.Delivery, event, held); err != nil {
				return err
			}
			came.state = claimed.givenUp(came.state)
			return finishDelivery(tx, claimed, came)
		})
	}
	// An order that left the shop and cannot leave here for lack of stock is
	// brought as far as it can come, and its delivery tried again.
	if err = apply(nil); errors.Is(err, order.ErrLacking) {
		err = apply(err)
	}
	return came, err
}

// givenUp is the state of a delivery after its last attempt.
func (c ClaimedDelivery) givenUp(state DeliveryState) DeliveryState {
	if state == DeliveryRetrying && c.Attempts > len(DeliveryPauses) {
		return DeliveryFailed
	}
	return state
}

// failed is the outcome of an attempt that went wrong. What no repetition can
// mend is given up at once.
func (c ClaimedDelivery) failed(cause error) outcome {
	var unreadable *channel.Error
	var hopeless *hopelessError
	came := outcome{state: c.givenUp(DeliveryRetrying), verdict: verdict(cause)}
	if errors.As(cause, &unreadable) || errors.As(cause, &hopeless) {
		came.state = DeliveryFailed
	}
	return came
}

// hopelessError marks what the domain will refuse every time.
type hopelessError struct{ error }

func (e *hopelessError) Unwrap() error { return e.error }

// verdict is what people read of a delivery that came to an error.
func verdict(err error) string {
	if unreadable, is := errors.AsType[*channel.Error](err); is {
		return unreadable.Message
	}
	return core.Sentence(err)
}

// finishDelivery notes what came of a delivery, in the transaction in which it came. When
// another worker has claimed it since, nothing is written at all.
func finishDelivery(tx Tx, claimed ClaimedDelivery, came outcome) error {
	delivery := claimed.Delivery
	delivery.State, delivery.Verdict, delivery.News = came.state, came.verdict, delivery.News && !came.test && !came.fault
	delivery.UnknownSKUs = came.unknown
	if came.order.ID != 0 {
		delivery.OrderID, delivery.OrderNumber = came.order.ID, came.order.Number
	}
	now := tx.Now()
	if delivery.EndedAt = &now; came.state.waiting() {
		delivery.EndedAt, delivery.DueAt = nil, now.Add(pause(claimed.Attempts))
	}
	err := tx.FinishDelivery(claimed, delivery)
	if core.IsNotFound(err) {
		return errClaimLost
	}
	if err != nil {
		return err
	}
	if came.state == DeliveryFailed && !came.fault {
		if err := noticeFailure(tx, delivery); err != nil {
			return err
		}
	}
	return tx.Emit(core.Event{Topic: core.TopicDeliveries, ID: delivery.ID})
}

// pause is how long to wait after so many attempts, give or take a fifth: what
// failed together should not all come again together.
func pause(attempts int) time.Duration {
	length := DeliveryPauses[min(max(attempts, 1), len(DeliveryPauses))-1]
	return length*4/5 + rand.N(length*2/5) //nolint:gosec // G404: nobody gains by guessing it.
}

// NotifyDeliveryFailed is news of the inbox for the users who look after it.
const NotifyDeliveryFailed outbox.NotificationKind = "delivery.failed"

var failuresTold = core.Throttle{Name: "delivery-failed", Limit: 1, Window: time.Hour}

// noticeFailure tells administrators that a delivery was given up, not more
// often than they would look.
func noticeFailure(tx Tx, delivery Delivery) error {
	subject := ledger.Reference("", delivery.ChannelID)
	var enough *core.Error
	if err := failuresTold.Check(tx, subject); errors.As(err, &enough) && enough.Kind == core.TooMany {
		return nil
	} else if err != nil {
		return err
	}
	if err := failuresTold.Add(tx, subject); err != nil {
		return err
	}
	return outbox.NotifyRole(tx, core.Administrator, outbox.Notification{
		Kind: NotifyDeliveryFailed, Title: "Una entrega de " + delivery.ChannelName + " no se ha podido procesar",
		Message: delivery.Verdict, Link: webhook.IntegrationsLink,
	})
}
