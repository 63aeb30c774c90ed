package inventory_test

import (
	"testing"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestStockAndItsValueByLocation(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, drill := shop(t, db, 0)
		other := north(t, inv)
		price := ptr(inventory.Cents(1999))
		fields := inventory.ProductFields{SKU: ptr("CAJ-1"), Name: ptr("Caja"), Stock: ptr(int64(4)), Price: &price, Category: &inventory.LabelRef{Name: "Cajas"}}
		box, err := inv.CreateProduct(t.Context(), clerk, fields)
		must(t, box, err)
		entry, err := inv.CreateEntry(t.Context(), clerk, purchase(drill.ID, 10, 300))
		must(t, entry, err)
		transfer, err := inv.CreateTransfer(t.Context(), clerk, inventory.TransferFields{ProductID: drill.ID, FromLocationID: 1, ToLocationID: other.ID, Quantity: 3})
		must(t, transfer, err)
		empty, err := inv.CreateProduct(t.Context(), clerk, inventory.ProductFields{SKU: ptr("NADA"), Name: ptr("Nada")})
		must(t, empty, err)
		for _, row := range []struct {
			name   string
			filter inventory.ValuationFilter
			want   inventory.ValuationTotals
		}{
			{"all", inventory.ValuationFilter{}, inventory.ValuationTotals{Products: 3, Units: 14, CostValue: 3000, SaleValue: 7996, WithoutCost: 1, WithoutPrice: 1}},
			{"with stock", inventory.ValuationFilter{WithStock: true}, inventory.ValuationTotals{Products: 2, Units: 14, CostValue: 3000, SaleValue: 7996, WithoutCost: 1, WithoutPrice: 1}},
			{"north", inventory.ValuationFilter{LocationID: other.ID}, inventory.ValuationTotals{Products: 3, Units: 3, CostValue: 900, WithoutPrice: 1}},
			{"north with stock", inventory.ValuationFilter{LocationID: other.ID, WithStock: true}, inventory.ValuationTotals{Products: 1, Units: 3, CostValue: 900, WithoutPrice: 1}},
			{"a category", inventory.ValuationFilter{Category: inventory.LabelRef{Name: "cajas"}}, inventory.ValuationTotals{Products: 1, Units: 4, SaleValue: 7996, WithoutCost: 1}},
			{"a search", inventory.ValuationFilter{Search: "percutor"}, inventory.ValuationTotals{Products: 1, Units: 10, CostValue: 3000, WithoutPrice: 1}},
		} {
			list, err := inv.ListValuations(t.Context(), row.filter)
			if list = must(t, list, err); list.Totals != row.want || len(list.Rows) != int(row.want.Products) || list.Count.N != len(list.Rows) {
				t.Errorf("%s: %+v and %d rows of %d, want %+v", row.name, list.Totals, len(list.Rows), list.Count.N, row.want)
			}
			var units int64
			var cost inventory.Cents
			for _, v := range list.Rows {
				units, cost = units+v.Stock, cost+v.CostValue()
			}
			if units != row.want.Units || cost != row.want.CostValue {
				t.Errorf("%s: the rows come to %d units and %d cents", row.name, units, cost)
			}
		}
		list, err := inv.ListValuations(t.Context(), inventory.ValuationFilter{LocationID: other.ID, Ordering: "-currentStock"})
		if first := must(t, list, err).Rows[0]; first.Product.ID != drill.ID || len(first.Locations) != 2 || first.Locations[1].Stock != 3 {
			t.Errorf("first %+v", first)
		}
		if _, err := inv.ListValuations(t.Context(), inventory.ValuationFilter{LocationID: 4711}); refusal(err, "location") != "El almacén no existe" {
			t.Errorf("err = %v", err)
		}
		clean(t, inv)
	})
}

// The largest stock at the largest price is beyond 64 bits; the figure stops
// at its limit and is the same whoever adds it up.
func TestAValueBeyondEveryShop(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		price := ptr(inventory.Cents(100_000_000_00))
		fields := inventory.ProductFields{SKU: ptr("ORO"), Name: ptr("Oro"), Stock: ptr(int64(inventory.QuantityMax)), Price: &price}
		gold, err := inv.CreateProduct(t.Context(), clerk, fields)
		must(t, gold, err)
		for _, search := range []string{"", "oro"} {
			list, err := inv.ListValuations(t.Context(), inventory.ValuationFilter{Search: search})
			if got := must(t, list, err).Totals.SaleValue; got != inventory.ValueMax || list.Rows[0].SaleValue() != got {
				t.Errorf("search %q: %d", search, got)
			}
		}
		clean(t, inv)
	})
}
