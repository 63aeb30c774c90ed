package webhook_test

import (
	"errors"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/outbox"
	"estante/internal/shoptest"
	"estante/internal/webhook"
)

// A message that is not taken is tried ten times in all, after the pauses of
// the standard and up to a tenth more, under one name; then it is given up,
// people are told once, and it can be sent again by hand.
func TestMessagesAreTriedAgain(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		admin := s.Open(t, "admin", shoptest.Password)
		subscription := s.Telling(t)
		box := &postman{answer: webhook.Receipt{Status: 503}}
		s.Send(t, box)
		for _, pause := range webhook.DispatchPauses {
			s.Pass(pause - time.Microsecond)
			if taken := s.Send(t, box); taken != 0 {
				t.Errorf("tried again before %s had passed", pause)
			}
			s.Pass(pause/10 + time.Microsecond)
			if taken := s.Send(t, box); taken != 1 {
				t.Errorf("not tried again after %s", pause)
			}
		}
		s.Pass(1000 * time.Hour)
		if taken := s.Send(t, box); taken != 0 || len(box.parcels) != 10 {
			t.Errorf("tried %d times", len(box.parcels))
		}
		names := map[string]bool{}
		for _, parcel := range box.parcels {
			names[parcel.Header["Webhook-Id"]] = true
		}
		given := s.Dispatches(t, subscription.ID)[0]
		if len(names) != 1 || given.State != webhook.DispatchFailed || given.Status != 503 ||
			given.Failure != "El receptor respondió 503" || given.Attempts != 10 {
			t.Errorf("%d names; ended as %+v", len(names), given)
		}
		if first, last := given.Tries[0], given.Tries[len(given.Tries)-1]; len(given.Tries) != 10 || first.Status != 503 ||
			!first.At.Before(last.At) || !last.At.Equal(*given.AttemptedAt) {
			t.Errorf("the attempts are %+v", given.Tries)
		}
		if bell := s.Bell(t, admin); len(bell) != 1 || bell[0] != outbox.NotifySubscriptionFailing {
			t.Errorf("the bell says %v", bell)
		}
		_, err := s.Webhooks.ResendDispatch(t.Context(), shoptest.Clerk, subscription.ID, given.ID)
		shoptest.Must(t, true, err)
		box.answer.Status = 200
		if s.Send(t, box); s.Dispatches(t, subscription.ID)[0].State != webhook.DispatchDelivered || len(box.parcels) != 11 {
			t.Error("it was not sent again")
		}
		if now, _ := s.Webhooks.Subscription(t.Context(), subscription.ID); now.FailingSince != nil ||
			now.LastStatus != 200 || now.LastFailure != "" {
			t.Errorf("the subscription says %+v", now)
		}
	})
}

// A receiver that says when to come back is asked then, and not sooner.
func TestAReceiverMaySayWhen(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Telling(t)
		box := &postman{answer: webhook.Receipt{Status: 429, RetryAfter: time.Hour}}
		s.Send(t, box)
		s.Pass(time.Hour - time.Microsecond)
		if s.Send(t, box) != 0 {
			t.Error("asked too soon")
		}
		s.Pass(time.Microsecond)
		if s.Send(t, box) != 1 {
			t.Error("not asked again")
		}
	})
}

// A receiver that answers 410 gets nothing any more, and administrators are notified.
func TestAReceiverThatIsGone(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		admin := s.Open(t, "admin", shoptest.Password)
		product := s.Drills(t, 10)
		subscription := s.Subscribe(t, webhook.EventStockChanged)
		for range 3 {
			_, err := s.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("add", 1))
			shoptest.Must(t, true, err)
		}
		box := &postman{answer: webhook.Receipt{Status: 410}}
		if s.Send(t, box); len(box.parcels) != 1 {
			t.Errorf("%d messages went to who is gone", len(box.parcels))
		}
		now, err := s.Webhooks.Subscription(t.Context(), subscription.ID)
		if shoptest.Must(t, now, err); now.Active || now.Stopped == "" || now.Version != 2 {
			t.Errorf("the subscription is %+v", now)
		}
		for _, dispatch := range s.Dispatches(t, subscription.ID) {
			if dispatch.State != webhook.DispatchFailed {
				t.Errorf("%d still waits", dispatch.ID)
			}
			if _, err := s.Webhooks.ResendDispatch(t.Context(), shoptest.Clerk, subscription.ID, dispatch.ID); !errors.Is(err,
				webhook.ErrSubscriptionOff) {
				t.Errorf("sent again although it is off: %v", err)
			}
		}
		if bell := s.Bell(t, admin); len(bell) != 1 || bell[0] != outbox.NotifySubscriptionStopped {
			t.Errorf("the bell says %v", bell)
		}
		back, err := s.Webhooks.UpdateSubscription(t.Context(), shoptest.Clerk, subscription.ID,
			webhook.SubscriptionChange{Active: shoptest.Ptr(true)})
		if shoptest.Must(t, back, err); back.Stopped != "" {
			t.Error("it is on and says why it is off")
		}
	})
}

