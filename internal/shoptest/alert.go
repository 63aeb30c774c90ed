package shoptest

import (
	"context"
	"runtime"
	"testing"

	"estante/internal/alert"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/outbox"
)

// Newest returns the product's last alert.
func Newest(t *testing.T, inv *inventory.Inventory, productID int64) alert.Row {
	t.Helper()
	alerts := AlertsOf(t, inv, productID)
	if len(alerts) == 0 {
		t.Fatal("there is no alert")
	}
	return alerts[0]
}

func AlertsOf(t *testing.T, inv *inventory.Inventory, productID int64) []alert.Row {
	t.Helper()
	alerts, err := inv.Alerts.ListAlerts(t.Context(), alert.Filter{
		ProductID: productID, EveryState: true, Ordering: "-createdAt", Page: core.Page{Number: 1, Size: 100},
	})
	return Must(t, alerts, err).Rows
}

// Is wants the newest of so many alerts to stand at a level and a state.
func Is(
	t *testing.T, inv *inventory.Inventory, productID int64, count int, level alert.Level, state alert.State,
) alert.Row {
	t.Helper()
	alert := Newest(t, inv, productID)
	if got := len(AlertsOf(t, inv, productID)); got != count || alert.Level != level || alert.State != state {
		t.Fatalf("%d alerts, the last is %s and %s, want %d, %s and %s", got, alert.Level.Code(), alert.State.Code(), count,
			level.Code(), state.Code())
	}
	return alert
}

// Must1 is must for a call that is written in place.
func Must1[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		return Must(t, value, err)
	}
}

// Mailbox is a mailer that keeps letters or fails.
type Mailbox struct {
	Letters []outbox.Mail
	Down    error
	During  func()
}

func (m *Mailbox) Send(_ context.Context, mail outbox.Mail) error {
	if m.During != nil {
		m.During()
	}
	if m.Down != nil {
		return m.Down
	}
	m.Letters = append(m.Letters, mail)
	return nil
}

func (s *Office) Deliver(t *testing.T, mailer outbox.Mailer) int {
	t.Helper()
	taken, err := s.Outbox.DeliverMessages(t.Context(), mailer)
	if err != nil {
		t.Fatal(err)
	}
	return taken
}

// Mailed has everything that is due made and sent.
func (s *Office) Mailed(t *testing.T, box *Mailbox) {
	t.Helper()
	for made := 1; made > 0; {
		var err error
		made, err = s.Alerts.BuildDigests(t.Context())
		Must(t, made, err)
	}
	for s.Deliver(t, box) > 0 {
	}
}

// dying is a mailer whose process dies after the server has taken a letter and
// before anybody has noted it.
type dying struct{ outbox.Mailer }

func (d dying) Send(ctx context.Context, letter outbox.Mail) error {
	if err := d.Mailer.Send(ctx, letter); err != nil {
		return err
	}
	runtime.Goexit()
	return nil
}
