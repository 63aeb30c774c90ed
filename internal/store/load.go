package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"estante/internal/account"
	"estante/internal/core"
)

// Errors about the database that is to be filled.
var (
	ErrNotEmpty = &core.Error{
		Kind: core.Conflict, Message: "La base de datos ya tiene datos. Elige una vacía: no se ha cambiado nada.",
	}
	ErrSchemaAhead = &core.Error{
		Kind: core.Conflict, Message: "La base de datos es de una versión más nueva que la copia. Elige una carpeta o una " +
			"base de datos sin usar.",
	}
)

// Load fills an empty database with the tables of a dump.
type Load struct {
	t      *tx
	tables []Table
}

// Load brings the schema of an empty database to a version, runs fn to fill
// it, all or nothing, and then brings the schema up to date.
func (db *DB) Load(ctx context.Context, version int64, fn func(*Load) error) error {
	if err := db.mustBeEmpty(ctx, version); err != nil {
		return err
	}
	if err := db.migrateTo(ctx, version); err != nil {
		return fmt.Errorf("migrate to %d: %w", version, err)
	}
	err := db.engine.load(ctx, func(t *tx) error { return t.load(fn) })
	if err != nil {
		return err
	}
	return db.Migrate(ctx)
}

// mustBeEmpty accepts a database without user accounts: one without a
// schema, or with the rows that the schema itself brings.
func (db *DB) mustBeEmpty(ctx context.Context, version int64) error {
	return db.engine.read(ctx, func(t *tx) error {
		now, err := t.schemaVersion()
		if err != nil || now == 0 {
			return err
		}
		users, err := t.CountUsers()
		switch {
		case err != nil:
			return err
		case users > 0:
			return ErrNotEmpty
		case now > version:
			return ErrSchemaAhead
		}
		return nil
	})
}

func (t *tx) load(fn func(*Load) error) error {
	tables, err := t.tables()
	if err != nil {
		return err
	}
	if _, err := t.exec(t.dialect.deferReferences); err != nil {
		return err
	}
	// What triggers would derive from the rows is itself among the rows.
	restore, err := t.dialect.withoutTriggers(t, tables)
	if err != nil {
		return err
	}
	for _, table := range slices.Backward(tables) {
		if _, err := t.exec("DELETE FROM " + quote(table.Name)); err != nil {
			return err
		}
	}
	if err := fn(&Load{t: t, tables: tables}); err != nil {
		return err
	}
	if check := t.dialect.checkReferences; check != "" {
		restore = append([]string{check}, restore...)
	}
	for _, statement := range restore {
		if _, err := t.exec(statement); err != nil {
			return err
		}
	}
	if err := t.fillDerived(); err != nil {
		return err
	}
	return t.continueIDs(tables)
}

// derivedFills are how each table is filled that is made of the rows of others, so
// that no dump holds it: the search indexes, and what products are sorted by.
var derivedFills = map[string]string{
	"order_search": `INSERT INTO order_search (rowid, search_key) SELECT id, search_key FROM orders`,

	"purchase_search": `INSERT INTO purchase_search (rowid, search_key) SELECT id, search_key FROM purchases`,
	"supplier_search": `INSERT INTO supplier_search (rowid, search_key) SELECT id, search_key FROM suppliers`,
	"product_search": `INSERT INTO product_search (rowid, search_key) SELECT CASE WHEN deleted_at IS NULL THEN id
		ELSE -id END, search_key FROM products`,
	"stock_order": `INSERT INTO stock_order (product_id, stock, level, alert_blocked)
		SELECT id, stock, level, alert_blocked FROM products WHERE deleted_at IS NULL`,
}

// loadedPages is more than a search index has, so that it is joined as far as it goes.
const loadedPages = 1 << 30

// fillDerived fills every such table of the schema as it is now.
func (t *tx) fillDerived() error {
	names, err := all(t, scanText, t.dialect.derived)
	if err != nil {
		return err
	}
	for _, name := range names {
		fill, known := derivedFills[name]
		if !known {
			return fmt.Errorf("there is no way to fill the table %s", name)
		}
		if _, err := t.exec(fill); err != nil {
			return err
		}
		if err := t.joinSearch(name, loadedPages); err != nil {
			return err
		}
	}
	return nil
}

