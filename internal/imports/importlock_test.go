package imports_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/inventory"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// betweenWrites is a store that calls step after each of its writes, so that a test can act
// between two turns of a worker, however fast it is.
type betweenWrites struct {
	core.Store
	step func()
}

func (m betweenWrites) Write(ctx context.Context, fn func(core.Tx) error) error {
	err := core.Write(ctx, m.Store, fn)
	m.step()
	return err
}

// workUntil works on an import and calls step after its first rows have been written, while
// others are still to come.
func workUntil(ctx context.Context, t *testing.T, db *store.DB, id int64, step func()) (worked bool, err error) {
	t.Helper()
	var once sync.Once
	inv := shoptest.Warehouse(betweenWrites{Store: storetest.Twice(db), step: func() {
		var now imports.Import
		err := core.Read(t.Context(), db, func(tx inventory.Tx) (err error) {
			now, err = tx.ImportByID(id)
			return err
		})
		if err != nil {
			t.Error(err)
		}
		if now.Status == imports.Applying && now.Done > 0 {
			once.Do(step)
		}
	}})
	return inv.Imports.WorkOnImports(ctx)
}

// fenced is an import that stopped in the middle of its rows: the first are
// written, the rest are still to come.
func fenced(t *testing.T, db *store.DB, inv *inventory.Inventory, file string) imports.Import {
	t.Helper()
	return fencedAs(t, db, inv, imports.ProductImports, file)
}

func fencedAs(
	t *testing.T, db *store.DB, inv *inventory.Inventory, subject imports.Subject, file string,
) imports.Import {
	t.Helper()
	draft := shoptest.UploadAs(t, inv, subject, file)
	if _, err := inv.Imports.RunImport(t.Context(), shoptest.Clerk, draft.ID); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	if _, err := workUntil(ctx, t, db, draft.ID, stop); err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	stopped, err := inv.Imports.Import(t.Context(), draft.ID)
	if err != nil {
		t.Fatal(err)
	}
	return stopped
}

func TestNobodyChangesWhatAnImportHasChecked(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, shopFile)
		found, err := inv.Catalogue.SearchProducts(t.Context(), "HER-2", 1)
		if err != nil || len(found) != 1 {
			t.Fatal(found, err)
		}
		saw := found[0]
		// What matters comes last, so that it is still to come when the import stops.
		file := wide(200) + "HER-2;Sierra nueva;;9\n"
		file = strings.Replace(file, "SKU;Nombre;Categoría;Stock Actual\n", "SKU;Nombre;Categoría;Stock Actual;EAN\n",
			1) + "NEW;Nuevo;;1;96385074\n"
		stopped := fenced(t, db, inv, file)
		if !stopped.Fenced || stopped.Done >= 200 {
			t.Fatalf("%+v", stopped)
		}
		name, free, taken, barcode := "Otra", "LIBRE", "new", "96385074"
		for what, change := range map[string]func() error{
			"edit": func() error {
				_, err := inv.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, saw.ID, catalogue.ProductFields{Name: &name})
				return err
			},
			"rename": func() error {
				_, err := inv.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, saw.ID, catalogue.ProductFields{SKU: &free})
				return err
			},
			"delete": func() error { return inv.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, saw.ID) },
			"create": func() error {
				_, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{SKU: &taken, Name: &name})
				return err
			},
			"barcode": func() error {
				_, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
					SKU: &free, Name: &name, Barcode: &barcode,
				})
				return err
			},
			"duplicate": func() error {
				_, err := inv.Catalogue.DuplicateProduct(t.Context(), shoptest.Clerk, saw.ID, "NEW")
				return err
			},
		} {
			if err := change(); !errors.Is(err, catalogue.ErrImporting) {
				t.Errorf("%s: %v", what, err)
			}
		}
		// Prices are not restated beside those that the file has still to bring.
		if _, err := inv.UpdateSettings(t.Context(), shoptest.Boss, core.SettingsChange{
			SalesCurrency: shoptest.Ptr("USD"),
		}); !errors.Is(err, catalogue.ErrImportingSome) {
			t.Errorf("restate: %v", err)
		}
		// Everything else goes on: stock of the same product, and other products.
		if _, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, saw.ID, shoptest.Adjust("add", 4)); err != nil {
			t.Error(err)
		}
		if _, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk,
			catalogue.ProductFields{SKU: &free, Name: &name}); err != nil {
			t.Error(err)
		}
		ended := shoptest.Work(t, inv, stopped.ID)
		if ended.Status != imports.Done || ended.Done != 202 || ended.Fenced {
			t.Fatalf("%+v", ended)
		}
		if after, err := inv.Catalogue.Product(t.Context(), saw.ID); err != nil || after.Stock != 9 ||
			after.Name != "Sierra nueva" {
			t.Errorf("%+v, %v", after, err)
		}
		if _, err := inv.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, saw.ID,
			catalogue.ProductFields{Name: &name}); err != nil {
			t.Errorf("the fence is still up: %v", err)
		}
		shoptest.Clean(t, inv)
	})
}

