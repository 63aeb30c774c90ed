package imports_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func upload(t *testing.T, inv *inventory.Inventory, file string) imports.Import {
	t.Helper()
	return shoptest.UploadAs(t, inv, imports.ProductImports, file)
}

// wholeCatalogue is everything that can be seen of the products, one line each.
func wholeCatalogue(t *testing.T, db *store.DB) []string {
	t.Helper()
	var lines []string
	err := core.Snapshot(t.Context(), db, func(tx inventory.Tx) error {
		lines = nil
		return tx.WalkProducts(catalogue.ProductFilter{Ordering: catalogue.ProductsBySKU}, func(p catalogue.Product) error {
			category, brand := "-", "-"
			if p.Category != nil {
				category = p.Category.Name
			}
			if p.Brand != nil {
				brand = p.Brand.Name
			}
			lines = append(lines, fmt.Sprint(p.SKU, p.Name, p.Description, p.Barcode, p.ImageURL, p.Status, p.Stock,
				number(p.MinStock), number(p.MaxStock), p.AlertDays, p.AlertBlocked, number(p.Price), category, brand, p.Tags))
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func number[T any](value *T) string {
	if value == nil {
		return "-"
	}
	return fmt.Sprint(*value)
}

// clock is a time that a test moves.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(hours int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(time.Duration(hours) * time.Hour)
}

const shopFile = "SKU;Nombre;Categoría;Marca;Stock Actual;Stock Mínimo;Precio;Estado;Código de Barras;Etiquetas\n" +
	"HER-1;Taladro percutor;Herramientas;Bosch;12;3;89,90;Activo;8412345678905;taller, \"a, b\"\n" +
	"HER-2;Sierra de calar;Herramientas;Sin marca;0;;1.234,50;Sin Stock;;\n" +
	"JAR-1;Manguera 25 m;Jardín;Gardena;40;10;19,95;Activo;;riego\n"

func TestAnImportCreatesUpdatesAndLeavesAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		first := shoptest.Bring(t, inv, shopFile)
		if first.Status != imports.Done || first.Created != 3 || first.Done != 3 || first.Failure != "" {
			t.Fatalf("%+v", first)
		}
		saw, err := inv.Catalogue.ListProducts(t.Context(), catalogue.ProductFilter{
			Search: "sierra", Page: core.Page{Number: 1, Size: 5},
		})
		if err != nil || len(saw.Rows) != 1 || *saw.Rows[0].Price != 123450 || saw.Rows[0].Brand != nil ||
			saw.Rows[0].Status != catalogue.StatusOutOfStock {
			t.Fatalf("%+v, %v", saw.Rows, err)
		}
		second := shoptest.Bring(t, inv, "SKU;Nombre;Stock Actual;Precio\nher-1;Taladro percutor;5;\nHER-2;Sierra;0;1.234,"+
			"50\nNEW;Nuevo;1;2\nJAR-1;;;\n")
		if second.Status != imports.Done || second.Created != 1 || second.Updated != 2 || second.Unchanged != 1 {
			t.Fatalf("%+v", second)
		}
		movements, err := inv.Ledger.ListMovements(t.Context(), ledger.MovementFilter{
			Source: ledger.SourceImport, SourceID: second.ID, Page: core.Page{Number: 1, Size: 9},
		})
		if err != nil || len(movements.Rows) != 2 || movements.Rows[0].UserID != shoptest.Clerk.ID {
			t.Errorf("%+v, %v", movements.Rows, err)
		}
		shoptest.Clean(t, inv)
	})
}

func TestAnImportIsRefusedWhole(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, shopFile)
		before := wholeCatalogue(t, db)
		for _, test := range []struct{ file, column, value, message string }{
			{"SKU;Nombre\nA;Uno\nB;\n", "Nombre", "", "El nombre es requerido"},
			{
				"SKU;Stock Actual\nHER-1;4\nHER-2;-1\n", "Stock Actual", "-1",
				"El stock debe ser un número entero mayor o igual a 0",
			},
			{
				"SKU;Stock Actual\nHER-1;4\nHER-2;2,5\n", "Stock Actual", "2,5",
				"El stock debe ser un número entero mayor o igual a 0",
			},
			{
				"SKU;Precio\nHER-1;4\nHER-2;barato\n", "Precio", "barato",
				"El precio debe ser un número",
			},
			{
				"SKU;Precio\nHER-1;4\nHER-2;1,239\n", "Precio", "1,239",
				"El precio debe ser un número con dos decimales como mucho",
			},
			{
				"SKU;Estado\nHER-1;Activo\nHER-2;Roto\n", "Estado", "Roto",
				"El estado debe ser Activo, Inactivo, Descontinuado o Sin Stock",
			},
			{"SKU;EAN\nHER-1;8412345678905\nHER-2;8412345678901\n", "EAN", "8412345678901", "El código de barras no es válido"},
			{"SKU;EAN\nJAR-1;\nHER-2;8412345678905\n", "EAN", "8412345678905", "El código de barras ya es del producto HER-1"},
			{"SKU;EAN\nJAR-1;x-1\nHER-2;x-1\n", "EAN", "x-1", "El código de barras ya aparece en la fila 2"},
			{"SKU;Nombre\nHER-2;Uno\nher-2;Dos\n", "SKU", "her-2", "El SKU ya aparece en la fila 2"},
			{"SKU;Nombre\nHER-2;Uno\n;Dos\n", "SKU", "", "El SKU es requerido"},
			{
				"SKU;Nombre\nHER-2;Uno\nHER-1;=1+1\n", "Nombre", "",
				"La celda contiene una fórmula sin resultado: escribe el valor",
			},
			{"SKU;Imagen\nHER-2;\nHER-1;/api/images/no.jpg\n", "Imagen", "/api/images/no.jpg", "La imagen no existe"},
			{
				"SKU;Stock Mínimo;Stock Máximo\nHER-2;;\nHER-1;9;5\n", "Stock Máximo", "5",
				"El stock máximo no puede ser menor que el mínimo",
			},
			{
				"SKU;Etiquetas\nHER-2;\nHER-1;" + strings.Repeat("x", 90) + "\n", "Etiquetas", strings.Repeat("x", 90),
				"Una etiqueta es demasiado larga",
			},
		} {
			draft := upload(t, inv, test.file)
			preview, err := inv.Imports.PreviewImport(t.Context(), shoptest.Clerk, draft.ID)
			if err != nil {
				t.Fatal(err)
			}
			want := imports.RowProblem{Row: 3, Column: test.column, Value: test.value, Message: test.message}
			if preview.Wrong != 1 || len(preview.Problems) != 1 || preview.Problems[0] != want {
				t.Errorf("%q: the preview says %+v", test.file, preview)
			}
			if _, err := inv.Imports.RunImport(t.Context(), shoptest.Clerk, draft.ID); err != nil {
				t.Fatal(err)
			}
			ended := shoptest.Work(t, inv, draft.ID)
			if ended.Status != imports.Failed || len(ended.Problems) != 1 || ended.Problems[0] != want || ended.Fenced {
				t.Errorf("%q ended as %+v", test.file, ended)
			}
		}
		if after := wholeCatalogue(t, db); strings.Join(after, "\n") != strings.Join(before, "\n") {
			t.Errorf("the catalogue changed:\n%s", strings.Join(after, "\n"))
		}
		shoptest.Clean(t, inv)
	})
}

