package valuation_test

import (
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
	"estante/internal/valuation"
)

// valued is a shop with a clock of its own.
func valued(t *testing.T, test func(t *testing.T, inv *inventory.Inventory, now *time.Time)) {
	t.Helper()
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		now := time.Date(2025, 11, 3, 9, 0, 0, 0, time.UTC)
		options.Now = func() time.Time { return now }
		test(t, inventory.New(storetest.Twice(storetest.Open(t, options)), inventory.Options{PasswordWorkers: 1}), &now)
	})
}

// moveSome is an hour of adjusting.
func moveSome(
	t *testing.T, inv *inventory.Inventory, now *time.Time, id int64, kind ledger.AdjustmentType, reason ledger.Reason,
	units int64,
) {
	t.Helper()
	*now = now.Add(time.Hour)
	adjustment := shoptest.Adjust(kind, units)
	adjustment.Reason = reason
	if _, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, id, adjustment); err != nil {
		t.Fatal(err)
	}
}

func buySome(t *testing.T, inv *inventory.Inventory, now *time.Time, id, units int64, each core.Cents) ledger.EntryRow {
	t.Helper()
	*now = now.Add(time.Hour)
	entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, shoptest.Purchase(id, units, each))
	return shoptest.Must(t, entry, err)
}

// reconcile fails unless what there was, and what came, less what left, is what there is.
func reconcile(t *testing.T, c valuation.Course) {
	t.Helper()
	units, value := c.Before.Units, c.Before.Value
	for _, flow := range c.Flows {
		units, value = units+flow.In-flow.Out, value+flow.ValueIn-flow.ValueOut
	}
	if units != c.After.Units || value != c.After.Value {
		t.Errorf("%+v comes to %d units worth %d, and there are %d worth %d", c, units, value, c.After.Units, c.After.Value)
	}
}

func TestTwoDatesReconcileToTheUnitAndTheCent(t *testing.T) {
	valued(t, func(t *testing.T, inv *inventory.Inventory, now *time.Time) {
		product, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(4))
		shoptest.Must(t, product, err)
		*now = now.Add(time.Hour)
		from := *now
		first := buySome(t, inv, now, product.ID, 10, 333)
		moveSome(t, inv, now, product.ID, ledger.AdjustRemove, ledger.ReasonSale, 3)
		buySome(t, inv, now, product.ID, 7, 501)
		moveSome(t, inv, now, product.ID, ledger.AdjustAdd, ledger.ReasonReturn, 1)
		moveSome(t, inv, now, product.ID, ledger.AdjustRemove, ledger.ReasonDamage, 2)
		moveSome(t, inv, now, product.ID, ledger.AdjustAdd, ledger.ReasonAdjustment, 1)
		cost := core.Cents(350)
		change := &cost
		*now = now.AddDate(0, 2, 0)
		_, err = inv.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, first.ID, ledger.EntryChange{UnitCost: &change})
		shoptest.Must(t, first, err)
		for range 2 {
			for _, method := range []valuation.Method{valuation.PMP, valuation.FIFO} {
				c, err := inv.Valuation.CompareValues(t.Context(), from, *now, method, valuation.CompareFilter{
					Page: core.Page{Number: 1, Size: 20},
				})
				if err != nil {
					t.Fatal(err)
				}
				reconcile(t, c.Course)
				if len(c.Rows) != 1 {
					t.Fatalf("%d products changed, want 1", len(c.Rows))
				}
				reconcile(t, c.Rows[0].Course)
				sold, lost := c.Flows[valuation.KindSold], c.Flows[valuation.KindDamaged]
				if sold.Out != 3 || lost.Out != 2 || c.Before.Unknown != 4 || c.After.Units != 18 {
					t.Errorf("%s: sold %+v, lost %+v, before %+v, after %+v", method, sold, lost, c.Before, c.After)
				}
				if method == valuation.FIFO && (sold.ValueOut != 3*333 || c.Flows[valuation.KindReturned].ValueIn != 333) {
					t.Errorf("what was sold left as %+v and came back as %+v, want what it was bought for", sold,
						c.Flows[valuation.KindReturned])
				}
			}
			fold(t, inv)
		}
		shoptest.Clean(t, inv)
	})
}

