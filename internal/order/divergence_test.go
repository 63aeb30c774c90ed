package order_test

import (
	"testing"

	"estante/internal/channel"
	"estante/internal/order"
	"estante/internal/shoptest"
)

// What a shop did and this house cannot do after it is left to a user, who is notified;
// everything else of the news is written.
func TestWhatCannotBeFollowedIsSaid(t *testing.T) {
	three := shoptest.Asked("a", "HER-1", 3)
	for name, row := range map[string]struct {
		before func(t *testing.T, box *shoptest.Inbox)
		news   shoptest.Object
		want   string
		stock  int64
	}{
		"shipped, and cancelled here": {
			func(t *testing.T, box *shoptest.Inbox) {
				shoptest.MoveTo(t, box.Inventory, 1, "cancelled")
			}, shoptest.Order("1", 5, "shipped", three),
			"failed: La tienda ha enviado el pedido P-1, que aquí está en estado «Cancelado». Descuenta a mano del stock: 3 " +
				"unidades", 10,
		},
		"paid, and cancelled here": {
			func(t *testing.T, box *shoptest.Inbox) {
				shoptest.MoveTo(t, box.Inventory, 1, "cancelled")
			}, shoptest.Order("1", 5, "processing", three),
			"processed: Procesado: pedido P-1 actualizado; sigue cancelado, porque se canceló aquí", 10,
		},
		"shipped, and given up in part here": {
			func(t *testing.T, box *shoptest.Inbox) {
				kept, err := box.Orders.Order(t.Context(), 1)
				refund := order.Refund{
					Key: "mano", Lines: []order.RefundLine{{
						LineID: shoptest.Must(t, kept, err).Lines[0].ID, Quantity: 1, Restock: "cancel",
					}},
				}
				shoptest.Must(t, 0, shoptest.Second(box.Orders.RefundOrder(t.Context(), shoptest.Clerk, 1, refund)))
			}, shoptest.Order("1", 5, "shipped", three),
			"failed: La tienda ha enviado entero el pedido P-1, del que aquí se había cancelado una parte. Descuenta a mano " +
				"del stock: 1 unidad", 8,
		},
		"cancelled, and shipped here": {
			func(t *testing.T, box *shoptest.Inbox) {
				shoptest.MoveTo(t, box.Inventory, 1, "processing", "shipped")
			}, shoptest.Order("1", 5, "cancelled", three),
			"failed: La tienda ha cancelado el pedido P-1, que aquí está en estado «Enviado». Si la mercancía vuelve, " +
				"cámbialo a «Devuelto»", 7,
		},
		"behind what was done here": {
			func(t *testing.T, box *shoptest.Inbox) {
				shoptest.MoveTo(t, box.Inventory, 1, "processing", "shipped", "delivered")
			}, shoptest.Order("1", 5, "processing", three),
			"processed: Procesado: pedido P-1 actualizado", 7,
		},
		"with more in it, and shipped here": {
			func(t *testing.T, box *shoptest.Inbox) {
				shoptest.MoveTo(t, box.Inventory, 1, "processing", "shipped")
			}, shoptest.Order("1", 5, "processing", three, shoptest.Asked("b", "HER-1", 2)),
			"processed: Procesado: pedido P-1, ahora pide 5 unidades", 7,
		},
	} {
		t.Run(name, func(t *testing.T) {
			shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
				box := shoptest.OpenInbox(t, s, channel.Standard, 10)
				box.Says(t, shoptest.Order("1", 0, "pending", three))
				row.before(t, box)
				if got := box.Says(t, row.news); got != row.want {
					t.Error(got)
				}
				if got := shoptest.StockOf(t, box.Inventory, box.Product.ID); got != row.stock {
					t.Errorf("%d are left", got)
				}
				shoptest.Clean(t, box.Inventory)
			})
		})
	}
}

