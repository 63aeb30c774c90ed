package imports_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// An import that is undone takes back what it gave people to read, unless they have read
// it, and nothing that was there before it.
func TestAnUndoneImportTakesItsUnreadNoticesBack(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
		options.Now = func() time.Time { return now }
		db := storetest.Open(t, options)
		inv := shoptest.Warehouse(storetest.Twice(db))
		s := &shoptest.Office{Inventory: inv, Db: db}
		ana := s.Who(t, "ana", core.Manager)
		s.RunsOut(t, "ANTES")
		before := s.Unheard(t, ana)
		now = now.Add(time.Hour)
		for _, products := range []int{3, 9} {
			file := "SKU;Nombre;Stock Actual;Stock Mínimo\n"
			for i := range products {
				file += fmt.Sprintf("N-%d;Nuevo;0;5\n", i)
			}
			done := shoptest.Bring(t, inv, file)
			if heard := s.Unheard(t, ana); len(heard) <= len(before) {
				t.Fatalf("%d products without stock are not told of: %q", products, heard)
			}
			shoptest.Must1(inv.Imports.UndoImport(t.Context(), shoptest.Clerk, done.ID))(t)
			shoptest.Work(t, inv, done.ID)
			if heard := s.Unheard(t, ana); fmt.Sprint(heard) != fmt.Sprint(before) {
				t.Errorf("%d products: after it was undone there is still %q", products, heard)
			}
		}
	})
}

// A date where a number or a SKU should be is named as one, and a currency beside a price
// is understood: it is said where it is another one, and it is that of an order.
func TestWhatSpreadsheetsPutIntoNumbers(t *testing.T) {
	db := orderDesk(t, storetest.SQLite(t))
	inv := shoptest.Warehouse(db)
	preview := func(subject imports.Subject, file string) imports.Preview {
		t.Helper()
		draft := shoptest.UploadAs(t, inv, subject, file)
		return shoptest.Must1(inv.Imports.PreviewImport(t.Context(), shoptest.Clerk, draft.ID))(t)
	}
	dated := preview(imports.ProductImports, "SKU;Nombre;Precio\nA;Uno;03/05/2026\n2026-01-02;Dos;3\n")
	if dated.Wrong != 1 || dated.Problems[0].Column != "Precio" ||
		!strings.Contains(dated.Problems[0].Message, "en una fecha") {
		t.Errorf("%+v", dated)
	}
	priced := preview(imports.ProductImports, "SKU;Nombre;Precio\nA;Uno;3,50 EUR\nB;Dos;£4,50\n")
	if priced.Wrong != 0 || priced.Create != 2 || len(priced.Notes) != 1 ||
		priced.Notes[0] != "El archivo tiene precios en GBP: se guardarán en EUR con el mismo número, sin convertirlos." {
		t.Errorf("%+v", priced)
	}
	plain := preview(imports.ProductImports, "SKU;Nombre;Precio\nA;Uno;€ 3,50\n")
	if len(plain.Notes) != 0 || plain.Wrong != 0 {
		t.Errorf("%+v", plain)
	}
	shoptest.Bring(t, inv, "SKU;Nombre;Stock Actual\nA;Uno;10\n")
	wrong := preview(imports.OrderImports, "Pedido;Cliente;SKU;Cantidad;Precio;Moneda\nX;Ana;A;1;£5;EUR\n")
	if wrong.Wrong != 1 || wrong.Problems[0].Message != "El precio está en GBP y el pedido en EUR" {
		t.Errorf("%+v", wrong)
	}
	shoptest.BringAs(t, inv, imports.OrderImports, "Pedido;Cliente;SKU;Cantidad;Precio\nX;Ana;A;1;£5\n")
	if got := orderTexts(t, inv); len(got) != 1 || !strings.Contains(got[0], " 500GBP ") {
		t.Errorf("%q", got)
	}
}

// More rows than may be are said when the file comes, not when somebody has mapped them.
func TestTooManyRowsAreSaidAtUpload(t *testing.T) {
	inv := shoptest.Warehouse(orderDesk(t, storetest.SQLite(t)))
	_, err := inv.Imports.UploadImport(t.Context(), shoptest.Clerk, imports.Upload{
		Subject: imports.ProductImports, Name: "a.csv",
		File: strings.NewReader("SKU;Nombre\n" + strings.Repeat("A;B\n", imports.SheetRowsMax+1)),
	})
	if got := shoptest.Refusal(err, "file"); got != "El archivo tiene demasiadas filas: el máximo son 200.000" {
		t.Errorf("%v", err)
	}
	first := core.Page{Number: 1, Size: 5}
	if list := shoptest.Must1(inv.Imports.ListImports(t.Context(), imports.ProductImports, first))(t); list.Count.N != 0 {
		t.Errorf("%d drafts are left", list.Count.N)
	}
}

// What a stock is set to may be nothing.
func TestStockIsSetToNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		adjusted, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("set", 0))
		if shoptest.Must(t, adjusted, err); adjusted.Product.Stock != 0 {
			t.Errorf("%+v", adjusted.Product)
		}
	})
}

// leaver is a reader of files whose user leaves while it reads.
type leaver struct {
	leave context.CancelFunc
	then  error
}

func (l *leaver) OpenSheet(file io.ReaderAt, _ int64, _ string) (imports.Sheet, error) {
	if _, err := file.ReadAt(make([]byte, 1), 0); err != nil {
		return nil, err
	}
	l.leave()
	_, l.then = file.ReadAt(make([]byte, 1), 1)
	return nil, l.then
}

// A small file can unfold to millions of texts, and others wait for their turn meanwhile: who
// leaves gives it back.
func TestReadingAFileEndsWithItsRequest(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx, leave := context.WithCancel(t.Context())
		reader := &leaver{leave: leave}
		_, err := imports.New(db, reader).UploadImport(ctx, shoptest.Clerk, imports.Upload{
			Subject: imports.ProductImports, Name: "a.csv", File: strings.NewReader("SKU;Nombre\nA;B\n"),
		})
		if !errors.Is(reader.then, context.Canceled) || !errors.Is(err, context.Canceled) {
			t.Errorf("after its user left the file is read to %v, and the upload ends with %v", reader.then, err)
		}
	})
}
