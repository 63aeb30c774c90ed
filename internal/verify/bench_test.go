package verify_test

import (
	"fmt"
	"iter"
	"os"
	"strconv"
	"testing"
	"time"

	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// BenchmarkVerify checks a ledger of MOVEMENTS movements, a million unless the
// environment says otherwise, of a hundredth as many products, written in the
// order of time so that those of one product lie far apart.
func BenchmarkVerify(b *testing.B) {
	movements := 1_000_000
	if text := os.Getenv("MOVEMENTS"); text != "" {
		movements, _ = strconv.Atoi(text)
	}
	for name, options := range storetest.Engines(b) {
		b.Run(fmt.Sprintf("%s-%d", name, movements), func(b *testing.B) {
			db := storetest.Open(b, options)
			inv := inventory.New(db, inventory.Options{PasswordWorkers: 1})
			fillLedger(b, options, movements, movements/100)
			for b.Loop() {
				report, err := inv.Verify.Verify(b.Context(), nil)
				if err != nil || report.Problems != 0 || report.Movements != int64(movements) {
					b.Fatalf("%+v, %v", report, err)
				}
			}
			b.ReportMetric(float64(movements)*float64(b.N)/b.Elapsed().Seconds(), "movements/s")
		})
	}
}

// fillLedger writes a ledger that is right in everything, so that Verify has to
// look at all of it.
func fillLedger(b *testing.B, options store.Options, movements, products int) {
	b.Helper()
	last := make([]ledger.Movement, products)
	storetest.Fill(b, options, "products", []string{
		"id", "sku", "sku_key", "name", "description", "barcode", "image_url", "status", "stock", "reserved", "alert_days",
		"alert_blocked", "tags",
		"created_at", "updated_at", "version", "movement_seq", "ledger_hash", "level", "search_key", "name_sort_key",
		"sku_sort_key", "category_sort_key",
	}, shoptest.BlankProducts(products, options.URL != ""))
	storetest.Fill(b, options, "movements", []string{
		"product_id", "location_id", "seq", "quantity", "reason", "notes", "stock_before", "stock_after", "user_id", "at",
		"source", "source_id", "undo_of", "hash",
	}, sealedMovements(movements, last))
	storetest.Fill(b, options, "stock_levels", []string{"product_id", "location_id", "stock"},
		func(yield func([]any) bool) {
			for _, m := range last {
				if !yield([]any{m.ProductID, m.LocationID, m.After}) {
					return
				}
			}
		})
	storetest.Tamper(b, options, `UPDATE products SET
			movement_seq = (SELECT max(seq) FROM movements WHERE product_id = products.id),
			last_movement_at = (SELECT max(at) FROM movements WHERE product_id = products.id),
			ledger_hash = (SELECT hash FROM movements WHERE product_id = products.id ORDER BY seq DESC LIMIT 1),
			stock = (SELECT stock_after FROM movements WHERE product_id = products.id ORDER BY seq DESC LIMIT 1), level = 2`,
		`UPDATE totals SET products = (SELECT count(*) FROM products), stock = (SELECT sum(stock) FROM products),
			without_cost = (SELECT count(*) FROM products), without_price = (SELECT count(*) FROM products),
			movements = (SELECT count(*) FROM movements) WHERE slot = 0`,
		`INSERT INTO location_totals (location_id, slot, products, units, cost_value, sale_value, without_cost, without_price)
			SELECT 1, 0, count(*), sum(stock), 0, 0, count(*), count(*) FROM products`,
		`INSERT INTO stock_changes (quarter, slot, moved, listed) SELECT at / 900000000, 0, sum(quantity), 0 FROM movements
			GROUP BY 1`,
		`ANALYZE`)
}

// sealedMovements goes around the products, adding three and taking two.
func sealedMovements(movements int, last []ledger.Movement) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		at := time.Date(2026, 1, 1, 8, 0, 0, 0, time.UTC)
		for i := range movements {
			previous := last[i%len(last)]
			m := ledger.Movement{
				ProductID: int64(i%len(last)) + 1, LocationID: 1, Seq: previous.Seq + 1, Quantity: 3, Reason: ledger.ReasonRestock,
				Before: previous.After,
				UserID: 1, At: at.Add(time.Duration(i) * time.Second), Source: ledger.SourceManual,
			}
			if m.Seq%2 == 0 {
				m.Quantity, m.Reason = -2, ledger.ReasonSale
			}
			m.After = m.Before + m.Quantity
			m.Hash = m.Seal(previous.Hash)
			last[i%len(last)] = m
			if !yield([]any{
				m.ProductID, m.LocationID, m.Seq, m.Quantity, string(m.Reason), m.Notes, m.Before, m.After, m.UserID,
				m.At.UnixMicro(), string(m.Source), 0, 0, m.Hash,
			}) {
				return
			}
		}
	}
}