// What the shop adds to an order that has left leaves with it, once.
func TestWhatIsAddedAfterShippingLeavesToo(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		box.Says(t, shoptest.Order("1", 0, "shipped", shoptest.Asked("a", "HER-1", 3)))
		if got := box.Says(t, shoptest.Order("1", 1, "shipped", shoptest.Asked("a", "HER-1", 4),
			shoptest.Asked("b", "HER-1", 20))); got != "retrying: Falta stock de HER-1: faltan 14 unidades" {
			t.Error(got)
		}
		if got := box.Says(t, shoptest.Order("1", 2, "shipped", shoptest.Asked("a", "HER-1", 4),
			shoptest.Asked("b", "HER-1",
				2))); got != "processed: Procesado: pedido P-1, salen 3 unidades; ahora pide 6 unidades" {
			t.Error(got)
		}
		box.Says(t, shoptest.Order("1", 3, "delivered", shoptest.Asked("a", "HER-1", 4), shoptest.Asked("b", "HER-1", 2)))
		kept, err := box.Orders.Order(t.Context(), 1)
		shoptest.Must(t, kept, err)
		if kept.Units != 6 || len(kept.Lines) != 2 || kept.Lines[0].Shipped != 4 || kept.Lines[1].Shipped != 2 ||
			shoptest.StockOf(t, box.Inventory, box.Product.ID) != 4 {
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
		shoptest.Clean(t, box.Inventory)
		shoptest.MoveTo(t, box.Inventory, 1, "returned")
		if got := shoptest.StockOf(t, box.Inventory, box.Product.ID); got != 10 {
			t.Errorf("returned: %d are left", got)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// A shop that takes back that goods came back is told that they are not taken
// out again here; what people brought back is theirs to know.
func TestWhatIsShippedAgainAfterItCameBackIsSaid(t *testing.T) {
	completed := shoptest.Object{"date_completed_gmt": "2026-11-10T10:01:00"}
	const said = "processed: Procesado: pedido 1 actualizado"
	const again = "failed: La tienda vuelve a dar por enviado el pedido 1, que aquí está en estado «Devuelto». " +
		"Descuenta a mano del stock: 3 unidades"
	for name, row := range map[string]struct {
		before func(t *testing.T, box *shoptest.Inbox)
		news   shoptest.Object
		want   string
	}{
		"cancelled by the shop": {func(t *testing.T, box *shoptest.Inbox) {
			box.Hears(t, shoptest.WooOrder(2, "cancelled", completed))
		}, shoptest.WooOrder(3, "completed", completed), again},
		"refunded by the shop": {func(t *testing.T, box *shoptest.Inbox) {
			box.Hears(t, shoptest.WooOrder(2, "refunded", completed))
		}, shoptest.WooOrder(3, "completed", completed), again},
		"refunded and still so": {func(t *testing.T, box *shoptest.Inbox) {
			box.Hears(t, shoptest.WooOrder(2, "refunded", completed))
		}, shoptest.WooOrder(3, "refunded", completed), said},
		"returned by a person": {func(t *testing.T, box *shoptest.Inbox) {
			shoptest.MoveTo(t, box.Inventory, 1, "returned")
		}, shoptest.WooOrder(3, "completed", completed), said},
	} {
		t.Run(name, func(t *testing.T) {
			shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
				box := shoptest.OpenInbox(t, s, channel.WooCommerce, 10)
				box.Hears(t, shoptest.WooOrder(1, "completed", completed))
				row.before(t, box)
				for _, note := range []string{"", "Otra vez"} {
					row.news["customer_note"] = note // The same words twice would be a duplicate.
					if got := box.Hears(t, row.news); got != row.want {
						t.Error(got)
					}
				}
				if got := shoptest.StockOf(t, box.Inventory, box.Product.ID); got != 10 {
					t.Errorf("%d are there", got)
				}
				shoptest.Clean(t, box.Inventory)
			})
		})
	}
}

// A standard shop lists its refunds with every news: one that is gone was taken
// back, and what it says of a part counts for that part.
func TestARefundThatIsTakenBackIsSaid(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		told := func(minute int, status string, refunds ...shoptest.Object) shoptest.Object {
			news := shoptest.Order("1", minute, status, shoptest.Asked("a", "HER-1", 3))
			news["data"].(shoptest.Object)["refunds"] = refunds
			return news
		}
		refund := func(id string, quantity int, restock string) shoptest.Object {
			return shoptest.Object{
				"id": id, "items": []shoptest.Object{{"itemId": "a", "quantity": quantity, "restock": restock}},
			}
		}
		given, one, two := refund("c", 1, "cancel"), refund("r1", 1, "return"), refund("r2", 1, "return")
		box.Says(t, told(0, "shipped", given, one, two))
		if got := box.Ends(t, 10); got != "P-1 returned 3-1/2/2/0 left 0" {
			t.Fatal(got)
		}
		for _, row := range []struct {
			news shoptest.Object
			want string
		}{
			{told(1, "delivered", given, one, two), "processed: Procesado: pedido P-1 actualizado"},
			{told(2, "returned", given), "processed: Procesado: pedido P-1 actualizado"},
			{told(3, "delivered", given, one), "failed: La tienda vuelve a dar por enviado el pedido P-1, que aquí está en " +
				"estado «Devuelto». Descuenta a mano del stock: 1 unidad"},
			{told(4, "delivered", given), "failed: La tienda vuelve a dar por enviado el pedido P-1, que aquí está en estado " +
				"«Devuelto». Descuenta a mano del stock: 2 unidades"},
		} {
			if got := box.Says(t, row.news); got != row.want {
				t.Error(got)
			}
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// Shopify tells refunds on their own, too, and takes none back: news that does
// not know of one is merely late.
func TestNewsThatARefundOvertookIsNoShipmentAnew(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Shopify, 10)
		box.Sends(t, "orders/create", shoptest.ShopifyOrder(1, 1001, 0, shoptest.Object{"fulfillment_status": "fulfilled"}))
		box.Work(t)
		box.Sends(t, "refunds/create", shoptest.ShopifyRefund(7, "return", 3))
		box.Work(t)
		late := box.Sends(t, "orders/updated",
			shoptest.ShopifyOrder(1, 1001, 1, shoptest.Object{"fulfillment_status": "fulfilled"}))
		box.Work(t)
		if got := box.Verdict(t, late.DeliveryID); got != "processed: Procesado: pedido #1001 actualizado" {
			t.Error(got)
		}
		if got := box.Ends(t, 10); got != "#1001 returned 3-0/3/3/0 left 0" {
			t.Error(got)
		}
	})
}
