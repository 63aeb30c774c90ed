package ledger_test

import (
	"errors"
	"fmt"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestAStocktakePostsDifferencesWhileTheShopSells(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		ids := shoptest.Shelf(t, inv, "Caja", 4)
		stocktake := shoptest.Open(t, inv, ledger.StocktakeFields{})
		if stocktake.Lines != 4 || stocktake.State != ledger.StocktakeOpen || stocktake.LocationName != "Principal" {
			t.Fatalf("opened %+v", stocktake)
		}
		// One sold before it is counted is expected no more.
		sold, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, ids[0], shoptest.Adjust("remove", 3))
		shoptest.Must(t, sold, err)
		if line := shoptest.Count(t, inv, stocktake.ID, ids[0], 7); line.Line.Expected != 7 || line.Line.Difference() != 0 {
			t.Errorf("line %+v", line.Line)
		}
		shoptest.Count(t, inv, stocktake.ID, ids[1], 8)
		progress := shoptest.Count(t, inv, stocktake.ID, ids[2], 15)
		if progress.Stocktake.Counted != 3 || progress.Stocktake.Differing != 2 {
			t.Errorf("progress %+v", progress.Stocktake)
		}
		// Sales after the count stay sold.
		sold, err = inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, ids[1], shoptest.Adjust("remove", 4))
		shoptest.Must(t, sold, err)
		posted, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, stocktake.ID)
		shoptest.Must(t, posted, err)
		if posted.Movements != 2 || posted.Stocktake.State != ledger.StocktakePosted ||
			posted.Stocktake.EndedBy != shoptest.Clerk.ID {
			t.Errorf("posted %+v", posted)
		}
		for i, want := range []int64{7, 4, 15, 10} {
			if got := shoptest.StockOf(t, inv, ids[i]); got != want {
				t.Errorf("product %d has %d, want %d", i, got, want)
			}
		}
		_, lines, err := inv.Ledger.ListStocktakeLines(t.Context(), stocktake.ID, ledger.StocktakeLineFilter{Differing: true})
		if lines = shoptest.Must(t, lines, err); len(lines.Rows) != 2 || lines.Rows[0].MovementID == 0 || lines.Count.N != 2 {
			t.Errorf("differing lines %+v", lines)
		}
		if _, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, stocktake.ID); !errors.Is(err,
			ledger.ErrStocktakePosted) {
			t.Errorf("posted twice: %v", err)
		}
		if _, err := inv.Ledger.CountProduct(t.Context(), shoptest.Clerk, stocktake.ID, ids[0],
			shoptest.Ptr(int64(1))); !errors.Is(err, ledger.ErrStocktakePosted) {
			t.Errorf("counted after posting: %v", err)
		}
		shoptest.Clean(t, inv)
	})
}

func TestAPostThatWouldGoBelowZeroNamesItsLines(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		ids := shoptest.Shelf(t, inv, "Caja", 3)
		stocktake := shoptest.Open(t, inv, ledger.StocktakeFields{})
		for _, id := range ids {
			shoptest.Count(t, inv, stocktake.ID, id, 5)
		}
		for _, id := range ids[1:] {
			sold, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, id, shoptest.Adjust("remove", 9))
			shoptest.Must(t, sold, err)
		}
		_, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, stocktake.ID)
		for i, id := range ids[1:] {
			want := fmt.Sprintf("Caja-%d (Caja-%d): faltan 5 unidades y ahora solo queda 1. Vuelve a contarlo.", i+2, i+2)
			if got := shoptest.Refusal(err, fmt.Sprintf("lines[%d].counted", id)); got != want {
				t.Errorf("refused with %q, want %q", got, want)
			}
		}
		if shoptest.StockOf(t, inv, ids[0]) != 10 {
			t.Error("half of a refused set was posted")
		}
		// Counting again is the way out.
		shoptest.Count(t, inv, stocktake.ID, ids[1], 1)
		shoptest.Count(t, inv, stocktake.ID, ids[2], 0)
		posted, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, stocktake.ID)
		if shoptest.Must(t, posted, err); posted.Movements != 2 || shoptest.StockOf(t, inv, ids[2]) != 0 ||
			shoptest.StockOf(t, inv, ids[0]) != 5 {
			t.Errorf("posted %+v", posted)
		}
		shoptest.Clean(t, inv)
	})
}

