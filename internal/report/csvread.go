package report

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"estante/internal/imports"
)

// csvSheet reads a text file whose cells are separated by a character. It is
// our own reader because the library's changes line breaks inside cells, which
// would make an export differ from its import, and takes cells of any size.
type csvSheet struct {
	about  imports.SheetInfo
	text   *bufio.Reader
	comma  rune
	number int
	given  int
	cell   strings.Builder
}

// commas are the separators that are recognised, the most likely first.
var commas = []rune{';', ',', '\t', '|'}

func openCSV(file io.ReaderAt, size int64, head []byte) (imports.Sheet, error) {
	written, err := detectEncoding(file, size, head)
	if err != nil {
		return nil, err
	}
	sample, err := io.ReadAll(io.LimitReader(written.reader(file, size), headBytes))
	if err != nil {
		return nil, err
	}
	if !looksLikeText(sample) {
		return nil, badFile("El archivo no es una tabla: se admiten CSV y XLSX")
	}
	comma, declared := declaredComma(sample)
	if !declared {
		comma = detectComma(string(sample))
	}
	sheet := newCSVSheet(written.reader(file, size), comma)
	sheet.about.Encoding = written.name
	if declared {
		if _, err := sheet.record(); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	return sheet, nil
}

func newCSVSheet(text io.Reader, comma rune) *csvSheet {
	return &csvSheet{
		about: imports.SheetInfo{Kind: imports.SheetCSV, Separator: string(comma)},
		text:  bufio.NewReaderSize(text, headBytes), comma: comma,
	}
}

// looksLikeText refuses a file that is full of control characters. A user's table may
// have a few in its cells and is a table all the same; no text has zero bytes.
func looksLikeText(sample []byte) bool {
	const oneIn = 10
	odd := 0
	for _, b := range sample {
		if b == 0 {
			return false
		}
		if b < ' ' && b != '\t' && b != '\r' && b != '\n' && b != '\f' && b != '\v' {
			odd++
		}
	}
	return odd*oneIn <= len(sample)
}

// declaredComma reads the line «sep=;» that spreadsheets understand.
func declaredComma(sample []byte) (rune, bool) {
	line, _, _ := strings.Cut(string(sample), "\n")
	line = strings.TrimRight(line, "\r")
	if len(line) < 5 || !strings.EqualFold(line[:4], "sep=") {
		return 0, false
	}
	comma, width := utf8.DecodeRuneInString(line[4:])
	return comma, 4+width == len(line) && strings.ContainsRune(string(commas), comma)
}

// detectComma picks the separator that divides the first rows most evenly.
func detectComma(sample string) rune {
	const rowsMax = 30
	best, bestScore := commas[0], 0
	for _, comma := range commas {
		sheet := newCSVSheet(strings.NewReader(sample), comma)
		widths := map[int]int{}
		for range rowsMax {
			cells, err := sheet.record()
			if err != nil {
				break // The sample may end in the middle of a cell.
			}
			if len(cells) > 1 {
				widths[len(cells)]++
			}
		}
		score := 0
		for width, rows := range widths {
			score = max(score, rows*rows*min(width, imports.SheetColumnsMax))
		}
		if score > bestScore {
			best, bestScore = comma, score
		}
	}
	return best
}

// About implements imports.Sheet.
func (s *csvSheet) About() imports.SheetInfo { return s.about }

// Next implements imports.Sheet.
func (s *csvSheet) Next() (imports.SheetRow, error) {
	for {
		texts, err := s.record()
		if err != nil {
			return imports.SheetRow{}, err
		}
		row := imports.SheetRow{Number: s.number, Cells: make([]imports.Cell, 0, len(texts))}
		empty := true
		for _, text := range texts {
			cell := imports.Cell{Text: unescape(text), Formula: strings.HasPrefix(text, "=")}
			if cell.Formula {
				// A text file keeps no results beside its formulas.
				cell.Text = ""
			}
			empty = empty && strings.TrimSpace(text) == ""
			row.Cells = append(row.Cells, cell)
		}
		if empty {
			continue
		}
		if s.given++; s.given > imports.SheetRowsMax+1 {
			return imports.SheetRow{}, badFile(tooManyRows)
		}
		return row, nil
	}
}

// record reads the texts of one row.
func (s *csvSheet) record() ([]string, error) {
	if _, err := s.text.Peek(1); err != nil {
		return nil, err
	}
	s.number++
	var cells []string
	for {
		text, more, err := s.field()
		if err != nil {
			return nil, err
		}
		if len(cells) == imports.SheetColumnsMax {
			return nil, badRow(s.number, tooManyColumns)
		}
		cells = append(cells, text)
		if !more {
			return cells, nil
		}
	}
}

// field reads one cell and says whether another follows on the row.
func (s *csvSheet) field() (text string, more bool, err error) {
	s.cell.Reset()
	quoted, open := false, false
	for first := true; ; first = false {
		r, width, err := s.text.ReadRune()
		switch {
		case errors.Is(err, io.EOF) && open:
			return "", false, badRow(s.number, "faltan las comillas de cierre de una celda")
		case errors.Is(err, io.EOF):
			return s.cell.String(), false, nil
		case err != nil:
			return "", false, err
		case r == utf8.RuneError && width == 1:
			return "", false, badRow(s.number, "hay un texto que no es UTF-8")
		case r == 0:
			return "", false, badRow(s.number, "hay un carácter que no se puede guardar")
		case r == '"' && first:
			quoted, open = true, true
			continue
		case r == '"' && open:
			if s.nextIs('"') {
				break // A doubled quote is one.
			}
			open = false
			continue
		case open:
		case r == s.comma:
			return s.cell.String(), true, nil
		case r == '\n':
			return s.cell.String(), false, nil
		case r == '\r' && s.nextIs('\n'):
			return s.cell.String(), false, nil
		case r == '\r':
			return s.cell.String(), false, nil // Old Macintosh files end their lines so.
		case quoted && (r == ' ' || r == '\t'):
			continue // Blanks between the closing quote and the separator.
		}
		if s.cell.Len() > 4*imports.SheetCellMax {
			return "", false, badRow(s.number, cellTooLong)
		}
		s.cell.WriteRune(r)
	}
}

// nextIs takes the next character when it is the one asked for.
func (s *csvSheet) nextIs(want byte) bool {
	next, err := s.text.Peek(1)
	if err != nil || next[0] != want {
		return false
	}
	_, _ = s.text.Discard(1) // It has just been seen.
	return true
}
