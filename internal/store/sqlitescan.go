package store

import (
	"database/sql"
	"fmt"
	"reflect"

	"zombiezen.com/go/sqlite"
)

// Scan implements rows.
func (s *sqliteStatement) Scan(dest ...any) error {
	for i, to := range dest {
		v := sqliteValue{s.handle, i, s.handle.ColumnType(i)}
		if err := v.into(to); err != nil {
			return fmt.Errorf("column %d: %w", i, err)
		}
	}
	return nil
}

// sqliteValue is one column of the row at hand.
type sqliteValue struct {
	statement *sqlite.Stmt
	column    int
	kind      sqlite.ColumnType
}

func (v sqliteValue) isNull() bool { return v.kind == sqlite.TypeNull }

func (v sqliteValue) integer() int64 { return v.statement.ColumnInt64(v.column) }

func (v sqliteValue) float() float64 { return v.statement.ColumnFloat(v.column) }

func (v sqliteValue) text() string { return v.statement.ColumnText(v.column) }

func (v sqliteValue) bytes() []byte {
	bytes := make([]byte, v.statement.ColumnLen(v.column))
	v.statement.ColumnBytes(v.column, bytes)
	return bytes
}

// any is the value as a Go value of its own.
func (v sqliteValue) any() any {
	switch v.kind {
	case sqlite.TypeInteger:
		return v.integer()
	case sqlite.TypeFloat:
		return v.float()
	case sqlite.TypeText:
		return v.text()
	case sqlite.TypeBlob:
		return v.bytes()
	default:
		return nil
	}
}

// into writes the value where it is wanted. The kinds that questions ask for
// most come first; the domain's own kinds are found by what they are made of.
func (v sqliteValue) into(to any) error {
	switch to := to.(type) {
	case *timeScanner:
		if v.kind == sqlite.TypeInteger {
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
			*to = v.bytes()
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
		if v.kind == sqlite.TypeInteger {
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
	number := v.kind == sqlite.TypeInteger || v.kind == sqlite.TypeFloat && v.float() == float64(v.integer())
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
	case target.CanFloat() && v.kind != sqlite.TypeText && v.kind != sqlite.TypeBlob:
		target.SetFloat(v.float())
	default:
		return fmt.Errorf("%v is no %s", v.any(), target.Type())
	}
	return nil
}
