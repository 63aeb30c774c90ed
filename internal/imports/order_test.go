package imports_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/inventory"
	"estante/internal/order"
	"estante/internal/report"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

const stockFile = "SKU;Nombre;Stock Actual;Precio\nHER-1;Taladro;10;89,90\nHER-2;Sierra;4;1.234,50\nHER-3;Lima;7;\n"

// orderFile has an order of two lines, one that was sent and one of another currency.
const orderFile = "Pedido;Fecha;Hora;Cliente;Email;Estado;SKU;Cantidad;Precio;Total;Moneda;Ciudad;Notas\n" +
	"W-101;03/11/2026;17:30;Ana Beltrán;ana@example.com;Pendiente;HER-1;2;;;;Burgos;Llamar antes\n" +
	"W-101;;;;;;her-3;1;4,95;;;;\n" +
	"W-102;2026-11-04;;Pau Riera;;Enviado;HER-2;3;1.000,00;3.010,00;EUR;;\n" +
	"W-103;;;Luz Prado;;cancelled;HER-1;1;12;;USD;;\n"

// orderDesk opens a memory in which it is noon of a day after the files' days.
func orderDesk(t *testing.T, options store.Options) *store.DB {
	t.Helper()
	options.Now = func() time.Time { return time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC) }
	return storetest.Open(t, options)
}

func eachOrderDesk(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Helper()
	storetest.EachReady(t, func(t *testing.T, options store.Options) { test(t, orderDesk(t, options)) })
}

// madrid is where the business is unless it says otherwise.
func madrid(t *testing.T) *time.Location {
	t.Helper()
	return shoptest.Must1(time.LoadLocation("Europe/Madrid"))(t)
}

// orderTexts is everything that a file says of the orders, one line each.
func orderTexts(t *testing.T, inv *inventory.Inventory) []string {
	t.Helper()
	var texts []string
	err := inv.Orders.WalkOrders(t.Context(), order.Filter{Ordering: order.OrdersByNumber}, func(o order.Row) error {
		text := fmt.Sprint(o.Number, " ", o.Status, " ", o.Total, o.Currency, " ", o.CustomerName, " ", o.CustomerEmail,
			o.ShippingAddress.City, o.Notes)
		for _, at := range []*time.Time{o.ShippedAt, o.DeliveredAt} {
			if at != nil {
				text += at.In(madrid(t)).Format(" 2/1/2006")
			}
		}
		for _, line := range o.Lines {
			text += fmt.Sprintf(" %s×%d %d", line.SKU, line.Quantity, line.UnitPrice)
		}
		texts = append(texts, text)
		return nil
	})
	shoptest.Must(t, texts, err)
	return texts
}

// levels are stock and reservation of every product.
func levels(t *testing.T, db *store.DB) string {
	t.Helper()
	text := ""
	err := core.Snapshot(t.Context(), db, func(tx inventory.Tx) error {
		text = ""
		return tx.WalkProducts(catalogue.ProductFilter{Ordering: catalogue.ProductsBySKU}, func(p catalogue.Product) error {
			text += fmt.Sprintf("%s %d/%d ", p.SKU, p.Stock, p.Reserved)
			return nil
		})
	})
	shoptest.Must(t, text, err)
	return text
}

func TestOrdersComeByFileOnce(t *testing.T) {
	eachOrderDesk(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, stockFile)
		first := shoptest.BringAs(t, inv, imports.OrderImports, orderFile)
		if first.Status != imports.Done || first.Created != 3 || first.Total != 4 || first.Done != 4 {
			t.Fatalf("%+v", first)
		}
		want := []string{
			"W-101 pending 18475EUR Ana Beltrán ana@example.comBurgosLlamar antes HER-1×2 8990 HER-3×1 495",
			"W-102 shipped 301000EUR Pau Riera  4/11/2026 HER-2×3 100000",
			"W-103 cancelled 0USD Luz Prado  HER-1×1 1200",
		}
		if got := orderTexts(t, inv); strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("orders\n%s", strings.Join(got, "\n"))
		}
		if got := levels(t, db); got != "HER-1 10/2 HER-2 1/0 HER-3 7/1 " {
			t.Errorf("levels %s", got)
		}
		orders, err := inv.Orders.ListOrders(t.Context(), order.Filter{Search: "W-101"})
		if shoptest.Must(t, orders, err); !orders.Rows[0].CreatedAt.Equal(time.Date(2026, 11, 3, 16, 30, 0, 0, time.UTC)) {
			t.Errorf("placed at %s, want half past five in Madrid", orders.Rows[0].CreatedAt)
		}
		again := shoptest.BringAs(t, inv, imports.OrderImports, orderFile)
		if again.Status != imports.Done || again.Created != 0 || again.Unchanged != 3 {
			t.Errorf("again %+v", again)
		}
		if got := levels(t, db); got != "HER-1 10/2 HER-2 1/0 HER-3 7/1 " {
			t.Errorf("levels after the second time %s", got)
		}
		// Shops send lines without a SKU, and an export has them as they are.
		unnamed := shoptest.BringAs(t, inv, imports.OrderImports, strings.Replace(orderFile, "her-3", "", 1))
		if unnamed.Status != imports.Done || unnamed.Unchanged != 3 {
			t.Errorf("with a line without SKU %+v", unnamed)
		}
		shoptest.Clean(t, inv)
	})
}

