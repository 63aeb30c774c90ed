package inbox_test

import (
	"fmt"
	"testing"
	"time"

	"estante/internal/alert"
	"estante/internal/channel"
	"estante/internal/inbox"
	"estante/internal/shoptest"
)

// openAlerts are the titles of what is wrong now.
func openAlerts(t *testing.T, box *shoptest.Inbox) []string {
	t.Helper()
	list, err := box.Alerts.ListAlerts(t.Context(), alert.Filter{Ordering: alert.AlertsByCreated})
	titles := []string{}
	for _, row := range shoptest.Must(t, list, err).Rows {
		if row.Kind == alert.Channel {
			titles = append(titles, row.Title())
		}
	}
	return titles
}

// A signed error in the place of an order is said in words and an alert, each time,
// until orders come again under its topic.
func TestAnErrorOfTheShopIsAnAlertAndNeverADuplicate(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.WooCommerce, 10)
		fault := shoptest.Object{
			"code": "woocommerce_rest_cannot_view", "message": "Sorry, you cannot view this resource.",
			"data": shoptest.Object{"status": 403},
		}
		for range 2 {
			arrival := box.Sends(t, "order.created", fault)
			box.Work(t)
			if got := box.Verdict(t, arrival.DeliveryID); got != "failed: La tienda ha enviado un error en lugar del pedido: "+
				"el usuario de WordPress que creó el webhook ya no tiene permiso. Guárdalo de nuevo allí con la cuenta de un "+
				"administrador" {
				t.Error(got)
			}
			s.Pass(time.Second)
		}
		said := fmt.Sprint(openAlerts(t, box))
		if said != "[Canal con errores: "+box.Sender.Name+"]" {
			t.Error(said)
		}
		row, err := box.Inbox.Channel(t.Context(), shoptest.Clerk, box.Sender.ID)
		if shoptest.Must(t, row, err); row.Fault == "" || row.LastNewsAt != nil {
			t.Errorf("%+v", row)
		}
		// What comes under another topic says nothing of this one.
		box.Sends(t, "order.updated", shoptest.WooOrder(0, "processing", nil))
		box.Work(t)
		if len(openAlerts(t, box)) != 1 {
			t.Error("another topic ended it")
		}
		box.Sends(t, "order.created", shoptest.WooOrder(1, "processing", nil))
		box.Work(t)
		if row, err = box.Inbox.Channel(t.Context(), shoptest.Clerk, box.Sender.ID); err != nil || row.Fault != "" ||
			len(openAlerts(t, box)) != 0 {
			t.Errorf("%+v, %v", row, err)
		}
	})
}

// A shop that tells of new orders and of no changes is half dead, which is an alert
// of its own until a change comes.
func TestAShopThatTellsOfNoChangesIsAnAlert(t *testing.T) {
	for source, row := range map[channel.Source]struct{ created, changed string }{
		channel.WooCommerce: {"order.created", "order.updated"}, channel.Shopify: {"orders/create", "orders/paid"},
	} {
		shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
			box := shoptest.OpenInbox(t, s, source, 10)
			told := func(topic string, id int) {
				more := shoptest.Object{"id": id, "number": fmt.Sprint(id)}
				body := shoptest.WooOrder(0, "processing", more)
				if source == channel.Shopify {
					body = shoptest.ShopifyOrder(id, 1000+id, 0, nil)
				}
				box.Sends(t, topic, body)
				box.Work(t)
			}
			noticed := func(want int) {
				t.Helper()
				shoptest.Must(t, 0, box.Inbox.NoticeSilence(t.Context()))
				if got := openAlerts(t, box); len(got) != want {
					t.Errorf("%s: alerts %q, want %d", source, got, want)
				}
			}
			told(row.created, 1)
			told(row.changed, 1)
			for id := range 3 {
				s.Pass(13 * time.Hour)
				told(row.created, 2+id)
			}
			noticed(1)
			if got := openAlerts(t, box); got[0] != "Canal sin cambios de pedidos: "+box.Sender.Name {
				t.Error(got)
			}
			noticed(1)
			told(row.changed, 2)
			noticed(0)
			s.Pass(time.Minute)
			for id := range 3 {
				told(row.created, 10+id)
			}
			s.Pass(23 * time.Hour)
			noticed(0)
			s.Pass(2 * time.Hour)
			noticed(1)
			shoptest.Must(t, 0, shoptest.Second(box.Inbox.UpdateChannel(t.Context(), shoptest.Clerk, box.Sender.ID,
				inbox.ChannelChange{Active: shoptest.Ptr(false)})))
			noticed(0)
		})
	}
}
