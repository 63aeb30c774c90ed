package demo_test

import (
	"errors"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/demo"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/order"
	"estante/internal/report"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// A small large shop says whether its ledger adds up and whether the seed alone
// decides what is sold.
func TestLoadLarge(t *testing.T) {
	sold := map[int64]bool{}
	load := func(t *testing.T, options store.Options, seed uint64) {
		t.Helper()
		clock := &demo.Clock{}
		end := time.Date(2026, time.March, 31, 18, 0, 0, 0, time.UTC)
		clock.End(end)
		options.Now = clock.Now
		inv := inventory.New(storetest.Open(t, options), inventory.Options{PasswordWorkers: 2, Sheets: report.Sheets{}})
		size := demo.Size{Products: 220, Orders: 40, Days: 12, Seed: seed}
		if err := demo.LoadLarge(t.Context(), inv, clock, size, func(string) {}); err != nil {
			t.Fatal(err)
		}
		totals, err := inv.Catalogue.Totals(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		summary, err := inv.Orders.OrderSummary(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if totals.Products != 220 || summary.Orders != 40 {
			t.Errorf("%d products and %d orders", totals.Products, summary.Orders)
		}
		last, err := inv.Orders.ListOrders(t.Context(), order.Filter{
			Ordering: "-" + order.OrdersByCreated, Page: core.Page{Number: 1, Size: 1},
		})
		if err != nil || len(last.Rows) != 1 || end.Sub(last.Rows[0].CreatedAt) > 24*time.Hour ||
			last.Rows[0].CreatedAt.After(end) {
			t.Errorf("the story ends with %+v, %v", last.Rows, err)
		}
		if entries, err := inv.Ledger.ListEntries(t.Context(),
			ledger.EntryFilter{Page: core.Page{Number: 1, Size: 1}}); err != nil || entries.Totals.Entries != 12 {
			t.Errorf("%d deliveries in 12 days, %v", entries.Totals.Entries, err)
		}
		sold[totals.Stock*1_000_000+int64(summary.Amount)] = true
		if verified, err := inv.Verify.Verify(t.Context(), nil); err != nil || verified.Problems > 0 {
			t.Errorf("verify found %+v, %v", verified.Findings, err)
		}
		if err := demo.LoadLarge(t.Context(), inv, clock, size, func(string) {}); !errors.Is(err, demo.ErrNotEmpty) {
			t.Errorf("loaded again: %v", err)
		}
	}
	storetest.EachReady(t, func(t *testing.T, options store.Options) { load(t, options, 1) })
	t.Run("the same again", func(t *testing.T) { load(t, storetest.SQLite(t), 1) })
	if len(sold) != 1 {
		t.Errorf("the same seed made %d shops", len(sold))
	}
	t.Run("another", func(t *testing.T) { load(t, storetest.SQLite(t), 2) })
	if len(sold) != 2 {
		t.Error("another seed made the same shop")
	}
}