func TestScanningCounts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		ids := shoptest.Shelf(t, inv, "Caja", 1)
		stray := shoptest.Shelf(t, inv, "Bote", 1)
		_, err := inv.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, ids[0],
			catalogue.ProductFields{Barcode: shoptest.Ptr("4006381333931")})
		shoptest.Must(t, shoptest.Nothing, err)
		stocktake := shoptest.Open(t, inv, ledger.StocktakeFields{Category: catalogue.LabelRef{Name: "caja"}})
		for _, code := range []string{"4006381333931", "caja-1", "4006381333931"} {
			_, err := inv.Ledger.ScanProduct(t.Context(), shoptest.Clerk, stocktake.ID, code, 2)
			shoptest.Must(t, shoptest.Nothing, err)
		}
		line, err := inv.Ledger.ScanProduct(t.Context(), shoptest.Clerk, stocktake.ID, " CAJA-1 ", 1)
		if shoptest.Must(t, line, err); *line.Line.Counted != 7 || line.Stocktake.Counted != 1 ||
			line.Line.ProductID != ids[0] {
			t.Errorf("line %+v", line)
		}
		for code, want := range map[string]string{
			"nada": "Ningún producto tiene este código", "": "Ningún producto tiene este código",
			"Bote-1": "Este producto no es de la categoría «Caja»",
		} {
			if _, err := inv.Ledger.ScanProduct(t.Context(), shoptest.Clerk, stocktake.ID, code, 1); shoptest.Refusal(err,
				"code") != want {
				t.Errorf("%q: %v", code, err)
			}
		}
		if _, err := inv.Ledger.CountProduct(t.Context(), shoptest.Clerk, stocktake.ID, stray[0],
			shoptest.Ptr(int64(1))); shoptest.Refusal(err, "counted") != "Este producto no es de la categoría «Caja»" {
			t.Errorf("err = %v", err)
		}
		// A count can be taken back, and what was never there can be found.
		taken, err := inv.Ledger.CountProduct(t.Context(), shoptest.Clerk, stocktake.ID, ids[0], nil)
		if shoptest.Must(t, taken, err); taken.Stocktake.Counted != 0 || taken.Line.Counted != nil ||
			taken.Line.CountedAt != nil {
			t.Errorf("taken back %+v", taken)
		}
		fields := catalogue.ProductFields{
			SKU: shoptest.Ptr("CAJA-N"), Name: shoptest.Ptr("Nueva"), Category: &catalogue.LabelRef{Name: "Caja"},
		}
		fresh, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, fields)
		shoptest.Must(t, fresh, err)
		if found := shoptest.Count(t, inv, stocktake.ID, fresh.ID, 4); found.Stocktake.Lines != 2 ||
			found.Line.Expected != 0 {
			t.Errorf("found %+v", found)
		}
		posted, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, stocktake.ID)
		if shoptest.Must(t, posted, err); shoptest.StockOf(t, inv, fresh.ID) != 4 || shoptest.StockOf(t, inv, ids[0]) != 10 {
			t.Errorf("posted %+v", posted)
		}
		shoptest.Clean(t, inv)
	})
}

