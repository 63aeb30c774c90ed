package inventory_test

import (
	"strings"
	"testing"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// An amount keeps its currency for ever: another purchase currency asks for a rate, restates
// average costs by it as movements that everybody can see, and leaves entries as they were.
func TestAnotherCurrencyRestatesCostsByARate(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 0)
		ctx := t.Context()
		change := func(currency string, rate float64) error {
			change := core.SettingsChange{PurchaseCurrency: &currency}
			if rate != 0 {
				read, err := core.RateOf(rate)
				change.PurchaseRate = shoptest.Ptr(shoptest.Must(t, read, err))
			}
			_, err := inv.UpdateSettings(ctx, shoptest.Boss, change)
			return err
		}
		now := func() catalogue.Product {
			product, err := inv.Catalogue.Product(ctx, product.ID)
			return shoptest.Must(t, product, err)
		}
		enter := func(fields ledger.EntryFields) ledger.EntryRow {
			entry, err := inv.Ledger.CreateEntry(ctx, shoptest.Clerk, fields)
			return shoptest.Must(t, entry, err)
		}
		// Where nothing has a cost there is nothing to restate.
		shoptest.Must(t, shoptest.Nothing, change("EUR", 0))
		shoptest.Must(t, shoptest.Nothing, change("USD", 0))
		dollars := enter(shoptest.Purchase(product.ID, 3, 1000))
		if says := shoptest.Refusal(change("EUR", 0), "purchaseRate"); !strings.Contains(says, "cuántos EUR vale 1 USD") {
			t.Errorf("without a rate: %q", says)
		}
		shoptest.Must(t, shoptest.Nothing, change("EUR", 0.925))
		if p := now(); p.CostCurrency != "EUR" || p.Worth.Value != 2775 || *p.Cost != 925 || p.Stock != 3 {
			t.Errorf("restated to %+v in %s", *p.Worth, p.CostCurrency)
		}
		list, err := inv.Ledger.ListMovements(ctx, ledger.MovementFilter{
			ProductID: product.ID, Source: ledger.SourceCurrency,
		})
		if m := shoptest.Must(t, list, err).Rows; len(m) != 1 || m[0].Quantity != 0 || *m[0].ValueAfter != 2775 ||
			m[0].Currency != "EUR" || m[0].Notes != "Cambio de moneda: 1 USD = 0,925 EUR" {
			t.Errorf("the movements are %+v", m)
		}
		enter(shoptest.Purchase(product.ID, 1, 1000))
		entries, err := inv.Ledger.ListEntries(ctx, ledger.EntryFilter{})
		entries = shoptest.Must(t, entries, err)
		if entries.Currency != "EUR" || len(entries.Costs) != 2 ||
			entries.Costs[0] != (core.Money{Amount: 1000, Currency: "EUR"}) ||
			entries.Costs[1] != (core.Money{Amount: 3000, Currency: "USD"}) {
			t.Errorf("entries cost %+v", entries.Costs)
		}
		// The old entry is still in dollars, and taking it back takes what it is worth in euros.
		if again, err := inv.Ledger.Entry(ctx, dollars.ID); shoptest.Must(t, again, err).Currency != "USD" ||
			*again.TotalCost != 3000 {
			t.Errorf("the entry of before says %+v", again.Entry)
		}
		cost := shoptest.Ptr(core.Cents(2000))
		corrected, err := inv.Ledger.UpdateEntry(ctx, shoptest.Clerk, dollars.ID, ledger.EntryChange{UnitCost: &cost})
		shoptest.Must(t, corrected, err)
		if p := now(); p.Worth.Value != 5550+1000 {
			t.Errorf("after a correction in dollars the stock is worth %d", p.Worth.Value)
		}
		shoptest.Must(t, shoptest.Nothing, inv.Ledger.DeleteEntry(ctx, shoptest.Clerk, dollars.ID))
		if p := now(); p.Worth.Value != 1000 || p.CostCurrency != "EUR" {
			t.Errorf("without the entry of before the stock is worth %+v", *p.Worth)
		}
		shoptest.Clean(t, inv)
	})
}

