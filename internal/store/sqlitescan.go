package store

import (
	"database/sql"
	"fmt"
	"reflect"

	"modernc.org/libc"
	sqlitelib "modernc.org/sqlite/lib"
)

// Scan implements rows.
func (s *sqliteStatement) Scan(dest ...any) error {
	for i, to := range dest {
		v := sqliteValue{s, int32(i), sqlitelib.Xsqlite3_column_type(s.conn.tls, s.handle, int32(i))}
		if err := v.into(to); err != nil {
			return fmt.Errorf("column %d: %w", i, err)
		}
	}
	return nil
}

// sqliteValue is one column of the row at hand.
type sqliteValue struct {
	statement *sqliteStatement
	column    int32
	kind      int32
}

func (v sqliteValue) isNull() bool { return v.kind == sqlitelib.SQLITE_NULL }

func (v sqliteValue) integer() int64 {
	return sqlitelib.Xsqlite3_column_int64(v.statement.conn.tls, v.statement.handle, v.column)
}

func (v sqliteValue) float() float64 {
	return sqlitelib.Xsqlite3_column_double(v.statement.conn.tls, v.statement.handle, v.column)
}

// bytes are the engine's own and change with the next row. A text is asked for
// as bytes because the engine would otherwise copy it to put a NUL behind it.
func (v sqliteValue) bytes() []byte {
	at := sqlitelib.Xsqlite3_column_blob(v.statement.conn.tls, v.statement.handle, v.column)
	if at == 0 {
		return []byte{}
	}
	return libc.GoBytes(at, int(sqlitelib.Xsqlite3_column_bytes(v.statement.conn.tls, v.statement.handle, v.column)))
}

func (v sqliteValue) text() string { return string(v.bytes()) }

// any is the value as a Go value of its own.
func (v sqliteValue) any() any {
	switch v.kind {
	case sqlitelib.SQLITE_INTEGER:
		return v.integer()
	case sqlitelib.SQLITE_FLOAT:
		return v.float()
	case sqlitelib.SQLITE_TEXT:
		return v.text()
	case sqlitelib.SQLITE_BLOB:
		return append([]byte{}, v.bytes()...)
	}
	return nil
}

// into writes the value where it is wanted. The kinds that questions ask for
// most come first; the domain's own kinds are found by what they are made of.
func (v sqliteValue) into(to any) error {
	switch to := to.(type) {
	case *timeScanner:
		if v.kind == sqlitelib.SQLITE_INTEGER {
			to.set(v.integer())
			return nil
		}
		return to.Scan(v.any())
	case sql.Scanner:
		return to.Scan(v.any())
	case *any:
		*to = v.any()
		return nil
	case *[]byte:
		*to = nil
		if !v.isNull() {
			*to = append([]byte{}, v.bytes()...)
		}
		return nil
	case **int64:
		return optional(v, to)
	case **string:
		return optional(v, to)
	}
	if v.isNull() {
		return v.intoNothing(to)
	}
	switch to := to.(type) {
	case *int64:
		if v.kind == sqlitelib.SQLITE_INTEGER {
			*to = v.integer()
			return nil
		}
	case *string:
		*to = v.text()
		return nil
	}
	return v.intoKind(reflect.ValueOf(to).Elem())
}

// optional writes a value that may be missing.
func optional[T any](v sqliteValue, to **T) error {
	*to = nil
	if v.isNull() {
		return nil
	}
	*to = new(T)
	return v.into(*to)
}

// intoNothing accepts NULL where something may be missing.
func (v sqliteValue) intoNothing(to any) error {
	target := reflect.ValueOf(to).Elem()
	if target.Kind() != reflect.Pointer {
		return fmt.Errorf("NULL is no %s", target.Type())
	}
	target.SetZero()
	return nil
}

// intoKind writes a value that is there by what the target is made of.
func (v sqliteValue) intoKind(target reflect.Value) error {
	number := v.kind == sqlitelib.SQLITE_INTEGER || v.kind == sqlitelib.SQLITE_FLOAT && v.float() == float64(v.integer())
	switch kind := target.Kind(); {
	case kind == reflect.Pointer:
		target.Set(reflect.New(target.Type().Elem()))
		return v.into(target.Interface())
	case kind == reflect.String:
		target.SetString(v.text())
	case target.CanInt() && number && !target.OverflowInt(v.integer()):
		target.SetInt(v.integer())
	case kind == reflect.Bool && number:
		target.SetBool(v.integer() != 0)
	case target.CanFloat() && v.kind != sqlitelib.SQLITE_TEXT && v.kind != sqlitelib.SQLITE_BLOB:
		target.SetFloat(v.float())
	default:
		return fmt.Errorf("%v is no %s", v.any(), target.Type())
	}
	return nil
}
