package inventory_test

import (
	"errors"
	"fmt"
	"testing"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// shelf makes products SKU-1, SKU-2 … of a category, with 10 units each.
func shelf(t *testing.T, inv *inventory.Inventory, category string, products int) (ids []int64) {
	t.Helper()
	for i := range products {
		sku := fmt.Sprintf("%s-%d", category, i+1)
		fields := inventory.ProductFields{SKU: &sku, Name: &sku, Stock: ptr(int64(10)), Category: &inventory.LabelRef{Name: category}}
		product, err := inv.CreateProduct(t.Context(), clerk, fields)
		ids = append(ids, must(t, product, err).ID)
	}
	return ids
}

func open(t *testing.T, inv *inventory.Inventory, fields inventory.StocktakeFields) inventory.StocktakeRow {
	t.Helper()
	stocktake, err := inv.OpenStocktake(t.Context(), clerk, fields)
	return must(t, stocktake, err)
}

func count(t *testing.T, inv *inventory.Inventory, stocktakeID, productID, counted int64) inventory.CountedLine {
	t.Helper()
	line, err := inv.CountProduct(t.Context(), clerk, stocktakeID, productID, &counted)
	return must(t, line, err)
}

func TestAStocktakePostsDifferencesWhileTheShopSells(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		ids := shelf(t, inv, "Caja", 4)
		stocktake := open(t, inv, inventory.StocktakeFields{})
		if stocktake.Lines != 4 || stocktake.State != inventory.StocktakeOpen || stocktake.LocationName != "Principal" {
			t.Fatalf("opened %+v", stocktake)
		}
		// One sold before it is counted is expected no more.
		sold, err := inv.AdjustStock(t.Context(), clerk, ids[0], adjust("remove", 3))
		must(t, sold, err)
		if line := count(t, inv, stocktake.ID, ids[0], 7); line.Line.Expected != 7 || line.Line.Difference() != 0 {
			t.Errorf("line %+v", line.Line)
		}
		count(t, inv, stocktake.ID, ids[1], 8)
		progress := count(t, inv, stocktake.ID, ids[2], 15)
		if progress.Stocktake.Counted != 3 || progress.Stocktake.Differing != 2 {
			t.Errorf("progress %+v", progress.Stocktake)
		}
		// Sales after the count stay sold.
		sold, err = inv.AdjustStock(t.Context(), clerk, ids[1], adjust("remove", 4))
		must(t, sold, err)
		posted, err := inv.PostStocktake(t.Context(), clerk, stocktake.ID)
		must(t, posted, err)
		if posted.Movements != 2 || posted.Stocktake.State != inventory.StocktakePosted || posted.Stocktake.EndedBy != clerk.ID {
			t.Errorf("posted %+v", posted)
		}
		for i, want := range []int64{7, 4, 15, 10} {
			if got := stockOf(t, inv, ids[i]); got != want {
				t.Errorf("product %d has %d, want %d", i, got, want)
			}
		}
		_, lines, err := inv.ListStocktakeLines(t.Context(), stocktake.ID, inventory.StocktakeLineFilter{Differing: true})
		if lines = must(t, lines, err); len(lines.Rows) != 2 || lines.Rows[0].MovementID == 0 || lines.Count.N != 2 {
			t.Errorf("differing lines %+v", lines)
		}
		if _, err := inv.PostStocktake(t.Context(), clerk, stocktake.ID); !errors.Is(err, inventory.ErrStocktakePosted) {
			t.Errorf("posted twice: %v", err)
		}
		if _, err := inv.CountProduct(t.Context(), clerk, stocktake.ID, ids[0], ptr(int64(1))); !errors.Is(err, inventory.ErrStocktakePosted) {
			t.Errorf("counted after posting: %v", err)
		}
		clean(t, inv)
	})
}