func TestWhatIsClosedStaysAndLaterCorrectionsShow(t *testing.T) {
	valued(t, func(t *testing.T, inv *inventory.Inventory, now *time.Time) {
		product, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(0))
		shoptest.Must(t, product, err)
		entry := buySome(t, inv, now, product.ID, 10, 200)
		at := time.Date(2025, 12, 31, 22, 59, 59, 0, time.UTC)
		fields := valuation.ClosingFields{At: at, Method: valuation.FIFO, Notes: "2025"}
		if _, err := inv.Valuation.CloseValues(t.Context(), shoptest.Clerk, fields); shoptest.Refusal(err, "at") == "" {
			t.Errorf("a year that has not ended was closed: %v", err)
		}
		*now = at.AddDate(0, 0, 4)
		closing, err := inv.Valuation.CloseValues(t.Context(), shoptest.Clerk, fields)
		shoptest.Must(t, closing, err)
		check := func() valuation.CheckedClosing {
			checked, err := inv.Valuation.Closing(t.Context(), closing.ID, core.Page{Number: 1, Size: 20})
			return shoptest.Must(t, checked, err)
		}
		if c := check(); !c.Matches || c.Later.Movements != 0 || c.Totals.Whole.Value != 2000 {
			t.Errorf("just closed: %+v", c)
		}
		units := int64(8)
		*now = now.AddDate(0, 1, 3)
		_, err = inv.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, entry.ID, ledger.EntryChange{Quantity: &units})
		shoptest.Must(t, entry, err)
		fold(t, inv)
		c := check()
		if !c.Matches || c.HashToday != closing.Hash || c.Today.Whole != c.Totals.Whole {
			t.Errorf("a correction of February changed December: %+v", c)
		}
		if c.Later.Movements != 2 || c.Later.Units != -2 || c.Later.Value != -400 || len(c.Corrections) != 2 {
			t.Errorf("the correction shows as %+v, want two units less", c.Later)
		}
	})
}

// What a change of currency does to layers is what it does to the average: each is brought
// over by the rate of its day.
func TestLayersFollowTheCurrencyOfCosts(t *testing.T) {
	valued(t, func(t *testing.T, inv *inventory.Inventory, now *time.Time) {
		product, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(0))
		shoptest.Must(t, product, err)
		buySome(t, inv, now, product.ID, 4, 100)
		buySome(t, inv, now, product.ID, 4, 300)
		moveSome(t, inv, now, product.ID, ledger.AdjustRemove, ledger.ReasonSale, 2)
		before := *now
		*now = now.Add(time.Hour)
		rate, err := core.RateOf(0.9)
		euro := "EUR"
		shoptest.Must(t, rate, err)
		_, err = inv.UpdateSettings(t.Context(), shoptest.Boss, core.SettingsChange{
			PurchaseCurrency: &euro, PurchaseRate: &rate,
		})
		shoptest.Must(t, rate, err)
		moveSome(t, inv, now, product.ID, ledger.AdjustAdd, ledger.ReasonReturn, 1)
		for at, want := range map[time.Time]struct {
			value    core.Cents
			currency string
		}{before: {1400, "USD"}, *now: {90*3 + 270*4, "EUR"}} {
			values, err := inv.Valuation.ValuesAt(t.Context(), at, valuation.FIFO)
			shoptest.Must(t, values, err)
			if len(values.Stocks) != 1 || *values.Stocks[0].Value != want.value || values.Currency != want.currency {
				t.Errorf("at %v: %+v in %s, want %+v", at, values.Stocks, values.Currency, want)
			}
		}
		_, err = inv.Valuation.CompareValues(t.Context(), before, *now, valuation.PMP, valuation.CompareFilter{
			Page: core.Page{Number: 1, Size: 20},
		})
		if shoptest.Refusal(err, "from") == "" {
			t.Errorf("amounts in two currencies were compared: %v", err)
		}
	})
}

// A clock that was put back changes nothing that was: what counts until an instant is what
// had been written before the first movement of a later time.
func TestAClockPutBackChangesNoPast(t *testing.T) {
	valued(t, func(t *testing.T, inv *inventory.Inventory, now *time.Time) {
		product, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(5))
		shoptest.Must(t, product, err)
		at := now.Add(30 * time.Minute)
		*now = now.AddDate(0, 0, 40)
		moveSome(t, inv, now, product.ID, ledger.AdjustAdd, ledger.ReasonAdjustment, 5)
		said, err := inv.Valuation.ValuesAt(t.Context(), at, valuation.PMP)
		shoptest.Must(t, said, err)
		late := *now
		*now = at.Add(-10 * time.Minute)
		moveSome(t, inv, now, product.ID, ledger.AdjustAdd, ledger.ReasonAdjustment, 7)
		*now = late.AddDate(0, 2, 0)
		for range 2 {
			again, err := inv.Valuation.ValuesAt(t.Context(), at, valuation.PMP)
			shoptest.Must(t, again, err)
			if again.Hash != said.Hash || again.Stocks[0].Units != 5 {
				t.Errorf("there were %+v then, and now %+v", said.Stocks, again.Stocks)
			}
			fold(t, inv)
		}
		shoptest.Clean(t, inv)
	})
}
