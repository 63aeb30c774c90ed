package inventory_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// seller may not see to costs.
var seller = inventory.Actor{User: inventory.User{ID: 8, FirstName: "Noé", LastName: "Sanz", Role: inventory.Seller, State: inventory.AccountActive}}

func purchase(productID, quantity int64, cents inventory.Cents) inventory.EntryFields {
	return inventory.EntryFields{ProductID: productID, Quantity: quantity, Type: inventory.EntryPurchase, Reason: "Pedido 44", UnitCost: &cents}
}

// refusal is the message at a field of a refused change, or the one sentence of it.
func refusal(err error, field string) string {
	var refused *inventory.Error
	if !errors.As(err, &refused) {
		return ""
	}
	if field == "" {
		return refused.Message
	}
	return strings.Join(refused.Fields[field], " ")
}

func must[T any](t *testing.T, value T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// clean fails the test when anything in the memory contradicts the ledger.
func clean(t *testing.T, inv *inventory.Inventory) {
	t.Helper()
	report, err := inv.Verify(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range report.Findings {
		t.Error(finding.Message)
	}
}

func stockOf(t *testing.T, inv *inventory.Inventory, id int64) int64 {
	t.Helper()
	product, err := inv.Product(t.Context(), id)
	return must(t, product, err).Stock
}

func movementsOf(t *testing.T, inv *inventory.Inventory, productID int64) (quantities []int64) {
	t.Helper()
	rows, err := inv.ListMovements(t.Context(), inventory.MovementFilter{ProductID: productID, Ascending: true, Page: inventory.Page{Number: 1, Size: 100}})
	for _, m := range must(t, rows, err).Rows {
		quantities = append(quantities, m.Quantity)
	}
	return quantities
}

func TestAnEntryIsAMovementWithADocument(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 4)
		entry, err := inv.CreateEntry(t.Context(), clerk, purchase(product.ID, 10, 250))
		must(t, entry, err)
		if entry.PreviousStock != 4 || entry.NewStock() != 14 || *entry.TotalCost() != 2500 || entry.Currency != "USD" || entry.ProductSKU != "HER-1" ||
			entry.LocationName != "Principal" || entry.CreatedBy != clerk.ID {
			t.Errorf("entry %+v", entry)
		}
		rows, err := inv.ListMovements(t.Context(), inventory.MovementFilter{ProductID: product.ID, Page: inventory.Page{Number: 1, Size: 1}})
		last := must(t, rows, err).Rows[0]
		if last.ID != entry.MovementID || last.Quantity != 10 || last.Reason != inventory.ReasonRestock || last.Source != inventory.SourceEntry ||
			last.SourceID != entry.ID || *last.UnitCost != 250 || last.Before != 4 || last.After != 14 {
			t.Errorf("movement %+v", last)
		}
		// A movement of an entry is taken back with the entry only.
		if _, err := inv.UndoMovement(t.Context(), clerk, entry.MovementID); !errors.Is(err, inventory.ErrNotUndone) {
			t.Errorf("undoing the movement alone: %v", err)
		}
		clean(t, inv)
	})
}

func TestTheMovementsReasonFollowsTheType(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 1)
		for kind, reason := range map[inventory.EntryType]inventory.Reason{
			inventory.EntryPurchase: inventory.ReasonRestock, inventory.EntryReturn: inventory.ReasonReturn,
			inventory.EntryAdjustment: inventory.ReasonAdjustment, inventory.EntryManual: inventory.ReasonOther,
		} {
			entry, err := inv.CreateEntry(t.Context(), clerk, inventory.EntryFields{ProductID: product.ID, Quantity: 1, Type: kind})
			must(t, entry, err)
			rows, err := inv.ListMovements(t.Context(), inventory.MovementFilter{Source: inventory.SourceEntry, SourceID: entry.ID})
			if got := must(t, rows, err).Rows[0].Reason; got != reason {
				t.Errorf("%s is kept as %s, want %s", kind, got, reason)
			}
		}
	})
}