// While a large import runs, many people edit and sell its products. Nothing
// is lost: the import ends whole, and stock is the sum of its movements.
func TestAnImportAmongManyHands(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		const rows = 300
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, wide(rows))
		again := strings.ReplaceAll(wide(rows), "Producto", "Artículo")
		ctx, stop := context.WithCancel(t.Context())
		var hands sync.WaitGroup
		var edits, refusals atomic.Int64
		for hand := range 6 {
			hands.Go(func() {
				for i := hand; ctx.Err() == nil; i += 7 {
					found, err := inv.Catalogue.SearchProducts(ctx, fmt.Sprintf("W-%05d", i%rows), 1)
					if err != nil || len(found) == 0 {
						continue
					}
					description := fmt.Sprint("mano ", hand)
					_, err = inv.Ledger.UpdateProduct(ctx, shoptest.Clerk, found[0].ID,
						catalogue.ProductFields{Description: &description})
					switch {
					case err == nil:
						edits.Add(1)
					case errors.Is(err, catalogue.ErrImporting):
						refusals.Add(1)
					case ctx.Err() == nil && !errors.Is(err, core.ErrStale):
						t.Error(err)
					}
					if _, err := inv.Ledger.AdjustStock(ctx, shoptest.Clerk, found[0].ID, shoptest.Adjust("add", 1)); err != nil &&
						ctx.Err() == nil {
						t.Error(err)
					}
				}
			})
		}
		ended := shoptest.Bring(t, inv, again)
		stop()
		hands.Wait()
		if ended.Status != imports.Done || ended.Updated != rows {
			t.Fatalf("%+v", ended)
		}
		if edits.Load() == 0 {
			t.Error("nobody got anything done meanwhile")
		}
		shoptest.Clean(t, inv)
	})
}

// An import with a chosen place sets what lies there and touches no other; one without a
// place says the stock of the whole product, by the same rule as if it were typed.
func TestAnImportTouchesNoOtherPlaceThanTheChosenOne(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shed, err := inv.Ledger.CreateLocation(t.Context(), core.System, "Cobertizo")
		if err != nil {
			t.Fatal(err)
		}
		product, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(10))
		if err != nil {
			t.Fatal(err)
		}
		more := shoptest.Adjust("add", 90)
		more.LocationID = shed.ID
		if _, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, more); err != nil {
			t.Fatal(err)
		}
		before := shoptest.Places(t, inv, product.ID)
		refused := upload(t, inv, "SKU;Stock Actual\nHER-1;30\n")
		preview, err := inv.Imports.PreviewImport(t.Context(), shoptest.Clerk, refused.ID)
		if err != nil || preview.Wrong != 1 ||
			!strings.Contains(preview.Problems[0].Message, "En los demás almacenes hay 90 unidades") {
			t.Errorf("a total below what the shed holds: %+v, %v", preview, err)
		}
		fewer := shoptest.Bring(t, inv, "SKU;Stock Actual\nHER-1;95\n")
		if got := shoptest.Places(t, inv, product.ID); got != "5 90" {
			t.Errorf("a total of 95 left %s", got)
		}
		shoptest.Clean(t, inv)
		if _, err := inv.Imports.UndoImport(t.Context(), shoptest.Clerk, fewer.ID); err != nil {
			t.Fatal(err)
		}
		shoptest.Work(t, inv, fewer.ID)
		if got := shoptest.Places(t, inv, product.ID); got != before {
			t.Errorf("undoing left %s, want %s", got, before)
		}
		draft := upload(t, inv, "SKU;Stock Actual\nHER-1;22\n")
		mapping := draft.Mapping
		mapping.LocationID = shed.ID
		if _, err := inv.Imports.MapImport(t.Context(), shoptest.Clerk, draft.ID,
			imports.MappingChange{Mapping: mapping}); err != nil {
			t.Fatal(err)
		}
		said, err := inv.Imports.PreviewImport(t.Context(), shoptest.Clerk, draft.ID)
		if err != nil || said.Place == nil || said.Place.Location.Name != "Cobertizo" || said.Place.Whole ||
			said.Place.Leaving != 68 || said.Place.Arriving != 0 {
			t.Errorf("the preview says %+v, %v", said.Place, err)
		}
		if _, err := inv.Imports.RunImport(t.Context(), shoptest.Clerk, draft.ID); err != nil {
			t.Fatal(err)
		}
		shoptest.Work(t, inv, draft.ID)
		if got := shoptest.Places(t, inv, product.ID); got != "10 22" {
			t.Errorf("setting the shed to 22 left %s", got)
		}
		shoptest.Clean(t, inv)
	})
}

