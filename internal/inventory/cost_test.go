package inventory_test

import (
	"testing"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// costOf is a product's average cost in cents, or -1 when there is none.
func costOf(t *testing.T, inv *inventory.Inventory, id int64) inventory.Cents {
	t.Helper()
	product, err := inv.Product(t.Context(), id)
	if cost := must(t, product, err).Cost; cost != nil {
		return *cost
	}
	return -1
}

// Each row is a small history of one product that begins with 10 units of
// unknown cost, and the average it must end with.
func TestAverageCost(t *testing.T) {
	type step func(t *testing.T, inv *inventory.Inventory, id int64)
	var last, earlier int64
	enter := func(quantity int64, cents inventory.Cents) step {
		return func(t *testing.T, inv *inventory.Inventory, id int64) {
			entry, err := inv.CreateEntry(t.Context(), clerk, purchase(id, quantity, cents))
			earlier, last = last, must(t, entry, err).ID
		}
	}
	free := func(quantity int64) step {
		return func(t *testing.T, inv *inventory.Inventory, id int64) {
			entry, err := inv.CreateEntry(t.Context(), clerk, inventory.EntryFields{ProductID: id, Quantity: quantity, Type: inventory.EntryManual})
			last = must(t, entry, err).ID
		}
	}
	sell := func(quantity int64) step {
		return func(t *testing.T, inv *inventory.Inventory, id int64) {
			sold, err := inv.AdjustStock(t.Context(), clerk, id, adjust("remove", quantity))
			must(t, sold, err)
		}
	}
	change := func(c inventory.EntryChange) step {
		return func(t *testing.T, inv *inventory.Inventory, id int64) {
			entry, err := inv.UpdateEntry(t.Context(), clerk, last, c)
			must(t, entry, err)
		}
	}
	changeEarlier := func(c inventory.EntryChange) step {
		return func(t *testing.T, inv *inventory.Inventory, _ int64) {
			entry, err := inv.UpdateEntry(t.Context(), clerk, earlier, c)
			must(t, entry, err)
		}
	}
	dropEarlier := func(t *testing.T, inv *inventory.Inventory, _ int64) {
		must(t, nothing, inv.DeleteEntry(t.Context(), clerk, earlier))
	}
	quantity := func(n int64) inventory.EntryChange { return inventory.EntryChange{Quantity: &n} }
	cost := func(cents inventory.Cents) inventory.EntryChange {
		said := &cents
		return inventory.EntryChange{UnitCost: &said}
	}
	// Two lots of ten, of which as many were sold at their average of 650.
	twoLots := func(sold int64, then ...step) []step {
		return append([]step{sell(10), enter(10, 500), enter(10, 800), sell(sold)}, then...)
	}
	recost := func(cents *inventory.Cents) step { return change(inventory.EntryChange{UnitCost: &cents}) }
	drop := func(t *testing.T, inv *inventory.Inventory, _ int64) {
		must(t, nothing, inv.DeleteEntry(t.Context(), clerk, last))
	}
	restore := func(t *testing.T, inv *inventory.Inventory, _ int64) {
		entry, err := inv.RestoreEntry(t.Context(), clerk, last)
		must(t, entry, err)
	}
	histories := []struct {
		name  string
		steps []step
		want  inventory.Cents
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
		{"a corrected cost is as if said at once", []step{enter(10, 500), enter(20, 900), recost(ptr(inventory.Cents(800)))}, 650},
		{"a corrected cost of units mostly sold", []step{sell(10), enter(100, 500), sell(90), recost(ptr(inventory.Cents(600)))}, 600},
		{"a cost taken back is as if never said", []step{enter(10, 500), enter(20, 800), recost(nil)}, 500},
		{"a corrected quantity", []step{enter(10, 500), enter(10, 800), change(inventory.EntryChange{Quantity: ptr(int64(20))})}, 650},
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
			fields := inventory.ProductFields{SKU: ptr(history.name), Name: ptr(history.name), Stock: ptr(int64(10))}
			product, err := inv.CreateProduct(t.Context(), clerk, fields)
			must(t, product, err)
			for _, step := range history.steps {
				step(t, inv, product.ID)
			}
			if got := costOf(t, inv, product.ID); got != history.want {
				t.Errorf("%s: %d, want %d", history.name, got, history.want)
			}
		}
		clean(t, inv)
	})
}