// A row may be wrong by itself or by the rules of the catalogue; a run names
// both, as its preview did.
func TestARunNamesTheRowsThatItsPreviewDid(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, shopFile)
		draft := upload(t, inv, "SKU;Nombre;Precio\nHER-1;x;-1\nHER-2;x;1,999\nJAR-1;x;3\n")
		preview, err := inv.Imports.PreviewImport(t.Context(), shoptest.Clerk, draft.ID)
		if shoptest.Must(t, preview, err); preview.Wrong != 2 || len(preview.Problems) != 2 {
			t.Fatalf("the preview says %+v", preview)
		}
		_, err = inv.Imports.RunImport(t.Context(), shoptest.Clerk, draft.ID)
		shoptest.Must(t, draft, err)
		ended := shoptest.Work(t, inv, draft.ID)
		if ended.Wrong != 2 || !slices.Equal(ended.Problems, preview.Problems) ||
			ended.Failure != "Hay 2 filas con errores. No se ha importado nada." || ended.Fenced {
			t.Errorf("ended as %+v", ended)
		}
		shoptest.Clean(t, inv)
	})
}

func TestUndoingAnImportRestoresEverything(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, shopFile)
		before := wholeCatalogue(t, db)
		second := shoptest.Bring(t, inv, "SKU;Nombre;Categoría;Marca;Stock Actual;Stock Mínimo;Precio;Estado;EAN;Etiquetas;"+
			"Descripción\n"+
			"HER-1;Otro nombre;Bricolaje;Sin marca;50;1;1;Inactivo;96385074;nueva;Larga\n"+
			"HER-2;Sierra;;;7;2;;;;;\n"+
			"JAR-1;;;;0;;;Descontinuado;;;\n"+
			"NEW-1;Nuevo;Nueva;Nueva;9;;3,5;;;;\n")
		if second.Status != imports.Done || second.Updated != 3 || second.Created != 1 {
			t.Fatalf("%+v", second)
		}
		shoptest.Clean(t, inv)
		if _, err := inv.Imports.UndoImport(t.Context(), shoptest.Clerk, second.ID); err != nil {
			t.Fatal(err)
		}
		undone := shoptest.Work(t, inv, second.ID)
		if undone.Status != imports.Undone || undone.Fenced || undone.Wrong != 0 {
			t.Fatalf("%+v", undone)
		}
		if after := wholeCatalogue(t, db); strings.Join(after, "\n") != strings.Join(before, "\n") {
			t.Errorf("before:\n%s\nafter:\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
		}
		shoptest.Clean(t, inv)
		if _, err := inv.Imports.UndoImport(t.Context(), shoptest.Clerk, second.ID); !errors.Is(err,
			imports.ErrImportUndone) {
			t.Errorf("undoing twice: %v", err)
		}
		// The SKU is free again.
		if again := shoptest.Bring(t, inv, "SKU;Nombre\nNEW-1;Otra vez\n"); again.Created != 1 {
			t.Errorf("%+v", again)
		}
	})
}