func TestAScanAddsToWhatTheCountMeansNow(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		ids := shoptest.Shelf(t, inv, "Caja", 4)
		stocktake := shoptest.Open(t, inv, ledger.StocktakeFields{})
		for i, line := range []struct {
			counted int64
			moved   ledger.AdjustmentType
			units   int64
			want    int64
		}{
			{counted: 8, moved: "remove", units: 3, want: 6},
			{counted: 12, moved: "add", units: 5, want: 18},
			// What was sold was not counted, and one more lies there.
			{counted: 0, moved: "remove", units: 3, want: 1},
			{counted: 9, moved: "remove", units: 0, want: 10},
		} {
			shoptest.Count(t, inv, stocktake.ID, ids[i], line.counted)
			if line.units > 0 {
				moved, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, ids[i], shoptest.Adjust(line.moved, line.units))
				shoptest.Must(t, moved, err)
			}
			scanned, err := inv.Ledger.ScanProduct(t.Context(), shoptest.Clerk, stocktake.ID, fmt.Sprintf("Caja-%d", i+1), 1)
			if shoptest.Must(t, scanned, err); *scanned.Line.Counted != line.want ||
				scanned.Line.Expected != shoptest.StockOf(t, inv, ids[i]) {
				t.Errorf("line %d: %d counted of %d, want %d", i, *scanned.Line.Counted, scanned.Line.Expected, line.want)
			}
		}
		// A fresh count is of what lies there now.
		if line := shoptest.Count(t, inv, stocktake.ID, ids[1], 15).Line; *line.Counted != 15 || line.Difference() != 0 {
			t.Errorf("counted again %+v", line)
		}
		posted, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, stocktake.ID)
		shoptest.Must(t, posted, err)
		for i, want := range []int64{6, 15, 1, 10} {
			if got := shoptest.StockOf(t, inv, ids[i]); got != want {
				t.Errorf("product %d has %d, want %d", i, got, want)
			}
		}
		shoptest.Clean(t, inv)
	})
}

func TestOverlappingStocktakesAreRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		shoptest.Shelf(t, inv, "Caja", 1)
		shoptest.Shelf(t, inv, "Bote", 1)
		other := shoptest.North(t, inv)
		boxes := ledger.StocktakeFields{Category: catalogue.LabelRef{Name: "Caja"}}
		first := shoptest.Open(t, inv, boxes)
		shoptest.Open(t, inv, ledger.StocktakeFields{Category: catalogue.LabelRef{Name: "Bote"}})
		shoptest.Open(t, inv, ledger.StocktakeFields{LocationID: other.ID})
		for _, fields := range []ledger.StocktakeFields{boxes, {}} {
			if _, err := inv.Ledger.OpenStocktake(t.Context(), shoptest.Clerk, fields); !errors.Is(err,
				ledger.ErrStocktakeOverlaps) {
				t.Errorf("%+v: %v", fields, err)
			}
		}
		cancelled, err := inv.Ledger.CancelStocktake(t.Context(), shoptest.Clerk, first.ID)
		if shoptest.Must(t, cancelled, err); cancelled.State != ledger.StocktakeCancelled || cancelled.EndedAt == nil {
			t.Errorf("cancelled %+v", cancelled)
		}
		shoptest.Open(t, inv, boxes)
		if _, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, first.ID); !errors.Is(err,
			ledger.ErrStocktakeCancelled) {
			t.Errorf("posted after cancelling: %v", err)
		}
		if _, err := inv.Ledger.OpenStocktake(t.Context(), shoptest.Clerk,
			ledger.StocktakeFields{Category: catalogue.LabelRef{Name: "Nada"}}); shoptest.Refusal(err,
			"category") != "La categoría no existe" {
			t.Errorf("err = %v", err)
		}
		list, err := inv.Ledger.ListStocktakes(t.Context(), ledger.StocktakeFilter{State: ledger.StocktakeOpen})
		if shoptest.Must(t, list, err).Count.N != 3 {
			t.Errorf("%d are open", list.Count.N)
		}
		shoptest.Clean(t, inv)
	})
}

// countBehind counts a product like a second user who counts at the same moment as the
// first, before either sees what the other found.
func countBehind(t *testing.T, db *store.DB, stocktakeID, productID, expected, counted int64) {
	t.Helper()
	err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
		stocktake, err := tx.LockStocktake(stocktakeID)
		if err != nil {
			return err
		}
		product, err := tx.ProductByID(productID)
		if err != nil {
			return err
		}
		stocktake.Lines, stocktake.Counted, stocktake.Differing = stocktake.Lines+1, stocktake.Counted+1,
			stocktake.Differing+1
		if err := tx.UpdateStocktake(stocktake); err != nil {
			return err
		}
		now := tx.Now()
		line := ledger.StocktakeLine{
			StocktakeID: stocktakeID, ProductID: productID, Expected: expected, Counted: &counted, CountedBy: shoptest.Clerk.ID,
			CountedAt: &now,
		}
		return tx.SaveLine(line, product)
	})
	shoptest.Must(t, shoptest.Nothing, err)
}

