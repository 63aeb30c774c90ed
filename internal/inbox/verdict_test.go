package inbox_test

import (
	"testing"

	"estante/internal/channel"
	"estante/internal/shoptest"
)

// wooHeld is an order of four units as WooCommerce tells it, of which it holds so many as
// taken.
func wooHeld(minute int, status string, held int, more shoptest.Object) shoptest.Object {
	told := shoptest.Object{
		"total": "20.00", "date_paid_gmt": "2026-11-10T10:00:00", "line_items": []shoptest.Object{{
			"id": 11, "sku": "HER-1", "name": "Taladro", "quantity": 4, "price": 5,
			"meta_data": []shoptest.Object{{"id": 1, "key": "_reduced_stock", "value": held}},
		}},
	}
	for field, value := range more {
		told[field] = value
	}
	return shoptest.WooOrder(minute, status, told)
}

// A verdict says what happened, not that something did.
func TestAVerdictSaysWhatHappened(t *testing.T) {
	refunded := func(totals ...string) shoptest.Object {
		refunds := []shoptest.Object{}
		for i, total := range totals {
			refunds = append(refunds, shoptest.Object{"id": 90 + i, "total": total})
		}
		return shoptest.Object{"refunds": refunds}
	}
	left := func(more shoptest.Object) shoptest.Object {
		more["date_completed_gmt"] = "2026-11-10T10:05:00"
		return more
	}
	for name, told := range map[string][]struct {
		body shoptest.Object
		want string
	}{
		"sent, and given back bit by bit": {
			{wooHeld(0, "processing", 4, nil), "creado"},
			{wooHeld(1, "processing", 3, refunded("-5.00")), "reembolso parcial: 1 unidad queda libre"},
			{wooHeld(5, "completed", 3, left(refunded("-5.00"))), "pasa a «Enviado»"},
			{wooHeld(6, "completed", 2, left(refunded("-5.00", "-5.00"))), "reembolso parcial: 1 unidad vuelve"},
			{wooHeld(7, "completed", 2, left(refunded("-5.00", "-5.00", "-1.50"))), "reembolso parcial de 1,50 EUR, " +
				"sin artículos"},
			{wooHeld(8, "completed", 2, left(refunded("-5.00", "-5.00", "-1.50"))), "actualizado"},
			{
				wooHeld(9, "refunded", 0, left(refunded("-5.00", "-5.00", "-1.50", "-8.50"))),
				"pasa a «Devuelto»; reembolso total: 2 unidades vuelven",
			},
		},
		"told late": {
			{wooHeld(9, "refunded", 4, refunded("-20.00")), "creado como «Devuelto»; reembolso total: 4 unidades no vuelven"},
		},
		"given up": {
			{wooHeld(0, "processing", 4, nil), "creado"},
			{wooHeld(1, "cancelled", 4, nil), "pasa a «Cancelado»"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
				box := shoptest.OpenInbox(t, s, channel.WooCommerce, 10)
				for _, row := range told {
					want := "processed: Procesado: pedido 1, " + row.want
					if row.want[:3] == "cre" || row.want == "actualizado" {
						want = "processed: Procesado: pedido 1 " + row.want
					}
					if got := box.Hears(t, row.body); got != want {
						t.Errorf("%s, want %s", got, want)
					}
				}
				shoptest.Clean(t, box.Inventory)
			})
		})
	}
}

// A shipment of a part, and one that is taken back, are said as what they are.
func TestAVerdictSaysWhatLeft(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Shopify, 10)
		sent := func(minute, left int) shoptest.Object {
			return shoptest.ShopifyOrder(1, 1001, minute, shoptest.Object{
				"fulfillment_status": "partial", "fulfillments": []shoptest.Object{{
					"status": "success", "line_items": []shoptest.Object{{"id": 11, "quantity": left}},
				}},
			})
		}
		for minute, want := range []string{
			"pedido #1001 creado", "pedido #1001, sale 1 unidad", "pedido #1001, envío anulado: 2 unidades vuelven",
		} {
			arrival := box.Sends(t, "orders/updated", sent(minute, []int{1, 2, 0}[minute]))
			box.Work(t)
			if got := box.Verdict(t, arrival.DeliveryID); got != "processed: Procesado: "+want {
				t.Errorf("%s, want %s", got, want)
			}
		}
		shoptest.Clean(t, box.Inventory)
	})
}
