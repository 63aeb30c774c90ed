package order_test

import (
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/shoptest"
)

// A product that is made after an order names its SKU is known from then on, by
// whatever news of the order comes next.
func TestAnUnknownSKUIsKnownOnceItsProductIs(t *testing.T) {
	for name, learn := range map[string]func(t *testing.T, box *shoptest.Inbox, first int64) string{
		"the same news again": func(t *testing.T, box *shoptest.Inbox, first int64) string { return box.Again(t, first) },
		"old news again": func(t *testing.T, box *shoptest.Inbox, _ int64) string {
			arrival := box.Sends(t, "", shoptest.Order("1", -5, "pending", shoptest.Asked("a", "HER-1", 9)))
			box.Work(t)
			return box.Verdict(t, arrival.DeliveryID)
		},
		"later news": func(t *testing.T, box *shoptest.Inbox, _ int64) string {
			arrival := box.Sends(t, "", shoptest.Order("1", 5, "pending", shoptest.Asked("a", "nuevo-1", 3)))
			box.Work(t)
			return box.Verdict(t, arrival.DeliveryID)
		},
	} {
		t.Run(name, func(t *testing.T) {
			shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
				box := shoptest.OpenInbox(t, s, channel.Standard, 10)
				first := box.Sends(t, "", shoptest.Order("1", 0, "pending", shoptest.Asked("a", "nuevo-1", 3))).DeliveryID
				box.Work(t)
				product := box.Newcomer(t, 10)
				said := learn(t, box, first)
				kept := box.KeptOrders(t)[0]
				if kept.Unmatched != 0 || kept.Lines[0].ProductID != product.ID || kept.Lines[0].SKU != "NUEVO-1" ||
					kept.Lines[0].Claimed != 3 {
					t.Errorf("%s, but the order is %+v", said, kept)
				}
				if got := box.Verdict(t, first); got == "unmatched: SKU desconocido: nuevo-1" {
					t.Errorf("the first news is still %q", got)
				}
				shoptest.Clean(t, box.Inventory)
			})
		})
	}
}

// What was shipped under an unknown SKU leaves the stock once the SKU is known.
func TestWhatLeftUnknownIsCountedOnceKnown(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		told := shoptest.Order("1", 0, "shipped", shoptest.Asked("a", "NUEVO-1", 3), shoptest.Asked("b", "NUEVO-1", 2),
			shoptest.Asked("c", "HER-1", 1))
		told["data"].(shoptest.Object)["refunds"] = []shoptest.Object{{
			"id": "r", "items": []shoptest.Object{{"itemId": "a", "quantity": 1, "restock": "return"}},
		}}
		first := box.Sends(t, "", told).DeliveryID
		box.Work(t)
		product := box.Newcomer(t, 3)
		if got := box.Again(t, first); got != "retrying: Falta stock de NUEVO-1: falta 1 unidad" ||
			shoptest.StockOf(t, box.Inventory, product.ID) != 3 {
			t.Errorf("without stock: %s", got)
		}
		shoptest.Must(t, 0, shoptest.Second(box.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID,
			shoptest.Adjust("add", 2))))
		s.Pass(time.Minute)
		box.Work(t)
		if got := box.Verdict(t, first); got != "processed: Procesado: pedido P-1 actualizado" ||
			shoptest.StockOf(t, box.Inventory, product.ID) != 1 {
			t.Errorf("with stock: %s, %d are left", got, shoptest.StockOf(t, box.Inventory, product.ID))
		}
		box.Again(t, first)
		if stock := shoptest.StockOf(t, box.Inventory, product.ID); stock != 1 {
			t.Errorf("once more: %d are left", stock)
		}
		shoptest.MoveTo(t, box.Inventory, 1, "returned")
		if stock := shoptest.StockOf(t, box.Inventory, product.ID); stock != 5 {
			t.Errorf("returned: %d are left", stock)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// A link counts for what left, too, once the shop's news is read again.
func TestALinkCountsWhatLeftWhenItsNewsIsReadAgain(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		first := box.Sends(t, "", shoptest.Order("1", 0, "shipped", shoptest.Asked("a", "CAM-XL", 3))).DeliveryID
		box.Work(t)
		link, err := box.Inbox.LinkSKU(t.Context(), shoptest.Clerk, box.Sender.ID, "cam-xl", box.Product.ID)
		if shoptest.Must(t, link, err).Matched != 0 {
			t.Errorf("%d orders are matched", link.Matched)
		}
		if got := box.Again(t, first); got != "processed: Procesado: pedido P-1 actualizado" ||
			shoptest.StockOf(t, box.Inventory, box.Product.ID) != 7 {
			t.Errorf("%s, %d are left", got, shoptest.StockOf(t, box.Inventory, box.Product.ID))
		}
		shoptest.Clean(t, box.Inventory)
	})
}
