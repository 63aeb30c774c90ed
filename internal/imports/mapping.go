package imports

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/supplier"
)

// headerSearch is how many rows are looked at for the names of the columns:
// people put titles above their tables.
const headerSearch = 10

// decimalSearch is how many rows are looked at for decimal marks.
const decimalSearch = 200

// readBeginning finds out what is in a file. The header is at a given row, or
// where it seems to be when that is zero.
func (s *Service) readBeginning(imported Import, file io.ReaderAt, headerRow int) (Reading, error) {
	sheet, err := s.openSheet(file, imported)
	if err != nil {
		return Reading{}, err
	}
	var rows []SheetRow
	for len(rows) < decimalSearch {
		row, err := sheet.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Reading{}, err
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return Reading{}, core.FieldError("file", "El archivo está vacío")
	}
	at := imported.Subject.headerAmong(rows)
	if headerRow != 0 {
		if at = slices.IndexFunc(rows, func(row SheetRow) bool { return row.Number == headerRow }); at < 0 {
			return Reading{}, core.FieldError("headerRow", "La fila del encabezado está vacía o no existe")
		}
	}
	if at == len(rows)-1 {
		return Reading{}, core.FieldError("file", "El archivo no tiene ninguna fila debajo del encabezado")
	}
	reading := Reading{
		SheetInfo: sheet.About(), HeaderRow: rows[at].Number, Decimal: decimalOf(rows[at+1:]), Sample: [][]string{},
	}
	reading.Columns = columnNames(rows[at:])
	for _, row := range rows[at+1 : min(at+1+sampleRows, len(rows))] {
		reading.Sample = append(reading.Sample, row.shown(len(reading.Columns)))
	}
	return reading, nil
}

// headerAmong is the place of the row that names the most fields.
func (s Subject) headerAmong(rows []SheetRow) int {
	best, most := 0, 0
	for i, row := range rows[:min(len(rows), headerSearch)] {
		named := map[Field]bool{}
		for _, cell := range row.Cells {
			if field, known := s.fieldOfHeader(core.Fold(cell.Text)); known {
				named[field] = true
			}
		}
		if len(named) > most {
			best, most = i, len(named)
		}
	}
	return best
}

// columnNames are the texts of the header; a column without one is named
// after its place, as far as the rows below reach.
func columnNames(rows []SheetRow) []string {
	width := 0
	for _, row := range rows {
		width = max(width, len(row.Cells))
	}
	names := make([]string, 0, width)
	for column := range width {
		name := shortened(core.Clean(rows[0].at(column).Text), sampleCell)
		if name == "" {
			name = fmt.Sprintf("Columna %d", column+1)
		}
		names = append(names, name)
	}
	return names
}

// shown are the texts of a row, short enough to be looked at.
func (r SheetRow) shown(width int) []string {
	texts := make([]string, 0, width)
	for column := range width {
		texts = append(texts, shortened(r.at(column).Text, sampleCell))
	}
	return texts
}

func shortened(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

var (
	commaDecimals = regexp.MustCompile(`^\d[\d.]*,\d{1,2}$`)
	pointDecimals = regexp.MustCompile(`^\d[\d,]*\.\d{1,2}$`)
)

// decimalOf tells the decimal mark of a file by the numbers that leave no
// doubt. Where there are none it is the comma, as in Spain.
func decimalOf(rows []SheetRow) string {
	commas, points := 0, 0
	for _, row := range rows {
		for _, cell := range row.Cells {
			amount, _ := besideAmount(cell.Text)
			switch {
			case cell.Number || cell.Date:
			case commaDecimals.MatchString(amount):
				commas++
			case pointDecimals.MatchString(amount):
				points++
			}
		}
	}
	if points > commas {
		return "."
	}
	return ","
}

// suggestMapping guesses what the columns are: as this person mapped columns
// of the same names before, as anybody did, or by what they are called.
func suggestMapping(tx Tx, subject Subject, userID int64, columns []string) (map[Field]int, error) {
	keys := make([]string, 0, len(columns))
	for _, name := range columns {
		keys = append(keys, subject.memoryKey(name))
	}
	recalled, err := tx.RecalledHeaders(userID, keys)
	if err != nil {
		return nil, err
	}
	suggested := map[Field]int{}
	used := map[int]bool{}
	suggest := func(column int, field Field) {
		if _, taken := suggested[field]; !taken && !used[column] {
			suggested[field], used[column] = column, true
		}
	}
	for column, key := range keys {
		if field, known := recalled[key]; known {
			suggest(column, field)
		}
	}
	for column, name := range columns {
		if field, known := subject.fieldOfHeader(core.Fold(name)); known {
			suggest(column, field)
		}
	}
	return suggested, nil
}

// suggestColumns is suggestMapping where nothing is written.
func (s *Service) suggestColumns(
	ctx context.Context, subject Subject, userID int64, reading Reading,
) (columns map[Field]int, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		columns, err = suggestMapping(tx, subject, userID, reading.Columns)
		return err
	})
	return columns, err
}

// MappingChange is what a person says about the columns of a file.
type MappingChange struct {
	// Mapping without any column asks for a new suggestion, because columns
	// are called something else once the header is another row.
	Mapping Mapping
	// HeaderRow moves the header; zero leaves it.
	HeaderRow int
	// Sheet is another sheet of the workbook; empty leaves it. Its columns are suggested.
	Sheet string
	// Decimal is the decimal mark; empty leaves it.
	Decimal string
	// History is that of the mapping; nil goes by the dates of the file.
	History *bool
}

