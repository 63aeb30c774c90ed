package ledger_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/forecasting"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// seller may not see to costs.
var seller = core.Actor{User: core.User{
	ID: 8, FirstName: "Noé", LastName: "Sanz", Role: core.Seller, State: core.AccountActive,
}}

func TestAnEntryIsAMovementWithADocument(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 4)
		entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, shoptest.Purchase(product.ID, 10, 250))
		shoptest.Must(t, entry, err)
		if entry.PreviousStock != 4 || entry.NewStock() != 14 || *entry.TotalCost != 2500 || entry.Currency != "USD" ||
			entry.ProductSKU != "HER-1" ||
			entry.LocationName != "Principal" || entry.CreatedBy != shoptest.Clerk.ID {
			t.Errorf("entry %+v", entry)
		}
		rows, err := inv.Ledger.ListMovements(t.Context(), ledger.MovementFilter{
			ProductID: product.ID, Page: core.Page{Number: 1, Size: 1},
		})
		last := shoptest.Must(t, rows, err).Rows[0]
		if last.ID != entry.MovementID || last.Quantity != 10 || last.Reason != ledger.ReasonRestock ||
			last.Source != ledger.SourceEntry ||
			last.SourceID != entry.ID || *last.UnitCost != 250 || last.Before != 4 || last.After != 14 {
			t.Errorf("movement %+v", last)
		}
		// A movement of an entry is taken back with the entry only.
		if _, err := inv.Ledger.UndoMovement(t.Context(), shoptest.Clerk, entry.MovementID); !errors.Is(err,
			ledger.ErrNotUndone) {
			t.Errorf("undoing the movement alone: %v", err)
		}
		shoptest.Clean(t, inv)
	})
}

func TestTheMovementsReasonFollowsTheType(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 1)
		for kind, reason := range map[ledger.EntryType]ledger.Reason{
			ledger.EntryPurchase: ledger.ReasonRestock, ledger.EntryReturn: ledger.ReasonReturn,
			ledger.EntryAdjustment: ledger.ReasonAdjustment, ledger.EntryManual: ledger.ReasonOther,
		} {
			entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, ledger.EntryFields{
				ProductID: product.ID, Quantity: 1, Type: kind,
			})
			shoptest.Must(t, entry, err)
			rows, err := inv.Ledger.ListMovements(t.Context(), ledger.MovementFilter{
				Source: ledger.SourceEntry, SourceID: entry.ID,
			})
			if got := shoptest.Must(t, rows, err).Rows[0].Reason; got != reason {
				t.Errorf("%s is kept as %s, want %s", kind, got, reason)
			}
		}
	})
}

func TestEntriesThatMakeNoSense(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 1)
		good := shoptest.Purchase(product.ID, 3, 100)
		for _, row := range []struct {
			field, message string
			change         func(*ledger.EntryFields)
		}{
			{"quantity", "La cantidad debe ser mayor a 0", func(f *ledger.EntryFields) { f.Quantity = 0 }},
			{"quantity", "La cantidad es demasiado grande", func(f *ledger.EntryFields) {
				f.Quantity = catalogue.QuantityMax + 1
			}},
			{"entryType", "El tipo de entrada no existe", func(f *ledger.EntryFields) { f.Type = "gift" }},
			{"reason", "El motivo es demasiado largo", func(f *ledger.EntryFields) { f.Reason = strings.Repeat("ñ", 201) }},
			{"notes", "Las notas son demasiado largas", func(f *ledger.EntryFields) { f.Notes = strings.Repeat("ñ", 2001) }},
			{"unitCost", "El coste debe ser un número mayor o igual a 0", func(f *ledger.EntryFields) {
				f.UnitCost = shoptest.Ptr(core.Cents(-1))
			}},
			{"unitCost", "El coste total es demasiado grande", func(f *ledger.EntryFields) {
				f.Quantity, f.UnitCost = catalogue.QuantityMax, shoptest.Ptr(core.Cents(1_000_000))
			}},
			{"productId", "El producto no existe", func(f *ledger.EntryFields) { f.ProductID = 4711 }},
			{"locationId", "El almacén no existe", func(f *ledger.EntryFields) { f.LocationID = 4711 }},
		} {
			fields := good
			row.change(&fields)
			_, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, fields)
			if got := shoptest.Refusal(err, row.field); got != row.message {
				t.Errorf("%s: %q, want %q (%v)", row.field, got, row.message, err)
			}
		}
		if stock := shoptest.StockOf(t, inv, product.ID); stock != 1 {
			t.Errorf("stock %d after refusals", stock)
		}
		shoptest.Clean(t, inv)
	})
}

