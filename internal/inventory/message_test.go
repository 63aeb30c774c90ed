package inventory_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"estante/internal/inventory"
)

// mailbox is a mailer that keeps letters or fails.
type mailbox struct {
	letters []inventory.Mail
	down    error
	during  func()
}

func (m *mailbox) Send(_ context.Context, mail inventory.Mail) error {
	if m.during != nil {
		m.during()
	}
	if m.down != nil {
		return m.down
	}
	m.letters = append(m.letters, mail)
	return nil
}

func (s *office) deliver(t *testing.T, mailer inventory.Mailer) int {
	t.Helper()
	taken, err := s.DeliverMessages(t.Context(), mailer)
	if err != nil {
		t.Fatal(err)
	}
	return taken
}

// A letter that cannot be sent is tried again after growing pauses, neither
// earlier nor never, and then given up.
func TestLettersAreTriedAgain(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.open(t, "invitada", "")
		box := &mailbox{down: errors.New("el servidor de correo no responde")}
		attempts := s.deliver(t, box)
		last := time.Duration(0)
		for _, pause := range inventory.MessagePauses {
			if pause <= last {
				t.Errorf("a pause of %s follows one of %s", pause, last)
			}
			last = pause
			s.pass(pause - time.Microsecond)
			if taken := s.deliver(t, box); taken != 0 {
				t.Errorf("tried again before %s had passed", pause)
			}
			s.pass(time.Microsecond)
			attempts += s.deliver(t, box)
		}
		if attempts != len(inventory.MessagePauses)+1 {
			t.Errorf("tried %d times", attempts)
		}
		s.pass(1000 * time.Hour)
		if taken := s.deliver(t, &mailbox{}); taken != 0 {
			t.Error("a letter that was given up was sent")
		}
	})
}

func TestLetterArrivesWhenTheServerIsBack(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.open(t, "invitada", "")
		box := &mailbox{down: errors.New("no responde")}
		s.deliver(t, box)
		box.down = nil
		s.pass(inventory.MessagePauses[0])
		s.deliver(t, box)
		if len(box.letters) != 1 || box.letters[0].To != "invitada@example.com" || !strings.Contains(box.letters[0].Text, "https://estante.example.com/password-change#token=") {
			t.Fatalf("arrived: %+v", box.letters)
		}
		s.pass(1000 * time.Hour)
		if taken := s.deliver(t, box); taken != 0 {
			t.Error("the letter was sent twice")
		}
	})
}

// While one process sends a letter, another takes others or none; a process
// that died leaves it to the next.
func TestLetterIsClaimed(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.open(t, "invitada", "")
		other := &mailbox{}
		s.deliver(t, &mailbox{during: func() {
			if taken := s.deliver(t, other); taken != 0 {
				t.Error("two processes send the same letter")
			}
		}})

		s.open(t, "otra", "")
		died, die := context.WithCancel(t.Context())
		die()
		if err := s.db.Write(t.Context(), func(tx inventory.Tx) error {
			_, err := tx.ClaimMessages(1, tx.Now().Add(inventory.MessageLease))
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.DeliverMessages(died, other); err == nil {
			t.Error("a process that was stopped went on")
		}
		if taken := s.deliver(t, other); taken != 0 {
			t.Error("the claim of another was ignored")
		}
		s.pass(inventory.MessageLease)
		if taken := s.deliver(t, other); taken != 1 || len(other.letters) != 1 {
			t.Errorf("after the claim ran out %d were taken", taken)
		}
	})
}

// What was sent is noted although the process is told to stop meanwhile, and
// the rest of the batch is left to others.
func TestStopDuringDelivery(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.open(t, "una", "")
		s.open(t, "otra", "")
		ctx, stop := context.WithCancel(t.Context())
		box := &mailbox{during: stop}
		_, _ = s.DeliverMessages(ctx, box) // It may say that it was stopped.
		if len(box.letters) != 1 {
			t.Fatalf("%d letters were sent", len(box.letters))
		}
		box.during = nil
		s.pass(inventory.MessageLease)
		s.deliver(t, box)
		if len(box.letters) != 2 || box.letters[0].To == box.letters[1].To {
			t.Errorf("sent to %s and %s", box.letters[0].To, box.letters[len(box.letters)-1].To)
		}
	})
}

// A batch must end before its claim does, however slow the mail server is.
func TestBatchEndsBeforeItsClaim(t *testing.T) {
	const slowest = 30 * time.Second
	if took := inventory.MessageBatch * slowest; took >= inventory.MessageLease {
		t.Errorf("a batch may take %s and is claimed for %s", took, inventory.MessageLease)
	}
}

// Somebody whose account was closed gets no letter any more.
func TestNoLetterForClosedAccounts(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.open(t, "admin", password)
		user := s.open(t, "invitada", "")
		inactive := inventory.AccountInactive
		if _, err := s.UpdateUser(t.Context(), inventory.System, user.ID, inventory.UserChange{State: &inactive}); err != nil {
			t.Fatal(err)
		}
		box := &mailbox{}
		if taken := s.deliver(t, box); taken != 1 || len(box.letters) != 0 {
			t.Errorf("%d were taken and sent: %v", taken, box.letters)
		}
		s.pass(inventory.MessageLease)
		if taken := s.deliver(t, box); taken != 0 {
			t.Error("the letter is tried again for ever")
		}
	})
}

// The first account is the administrator's, however it is made.
func TestFirstCreatedAccountIsAdministrator(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		if first := s.open(t, "primera", password); first.Role != inventory.Administrator {
			t.Errorf("the first account is %s", first.Role.Name())
		}
		if second := s.open(t, "segunda", password); second.Role != inventory.Seller {
			t.Errorf("the second account is %s", second.Role.Name())
		}
	})
}
