// Package report writes tables as CSV and XLSX, and reads them. What it writes
// it can read back without a change.
package report

import (
	"fmt"
	"io"
	"time"

	"estante/internal/core"
	"estante/internal/imports"
)

// ErrTooManyRows says that a spreadsheet cannot hold what was asked for.
var ErrTooManyRows = &core.Error{
	Kind: core.Conflict, Message: "Hay más filas de las que caben en un archivo de Excel: expórtalas como CSV o acota " +
		"los filtros",
}

// column is one column of a table.
type column struct {
	name  string
	width float64
}

// table is a file being written. A value is a string, an int64, an
// core.Money, a time.Time that stands for its day, or nil.
type table interface {
	row(values []any) error
	// close completes the file.
	close() error
}

func newTable(to io.Writer, kind imports.SheetKind, name string, columns []column) (table, error) {
	switch kind {
	case imports.SheetCSV:
		return newCSVTable(to, columns)
	case imports.SheetXLSX:
		return newXLSXTable(to, name, columns)
	default:
		return nil, fmt.Errorf("no way to write a %q", kind)
	}
}

// ContentType is what a file of a kind is called on the web.
func ContentType(kind imports.SheetKind) string {
	if kind == imports.SheetXLSX {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/csv; charset=utf-8"
}

// FileName names a file after what it holds and the day it was made.
func FileName(what string, day time.Time, kind imports.SheetKind) string {
	return what + "_" + day.Format("2006-01-02") + "." + string(kind)
}

// dayForm is how Spanish writes a day.
const dayForm = "02/01/2006"

// money is an amount that may be missing, in its currency.
func money(amount *core.Cents, currency string) any {
	if amount == nil {
		return nil
	}
	return core.Money{Amount: *amount, Currency: currency}
}

// decimals is how many decimals an amount is written with: those of its currency, or as
// many as it takes not to change it.
func decimals(amount core.Money) int {
	digits, parts := core.KeptDecimals(amount.Currency), int64(amount.Amount)
	for digits > core.Decimals(amount.Currency) && parts%10 == 0 {
		digits, parts = digits-1, parts/10
	}
	return digits
}

// optional is a value that may be missing.
func optional[T any](value *T) any {
	if value == nil {
		return nil
	}
	return *value
}
