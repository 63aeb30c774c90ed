package inventory_test

import (
	"testing"

	"estante/internal/channel"
	"estante/internal/inventory"
)

// says sends news and returns what came of it.
func (b *inbox) says(t *testing.T, body object) string {
	t.Helper()
	arrival := b.sends(t, "", body)
	b.work(t)
	return b.verdict(t, arrival.DeliveryID)
}

// What a shop did and this house cannot do after it is left to a person, who is
// told so; everything else of the news is written.
func TestWhatCannotBeFollowedIsSaid(t *testing.T) {
	three := asked("a", "HER-1", 3)
	for name, row := range map[string]struct {
		before func(t *testing.T, box *inbox)
		news   object
		want   string
		stock  int64
	}{
		"shipped, and cancelled here": {
			func(t *testing.T, box *inbox) { moveTo(t, box.Inventory, 1, "cancelled") }, order("1", 5, "shipped", three),
			"failed: La tienda ha enviado el pedido P-1, que aquí está en estado «Cancelado». Descuenta a mano del stock: 3 unidades", 10,
		},
		"paid, and cancelled here": {
			func(t *testing.T, box *inbox) { moveTo(t, box.Inventory, 1, "cancelled") }, order("1", 5, "processing", three),
			"processed: Procesado: pedido P-1 actualizado; sigue cancelado, porque se canceló aquí", 10,
		},
		"shipped, and given up in part here": {
			func(t *testing.T, box *inbox) {
				kept, err := box.Order(t.Context(), 1)
				refund := inventory.Refund{Key: "mano", Lines: []inventory.RefundLine{{LineID: must(t, kept, err).Lines[0].ID, Quantity: 1, Restock: "cancel"}}}
				must(t, 0, second(box.RefundOrder(t.Context(), clerk, 1, refund)))
			}, order("1", 5, "shipped", three),
			"failed: La tienda ha enviado entero el pedido P-1, del que aquí se había cancelado una parte. Descuenta a mano del stock: 1 unidad", 8,
		},
		"cancelled, and shipped here": {
			func(t *testing.T, box *inbox) { moveTo(t, box.Inventory, 1, "processing", "shipped") }, order("1", 5, "cancelled", three),
			"failed: La tienda ha cancelado el pedido P-1, que aquí está en estado «Enviado». Si la mercancía vuelve, cámbialo a «Devuelto»", 7,
		},
		"behind what was done here": {
			func(t *testing.T, box *inbox) { moveTo(t, box.Inventory, 1, "processing", "shipped", "delivered") }, order("1", 5, "processing", three),
			"processed: Procesado: pedido P-1 actualizado", 7,
		},
		"with more in it, and shipped here": {
			func(t *testing.T, box *inbox) { moveTo(t, box.Inventory, 1, "processing", "shipped") }, order("1", 5, "processing", three, asked("b", "HER-1", 2)),
			"failed: La tienda ha añadido artículos al pedido P-1, que aquí está en estado «Enviado». No se reservan; saldrán del stock cuando la tienda los envíe: 2 unidades", 7,
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachOffice(t, func(t *testing.T, s *office) {
				box := openInbox(t, s, channel.Standard, 10)
				box.says(t, order("1", 0, "pending", three))
				row.before(t, box)
				if got := box.says(t, row.news); got != row.want {
					t.Error(got)
				}
				if got := stockOf(t, box.Inventory, box.product.ID); got != row.stock {
					t.Errorf("%d are left", got)
				}
				clean(t, box.Inventory)
			})
		})
	}
}

// What the shop adds to an order that has left leaves with it, once.
func TestWhatIsAddedAfterShippingLeavesToo(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		box.says(t, order("1", 0, "shipped", asked("a", "HER-1", 3)))
		if got := box.says(t, order("1", 1, "shipped", asked("a", "HER-1", 4), asked("b", "HER-1", 20))); got != "retrying: Falta stock de HER-1: faltan 14 unidades" {
			t.Error(got)
		}
		if got := box.says(t, order("1", 2, "shipped", asked("a", "HER-1", 4), asked("b", "HER-1", 2))); got != "processed: Procesado: pedido P-1 actualizado" {
			t.Error(got)
		}
		box.says(t, order("1", 3, "delivered", asked("a", "HER-1", 4), asked("b", "HER-1", 2)))
		kept, err := box.Order(t.Context(), 1)
		must(t, kept, err)
		if kept.Units != 6 || len(kept.Lines) != 2 || kept.Lines[0].Shipped != 4 || kept.Lines[1].Shipped != 2 || stockOf(t, box.Inventory, box.product.ID) != 4 {
			t.Errorf("it ends as %+v", kept)
		}
		var left int64
		for _, effect := range kept.Effects {
			if effect.Transition == "ship" {
				left -= effect.Quantity
			}
		}
		if left != 6 {
			t.Errorf("%d left by shipping: %+v", left, kept.Effects)
		}
		clean(t, box.Inventory)
		moveTo(t, box.Inventory, 1, "returned")
		if got := stockOf(t, box.Inventory, box.product.ID); got != 10 {
			t.Errorf("returned: %d are left", got)
		}
		clean(t, box.Inventory)
	})
}
