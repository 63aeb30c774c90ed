package order_test

import (
	"fmt"
	"iter"
	"os"
	"strconv"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/order"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// BenchmarkOrders asks for what the page of orders shows, of ORDERS orders,
// half a million unless the environment says otherwise. Each figure should be
// about the same with a hundredth as many.
func BenchmarkOrders(b *testing.B) {
	orders := 500_000
	if text := os.Getenv("ORDERS"); text != "" {
		orders, _ = strconv.Atoi(text)
	}
	for name, options := range storetest.Engines(b) {
		b.Run(fmt.Sprintf("%s-%d", name, orders), func(b *testing.B) {
			inv := inventory.New(storetest.Open(b, options), inventory.Options{PasswordWorkers: 1})
			fillOrders(b, options, orders)
			// The same change twice recounts all and leaves the zone as it was.
			for _, zone := range []string{"UTC", "Europe/Madrid"} {
				if _, err := inv.UpdateSettings(b.Context(), shoptest.Boss, core.SettingsChange{TimeZone: &zone}); err != nil {
					b.Fatal(err)
				}
			}
			benchOrderLists(b, inv)
			b.Run("summary", func(b *testing.B) {
				for b.Loop() {
					if summary, err := inv.Orders.OrderSummary(b.Context()); err != nil || summary.Orders != int64(orders) {
						b.Fatal(summary.Orders, err)
					}
				}
			})
			b.Run("trend", func(b *testing.B) {
				for b.Loop() {
					if _, err := inv.Orders.OrderTrend(b.Context(), 30); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run("product", func(b *testing.B) {
				for b.Loop() {
					if _, err := inv.Orders.OrdersOfProduct(b.Context(), 1, core.Page{Number: 1, Size: 20}); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

// benchOrderLists times the lists that people ask for.
func benchOrderLists(b *testing.B, inv *inventory.Inventory) {
	most := core.Cents(99_000)
	day := time.Now().AddDate(0, 0, -40)
	for name, filter := range map[string]order.Filter{
		"newest": {}, "rare-status": {Status: "pending", Ordering: "totalAmount"}, "status-by-customer": {
			Status: "delivered", Ordering: "customerName",
		},
		"rare-customer": {Search: "cliente 77777"}, "number": {Search: "P-000123"}, "common-customer": {Search: "cliente"},
		"amount": {MinTotal: &most}, "days": {From: day, To: day.AddDate(0, 0, 7)}, "dearest": {Ordering: "-totalAmount"},
	} {
		filter.Page = core.Page{Number: 1, Size: 20}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := inv.Orders.ListOrders(b.Context(), filter); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// fillOrders writes orders of two lines each, of a hundred products, one every
// minute up to now.
func fillOrders(b *testing.B, options store.Options, orders int) {
	b.Helper()
	storetest.Fill(b, options, "products", []string{
		"id", "sku", "sku_key", "name", "description", "barcode", "image_url", "status", "stock", "reserved", "alert_days",
		"alert_blocked", "tags",
		"created_at", "updated_at", "version", "movement_seq", "ledger_hash", "level", "search_key", "name_sort_key",
		"sku_sort_key", "category_sort_key",
	}, shoptest.BlankProducts(100, options.URL != ""))
	start := time.Now().Add(-time.Duration(orders) * time.Minute)
	var done any = 1
	if options.URL != "" {
		done = true
	}
	storetest.Fill(b, options, "orders", []string{
		"id", "number", "channel_id", "external_id", "source", "status", "total_cents", "currency", "customer_name",
		"customer_email", "shipping_address",
		"billing_address", "notes", "location_id", "lines", "units", "unmatched", "created_by", "created_at", "updated_at",
		"received_at", "processed", "version",
		"search_key", "number_sort_key", "customer_sort_key",
	}, func(yield func([]any) bool) {
		for i := range orders {
			status, at := "delivered", start.Add(time.Duration(i)*time.Minute).UnixMicro()
			if i%5000 == 7 {
				status = "pending"
			}
			number, customer := fmt.Sprintf("p-%06d", i+1), fmt.Sprintf("cliente %d", i*7%100_000)
			if !yield([]any{
				i + 1, number, 0, "", "manual", status, i * 37 % 100_000, "EUR", customer, "", "{}", "{}", "", 1, 2, 3, 0, 1, at,
				at, at, done, 1,
				number + " " + customer, number, customer,
			}) {
				return
			}
		}
	})
	storetest.Fill(b, options, "order_lines", []string{
		"order_id", "position", "product_id", "sku", "sku_key", "name", "external_id", "quantity", "unit_price_cents",
		"cancelled", "shipped", "returned",
		"written_off", "claimed", "shortage", "location_id", "placed_at",
	}, blankLines(orders, start))
}

func blankLines(orders int, start time.Time) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		for i := range orders * 2 {
			order := i / 2
			if !yield([]any{
				order + 1, i % 2, order%100 + 1, "SKU", "sku", "Producto", "", 1 + i%2, 1000, 0, 0, 0, 0, 0, 0, 1,
				start.Add(time.Duration(order) * time.Minute).UnixMicro(),
			}) {
				return
			}
		}
	}
}
