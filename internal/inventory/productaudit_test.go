package inventory_test

import (
	"reflect"
	"testing"
	"time"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// busyProduct is a product with much in its past: what people wrote of it, and
// movements of several kinds, some of them at one time, beside another's.
func busyProduct(t *testing.T, db *store.DB) (*inventory.Inventory, int64) {
	t.Helper()
	inv, product := shop(t, db, 10)
	second := must1(inv.CreateProduct(t.Context(), clerk, inventory.ProductFields{SKU: ptr("HER-2"), Name: ptr("Sierra"), Stock: ptr(int64(5))}))(t)
	other := must1(inv.CreateLocation(t.Context(), boss, "Nave"))(t)
	for n := range int64(4) {
		must1(inv.UpdateProduct(t.Context(), boss, product.ID, inventory.ProductFields{Stock: ptr(20 + n), MinStock: ptr(ptr(n))}))(t)
		must1(inv.AdjustStock(t.Context(), clerk, product.ID, adjust("remove", 1)))(t)
		must1(inv.AdjustStock(t.Context(), clerk, second.ID, adjust("add", 1)))(t)
		must1(inv.CreateTransfer(t.Context(), boss, inventory.TransferFields{
			ProductID: product.ID, FromLocationID: inventory.MainLocation, ToLocationID: other.ID, Quantity: 1,
		}))(t)
	}
	return inv, product.ID
}

// whole is the audit as it was written, the newest first.
func whole(t *testing.T, inv *inventory.Inventory, matches func(inventory.AuditRow) bool) (rows []inventory.AuditRow) {
	t.Helper()
	all := must1(inv.ListAudit(t.Context(), inventory.AuditFilter{Page: inventory.Page{Number: 1, Size: 100}}))(t)
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
		of := func(row inventory.AuditRow) bool { return row.Noun == "product" && row.NounID == id }
		everything := whole(t, inv, of)
		if len(everything) != 1+1+4*(2+1+2) {
			t.Fatalf("%d rows", len(everything))
		}
		middle := everything[len(everything)/2].At
		for name, c := range map[string]struct {
			filter  inventory.AuditFilter
			matches func(inventory.AuditRow) bool
		}{
			"all of it":   {matches: of},
			"somebody's":  {inventory.AuditFilter{ActorID: boss.ID}, func(row inventory.AuditRow) bool { return of(row) && row.ActorID == boss.ID }},
			"nobody's":    {inventory.AuditFilter{CreatedBy: "nadie"}, func(inventory.AuditRow) bool { return false }},
			"from a time": {inventory.AuditFilter{From: middle}, func(row inventory.AuditRow) bool { return of(row) && !row.At.Before(middle) }},
			"to a time":   {inventory.AuditFilter{To: middle}, func(row inventory.AuditRow) bool { return of(row) && row.At.Before(middle) }},
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
func comparePages(t *testing.T, inv *inventory.Inventory, id int64, filter inventory.AuditFilter, size int, want []inventory.AuditRow) {
	t.Helper()
	filter.Noun, filter.NounID = "product", id
	var got []inventory.AuditRow
	for number := 1; number == 1 || len(got) < len(want); number++ {
		filter.Page = inventory.Page{Number: number, Size: size}
		page := must1(inv.ListAudit(t.Context(), filter))(t)
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
	eachOffice(t, func(t *testing.T, s *office) {
		ana := inventory.Actor{User: s.open(t, "ana", password)}
		product := must1(s.CreateProduct(t.Context(), clerk, drill(10)))(t)
		for n := range int64(4) {
			s.pass(-time.Second)
			must1(s.AdjustStock(t.Context(), ana, product.ID, adjust("add", 1)))(t)
			must1(s.UpdateProduct(t.Context(), ana, product.ID, inventory.ProductFields{MinStock: ptr(ptr(n))}))(t)
		}
		of := func(row inventory.AuditRow) bool { return row.Noun == "product" && row.NounID == product.ID }
		by := inventory.AuditFilter{Noun: "product", NounID: product.ID, Page: inventory.Page{Number: 1, Size: 100}}
		together := must1(s.ListAudit(t.Context(), by))(t).Rows
		seen := map[int64]bool{}
		for _, row := range together {
			seen[row.ID] = true
		}
		if want := whole(t, s.Inventory, of); len(seen) != len(want) || len(together) != len(want) {
			t.Errorf("%d different of %d rows, want %d", len(seen), len(together), len(want))
		}
		for _, size := range []int{1, 2, 3} {
			comparePages(t, s.Inventory, product.ID, inventory.AuditFilter{}, size, together)
		}
		hers := whole(t, s.Inventory, func(row inventory.AuditRow) bool { return of(row) && row.ActorID == ana.ID })
		by.CreatedBy, by.From = "apellido", s.now()
		if found := must1(s.ListAudit(t.Context(), by))(t); found.Count.N != len(hers) || len(found.Rows) != len(hers) {
			t.Errorf("%d of %d rows are hers, want %d", len(found.Rows), found.Count.N, len(hers))
		}
	})
}

// Other things have no movements, and are found as ever.
func TestTheAuditOfOtherThings(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, _ := busyProduct(t, db)
		created := whole(t, inv, func(row inventory.AuditRow) bool { return row.Noun == "location" })
		rows := must1(inv.ListAudit(t.Context(), inventory.AuditFilter{
			Noun: "location", NounID: created[0].NounID, To: created[0].At.Add(time.Microsecond), Page: inventory.Page{Number: 1, Size: 20},
		}))(t)
		if len(created) != 1 || !reflect.DeepEqual(rows.Rows, created) || rows.Count.N != 1 {
			t.Errorf("found %+v, want %+v", rows, created)
		}
	})
}
