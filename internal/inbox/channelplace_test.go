package inbox_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
)

// sentFrom is an order of four units in shipments of so many units each, from the places that
// they name; one of less than none was taken back.
func sentFrom(id, minute int, state any, parcels ...[2]int) shoptest.Object {
	told, left := []shoptest.Object{}, 0
	for _, parcel := range parcels {
		status, units := "success", parcel[1]
		if units < 0 {
			status, units = "cancelled", -units
		} else {
			left += units
		}
		told = append(told, shoptest.Object{
			"status": status, "location_id": parcel[0], "created_at": "2026-11-10T10:00:30Z",
			"line_items": []shoptest.Object{{"id": 10 + id, "quantity": units}},
		})
	}
	return shoptest.ShopifyOrder(id, 1000+id, minute, shoptest.Object{
		"fulfillment_status": state, "fulfillments": told, "line_items": []shoptest.Object{{
			"id": 10 + id, "sku": "HER-1", "name": "Taladro", "quantity": 4, "price": "5.00", "current_quantity": 4,
			"fulfillable_quantity": 4 - left,
		}},
	})
}

// What left a place of the shop leaves the location that it is linked to, and comes back there
// when its shipment is taken back; of a place that is not linked the verdict says so.
func TestAShopsShipmentLeavesThePlaceItIsLinkedTo(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Shopify, 4)
		north := shoptest.Must1(s.Ledger.CreateLocation(t.Context(), shoptest.Boss, "Norte"))(t)
		shoptest.Must1(s.Ledger.AdjustStock(t.Context(), shoptest.Clerk, box.Product.ID, ledger.Adjustment{
			Type: ledger.AdjustAdd, Quantity: 5, LocationID: north.ID,
		}))(t)
		const asks = ". Ha salido de un lugar de la tienda que no está enlazado con ningún almacén (77): " +
			"se descuenta del almacén del pedido"
		hears := func(want, there string, told shoptest.Object) {
			t.Helper()
			arrival := box.Sends(t, "orders/updated", told)
			box.Work(t)
			if got := box.Verdict(t, arrival.DeliveryID); got != want {
				t.Errorf("%s, want %s", got, want)
			}
			if got := lying(t, s, box.Product.ID, north.ID); got != there {
				t.Errorf("%s lies there, want %s", got, there)
			}
		}
		const done = "processed: Procesado: pedido #1001, "
		hears("processed: Procesado: pedido #1001 creado", "4 and 5", sentFrom(1, 0, nil))
		hears(done+"sale 1 unidad"+asks, "3 and 5", sentFrom(1, 1, "partial", [2]int{77, 1}))
		places := shoptest.Must1(s.Inbox.ChannelPlaces(t.Context(), box.Sender.ID))(t)
		if len(places) != 1 || places[0].Place != "77" || places[0].LocationID != 0 {
			t.Errorf("%+v", places)
		}
		for place, location := range map[string]int64{"78": north.ID, "77": 4711} {
			err := s.Inbox.LinkPlace(t.Context(), shoptest.Clerk, box.Sender.ID, place, location)
			if !shoptest.IsKind(err, core.Invalid) {
				t.Errorf("%s is %d: %v", place, location, err)
			}
		}
		if err := s.Inbox.LinkPlace(t.Context(), shoptest.Clerk, box.Sender.ID, "77", north.ID); err != nil {
			t.Fatal(err)
		}
		hears(done+"salen 2 unidades", "3 and 3", sentFrom(1, 2, "partial", [2]int{77, 1}, [2]int{77, 2}))
		hears(done+"envío anulado: 2 unidades vuelven", "3 and 5", sentFrom(1, 3, "partial", [2]int{77, 1}, [2]int{77, -2}))
		hears(done+"pasa a «Enviado»"+strings.Replace(asks, "77", "78", 1), "2 and 3", sentFrom(1, 4, "fulfilled",
			[2]int{77, 1}, [2]int{77, -2}, [2]int{77, 2}, [2]int{78, 1}))
		if kept := box.KeptOrders(t)[0]; kept.ShippedAt == nil ||
			!kept.ShippedAt.Equal(time.Date(2026, 11, 10, 10, 0, 30, 0, time.UTC)) {
			t.Errorf("it left at %v", kept.ShippedAt)
		}
		hears("retrying: Falta stock de HER-1: falta 1 unidad en «Norte»", "2 and 3",
			sentFrom(2, 5, "fulfilled", [2]int{77, 4}))
		shoptest.Clean(t, box.Inventory)
	})
}

// lying is how much of a product lies in the main location and in another.
func lying(t *testing.T, s *shoptest.Office, product, other int64) string {
	t.Helper()
	var here, there int64
	err := core.Read(t.Context(), s.Db, func(tx inventory.Tx) (err error) {
		if here, err = tx.LocationStockOf(product, ledger.MainLocation); err != nil {
			return err
		}
		there, err = tx.LocationStockOf(product, other)
		return err
	})
	return fmt.Sprintf("%d and %d", shoptest.Must(t, here, err), there)
}
