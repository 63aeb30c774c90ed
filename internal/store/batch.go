package store

import (
	"strconv"
	"strings"
	"sync"
)

// batchValues is about how many values one statement carries: enough for 64 products.
// Few long ones take less time than many short ones: on the way to PostgreSQL, and on
// SQLite because each makes a piece of a search index.
const batchValues = 2560

// inBatches cuts rows of some width into batches and hands over the bounds of
// each. A few fixed sizes make a few different statements, which each
// connection keeps prepared.
func (t *tx) inBatches(rows, width int, fn func(from, to int) error) error {
	size := 64
	for size > 1 && size*width > batchValues {
		size /= 2
	}
	for from := 0; from < rows; from += size {
		for rows-from < size {
			size /= 2
		}
		if err := fn(from, from+size); err != nil {
			return err
		}
	}
	return nil
}

// wording keeps texts of statements, of which there are few: writing one anew
// takes about as long as SQLite takes to carry it out.
type wording[K comparable] struct{ texts sync.Map }

func (w *wording[K]) of(key K, write func() string) string {
	if known, is := w.texts.Load(key); is {
		return known.(string) //nolint:forcetypeassert // Nothing else is kept.
	}
	text := write()
	w.texts.Store(key, text)
	return text
}

type tupleKey struct {
	rows, width int
	casts       string
}

type updateKey struct {
	update, where string
	rows          int
}

var (
	tupleTexts  wording[tupleKey]
	updateTexts wording[updateKey]
)

// tuples is the placeholders of several rows. Where the engine cannot tell the
// type of a value from where it goes, casts name it; nil casts nothing.
func tuples(rows, width int, casts []string) string {
	key := tupleKey{rows, width, strings.Join(casts, ",")}
	return tupleTexts.of(key, func() string { return writeTuples(rows, width, casts) })
}

func writeTuples(rows, width int, casts []string) string {
	var text strings.Builder
	n := 0
	for row := range rows {
		if row > 0 {
			text.WriteString(", ")
		}
		text.WriteByte('(')
		for column := range width {
			if column > 0 {
				text.WriteString(", ")
			}
			n++
			place := "$" + strconv.Itoa(n)
			if casts != nil {
				place = "CAST(" + place + " AS " + casts[column] + ")"
			}
			text.WriteString(place)
		}
		text.WriteByte(')')
	}
	return text.String()
}

// updateFrom ends an update of one table by rows of values, which it knows as v.
// For a single row the values stand where they are wanted: SQLite would
// otherwise write them into a table first.
func updateFrom(update string, rows int, casts []string, where string) string {
	key := updateKey{update, where, rows}
	return updateTexts.of(key, func() string { return writeUpdateFrom(update, rows, casts, where) })
}

func writeUpdateFrom(update string, rows int, casts []string, where string) string {
	if rows > 1 {
		return update + ` FROM (VALUES ` + tuples(rows, len(casts), casts) + `) AS v WHERE ` + where
	}
	sql := update + ` WHERE ` + where
	for column := len(casts); column > 0; column-- {
		n := strconv.Itoa(column)
		sql = strings.ReplaceAll(sql, "v.column"+n, "CAST($"+n+" AS "+casts[column-1]+")")
	}
	return sql
}

// flatten puts the values of rows one after the other.
func flatten(rows [][]any) []any {
	var values []any
	for _, row := range rows {
		values = append(values, row...)
	}
	return values
}

// insertMany adds rows to a table; into names it with its columns.
func (t *tx) insertMany(into string, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	return t.inBatches(len(rows), len(rows[0]), func(from, to int) error {
		return t.later(anyRows, "INSERT INTO "+into+" VALUES "+tuples(to-from, len(rows[from]), nil),
			flatten(rows[from:to])...)
	})
}
