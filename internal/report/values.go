package report

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/xuri/excelize/v2"

	"estante/internal/core"
	"estante/internal/reportjob"
	"estante/internal/valuation"
)

// Values writes the sheets of what the stock was worth at an instant.
type Values struct{}

var _ valuation.SheetWriter = Values{}

// WriteValues implements valuation.SheetWriter.
func (Values) WriteValues(
	to io.Writer, page valuation.SheetPage, walk func(func(valuation.StockAtRow) error) error,
) error {
	switch page.Format {
	case reportjob.PDF:
		return writeValuesPDF(to, page, walk)
	case reportjob.XLSX:
		return writeValuesXLSX(to, page, walk)
	}
	return fmt.Errorf("no way to write a %q", page.Format)
}

const valuesTitle = "Inventario valorado"

// methodNames are the methods as accountants call them.
var methodNames = map[valuation.Method]string{
	valuation.PMP: "Precio medio ponderado (PMP)", valuation.FIFO: "Primera entrada, primera salida (FIFO)",
}

// instantForm is how a sheet writes an instant.
const instantForm = "02/01/2006 15:04:05"

// facts are what a sheet says of itself, in the order of their names.
func facts(page valuation.SheetPage) [][2]string {
	whole := page.Totals.Whole
	return [][2]string{
		{"Negocio", page.Business},
		{"Fecha del inventario", page.At.In(page.Zone).Format(instantForm)},
		{"Método", methodNames[page.Method]},
		{"Moneda", page.Currency},
		{"Productos", core.Grouped(whole.Products)},
		{"Unidades", core.Grouped(whole.Units)},
		{"Valor", spokenAmount(whole.Value, page.Currency)},
		{"Productos sin coste", core.Grouped(whole.Unknown) + " (" + count(whole.UnknownUnits, "unidad", "unidades") + ")"},
		{"Huella de los movimientos", page.Hash},
		{"Hecha el", page.MadeAt.In(page.Zone).Format(instantForm)},
	}
}

// spokenAmount is an amount as Spanish writes it, with its currency where it is known.
func spokenAmount(amount core.Cents, currency string) string {
	decimals, unit := core.Decimals(currency), int64(1)
	for range decimals {
		unit *= 10
	}
	text := core.Grouped(int64(amount) / unit)
	if decimals > 0 {
		text += "," + fmt.Sprintf("%0*d", decimals, max(int64(amount)%unit, -int64(amount)%unit))
	}
	if currency != "" {
		text += " " + currency
	}
	return text
}

// named is what something without a name is called.
func namedOr(name, none string) string {
	if name == "" {
		return none
	}
	return name
}

const noCategory = "Sin categoría"

// productTitle is a product's name, with what has become of it.
func productTitle(p valuation.ProductName) string {
	if p.Deleted {
		return p.Name + " (eliminado)"
	}
	return p.Name
}

// each is what one unit is worth on average.
func each(value *core.Cents, units int64) *core.Cents {
	if value == nil {
		return nil
	}
	one := core.Worth{Value: *value, Units: units}.Each()
	return &one
}

var valueColumns = []column{
	{"SKU", 16},
	{"Producto", 40},
	{"Categoría", 22},
	{"Almacén", 18},
	{"Unidades", 12},
	{"Coste por unidad", 16},
	{"Valor", 16},
}

const withoutCostSheet = "Sin coste"

// writeValuesXLSX puts a row for each product and location on one sheet, the products without
// a cost on another, and the totals on a third.
func writeValuesXLSX(
	to io.Writer, page valuation.SheetPage, walk func(func(valuation.StockAtRow) error) error,
) error {
	table, err := newXLSXTable(to, "Inventario", valueColumns)
	if err != nil {
		return err
	}
	unknown := unknownRows{book: table.book}
	values := make([]any, 0, len(valueColumns))
	err = walk(func(row valuation.StockAtRow) error {
		p := row.Product
		if row.Value == nil {
			return unknown.add(p, row.Units)
		}
		for _, place := range row.Places {
			values = append(values[:0], p.SKU, productTitle(p), namedOr(p.Category, noCategory),
				row.Locations[place.LocationID], place.Units, inCurrency(each(row.Value, row.Units), page.Currency),
				inCurrency(place.Value, page.Currency))
			if err := table.row(values); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = errors.Join(unknown.end(), writeValueSummary(table.book, page))
	}
	return errors.Join(err, table.close())
}

// inCurrency is an amount for a cell; nothing where it is not known.
func inCurrency(amount *core.Cents, currency string) any {
	if amount == nil {
		return nil
	}
	return core.Money{Amount: *amount, Currency: currency}
}

// unknownRows is the sheet of products without a cost, which is there when there is one.
type unknownRows struct {
	book   *excelize.File
	stream *excelize.StreamWriter
	rows   int
}

func (u *unknownRows) add(p valuation.ProductName, units int64) error {
	if u.stream == nil {
		if _, err := u.book.NewSheet(withoutCostSheet); err != nil {
			return err
		}
		var err error
		if u.stream, err = u.book.NewStreamWriter(withoutCostSheet); err != nil {
			return err
		}
		if err := u.write("SKU", "Producto", "Categoría", "Unidades"); err != nil {
			return err
		}
	}
	return u.write(escape(p.SKU), escape(productTitle(p)), escape(namedOr(p.Category, noCategory)), units)
}

func (u *unknownRows) write(values ...any) error {
	if u.rows++; u.rows > excelize.TotalRows {
		return ErrTooManyRows
	}
	return u.stream.SetRow("A"+strconv.Itoa(u.rows), values)
}

func (u *unknownRows) end() error {
	if u.stream == nil {
		return nil
	}
	return u.stream.Flush()
}

// writeValueSummary adds the sheet with the facts and the totals.
func writeValueSummary(book *excelize.File, page valuation.SheetPage) error {
	if _, err := book.NewSheet(summarySheet); err != nil {
		return err
	}
	rows := [][]any{{valuesTitle}}
	for _, fact := range facts(page) {
		rows = append(rows, []any{fact[0], escape(fact[1])})
	}
	heads := []int{1}
	for _, part := range []struct {
		name, none string
		totals     []valuation.NamedTotals
	}{
		{"Categoría", noCategory, page.Totals.Categories}, {"Almacén", "", page.Totals.Locations},
	} {
		rows = append(rows, []any{}, []any{part.name, "Productos", "Unidades", "Valor", "Sin coste"})
		heads = append(heads, len(rows))
		for _, t := range part.totals {
			rows = append(rows, []any{
				escape(namedOr(t.Name, part.none)), t.Products, t.Units, t.Value.In(page.Currency), t.Unknown,
			})
		}
	}
	for i, row := range rows {
		if err := book.SetSheetRow(summarySheet, "A"+strconv.Itoa(i+1), &row); err != nil {
			return err
		}
	}
	return dressValueSummary(book, heads, len(rows))
}

func dressValueSummary(book *excelize.File, heads []int, last int) error {
	bold, err := book.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	format := "#,##0.00"
	money, err := book.NewStyle(&excelize.Style{CustomNumFmt: &format})
	if err != nil {
		return err
	}
	at := strconv.Itoa
	err = errors.Join(book.SetColWidth(summarySheet, "A", "A", 28), book.SetColWidth(summarySheet, "B", "E", 16),
		book.SetCellStyle(summarySheet, "D"+at(heads[1]), "D"+at(last), money))
	for _, head := range heads {
		err = errors.Join(err, book.SetCellStyle(summarySheet, "A"+at(head), "E"+at(head), bold))
	}
	return err
}