func TestUndoingIsRefusedWithNames(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, shopFile)
		second := shoptest.Bring(t, inv, "SKU;Nombre;Stock Actual\nHER-1;Taladro;20\nJAR-1;Manguera 25 m;45\nNEW;Nuevo;3\n")
		product := func(sku string) catalogue.Product {
			found, err := inv.Catalogue.SearchProducts(t.Context(), sku, 1)
			if err != nil || len(found) != 1 {
				t.Fatalf("%s: %v, %v", sku, found, err)
			}
			return found[0]
		}
		refusal := func() string {
			_, err := inv.Imports.UndoImport(t.Context(), shoptest.Clerk, second.ID)
			var refused *core.Error
			if !errors.As(err, &refused) || refused.Kind != core.Conflict {
				t.Fatalf("%v", err)
			}
			return refused.Message
		}
		if _, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product("NEW").ID,
			shoptest.Adjust("remove", 1)); err != nil {
			t.Fatal(err)
		}
		if got, want := refusal(), "No se puede deshacer: Nuevo (NEW) ha cambiado desde entonces"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if err := inv.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, product("NEW").ID); err != nil {
			t.Fatal(err)
		}
		// What was sold can be put up with as long as what came is still there.
		if _, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product("HER-1").ID,
			shoptest.Adjust("remove", 5)); err != nil {
			t.Fatal(err)
		}
		if _, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product("JAR-1").ID,
			shoptest.Adjust("remove", 44)); err != nil {
			t.Fatal(err)
		}
		want := "No se puede deshacer: de Manguera 25 m (JAR-1) ya no quedan las 5 unidades que trajo"
		if got := refusal(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if _, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product("JAR-1").ID,
			shoptest.Adjust("add", 44)); err != nil {
			t.Fatal(err)
		}
		name := "Mío"
		if _, err := inv.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product("HER-1").ID,
			catalogue.ProductFields{Name: &name}); err != nil {
			t.Fatal(err)
		}
		if got, want := refusal(), "No se puede deshacer: Mío (HER-1) ha cambiado desde entonces"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		name = "Taladro"
		if _, err := inv.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product("HER-1").ID,
			catalogue.ProductFields{Name: &name}); err != nil {
			t.Fatal(err)
		}
		if _, err := inv.Imports.UndoImport(t.Context(), shoptest.Clerk, second.ID); err != nil {
			t.Fatal(err)
		}
		if undone := shoptest.Work(t, inv, second.ID); undone.Status != imports.Undone {
			t.Fatalf("%+v", undone)
		}
		if drill := product("HER-1"); drill.Stock != 12-5 || drill.Name != "Taladro percutor" {
			t.Errorf("%+v", drill)
		}
		shoptest.Clean(t, inv)
	})
}

// A status set by hand is not the import's to change, also on the way back.
func TestUndoingKeepsAStatusSetByHand(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		_, product := shoptest.Shop(t, db, 40)
		inv := shoptest.Warehouse(storetest.Twice(db))
		status := catalogue.StatusOutOfStock
		if _, err := inv.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID,
			catalogue.ProductFields{Status: &status}); err != nil {
			t.Fatal(err)
		}
		fewer := shoptest.Bring(t, inv, "SKU;Stock Actual\nHER-1;10\n")
		if _, err := inv.Imports.UndoImport(t.Context(), shoptest.Clerk, fewer.ID); err != nil {
			t.Fatal(err)
		}
		shoptest.Work(t, inv, fewer.ID)
		if after, err := inv.Catalogue.Product(t.Context(), product.ID); err != nil || after.Stock != 40 ||
			after.Status != status {
			t.Errorf("%+v, %v", after, err)
		}
		shoptest.Clean(t, inv)
	})
}

