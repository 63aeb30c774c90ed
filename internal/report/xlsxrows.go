package report

import (
	"math"
	"strconv"
	"strings"

	"estante/internal/imports"
)

// xlsxSheet reads the rows of one sheet of a workbook.
type xlsxSheet struct {
	tokens *xmlReader
	texts  []string
	dates  dates
	about  imports.SheetInfo
	number int
	given  int
}

// xlsxRowsMax is how many rows a spreadsheet can have at all.
const xlsxRowsMax = 1_048_576

// About implements imports.Sheet.
func (s *xlsxSheet) About() imports.SheetInfo { return s.about }

// Next implements imports.Sheet.
func (s *xlsxSheet) Next() (imports.SheetRow, error) {
	for {
		begun, err := s.tokens.nextElement()
		if err != nil {
			return imports.SheetRow{}, err
		}
		if begun.name != "row" {
			continue
		}
		row, err := s.row(begun)
		if err != nil {
			return imports.SheetRow{}, err
		}
		if len(row.Cells) == 0 {
			continue
		}
		if s.given++; s.given > imports.SheetRowsMax+1 {
			return imports.SheetRow{}, badFile(tooManyRows)
		}
		return row, nil
	}
}

// row reads the cells of a row that has begun. Cells at the end that are
// empty are left out, so a row of nothing has none.
func (s *xlsxSheet) row(begun element) (imports.SheetRow, error) {
	number := s.number + 1
	if written := begun.attribute("r"); written != "" {
		var err error
		if number, err = strconv.Atoi(written); err != nil || number <= s.number || number > xlsxRowsMax {
			return imports.SheetRow{}, errNotXLSX
		}
	}
	s.number = number
	row := imports.SheetRow{Number: number}
	column := -1
	err := s.tokens.inside("row", func(inner element) error {
		if inner.name != "c" {
			return nil
		}
		column++
		if at, written := columnOf(inner.attribute("r")); written {
			column = at
		}
		cell, err := s.cell(inner)
		if err != nil || (cell.Text == "" && !cell.Formula) {
			return err
		}
		if column >= imports.SheetColumnsMax {
			return badRow(number, tooManyColumns)
		}
		for len(row.Cells) <= column {
			row.Cells = append(row.Cells, imports.Cell{})
		}
		row.Cells[column] = cell
		return nil
	}, ignoreText)
	return row, err
}

// columnOf reads the letters of a reference such as «AB12», counting from
// zero. Letters beyond any column there is give one beyond every limit.
func columnOf(reference string) (int, bool) {
	column := 0
	for _, letter := range reference {
		if letter < 'A' || letter > 'Z' {
			break
		}
		column = min(column*26+int(letter-'A')+1, math.MaxInt16)
	}
	return column - 1, column > 0
}

// cell reads a cell that has begun.
func (s *xlsxSheet) cell(begun element) (imports.Cell, error) {
	var cell imports.Cell
	value := ""
	err := s.tokens.inside("c", func(inner element) (err error) {
		switch inner.name {
		case "f":
			cell.Formula = true
			_, err = s.tokens.text("f")
		case "v":
			value, err = s.tokens.text("v")
		case "is":
			cell.Text, err = s.tokens.richText("is")
		}
		return err
	}, ignoreText)
	if err != nil {
		return cell, err
	}
	switch begun.attribute("t") {
	case "inlineStr":
	case "s":
		cell.Text, err = s.shared(value)
	case "str":
		cell.Text = decodeControls(value)
	case "b":
		cell.Text = map[string]string{"1": "Sí", "0": "No"}[value]
	case "e":
		// An error such as «#N/A» is no value, whether or not a formula computed it.
		cell.Formula, cell.Text = true, ""
	case "d":
		cell.Text, cell.Date = odsDate(strings.TrimSuffix(value, "Z")), true
	default:
		cell.Text, cell.Number = number(value)
		if shown, isDay := s.dates.show(cell.Text); cell.Number && isDay && s.dates.has(begun.attribute("s")) {
			cell.Text, cell.Number, cell.Date = shown, false, true
		}
	}
	if !cell.Number && !cell.Formula {
		cell.Text = unescape(cell.Text)
	}
	return cell, err
}

func (s *xlsxSheet) shared(index string) (string, error) {
	n, err := strconv.Atoi(index)
	if err != nil || n < 0 || n >= len(s.texts) {
		return "", errNotXLSX
	}
	return s.texts[n], nil
}

// number writes a number without an exponent, as people do: barcodes come as
// 8.412345678905E12.
func number(value string) (string, bool) {
	value = strings.TrimSpace(value)
	parsed, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsInf(parsed, 0) || math.IsNaN(parsed) || math.Abs(parsed) > 1e18 {
		return value, false
	}
	// Spreadsheets compute with fifteen digits; those after them are noise.
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(parsed, 'g', 15, 64), 64)
	if err != nil {
		rounded = parsed
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64), true
}
