package inbox_test

import (
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/shoptest"
)

// A restored order claims its stock again.
func TestARestoredOrderIsOpenAgain(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.WooCommerce, 10)
		told := func(topic string, body any) string {
			arrival := box.Sends(t, topic, body)
			box.Work(t)
			return box.Verdict(t, arrival.DeliveryID)
		}
		claimed := func(want int64) {
			t.Helper()
			product, err := box.Catalogue.Product(t.Context(), box.Product.ID)
			if shoptest.Must(t, product, err).Reserved != want {
				t.Errorf("%d are claimed, want %d", product.Reserved, want)
			}
			shoptest.Clean(t, box.Inventory)
		}
		told("order.created", shoptest.WooOrder(0, "processing", nil))
		claimed(3)
		if got := told("order.deleted", shoptest.Object{
			"id": 1,
		}); got != "processed: Procesado: cancelado, la tienda ha eliminado el pedido 1" {
			t.Error(got)
		}
		claimed(0)
		if got := told("order.updated", shoptest.WooOrder(1, "processing",
			nil)); got != "ignored: Sin efecto: la tienda ha eliminado o vaciado después el pedido 1" {
			t.Error(got)
		}
		claimed(0)
		if got := told("order.restored", shoptest.WooOrder(20, "processing",
			nil)); got != "processed: Procesado: pedido 1 actualizado" {
			t.Error(got)
		}
		claimed(3)
	})
}

// Shops may keep it to themselves that they restored an order: then what they
// change of it later says so.
func TestAnOrderThatIsChangedAfterItsDeletionIsOpenAgain(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.WooCommerce, 10)
		box.Sends(t, "order.created", shoptest.WooOrder(0, "processing", nil))
		box.Work(t)
		deletion := box.Sends(t, "order.deleted", shoptest.Object{"id": 1})
		box.Work(t)
		later := func(after time.Duration) shoptest.Object {
			return shoptest.Object{"date_modified_gmt": s.Now().Add(after).Format("2006-01-02T15:04:05")}
		}
		box.Sends(t, "order.updated", shoptest.WooOrder(0, "processing", later(4*time.Minute)))
		box.Work(t)
		if got := box.Ends(t, 10); got != "1 cancelled 3-0/0/0/0 left 0" {
			t.Errorf("while the clocks may differ: %s", got)
		}
		box.Sends(t, "order.updated", shoptest.WooOrder(0, "processing", later(6*time.Minute)))
		box.Work(t)
		if got := box.Ends(t, 10); got != "1 processing 3-0/0/0/0 left 0" {
			t.Errorf("later: %s", got)
		}
		if got := box.Again(t, deletion.DeliveryID); got != "ignored: Sin efecto: la tienda ha restaurado el pedido 1" {
			t.Error(got)
		}
		shoptest.Clean(t, box.Inventory)
	})
}