func TestUndoingGivesBackABarcodeOnlyIfItIsFree(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, shopFile)
		second := shoptest.Bring(t, inv, "SKU;EAN\nHER-1;96385074\n")
		sku, name, barcode := "OTRO", "Otro", "8412345678905"
		other, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
			SKU: &sku, Name: &name, Barcode: &barcode,
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = inv.Imports.UndoImport(t.Context(), shoptest.Clerk, second.ID)
		if err == nil || err.Error() != "No se puede deshacer: el código de barras 8412345678905 es ahora de Otro (OTRO)" {
			t.Errorf("%v", err)
		}
		if err := inv.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, other.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := inv.Imports.UndoImport(t.Context(), shoptest.Clerk, second.ID); err != nil {
			t.Fatal(err)
		}
		shoptest.Work(t, inv, second.ID)
		if found, err := inv.Catalogue.SearchProducts(t.Context(), barcode, 1); err != nil || len(found) != 1 ||
			found[0].SKU != "HER-1" {
			t.Errorf("%+v, %v", found, err)
		}
	})
}

// wide is a file of many rows that create products.
func wide(rows int) string {
	var file strings.Builder
	file.WriteString("SKU;Nombre;Categoría;Stock Actual\n")
	for i := range rows {
		fmt.Fprintf(&file, "W-%05d;Producto %d;Categoría %d;%d\n", i, i, i%7, i%50)
	}
	return file.String()
}

func TestAnImportThatIsInterruptedIsCarriedOn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		const rows = 900
		inv := shoptest.Warehouse(storetest.Twice(db))
		draft := upload(t, inv, wide(rows))
		if _, err := inv.Imports.RunImport(t.Context(), shoptest.Clerk, draft.ID); err != nil {
			t.Fatal(err)
		}
		interruptions := 0
		for interruptions < 4 {
			// Each worker is stopped as soon as it says that it writes.
			ctx, stop := context.WithCancel(t.Context())
			go func() {
				defer stop()
				_ = db.Events(ctx, func([]core.Event) {
					if now, err := inv.Imports.Import(ctx, draft.ID); err == nil && now.Status == imports.Applying {
						stop()
					}
				})
			}()
			if _, err := inv.Imports.WorkOnImports(ctx); err != nil && ctx.Err() == nil {
				t.Fatal(err)
			}
			interrupted := ctx.Err() != nil
			stop()
			if !interrupted {
				break
			}
			interruptions++
		}
		ended := shoptest.Work(t, inv, draft.ID)
		if ended.Status != imports.Done || ended.Created != rows || ended.Done != rows {
			t.Fatalf("after %d interruptions: %+v", interruptions, ended)
		}
		if interruptions == 0 {
			t.Error("nothing was interrupted")
		}
		totals, err := inv.Catalogue.Totals(t.Context())
		if err != nil || totals.Products != rows {
			t.Errorf("%+v, %v", totals, err)
		}
		shoptest.Clean(t, inv)
	})
}

func TestOneWorkerAtATime(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		db := storetest.Open(t, options)
		inv := shoptest.Warehouse(storetest.Twice(db))
		draft := upload(t, inv, wide(400))
		if _, err := inv.Imports.RunImport(t.Context(), shoptest.Clerk, draft.ID); err != nil {
			t.Fatal(err)
		}
		workers := make(chan bool)
		for range 4 {
			go func() {
				worked, err := inv.Imports.WorkOnImports(context.Background())
				if err != nil {
					t.Error(err)
				}
				workers <- worked
			}()
		}
		for range 4 {
			<-workers
		}
		ended := shoptest.Work(t, inv, draft.ID)
		if ended.Status != imports.Done || ended.Created != 400 {
			t.Errorf("%+v", ended)
		}
		shoptest.Clean(t, inv)
	})
}

func TestShopsNameTheirColumnsInTheirOwnWords(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		for header, field := range map[string]imports.Field{
			"PVP":                       "price",
			"P.V.P.":                    "price",
			"P.V.P":                     "price",
			"Denominación":              "name",
			"Denominación del artículo": "name",
		} {
			draft := upload(t, inv, "SKU;"+header+"\nHER-1;4\n")
			if column, known := draft.Mapping.Columns[field]; !known || column != 1 {
				t.Errorf("%q is not taken for the %s: %v", header, field, draft.Mapping.Columns)
			}
		}
		draft := shoptest.UploadAs(t, inv, imports.OrderImports, "Pedido;SKU;Cantidad;P.V.P.\n1;HER-1;4;5\n")
		if column, known := draft.Mapping.Columns["unitPrice"]; !known || column != 3 {
			t.Errorf("«P.V.P.» is not taken for the price of a line: %v", draft.Mapping.Columns)
		}
	})
}