func TestAPostThatWouldGoBelowZeroNamesItsLines(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		ids := shelf(t, inv, "Caja", 3)
		stocktake := open(t, inv, inventory.StocktakeFields{})
		for _, id := range ids {
			count(t, inv, stocktake.ID, id, 5)
		}
		for _, id := range ids[1:] {
			sold, err := inv.AdjustStock(t.Context(), clerk, id, adjust("remove", 9))
			must(t, sold, err)
		}
		_, err := inv.PostStocktake(t.Context(), clerk, stocktake.ID)
		for i, id := range ids[1:] {
			want := fmt.Sprintf("Caja-%d (Caja-%d): faltan 5 unidades y ahora solo queda 1. Vuelve a contarlo.", i+2, i+2)
			if got := refusal(err, fmt.Sprintf("lines[%d].counted", id)); got != want {
				t.Errorf("refused with %q, want %q", got, want)
			}
		}
		if stockOf(t, inv, ids[0]) != 10 {
			t.Error("half of a refused set was posted")
		}
		// Counting again is the way out.
		count(t, inv, stocktake.ID, ids[1], 1)
		count(t, inv, stocktake.ID, ids[2], 0)
		posted, err := inv.PostStocktake(t.Context(), clerk, stocktake.ID)
		if must(t, posted, err); posted.Movements != 2 || stockOf(t, inv, ids[2]) != 0 || stockOf(t, inv, ids[0]) != 5 {
			t.Errorf("posted %+v", posted)
		}
		clean(t, inv)
	})
}

func TestScanningCounts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		ids := shelf(t, inv, "Caja", 1)
		stray := shelf(t, inv, "Bote", 1)
		_, err := inv.UpdateProduct(t.Context(), clerk, ids[0], inventory.ProductFields{Barcode: ptr("4006381333931")})
		must(t, nothing, err)
		stocktake := open(t, inv, inventory.StocktakeFields{Category: inventory.LabelRef{Name: "caja"}})
		for _, code := range []string{"4006381333931", "caja-1", "4006381333931"} {
			_, err := inv.ScanProduct(t.Context(), clerk, stocktake.ID, code, 2)
			must(t, nothing, err)
		}
		line, err := inv.ScanProduct(t.Context(), clerk, stocktake.ID, " CAJA-1 ", 1)
		if must(t, line, err); *line.Line.Counted != 7 || line.Stocktake.Counted != 1 || line.Line.ProductID != ids[0] {
			t.Errorf("line %+v", line)
		}
		for code, want := range map[string]string{"nada": "Ningún producto tiene este código", "": "Ningún producto tiene este código", "Bote-1": "Este producto no es de la categoría «Caja»"} {
			if _, err := inv.ScanProduct(t.Context(), clerk, stocktake.ID, code, 1); refusal(err, "code") != want {
				t.Errorf("%q: %v", code, err)
			}
		}
		if _, err := inv.CountProduct(t.Context(), clerk, stocktake.ID, stray[0], ptr(int64(1))); refusal(err, "counted") != "Este producto no es de la categoría «Caja»" {
			t.Errorf("err = %v", err)
		}
		// A count can be taken back, and what was never there can be found.
		taken, err := inv.CountProduct(t.Context(), clerk, stocktake.ID, ids[0], nil)
		if must(t, taken, err); taken.Stocktake.Counted != 0 || taken.Line.Counted != nil || taken.Line.CountedAt != nil {
			t.Errorf("taken back %+v", taken)
		}
		fields := inventory.ProductFields{SKU: ptr("CAJA-N"), Name: ptr("Nueva"), Category: &inventory.LabelRef{Name: "Caja"}}
		fresh, err := inv.CreateProduct(t.Context(), clerk, fields)
		must(t, fresh, err)
		if found := count(t, inv, stocktake.ID, fresh.ID, 4); found.Stocktake.Lines != 2 || found.Line.Expected != 0 {
			t.Errorf("found %+v", found)
		}
		posted, err := inv.PostStocktake(t.Context(), clerk, stocktake.ID)
		if must(t, posted, err); stockOf(t, inv, fresh.ID) != 4 || stockOf(t, inv, ids[0]) != 10 {
			t.Errorf("posted %+v", posted)
		}
		clean(t, inv)
	})
}

