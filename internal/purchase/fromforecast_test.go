package purchase_test

import (
	"fmt"
	"testing"

	"estante/internal/shoptest"
	"estante/internal/store/storetest"
	"estante/internal/supplier"
)

// What is offered to fill an order up is the supplier's own, runs out some day, and is not
// proposed already; who takes it up orders the least that the supplier sells.
func TestWhatRunsOutNextFillsAnOrderUp(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		yes, packs, price := true, int64(3), supplier.Price(20_0000)
		for seller, product := range map[int64]int64{dollars: b.glue.ID, euros: b.drills.ID} {
			least := &price
			sold, err := b.Suppliers.AddSupplierProduct(t.Context(), shoptest.Clerk, seller, product,
				supplier.SupplierProductChange{Preferred: &yes, MinPacks: &packs, PackPrice: &least})
			shoptest.Must(t, sold, err)
		}
		runsOut := func(days string) {
			storetest.Tamper(t, b.options, fmt.Sprintf(`UPDATE forecasts SET runs_out_in = %s WHERE product_id IN (%d, %d)`,
				days, b.glue.ID, b.drills.ID))
		}
		runsOut("NULL")
		proposals, err := b.Purchases.FromForecast(t.Context(), shoptest.Clerk, []int64{b.screws.ID}, true)
		if got := shoptest.Must(t, proposals, err); len(got.Orders[0].Next) != 0 {
			t.Errorf("next %+v, which never runs out", got.Orders[0].Next)
		}
		runsOut("12")
		proposals, err = b.Purchases.FromForecast(t.Context(), shoptest.Clerk, []int64{b.screws.ID}, true)
		next := shoptest.Must(t, proposals, err).Orders[0].Next
		if len(next) != 1 || next[0].ProductID != b.glue.ID || next[0].Units != 3 || *next[0].Value != 6000 {
			t.Fatalf("next %+v", next)
		}
		made, err := b.Purchases.FromForecast(t.Context(), shoptest.Clerk, []int64{b.screws.ID, b.glue.ID}, false)
		order := shoptest.Must(t, made, err).Orders[0]
		if draft := b.get(t, order.PurchaseIDs[0]); len(made.Orders) != 1 || len(draft.Lines) != 2 || order.Missing != 0 ||
			draft.Ordered != 203 {
			t.Errorf("draft %+v of %+v", draft, made)
		}
		runsOut("0")
	})
}
