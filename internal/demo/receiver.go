package demo

import (
	"context"
	"fmt"
	"time"

	"estante/internal/webhook"
)

// receiver is a program that is told what happens here. It calls nobody: it was
// too busy for the first message, and took all others.
type receiver struct{ asked int }

// Post implements webhook.Courier.
func (r *receiver) Post(context.Context, webhook.Parcel) (webhook.Receipt, error) {
	if r.asked++; r.asked == 1 {
		return webhook.Receipt{Status: 503, Answer: "Estamos actualizando el programa; vuelve en unos segundos"}, nil
	}
	return webhook.Receipt{Status: 200, Answer: `{"recibido": true}`}, nil
}

// subscribe tells a program of orders and alerts.
func (y *year) subscribe(ctx context.Context) (webhook.Subscription, error) {
	return y.inv.Webhooks.CreateSubscription(ctx, y.staff[0], webhook.SubscriptionFields{
		Name: "Programa de contabilidad", URL: "https://contabilidad.example/avisos/estante",
		Events: []webhook.SubscriptionEvent{webhook.EventOrderCreated, webhook.EventOrderStatus, webhook.EventAlertOpened},
	})
}

// deliver brings the program what it was to be told, and then switches the
// subscription off: a demonstration calls nobody.
func (y *year) deliver(ctx context.Context, subscription webhook.Subscription, now time.Time) error {
	if err := y.inv.Webhooks.TestSubscription(ctx, y.staff[0], subscription.ID); err != nil {
		return fmt.Errorf("test %s: %w", subscription.Name, err)
	}
	box := &receiver{}
	for i := range 2 {
		y.clock.travel(now.Add(time.Duration(i-6) * time.Minute))
		for {
			sent, err := y.inv.Webhooks.SendDispatches(ctx, box, subscription.ID)
			if err != nil {
				return fmt.Errorf("%s: %w", subscription.Name, err)
			}
			if sent == 0 {
				break
			}
		}
	}
	off := false
	_, err := y.inv.Webhooks.UpdateSubscription(ctx, y.staff[0], subscription.ID, webhook.SubscriptionChange{Active: &off})
	return err
}
