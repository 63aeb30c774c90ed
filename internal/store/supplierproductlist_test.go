package store_test

import (
	"fmt"
	"iter"
	"strings"
	"testing"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
	"estante/internal/supplier"
)

// soldByMany fills a shop with products that a supplier sells: the last one first, by its codes.
func soldByMany(tb testing.TB, options store.Options, products int) (seller int64) {
	tb.Helper()
	storetest.Fill(tb, options, "products", []string{
		"id", "sku", "sku_key", "name", "description", "barcode", "image_url", "status", "stock", "reserved", "alert_days",
		"alert_blocked", "tags", "created_at", "updated_at", "version", "movement_seq", "ledger_hash", "level", "search_key",
		"name_sort_key", "sku_sort_key", "category_sort_key",
	}, shoptest.BlankProducts(products, options.URL != ""))
	var truth any = 1
	var lie any = 0
	if options.URL != "" {
		truth, lie = true, false
	}
	storetest.Fill(tb, options, "suppliers", []string{
		"name", "tax_id", "contact", "email", "phone", "address", "website", "currency", "payment_terms", "notes", "active",
		"merged_into", "created_by", "created_at", "updated_at", "version", "name_key", "tax_key", "search_key", "sort_key",
	}, func(yield func([]any) bool) {
		for _, name := range []string{"Peña", "Otro"} {
			if !yield([]any{
				name, "", "", "", "", "", "", "EUR", "", "", truth, 0, 1, 0, 0, 1, name, "", "", name,
			}) {
				return
			}
		}
	})
	storetest.Fill(tb, options, "supplier_products", []string{
		"supplier_id", "product_id", "supplier_sku", "sku_key", "supplier_name", "pack_units", "currency", "min_packs",
		"preferred", "created_at", "updated_at", "version",
	}, soldRows(products, lie))
	return 1
}

func soldRows(products int, lie any) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		for i := range products {
			code := fmt.Sprintf("c-%06d", products-i)
			if !yield([]any{1, i + 1, code, code, "", 1, "EUR", 1, lie, 0, (i * 3) % products, 1}) {
				return
			}
		}
		yield([]any{2, 1, "z-1", "z-1", "", 1, "EUR", 1, lie, 0, 0, 1})
	}
}

// What a supplier sells is listed by name, by its own code and by what changed last, whole or by a search for either
// name, without what is deleted and without what others sell.
func TestWhatASupplierSellsIsListed(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		const products = 7
		seller := soldByMany(t, options, products)
		storetest.Tamper(t, options, `UPDATE products SET deleted_at = 1 WHERE id = 4`)
		db := storetest.Open(t, options)
		for _, row := range []struct {
			ordering supplier.SupplierProductOrdering
			search   string
			page     core.Page
			want     string
			count    int
		}{
			{"", "", core.Page{Number: 1, Size: 10}, "1 2 3 5 6 7", 6},
			{"-name", "", core.Page{Number: 1, Size: 4}, "7 6 5 3", 6},
			{"name", "", core.Page{Number: 2, Size: 4}, "6 7", 6},
			{"supplierSku", "", core.Page{Number: 1, Size: 10}, "7 6 5 3 2 1", 6},
			{"-supplierSku", "", core.Page{Number: 2, Size: 2}, "3 5", 6},
			{"updatedAt", "", core.Page{Number: 1, Size: 10}, "1 6 2 7 5 3", 6},
			{"name", "000004", core.Page{Number: 1, Size: 10}, "5", 1},
			{"name", "c-000002", core.Page{Number: 1, Size: 10}, "6", 1},
			{"supplierSku", "c-000002", core.Page{Number: 1, Size: 10}, "6", 1},
			{"-updatedAt", "00000", core.Page{Number: 1, Size: 10}, "3 5 7 2 6 1", 6},
			{"name", "z-1", core.Page{Number: 1, Size: 10}, "", 0},
		} {
			read(t, db, func(tx inventory.Tx) error {
				found, err := tx.ListSupplierProducts(supplier.SupplierProductFilter{
					SupplierID: seller, Search: row.search, Ordering: row.ordering, Page: row.page,
				})
				var ids []string
				for _, product := range found.Rows {
					ids = append(ids, fmt.Sprint(product.ProductID))
				}
				if got := strings.Join(ids, " "); got != row.want || found.Count.N != row.count {
					t.Errorf("by %q with %q there are %q, %d, want %q, %d", row.ordering, row.search, got, found.Count.N, row.want,
						row.count)
				}
				return err
			})
		}
	})
}

// A page of what a supplier sells takes no longer where it sells a hundred times as much.
func BenchmarkWhatASupplierSells(b *testing.B) {
	for _, products := range []int{1_000, 100_000} {
		options := storetest.SQLite(b)
		storetest.Open(b, options)
		seller := soldByMany(b, options, products)
		db := storetest.Open(b, options)
		for _, ordering := range []supplier.SupplierProductOrdering{"name", "-supplierSku", "updatedAt"} {
			b.Run(fmt.Sprintf("%d by %s", products, ordering), func(b *testing.B) {
				for b.Loop() {
					if err := core.Read(b.Context(), db, func(tx inventory.Tx) error {
						_, err := tx.ListSupplierProducts(supplier.SupplierProductFilter{
							SupplierID: seller, Ordering: ordering, Page: core.Page{Number: 1, Size: 20},
						})
						return err
					}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