// What is said of a cost for the first time is said in the currency of now, also of an entry
// from before it: nobody ever told a rate between the two.
func TestACostIsInTheCurrencyOfTheDayItWasSaid(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 0)
		fields := shoptest.Purchase(product.ID, 3, 0)
		fields.UnitCost = nil
		entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, fields)
		if shoptest.Must(t, entry, err).Currency != "USD" {
			t.Errorf("the entry is in %s", entry.Currency)
		}
		_, err = inv.UpdateSettings(t.Context(), shoptest.Boss, core.SettingsChange{PurchaseCurrency: shoptest.Ptr("EUR")})
		shoptest.Must(t, shoptest.Nothing, err)
		list, err := inv.Ledger.ListEntries(t.Context(), ledger.EntryFilter{})
		shown, err2 := inv.Ledger.Entry(t.Context(), entry.ID)
		if shoptest.Must(t, list, err).Rows[0].Currency != "EUR" || shoptest.Must(t, shown, err2).Currency != "EUR" {
			t.Errorf("a cost would be asked for in %s and %s", list.Rows[0].Currency, shown.Currency)
		}
		cost := shoptest.Ptr(core.Cents(1000))
		changed, err := inv.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, entry.ID, ledger.EntryChange{UnitCost: &cost})
		if shoptest.Must(t, changed, err).Currency != "EUR" || *changed.TotalCost != 3000 {
			t.Errorf("the entry cost %+v", changed.Entry)
		}
		now, err := inv.Catalogue.Product(t.Context(), product.ID)
		if shoptest.Must(t, now, err).CostCurrency != "EUR" || now.Worth.Value != 3000 {
			t.Errorf("the stock is worth %+v in %s", now.Worth, now.CostCurrency)
		}
		list, err = inv.Ledger.ListEntries(t.Context(), ledger.EntryFilter{})
		if costs := shoptest.Must(t, list, err).Costs; len(costs) != 1 ||
			costs[0] != (core.Money{Amount: 3000, Currency: "EUR"}) {
			t.Errorf("entries cost %+v", costs)
		}
		shoptest.Clean(t, inv)
	})
}

// An entry that said no cost was made in a currency, too: what is said of it later is read by
// the rates since, and so is what its taking back is held to.
func TestAnEntryWithoutACostKnowsTheRatesToo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 0)
		fields := shoptest.Purchase(product.ID, 4, 1000)
		shoptest.Must1(inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, fields))(t)
		fields.UnitCost = nil
		silent := shoptest.Must1(inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, fields))(t)
		another := shoptest.Must1(inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, fields))(t)
		rate, err := core.RateOf(0.5)
		shoptest.Must(t, rate, err)
		shoptest.Must1(inv.UpdateSettings(t.Context(), shoptest.Boss, core.SettingsChange{
			PurchaseCurrency: shoptest.Ptr("EUR"), PurchaseRate: &rate,
		}))(t)
		worth := func(after string, want core.Cents) {
			t.Helper()
			if now := shoptest.Must1(inv.Catalogue.Product(t.Context(), product.ID))(t); now.Worth.Value != want {
				t.Errorf("%s the stock is worth %d, want %d", after, now.Worth.Value, want)
			}
		}
		worth("restated", 12*500)
		shoptest.Must(t, shoptest.Nothing, inv.Ledger.DeleteEntry(t.Context(), shoptest.Clerk, another.ID))
		worth("without one that cost the average", 8*500)
		cost := shoptest.Ptr(core.Cents(2000)) // Of the currency of its day.
		shoptest.Must1(inv.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, silent.ID, ledger.EntryChange{UnitCost: &cost}))(t)
		worth("with a cost of the currency before", 4*500+4*1000)
		shoptest.Clean(t, inv)
	})
}

// Prices are in the sales currency, and so are restated with it.
func TestAnotherCurrencyRestatesPricesByARate(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		price := shoptest.Ptr(core.Cents(1999))
		product, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
			SKU: shoptest.Ptr("P"), Name: shoptest.Ptr("P"), Price: &price, Stock: shoptest.Ptr(int64(2)),
		})
		shoptest.Must(t, product, err)
		change := core.SettingsChange{SalesCurrency: shoptest.Ptr("USD")}
		if _, err := inv.UpdateSettings(t.Context(), shoptest.Boss, change); shoptest.Refusal(err, "salesRate") == "" {
			t.Errorf("without a rate: %v", err)
		}
		rate, err := core.RateOf(1.1)
		change.SalesRate = shoptest.Ptr(shoptest.Must(t, rate, err))
		settings, err := inv.UpdateSettings(t.Context(), shoptest.Boss, change)
		shoptest.Must(t, settings, err)
		now, err := inv.Catalogue.Product(t.Context(), product.ID)
		if *shoptest.Must(t, now, err).Price != 2199 {
			t.Errorf("the price is %d", *now.Price)
		}
		shoptest.Clean(t, inv)
	})
}

// Nothing is left since the last unit left, whatever its cost was brought to since.
func TestAnotherCurrencyIsNoLastUnit(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := shoptest.Must1(s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(0)))(t)
		shoptest.Must1(s.Ledger.CreateEntry(t.Context(), shoptest.Clerk, shoptest.Purchase(product.ID, 3, 1000)))(t)
		shoptest.Must1(s.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID,
			catalogue.ProductFields{Stock: shoptest.Ptr(int64(0))}))(t)
		left := s.Now()
		s.Pass(time.Hour)
		rate, err := core.RateOf(0.925)
		shoptest.Must1(s.UpdateSettings(t.Context(), shoptest.Boss, core.SettingsChange{
			PurchaseCurrency: shoptest.Ptr("EUR"), PurchaseRate: shoptest.Ptr(shoptest.Must(t, rate, err)),
		}))(t)
		if since := shoptest.Newest(t, s.Inventory, product.ID).OutSince; since == nil || !since.Equal(left) {
			t.Errorf("nothing is left since %v, want %v", since, left)
		}
		shoptest.Clean(t, s.Inventory)
	})
}
