package inventory_test

import (
	"errors"
	"testing"
	"time"

	"estante/internal/inventory"
)

// telling is an office with one message on its way.
func (s *office) telling(t *testing.T) inventory.Subscription {
	t.Helper()
	product := s.drills(t, 10)
	subscription := s.subscribe(t, inventory.EventStockChanged)
	_, err := s.AdjustStock(t.Context(), clerk, product.ID, adjust("add", 1))
	must(t, true, err)
	return subscription
}

// bell is what the bell of somebody says.
func (s *office) bell(t *testing.T, user inventory.User) (kinds []inventory.NotificationKind) {
	t.Helper()
	inbox, err := s.Notifications(t.Context(), inventory.Actor{User: user}, inventory.Page{Number: 1, Size: 20})
	for _, notification := range must(t, inbox, err).Rows {
		kinds = append(kinds, notification.Kind)
	}
	return kinds
}

// A message that is not taken is tried ten times in all, after the pauses of
// the standard and up to a tenth more, under one name; then it is given up,
// people are told once, and it can be sent again by hand.
func TestMessagesAreTriedAgain(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		admin := s.open(t, "admin", password)
		subscription := s.telling(t)
		box := &postman{answer: inventory.Receipt{Status: 503}}
		s.send(t, box)
		for _, pause := range inventory.DispatchPauses {
			s.pass(pause - time.Microsecond)
			if taken := s.send(t, box); taken != 0 {
				t.Errorf("tried again before %s had passed", pause)
			}
			s.pass(pause/10 + time.Microsecond)
			if taken := s.send(t, box); taken != 1 {
				t.Errorf("not tried again after %s", pause)
			}
		}
		s.pass(1000 * time.Hour)
		if taken := s.send(t, box); taken != 0 || len(box.parcels) != 10 {
			t.Errorf("tried %d times", len(box.parcels))
		}
		names := map[string]bool{}
		for _, parcel := range box.parcels {
			names[parcel.Header["Webhook-Id"]] = true
		}
		given := s.dispatches(t, subscription.ID)[0]
		if len(names) != 1 || given.State != inventory.DispatchFailed || given.Status != 503 || given.Failure != "El receptor respondió 503" || given.Attempts != 10 {
			t.Errorf("%d names; ended as %+v", len(names), given)
		}
		if first, last := given.Tries[0], given.Tries[len(given.Tries)-1]; len(given.Tries) != 10 || first.Status != 503 ||
			!first.At.Before(last.At) || !last.At.Equal(*given.AttemptedAt) {
			t.Errorf("the attempts are %+v", given.Tries)
		}
		if bell := s.bell(t, admin); len(bell) != 1 || bell[0] != inventory.NotifySubscriptionFailing {
			t.Errorf("the bell says %v", bell)
		}
		_, err := s.ResendDispatch(t.Context(), clerk, subscription.ID, given.ID)
		must(t, true, err)
		box.answer.Status = 200
		if s.send(t, box); s.dispatches(t, subscription.ID)[0].State != inventory.DispatchDelivered || len(box.parcels) != 11 {
			t.Error("it was not sent again")
		}
		if now, _ := s.Subscription(t.Context(), subscription.ID); now.FailingSince != nil || now.LastStatus != 200 || now.LastFailure != "" {
			t.Errorf("the subscription says %+v", now)
		}
	})
}

// A receiver that says when to come back is asked then, and not sooner.
func TestAReceiverMaySayWhen(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.telling(t)
		box := &postman{answer: inventory.Receipt{Status: 429, RetryAfter: time.Hour}}
		s.send(t, box)
		s.pass(time.Hour - time.Microsecond)
		if s.send(t, box) != 0 {
			t.Error("asked too soon")
		}
		s.pass(time.Microsecond)
		if s.send(t, box) != 1 {
			t.Error("not asked again")
		}
	})
}

// Whoever answers 410 gets nothing any more, and administrators are told.
func TestAReceiverThatIsGone(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		admin := s.open(t, "admin", password)
		product := s.drills(t, 10)
		subscription := s.subscribe(t, inventory.EventStockChanged)
		for range 3 {
			_, err := s.AdjustStock(t.Context(), clerk, product.ID, adjust("add", 1))
			must(t, true, err)
		}
		box := &postman{answer: inventory.Receipt{Status: 410}}
		if s.send(t, box); len(box.parcels) != 1 {
			t.Errorf("%d messages went to who is gone", len(box.parcels))
		}
		now, err := s.Subscription(t.Context(), subscription.ID)
		if must(t, now, err); now.Active || now.Stopped == "" || now.Version != 2 {
			t.Errorf("the subscription is %+v", now)
		}
		for _, dispatch := range s.dispatches(t, subscription.ID) {
			if dispatch.State != inventory.DispatchFailed {
				t.Errorf("%d still waits", dispatch.ID)
			}
			if _, err := s.ResendDispatch(t.Context(), clerk, subscription.ID, dispatch.ID); !errors.Is(err, inventory.ErrSubscriptionOff) {
				t.Errorf("sent again although it is off: %v", err)
			}
		}
		if bell := s.bell(t, admin); len(bell) != 1 || bell[0] != inventory.NotifySubscriptionStopped {
			t.Errorf("the bell says %v", bell)
		}
		back, err := s.UpdateSubscription(t.Context(), clerk, subscription.ID, inventory.SubscriptionChange{Active: ptr(true)})
		if must(t, back, err); back.Stopped != "" {
			t.Error("it is on and says why it is off")
		}
	})
}

