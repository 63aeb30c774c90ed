package ledger_test

import (
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// costOf is a product's average cost in cents, or -1 when there is none.
func costOf(t *testing.T, inv *inventory.Inventory, id int64) core.Cents {
	t.Helper()
	product, err := inv.Catalogue.Product(t.Context(), id)
	if cost := shoptest.Must(t, product, err).Cost; cost != nil {
		return *cost
	}
	return -1
}

// Each row is a small history of one product that begins with 10 units of
// unknown cost, and the average it must end with.
func TestAverageCost(t *testing.T) {
	type step func(t *testing.T, inv *inventory.Inventory, id int64)
	var last, earlier int64
	enter := func(quantity int64, cents core.Cents) step {
		return func(t *testing.T, inv *inventory.Inventory, id int64) {
			entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, shoptest.Purchase(id, quantity, cents))
			earlier, last = last, shoptest.Must(t, entry, err).ID
		}
	}
	free := func(quantity int64) step {
		return func(t *testing.T, inv *inventory.Inventory, id int64) {
			entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, ledger.EntryFields{
				ProductID: id, Quantity: quantity, Type: ledger.EntryManual,
			})
			last = shoptest.Must(t, entry, err).ID
		}
	}
	sell := func(quantity int64) step {
		return func(t *testing.T, inv *inventory.Inventory, id int64) {
			sold, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, id, shoptest.Adjust("remove", quantity))
			shoptest.Must(t, sold, err)
		}
	}
	change := func(c ledger.EntryChange) step {
		return func(t *testing.T, inv *inventory.Inventory, id int64) {
			entry, err := inv.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, last, c)
			shoptest.Must(t, entry, err)
		}
	}
	changeEarlier := func(c ledger.EntryChange) step {
		return func(t *testing.T, inv *inventory.Inventory, _ int64) {
			entry, err := inv.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, earlier, c)
			shoptest.Must(t, entry, err)
		}
	}
	dropEarlier := func(t *testing.T, inv *inventory.Inventory, _ int64) {
		shoptest.Must(t, shoptest.Nothing, inv.Ledger.DeleteEntry(t.Context(), shoptest.Clerk, earlier))
	}
	quantity := func(n int64) ledger.EntryChange { return ledger.EntryChange{Quantity: &n} }
	cost := func(cents core.Cents) ledger.EntryChange {
		said := &cents
		return ledger.EntryChange{UnitCost: &said}
	}
	// Two lots of ten, of which as many were sold at their average of 650.
	twoLots := func(sold int64, then ...step) []step {
		return append([]step{sell(10), enter(10, 500), enter(10, 800), sell(sold)}, then...)
	}
	recost := func(cents *core.Cents) step { return change(ledger.EntryChange{UnitCost: &cents}) }
	drop := func(t *testing.T, inv *inventory.Inventory, _ int64) {
		shoptest.Must(t, shoptest.Nothing, inv.Ledger.DeleteEntry(t.Context(), shoptest.Clerk, last))
	}
	restore := func(t *testing.T, inv *inventory.Inventory, _ int64) {
		entry, err := inv.Ledger.RestoreEntry(t.Context(), shoptest.Clerk, last)
		shoptest.Must(t, entry, err)
	}
	histories := []struct {
		name  string
		steps []step
		want  core.Cents
	}{
		{"nobody ever said", []step{free(5)}, -1},
		{"the first cost holds for all", []step{enter(10, 500)}, 500},
		{"two lots weigh by their units", []step{enter(10, 500), enter(20, 800)}, 650},
		{"halves round up", []step{sell(10), enter(1, 100), enter(1, 101)}, 101},
		{"a lot without cost changes nothing", []step{enter(10, 500), free(30)}, 500},
		{"sales change nothing", []step{enter(10, 500), sell(15), enter(5, 700)}, 600},
		{"the last average outlives the stock", []step{enter(10, 500), sell(20)}, 500},
		{"an empty shelf begins anew", []step{enter(10, 500), sell(20), enter(1, 900)}, 900},
		{"a deleted entry leaves no trace in it", []step{enter(10, 500), enter(20, 800), drop}, 500},
		{"and comes back with it", []step{enter(10, 500), enter(20, 800), drop, restore}, 650},
		{
			"a corrected cost is as if said at once",
			[]step{enter(10, 500), enter(20, 900), recost(shoptest.Ptr(core.Cents(800)))},
			650,
		},
		{
			"a corrected cost of units mostly sold",
			[]step{sell(10), enter(100, 500), sell(90), recost(shoptest.Ptr(core.Cents(600)))},
			600,
		},
		{"a cost taken back is as if never said", []step{enter(10, 500), enter(20, 800), recost(nil)}, 500},
		{"a corrected quantity", []step{
			enter(10, 500), enter(10, 800),
			change(ledger.EntryChange{Quantity: shoptest.Ptr(int64(20))}),
		}, 650},
		{"what is left of others keeps its cost", []step{sell(10), enter(100, 500), enter(10, 10_000), sell(90), drop}, 500},
		{"an old entry with one more unit", twoLots(10, changeEarlier(quantity(11))), 636},
		{"and without it", twoLots(10, changeEarlier(quantity(11)), changeEarlier(quantity(10))), 650},
		{"an old entry that cost more", twoLots(12, changeEarlier(cost(600))), 750},
		{"and less again", twoLots(12, changeEarlier(cost(600)), changeEarlier(cost(500))), 650},
		{"nothing costs more than was ever paid", twoLots(9, dropEarlier), 800},
		{"nor less", twoLots(7, drop), 500},
		{"what nobody else paid for keeps its average", []step{enter(10, 10_000), sell(10), change(cost(100)), free(1)}, 100},
	}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		for _, history := range histories {
			fields := catalogue.ProductFields{
				SKU: shoptest.Ptr(history.name), Name: shoptest.Ptr(history.name), Stock: shoptest.Ptr(int64(10)),
			}
			product, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, fields)
			shoptest.Must(t, product, err)
			for _, step := range history.steps {
				step(t, inv, product.ID)
			}
			if got := costOf(t, inv, product.ID); got != history.want {
				t.Errorf("%s: %d, want %d", history.name, got, history.want)
			}
		}
		shoptest.Clean(t, inv)
	})
}
