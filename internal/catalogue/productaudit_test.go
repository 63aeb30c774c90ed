package catalogue_test

import (
	"reflect"
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

// busyProduct is a product with much in its past: what people wrote of it, and
// movements of several kinds, some of them at one time, beside another's.
func busyProduct(t *testing.T, db *store.DB) (*inventory.Inventory, int64) {
	t.Helper()
	inv, product := shoptest.Shop(t, db, 10)
	second := shoptest.Must1(inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
		SKU: shoptest.Ptr("HER-2"), Name: shoptest.Ptr("Sierra"), Stock: shoptest.Ptr(int64(5)),
	}))(t)
	other := shoptest.Must1(inv.Ledger.CreateLocation(t.Context(), shoptest.Boss, "Nave"))(t)
	for n := range int64(4) {
		shoptest.Must1(inv.Ledger.UpdateProduct(t.Context(), shoptest.Boss, product.ID, catalogue.ProductFields{
			Stock: shoptest.Ptr(20 + n), MinStock: shoptest.Ptr(shoptest.Ptr(n)),
		}))(t)
		shoptest.Must1(inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("remove", 1)))(t)
		shoptest.Must1(inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, second.ID, shoptest.Adjust("add", 1)))(t)
		shoptest.Must1(inv.Ledger.CreateTransfer(t.Context(), shoptest.Boss, ledger.TransferFields{
			ProductID: product.ID, FromLocationID: ledger.MainLocation, ToLocationID: other.ID, Quantity: 1,
		}))(t)
	}
	return inv, product.ID
}

// whole is the audit as it was written, the newest first.
func whole(t *testing.T, inv *inventory.Inventory, matches func(core.AuditRow) bool) (rows []core.AuditRow) {
	t.Helper()
	all := shoptest.Must1(inv.Core.ListAudit(t.Context(), core.AuditFilter{Page: core.Page{Number: 1, Size: 100}}))(t)
	if all.Count.N != len(all.Rows) {
		t.Fatalf("%d rows of %d", len(all.Rows), all.Count.N)
	}
	for _, row := range all.Rows {
		if matches(row) {
			rows = append(rows, row)
		}
	}
	return rows
}

// The audit of a product is found in two places, and is the same rows in the same
// order as in the audit of everything, on pages of any size.
func TestTheAuditOfAProductIsAllThatWasDoneToIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, id := busyProduct(t, db)
		of := func(row core.AuditRow) bool { return row.Noun == "product" && row.NounID == id }
		everything := whole(t, inv, of)
		if len(everything) != 1+1+4*(2+1+2) {
			t.Fatalf("%d rows", len(everything))
		}
		middle := everything[len(everything)/2].At
		for name, c := range map[string]struct {
			filter  core.AuditFilter
			matches func(core.AuditRow) bool
		}{
			"all of it": {matches: of},
			"somebody's": {core.AuditFilter{ActorID: shoptest.Boss.ID}, func(row core.AuditRow) bool {
				return of(row) && row.ActorID == shoptest.Boss.ID
			}},
			"nobody's": {core.AuditFilter{CreatedBy: "nadie"}, func(core.AuditRow) bool { return false }},
			"from a time": {core.AuditFilter{From: middle}, func(row core.AuditRow) bool {
				return of(row) && !row.At.Before(middle)
			}},
			"to a time": {core.AuditFilter{To: middle}, func(row core.AuditRow) bool {
				return of(row) && row.At.Before(middle)
			}},
		} {
			t.Run(name, func(t *testing.T) {
				want := whole(t, inv, c.matches)
				for _, size := range []int{1, 2, 7, 100} {
					comparePages(t, inv, id, c.filter, size, want)
				}
			})
		}
	})
}

// comparePages reads the audit of a product page by page.
func comparePages(
	t *testing.T, inv *inventory.Inventory, id int64, filter core.AuditFilter, size int, want []core.AuditRow,
) {
	t.Helper()
	filter.Noun, filter.NounID = "product", id
	var got []core.AuditRow
	for number := 1; number == 1 || len(got) < len(want); number++ {
		filter.Page = core.Page{Number: number, Size: size}
		page := shoptest.Must1(inv.Core.ListAudit(t.Context(), filter))(t)
		if page.Count.N != len(want) || len(page.Rows) != min(size, len(want)-len(got)) {
			t.Fatalf("page %d of %d rows each has %d of %d, want %d", number, size, len(page.Rows), page.Count.N, len(want))
		}
		got = append(got, page.Rows...)
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Fatalf("row %d on pages of %d is %+v, want %+v", i, size, got[i], want[i])
		}
	}
}

// A clock that is put back, and rows of one instant, lose nothing between two pages
// and show nothing twice, and the order is that of any other size of pages.
func TestTheAuditOfAProductWhoseClockWasPutBack(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		ana := core.Actor{User: s.Open(t, "ana", shoptest.Password)}
		product := shoptest.Must1(s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(10)))(t)
		for n := range int64(4) {
			s.Pass(-time.Second)
			shoptest.Must1(s.Ledger.AdjustStock(t.Context(), ana, product.ID, shoptest.Adjust("add", 1)))(t)
			shoptest.Must1(s.Ledger.UpdateProduct(t.Context(), ana, product.ID,
				catalogue.ProductFields{MinStock: shoptest.Ptr(shoptest.Ptr(n))}))(t)
		}
		of := func(row core.AuditRow) bool { return row.Noun == "product" && row.NounID == product.ID }
		by := core.AuditFilter{Noun: "product", NounID: product.ID, Page: core.Page{Number: 1, Size: 100}}
		together := shoptest.Must1(s.Core.ListAudit(t.Context(), by))(t).Rows
		seen := map[int64]bool{}
		for _, row := range together {
			seen[row.ID] = true
		}
		if want := whole(t, s.Inventory, of); len(seen) != len(want) || len(together) != len(want) {
			t.Errorf("%d different of %d rows, want %d", len(seen), len(together), len(want))
		}
		for _, size := range []int{1, 2, 3} {
			comparePages(t, s.Inventory, product.ID, core.AuditFilter{}, size, together)
		}
		hers := whole(t, s.Inventory, func(row core.AuditRow) bool { return of(row) && row.ActorID == ana.ID })
		by.CreatedBy, by.From = "apellido", s.Now()
		if found := shoptest.Must1(s.Core.ListAudit(t.Context(), by))(t); found.Count.N != len(hers) ||
			len(found.Rows) != len(hers) {
			t.Errorf("%d of %d rows are hers, want %d", len(found.Rows), found.Count.N, len(hers))
		}
	})
}

// Other things have no movements, and are found as ever.
func TestTheAuditOfOtherThings(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, _ := busyProduct(t, db)
		created := whole(t, inv, func(row core.AuditRow) bool { return row.Noun == "location" })
		rows := shoptest.Must1(inv.Core.ListAudit(t.Context(), core.AuditFilter{
			Noun: "location", NounID: created[0].NounID, To: created[0].At.Add(time.Microsecond),
			Page: core.Page{Number: 1, Size: 20},
		}))(t)
		if len(created) != 1 || !reflect.DeepEqual(rows.Rows, created) || rows.Count.N != 1 {
			t.Errorf("found %+v, want %+v", rows, created)
		}
	})
}