func TestAScanAddsToWhatTheCountMeansNow(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		ids := shelf(t, inv, "Caja", 4)
		stocktake := open(t, inv, inventory.StocktakeFields{})
		for i, line := range []struct {
			counted int64
			moved   inventory.AdjustmentType
			units   int64
			want    int64
		}{
			{counted: 8, moved: "remove", units: 3, want: 6},
			{counted: 12, moved: "add", units: 5, want: 18},
			// What was sold was not counted, and one more lies there.
			{counted: 0, moved: "remove", units: 3, want: 1},
			{counted: 9, moved: "remove", units: 0, want: 10},
		} {
			count(t, inv, stocktake.ID, ids[i], line.counted)
			if line.units > 0 {
				moved, err := inv.AdjustStock(t.Context(), clerk, ids[i], adjust(line.moved, line.units))
				must(t, moved, err)
			}
			scanned, err := inv.ScanProduct(t.Context(), clerk, stocktake.ID, fmt.Sprintf("Caja-%d", i+1), 1)
			if must(t, scanned, err); *scanned.Line.Counted != line.want || scanned.Line.Expected != stockOf(t, inv, ids[i]) {
				t.Errorf("line %d: %d counted of %d, want %d", i, *scanned.Line.Counted, scanned.Line.Expected, line.want)
			}
		}
		// A fresh count is of what lies there now.
		if line := count(t, inv, stocktake.ID, ids[1], 15).Line; *line.Counted != 15 || line.Difference() != 0 {
			t.Errorf("counted again %+v", line)
		}
		posted, err := inv.PostStocktake(t.Context(), clerk, stocktake.ID)
		must(t, posted, err)
		for i, want := range []int64{6, 15, 1, 10} {
			if got := stockOf(t, inv, ids[i]); got != want {
				t.Errorf("product %d has %d, want %d", i, got, want)
			}
		}
		clean(t, inv)
	})
}

func TestOverlappingStocktakesAreRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		shelf(t, inv, "Caja", 1)
		shelf(t, inv, "Bote", 1)
		other := north(t, inv)
		boxes := inventory.StocktakeFields{Category: inventory.LabelRef{Name: "Caja"}}
		first := open(t, inv, boxes)
		open(t, inv, inventory.StocktakeFields{Category: inventory.LabelRef{Name: "Bote"}})
		open(t, inv, inventory.StocktakeFields{LocationID: other.ID})
		for _, fields := range []inventory.StocktakeFields{boxes, {}} {
			if _, err := inv.OpenStocktake(t.Context(), clerk, fields); !errors.Is(err, inventory.ErrStocktakeOverlaps) {
				t.Errorf("%+v: %v", fields, err)
			}
		}
		cancelled, err := inv.CancelStocktake(t.Context(), clerk, first.ID)
		if must(t, cancelled, err); cancelled.State != inventory.StocktakeCancelled || cancelled.EndedAt == nil {
			t.Errorf("cancelled %+v", cancelled)
		}
		open(t, inv, boxes)
		if _, err := inv.PostStocktake(t.Context(), clerk, first.ID); !errors.Is(err, inventory.ErrStocktakeCancelled) {
			t.Errorf("posted after cancelling: %v", err)
		}
		if _, err := inv.OpenStocktake(t.Context(), clerk, inventory.StocktakeFields{Category: inventory.LabelRef{Name: "Nada"}}); refusal(err, "category") != "La categoría no existe" {
			t.Errorf("err = %v", err)
		}
		list, err := inv.ListStocktakes(t.Context(), inventory.StocktakeFilter{State: inventory.StocktakeOpen})
		if must(t, list, err).Count.N != 3 {
			t.Errorf("%d are open", list.Count.N)
		}
		clean(t, inv)
	})
}

