package report

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"estante/internal/core"
	"estante/internal/imports"
)

const odsContent = "content.xml"

var errNotODS = badFile("El archivo no es una hoja de OpenDocument válida, o está protegida con contraseña")

// openODS begins to read a sheet of an OpenDocument workbook, or the first.
func (b workbook) openODS(name string) (imports.Sheet, error) {
	names, err := b.odsNames()
	if err != nil {
		return nil, err
	}
	place, err := chosenSheet(names, name)
	if err != nil {
		return nil, err
	}
	part, err := b.open(odsContent, partBytesMax)
	if err != nil {
		return nil, errNotODS
	}
	sheet := &odsSheet{
		tokens: newXML(part), about: imports.SheetInfo{Kind: imports.SheetODS, Sheet: names[place], Sheets: names},
	}
	for tables := 0; tables <= place; {
		begun, err := sheet.tokens.nextElement()
		if err != nil {
			return nil, errNotODS
		}
		if begun.name == "table" {
			tables++
		}
	}
	return sheet, nil
}

// odsNames are the names of the sheets. The part is looked through for where sheets
// begin, which takes a fraction of the time of reading it.
func (b workbook) odsNames() ([]string, error) {
	part, err := b.open(odsContent, partBytesMax)
	if err != nil {
		return nil, errNotODS
	}
	const begins = "<table:table "
	text := bufio.NewScanner(part)
	text.Buffer(make([]byte, 0, headBytes), 4*headBytes)
	text.Split(func(data []byte, atEnd bool) (int, []byte, error) {
		at := bytes.Index(data, []byte(begins))
		if at < 0 {
			// The beginning of a sheet may be cut in two.
			return max(len(data)-len(begins), 0), nil, nil
		}
		end := bytes.IndexByte(data[at:], '>')
		if end < 0 {
			return at, nil, nil
		}
		return at + end + 1, data[at : at+end+1], nil
	})
	var names []string
	for text.Scan() {
		begun, err := newXML(bytes.NewReader(text.Bytes())).nextElement()
		if err != nil {
			return nil, errNotODS
		}
		if len(names) == sheetsMax {
			break
		}
		names = append(names, begun.prefixed("table", "name"))
	}
	var known *core.Error
	if err := text.Err(); errors.As(err, &known) {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errNotODS
	}
	return names, nil
}

// prefixed is an attribute with a prefix, which programs write as the standard does.
func (e element) prefixed(prefix, name string) string {
	for _, attribute := range e.attributes {
		if attribute.Name.Local == name && attribute.Name.Space == prefix {
			return attribute.Value
		}
	}
	return ""
}

// odsSheet reads the rows of one sheet.
type odsSheet struct {
	tokens *xmlReader
	about  imports.SheetInfo
	number int
	given  int
	// again is a row that stands there several times, and times how often still.
	again imports.SheetRow
	times int
}

// About implements imports.Sheet.
func (s *odsSheet) About() imports.SheetInfo { return s.about }

// Next implements imports.Sheet.
func (s *odsSheet) Next() (imports.SheetRow, error) {
	for s.times == 0 {
		token, err := s.tokens.token()
		if err != nil {
			return imports.SheetRow{}, s.damaged(err)
		}
		switch token := token.(type) {
		case xml.EndElement:
			if token.Name.Local == "table" {
				return imports.SheetRow{}, io.EOF
			}
		case xml.StartElement:
			if token.Name.Local != "table-row" {
				continue
			}
			if err := s.row(element{name: "table-row", attributes: token.Attr}); err != nil {
				return imports.SheetRow{}, s.damaged(err)
			}
		}
	}
	s.times--
	s.number++
	if s.given++; s.given > imports.SheetRowsMax+1 {
		return imports.SheetRow{}, badFile(tooManyRows)
	}
	row := s.again
	row.Number = s.number
	return row, nil
}

