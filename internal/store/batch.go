package store

import (
	"strconv"
	"strings"
)

// batchSizes are how many rows one statement may carry. A few fixed sizes make
// a few different statements, which each connection keeps prepared.
var batchSizes = []int{64, 8, 1}

// inBatches cuts a number of rows into batches and hands over the bounds of each.
func inBatches(rows int, fn func(from, to int) error) error {
	from := 0
	for _, size := range batchSizes {
		for rows-from >= size {
			if err := fn(from, from+size); err != nil {
				return err
			}
			from += size
		}
	}
	return nil
}

// tuples writes the placeholders of several rows. Where the engine cannot
// tell the type of a value from where it goes, casts name it; nil casts nothing.
func tuples(rows, width int, casts []string) string {
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
	return inBatches(len(rows), func(from, to int) error {
		_, err := t.exec("INSERT INTO "+into+" VALUES "+tuples(to-from, len(rows[from]), nil), flatten(rows[from:to])...)
		return err
	})
}