func TestAWrongOrderIsNamedAndNothingComes(t *testing.T) {
	eachOrderDesk(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, stockFile)
		head := "Pedido;Fecha;Cliente;Estado;SKU;Cantidad;Precio;Enviado;Entregado\nBUENO;01/11/2026;Ana;;HER-1;1;5\n"
		for _, c := range []struct{ rows, want string }{
			{";;Ana;;HER-1;1;5", "3 Pedido El número de pedido es requerido"},
			{"A;;;;HER-1;1;5", "3 Cliente El nombre del cliente es requerido"},
			{"A;;Ana;;NADA;1;5", "3 SKU No hay ningún producto con este SKU"},
			{"A;;Ana;;;1;5", "3 SKU El SKU es requerido"},
			{"A;;Ana;;HER-1;;5", "3 Cantidad La cantidad es requerida"},
			{"A;;Ana;;HER-1;0;5", "3 Cantidad La cantidad debe ser un número entero mayor a 0"},
			{"A;;Ana;;HER-3;1;", "3 Precio El producto no tiene precio en EUR: indícalo"},
			{"A;32/01/2026;Ana;;HER-1;1;5", "3 Fecha La fecha debe ser como 31/12/2026"},
			{"A;01/01/2150;Ana;;HER-1;1;5", "3 Fecha La fecha no puede ser posterior a hoy"},
			{
				"A;03/11/2026;Ana;Enviado;HER-1;1;5;02/11/2026",
				"3 Enviado La fecha de envío no puede ser anterior a la del pedido",
			},
			{"A;03/11/2026;Ana;Enviado;HER-1;1;5;16/11/2026", "3 Enviado La fecha no puede ser posterior a hoy"},
			{
				"A;03/11/2026;Ana;Entregado;HER-1;1;5;05/11/2026;04/11/2026",
				"3 Entregado La fecha de entrega no puede ser anterior a la de envío",
			},
			{"A;;Ana;Entregado;HER-1;1;5;;ayer", "3 Entregado La fecha debe ser como 31/12/2026"},
			{
				"A;;Ana;Enviado;HER-1;1;5;05/11/2026\nA;;;;HER-3;1;5;06/11/2026",
				"4 Enviado No coincide con la fila 3, que es del mismo pedido",
			},
			{"A;;Ana;Perdido;HER-1;1;5", "3 Estado El estado debe ser Pendiente, Procesando, Enviado, Entregado, Cancelado o " +
				"Devuelto"},
			{"A;;Ana;;HER-1;1;5\nA;;Eva;;HER-1;1;5", "4 Cliente No coincide con la fila 3, que es del mismo pedido"},
			{
				"A;;Ana;;HER-1;1;5\nB;;Eva;;HER-1;1;5\na;;;;HER-1;1;5",
				"5 Pedido El pedido ya aparece en la fila 3: pon sus filas una debajo de otra",
			},
			{"A;;Ana;Enviado;HER-2;3;5\nB;;Eva;Entregado;HER-2;2;5", "4 Cantidad Falta stock de HER-2: falta 1 unidad"},
			{"A;;Ana;Enviado;HER-2;3;5\nA;;;;HER-2;3;5", "3 Cantidad Falta stock de HER-2: faltan 2 unidades"},
		} {
			draft := shoptest.UploadAs(t, inv, imports.OrderImports, head+c.rows+"\n")
			preview, err := inv.Imports.PreviewImport(t.Context(), shoptest.Clerk, draft.ID)
			shoptest.Must(t, preview, err)
			got := ""
			for _, problem := range preview.Problems {
				got = fmt.Sprint(problem.Row, " ", problem.Column, " ", problem.Message)
			}
			if got != c.want || preview.Wrong != 1 {
				t.Errorf("%s: %s, %d wrong", c.rows, got, preview.Wrong)
			}
		}
		draft := shoptest.UploadAs(t, inv, imports.OrderImports, head+"A;;Ana;;NADA;1;5\n")
		shoptest.Must1(inv.Imports.RunImport(t.Context(), shoptest.Clerk, draft.ID))(t)
		if failed := shoptest.Work(t, inv, draft.ID); failed.Status != imports.Failed || failed.Wrong != 1 {
			t.Errorf("%+v", failed)
		}
		if orders := shoptest.Must1(inv.Orders.ListOrders(t.Context(), order.Filter{}))(t); orders.Count.N != 0 {
			t.Errorf("%d orders came of files with errors", orders.Count.N)
		}
	})
}