// Redirects, silence and refusals are failures, each with its sentence.
func TestWhyAMessageWasNotTaken(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		subscription := s.Telling(t)
		for sentence, box := range map[string]*postman{
			"El receptor respondió 302: las redirecciones no se siguen": {answer: webhook.Receipt{Status: 302}},
			"El receptor respondió 404": {
				answer: webhook.Receipt{Status: 404, Answer: "no \x00está\xff"},
			},
			"El receptor tardó demasiado en responder": {failure: errors.New("El receptor tardó demasiado en responder")},
		} {
			_, err := s.Webhooks.ResendDispatch(t.Context(), shoptest.Clerk, subscription.ID, 1)
			shoptest.Must(t, true, err)
			s.Send(t, box)
			if got := s.Dispatches(t, subscription.ID)[0]; got.Failure != sentence || got.State != webhook.DispatchWaiting ||
				got.Answer == "no \x00está\xff" {
				t.Errorf("noted %+v, want %s", got, sentence)
			}
		}
	})
}

// While one process sends a message no other does; one that died leaves it to
// the next, under the same name. A batch must end before its claim does.
func TestMessagesAreClaimed(t *testing.T) {
	const slowest = 20 * time.Second
	if took := webhook.DispatchBatch * slowest; took >= webhook.DispatchLease {
		t.Errorf("a batch may take %s and is claimed for %s", took, webhook.DispatchLease)
	}
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		subscription := s.Telling(t)
		shoptest.Must(t, true, core.Write(t.Context(), s.Db, func(tx inventory.Tx) error {
			_, err := tx.ClaimDispatches(subscription.ID, 1, tx.Now().Add(webhook.DispatchLease))
			return err
		}))
		box := &postman{}
		if s.Send(t, box) != 0 {
			t.Error("the claim of another was ignored")
		}
		s.Pass(webhook.DispatchLease)
		box.during = func() {
			if s.Send(t, &postman{}) != 0 {
				t.Error("two processes send the same message")
			}
		}
		if s.Send(t, box); len(box.parcels) != 1 {
			t.Errorf("%d were sent after the claim ran out", len(box.parcels))
		}
	})
}

// For a day after a change of secrets a receiver with either of them is served.
func TestSecretsRotate(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		subscription := s.Telling(t)
		old, err := s.Webhooks.SubscriptionSecret(subscription)
		shoptest.Must(t, old, err)
		rotated, err := s.Webhooks.RotateSubscription(t.Context(), shoptest.Clerk, subscription.ID)
		fresh, err := s.Webhooks.SubscriptionSecret(shoptest.Must(t, rotated, err))
		shoptest.Must(t, fresh, err)
		box := &postman{}
		s.Send(t, box)
		verify(t, box.parcels[0], old, s.Now())
		verify(t, box.parcels[0], fresh, s.Now())
		s.Pass(webhook.PreviousKept)
		_, err = s.Webhooks.ResendDispatch(t.Context(), shoptest.Clerk, subscription.ID, 1)
		shoptest.Must(t, true, err)
		s.Send(t, box)
		verify(t, box.parcels[1], fresh, s.Now())
		if first, second := len(box.parcels[0].Header["Webhook-Signature"]),
			len(box.parcels[1].Header["Webhook-Signature"]); first <= second {
			t.Error("the old secret still signs")
		}
	})
}

// What is told at the moment a subscription is deleted goes nowhere.
func TestADeletedSubscriptionGetsNothing(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		subscription := s.Telling(t)
		box := &postman{during: func() {
			shoptest.Must(t, true, s.Webhooks.DeleteSubscription(t.Context(), shoptest.Clerk, subscription.ID))
		}}
		s.Send(t, box)
		shoptest.Must(t, true, core.Write(t.Context(), s.Db, func(tx inventory.Tx) error {
			return tx.InsertDispatches([]webhook.Dispatch{{
				SubscriptionID: subscription.ID, Message: "msg_1", Event: webhook.EventStockChanged, Body: "{}",
				CreatedAt: tx.Now(), State: webhook.DispatchWaiting, DueAt: tx.Now(),
			}})
		}))
		if s.Send(t, box) != 0 || len(box.parcels) != 1 {
			t.Error("who unsubscribed was told")
		}
		if due, err := s.Webhooks.DueSubscriptions(t.Context()); len(shoptest.Must(t, due, err)) != 0 {
			t.Error("it waits for ever")
		}
	})
}
