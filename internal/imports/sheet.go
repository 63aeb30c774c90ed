package imports

import (
	"errors"
	"io"

	"estante/internal/core"
)

// Sheet is a table that a user brings in a file: rows of cells, one after the other. What
// kind of file it was is the reader's business; the domain asks for rows.
type Sheet interface {
	// About says how the file was understood.
	About() SheetInfo
	// Next returns the next row that is not empty, or io.EOF after the last.
	// An error meant for people names the row.
	Next() (SheetRow, error)
}

// SheetInfo is how a file was understood.
type SheetInfo struct {
	Kind SheetKind `json:"kind"`
	// Encoding and Separator are those of a text file.
	Encoding  string `json:"encoding,omitempty"`
	Separator string `json:"separator,omitempty"`
	// Sheet is the one that is read of a workbook, and Sheets are all that can be.
	Sheet  string   `json:"sheet,omitempty"`
	Sheets []string `json:"sheets,omitempty"`
}

// SheetKind is a kind of file with a table in it.
type SheetKind string

// The kinds of files that are read and written.
const (
	SheetCSV  SheetKind = "csv"
	SheetXLSX SheetKind = "xlsx"
	SheetODS  SheetKind = "ods"
)

// SheetRow is one row. Number counts from one, as spreadsheets do, empty rows
// included: it is how people find the row again.
type SheetRow struct {
	Number int
	Cells  []Cell
}

// at is the cell of a column; one that the row does not reach is empty.
func (r SheetRow) at(column int) Cell {
	if column < 0 || column >= len(r.Cells) {
		return Cell{}
	}
	return r.Cells[column]
}

// Cell is one value of a row.
type Cell struct {
	Text string
	// Number says that a program wrote the text as a number: digits with a
	// decimal point, whatever the language of the rest.
	Number bool
	// Formula marks a cell that a spreadsheet computes. Text is the result
	// that was kept with it, empty when there is none.
	Formula bool
	// Date says that a spreadsheet has it as a date, whatever was typed.
	Date bool
}

// The limits of a file that is brought in.
const (
	SheetBytesMax   = 64 << 20
	SheetRowsMax    = 200_000
	SheetColumnsMax = 200
	SheetCellMax    = 32_767
)

// SheetReader reads tables from files of any kind it knows, told by content.
type SheetReader interface {
	// OpenSheet begins to read a sheet of a file by its name, or the first.
	OpenSheet(file io.ReaderAt, size int64, name string) (Sheet, error)
}

// ErrNoSheet is the answer to a sheet that a file does not have.
var ErrNoSheet = core.FieldError("sheet", "El archivo no tiene ninguna hoja con este nombre")

// noSheets stands in where nobody gave a reader.
type noSheets struct{}

// OpenSheet implements SheetReader.
func (noSheets) OpenSheet(io.ReaderAt, int64, string) (Sheet, error) {
	return nil, errors.New("no reader of sheets was given")
}