// The days on which an order left and arrived are the file's, or else the order's own: it
// did not leave on the day of the import.
func TestAnImportedOrderLeftWhenTheFileSaysSo(t *testing.T) {
	eachOrderDesk(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, stockFile)
		for i, c := range []struct{ dates, status, placed, left, arrived string }{
			{"02/11/2026 10:00;05/11/2026;07/11/2026", "Entregado", "2/11 10:00", "5/11 00:00", "7/11 00:00"},
			{"02/11/2026 10:00;;", "Enviado", "2/11 10:00", "2/11 10:00", ""},
			{"02/11/2026 10:00;02/11/2026;", "Enviado", "2/11 10:00", "2/11 10:00", ""},
			{"02/11/2026 10:00;;04/11/2026 9:30", "Entregado", "2/11 10:00", "2/11 10:00", "4/11 09:30"},
			{";05/11/2026;", "Enviado", "5/11 00:00", "5/11 00:00", ""},
			{";;", "Enviado", "15/11 13:00", "15/11 13:00", ""},
			{"02/11/2026 10:00;05/11/2026;07/11/2026", "Procesando", "2/11 10:00", "", ""},
			{"02/11/2026 10:00;05/11/2026;07/11/2026", "Devuelto", "2/11 10:00", "5/11 00:00", "7/11 00:00"},
			{"02/11/2026 10:00;05/11/2026;", "Devuelto", "2/11 10:00", "5/11 00:00", ""},
		} {
			number := fmt.Sprint("W-", i)
			shoptest.BringAs(t, inv, imports.OrderImports,
				"Pedido;Fecha;Enviado;Entregado;Cliente;Estado;SKU;Cantidad;Precio\n"+number+";"+c.dates+";Ana;"+c.status+
					";HER-1;1;5\n")
			order := shoptest.Must1(inv.Orders.ListOrders(t.Context(), order.Filter{Search: number}))(t).Rows[0]
			clock := func(at *time.Time) string {
				if at == nil {
					return ""
				}
				return at.In(madrid(t)).Format("2/1 15:04")
			}
			if placed, left, arrived := clock(&order.CreatedAt), clock(order.ShippedAt),
				clock(order.DeliveredAt); placed != c.placed || left != c.left || arrived != c.arrived {
				t.Errorf("%s %s: placed %s, left %s, arrived %s", c.status, c.dates, placed, left, arrived)
			}
		}
		shoptest.Clean(t, inv)
	})
}

// returnedFile has an order that arrived and came back.
const returnedFile = "Pedido;Fecha;Cliente;Estado;SKU;Cantidad;Precio;Enviado;Entregado\nW-104;05/11/2026;Eva;" +
	"Devuelto;HER-3;1;5;06/11/2026;09/11/2026\n"

