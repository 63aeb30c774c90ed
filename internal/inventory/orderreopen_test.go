package inventory_test

import (
	"slices"
	"strings"
	"testing"

	"estante/internal/channel"
	"estante/internal/inventory"
)

// cancelledAndDeleted is an order of three units that its shop cancelled, and whose product
// was deleted since.
func cancelledAndDeleted(t *testing.T, s *office) *inbox {
	t.Helper()
	box := openInbox(t, s, channel.Standard, 10)
	box.says(t, order("1", 0, "pending", asked("a", "HER-1", 3)))
	box.says(t, order("1", 1, "cancelled", asked("a", "HER-1", 3)))
	must(t, 0, box.DeleteProduct(t.Context(), clerk, box.product.ID))
	return box
}

// An order that is open again asks for a product that is there, or says that
// nobody knows it; a deleted one is claimed by nobody.
func TestAReopenedOrderDoesNotClaimADeletedProduct(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := cancelledAndDeleted(t, s)
		if got := box.says(t, order("1", 2, "processing", asked("a", "HER-1", 3))); got != "unmatched: SKU desconocido: HER-1" {
			t.Error(got)
		}
		if kept := box.orders(t)[0]; kept.Status != inventory.OrderProcessing || kept.Unmatched != 1 || kept.Lines[0].ProductID != 0 || kept.Lines[0].Claimed != 0 {
			t.Errorf("without a product: %+v", kept)
		}
		clean(t, box.Inventory)
		must(t, 0, second(box.RestoreProduct(t.Context(), clerk, box.product.ID)))
		if got := box.says(t, order("1", 3, "shipped", asked("a", "HER-1", 3))); got != "processed: Procesado: pedido P-1 actualizado" || stockOf(t, box.Inventory, box.product.ID) != 7 {
			t.Error(got)
		}
		clean(t, box.Inventory)
	})
}

// Another product that has the SKU by now is what the shop sells.
func TestAReopenedOrderFindsTheProductThatHasItsSKU(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := cancelledAndDeleted(t, s)
		successor, err := box.CreateProduct(t.Context(), clerk, drill(5))
		must(t, successor, err)
		if got := box.says(t, order("1", 2, "processing", asked("a", "HER-1", 3))); got != "processed: Procesado: pedido P-1 actualizado" {
			t.Error(got)
		}
		if kept := box.orders(t)[0]; kept.Unmatched != 0 || kept.Lines[0].ProductID != successor.ID || kept.Lines[0].Claimed != 3 {
			t.Errorf("it asks for %+v", kept.Lines)
		}
		clean(t, box.Inventory)
	})
}

// Whoever links an unknown SKU uses the shop's word for it, not the one of the
// product that it was linked to before.
func TestAReopenedOrderNamesWhatIsDeletedAsItsShopDoes(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		sold := asked("a", "CAM-XL", 3)
		box.says(t, order("1", 0, "pending", sold))
		must(t, 0, second(box.LinkSKU(t.Context(), clerk, box.sender.ID, "CAM-XL", box.product.ID)))
		box.says(t, order("1", 1, "cancelled", sold))
		must(t, 0, box.DeleteProduct(t.Context(), clerk, box.product.ID))
		if got := box.says(t, order("1", 2, "processing", sold)); got != "unmatched: SKU desconocido: CAM-XL" {
			t.Error(got)
		}
		other := box.newcomer(t, 5)
		link, err := box.LinkSKU(t.Context(), clerk, box.sender.ID, "CAM-XL", other.ID)
		if must(t, link, err).Matched != 1 || box.orders(t)[0].Lines[0].Claimed != 3 {
			t.Errorf("%d orders are matched", link.Matched)
		}
		clean(t, box.Inventory)
	})
}

// A line that was taken out and is put back asks anew for its product.
func TestALinePutBackDoesNotClaimADeletedProduct(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		other := box.newcomer(t, 5)
		a, b := asked("a", "HER-1", 3), asked("b", "NUEVO-1", 1)
		box.says(t, order("1", 0, "pending", a, b))
		box.says(t, order("1", 1, "pending", b))
		must(t, 0, box.DeleteProduct(t.Context(), clerk, box.product.ID))
		if got := box.says(t, order("1", 2, "pending", b)); got != "processed: Procesado: pedido P-1 actualizado" {
			t.Errorf("while it is out: %s", got)
		}
		if got := box.says(t, order("1", 3, "pending", a, b)); got != "unmatched: SKU desconocido: HER-1" {
			t.Errorf("put back: %s", got)
		}
		if kept := box.orders(t)[0]; kept.Lines[0].ProductID != 0 || kept.Lines[0].Claimed != 0 || kept.Lines[1].ProductID != other.ID {
			t.Errorf("it asks for %+v", kept.Lines)
		}
		clean(t, box.Inventory)
	})
}