func TestEmptyCellsKeepOrClear(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, shopFile)
		const file = "SKU;Nombre;Categoría;Marca;Stock Actual;Stock Mínimo;Precio;Estado;Código de Barras;Etiquetas\nHER-1;" +
			";;;;;;;;\n"
		if kept := shoptest.Bring(t, inv, file); kept.Unchanged != 1 {
			t.Errorf("%+v", kept)
		}
		draft := upload(t, inv, file)
		draft.Mapping.EmptyCells = imports.EmptyClears
		if _, err := inv.Imports.MapImport(t.Context(), shoptest.Clerk, draft.ID,
			imports.MappingChange{Mapping: draft.Mapping}); err != nil {
			t.Fatal(err)
		}
		if _, err := inv.Imports.RunImport(t.Context(), shoptest.Clerk, draft.ID); err != nil {
			t.Fatal(err)
		}
		if cleared := shoptest.Work(t, inv, draft.ID); cleared.Updated != 1 {
			t.Fatalf("%+v", cleared)
		}
		found, err := inv.Catalogue.SearchProducts(t.Context(), "HER-1", 1)
		if err != nil || len(found) != 1 {
			t.Fatal(err)
		}
		p := found[0]
		if p.Category != nil || p.Brand != nil || p.MinStock != nil || p.Price != nil || p.Barcode != "" ||
			len(p.Tags) != 0 || p.Name != "Taladro percutor" || p.Stock != 12 {
			t.Errorf("%+v", p)
		}
	})
}

func TestOldImportsAreForgotten(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		clock := newClock()
		options.Now = clock.now
		db := storetest.Open(t, options)
		inv := shoptest.Warehouse(storetest.Twice(db))
		done := shoptest.Bring(t, inv, shopFile)
		draft := upload(t, inv, shopFile)
		clock.pass(31 * 24)
		if err := inv.Imports.ForgetOldImports(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := inv.Imports.Import(t.Context(), draft.ID); !errors.Is(err, core.ErrNotFound) {
			t.Errorf("the draft: %v", err)
		}
		if _, err := inv.Imports.UndoImport(t.Context(), shoptest.Clerk, done.ID); err == nil ||
			!strings.Contains(err.Error(), "demasiado antigua") {
			t.Errorf("undoing an old import: %v", err)
		}
	})
}

// A worker that dies says nothing more; after a while another takes over. If
// it was only slow, it finds out and writes nothing.
func TestADeadWorkersImportIsTakenOver(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		clock := newClock()
		options.Now = clock.now
		db := storetest.Open(t, options)
		inv := shoptest.Warehouse(storetest.Twice(db))
		draft := upload(t, inv, wide(200))
		if _, err := inv.Imports.RunImport(t.Context(), shoptest.Clerk, draft.ID); err != nil {
			t.Fatal(err)
		}
		worked, err := workUntil(t.Context(), t, db, draft.ID, func() {
			err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
				held, err := tx.LockImport(draft.ID)
				if err != nil {
					return err
				}
				return tx.LeaseImport(draft.ID, held.LeaseBy, "otro", tx.Now().Add(time.Minute))
			})
			if err != nil {
				t.Error(err)
			}
		})
		if err != nil || !worked {
			t.Fatal(worked, err)
		}
		left, err := inv.Imports.Import(t.Context(), draft.ID)
		if err != nil || left.Status != imports.Applying || left.LeaseBy != "otro" {
			t.Fatalf("%+v, %v", left, err)
		}
		if worked, err := inv.Imports.WorkOnImports(t.Context()); err != nil || worked {
			t.Errorf("somebody took it at once: %t, %v", worked, err)
		}
		clock.pass(1)
		if ended := shoptest.Work(t, inv, draft.ID); ended.Status != imports.Done || ended.Created != 200 {
			t.Errorf("%+v", ended)
		}
		shoptest.Clean(t, inv)
	})
}

// A price that an import took away is not given back in a currency that prices have no
// longer.
func TestUndoingGivesNoPriceBackInAnotherCurrency(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, "SKU;Nombre;Precio\nA;Uno;10\nB;Dos;20\n")
		draft := upload(t, inv, "SKU;Nombre;Precio\nA;Uno;\n")
		draft.Mapping.EmptyCells = imports.EmptyClears
		shoptest.Must1(inv.Imports.MapImport(t.Context(), shoptest.Clerk, draft.ID,
			imports.MappingChange{Mapping: draft.Mapping}))(t)
		shoptest.Must1(inv.Imports.RunImport(t.Context(), shoptest.Clerk, draft.ID))(t)
		if cleared := shoptest.Work(t, inv, draft.ID); cleared.Updated != 1 {
			t.Fatalf("%+v", cleared)
		}
		rate := shoptest.Must1(core.RateOf(1.1))(t)
		shoptest.Must1(inv.UpdateSettings(t.Context(), shoptest.Boss, core.SettingsChange{
			SalesCurrency: shoptest.Ptr("USD"), SalesRate: &rate,
		}))(t)
		_, err := inv.Imports.UndoImport(t.Context(), shoptest.Clerk, draft.ID)
		if err == nil ||
			err.Error() != "No se puede deshacer: Uno (A) tenía el precio en EUR y ahora los precios están en USD" {
			t.Errorf("undone: %v", err)
		}
	})
}
