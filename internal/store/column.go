package store

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"estante/internal/core"
)

// column describes a column of a table whose rows are read into a T and written
// from one. Every statement that reads or writes whole rows is made from it.
type column[T any] struct {
	name string
	// field is the place in a T that it is read into and written from; nil for a
	// column that is never read.
	field func(*T) any
	// get is what is written where that is not the field.
	get func(*T) any
	// written says by which statements.
	written writing
}

// writing is when a column is written.
type writing int

const (
	// always is when the row is made and whenever it changes, once is when it is
	// made, and apart by statements of its own.
	always writing = iota
	once
	apart
)

// value is what is written of a T.
func (c column[T]) value(of *T) any {
	if c.get != nil {
		return c.get(of)
	}
	return c.field(of)
}

// table is a table by its columns, with the texts that are made of them.
type table[T any] struct {
	name string
	// read, made and changing are the columns that are read, those of a new row, and
	// those that are written whenever it changes.
	read, made, changing []column[T]
	// columns lists those that are read; query reads them from the table alone.
	columns, query string
	// insert begins the making of rows, whose values follow as tuples of width.
	insert string
	width  int
	// update changes a row of an id, and updateVersion one that has a version still.
	update, updateVersion string
}

// newTable makes the texts of a table's statements.
func newTable[T any](name string, columns []column[T]) *table[T] {
	d := &table[T]{name: name}
	var read, made, set []string
	for _, c := range columns {
		if c.field != nil {
			d.read, read = append(d.read, c), append(read, name+"."+c.name)
		}
		if c.written != apart {
			d.made, made = append(d.made, c), append(made, c.name)
		}
		if c.written == always {
			d.changing = append(d.changing, c)
			set = append(set, c.name+" = "+placeholder(len(d.changing)))
		}
	}
	n := len(d.changing)
	d.columns, d.width = strings.Join(read, ", "), len(made)
	d.query = "SELECT " + d.columns + " FROM " + name
	d.insert = "INSERT INTO " + name + " (" + strings.Join(made, ", ") + ") VALUES "
	d.update = "UPDATE " + name + " SET " + strings.Join(set, ", ") + " WHERE id = " + placeholder(n+1)
	d.updateVersion = d.update + " AND version = " + placeholder(n+2)
	return d
}

// some are the columns of these names, in their order.
func (d *table[T]) some(names ...string) []column[T] {
	found := make([]column[T], 0, len(names))
	for _, name := range names {
		at := slices.IndexFunc(d.made, func(c column[T]) bool { return c.name == name })
		found = append(found, d.made[at])
	}
	return found
}

// fields are where the columns that are read go, and after them what a question
// has besides.
func (d *table[T]) fields(to *T, more ...any) []any {
	fields := make([]any, 0, len(d.read)+len(more))
	for _, c := range d.read {
		switch field := c.field(to).(type) {
		case *time.Time:
			fields = append(fields, toTime(field))
		case **time.Time:
			fields = append(fields, toOptionalTime(field))
		default:
			fields = append(fields, field)
		}
	}
	return append(fields, more...)
}

// scan reads a row.
func (d *table[T]) scan(r row) (to T, err error) {
	err = r.Scan(d.fields(&to)...)
	return to, err
}

// values are those of a new row.
func (d *table[T]) values(of *T) []any { return valuesOf(d.made, of) }

// changes are those that are written whenever a row changes.
func (d *table[T]) changes(of *T) []any { return valuesOf(d.changing, of) }

func valuesOf[T any](columns []column[T], of *T) []any {
	values := make([]any, 0, len(columns)+2) // An id and a version may follow.
	for _, c := range columns {
		values = append(values, c.value(of))
	}
	return values
}

// insertRow makes a row and returns its number.
func insertRow[T any](t *tx, into *table[T], row *T) (int64, error) {
	return one(t, scanID, into.insert+tuples(1, into.width, nil)+" RETURNING id", into.values(row)...)
}

// updateRow changes a row that still has the version that the caller read: a last
// guard against overwriting another user's change.
func updateRow[T any](t *tx, in *table[T], row *T, id, version int64) error {
	err := t.change(in.updateVersion, append(in.changes(row), id, version)...)
	if isNotFound(err) {
		return core.ErrStale
	}
	if err != nil {
		return fmt.Errorf("update %s: %w", in.name, err)
	}
	return nil
}
