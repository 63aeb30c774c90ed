package inventory_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"estante/internal/forecast"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// BenchmarkForecastRun is one night: PRODUCTS products, 100,000 unless the
// environment says otherwise, with 374 days of sales each.
func BenchmarkForecastRun(b *testing.B) {
	products := 100_000
	if text := os.Getenv("PRODUCTS"); text != "" {
		products, _ = strconv.Atoi(text)
	}
	engines := map[string]store.Options{"sqlite": {Dir: b.TempDir()}}
	if os.Getenv("TEST_POSTGRES") != "" {
		engines["postgres"] = store.Options{URL: storetest.Postgres(b)}
	}
	for name, options := range engines {
		b.Run(fmt.Sprintf("%s-%d", name, products), func(b *testing.B) {
			now := time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)
			options.Now = func() time.Time { return now }
			db := storetest.Open(b, options)
			inv := inventory.New(db, inventory.Options{PasswordWorkers: 1})
			fillHistories(b, db, options, products, now)
			for b.Loop() {
				if ran, err := inv.WorkOnForecastRuns(b.Context()); err != nil || !ran {
					b.Fatalf("ran %v: %v", ran, err)
				}
				// The next night finds other days behind it, so most figures change again.
				now = now.Add(24 * time.Hour)
				if err := inv.AskNightlyForecasts(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/night")
		})
	}
}

const benchDays = 374

// fillHistories writes products with the sales that their ledgers would have.
func fillHistories(b *testing.B, db *store.DB, options store.Options, products int, now time.Time) {
	b.Helper()
	storetest.Fill(b, options, "products", []string{
		"id", "sku", "sku_key", "name", "description", "barcode", "image_url", "status", "stock", "reserved", "alert_days", "alert_blocked", "tags",
		"created_at", "updated_at", "version", "movement_seq", "ledger_hash", "level", "search_key", "name_sort_key", "sku_sort_key", "category_sort_key",
	}, blankProducts(products, options.URL != ""))
	storetest.Tamper(b, options, `UPDATE products SET movement_seq = 1, stock = id % 90, level = CASE WHEN id % 90 = 0 THEN 0 ELSE 2 END`,
		`INSERT INTO forecasts (product_id, name_sort_key, stock, level, alert_blocked, alert_days, sold_last_30, will_sell_30, will_sell_low,
			will_sell_high, gone_in_alert_days, to_do, method, low_confidence)
			SELECT id, name_sort_key, stock, level, alert_blocked, alert_days, 0, 0, 0, 0, 0, 0, 'none', FALSE FROM products`,
		`UPDATE totals SET products = (SELECT count(*) FROM products) WHERE slot = 0`)
	random := rand.New(rand.NewPCG(7, 7)) //nolint:gosec // It should be predictable.
	today := forecast.DayOf(now)
	for from := 0; from < products; from += 500 {
		histories := make([]inventory.SalesHistory, 0, 500)
		for id := from + 1; id <= min(from+500, products); id++ {
			histories = append(histories, madeHistory(random, int64(id), today))
		}
		if err := db.Write(b.Context(), func(tx inventory.Tx) error { return tx.KeepSalesHistories(histories) }); err != nil {
			b.Fatal(err)
		}
	}
}

// madeHistory sells often, sometimes or rarely, with a stock-out here and there.
func madeHistory(random *rand.Rand, id int64, today inventory.Day) inventory.SalesHistory {
	h := inventory.SalesHistory{
		ProductID: id, Seq: 1, Stock: id % 90, Zone: "Europe/Madrid", First: today - benchDays, Sold: make([]int64, benchDays), Empty: make([]bool, benchDays),
	}
	chance := []float64{0.7, 0.25, 0.05}[id%3]
	for i := range h.Sold {
		if random.Float64() < chance {
			h.Sold[i] = 1 + random.Int64N(6)
		}
	}
	if id%10 == 0 {
		for i := 200; i < 215; i++ {
			h.Sold[i], h.Empty[i] = 0, true
		}
	}
	return h
}