func TestEntriesThatMakeNoSense(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 1)
		good := purchase(product.ID, 3, 100)
		for _, row := range []struct {
			field, message string
			change         func(*inventory.EntryFields)
		}{
			{"quantity", "La cantidad debe ser mayor a 0", func(f *inventory.EntryFields) { f.Quantity = 0 }},
			{"quantity", "La cantidad es demasiado grande", func(f *inventory.EntryFields) { f.Quantity = inventory.QuantityMax + 1 }},
			{"entryType", "El tipo de entrada no existe", func(f *inventory.EntryFields) { f.Type = "gift" }},
			{"reason", "El motivo es demasiado largo", func(f *inventory.EntryFields) { f.Reason = strings.Repeat("ñ", 201) }},
			{"notes", "Las notas son demasiado largas", func(f *inventory.EntryFields) { f.Notes = strings.Repeat("ñ", 2001) }},
			{"unitCost", "El coste debe ser un número mayor o igual a 0", func(f *inventory.EntryFields) { f.UnitCost = ptr(inventory.Cents(-1)) }},
			{"unitCost", "El coste total es demasiado grande", func(f *inventory.EntryFields) {
				f.Quantity, f.UnitCost = inventory.QuantityMax, ptr(inventory.Cents(1_000_000))
			}},
			{"productId", "El producto no existe", func(f *inventory.EntryFields) { f.ProductID = 4711 }},
			{"locationId", "El almacén no existe", func(f *inventory.EntryFields) { f.LocationID = 4711 }},
		} {
			fields := good
			row.change(&fields)
			_, err := inv.CreateEntry(t.Context(), clerk, fields)
			if got := refusal(err, row.field); got != row.message {
				t.Errorf("%s: %q, want %q (%v)", row.field, got, row.message, err)
			}
		}
		if stock := stockOf(t, inv, product.ID); stock != 1 {
			t.Errorf("stock %d after refusals", stock)
		}
		clean(t, inv)
	})
}

func TestSellersBringInStockWithoutCosts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 0)
		_, err := inv.CreateEntry(t.Context(), seller, purchase(product.ID, 2, 100))
		if got := refusal(err, "unitCost"); got != "Tu rol no permite indicar costes" {
			t.Fatalf("err = %v", err)
		}
		entry, err := inv.CreateEntry(t.Context(), clerk, purchase(product.ID, 2, 100))
		must(t, entry, err)
		// What the cost already is may be sent back with the rest of the form.
		_, err = inv.UpdateEntry(t.Context(), seller, entry.ID, inventory.EntryChange{Notes: ptr("Bien"), UnitCost: ptr(ptr(inventory.Cents(100)))})
		must(t, entry, err)
		_, err = inv.UpdateEntry(t.Context(), seller, entry.ID, inventory.EntryChange{UnitCost: ptr(ptr(inventory.Cents(90)))})
		if got := refusal(err, "unitCost"); got != "Tu rol no permite indicar costes" {
			t.Errorf("err = %v", err)
		}
	})
}

func TestABatchIsAllOrNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 0)
		lines := []inventory.EntryFields{purchase(product.ID, 2, 100), purchase(product.ID, 3, 100), purchase(4711, 1, 100)}
		_, err := inv.CreateEntries(t.Context(), clerk, lines)
		if got := refusal(err, "lines[2].productId"); got != "El producto no existe" {
			t.Fatalf("err = %v", err)
		}
		lines[2], lines[1].Quantity = purchase(product.ID, 1, 100), 0
		_, err = inv.CreateEntries(t.Context(), clerk, lines)
		if got := refusal(err, "lines[1].quantity"); got != "La cantidad debe ser mayor a 0" {
			t.Fatalf("err = %v", err)
		}
		if stock := stockOf(t, inv, product.ID); stock != 0 {
			t.Fatalf("stock %d after two refusals", stock)
		}
		lines[1].Quantity = 3
		rows, err := inv.CreateEntries(t.Context(), clerk, lines)
		must(t, rows, err)
		if rows[0].NewStock() != 2 || rows[1].NewStock() != 5 || rows[2].NewStock() != 6 || stockOf(t, inv, product.ID) != 6 {
			t.Errorf("lines left %d, %d and %d", rows[0].NewStock(), rows[1].NewStock(), rows[2].NewStock())
		}
		clean(t, inv)
	})
}

func TestABatchHasALimit(t *testing.T) {
	inv := inventory.New(nil, inventory.Options{PasswordWorkers: 1})
	if _, err := inv.CreateEntries(t.Context(), clerk, nil); refusal(err, "lines") != "Añade al menos una línea" {
		t.Error(err)
	}
	if _, err := inv.CreateEntries(t.Context(), clerk, make([]inventory.EntryFields, inventory.EntryLinesMax+1)); refusal(err, "lines") != "Son demasiadas líneas: 200 como mucho" {
		t.Error(err)
	}
}

