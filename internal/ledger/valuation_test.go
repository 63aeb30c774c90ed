package ledger_test

import (
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestStockAndItsValueByLocation(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, drill := shoptest.Shop(t, db, 0)
		other := shoptest.North(t, inv)
		price := shoptest.Ptr(core.Cents(1999))
		fields := catalogue.ProductFields{
			SKU: shoptest.Ptr("CAJ-1"), Name: shoptest.Ptr("Caja"), Stock: shoptest.Ptr(int64(4)), Price: &price,
			Category: &catalogue.LabelRef{Name: "Cajas"},
		}
		box, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, fields)
		shoptest.Must(t, box, err)
		entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, shoptest.Purchase(drill.ID, 10, 300))
		shoptest.Must(t, entry, err)
		transfer, err := inv.Ledger.CreateTransfer(t.Context(), shoptest.Clerk, ledger.TransferFields{
			ProductID: drill.ID, FromLocationID: 1, ToLocationID: other.ID, Quantity: 3,
		})
		shoptest.Must(t, transfer, err)
		empty, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
			SKU: shoptest.Ptr("NADA"), Name: shoptest.Ptr("Nada"),
		})
		shoptest.Must(t, empty, err)
		for _, row := range []struct {
			name   string
			filter ledger.ValuationFilter
			want   ledger.ValuationTotals
		}{
			{"all", ledger.ValuationFilter{}, ledger.ValuationTotals{
				Products: 3, Units: 14, CostValue: 3000, SaleValue: 7996, WithoutCost: 1, WithoutPrice: 1,
			}},
			{"with stock", ledger.ValuationFilter{WithStock: true}, ledger.ValuationTotals{
				Products: 2, Units: 14, CostValue: 3000, SaleValue: 7996, WithoutCost: 1, WithoutPrice: 1,
			}},
			{"north", ledger.ValuationFilter{LocationID: other.ID}, ledger.ValuationTotals{
				Products: 3, Units: 3, CostValue: 900, WithoutPrice: 1,
			}},
			{"north with stock", ledger.ValuationFilter{LocationID: other.ID, WithStock: true}, ledger.ValuationTotals{
				Products: 1, Units: 3, CostValue: 900, WithoutPrice: 1,
			}},
			{"a category", ledger.ValuationFilter{Category: catalogue.LabelRef{Name: "cajas"}}, ledger.ValuationTotals{
				Products: 1, Units: 4, SaleValue: 7996, WithoutCost: 1,
			}},
			{"a search", ledger.ValuationFilter{Search: "percutor"}, ledger.ValuationTotals{
				Products: 1, Units: 10, CostValue: 3000, WithoutPrice: 1,
			}},
		} {
			list, err := inv.Ledger.ListValuations(t.Context(), row.filter)
			if list = shoptest.Must(t, list, err); list.Totals != row.want || len(list.Rows) != int(row.want.Products) ||
				list.Count.N != len(list.Rows) {
				t.Errorf("%s: %+v and %d rows of %d, want %+v", row.name, list.Totals, len(list.Rows), list.Count.N, row.want)
			}
			var units int64
			var cost core.Cents
			for _, v := range list.Rows {
				units = units + v.Stock
				if v.CostValue != nil {
					cost += *v.CostValue
				}
			}
			if units != row.want.Units || cost != row.want.CostValue {
				t.Errorf("%s: the rows come to %d units and %d cents", row.name, units, cost)
			}
		}
		list, err := inv.Ledger.ListValuations(t.Context(), ledger.ValuationFilter{
			LocationID: other.ID, Ordering: "-currentStock",
		})
		if first := shoptest.Must(t, list, err).Rows[0]; first.Product.ID != drill.ID || len(first.Locations) != 2 ||
			first.Locations[1].Stock != 3 {
			t.Errorf("first %+v", first)
		}
		if _, err := inv.Ledger.ListValuations(t.Context(), ledger.ValuationFilter{LocationID: 4711}); shoptest.Refusal(err,
			"location") != "El almacén no existe" {
			t.Errorf("err = %v", err)
		}
		shoptest.Clean(t, inv)
	})
}

// The largest stock at the largest price is beyond 64 bits; the figure stops at its limit
// and is the same in the total and in the row.
func TestAValueBeyondEveryShop(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		price := shoptest.Ptr(core.Cents(100_000_000_00))
		fields := catalogue.ProductFields{
			SKU: shoptest.Ptr("ORO"), Name: shoptest.Ptr("Oro"), Stock: shoptest.Ptr(int64(catalogue.QuantityMax)),
			Price: &price,
		}
		gold, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, fields)
		shoptest.Must(t, gold, err)
		for _, search := range []string{"", "oro"} {
			list, err := inv.Ledger.ListValuations(t.Context(), ledger.ValuationFilter{Search: search})
			if got := shoptest.Must(t, list, err).Totals.SaleValue; got != core.ValueMax || list.Rows[0].SaleValue() != got {
				t.Errorf("search %q: %d", search, got)
			}
		}
		shoptest.Clean(t, inv)
	})
}
