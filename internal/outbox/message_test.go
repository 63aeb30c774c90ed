package outbox_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"estante/internal/account"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/outbox"
	"estante/internal/shoptest"
)

// A letter that cannot be sent is tried again after growing pauses, neither
// earlier nor never, and then given up.
func TestLettersAreTriedAgain(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Open(t, "invitada", "")
		box := &shoptest.Mailbox{Down: errors.New("el servidor de correo no responde")}
		attempts := s.Deliver(t, box)
		last := time.Duration(0)
		for _, pause := range outbox.MessagePauses {
			if pause <= last {
				t.Errorf("a pause of %s follows one of %s", pause, last)
			}
			last = pause
			s.Pass(pause - time.Microsecond)
			if taken := s.Deliver(t, box); taken != 0 {
				t.Errorf("tried again before %s had passed", pause)
			}
			s.Pass(time.Microsecond)
			attempts += s.Deliver(t, box)
		}
		if attempts != len(outbox.MessagePauses)+1 {
			t.Errorf("tried %d times", attempts)
		}
		s.Pass(1000 * time.Hour)
		if taken := s.Deliver(t, &shoptest.Mailbox{}); taken != 0 {
			t.Error("a letter that was given up was sent")
		}
	})
}

func TestLetterArrivesWhenTheServerIsBack(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Open(t, "invitada", "")
		box := &shoptest.Mailbox{Down: errors.New("no responde")}
		s.Deliver(t, box)
		box.Down = nil
		s.Pass(outbox.MessagePauses[0])
		s.Deliver(t, box)
		if len(box.Letters) != 1 || box.Letters[0].To != "invitada@example.com" ||
			!strings.Contains(box.Letters[0].Text, "https://estante.example.com/password-change#token=") {
			t.Fatalf("arrived: %+v", box.Letters)
		}
		s.Pass(1000 * time.Hour)
		if taken := s.Deliver(t, box); taken != 0 {
			t.Error("the letter was sent twice")
		}
	})
}

// While one process sends a letter, another takes others or none; a process
// that died leaves it to the next.
func TestLetterIsClaimed(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Open(t, "invitada", "")
		other := &shoptest.Mailbox{}
		s.Deliver(t, &shoptest.Mailbox{During: func() {
			if taken := s.Deliver(t, other); taken != 0 {
				t.Error("two processes send the same letter")
			}
		}})

		s.Open(t, "otra", "")
		died, die := context.WithCancel(t.Context())
		die()
		if err := core.Write(t.Context(), s.Db, func(tx inventory.Tx) error {
			_, err := tx.ClaimMessages(1, tx.Now().Add(outbox.MessageLease))
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Outbox.DeliverMessages(died, other); err == nil {
			t.Error("a process that was stopped went on")
		}
		if taken := s.Deliver(t, other); taken != 0 {
			t.Error("the claim of another was ignored")
		}
		s.Pass(outbox.MessageLease)
		if taken := s.Deliver(t, other); taken != 1 || len(other.Letters) != 1 {
			t.Errorf("after the claim ran out %d were taken", taken)
		}
	})
}

// What was sent is noted although the process is told to stop meanwhile, and
// the rest of the batch is left to others.
func TestStopDuringDelivery(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Open(t, "una", "")
		s.Open(t, "otra", "")
		ctx, stop := context.WithCancel(t.Context())
		box := &shoptest.Mailbox{During: stop}
		_, _ = s.Outbox.DeliverMessages(ctx, box) // It may say that it was stopped.
		if len(box.Letters) != 1 {
			t.Fatalf("%d letters were sent", len(box.Letters))
		}
		box.During = nil
		s.Pass(outbox.MessageLease)
		s.Deliver(t, box)
		if len(box.Letters) != 2 || box.Letters[0].To == box.Letters[1].To {
			t.Errorf("sent to %s and %s", box.Letters[0].To, box.Letters[len(box.Letters)-1].To)
		}
	})
}

// A batch must end before its claim does, however slow the mail server is.
func TestBatchEndsBeforeItsClaim(t *testing.T) {
	const slowest = 30 * time.Second
	if took := outbox.MessageBatch * slowest; took >= outbox.MessageLease {
		t.Errorf("a batch may take %s and is claimed for %s", took, outbox.MessageLease)
	}
}

// A user whose account was closed gets no more messages.
func TestNoLetterForClosedAccounts(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Open(t, "admin", shoptest.Password)
		user := s.Open(t, "invitada", "")
		inactive := core.AccountInactive
		if _, err := s.Accounts.UpdateUser(t.Context(), core.System, user.ID,
			account.UserChange{State: &inactive}); err != nil {
			t.Fatal(err)
		}
		box := &shoptest.Mailbox{}
		if taken := s.Deliver(t, box); taken != 1 || len(box.Letters) != 0 {
			t.Errorf("%d were taken and sent: %v", taken, box.Letters)
		}
		s.Pass(outbox.MessageLease)
		if taken := s.Deliver(t, box); taken != 0 {
			t.Error("the letter is tried again for ever")
		}
	})
}

// The first account is the administrator's, however it is made.
func TestFirstCreatedAccountIsAdministrator(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		if first := s.Open(t, "primera", shoptest.Password); first.Role != core.Administrator {
			t.Errorf("the first account is %s", first.Role.Name())
		}
		if second := s.Open(t, "segunda", shoptest.Password); second.Role != core.Seller {
			t.Errorf("the second account is %s", second.Role.Name())
		}
	})
}