// MapImport says what the columns of a draft are, and remembers it for files
// that have columns of the same names.
func (s *Service) MapImport(ctx context.Context, actor core.Actor, id int64, change MappingChange) (Import, error) {
	draft, err := s.Import(ctx, id)
	if err != nil {
		return Import{}, err
	}
	if draft.Status != Draft {
		return Import{}, ErrImportBusy
	}
	done, err := s.readTurn(ctx)
	if err != nil {
		return Import{}, err
	}
	reading, err := s.readAgain(ctx, draft, &change)
	done()
	if err != nil {
		return Import{}, err
	}
	if reading, err = s.fitMapping(ctx, actor, draft, reading, &change); err != nil {
		return Import{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (Import, error) {
		imported, err := tx.LockImport(id)
		if err != nil {
			return Import{}, err
		}
		if imported.Status != Draft {
			return Import{}, ErrImportBusy
		}
		if err := change.Mapping.checkChosen(tx); err != nil {
			return Import{}, err
		}
		imported.Reading, imported.Mapping = reading, change.Mapping
		if err := tx.UpdateImport(imported); err != nil {
			return Import{}, err
		}
		if err := tx.RememberHeaders(actor.ID, change.Mapping.headers(imported.Subject, reading)); err != nil {
			return Import{}, err
		}
		return imported, tx.Emit(core.Event{Topic: core.TopicImports, ID: id})
	})
}

// fitMapping completes the change by what the file says: guessed columns where nobody chose
// any, and which of its rows are history. The reading is by the decimals that were chosen.
func (s *Service) fitMapping(
	ctx context.Context, actor core.Actor, draft Import, reading Reading, change *MappingChange,
) (Reading, error) {
	guess := len(change.Mapping.Columns) == 0
	if change.Decimal != "" && !guess {
		reading.Decimal = change.Decimal
	}
	if change.Mapping.EmptyCells == "" {
		change.Mapping.EmptyCells = EmptyKeeps
	}
	var err error
	if guess {
		change.Mapping.Columns, err = s.suggestColumns(ctx, draft.Subject, actor.ID, reading)
	} else {
		err = change.Mapping.check(draft.Subject, reading)
	}
	if err != nil {
		return Reading{}, err
	}
	change.Mapping.History, err = s.historyOf(ctx, draft, reading, *change)
	return reading, err
}

// checkChosen refuses a place or a supplier that nobody can use.
func (m Mapping) checkChosen(tx Tx) error {
	if m.LocationID != 0 {
		if _, err := ledger.UsableLocation(tx, m.LocationID); err != nil {
			return err
		}
	}
	if m.SupplierID != 0 {
		if _, err := supplier.UsableSupplier(tx, m.SupplierID); err != nil {
			return err
		}
	}
	return nil
}

// readAgain is how the file is understood with another sheet or header, or as it was.
func (s *Service) readAgain(ctx context.Context, draft Import, change *MappingChange) (Reading, error) {
	if change.Sheet != "" && change.Sheet != draft.Reading.Sheet {
		draft.Reading = Reading{SheetInfo: SheetInfo{Sheet: change.Sheet}}
		change.Mapping.Columns, change.HeaderRow = nil, 0
		return s.readBeginning(draft, s.importFile(ctx, draft.ID), 0)
	}
	if change.HeaderRow != 0 && change.HeaderRow != draft.Reading.HeaderRow {
		return s.readBeginning(draft, s.importFile(ctx, draft.ID), change.HeaderRow)
	}
	return draft.Reading, nil
}

// headers are the names of the columns with what they are.
func (m Mapping) headers(subject Subject, reading Reading) map[string]Field {
	headers := map[string]Field{}
	for field, column := range m.Columns {
		headers[subject.memoryKey(reading.Columns[column])] = field
	}
	return headers
}

// check refuses a mapping that cannot be meant.
func (m Mapping) check(subject Subject, reading Reading) error {
	wrong := core.Problems{}
	used := map[int]Field{}
	for _, field := range subject.rules().fields() {
		column, mapped := m.Columns[field.name]
		if !mapped {
			wrong.Check(field.missing == "", string(field.name), field.missing)
			continue
		}
		if column < 0 || column >= len(reading.Columns) {
			wrong.Add(string(field.name), "La columna no existe")
			continue
		}
		if other, taken := used[column]; taken {
			wrong.Add(string(field.name), fmt.Sprintf("La columna «%s» ya se usa para otro dato (%s)", reading.Columns[column],
				other))
		}
		used[column] = field.name
	}
	switch subject {
	case PriceImports:
		m.checkPrices(wrong)
	case PurchaseImports:
		m.checkPurchase(wrong)
	case ProductImports, OrderImports:
	}
	for name := range m.Columns {
		_, known := subject.field(name)
		wrong.Check(known, string(name), "Este dato no se puede importar")
	}
	wrong.Check(m.EmptyCells == EmptyKeeps || m.EmptyCells == EmptyClears, "emptyCells", "Debe ser keep o clear")
	wrong.Check(reading.Decimal == "," || reading.Decimal == ".", "decimal", "Debe ser una coma o un punto")
	return wrong.Err()
}