// damaged says in the words of this kind of file that it cannot be read. A sheet that is
// never closed is one of those.
func (s *odsSheet) damaged(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, errNotXLSX) {
		return errNotODS
	}
	return err
}

// repeated is how often an element stands there.
func repeated(begun element, attribute string) int {
	times, err := strconv.Atoi(begun.prefixed("table", attribute))
	if err != nil || times < 1 {
		return 1
	}
	return min(times, xlsxRowsMax)
}

// row reads the cells of a row that has begun. Rows of nothing are passed over.
func (s *odsSheet) row(begun element) error {
	var row imports.SheetRow
	column := 0
	err := s.tokens.inside("table-row", func(inner element) error {
		if inner.name != "table-cell" && inner.name != "covered-table-cell" {
			return nil
		}
		cell, err := s.cell(inner)
		if err != nil {
			return err
		}
		times := repeated(inner, "number-columns-repeated")
		if cell.Text != "" || cell.Formula {
			if column+times > imports.SheetColumnsMax {
				return badRow(s.number+1, tooManyColumns)
			}
			row.Cells = append(row.Cells, make([]imports.Cell, column+times-len(row.Cells))...)
			for i := column; i < column+times; i++ {
				row.Cells[i] = cell
			}
		}
		column += times
		return nil
	}, ignoreText)
	if err != nil {
		return err
	}
	times := repeated(begun, "number-rows-repeated")
	if len(row.Cells) == 0 {
		s.number += times
		return nil
	}
	s.again, s.times = row, times
	return nil
}

// cell reads a cell that has begun.
func (s *odsSheet) cell(begun element) (imports.Cell, error) {
	text, err := s.paragraphs(begun.name)
	if err != nil {
		return imports.Cell{}, err
	}
	cell := imports.Cell{Text: text, Formula: begun.prefixed("table", "formula") != ""}
	switch begun.prefixed("office", "value-type") {
	case "float", "percentage", "currency":
		cell.Text, cell.Number = number(begun.prefixed("office", "value"))
	case "boolean":
		cell.Text = map[string]string{"true": "Sí", "false": "No"}[begun.prefixed("office", "boolean-value")]
	case "date":
		cell.Text, cell.Date = odsDate(begun.prefixed("office", "date-value")), true
	}
	if begun.prefixed("calcext", "value-type") == "error" {
		cell.Formula, cell.Text = true, ""
	}
	if !cell.Number && !cell.Formula {
		cell.Text = unescape(cell.Text)
	}
	return cell, nil
}

// odsDate writes a date as people do.
func odsDate(text string) string {
	for _, form := range []string{"2006-01-02", "2006-01-02T15:04:05", "2006-01-02T15:04:05.999999999"} {
		if at, err := time.Parse(form, text); err == nil {
			return shownDate(at)
		}
	}
	return text
}

// paragraphs joins the lines of a cell, without the comments that are pinned to it.
func (s *odsSheet) paragraphs(name string) (string, error) {
	var text strings.Builder
	depth, lines := 0, 0
	err := s.tokens.inside(name, func(inner element) error {
		switch inner.name {
		case "annotation":
			return s.tokens.inside("annotation", func(element) error { return nil }, ignoreText)
		case "p":
			if lines++; lines > 1 {
				text.WriteByte('\n')
			}
			depth = 1
		case "s":
			spaces, err := strconv.Atoi(inner.prefixed("text", "c"))
			if err != nil {
				spaces = 1
			}
			text.WriteString(strings.Repeat(" ", min(max(spaces, 1), 100)))
		case "tab":
			text.WriteByte('\t')
		case "line-break":
			text.WriteByte('\n')
		}
		return nil
	}, func(piece string) error {
		if depth > 0 {
			text.WriteString(piece)
		}
		if text.Len() > 4*imports.SheetCellMax {
			return badFile("El archivo tiene una celda con demasiado texto")
		}
		return nil
	})
	return text.String(), err
}
