package report

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"estante/internal/core"
)

// xlsxTable writes a workbook with one sheet. Rows go through a file of the
// library's own as they come, so that memory does not grow with them.
type xlsxTable struct {
	to     io.Writer
	book   *excelize.File
	stream *excelize.StreamWriter
	// money are the styles of amounts, by how many decimals these have.
	money [5]int
	day   int
	rows  int
	cells []any
}

func newXLSXTable(to io.Writer, name string, columns []column) (*xlsxTable, error) {
	table := &xlsxTable{to: to, book: excelize.NewFile(), cells: make([]any, len(columns))}
	table.book.SetZipWriter(func(to io.Writer) excelize.ZipWriter { return zip.NewWriter(yielding{to}) })
	if err := table.begin(name, columns); err != nil {
		return nil, errors.Join(err, table.book.Close())
	}
	return table, nil
}

// yielding lets others compute after each few kilobytes. To compress a sheet takes
// seconds, and who computes for so long keeps a processor for as much as ten
// milliseconds at a time.
type yielding struct{ to io.Writer }

func (y yielding) Write(piece []byte) (int, error) {
	runtime.Gosched()
	return y.to.Write(piece)
}

func (t *xlsxTable) begin(name string, columns []column) error {
	err := t.book.SetSheetName("Sheet1", name)
	if err != nil {
		return err
	}
	if t.stream, err = t.book.NewStreamWriter(name); err != nil {
		return err
	}
	for digits := range t.money {
		form := "#,##0"
		if digits > 0 {
			form += "." + strings.Repeat("0", digits)
		}
		if t.money[digits], err = t.book.NewStyle(&excelize.Style{CustomNumFmt: &form}); err != nil {
			return err
		}
	}
	day := "dd/mm/yyyy"
	if t.day, err = t.book.NewStyle(&excelize.Style{CustomNumFmt: &day}); err != nil {
		return err
	}
	bold, err := t.book.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	for i, column := range columns {
		if err := t.stream.SetColWidth(i+1, i+1, column.width); err != nil {
			return err
		}
		t.cells[i] = excelize.Cell{StyleID: bold, Value: column.name}
	}
	if err := t.stream.SetPanes(&excelize.Panes{
		Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft",
	}); err != nil {
		return err
	}
	return t.write()
}

func (t *xlsxTable) row(values []any) error {
	for i, value := range values {
		cell, err := t.cell(value)
		if err != nil {
			return err
		}
		t.cells[i] = cell
	}
	return t.write()
}

func (t *xlsxTable) cell(value any) (any, error) {
	switch value := value.(type) {
	case nil, int64:
		return value, nil
	case string:
		return escape(value), nil
	case core.Money:
		return excelize.Cell{StyleID: t.money[decimals(value)], Value: value.Amount.In(value.Currency)}, nil
	case time.Time:
		// A workbook's days have no zone: the wall clock is what counts.
		year, month, day := value.Date()
		return excelize.Cell{StyleID: t.day, Value: time.Date(year, month, day, 0, 0, 0, 0, time.UTC)}, nil
	default:
		return nil, fmt.Errorf("no way to write a %T", value)
	}
}

func (t *xlsxTable) write() error {
	if t.rows++; t.rows > excelize.TotalRows {
		return ErrTooManyRows
	}
	at, err := excelize.CoordinatesToCellName(1, t.rows)
	if err != nil {
		return err
	}
	return t.stream.SetRow(at, t.cells)
}

// close writes the workbook. It is called also after a failure, to give back
// the files the library made; then there is nothing to write.
func (t *xlsxTable) close() error {
	if err := t.stream.Flush(); err != nil {
		return errors.Join(err, t.book.Close())
	}
	_, err := t.book.WriteTo(t.to)
	return errors.Join(err, t.book.Close())
}