func TestSellersBringInStockWithoutCosts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 0)
		_, err := inv.Ledger.CreateEntry(t.Context(), seller, shoptest.Purchase(product.ID, 2, 100))
		if got := shoptest.Refusal(err, "unitCost"); got != "Tu rol no permite indicar costes" {
			t.Fatalf("err = %v", err)
		}
		entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, shoptest.Purchase(product.ID, 2, 100))
		shoptest.Must(t, entry, err)
		_, err = inv.Ledger.UpdateEntry(t.Context(), seller, entry.ID, ledger.EntryChange{Notes: shoptest.Ptr("Bien")})
		shoptest.Must(t, entry, err)
		// The cost that it has is refused like any other, or trying them all would tell it.
		for _, cost := range []core.Cents{100, 90} {
			_, err = inv.Ledger.UpdateEntry(t.Context(), seller, entry.ID,
				ledger.EntryChange{UnitCost: shoptest.Ptr(shoptest.Ptr(cost))})
			if got := shoptest.Refusal(err, "unitCost"); got != "Tu rol no permite indicar costes" {
				t.Errorf("%d: err = %v", cost, err)
			}
		}
	})
}

func TestABatchIsAllOrNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 0)
		lines := []ledger.EntryFields{
			shoptest.Purchase(product.ID, 2, 100), shoptest.Purchase(product.ID, 3, 100),
			shoptest.Purchase(4711, 1, 100),
		}
		_, err := inv.Ledger.CreateEntries(t.Context(), shoptest.Clerk, lines)
		if got := shoptest.Refusal(err, "lines[2].productId"); got != "El producto no existe" {
			t.Fatalf("err = %v", err)
		}
		lines[2], lines[1].Quantity = shoptest.Purchase(product.ID, 1, 100), 0
		_, err = inv.Ledger.CreateEntries(t.Context(), shoptest.Clerk, lines)
		if got := shoptest.Refusal(err, "lines[1].quantity"); got != "La cantidad debe ser mayor a 0" {
			t.Fatalf("err = %v", err)
		}
		if stock := shoptest.StockOf(t, inv, product.ID); stock != 0 {
			t.Fatalf("stock %d after two refusals", stock)
		}
		lines[1].Quantity = 3
		rows, err := inv.Ledger.CreateEntries(t.Context(), shoptest.Clerk, lines)
		shoptest.Must(t, rows, err)
		if rows[0].NewStock() != 2 || rows[1].NewStock() != 5 || rows[2].NewStock() != 6 ||
			shoptest.StockOf(t, inv, product.ID) != 6 {
			t.Errorf("lines left %d, %d and %d", rows[0].NewStock(), rows[1].NewStock(), rows[2].NewStock())
		}
		shoptest.Clean(t, inv)
	})
}

func TestABatchHasALimit(t *testing.T) {
	inv := inventory.New(nil, inventory.Options{PasswordWorkers: 1})
	if _, err := inv.Ledger.CreateEntries(t.Context(), shoptest.Clerk, nil); shoptest.Refusal(err,
		"lines") != "Añade al menos una línea" {
		t.Error(err)
	}
	if _, err := inv.Ledger.CreateEntries(t.Context(), shoptest.Clerk,
		make([]ledger.EntryFields, ledger.EntryLinesMax+1)); shoptest.Refusal(err,
		"lines") != "Son demasiadas líneas: 200 como mucho" {
		t.Error(err)
	}
}

