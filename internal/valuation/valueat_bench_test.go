package valuation_test

import (
	"fmt"
	"iter"
	"os"
	"slices"
	"strconv"
	"sync/atomic"
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

// BenchmarkValuesAt asks for the stock of an instant, with month-ends kept and without, in a
// shop of PRODUCTS products and MOVEMENTS movements over a year; and what a reader of single
// products waits meanwhile.
func BenchmarkValuesAt(b *testing.B) {
	products, movements := sizeOf("PRODUCTS", 2_000), sizeOf("MOVEMENTS", 40_000)
	for name, options := range storetest.Engines(b) {
		b.Run(fmt.Sprintf("%s-%d-%d", name, products, movements), func(b *testing.B) {
			end := time.Date(2026, 1, 10, 0, 0, 0, 0, time.UTC)
			options.Now = func() time.Time { return end }
			db := storetest.Open(b, options)
			inv := inventory.New(db, inventory.Options{PasswordWorkers: 1})
			fillValues(b, options, products, movements)
			quiet := waits(b, inv, products, func() { time.Sleep(2 * time.Second) })
			ask := func(what string, at time.Time, method valuation.Method) {
				began := time.Now()
				p99 := waits(b, inv, products, func() {
					values, err := inv.Valuation.ValuesAt(b.Context(), at, method)
					if err != nil || len(values.Stocks) != products {
						b.Fatalf("%d stocks, %v", len(values.Stocks), err)
					}
				})
				b.Logf("%s, %s: %v; a product p99 %v, quiet %v", what, method, time.Since(began), p99, quiet)
			}
			december := time.Date(2025, 12, 31, 22, 59, 59, 0, time.UTC)
			ask("without month-ends", december, valuation.FIFO)
			began := time.Now()
			p99 := waits(b, inv, products, func() {
				for more := true; more; {
					var err error
					if more, err = inv.Valuation.WorkOnFolds(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Logf("folding twelve months: %v; a product p99 %v", time.Since(began), p99)
			ask("end of December", december.Add(-time.Second), valuation.FIFO)
			ask("mid July", time.Date(2025, 7, 15, 12, 0, 0, 0, time.UTC), valuation.FIFO)
			ask("mid July", time.Date(2025, 7, 15, 12, 0, 0, 0, time.UTC), valuation.PMP)
			for b.Loop() {
				if _, err := inv.Valuation.ListValuesAt(b.Context(), december, valuation.FIFO, valuation.ValueFilter{
					Page: core.Page{Number: 1, Size: 20},
				}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func sizeOf(name string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return usual
}

// waits is the p99 of reading single products while something else is done.
func waits(b *testing.B, inv *inventory.Inventory, products int, meanwhile func()) time.Duration {
	b.Helper()
	var stop atomic.Bool
	done := make(chan []time.Duration)
	go func() {
		var took []time.Duration
		for n := 0; !stop.Load(); n++ {
			began := time.Now()
			if _, err := inv.Catalogue.Product(b.Context(), int64(n*7919%products)+1); err != nil {
				b.Error(err)
			}
			took = append(took, time.Since(began))
			time.Sleep(time.Millisecond)
		}
		done <- took
	}()
	meanwhile()
	stop.Store(true)
	took := <-done
	slices.Sort(took)
	return took[len(took)*99/100]
}

func fillValues(b *testing.B, options store.Options, products, movements int) {
	b.Helper()
	storetest.Fill(b, options, "products", []string{
		"id", "sku", "sku_key", "name", "description", "barcode", "image_url", "status", "stock", "reserved", "alert_days",
		"alert_blocked", "tags", "created_at", "updated_at", "version", "movement_seq", "ledger_hash", "level", "search_key",
		"name_sort_key", "sku_sort_key", "category_sort_key",
	}, shoptest.BlankProducts(products, options.URL != ""))
	storetest.Fill(b, options, "movements", []string{
		"product_id", "location_id", "seq", "quantity", "reason", "notes", "stock_before", "stock_after", "user_id", "at",
		"source", "source_id", "undo_of", "hash", "cost_cents", "currency", "value_before", "value_after", "sealed",
	}, valuedMovements(products, movements))
	storetest.Tamper(b, options, `UPDATE products SET
			movement_seq = (SELECT max(seq) FROM movements WHERE product_id = products.id)`, `ANALYZE`)
}

// valuedMovements goes around the products over a year, buying nine and selling five.
func valuedMovements(products, movements int) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		last := make([]ledger.Movement, products)
		at := time.Date(2025, 1, 1, 8, 0, 0, 0, time.UTC)
		step := 364 * 24 * time.Hour / time.Duration(movements)
		for i := range movements {
			m := &last[i%products]
			before, value := m.After, core.Cents(0)
			if m.ValueAfter != nil {
				value = *m.ValueAfter
			}
			m.Seq++
			quantity, reason, source := int64(9), ledger.ReasonRestock, ledger.SourceEntry
			var cost *int64
			after := value + core.Cents(100*quantity+m.Seq%50)
			if m.Seq%2 == 0 {
				quantity, reason, source = -5, ledger.ReasonSale, ledger.SourceManual
				after = ledger.AtAverage(&core.Worth{Value: value, Units: before}, before, quantity).Value
			} else {
				spent := int64(after - value)
				cost = &spent
			}
			m.After, m.ValueAfter = before+quantity, &after
			if !yield([]any{
				int64(i%products) + 1, 1, m.Seq, quantity, string(reason), "", before, m.After, 1,
				at.Add(time.Duration(i) * step).UnixMicro(), string(source), i, 0, fmt.Sprintf("%064d", i), orNil(cost), "USD",
				int64(value), int64(after), ledger.SealedValues,
			}) {
				return
			}
		}
	}
}

func orNil(n *int64) any {
	if n == nil {
		return nil
	}
	return *n
}