// What is exported can be imported: here it changes nothing, and in another
// house it makes the same orders.
func TestExportedOrdersComeBackAsTheyWere(t *testing.T) {
	eachOrderDesk(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, stockFile)
		shoptest.BringAs(t, inv, imports.OrderImports, orderFile)
		product := shoptest.Must1(inv.Catalogue.SearchProducts(t.Context(), "HER-1", 1))(t)[0]
		shoptest.Place(t, inv, shoptest.Item(product.ID, 1), shoptest.Item(product.ID, 2))
		shoptest.BringAs(t, inv, imports.OrderImports, returnedFile)
		for _, kind := range []imports.SheetKind{imports.SheetCSV, imports.SheetXLSX} {
			var file bytes.Buffer
			err := report.Orders(&file, kind, madrid(t), func(row func(order.Row) error) error {
				return inv.Orders.WalkOrders(t.Context(), order.Filter{}, row)
			})
			shoptest.Must(t, file, err)
			before, stock := orderTexts(t, inv), levels(t, db)
			same := shoptest.BringAs(t, inv, imports.OrderImports, file.String())
			if same.Status != imports.Done || same.Created != 0 || same.Unchanged != 5 {
				t.Errorf("%s: %+v", kind, same)
			}
			if strings.Join(orderTexts(t, inv), "\n") != strings.Join(before, "\n") || levels(t, db) != stock {
				t.Errorf("%s: the import of an export changed something", kind)
			}
			other := shoptest.Warehouse(storetest.Twice(orderDesk(t, storetest.SQLite(t))))
			shoptest.Bring(t, other, stockFile)
			if made := shoptest.BringAs(t, other, imports.OrderImports, file.String()); made.Created != 5 {
				t.Fatalf("%s: elsewhere %+v", kind, made)
			}
			if got := orderTexts(t, other); strings.Join(got, "\n") != strings.Join(before, "\n") {
				t.Errorf("%s: elsewhere\n%s\nhere\n%s", kind, strings.Join(got, "\n"), strings.Join(before, "\n"))
			}
		}
	})
}

func TestUndoingAnImportOfOrdersFreesTheirNumbers(t *testing.T) {
	eachOrderDesk(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, stockFile)
		imported := shoptest.BringAs(t, inv, imports.OrderImports, orderFile)
		shoptest.Must1(inv.Imports.UndoImport(t.Context(), shoptest.Clerk, imported.ID))(t)
		if undone := shoptest.Work(t, inv, imported.ID); undone.Status != imports.Undone || undone.Wrong != 0 {
			t.Fatalf("%+v", undone)
		}
		if got := levels(t, db); got != "HER-1 10/0 HER-2 4/0 HER-3 7/0 " {
			t.Errorf("levels %s", got)
		}
		for _, placed := range shoptest.Must1(inv.Orders.ListOrders(t.Context(), order.Filter{}))(t).Rows {
			if placed.Status != order.Cancelled && placed.Status != order.Returned {
				t.Errorf("%s is %s", placed.Number, placed.Status)
			}
		}
		again := shoptest.BringAs(t, inv, imports.OrderImports, orderFile)
		if again.Created != 3 || levels(t, db) != "HER-1 10/2 HER-2 1/0 HER-3 7/1 " {
			t.Errorf("%+v, %s", again, levels(t, db))
		}
		open := shoptest.Must1(inv.Orders.ListOrders(t.Context(), order.Filter{Status: order.Pending}))(t).Rows
		shoptest.MoveTo(t, inv, open[0].ID, order.Processing)
		_, err := inv.Imports.UndoImport(t.Context(), shoptest.Clerk, again.ID)
		if err == nil || err.Error() != "No se puede deshacer: el pedido W-101 ha cambiado desde entonces" {
			t.Errorf("undone although an order went on: %v", err)
		}
		shoptest.Clean(t, inv)
	})
}

// Stock that another user takes after the rows were checked cannot be shipped: the order
// waits for it, and the import says so.
func TestAnOrderWhoseStockIsTakenMeanwhileWaits(t *testing.T) {
	eachOrderDesk(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, stockFile)
		product := shoptest.Must1(inv.Catalogue.SearchProducts(t.Context(), "HER-2", 1))(t)[0]
		var file strings.Builder
		file.WriteString("Pedido;Cliente;Estado;SKU;Cantidad;Precio\n")
		for i := range 300 {
			fmt.Fprintf(&file, "W-%d;Ana;Pendiente;HER-1;1;5\n", i)
		}
		file.WriteString("W-LAST;Eva;Enviado;HER-2;3;5\n")
		stopped := fencedAs(t, db, inv, imports.OrderImports, file.String())
		if !stopped.Fenced || stopped.Done > 300 {
			t.Fatalf("%+v", stopped)
		}
		shoptest.Must1(inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("remove", 2)))(t)
		ended := shoptest.Work(t, inv, stopped.ID)
		want := "El pedido se queda en Procesando. Falta stock de HER-2: falta 1 unidad"
		if ended.Status != imports.Done || ended.Created != 301 || ended.Wrong != 1 || ended.Problems[0].Message != want {
			t.Errorf("%+v", ended)
		}
		waiting := shoptest.Must1(inv.Orders.ListOrders(t.Context(), order.Filter{Search: "W-LAST"}))(t).Rows[0]
		if waiting.Status != order.Processing || waiting.Shortage() != 1 {
			t.Errorf("%s lacks %d", waiting.Status, waiting.Shortage())
		}
		shoptest.Clean(t, inv)
	})
}

