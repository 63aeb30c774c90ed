package inbox_test

import (
	"strings"
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
			nil)); got != "processed: Procesado: pedido 1, pasa a «Procesando»" {
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

// An order that is thrown away, taken back and thrown away again is gone: the same
// bytes are told twice, and both times they are true. In whatever order they come,
// the same comes of it, and the next restoration brings it back.
func TestAnOrderThrownAwayTwiceIsGone(t *testing.T) {
	gone := message{"order.deleted", shoptest.Object{"id": 1}}
	back := func(minute int) message {
		return message{"order.restored", shoptest.WooOrder(minute, "processing", nil)}
	}
	for name, row := range map[string]struct {
		told []message
		want string
	}{
		"as it happened":      {[]message{gone, back(1), gone}, "1 cancelled 3-0/0/0/0 left 0"},
		"both before":         {[]message{gone, gone, back(1)}, "1 cancelled 3-0/0/0/0 left 0"},
		"the way back first":  {[]message{back(1), gone, gone}, "1 cancelled 3-0/0/0/0 left 0"},
		"and back once more":  {[]message{gone, back(1), gone, back(2)}, "1 processing 3-0/0/0/0 left 0"},
		"back before it went": {[]message{back(1), gone}, "1 processing 3-0/0/0/0 left 0"},
	} {
		t.Run(name, func(t *testing.T) {
			shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
				box := shoptest.OpenInbox(t, s, channel.WooCommerce, 10)
				box.Sends(t, "order.created", shoptest.WooOrder(0, "processing", nil))
				box.Work(t)
				for _, told := range row.told {
					arrival := box.Sends(t, told.topic, told.body)
					box.Work(t)
					if got := box.Verdict(t, arrival.DeliveryID); strings.HasPrefix(got, "duplicate") {
						t.Error(got)
					}
				}
				if got := box.Ends(t, 10); got != row.want {
					t.Errorf("it ends as %q, want %q", got, row.want)
				}
				shoptest.Clean(t, box.Inventory)
			})
		})
	}
}

// Shops tell each turn once and never again: one that was lost does not make all that
// come after it mean the opposite.
func TestATurnThatWasNeverToldIsNoRiddle(t *testing.T) {
	gone := message{"order.deleted", shoptest.Object{"id": 1}}
	back := func(minute int) message {
		return message{"order.restored", shoptest.WooOrder(minute, "processing", nil)}
	}
	for name, row := range map[string]struct {
		told []message
		want string
	}{
		"the first way out":       {[]message{back(1), gone}, "1 cancelled 3-0/0/0/0 left 0"},
		"the way back":            {[]message{gone, gone, back(2)}, "1 processing 3-0/0/0/0 left 0"},
		"the way back, and again": {[]message{gone, gone, back(2), gone}, "1 cancelled 3-0/0/0/0 left 0"},
		"the second way out":      {[]message{gone, back(1), back(2), gone, back(3)}, "1 processing 3-0/0/0/0 left 0"},
	} {
		t.Run(name, func(t *testing.T) {
			shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
				box := shoptest.OpenInbox(t, s, channel.WooCommerce, 10)
				box.Sends(t, "order.created", shoptest.WooOrder(0, "processing", nil))
				box.Work(t)
				for _, told := range row.told {
					s.Pass(24 * time.Hour)
					box.Sends(t, told.topic, told.body)
					box.Work(t)
				}
				if got := box.Ends(t, 10); got != row.want {
					t.Errorf("it ends as %q, want %q", got, row.want)
				}
				shoptest.Clean(t, box.Inventory)
			})
		})
	}
}