// countBehind counts a product as somebody does who counts at the same moment as
// another, before either sees what the other found.
func countBehind(t *testing.T, db *store.DB, stocktakeID, productID, expected, counted int64) {
	t.Helper()
	err := db.Write(t.Context(), func(tx inventory.Tx) error {
		stocktake, err := tx.LockStocktake(stocktakeID)
		if err != nil {
			return err
		}
		product, err := tx.ProductByID(productID)
		if err != nil {
			return err
		}
		stocktake.Lines, stocktake.Counted, stocktake.Differing = stocktake.Lines+1, stocktake.Counted+1, stocktake.Differing+1
		if err := tx.UpdateStocktake(stocktake); err != nil {
			return err
		}
		now := tx.Now()
		line := inventory.StocktakeLine{StocktakeID: stocktakeID, ProductID: productID, Expected: expected, Counted: &counted, CountedBy: clerk.ID, CountedAt: &now}
		return tx.SaveLine(line, product)
	})
	must(t, nothing, err)
}

func TestADifferenceFoundByTwoStocktakesIsPostedOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		box := shelf(t, inv, "Caja", 2)
		tin := shelf(t, inv, "Bote", 1)
		boxes := open(t, inv, inventory.StocktakeFields{Category: inventory.LabelRef{Name: "Caja"}})
		tins := open(t, inv, inventory.StocktakeFields{Category: inventory.LabelRef{Name: "Bote"}})
		north := open(t, inv, inventory.StocktakeFields{LocationID: north(t, inv).ID})
		count(t, inv, boxes.ID, box[0], 9)
		count(t, inv, boxes.ID, box[1], 7)
		count(t, inv, tins.ID, tin[0], 8)
		countBehind(t, db, tins.ID, box[0], 10, 9)
		// What another location counts is no concern of this one.
		count(t, inv, north.ID, tin[0], 5)
		for _, id := range []int64{boxes.ID, north.ID} {
			posted, err := inv.PostStocktake(t.Context(), clerk, id)
			must(t, posted, err)
		}
		_, err := inv.PostStocktake(t.Context(), clerk, tins.ID)
		want := "Caja-1 (Caja-1): otro recuento ha corregido su stock después de contarlo aquí. Vuelve a contarlo."
		if got := refusal(err, fmt.Sprintf("lines[%d].counted", box[0])); got != want {
			t.Errorf("refused with %q (%v)", got, err)
		}
		if refusal(err, fmt.Sprintf("lines[%d].counted", tin[0])) != "" || stockOf(t, inv, box[0]) != 9 || stockOf(t, inv, tin[0]) != 15 {
			t.Errorf("%v; stock %d and %d", err, stockOf(t, inv, box[0]), stockOf(t, inv, tin[0]))
		}
		// Sales since are no reason to count again, and counting again is the way out.
		sold, err := inv.AdjustStock(t.Context(), clerk, tin[0], inventory.Adjustment{Type: inventory.AdjustRemove, Quantity: 1, Reason: inventory.ReasonSale})
		must(t, sold, err)
		count(t, inv, tins.ID, box[0], 8)
		posted, err := inv.PostStocktake(t.Context(), clerk, tins.ID)
		if must(t, posted, err); posted.Movements != 2 || stockOf(t, inv, box[0]) != 8 || stockOf(t, inv, tin[0]) != 12 {
			t.Errorf("posted %+v; stock %d and %d", posted, stockOf(t, inv, box[0]), stockOf(t, inv, tin[0]))
		}
		clean(t, inv)
	})
}