// runAgain is a store that rolls back what an import writes and has it written again, as
// the real one does when another writer of the same batch fails.
type runAgain struct{ core.Store }

var errRunAgain = errors.New("once more")

func (m runAgain) Write(ctx context.Context, fn func(core.Tx) error) error {
	if core.IsBackground(ctx) {
		err := core.Write(ctx, m.Store, func(tx inventory.Tx) error { return errors.Join(fn(tx), errRunAgain) })
		if !errors.Is(err, errRunAgain) {
			return err
		}
	}
	return core.Write(ctx, m.Store, fn)
}

func TestAnImportThatIsWrittenAgainIsTheSame(t *testing.T) {
	eachOrderDesk(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(runAgain{db})
		shoptest.Bring(t, inv, stockFile)
		imported := shoptest.BringAs(t, inv, imports.OrderImports, orderFile)
		if imported.Status != imports.Done || imported.Created != 3 || imported.Done != 4 {
			t.Errorf("%+v", imported)
		}
		if got, want := levels(t, db), "HER-1 10/2 HER-2 1/0 HER-3 7/1 "; got != want {
			t.Errorf("the stock is %q, want %q", got, want)
		}
	})
}

// crowded is a store in which another writer always waits, and which notes how many rows of
// imports each write has applied.
type crowded struct {
	core.Store
	applied *[]int
}

type crowdedTx struct {
	inventory.Tx
	rows *int
}

func (crowded) Contention() core.Contention { return core.Many }

func (crowdedTx) Crowded() bool { return true }

func (t crowdedTx) UpdateImportRows(id int64, rows []imports.Row) error {
	*t.rows += len(rows)
	return t.Tx.UpdateImportRows(id, rows)
}

func (m crowded) Write(ctx context.Context, fn func(core.Tx) error) error {
	rows := 0
	err := core.Write(ctx, m.Store, func(tx inventory.Tx) error { return fn(crowdedTx{tx, &rows}) })
	if rows > 0 {
		*m.applied = append(*m.applied, rows)
	}
	return err
}

// slowAtFirst is a memory whose first turn of an import takes longer than it should,
// and which notes whether an import is known to be at work meanwhile.
type slowAtFirst struct {
	core.Store
	importing func() bool
	turns     *[]bool
}

type slowTx struct {
	inventory.Tx
	memory slowAtFirst
}

func (slowAtFirst) Contention() core.Contention { return core.Nobody }

func (m slowAtFirst) Write(ctx context.Context, fn func(core.Tx) error) error {
	return core.Write(ctx, m.Store, func(tx inventory.Tx) error { return fn(slowTx{tx, m}) })
}

func (t slowTx) UpdateImportRows(id int64, rows []imports.Row) error {
	if len(*t.memory.turns) == 0 {
		time.Sleep(60 * time.Millisecond) // More than two turns' time: the next ones have a quarter of the rows.
	}
	*t.memory.turns = append(*t.memory.turns, t.memory.importing())
	return t.Tx.UpdateImportRows(id, rows)
}

