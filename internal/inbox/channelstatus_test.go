package inbox_test

import (
	"testing"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/order"
	"estante/internal/shoptest"
)

// A status that a shop has of its own is asked about with a guess, and means what a user
// said from then on, for the orders that are in it, too. What left has left.
func TestAShopsOwnStatusMeansWhatAUserSaid(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.WooCommerce, 20)
		of := func(id, minute int, status string, more shoptest.Object) shoptest.Object {
			told := shoptest.WooOrder(minute, status, more)
			told["id"], told["number"] = id, id
			return told
		}
		says := func(want string, body shoptest.Object) {
			t.Helper()
			if got := box.Hears(t, body); got != "processed: Procesado: pedido "+want {
				t.Error(got)
			}
		}
		const asks = ". Su estado «enviado» es propio de la tienda: di en ella qué significa"
		says("1 creado"+asks, of(1, 0, "wc-enviado", nil))
		says("2 creado", of(2, 0, "processing", nil))
		says("3 creado"+asks, of(3, 0, "enviado", nil))
		says("3, pasa a «Cancelado»", of(3, 1, "cancelled", nil))
		statuses := func() inboxStatus {
			t.Helper()
			known, err := box.Inbox.ChannelStatuses(t.Context(), box.Sender.ID)
			if shoptest.Must(t, known, err); len(known) != 1 {
				t.Fatalf("%+v", known)
			}
			return inboxStatus{known[0].Word, known[0].Status, known[0].Guess(), known[0].Orders}
		}
		if got := statuses(); got != (inboxStatus{"enviado", "", order.Shipped, 1}) {
			t.Errorf("%+v", got)
		}
		if _, err := box.Inbox.MeanStatus(t.Context(), shoptest.Clerk, box.Sender.ID, "perdido", order.Cancelled); !shoptest.
			IsKind(err, core.Invalid) {
			t.Errorf("a status that it has not: %v", err)
		}
		mean := func(status order.Status, want int) {
			t.Helper()
			queued, err := box.Inbox.MeanStatus(t.Context(), shoptest.Clerk, box.Sender.ID, "Enviado", status)
			if shoptest.Must(t, queued, err) != want {
				t.Errorf("%d are processed again, want %d", queued, want)
			}
			box.Work(t)
		}
		mean(order.Shipped, 1)
		says("2, pasa a «Enviado»", of(2, 2, "enviado", nil))
		if got := box.Ends(t, 20); got != "1 shipped 3-0/3/0/0; 2 shipped 3-0/3/0/0; 3 cancelled 3-0/0/0/0 left 6" {
			t.Error(got)
		}
		mean(order.Processing, 2)
		says("4 creado como «Enviado»", of(4, 3, "enviado", shoptest.Object{"date_completed_gmt": "2026-11-10T10:02:00"}))
		mean(order.Cancelled, 3)
		if got := statuses(); got != (inboxStatus{"enviado", order.Cancelled, order.Shipped, 3}) {
			t.Errorf("%+v", got)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// inboxStatus is a shop's own status, by what is known of it.
type inboxStatus struct {
	word          string
	status, guess order.Status
	orders        int64
}

// The words of common plugins are guessed, and what is none is not.
func TestAShopsOwnStatusIsGuessed(t *testing.T) {
	for word, want := range map[string]order.Status{
		"enviado": order.Shipped, "Shipped": order.Shipped, "wc-delivered": order.Delivered,
		"on_the_way": order.Shipped, "En preparación": order.Processing, "partially-shipped": order.Processing,
		"devuelto": order.Returned, "presupuesto": "",
	} {
		if got, _ := order.StatusNamed(word); got != want {
			t.Errorf("%s is %s, want %s", word, got, want)
		}
	}
}