func TestChangingAnEntry(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 0)
		entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, shoptest.Purchase(product.ID, 100, 500))
		shoptest.Must(t, entry, err)
		// Words change the document and no stock.
		kind := ledger.EntryManual
		changed, err := inv.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, entry.ID, ledger.EntryChange{
			Type: &kind, Reason: shoptest.Ptr("Otro"), Notes: shoptest.Ptr("N"), IfVersion: &entry.Version,
		})
		shoptest.Must(t, changed, err)
		if changed.Type != kind || changed.Version != entry.Version+1 || changed.MovementID != entry.MovementID {
			t.Errorf("changed %+v", changed)
		}
		if _, err := inv.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, entry.ID, ledger.EntryChange{
			Notes: shoptest.Ptr("X"), IfVersion: &entry.Version,
		}); !errors.Is(err, core.ErrStale) {
			t.Errorf("a stale change: %v", err)
		}
		// Most of it is sold, and still the quantity can go down by what is left.
		_, err = inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("remove", 90))
		shoptest.Must(t, changed, err)
		changed, err = inv.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, entry.ID,
			ledger.EntryChange{Quantity: shoptest.Ptr(int64(95))})
		shoptest.Must(t, changed, err)
		if shoptest.StockOf(t, inv, product.ID) != 5 || changed.NewStock() != 95 || *changed.TotalCost != 47500 {
			t.Errorf("changed %+v", changed)
		}
		_, err = inv.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, entry.ID,
			ledger.EntryChange{Quantity: shoptest.Ptr(int64(89))})
		if got := shoptest.Refusal(err, "quantity"); got != "No se puede dejar en 89 unidades: entraron 95 y solo quedan 5 "+
			"en stock" {
			t.Errorf("refused with %q (%v)", got, err)
		}
		if got := shoptest.MovementsOf(t, inv, product.ID); len(got) != 4 || got[2] != 95 || got[3] != -100 {
			t.Errorf("movements %v", got)
		}
		shoptest.Clean(t, inv)
	})
}

func TestWhatWasNoReturnIsNotTakenFromTheSales(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 20)
		_, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, ledger.Adjustment{
			Type: ledger.AdjustRemove, Quantity: 8, Reason: ledger.ReasonSale,
		})
		shoptest.Must(t, shoptest.Nothing, err)
		fields := shoptest.Purchase(product.ID, 5, 500)
		fields.Type = ledger.EntryReturn
		entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, fields)
		shoptest.Must(t, entry, err)
		sold := func(want int64) {
			t.Helper()
			sold := shoptest.Must1(inv.Catalogue.ProductSold(t.Context(), product.ID))(t).Sold
			if sold != want || shoptest.StockOf(t, inv, product.ID) != 17 {
				t.Errorf("sold %d, want %d; stock %d", sold, want, shoptest.StockOf(t, inv, product.ID))
			}
		}
		sold(3)
		for _, step := range []struct {
			kind ledger.EntryType
			sold int64
		}{{ledger.EntryPurchase, 8}, {ledger.EntryAdjustment, 8}, {ledger.EntryReturn, 3}} {
			changed, err := inv.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, entry.ID, ledger.EntryChange{Type: &step.kind})
			shoptest.Must(t, changed, err)
			sold(step.sold)
		}
		shoptest.Clean(t, inv)
	})
}

