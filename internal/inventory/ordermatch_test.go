package inventory_test

import (
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/inventory"
)

// newcomer is a product that comes after orders of it did.
func (b *inbox) newcomer(t *testing.T, stock int64) inventory.Product {
	t.Helper()
	fields := drill(stock)
	fields.SKU, fields.Name = ptr("NUEVO-1"), ptr("Sierra")
	product, err := b.CreateProduct(t.Context(), clerk, fields)
	return must(t, product, err)
}

func (b *inbox) again(t *testing.T, id int64) string {
	t.Helper()
	must(t, 0, second(b.ReprocessDelivery(t.Context(), id)))
	b.work(t)
	return b.verdict(t, id)
}

// A product that is made after an order names its SKU is known from then on, by
// whatever news of the order comes next.
func TestAnUnknownSKUIsKnownOnceItsProductIs(t *testing.T) {
	for name, learn := range map[string]func(t *testing.T, box *inbox, first int64) string{
		"the same news again": func(t *testing.T, box *inbox, first int64) string { return box.again(t, first) },
		"old news again": func(t *testing.T, box *inbox, _ int64) string {
			arrival := box.sends(t, "", order("1", -5, "pending", asked("a", "HER-1", 9)))
			box.work(t)
			return box.verdict(t, arrival.DeliveryID)
		},
		"later news": func(t *testing.T, box *inbox, _ int64) string {
			arrival := box.sends(t, "", order("1", 5, "pending", asked("a", "nuevo-1", 3)))
			box.work(t)
			return box.verdict(t, arrival.DeliveryID)
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachOffice(t, func(t *testing.T, s *office) {
				box := openInbox(t, s, channel.Standard, 10)
				first := box.sends(t, "", order("1", 0, "pending", asked("a", "nuevo-1", 3))).DeliveryID
				box.work(t)
				product := box.newcomer(t, 10)
				said := learn(t, box, first)
				kept := box.orders(t)[0]
				if kept.Unmatched != 0 || kept.Lines[0].ProductID != product.ID || kept.Lines[0].SKU != "NUEVO-1" || kept.Lines[0].Claimed != 3 {
					t.Errorf("%s, but the order is %+v", said, kept)
				}
				if got := box.verdict(t, first); got == "unmatched: SKU desconocido: nuevo-1" {
					t.Errorf("the first news is still %q", got)
				}
				clean(t, box.Inventory)
			})
		})
	}
}

// What left while nobody knew what it was leaves the stock when somebody does.
func TestWhatLeftUnknownIsCountedOnceKnown(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		told := order("1", 0, "shipped", asked("a", "NUEVO-1", 3), asked("b", "NUEVO-1", 2), asked("c", "HER-1", 1))
		told["data"].(object)["refunds"] = []object{{"id": "r", "items": []object{{"itemId": "a", "quantity": 1, "restock": "return"}}}}
		first := box.sends(t, "", told).DeliveryID
		box.work(t)
		product := box.newcomer(t, 3)
		if got := box.again(t, first); got != "retrying: Falta stock de NUEVO-1: falta 1 unidad" || stockOf(t, box.Inventory, product.ID) != 3 {
			t.Errorf("without stock: %s", got)
		}
		must(t, 0, second(box.AdjustStock(t.Context(), clerk, product.ID, adjust("add", 2))))
		s.pass(time.Minute)
		box.work(t)
		if got := box.verdict(t, first); got != "processed: Procesado: pedido P-1 actualizado" || stockOf(t, box.Inventory, product.ID) != 1 {
			t.Errorf("with stock: %s, %d are left", got, stockOf(t, box.Inventory, product.ID))
		}
		box.again(t, first)
		if stock := stockOf(t, box.Inventory, product.ID); stock != 1 {
			t.Errorf("once more: %d are left", stock)
		}
		moveTo(t, box.Inventory, 1, "returned")
		if stock := stockOf(t, box.Inventory, product.ID); stock != 5 {
			t.Errorf("returned: %d are left", stock)
		}
		clean(t, box.Inventory)
	})
}

// A link counts for what left, too, once the shop's news is read again.
func TestALinkCountsWhatLeftWhenItsNewsIsReadAgain(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		first := box.sends(t, "", order("1", 0, "shipped", asked("a", "CAM-XL", 3))).DeliveryID
		box.work(t)
		link, err := box.LinkSKU(t.Context(), clerk, box.sender.ID, "cam-xl", box.product.ID)
		if must(t, link, err).Matched != 0 {
			t.Errorf("%d orders are matched", link.Matched)
		}
		if got := box.again(t, first); got != "processed: Procesado: pedido P-1 actualizado" || stockOf(t, box.Inventory, box.product.ID) != 7 {
			t.Errorf("%s, %d are left", got, stockOf(t, box.Inventory, box.product.ID))
		}
		clean(t, box.Inventory)
	})
}