// What was read for longer turns than there are now is written, and so is all that
// comes after it.
func TestAnImportWhoseTurnsBecomeShorterIsWhole(t *testing.T) {
	eachOrderDesk(t, func(t *testing.T, db *store.DB) {
		var inv *inventory.Inventory
		var turns []bool
		inv = shoptest.Warehouse(slowAtFirst{db, func() bool { return inv.Imports.IsImporting() }, &turns})
		const rows = 300
		imported := shoptest.Bring(t, inv, manyScrews(rows))
		if imported.Status != imports.Done || imported.Done != rows || imported.Created != rows {
			t.Errorf("%+v", imported)
		}
		found := shoptest.Must1(inv.Catalogue.ListProducts(t.Context(),
			catalogue.ProductFilter{Page: core.Page{Number: 1, Size: 1}}))(t)
		if found.Count.N != rows {
			t.Errorf("%d of %d products are there", found.Count.N, rows)
		}
		if slices.Contains(turns, false) || inv.Imports.IsImporting() {
			t.Errorf("at work %v, and afterwards %t", turns, inv.Imports.IsImporting())
		}
	})
}

// broken is a reader of files that breaks down once, at a row of the file as it is
// written: it is opened to claim the rows, to compare them and to write them.
type broken struct {
	report.Sheets
	opened *int
	row    int
}

type brokenSheet struct {
	imports.Sheet
	left int
}

func (b broken) OpenSheet(file io.ReaderAt, size int64, name string) (imports.Sheet, error) {
	sheet, err := b.Sheets.OpenSheet(file, size, name)
	if *b.opened++; *b.opened != 3 {
		return sheet, err
	}
	return &brokenSheet{sheet, b.row}, err
}

func (b *brokenSheet) Next() (imports.SheetRow, error) {
	if b.left--; b.left == 0 {
		panic("the reader is broken")
	}
	return b.Sheet.Next()
}

// A reader that breaks down, ahead of a turn or in it, fails its import alone, which is
// carried on from where it was.
func TestAReaderThatBreaksDown(t *testing.T) {
	for name, row := range map[string]int{"in turn": 2, "ahead": 150} {
		t.Run(name, func(t *testing.T) { aReaderThatBreaksDown(t, row) })
	}
}

func aReaderThatBreaksDown(t *testing.T, row int) {
	eachOrderDesk(t, func(t *testing.T, db *store.DB) {
		opened := 0
		draft := upload(t, shoptest.Warehouse(storetest.Twice(db)), manyScrews(300))
		inv := inventory.New(slowAtFirst{db, func() bool {
			return true
		}, &[]bool{true}}, inventory.Options{PasswordWorkers: 1, Sheets: broken{opened: &opened, row: row}})
		shoptest.Must1(inv.Imports.RunImport(t.Context(), shoptest.Clerk, draft.ID))(t)
		if _, err := inv.Imports.WorkOnImports(t.Context()); err == nil ||
			!strings.Contains(err.Error(), "the reader is broken") {
			t.Errorf("it ended with %v", err)
		}
		if ended := shoptest.Work(t, inv, draft.ID); ended.Status != imports.Done || ended.Done != 300 ||
			ended.Created != 300 {
			t.Errorf("%+v", ended)
		}
	})
}

// manyScrews is a file with so many products.
func manyScrews(rows int) string {
	file := "SKU;Nombre;Stock Actual;Precio\n"
	for n := range rows {
		file += fmt.Sprintf("TOR-%03d;Tornillo %d;%d;1,00\n", n, n, n)
	}
	return file
}

// Where one writes at a time, a writer that waits gets in after a few rows of an import,
// and no order is split for that.
func TestATurnOfAnImportEndsWhenOthersWait(t *testing.T) {
	eachOrderDesk(t, func(t *testing.T, db *store.DB) {
		var applied []int
		inv := shoptest.Warehouse(crowded{db, &applied})
		file := "SKU;Nombre;Stock Actual;Precio\n"
		for n := range 40 {
			file += fmt.Sprintf("TOR-%02d;Tornillo %d;%d;1,00\n", n, n, n)
		}
		shoptest.Bring(t, inv, file)
		orders := "Pedido;Cliente;SKU;Cantidad\n"
		for n := range 20 {
			orders += fmt.Sprintf("W-%d;Ana;TOR-19;1\nW-%d;;TOR-18;1\nW-%d;;TOR-17;1\n", n, n, n)
		}
		imported := shoptest.BringAs(t, inv, imports.OrderImports, orders)
		want := map[bool][]int{true: {32, 8, 33, 27}, false: {40, 60}}[db.SharesCommits()]
		if imported.Status != imports.Done || !slices.Equal(applied, want) {
			t.Errorf("an import that is %s wrote %v rows at a time, want %v", imported.Status, applied, want)
		}
	})
}