// A customer's return of long ago that is corrected, deleted or brought back says nothing of
// what was sold lately.
func TestAnOldReturnIsTakenBackOnItsDay(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := shoptest.Must1(s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(20)))(t)
		fields := shoptest.Purchase(product.ID, 5, 500)
		fields.Type = ledger.EntryReturn
		entry := shoptest.Must1(s.Ledger.CreateEntry(t.Context(), shoptest.Clerk, fields))(t)
		s.Pass(40 * 24 * time.Hour)
		shoptest.Must1(s.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, ledger.Adjustment{
			Type: ledger.AdjustRemove, Quantity: 8, Reason: ledger.ReasonSale,
		}))(t)
		for what, change := range map[string]func() error{
			"corrected": func() error {
				_, err := s.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, entry.ID,
					ledger.EntryChange{Quantity: shoptest.Ptr(int64(4))})
				return err
			},
			"deleted and restored": func() error {
				if err := s.Ledger.DeleteEntry(t.Context(), shoptest.Clerk, entry.ID); err != nil {
					return err
				}
				if sold := shoptest.Must1(s.Catalogue.ProductSold(t.Context(), product.ID))(t).Sold; sold != 8 {
					t.Errorf("deleted: sold %d", sold)
				}
				_, err := s.Ledger.RestoreEntry(t.Context(), shoptest.Clerk, entry.ID)
				return err
			},
		} {
			shoptest.Must(t, shoptest.Nothing, change())
			if sold := shoptest.Must1(s.Catalogue.ProductSold(t.Context(), product.ID))(t).Sold; sold != 8 {
				t.Errorf("%s: sold %d, want 8", what, sold)
			}
		}
		shoptest.Clean(t, s.Inventory)
	})
}

func TestSeveralEntriesAreTakenBackTogetherOrNotAtAll(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 0)
		lines := []ledger.EntryFields{shoptest.Purchase(product.ID, 10, 500), shoptest.Purchase(product.ID, 5, 700)}
		entries, err := inv.Ledger.CreateEntries(t.Context(), shoptest.Clerk, lines)
		shoptest.Must(t, entries, err)
		ids := []int64{entries[0].ID, entries[1].ID}
		shoptest.Must1(inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("remove", 8)))(t)
		if err := inv.Ledger.DeleteEntries(t.Context(), shoptest.Clerk, ids); shoptest.Refusal(err, "") == "" {
			t.Errorf("with eight units sold: %v", err)
		}
		if stock := shoptest.StockOf(t, inv, product.ID); stock != 7 {
			t.Errorf("of a refusal %d units are left", stock)
		}
		shoptest.Must1(inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("add", 8)))(t)
		shoptest.Must(t, shoptest.Nothing, inv.Ledger.DeleteEntries(t.Context(), shoptest.Clerk, ids))
		if stock := shoptest.StockOf(t, inv, product.ID); stock != 0 {
			t.Errorf("%d units are left", stock)
		}
		for name, some := range map[string][]int64{"none": {}, "too many": make([]int64, ledger.EntryLinesMax+1)} {
			if err := inv.Ledger.DeleteEntries(t.Context(), shoptest.Clerk, some); shoptest.Refusal(err, "ids") == "" {
				t.Errorf("%s: %v", name, err)
			}
		}
		shoptest.Clean(t, inv)
	})
}

// A customer's return counts on the day on which it came in: what is taken back of it, or
// brought in again, later is no sale and no return of that later day.
func TestAReturnTakenBackCountsOnItsOwnDay(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := s.Drills(t, 20)
		fields := shoptest.Purchase(product.ID, 5, 500)
		fields.Type = ledger.EntryReturn
		entry, err := s.Ledger.CreateEntry(t.Context(), shoptest.Clerk, fields)
		shoptest.Must(t, entry, err)
		s.Pass(40 * 24 * time.Hour)
		s.Sell(t, product, 10)
		sold := func(after string) {
			t.Helper()
			s.Foresee(t)
			_, rows := s.ForecastRows(t, forecasting.Filter{})
			lately := shoptest.Must1(s.Catalogue.ProductSold(t.Context(), product.ID))(t).Sold
			if foreseen := rows[product.Name].SoldLast30; lately != 10 || foreseen != 10 {
				t.Errorf("%s: sold %d, by the forecast %d, want 10", after, lately, foreseen)
			}
		}
		sold("40 days later")
		less := int64(2)
		shoptest.Must1(s.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, entry.ID, ledger.EntryChange{Quantity: &less}))(t)
		sold("corrected")
		shoptest.Must(t, shoptest.Nothing, s.Ledger.DeleteEntry(t.Context(), shoptest.Clerk, entry.ID))
		sold("deleted")
		shoptest.Must1(s.Ledger.RestoreEntry(t.Context(), shoptest.Clerk, entry.ID))(t)
		sold("brought back")
		shoptest.Clean(t, s.Inventory)
	})
}