func TestAProductIsCountedInOneOpenStocktake(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		box := shelf(t, inv, "Caja", 2)
		tin := shelf(t, inv, "Bote", 1)
		boxes := open(t, inv, inventory.StocktakeFields{Category: inventory.LabelRef{Name: "Caja"}})
		tins := open(t, inv, inventory.StocktakeFields{Category: inventory.LabelRef{Name: "Bote"}})
		count(t, inv, boxes.ID, box[0], 9)
		count(t, inv, tins.ID, tin[0], 9)
		refused := func(stocktake, other inventory.StocktakeRow, productID int64) {
			t.Helper()
			want := fmt.Sprintf("Este producto ya está contado en el recuento #%d: regístralo o borra allí lo contado antes de contarlo aquí", other.ID)
			if _, err := inv.CountProduct(t.Context(), clerk, stocktake.ID, productID, ptr(int64(9))); refusal(err, "counted") != want {
				t.Errorf("err = %v", err)
			}
		}
		// A product that changes its category, and one whose category is merged.
		_, err := inv.UpdateProduct(t.Context(), clerk, box[0], inventory.ProductFields{Category: &inventory.LabelRef{Name: "Bote"}})
		must(t, nothing, err)
		refused(tins, boxes, box[0])
		if _, err := inv.ScanProduct(t.Context(), clerk, tins.ID, "Caja-1", 1); refusal(err, "code") == "" {
			t.Errorf("err = %v", err)
		}
		_, err = inv.RenameLabel(t.Context(), clerk, inventory.Category, tins.CategoryID, inventory.LabelChange{Name: "Caja", Merge: true})
		must(t, nothing, err)
		refused(boxes, tins, tin[0])
		// What is counted here may be counted again, or taken back for the other.
		count(t, inv, boxes.ID, box[0], 8)
		_, err = inv.CountProduct(t.Context(), clerk, boxes.ID, box[0], nil)
		must(t, nothing, err)
		count(t, inv, boxes.ID, box[1], 7)
		posted, err := inv.PostStocktake(t.Context(), clerk, boxes.ID)
		must(t, posted, err)
		for i, want := range []int64{10, 7} {
			if got := stockOf(t, inv, box[i]); got != want {
				t.Errorf("product %d has %d, want %d", i, got, want)
			}
		}
		// What the other counted is still its own to post.
		_, err = inv.PostStocktake(t.Context(), clerk, tins.ID)
		must(t, nothing, err)
		clean(t, inv)
	})
}

func TestABlindStocktakeKeepsItsDifferences(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		ids := shelf(t, inv, "Caja", 2)
		stocktake := open(t, inv, inventory.StocktakeFields{Blind: true})
		if _, err := inv.PostStocktake(t.Context(), clerk, stocktake.ID); !errors.Is(err, inventory.ErrStocktakeEmpty) {
			t.Errorf("posted without a count: %v", err)
		}
		if line := count(t, inv, stocktake.ID, ids[0], 9); !line.Stocktake.Hidden() {
			t.Error("a blind stocktake shows what it expects")
		}
		differences := inventory.StocktakeLineFilter{Differing: true}
		if _, _, err := inv.ListStocktakeLines(t.Context(), stocktake.ID, differences); refusal(err, "onlyDifferences") == "" {
			t.Errorf("err = %v", err)
		}
		shown, err := inv.SetBlind(t.Context(), clerk, stocktake.ID, false, nil)
		if must(t, shown, err); shown.Hidden() {
			t.Error("it stays hidden")
		}
		_, lines, err := inv.ListStocktakeLines(t.Context(), stocktake.ID, differences)
		if must(t, lines, err).Count.N != 1 {
			t.Errorf("lines %+v", lines)
		}
		_, pending, err := inv.ListStocktakeLines(t.Context(), stocktake.ID, inventory.StocktakeLineFilter{Pending: true, Search: "caja"})
		if pending = must(t, pending, err); len(pending.Rows) != 1 || pending.Rows[0].ProductID != ids[1] || pending.Rows[0].CategoryName != "Caja" {
			t.Errorf("pending %+v", pending)
		}
	})
}

func TestAProductDeletedWhileItIsCountedIsSkipped(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		ids := shelf(t, inv, "Caja", 2)
		stocktake := open(t, inv, inventory.StocktakeFields{})
		count(t, inv, stocktake.ID, ids[0], 1)
		count(t, inv, stocktake.ID, ids[1], 2)
		must(t, nothing, inv.DeleteProduct(t.Context(), clerk, ids[0]))
		posted, err := inv.PostStocktake(t.Context(), clerk, stocktake.ID)
		if must(t, posted, err); posted.Movements != 1 || posted.Skipped != 1 {
			t.Errorf("posted %+v", posted)
		}
		clean(t, inv)
	})
}