func TestADifferenceFoundByTwoStocktakesIsPostedOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		box := shoptest.Shelf(t, inv, "Caja", 2)
		tin := shoptest.Shelf(t, inv, "Bote", 1)
		boxes := shoptest.Open(t, inv, ledger.StocktakeFields{Category: catalogue.LabelRef{Name: "Caja"}})
		tins := shoptest.Open(t, inv, ledger.StocktakeFields{Category: catalogue.LabelRef{Name: "Bote"}})
		north := shoptest.Open(t, inv, ledger.StocktakeFields{LocationID: shoptest.North(t, inv).ID})
		shoptest.Count(t, inv, boxes.ID, box[0], 9)
		shoptest.Count(t, inv, boxes.ID, box[1], 7)
		shoptest.Count(t, inv, tins.ID, tin[0], 8)
		countBehind(t, db, tins.ID, box[0], 10, 9)
		// What another location counts is no concern of this one.
		shoptest.Count(t, inv, north.ID, tin[0], 5)
		for _, id := range []int64{boxes.ID, north.ID} {
			posted, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, id)
			shoptest.Must(t, posted, err)
		}
		_, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, tins.ID)
		want := "Caja-1 (Caja-1): otro recuento ha corregido su stock después de contarlo aquí. Vuelve a contarlo."
		if got := shoptest.Refusal(err, fmt.Sprintf("lines[%d].counted", box[0])); got != want {
			t.Errorf("refused with %q (%v)", got, err)
		}
		if shoptest.Refusal(err, fmt.Sprintf("lines[%d].counted", tin[0])) != "" || shoptest.StockOf(t, inv, box[0]) != 9 ||
			shoptest.StockOf(t, inv, tin[0]) != 15 {
			t.Errorf("%v; stock %d and %d", err, shoptest.StockOf(t, inv, box[0]), shoptest.StockOf(t, inv, tin[0]))
		}
		// Sales since are no reason to count again, and counting again is the way out.
		sold, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, tin[0], ledger.Adjustment{
			Type: ledger.AdjustRemove, Quantity: 1, Reason: ledger.ReasonSale,
		})
		shoptest.Must(t, sold, err)
		shoptest.Count(t, inv, tins.ID, box[0], 8)
		posted, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, tins.ID)
		if shoptest.Must(t, posted, err); posted.Movements != 2 || shoptest.StockOf(t, inv, box[0]) != 8 ||
			shoptest.StockOf(t, inv, tin[0]) != 12 {
			t.Errorf("posted %+v; stock %d and %d", posted, shoptest.StockOf(t, inv, box[0]), shoptest.StockOf(t, inv, tin[0]))
		}
		shoptest.Clean(t, inv)
	})
}

