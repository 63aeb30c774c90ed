package inventory_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"estante/internal/inventory"
	"estante/internal/mail"
	"estante/internal/mail/mailtest"
)

// dying is a mailer whose process dies after the server has taken a letter and
// before anybody has noted it.
type dying struct{ inventory.Mailer }

func (d dying) Send(ctx context.Context, letter inventory.Mail) error {
	if err := d.Mailer.Send(ctx, letter); err != nil {
		return err
	}
	runtime.Goexit()
	return nil
}

// die runs a delivery that ends as a process does that is killed.
func (s *office) die(mailer inventory.Mailer) {
	var process sync.WaitGroup
	process.Go(func() { _, _ = s.DeliverMessages(context.Background(), dying{mailer}) })
	process.Wait()
}

// A mail server that fails half of the time, at any stage of the conversation,
// and processes that die on the way lose no alert. A letter arrives twice only
// where its arrival could not be known, and then under the same name and with
// the same words, so that it can be recognised.
func TestNoAlertIsLostOnAnUnsteadyLine(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		server := mailtest.Serve(t)
		mailer, err := mail.New(server.Address+"?tls=no", "Estante <estante@example.com>")
		must(t, mailer, err)
		busy := &smtp.SMTPError{Code: 451, Message: "ocupado"}
		script := []struct {
			at   mailtest.Stage
			what error
		}{
			{mailtest.Greeted, busy},
			{},
			{mailtest.Addressed, busy},
			{},
			{mailtest.Sending, mailtest.ErrHangup},
			{},
			{mailtest.Greeted, mailtest.ErrHangup},
			{},
			{mailtest.Taken, mailtest.ErrHangup},
			{},
		}
		var talks atomic.Int64
		server.Trouble(func(at mailtest.Stage) error {
			if at == mailtest.Greeted {
				talks.Add(1)
			}
			if now := script[int(talks.Load())%len(script)]; now.at == at {
				return now.what
			}
			return nil
		})
		const readers, rounds = 2, 8
		for i := range readers {
			mode := []inventory.MailMode{inventory.MailNow, inventory.MailDaily}[i%2]
			s.reader(t, fmt.Sprint("lector", i), wants(mode))
		}
		for round := range rounds {
			s.runsOut(t, fmt.Sprintf("X%02d", round))
			s.pass(12 * time.Hour)
			_, err := s.BuildDigests(t.Context())
			must(t, true, err)
			if round%3 == 0 {
				s.die(mailer)
				s.pass(inventory.MessageLease)
			}
			s.deliver(t, mailer)
		}
		for range 4 * len(script) {
			s.pass(12 * time.Hour)
			for s.deliver(t, mailer) > 0 {
			}
		}
		told, names, repeated := map[string]int{}, map[string]string{}, 0
		for _, letter := range server.Letters() {
			name, words := letter.Header.Get("Message-Id"), letter.To+letter.Subject+letter.Text
			if before, known := names[name]; known {
				repeated++
				if before != words {
					t.Errorf("two letters are called %s", name)
				}
				continue
			}
			names[name] = words
			for round := range rounds {
				if sku := fmt.Sprintf("Taladro X%02d", round); strings.Contains(letter.Text, sku) {
					told[letter.To+" "+sku]++
				}
			}
		}
		if len(told) != readers*rounds {
			t.Errorf("%d of %d were told: %v", len(told), readers*rounds, told)
		}
		for what, times := range told {
			if times != 1 {
				t.Errorf("%s was told in %d letters", what, times)
			}
		}
		if talks.Load() < 10 || repeated == 0 {
			t.Errorf("%d conversations with %d repetitions prove nothing", talks.Load(), repeated)
		}
	})
}
