package order_test

import (
	"slices"
	"strings"
	"testing"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inbox"
	"estante/internal/ledger"
	"estante/internal/order"
	"estante/internal/shoptest"
)

// cancelledAndDeleted is an order of three units that its shop cancelled, and whose product
// was deleted since.
func cancelledAndDeleted(t *testing.T, s *shoptest.Office) *shoptest.Inbox {
	t.Helper()
	box := shoptest.OpenInbox(t, s, channel.Standard, 10)
	box.Says(t, shoptest.Order("1", 0, "pending", shoptest.Asked("a", "HER-1", 3)))
	box.Says(t, shoptest.Order("1", 1, "cancelled", shoptest.Asked("a", "HER-1", 3)))
	shoptest.Must(t, 0, box.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, box.Product.ID))
	return box
}

// An order that is open again asks for a product that is there, or says that
// nobody knows it; a deleted one is claimed by nobody.
func TestAReopenedOrderDoesNotClaimADeletedProduct(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := cancelledAndDeleted(t, s)
		if got := box.Says(t, shoptest.Order("1", 2, "processing",
			shoptest.Asked("a", "HER-1", 3))); got != "unmatched: SKU desconocido: HER-1" {
			t.Error(got)
		}
		if kept := box.KeptOrders(t)[0]; kept.Status != order.Processing || kept.Unmatched != 1 ||
			kept.Lines[0].ProductID != 0 || kept.Lines[0].Claimed != 0 {
			t.Errorf("without a product: %+v", kept)
		}
		shoptest.Clean(t, box.Inventory)
		shoptest.Must(t, 0, shoptest.Second(box.Catalogue.RestoreProduct(t.Context(), shoptest.Clerk, box.Product.ID)))
		if got := box.Says(t, shoptest.Order("1", 3, "shipped",
			shoptest.Asked("a", "HER-1", 3))); got != "processed: Procesado: pedido P-1, pasa a «Enviado»" ||
			shoptest.StockOf(t, box.Inventory, box.Product.ID) != 7 {
			t.Error(got)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// Another product that has the SKU by now is what the shop sells.
func TestAReopenedOrderFindsTheProductThatHasItsSKU(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := cancelledAndDeleted(t, s)
		successor, err := box.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(5))
		shoptest.Must(t, successor, err)
		if got := box.Says(t, shoptest.Order("1", 2, "processing",
			shoptest.Asked("a", "HER-1", 3))); got != "processed: Procesado: pedido P-1, pasa a «Procesando»" {
			t.Error(got)
		}
		if kept := box.KeptOrders(t)[0]; kept.Unmatched != 0 || kept.Lines[0].ProductID != successor.ID ||
			kept.Lines[0].Claimed != 3 {
			t.Errorf("it asks for %+v", kept.Lines)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// A user links an unknown SKU by the shop's word for it, not by that of the product that it
// was linked to before.
func TestAReopenedOrderNamesWhatIsDeletedAsItsShopDoes(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		sold := shoptest.Asked("a", "CAM-XL", 3)
		box.Says(t, shoptest.Order("1", 0, "pending", sold))
		shoptest.Must(t, 0, shoptest.Second(box.Inbox.LinkSKU(t.Context(), shoptest.Clerk, box.Sender.ID, "CAM-XL",
			box.Product.ID)))
		box.Says(t, shoptest.Order("1", 1, "cancelled", sold))
		shoptest.Must(t, 0, box.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, box.Product.ID))
		if got := box.Says(t, shoptest.Order("1", 2, "processing", sold)); got != "unmatched: SKU desconocido: CAM-XL" {
			t.Error(got)
		}
		other := box.Newcomer(t, 5)
		link, err := box.Inbox.LinkSKU(t.Context(), shoptest.Clerk, box.Sender.ID, "CAM-XL", other.ID)
		if shoptest.Must(t, link, err).Matched != 1 || box.KeptOrders(t)[0].Lines[0].Claimed != 3 {
			t.Errorf("%d orders are matched", link.Matched)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// A line that was taken out and is put back asks anew for its product.
func TestALinePutBackDoesNotClaimADeletedProduct(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		other := box.Newcomer(t, 5)
		a, b := shoptest.Asked("a", "HER-1", 3), shoptest.Asked("b", "NUEVO-1", 1)
		box.Says(t, shoptest.Order("1", 0, "pending", a, b))
		box.Says(t, shoptest.Order("1", 1, "pending", b))
		shoptest.Must(t, 0, box.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, box.Product.ID))
		if got := box.Says(t, shoptest.Order("1", 2, "pending", b)); got != "processed: Procesado: pedido P-1 actualizado" {
			t.Errorf("while it is out: %s", got)
		}
		if got := box.Says(t, shoptest.Order("1", 3, "pending", a, b)); got != "unmatched: SKU desconocido: HER-1" {
			t.Errorf("put back: %s", got)
		}
		if kept := box.KeptOrders(t)[0]; kept.Lines[0].ProductID != 0 || kept.Lines[0].Claimed != 0 ||
			kept.Lines[1].ProductID != other.ID {
			t.Errorf("it asks for %+v", kept.Lines)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

const deletedWords = "No se puede enviar: hay productos eliminados (HER-1); recupéralos antes"

// Nobody is told that stock lacks of a product that is deleted.
func TestADeletedProductIsNotShipped(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		box.Says(t, shoptest.Order("1", 0, "processing", shoptest.Asked("a", "HER-1", 2), shoptest.Asked("b", "HER-1", 1)))
		box.Deletes(t)
		shipped := order.Shipped
		_, err := box.Orders.UpdateOrder(t.Context(), shoptest.Clerk, 1, order.Change{Status: &shipped})
		if !shoptest.IsKind(err, core.Conflict) || !strings.HasPrefix(err.Error(), deletedWords) {
			t.Errorf("a person ships it: %v", err)
		}
		shoptest.Must(t, 0, shoptest.Second(box.Catalogue.RestoreProduct(t.Context(), shoptest.Clerk, box.Product.ID)))
		shoptest.MoveTo(t, box.Inventory, 1, shipped)
		shoptest.Clean(t, box.Inventory)
	})
}

// What a shop adds of a deleted product to an order that has left waits until
// the product is back.
func TestMoreOfADeletedProductWaitsForIt(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		box.Says(t, shoptest.Order("1", 0, "shipped", shoptest.Asked("a", "HER-1", 3)))
		shoptest.Must(t, 0, box.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, box.Product.ID))
		if got := box.Says(t, shoptest.Order("1", 1, "delivered",
			shoptest.Asked("a", "HER-1", 3))); got != "processed: Procesado: pedido P-1, pasa a «Entregado»" {
			t.Errorf("nothing more leaves: %s", got)
		}
		more := box.Sends(t, "", shoptest.Order("1", 2, "delivered", shoptest.Asked("a", "HER-1", 5)))
		box.Work(t)
		if got := box.Verdict(t, more.DeliveryID); got != "retrying: "+deletedWords {
			t.Error(got)
		}
		shoptest.Must(t, 0, shoptest.Second(box.Catalogue.RestoreProduct(t.Context(), shoptest.Clerk, box.Product.ID)))
		s.Pass(inbox.DeliveryPauses[0] * 2)
		box.Work(t)
		if got := box.Verdict(t, more.DeliveryID); got != "processed: Procesado: pedido P-1, salen 2 unidades" ||
			shoptest.StockOf(t, box.Inventory, box.Product.ID) != 5 {
			t.Error(got)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// An order that is open again claims where its shop's orders are taken from now,
// if nothing is taken from where it was any more.
func TestAReopenedOrderLeavesAClosedLocation(t *testing.T) {
	for name, closed := range map[string]bool{"closed": true, "in use": false} {
		t.Run(name, func(t *testing.T) {
			shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
				box := shoptest.OpenInbox(t, s, channel.Standard, 10)
				north, err := box.Ledger.CreateLocation(t.Context(), shoptest.Clerk, "Norte")
				shoptest.Must(t, north, err)
				from := func(location int64) {
					shoptest.Must(t, 0, shoptest.Second(box.Inbox.UpdateChannel(t.Context(), core.System, box.Sender.ID,
						inbox.ChannelChange{LocationID: &location})))
				}
				from(north.ID)
				box.Says(t, shoptest.Order("1", 0, "pending", shoptest.Asked("a", "HER-1", 3)))
				box.Says(t, shoptest.Order("1", 1, "cancelled", shoptest.Asked("a", "HER-1", 3)))
				from(ledger.MainLocation)
				want, told := north.ID, "La tienda lo ha reabierto"
				if closed {
					shoptest.Must(t, 0, shoptest.Second(box.Ledger.UpdateLocation(t.Context(), shoptest.Clerk, north.ID,
						ledger.LocationChange{Active: shoptest.Ptr(false)})))
					want, told = ledger.MainLocation, told+"; ahora sale de «Principal», porque el almacén de antes está desactivado"
				}
				box.Says(t, shoptest.Order("1", 2, "processing", shoptest.Asked("a", "HER-1", 3)))
				if kept := box.KeptOrders(t)[0]; kept.LocationID != want || kept.Lines[0].LocationID != want ||
					kept.Lines[0].Claimed != 3 {
					t.Errorf("it is taken from %d: %+v", kept.LocationID, kept.Lines)
				}
				kept, err := box.Orders.Order(t.Context(), 1)
				if !slices.ContainsFunc(shoptest.Must(t, kept, err).Events, func(e order.Event) bool { return e.Detail == told }) {
					t.Errorf("its story is %+v", kept.Events)
				}
				shoptest.Clean(t, box.Inventory)
				if !closed {
					return
				}
				if got := box.Says(t, shoptest.Order("1", 3, "shipped",
					shoptest.Asked("a", "HER-1", 3))); got != "processed: Procesado: pedido P-1, pasa a «Enviado»" ||
					shoptest.StockOf(t, box.Inventory, box.Product.ID) != 7 {
					t.Error(got)
				}
				shoptest.Clean(t, box.Inventory)
			})
		})
	}
}
