package inventory

import (
	"errors"
	"fmt"
	"io"
)

// importReader reads the rows of a mapped file as what they say of products.
type importReader struct {
	sheet   Sheet
	reading ImportReading
	mapping ImportMapping
	seq     int
	// skus and barcodes are the rows where each was seen first.
	skus     map[string]int
	barcodes map[string]int
}

// fileRow is one row of a file, understood.
type fileRow struct {
	seq     int
	row     SheetRow
	skuKey  string
	barcode string
	fields  ProductFields
	// problems are what is wrong with the row by itself.
	problems []RowProblem
}

// openImport begins to read the rows below the header of an import's file.
func (inv *Inventory) openImport(file io.ReaderAt, imported Import) (*importReader, error) {
	sheet, err := inv.sheets.OpenSheet(file, imported.Size)
	if err != nil {
		return nil, err
	}
	r := &importReader{sheet: sheet, reading: imported.Reading, mapping: imported.Mapping, skus: map[string]int{}, barcodes: map[string]int{}}
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
	row, err := r.sheet.Next()
	if err != nil {
		return fileRow{}, err
	}
	r.seq++
	read := fileRow{seq: r.seq, row: row}
	for _, field := range importFields {
		column, mapped := r.mapping.Columns[field.name]
		if !mapped {
			continue
		}
		if sentence := r.cell(&read.fields, field, row.at(column)); sentence != "" {
			read.problems = append(read.problems, r.problem(row, field.name, sentence))
		}
	}
	r.identify(&read)
	return read, nil
}

// cell reads one cell into the fields.
func (r *importReader) cell(fields *ProductFields, field importField, cell Cell) string {
	cell.Text = Clean(cell.Text)
	switch {
	case cell.Formula && cell.Text == "":
		return "La celda contiene una fórmula sin resultado: escribe el valor"
	case characters(cell.Text) > SheetCellMax:
		return "La celda tiene demasiado texto"
	case cell.Text != "":
		return field.set(fields, cell, r.reading.Decimal)
	case r.mapping.EmptyCells == EmptyClears && field.empty != nil:
		field.empty(fields)
	}
	return ""
}

// identify finds out which product the row is about, and that no other row is.
func (r *importReader) identify(read *fileRow) {
	wrong := func(field ImportField, sentence string) {
		read.problems = append(read.problems, r.problem(read.row, field, sentence))
	}
	if read.fields.Barcode != nil && *read.fields.Barcode != "" {
		read.barcode = *read.fields.Barcode
		if first, twice := r.barcodes[read.barcode]; twice {
			wrong("barcode", fmt.Sprintf("El código de barras ya aparece en la fila %d", first))
		} else {
			r.barcodes[read.barcode] = read.row.Number
		}
	}
	if read.fields.SKU == nil {
		if len(read.problems) == 0 {
			wrong("sku", Required("sku"))
		}
		return
	}
	read.skuKey = IdentityKey(*read.fields.SKU)
	if first, twice := r.skus[read.skuKey]; twice {
		wrong("sku", fmt.Sprintf("El SKU ya aparece en la fila %d", first))
		return
	}
	r.skus[read.skuKey] = read.row.Number
}

// problem names the cell of a field, in the file's own words.
func (r *importReader) problem(row SheetRow, field ImportField, sentence string) RowProblem {
	column, mapped := r.mapping.Columns[field]
	if !mapped {
		// The row is wrong in something the file does not have.
		known, _ := importFieldNamed(field)
		return RowProblem{Row: row.Number, Column: known.label, Message: sentence}
	}
	return RowProblem{Row: row.Number, Column: r.reading.Columns[column], Value: shortened(row.at(column).Text, sampleCell), Message: sentence}
}

// some reads up to a number of rows; none are left when it returns an empty list.
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
