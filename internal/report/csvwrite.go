package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"estante/internal/core"
)

// csvTable writes what a Spanish spreadsheet opens with a double click: a mark
// for UTF-8, semicolons, decimal commas.
type csvTable struct {
	writer *csv.Writer
	texts  []string
}

func newCSVTable(to io.Writer, columns []column) (*csvTable, error) {
	if _, err := io.WriteString(to, utf8BOM); err != nil {
		return nil, err
	}
	table := &csvTable{writer: csv.NewWriter(to), texts: make([]string, len(columns))}
	table.writer.Comma = ';'
	for i, column := range columns {
		table.texts[i] = column.name
	}
	return table, table.writer.Write(table.texts)
}

func (t *csvTable) row(values []any) error {
	for i, value := range values {
		text, err := csvText(value)
		if err != nil {
			return err
		}
		t.texts[i] = text
	}
	return t.writer.Write(t.texts)
}

func (t *csvTable) close() error {
	t.writer.Flush()
	return t.writer.Error()
}

func csvText(value any) (string, error) {
	switch value := value.(type) {
	case nil:
		return "", nil
	case string:
		return escape(value), nil
	case int64:
		return strconv.FormatInt(value, 10), nil
	case core.Money:
		text := strconv.FormatFloat(value.Amount.In(value.Currency), 'f', decimals(value), 64)
		return strings.Replace(text, ".", ",", 1), nil
	case time.Time:
		return value.Format(dayForm), nil
	default:
		return "", fmt.Errorf("no way to write a %T", value)
	}
}
