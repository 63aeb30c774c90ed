package demo

import (
	"context"
	"fmt"
	"time"

	"estante/internal/account"
	"estante/internal/alert"
	"estante/internal/core"
)

// remarks are what people write about what runs out.
var remarks = [][]string{
	{"Pedido al proveedor esta mañana.", "Confirman que llega el jueves."},
	{"Lo pregunta mucha gente en el mostrador."},
	{
		"Hablado con el almacén: queda una caja por abrir.", "Abierta: eran tornillos de otra medida.",
		"Pedido por teléfono.",
	},
}

// busyMorning sells a few products out and more of them down to their minimum,
// however short the story is.
func (y *year) busyMorning(ctx context.Context, now time.Time) error {
	for i := range 12 {
		y.clock.travel(now.Add(time.Duration(i-35) * time.Minute))
		w := y.wares[i*17%len(y.wares)]
		product, err := y.inv.Catalogue.Product(ctx, w.id)
		if err != nil {
			return fmt.Errorf("%s: %w", *w.fields.SKU, err)
		}
		left := w.minimum
		if i%4 == 0 {
			left = 0
		}
		if sold := product.Available() - left; sold > 0 {
			if err := y.sale(w, sold)(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// lookAfterAlerts does what a shop does with its alerts: it writes down what is
// being done, settles what needs nothing more and lets a few rest.
func (y *year) lookAfterAlerts(ctx context.Context, now time.Time) error {
	defer y.clock.home()
	list, err := y.inv.Alerts.ListAlerts(ctx, alert.Filter{Page: core.Page{Number: 1, Size: core.PageSizeMax}})
	if err != nil {
		return fmt.Errorf("alerts: %w", err)
	}
	for i, alert := range list.Rows {
		// Some time after the alert was opened, and before a visitor of the demo sees it.
		y.clock.travel(alert.CreatedAt.Add(now.Sub(alert.CreatedAt) / 2))
		if err := y.lookAfter(ctx, i, alert, now); err != nil {
			return fmt.Errorf("alert %d: %w", alert.ID, err)
		}
	}
	return nil
}

// lookAfter does something about some of the alerts.
func (y *year) lookAfter(ctx context.Context, i int, alert alert.Row, now time.Time) error {
	if i%4 == 1 {
		for n, text := range remarks[i/4%len(remarks)] {
			if _, err := y.inv.Alerts.AddAlertNote(ctx, y.staff[n%len(y.staff)], alert.ID, text); err != nil {
				return err
			}
		}
	}
	var err error
	switch {
	case i%6 == 5:
		_, err = y.inv.Alerts.ResolveAlert(ctx, y.staff[1], alert.ID)
	case i%11 == 3:
		_, err = y.inv.Alerts.SnoozeAlert(ctx, y.staff[0], alert.ID, now.AddDate(0, 0, 3))
	}
	return err
}

// readNews marks what people have heard so far as read.
func (y *year) readNews(ctx context.Context) error {
	users, err := y.inv.Accounts.ListUsers(ctx, account.UserFilter{
		Ordering: account.UsersByUsername, Page: core.Page{Number: 1, Size: core.PageSizeMax},
	})
	if err != nil {
		return fmt.Errorf("people: %w", err)
	}
	for _, user := range users.Rows {
		if err := y.inv.Outbox.ReadNotifications(ctx, core.Actor{User: user}); err != nil {
			return fmt.Errorf("notifications: %w", err)
		}
	}
	return nil
}
