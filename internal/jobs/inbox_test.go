package jobs_test

import (
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inbox"
	"estante/internal/jobs"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// What a shop sends is processed at once, before and after the jobs begin.
func TestDeliveriesAreProcessedAtOnce(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv := newInventory(t, options)
		sender, secret, err := inv.Inbox.CreateChannel(t.Context(), core.System,
			inbox.NewChannel{Name: "Tienda", Source: channel.Shopify})
		if err != nil {
			t.Fatal(err)
		}
		send := func(id string) int64 {
			body := []byte(`{"id":` + id + `,"name":"#` + id +
				`","currency":"EUR","total_price":"1.00","created_at":"2026-11-10T09:00:00Z",` +
				`"updated_at":"2026-11-10T09:00:00Z","line_items":[{"id":1,"sku":"X","quantity":1,"price":"1.00"}]}`)
			signed, err := channel.Shopify.Sign(channel.Message{
				ID: id, Topic: "orders/create", At: time.Now(), Body: body,
			}, secret)
			if err != nil {
				t.Fatal(err)
			}
			var headers inbox.DeliveryHeaders
			for name, value := range signed {
				headers = append(headers, inbox.DeliveryHeader{Name: name, Value: value})
			}
			arrival, err := inv.Inbox.ReceiveDelivery(t.Context(), sender.Channel, headers, body)
			if err != nil {
				t.Fatal(err)
			}
			return arrival.DeliveryID
		}
		processed := func(id int64) {
			for deadline := time.Now().Add(patience); ; {
				delivery, err := inv.Inbox.Delivery(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				if delivery.State == inbox.DeliveryUnmatched && delivery.OrderID != 0 {
					return
				}
				if time.Now().After(deadline) {
					t.Fatalf("it is %s: %s", delivery.State, delivery.Verdict)
				}
			}
		}
		early := send("1")
		start(t, inv, jobs.Hands{Mailer: box{}})
		processed(early)
		processed(send("2"))
	})
}