// deletes deletes a product although orders ask for it, as could happen before
// orders that were opened again looked for their products.
func (b *inbox) deletes(t *testing.T) {
	t.Helper()
	must(t, 0, b.db.Write(t.Context(), func(tx inventory.Tx) error {
		before, err := tx.LockProduct(b.product.ID)
		if err != nil {
			return err
		}
		after, now := before, tx.Now()
		after.DeletedAt, after.Version = &now, before.Version+1
		return tx.UpdateProduct(before, after)
	}))
}

const deletedWords = "No se puede enviar: hay productos eliminados (HER-1); recupéralos antes"

// Nobody is told that stock lacks of a product that is deleted.
func TestADeletedProductIsNotShipped(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		box.says(t, order("1", 0, "processing", asked("a", "HER-1", 2), asked("b", "HER-1", 1)))
		box.deletes(t)
		shipped := inventory.OrderShipped
		_, err := box.UpdateOrder(t.Context(), clerk, 1, inventory.OrderChange{Status: &shipped})
		if !isKind(err, inventory.Conflict) || !strings.HasPrefix(err.Error(), deletedWords) {
			t.Errorf("a person ships it: %v", err)
		}
		must(t, 0, second(box.RestoreProduct(t.Context(), clerk, box.product.ID)))
		moveTo(t, box.Inventory, 1, shipped)
		clean(t, box.Inventory)
	})
}

// What a shop adds of a deleted product to an order that has left waits until
// the product is back.
func TestMoreOfADeletedProductWaitsForIt(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		box.says(t, order("1", 0, "shipped", asked("a", "HER-1", 3)))
		must(t, 0, box.DeleteProduct(t.Context(), clerk, box.product.ID))
		if got := box.says(t, order("1", 1, "delivered", asked("a", "HER-1", 3))); got != "processed: Procesado: pedido P-1 actualizado" {
			t.Errorf("nothing more leaves: %s", got)
		}
		more := box.sends(t, "", order("1", 2, "delivered", asked("a", "HER-1", 5)))
		box.work(t)
		if got := box.verdict(t, more.DeliveryID); got != "retrying: "+deletedWords {
			t.Error(got)
		}
		must(t, 0, second(box.RestoreProduct(t.Context(), clerk, box.product.ID)))
		s.pass(inventory.DeliveryPauses[0] * 2)
		box.work(t)
		if got := box.verdict(t, more.DeliveryID); got != "processed: Procesado: pedido P-1 actualizado" || stockOf(t, box.Inventory, box.product.ID) != 5 {
			t.Error(got)
		}
		clean(t, box.Inventory)
	})
}

// An order that is open again claims where its shop's orders are taken from now,
// if nothing is taken from where it was any more.
func TestAReopenedOrderLeavesAClosedLocation(t *testing.T) {
	for name, closed := range map[string]bool{"closed": true, "in use": false} {
		t.Run(name, func(t *testing.T) {
			eachOffice(t, func(t *testing.T, s *office) {
				box := openInbox(t, s, channel.Standard, 10)
				north, err := box.CreateLocation(t.Context(), clerk, "Norte")
				must(t, north, err)
				from := func(location int64) {
					must(t, 0, second(box.UpdateChannel(t.Context(), inventory.System, box.sender.ID, inventory.ChannelChange{LocationID: &location})))
				}
				from(north.ID)
				box.says(t, order("1", 0, "pending", asked("a", "HER-1", 3)))
				box.says(t, order("1", 1, "cancelled", asked("a", "HER-1", 3)))
				from(inventory.MainLocation)
				want, told := north.ID, "La tienda lo ha reabierto"
				if closed {
					must(t, 0, second(box.UpdateLocation(t.Context(), clerk, north.ID, inventory.LocationChange{Active: ptr(false)})))
					want, told = inventory.MainLocation, told+"; ahora sale de «Principal», porque el almacén de antes está desactivado"
				}
				box.says(t, order("1", 2, "processing", asked("a", "HER-1", 3)))
				if kept := box.orders(t)[0]; kept.LocationID != want || kept.Lines[0].LocationID != want || kept.Lines[0].Claimed != 3 {
					t.Errorf("it is taken from %d: %+v", kept.LocationID, kept.Lines)
				}
				kept, err := box.Order(t.Context(), 1)
				if !slices.ContainsFunc(must(t, kept, err).Events, func(e inventory.OrderEvent) bool { return e.Detail == told }) {
					t.Errorf("its story is %+v", kept.Events)
				}
				clean(t, box.Inventory)
				if !closed {
					return
				}
				if got := box.says(t, order("1", 3, "shipped", asked("a", "HER-1", 3))); got != "processed: Procesado: pedido P-1 actualizado" || stockOf(t, box.Inventory, box.product.ID) != 7 {
					t.Error(got)
				}
				clean(t, box.Inventory)
			})
		})
	}
}
