package api_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // Looks into the memory beside the store.
	_ "modernc.org/sqlite"
)

// dump is every value of every table as text, one row a line, as a thief with a copy of the
// database would read it.
func (s *stack) dump(t *testing.T) string {
	t.Helper()
	db := s.peek(t)
	defer func() { _ = db.Close() }()
	var text strings.Builder
	for _, table := range []string{
		"users", "sessions", "recoveries", "settings", "audit", "notifications", "attempts",
		"requests", "messages",
	} {
		rows, err := db.QueryContext(t.Context(), "SELECT * FROM "+table)
		if err != nil {
			t.Fatal(err)
		}
		writeRows(t, &text, table, rows)
	}
	return text.String()
}

func (s *stack) peek(t *testing.T) *sql.DB {
	t.Helper()
	driver, source := "sqlite", "file:"+filepath.Join(s.options.Dir, "estante.db")+"?mode=ro"
	if s.options.URL != "" {
		driver, source = "pgx", s.options.URL
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func writeRows(t *testing.T, text *strings.Builder, table string, rows *sql.Rows) {
	t.Helper()
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values, places := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			t.Fatal(err)
		}
		text.WriteString("\n" + table + ":")
		for i, value := range values {
			if bytes, ok := value.([]byte); ok {
				value = string(bytes)
			}
			fmt.Fprintf(text, " %s=%v", columns[i], value)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}
