package store

import (
	"context"
	"fmt"
	"slices"
)

// Table is a table of the schema, found by asking the engine: a table that a
// migration adds is in the next backup without a change to the backup's code.
type Table struct {
	Name    string
	Columns []string
	// types are the engine's own, beside each column.
	types []string
}

// passing are the tables whose rows mean something to a running process only,
// and the history of the schema, which each database writes for itself.
var passing = []string{versionTable, "commits", "people_changes", "presences"}

// fleeting are the tables that a move takes along and a backup does not: the answers that are
// remembered for requests, and reports, which are made again, by today's names and those of
// before. A user can fill both with much that nobody misses after a restore.
var fleeting = []string{"requests", "reports", "report_pieces", "forecast_reports", "forecast_report_pieces"}

// Dump is everything a database holds, at one moment.
type Dump struct {
	// Version is that of the schema the tables have.
	Version int64
	// Tables are in an order in which each refers only to those before it.
	Tables []Table

	t *tx
}

// Dump opens one snapshot of the whole database. Writes go on meanwhile.
func (db *DB) Dump(ctx context.Context, fn func(*Dump) error) error {
	return db.engine.snapshot(ctx, func(t *tx) error {
		version, err := t.schemaVersion()
		if err != nil {
			return err
		}
		tables, err := t.tables()
		if err != nil {
			return err
		}
		return fn(&Dump{Version: version, Tables: tables, t: t})
	})
}

// LeaveFleeting leaves out what is of no use in a backup.
func (d *Dump) LeaveFleeting() {
	d.Tables = slices.DeleteFunc(d.Tables, func(table Table) bool { return slices.Contains(fleeting, table.Name) })
}

// Count is how many rows there are in all.
func (d *Dump) Count() (total int64, err error) {
	for _, table := range d.Tables {
		rows, err := one(d.t, scanID, "SELECT count(*) FROM "+quote(table.Name))
		if err != nil {
			return 0, err
		}
		total += rows
	}
	return total, nil
}

// Rows hands each row of a table to fn. A value is nil, an int64 (also for a
// truth value), a float64, a string or a []byte, on either engine.
func (d *Dump) Rows(table Table, fn func(values []any) error) error {
	rows, err := d.t.query("SELECT "+names(table.Columns)+" FROM "+quote(table.Name), nil)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	values, places := make([]any, len(table.Columns)), make([]any, len(table.Columns))
	for i := range values {
		places[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(places...); err != nil {
			return err
		}
		for i, value := range values {
			if values[i], err = neutral(value); err != nil {
				return fmt.Errorf("%s.%s: %w", table.Name, table.Columns[i], err)
			}
		}
		if err := fn(values); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return d.t.fail(err)
	}
	return nil
}

// neutral is a value as both engines have it.
func neutral(value any) (any, error) {
	switch value := value.(type) {
	case nil, int64, float64, string, []byte:
		return value, nil
	case bool:
		return sqliteDialect.boolean(value), nil
	default:
		return nil, fmt.Errorf("no way to dump a %T", value)
	}
}

// tables lists the tables that hold people's data.
func (t *tx) tables() ([]Table, error) {
	type column struct{ table, name, kind string }
	columns, err := all(t, func(r row) (c column, err error) {
		err = r.Scan(&c.table, &c.name, &c.kind)
		return c, err
	}, t.dialect.tables)
	if err != nil {
		return nil, err
	}
	var tables []Table
	for _, c := range columns {
		if _, made := derivedFills[c.table]; made || slices.Contains(passing, c.table) {
			continue
		}
		if len(tables) == 0 || tables[len(tables)-1].Name != c.table {
			tables = append(tables, Table{Name: c.table})
		}
		last := &tables[len(tables)-1]
		last.Columns, last.types = append(last.Columns, c.name), append(last.types, c.kind)
	}
	return t.inOrder(tables)
}

// inOrder puts a table after those it refers to. Tables that refer to each
// other in a circle stay as they are: a load checks references at its end.
func (t *tx) inOrder(tables []Table) ([]Table, error) {
	type reference struct{ from, to string }
	references, err := all(t, func(r row) (f reference, err error) {
		err = r.Scan(&f.from, &f.to)
		return f, err
	}, t.dialect.references)
	if err != nil {
		return nil, err
	}
	var ordered []Table
	seen := map[string]bool{}
	var visit func(table Table)
	visit = func(table Table) {
		if seen[table.Name] {
			return
		}
		seen[table.Name] = true
		for _, other := range tables {
			if slices.Contains(references, reference{table.Name, other.Name}) {
				visit(other)
			}
		}
		ordered = append(ordered, table)
	}
	for _, table := range tables {
		visit(table)
	}
	return ordered, nil
}