// Redirects, silence and refusals are failures, each with its sentence.
func TestWhyAMessageWasNotTaken(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		subscription := s.telling(t)
		for sentence, box := range map[string]*postman{
			"El receptor respondió 302: las redirecciones no se siguen": {answer: inventory.Receipt{Status: 302}},
			"El receptor respondió 404":                                 {answer: inventory.Receipt{Status: 404, Answer: "no \x00está\xff"}},
			"El receptor tardó demasiado en responder":                  {failure: errors.New("El receptor tardó demasiado en responder")},
		} {
			_, err := s.ResendDispatch(t.Context(), clerk, subscription.ID, 1)
			must(t, true, err)
			s.send(t, box)
			if got := s.dispatches(t, subscription.ID)[0]; got.Failure != sentence || got.State != inventory.DispatchWaiting || got.Answer == "no \x00está\xff" {
				t.Errorf("noted %+v, want %s", got, sentence)
			}
		}
	})
}

// While one process sends a message no other does; one that died leaves it to
// the next, under the same name. A batch must end before its claim does.
func TestMessagesAreClaimed(t *testing.T) {
	const slowest = 20 * time.Second
	if took := inventory.DispatchBatch * slowest; took >= inventory.DispatchLease {
		t.Errorf("a batch may take %s and is claimed for %s", took, inventory.DispatchLease)
	}
	eachOffice(t, func(t *testing.T, s *office) {
		subscription := s.telling(t)
		must(t, true, s.db.Write(t.Context(), func(tx inventory.Tx) error {
			_, err := tx.ClaimDispatches(subscription.ID, 1, tx.Now().Add(inventory.DispatchLease))
			return err
		}))
		box := &postman{}
		if s.send(t, box) != 0 {
			t.Error("the claim of another was ignored")
		}
		s.pass(inventory.DispatchLease)
		box.during = func() {
			if s.send(t, &postman{}) != 0 {
				t.Error("two processes send the same message")
			}
		}
		if s.send(t, box); len(box.parcels) != 1 {
			t.Errorf("%d were sent after the claim ran out", len(box.parcels))
		}
	})
}

// For a day after a change of secrets a receiver with either of them is served.
func TestSecretsRotate(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		subscription := s.telling(t)
		old, err := s.SubscriptionSecret(subscription)
		must(t, old, err)
		rotated, err := s.RotateSubscription(t.Context(), clerk, subscription.ID)
		fresh, err := s.SubscriptionSecret(must(t, rotated, err))
		must(t, fresh, err)
		box := &postman{}
		s.send(t, box)
		verify(t, box.parcels[0], old, s.now())
		verify(t, box.parcels[0], fresh, s.now())
		s.pass(inventory.PreviousKept)
		_, err = s.ResendDispatch(t.Context(), clerk, subscription.ID, 1)
		must(t, true, err)
		s.send(t, box)
		verify(t, box.parcels[1], fresh, s.now())
		if first, second := len(box.parcels[0].Header["Webhook-Signature"]), len(box.parcels[1].Header["Webhook-Signature"]); first <= second {
			t.Error("the old secret still signs")
		}
	})
}

// What is told at the moment a subscription is deleted goes nowhere.
func TestADeletedSubscriptionGetsNothing(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		subscription := s.telling(t)
		box := &postman{during: func() { must(t, true, s.DeleteSubscription(t.Context(), clerk, subscription.ID)) }}
		s.send(t, box)
		must(t, true, s.db.Write(t.Context(), func(tx inventory.Tx) error {
			return tx.InsertDispatches([]inventory.Dispatch{{SubscriptionID: subscription.ID, Message: "msg_1", Event: inventory.EventStockChanged, Body: "{}", CreatedAt: tx.Now(), State: inventory.DispatchWaiting, DueAt: tx.Now()}})
		}))
		if s.send(t, box) != 0 || len(box.parcels) != 1 {
			t.Error("who unsubscribed was told")
		}
		if due, err := s.DueSubscriptions(t.Context()); len(must(t, due, err)) != 0 {
			t.Error("it waits for ever")
		}
	})
}