func TestDeletingAnEntryAndBringingItBack(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 1)
		entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, shoptest.Purchase(product.ID, 10, 500))
		shoptest.Must(t, entry, err)
		_, err = inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("remove", 2))
		shoptest.Must(t, entry, err)
		if err := inv.Ledger.DeleteEntry(t.Context(), shoptest.Clerk, entry.ID); shoptest.Refusal(err,
			"") != "No se puede eliminar la entrada: entraron 10 unidades y solo quedan 9 en stock" {
			t.Fatalf("err = %v", err)
		}
		_, err = inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("add", 1))
		shoptest.Must(t, entry, err)
		shoptest.Must(t, shoptest.Nothing, inv.Ledger.DeleteEntry(t.Context(), shoptest.Clerk, entry.ID))
		if _, err := inv.Ledger.Entry(t.Context(), entry.ID); !errors.Is(err, core.ErrNotFound) {
			t.Errorf("a deleted entry is shown: %v", err)
		}
		if err := inv.Ledger.DeleteEntry(t.Context(), shoptest.Clerk, entry.ID); !errors.Is(err, core.ErrNotFound) {
			t.Errorf("deleted twice: %v", err)
		}
		list, err := inv.Ledger.ListEntries(t.Context(), ledger.EntryFilter{})
		if list = shoptest.Must(t, list, err); len(list.Rows) != 0 || list.Count.N != 0 ||
			list.Totals != (ledger.EntryTotals{}) || shoptest.StockOf(t, inv, product.ID) != 0 {
			t.Errorf("after the delete: %+v", list)
		}
		restored, err := inv.Ledger.RestoreEntry(t.Context(), shoptest.Clerk, entry.ID)
		shoptest.Must(t, restored, err)
		if shoptest.StockOf(t, inv, product.ID) != 10 || restored.MovementID == entry.MovementID {
			t.Errorf("restored %+v", restored)
		}
		if _, err := inv.Ledger.RestoreEntry(t.Context(), shoptest.Clerk, entry.ID); !errors.Is(err,
			ledger.ErrEntryNotDeleted) {
			t.Errorf("restored twice: %v", err)
		}
		shoptest.Clean(t, inv)
	})
}

func TestAnEntryOfADeletedProductStays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 0)
		entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, shoptest.Purchase(product.ID, 10, 500))
		shoptest.Must(t, entry, err)
		shoptest.Must(t, shoptest.Nothing, inv.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, product.ID))
		if err := inv.Ledger.DeleteEntry(t.Context(), shoptest.Clerk, entry.ID); !errors.Is(err,
			ledger.ErrEntryProductDeleted) {
			t.Errorf("err = %v", err)
		}
		list, err := inv.Ledger.ListEntries(t.Context(), ledger.EntryFilter{Search: "taladro"})
		if list = shoptest.Must(t, list, err); len(list.Rows) != 1 || list.Rows[0].ProductName != "Taladro percutor" {
			t.Errorf("found %+v", list.Rows)
		}
		shoptest.Clean(t, inv)
	})
}