func TestAProductIsCountedInOneOpenStocktake(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		box := shoptest.Shelf(t, inv, "Caja", 2)
		tin := shoptest.Shelf(t, inv, "Bote", 1)
		boxes := shoptest.Open(t, inv, ledger.StocktakeFields{Category: catalogue.LabelRef{Name: "Caja"}})
		tins := shoptest.Open(t, inv, ledger.StocktakeFields{Category: catalogue.LabelRef{Name: "Bote"}})
		shoptest.Count(t, inv, boxes.ID, box[0], 9)
		shoptest.Count(t, inv, tins.ID, tin[0], 9)
		refused := func(stocktake, other ledger.StocktakeRow, productID int64) {
			t.Helper()
			want := fmt.Sprintf("Este producto ya está contado en el recuento #%d: regístralo o borra allí lo contado antes "+
				"de contarlo aquí", other.ID)
			if _, err := inv.Ledger.CountProduct(t.Context(), shoptest.Clerk, stocktake.ID, productID,
				shoptest.Ptr(int64(9))); shoptest.Refusal(err, "counted") != want {
				t.Errorf("err = %v", err)
			}
		}
		// A product that changes its category, and one whose category is merged.
		_, err := inv.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, box[0],
			catalogue.ProductFields{Category: &catalogue.LabelRef{Name: "Bote"}})
		shoptest.Must(t, shoptest.Nothing, err)
		refused(tins, boxes, box[0])
		if _, err := inv.Ledger.ScanProduct(t.Context(), shoptest.Clerk, tins.ID, "Caja-1", 1); shoptest.Refusal(err,
			"code") == "" {
			t.Errorf("err = %v", err)
		}
		_, err = inv.Catalogue.RenameLabel(t.Context(), shoptest.Clerk, catalogue.Category, tins.CategoryID,
			catalogue.LabelChange{Name: "Caja", Merge: true})
		shoptest.Must(t, shoptest.Nothing, err)
		refused(boxes, tins, tin[0])
		// What is counted here may be counted again, or taken back for the other.
		shoptest.Count(t, inv, boxes.ID, box[0], 8)
		_, err = inv.Ledger.CountProduct(t.Context(), shoptest.Clerk, boxes.ID, box[0], nil)
		shoptest.Must(t, shoptest.Nothing, err)
		shoptest.Count(t, inv, boxes.ID, box[1], 7)
		posted, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, boxes.ID)
		shoptest.Must(t, posted, err)
		for i, want := range []int64{10, 7} {
			if got := shoptest.StockOf(t, inv, box[i]); got != want {
				t.Errorf("product %d has %d, want %d", i, got, want)
			}
		}
		// What the other counted is still its own to post.
		_, err = inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, tins.ID)
		shoptest.Must(t, shoptest.Nothing, err)
		shoptest.Clean(t, inv)
	})
}

func TestABlindStocktakeKeepsItsDifferences(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		ids := shoptest.Shelf(t, inv, "Caja", 2)
		stocktake := shoptest.Open(t, inv, ledger.StocktakeFields{Blind: true})
		if _, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, stocktake.ID); !errors.Is(err,
			ledger.ErrStocktakeEmpty) {
			t.Errorf("posted without a count: %v", err)
		}
		if line := shoptest.Count(t, inv, stocktake.ID, ids[0], 9); !line.Stocktake.Hidden() {
			t.Error("a blind stocktake shows what it expects")
		}
		differences := ledger.StocktakeLineFilter{Differing: true}
		if _, _, err := inv.Ledger.ListStocktakeLines(t.Context(), stocktake.ID, differences); shoptest.Refusal(err,
			"onlyDifferences") == "" {
			t.Errorf("err = %v", err)
		}
		shown, err := inv.Ledger.SetBlind(t.Context(), shoptest.Clerk, stocktake.ID, false, nil)
		if shoptest.Must(t, shown, err); shown.Hidden() {
			t.Error("it stays hidden")
		}
		_, lines, err := inv.Ledger.ListStocktakeLines(t.Context(), stocktake.ID, differences)
		if shoptest.Must(t, lines, err).Count.N != 1 {
			t.Errorf("lines %+v", lines)
		}
		_, pending, err := inv.Ledger.ListStocktakeLines(t.Context(), stocktake.ID,
			ledger.StocktakeLineFilter{Pending: true, Search: "caja"})
		if pending = shoptest.Must(t, pending, err); len(pending.Rows) != 1 || pending.Rows[0].ProductID != ids[1] ||
			pending.Rows[0].CategoryName != "Caja" {
			t.Errorf("pending %+v", pending)
		}
	})
}

func TestAProductDeletedWhileItIsCountedIsSkipped(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		ids := shoptest.Shelf(t, inv, "Caja", 2)
		stocktake := shoptest.Open(t, inv, ledger.StocktakeFields{})
		shoptest.Count(t, inv, stocktake.ID, ids[0], 1)
		shoptest.Count(t, inv, stocktake.ID, ids[1], 2)
		shoptest.Must(t, shoptest.Nothing, inv.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, ids[0]))
		posted, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, stocktake.ID)
		if shoptest.Must(t, posted, err); posted.Movements != 1 || posted.Skipped != 1 {
			t.Errorf("posted %+v", posted)
		}
		shoptest.Clean(t, inv)
	})
}