func TestChangingAnEntry(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 0)
		entry, err := inv.CreateEntry(t.Context(), clerk, purchase(product.ID, 100, 500))
		must(t, entry, err)
		// Words change the document and no stock.
		kind := inventory.EntryManual
		changed, err := inv.UpdateEntry(t.Context(), clerk, entry.ID, inventory.EntryChange{Type: &kind, Reason: ptr("Otro"), Notes: ptr("N"), IfVersion: &entry.Version})
		must(t, changed, err)
		if changed.Type != kind || changed.Version != entry.Version+1 || changed.MovementID != entry.MovementID {
			t.Errorf("changed %+v", changed)
		}
		if _, err := inv.UpdateEntry(t.Context(), clerk, entry.ID, inventory.EntryChange{Notes: ptr("X"), IfVersion: &entry.Version}); !errors.Is(err, inventory.ErrStale) {
			t.Errorf("a stale change: %v", err)
		}
		// Most of it is sold, and still the quantity can go down by what is left.
		_, err = inv.AdjustStock(t.Context(), clerk, product.ID, adjust("remove", 90))
		must(t, changed, err)
		changed, err = inv.UpdateEntry(t.Context(), clerk, entry.ID, inventory.EntryChange{Quantity: ptr(int64(95))})
		must(t, changed, err)
		if stockOf(t, inv, product.ID) != 5 || changed.NewStock() != 95 || *changed.TotalCost() != 47500 {
			t.Errorf("changed %+v", changed)
		}
		_, err = inv.UpdateEntry(t.Context(), clerk, entry.ID, inventory.EntryChange{Quantity: ptr(int64(89))})
		if got := refusal(err, "quantity"); got != "No se puede dejar en 89 unidades: entraron 95 y solo quedan 5 en stock" {
			t.Errorf("refused with %q (%v)", got, err)
		}
		if got := movementsOf(t, inv, product.ID); len(got) != 4 || got[2] != 95 || got[3] != -100 {
			t.Errorf("movements %v", got)
		}
		clean(t, inv)
	})
}

func TestWhatWasNoReturnIsNotTakenFromTheSales(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 20)
		_, err := inv.AdjustStock(t.Context(), clerk, product.ID, inventory.Adjustment{Type: inventory.AdjustRemove, Quantity: 8, Reason: inventory.ReasonSale})
		must(t, nothing, err)
		fields := purchase(product.ID, 5, 500)
		fields.Type = inventory.EntryReturn
		entry, err := inv.CreateEntry(t.Context(), clerk, fields)
		must(t, entry, err)
		sold := func(want int64) {
			t.Helper()
			sold := must1(inv.ProductSold(t.Context(), product.ID))(t).Sold
			if sold != want || stockOf(t, inv, product.ID) != 17 {
				t.Errorf("sold %d, want %d; stock %d", sold, want, stockOf(t, inv, product.ID))
			}
		}
		sold(3)
		for _, step := range []struct {
			kind inventory.EntryType
			sold int64
		}{{inventory.EntryPurchase, 8}, {inventory.EntryAdjustment, 8}, {inventory.EntryReturn, 3}} {
			changed, err := inv.UpdateEntry(t.Context(), clerk, entry.ID, inventory.EntryChange{Type: &step.kind})
			must(t, changed, err)
			sold(step.sold)
		}
		clean(t, inv)
	})
}

func TestDeletingAnEntryAndBringingItBack(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 1)
		entry, err := inv.CreateEntry(t.Context(), clerk, purchase(product.ID, 10, 500))
		must(t, entry, err)
		_, err = inv.AdjustStock(t.Context(), clerk, product.ID, adjust("remove", 2))
		must(t, entry, err)
		if err := inv.DeleteEntry(t.Context(), clerk, entry.ID); refusal(err, "") != "No se puede eliminar la entrada: entraron 10 unidades y solo quedan 9 en stock" {
			t.Fatalf("err = %v", err)
		}
		_, err = inv.AdjustStock(t.Context(), clerk, product.ID, adjust("add", 1))
		must(t, entry, err)
		must(t, nothing, inv.DeleteEntry(t.Context(), clerk, entry.ID))
		if _, err := inv.Entry(t.Context(), entry.ID); !errors.Is(err, inventory.ErrNotFound) {
			t.Errorf("a deleted entry is shown: %v", err)
		}
		if err := inv.DeleteEntry(t.Context(), clerk, entry.ID); !errors.Is(err, inventory.ErrNotFound) {
			t.Errorf("deleted twice: %v", err)
		}
		list, err := inv.ListEntries(t.Context(), inventory.EntryFilter{})
		if list = must(t, list, err); len(list.Rows) != 0 || list.Count.N != 0 || list.Totals != (inventory.EntryTotals{}) || stockOf(t, inv, product.ID) != 0 {
			t.Errorf("after the delete: %+v", list)
		}
		restored, err := inv.RestoreEntry(t.Context(), clerk, entry.ID)
		must(t, restored, err)
		if stockOf(t, inv, product.ID) != 10 || restored.MovementID == entry.MovementID {
			t.Errorf("restored %+v", restored)
		}
		if _, err := inv.RestoreEntry(t.Context(), clerk, entry.ID); !errors.Is(err, inventory.ErrEntryNotDeleted) {
			t.Errorf("restored twice: %v", err)
		}
		clean(t, inv)
	})
}