func TestEntriesByFilter(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		options.Now = func() time.Time { return now }
		inv, product := shoptest.Shop(t, storetest.Open(t, options), 0)
		fields := catalogue.ProductFields{SKU: shoptest.Ptr("CAM-9"), Name: shoptest.Ptr("Camión de juguete")}
		truck, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, fields)
		shoptest.Must(t, truck, err)
		for day, line := range []ledger.EntryFields{
			shoptest.Purchase(product.ID, 10, 100), shoptest.Purchase(truck.ID, 5, 300), {
				ProductID: truck.ID, Quantity: 2, Type: ledger.EntryReturn,
			},
		} {
			now = time.Date(2026, 3, 1+day, 12, 0, 0, 0, time.UTC)
			entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, line)
			shoptest.Must(t, entry, err)
		}
		for _, row := range []struct {
			filter ledger.EntryFilter
			want   ledger.EntryTotals
		}{
			{ledger.EntryFilter{}, ledger.EntryTotals{Entries: 3, Units: 17, Cost: 2500, Purchases: 2}},
			{ledger.EntryFilter{Type: ledger.EntryPurchase}, ledger.EntryTotals{
				Entries: 2, Units: 15, Cost: 2500, Purchases: 2,
			}},
			{ledger.EntryFilter{Type: ledger.EntryManual}, ledger.EntryTotals{}},
			{ledger.EntryFilter{Search: "CAMIÓN"}, ledger.EntryTotals{Entries: 2, Units: 7, Cost: 1500, Purchases: 1}},
			{ledger.EntryFilter{Search: "cam-9"}, ledger.EntryTotals{Entries: 2, Units: 7, Cost: 1500, Purchases: 1}},
			{ledger.EntryFilter{From: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)}, ledger.EntryTotals{
				Entries: 2, Units: 7, Cost: 1500, Purchases: 1,
			}},
			{ledger.EntryFilter{To: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)}, ledger.EntryTotals{
				Entries: 1, Units: 10, Cost: 1000, Purchases: 1,
			}},
			{ledger.EntryFilter{
				ProductID: product.ID, Type: ledger.EntryPurchase,
			}, ledger.EntryTotals{Entries: 1, Units: 10, Cost: 1000, Purchases: 1}},
			{ledger.EntryFilter{CreatedBy: "nadie"}, ledger.EntryTotals{}},
		} {
			list, err := inv.Ledger.ListEntries(t.Context(), row.filter)
			if list = shoptest.Must(t, list, err); list.Totals != row.want || len(list.Rows) != int(row.want.Entries) ||
				list.Count.N != len(list.Rows) {
				t.Errorf("%+v: %+v and %d rows of %d, want %+v", row.filter, list.Totals, len(list.Rows), list.Count.N, row.want)
			}
		}
		newest, err := inv.Ledger.ListEntries(t.Context(), ledger.EntryFilter{})
		oldest, err2 := inv.Ledger.ListEntries(t.Context(), ledger.EntryFilter{Ascending: true})
		if shoptest.Must(t, newest, err).Rows[0].Type != ledger.EntryReturn ||
			shoptest.Must(t, oldest, err2).Rows[0].ProductID != product.ID {
			t.Error("the lists are not in order of time")
		}
		shoptest.Clean(t, inv)
	})
}

// An entry is corrected to so few units that nothing is left: the average of before it is
// kept for what is found later, and the ledger proves it.
func TestCorrectingAnEntryUntilNothingIsLeft(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 0)
		ctx := t.Context()
		first, err := inv.Ledger.CreateEntry(ctx, shoptest.Clerk, shoptest.Purchase(product.ID, 2, 100))
		shoptest.Must(t, first, err)
		second, err := inv.Ledger.CreateEntry(ctx, shoptest.Clerk, shoptest.Purchase(product.ID, 4, 500))
		shoptest.Must(t, second, err)
		_, err = inv.Ledger.AdjustStock(ctx, shoptest.Clerk, product.ID, shoptest.Adjust("remove", 4))
		shoptest.Must(t, shoptest.Nothing, err)
		_, err = inv.Ledger.UpdateEntry(ctx, shoptest.Clerk, second.ID, ledger.EntryChange{Quantity: shoptest.Ptr(int64(2))})
		shoptest.Must(t, shoptest.Nothing, err)
		found, err := inv.Ledger.AdjustStock(ctx, shoptest.Clerk, product.ID, shoptest.Adjust("add", 3))
		shoptest.Must(t, shoptest.Nothing, err)
		if value := found.Product.StockValue(); value == nil || *value != 1100 {
			t.Errorf("three that were found are worth %v, want 11,00", value)
		}
		shoptest.Clean(t, inv)
	})
}
