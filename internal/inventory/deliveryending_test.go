package inventory_test

import (
	"testing"
	"time"

	"estante/internal/channel"
)

// A restored order claims its stock again.
func TestARestoredOrderIsOpenAgain(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.WooCommerce, 10)
		told := func(topic string, body any) string {
			arrival := box.sends(t, topic, body)
			box.work(t)
			return box.verdict(t, arrival.DeliveryID)
		}
		claimed := func(want int64) {
			t.Helper()
			product, err := box.Product(t.Context(), box.product.ID)
			if must(t, product, err).Reserved != want {
				t.Errorf("%d are claimed, want %d", product.Reserved, want)
			}
			clean(t, box.Inventory)
		}
		told("order.created", wooOrder(0, "processing", nil))
		claimed(3)
		if got := told("order.deleted", object{"id": 1}); got != "processed: Procesado: cancelado, la tienda ha eliminado el pedido 1" {
			t.Error(got)
		}
		claimed(0)
		if got := told("order.updated", wooOrder(1, "processing", nil)); got != "ignored: Sin efecto: la tienda ha eliminado o vaciado después el pedido 1" {
			t.Error(got)
		}
		claimed(0)
		if got := told("order.restored", wooOrder(20, "processing", nil)); got != "processed: Procesado: pedido 1 actualizado" {
			t.Error(got)
		}
		claimed(3)
	})
}

// Shops may keep it to themselves that they restored an order: then what they
// change of it later says so.
func TestAnOrderThatIsChangedAfterItsDeletionIsOpenAgain(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.WooCommerce, 10)
		box.sends(t, "order.created", wooOrder(0, "processing", nil))
		box.work(t)
		deletion := box.sends(t, "order.deleted", object{"id": 1})
		box.work(t)
		later := func(after time.Duration) object {
			return object{"date_modified_gmt": s.now().Add(after).Format("2006-01-02T15:04:05")}
		}
		box.sends(t, "order.updated", wooOrder(0, "processing", later(4*time.Minute)))
		box.work(t)
		if got := box.ends(t, 10); got != "1 cancelled 3-0/0/0/0 left 0" {
			t.Errorf("while the clocks may differ: %s", got)
		}
		box.sends(t, "order.updated", wooOrder(0, "processing", later(6*time.Minute)))
		box.work(t)
		if got := box.ends(t, 10); got != "1 processing 3-0/0/0/0 left 0" {
			t.Errorf("later: %s", got)
		}
		if got := box.again(t, deletion.DeliveryID); got != "ignored: Sin efecto: la tienda ha restaurado el pedido 1" {
			t.Error(got)
		}
		clean(t, box.Inventory)
	})
}