// disableTriggers is how PostgreSQL does without triggers.
func disableTriggers(t *tx, tables []Table) (restore []string, err error) {
	for _, table := range tables {
		if _, err := t.exec("ALTER TABLE " + quote(table.Name) + " DISABLE TRIGGER USER"); err != nil {
			return nil, err
		}
		restore = append(restore, "ALTER TABLE "+quote(table.Name)+" ENABLE TRIGGER USER")
	}
	return restore, nil
}

// dropTriggers is how SQLite does.
func dropTriggers(t *tx, _ []Table) (restore []string, err error) {
	if restore, err = all(t, scanText, "SELECT sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name"); err != nil {
		return nil, err
	}
	triggers, err := all(t, scanText, "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
	for _, name := range triggers {
		if _, err := t.exec("DROP TRIGGER " + quote(name)); err != nil {
			return nil, err
		}
	}
	return restore, err
}

// continueIDs makes new rows get ids after the loaded ones.
func (t *tx) continueIDs(tables []Table) error {
	if t.dialect.identities == "" {
		return nil
	}
	for _, table := range tables {
		identity, err := all(t, scanText, t.dialect.identities, quote(table.Name))
		if err != nil {
			return err
		}
		for _, column := range identity {
			_, err := t.exec(`SELECT setval(pg_get_serial_sequence($1, $2), (SELECT coalesce(max(`+quote(column)+
				`), 0) + 1 FROM `+
				quote(table.Name)+`), FALSE)`, quote(table.Name), column)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// EndVisits forgets the sessions and the links that a backup was taken with: what was
// ended since then must not come back with it. Files of before also hold what is fleeting.
func (l *Load) EndVisits() error {
	ended := append([]string{"sessions", "recoveries", "mail_tray"}, fleeting...)
	for _, table := range l.tables {
		if !slices.Contains(ended, table.Name) {
			continue
		}
		if _, err := l.t.exec("DELETE FROM " + quote(table.Name)); err != nil {
			return err
		}
	}
	_, err := l.t.exec(`UPDATE messages SET ended_at = $1 WHERE ended_at IS NULL AND kind IN ($2, $3)`, l.t.now,
		account.MessageRecovery, account.MessageInvitation)
	return err
}

// loadBatch is how many values one statement carries.
const loadBatch = 500

// Into prepares to fill a table. Its columns must be those of the dump.
func (l *Load) Into(name string, columns []string) (*Loading, error) {
	at := slices.IndexFunc(l.tables, func(table Table) bool { return table.Name == name })
	if at < 0 {
		return nil, fmt.Errorf("there is no table %s", name)
	}
	into := &Loading{t: l.t, table: Table{Name: name, Columns: columns}}
	for _, column := range columns {
		place := slices.Index(l.tables[at].Columns, column)
		if place < 0 {
			return nil, fmt.Errorf("there is no column %s.%s", name, column)
		}
		into.table.types = append(into.table.types, l.tables[at].types[place])
	}
	return into, nil
}

// Loading is a table being filled, several rows at a time.
type Loading struct {
	t      *tx
	table  Table
	values []any
}

// Add takes one row of values as Dump.Rows gives them.
func (l *Loading) Add(values []any) error {
	if len(values) != len(l.table.Columns) {
		return fmt.Errorf("a row of %s has %d values for %d columns", l.table.Name, len(values), len(l.table.Columns))
	}
	for i, value := range values {
		if number, ok := value.(int64); ok && l.table.types[i] == "boolean" {
			value = number != 0
		}
		l.values = append(l.values, value)
	}
	if len(l.values)+len(values) > loadBatch {
		return l.Flush()
	}
	return nil
}

// Flush writes the rows that are still held.
func (l *Loading) Flush() error {
	if len(l.values) == 0 {
		return nil
	}
	var query strings.Builder
	query.WriteString("INSERT INTO " + quote(l.table.Name) + " (" + names(l.table.Columns) + ") VALUES ")
	for i := range l.values {
		switch {
		case i == 0:
			query.WriteByte('(')
		case i%len(l.table.Columns) == 0:
			query.WriteString("), (")
		default:
			query.WriteString(", ")
		}
		query.WriteString("$" + strconv.Itoa(i+1))
	}
	query.WriteByte(')')
	_, err := l.t.exec(query.String(), l.values...)
	l.values = l.values[:0]
	return err
}

// quote makes an identifier safe to stand in SQL; both engines quote alike.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func names(columns []string) string {
	quoted := make([]string, len(columns))
	for i, column := range columns {
		quoted[i] = quote(column)
	}
	return strings.Join(quoted, ", ")
}
