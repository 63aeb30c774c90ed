package imports

import (
	"errors"
	"io"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/order"
)

// importReader reads the rows of a mapped file as what they say.
type importReader struct {
	sheet   Sheet
	subject Subject
	reading Reading
	mapping Mapping
	seq     int
	// first are the rows where each name of a product was seen first.
	first map[string]int
	// ahead is a row that was read to see whether it belongs to the one before.
	ahead *fileRow
}

// fileRow is one row of a file, understood.
type fileRow struct {
	seq     int
	row     SheetRow
	skuKey  string
	barcode string
	// group is what rows have in common that belong together; empty where each
	// stands for itself.
	group   string
	product catalogue.ProductFields
	// price is that of the product; nil where the row says none.
	price *exactAmount
	order orderCells
	offer priceCells
	line  lineCells
	// said is the currency that stands beside the price, as it is written.
	said string
	// problems are what is wrong with the row by itself.
	problems []RowProblem
}

// openImport begins to read the rows below the header of an import's file.
func (s *Service) openImport(file io.ReaderAt, imported Import) (*importReader, error) {
	sheet, err := s.openSheet(file, imported)
	if err != nil {
		return nil, err
	}
	r := &importReader{
		sheet: sheet, subject: imported.Subject, reading: imported.Reading, mapping: imported.Mapping,
		first: map[string]int{},
	}
	for {
		row, err := sheet.Next()
		if err != nil {
			return nil, err
		}
		if row.Number >= imported.Reading.HeaderRow {
			return r, nil
		}
	}
}

// next reads a row, or io.EOF after the last.
func (r *importReader) next() (fileRow, error) {
	if r.ahead != nil {
		read := *r.ahead
		r.ahead = nil
		return read, nil
	}
	row, err := r.sheet.Next()
	if err != nil {
		return fileRow{}, err
	}
	r.seq++
	read := fileRow{seq: r.seq, row: row}
	for _, field := range r.subject.rules().fields() {
		column, mapped := r.mapping.Columns[field.name]
		if !mapped {
			continue
		}
		if sentence := r.cell(&read, field, row.at(column)); sentence != "" {
			read.problems = append(read.problems, r.problem(row, field.name, sentence))
		}
	}
	r.subject.rules().identify(r, &read)
	return read, nil
}

// cell reads one cell into its row.
func (r *importReader) cell(read *fileRow, field importField, cell Cell) string {
	cell.Text = core.Clean(cell.Text)
	switch {
	case cell.Formula && cell.Text == "":
		return "La celda contiene una fórmula sin resultado: escribe el valor"
	case field.noDate && (cell.Date || field.number && isDate(cell)):
		return "La hoja de cálculo lo ha convertido en una fecha: vuelve a escribirlo en una celda de texto o de número"
	case core.Characters(cell.Text) > SheetCellMax:
		return "La celda tiene demasiado texto"
	case cell.Text != "":
		return field.Assign(read, cell, r.reading.Decimal)
	case r.mapping.EmptyCells == EmptyClears && field.empty != nil:
		field.empty(read)
	}
	return ""
}

// isDate says whether a text is a date and can be no number.
func isDate(cell Cell) bool {
	_, _, ok := readTime(cell)
	return ok && !cell.Number
}

// problem names the cell of a field, in the file's own words.
func (r *importReader) problem(row SheetRow, field Field, sentence string) RowProblem {
	column, mapped := r.mapping.Columns[field]
	if !mapped {
		// The row is wrong in something the file does not have.
		known, _ := r.subject.field(field)
		return RowProblem{Row: row.Number, Column: known.label, Message: sentence}
	}
	return RowProblem{
		Row: row.Number, Column: r.reading.Columns[column], Value: shortened(row.at(column).Text, sampleCell),
		Message: sentence,
	}
}

// seenAt notes where a name was seen first; it says where when that was before.
func (r *importReader) seenAt(name string, row SheetRow) (first int, before bool) {
	if first, before = r.first[name]; !before {
		r.first[name] = row.Number
	}
	return first, before
}

// some reads up to a number of rows, and those that belong to the last of them;
// none are left when it returns an empty list.
func (r *importReader) some(most int) ([]fileRow, error) {
	var rows []fileRow
	for len(rows) < most {
		row, err := r.next()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return r.rest(rows, most+order.LinesMax)
}

// rest adds the rows that belong to the last one, as far as they can.
func (r *importReader) rest(rows []fileRow, most int) ([]fileRow, error) {
	for len(rows) > 0 && len(rows) < most {
		row, err := r.next()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		if row.group == "" || row.group != rows[len(rows)-1].group {
			r.ahead = &row
			return rows, nil
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// skip passes over rows that were dealt with before.
func (r *importReader) skip(rows int) error {
	for range rows {
		if _, err := r.next(); err != nil {
			return err
		}
	}
	return nil
}
