package alert_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"estante/internal/alert"
	"estante/internal/mail"
	"estante/internal/mail/mailtest"
	"estante/internal/outbox"
	"estante/internal/shoptest"
)

// A mail server that fails half of the time, at any stage of the conversation,
// and processes that die on the way lose no alert. A letter arrives twice only
// where its arrival could not be known, and then under the same name and with
// the same words, so that it can be recognised.
func TestNoAlertIsLostOnAnUnsteadyLine(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		server := mailtest.Serve(t)
		mailer, err := mail.New(server.Address+"?tls=no", "Estante <estante@example.com>")
		shoptest.Must(t, mailer, err)
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
			mode := []alert.MailMode{alert.MailNow, alert.MailDaily}[i%2]
			s.Reader(t, fmt.Sprint("lector", i), wants(mode))
		}
		for round := range rounds {
			s.RunsOut(t, fmt.Sprintf("X%02d", round))
			s.Pass(12 * time.Hour)
			_, err := s.Alerts.BuildDigests(t.Context())
			shoptest.Must(t, true, err)
			if round%3 == 0 {
				s.Die(mailer)
				s.Pass(outbox.MessageLease)
			}
			s.Deliver(t, mailer)
		}
		for range 4 * len(script) {
			s.Pass(12 * time.Hour)
			for s.Deliver(t, mailer) > 0 {
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