var nothing struct{}

func TestAnEntryOfADeletedProductStays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 0)
		entry, err := inv.CreateEntry(t.Context(), clerk, purchase(product.ID, 10, 500))
		must(t, entry, err)
		must(t, nothing, inv.DeleteProduct(t.Context(), clerk, product.ID))
		if err := inv.DeleteEntry(t.Context(), clerk, entry.ID); !errors.Is(err, inventory.ErrEntryProductDeleted) {
			t.Errorf("err = %v", err)
		}
		list, err := inv.ListEntries(t.Context(), inventory.EntryFilter{Search: "taladro"})
		if list = must(t, list, err); len(list.Rows) != 1 || list.Rows[0].ProductName != "Taladro percutor" {
			t.Errorf("found %+v", list.Rows)
		}
		clean(t, inv)
	})
}

func TestEntriesByFilter(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		options.Now = func() time.Time { return now }
		inv, product := shop(t, storetest.Open(t, options), 0)
		fields := inventory.ProductFields{SKU: ptr("CAM-9"), Name: ptr("Camión de juguete")}
		truck, err := inv.CreateProduct(t.Context(), clerk, fields)
		must(t, truck, err)
		for day, line := range []inventory.EntryFields{
			purchase(product.ID, 10, 100), purchase(truck.ID, 5, 300), {ProductID: truck.ID, Quantity: 2, Type: inventory.EntryReturn},
		} {
			now = time.Date(2026, 3, 1+day, 12, 0, 0, 0, time.UTC)
			entry, err := inv.CreateEntry(t.Context(), clerk, line)
			must(t, entry, err)
		}
		for _, row := range []struct {
			filter inventory.EntryFilter
			want   inventory.EntryTotals
		}{
			{inventory.EntryFilter{}, inventory.EntryTotals{Entries: 3, Units: 17, Cost: 2500, Purchases: 2}},
			{inventory.EntryFilter{Type: inventory.EntryPurchase}, inventory.EntryTotals{Entries: 2, Units: 15, Cost: 2500, Purchases: 2}},
			{inventory.EntryFilter{Type: inventory.EntryManual}, inventory.EntryTotals{}},
			{inventory.EntryFilter{Search: "CAMIÓN"}, inventory.EntryTotals{Entries: 2, Units: 7, Cost: 1500, Purchases: 1}},
			{inventory.EntryFilter{Search: "cam-9"}, inventory.EntryTotals{Entries: 2, Units: 7, Cost: 1500, Purchases: 1}},
			{inventory.EntryFilter{From: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)}, inventory.EntryTotals{Entries: 2, Units: 7, Cost: 1500, Purchases: 1}},
			{inventory.EntryFilter{To: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)}, inventory.EntryTotals{Entries: 1, Units: 10, Cost: 1000, Purchases: 1}},
			{inventory.EntryFilter{ProductID: product.ID, Type: inventory.EntryPurchase}, inventory.EntryTotals{Entries: 1, Units: 10, Cost: 1000, Purchases: 1}},
			{inventory.EntryFilter{CreatedBy: "nadie"}, inventory.EntryTotals{}},
		} {
			list, err := inv.ListEntries(t.Context(), row.filter)
			if list = must(t, list, err); list.Totals != row.want || len(list.Rows) != int(row.want.Entries) || list.Count.N != len(list.Rows) {
				t.Errorf("%+v: %+v and %d rows of %d, want %+v", row.filter, list.Totals, len(list.Rows), list.Count.N, row.want)
			}
		}
		newest, err := inv.ListEntries(t.Context(), inventory.EntryFilter{})
		oldest, err2 := inv.ListEntries(t.Context(), inventory.EntryFilter{Ascending: true})
		if must(t, newest, err).Rows[0].Type != inventory.EntryReturn || must(t, oldest, err2).Rows[0].ProductID != product.ID {
			t.Error("the lists are not in order of time")
		}
		clean(t, inv)
	})
}
