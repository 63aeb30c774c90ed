package sqlite

import (
	"database/sql"
	"fmt"
	"reflect"

	driver "zombiezen.com/go/sqlite"

	"estante/internal/store/sqlconn"
)

// Scan implements sqlconn.Rows.
func (s *statement) Scan(dest ...any) error {
	for i, to := range dest {
		v := value{s.handle, i, s.handle.ColumnType(i)}
		if err := v.into(to); err != nil {
			return fmt.Errorf("column %d: %w", i, err)
		}
	}
	return nil
}

// value is one column of the row at hand.
type value struct {
	statement *driver.Stmt
	column    int
	kind      driver.ColumnType
}

func (v value) isNull() bool { return v.kind == driver.TypeNull }

func (v value) integer() int64 { return v.statement.ColumnInt64(v.column) }

func (v value) float() float64 { return v.statement.ColumnFloat(v.column) }

func (v value) text() string { return v.statement.ColumnText(v.column) }

func (v value) bytes() []byte {
	bytes := make([]byte, v.statement.ColumnLen(v.column))
	v.statement.ColumnBytes(v.column, bytes)
	return bytes
}

// any is the value as a Go value of its own.
func (v value) any() any {
	switch v.kind {
	case driver.TypeInteger:
		return v.integer()
	case driver.TypeFloat:
		return v.float()
	case driver.TypeText:
		return v.text()
	case driver.TypeBlob:
		return v.bytes()
	default:
		return nil
	}
}

// into writes the value where it is wanted. The kinds that questions ask for
// most come first; the domain's own kinds are found by what they are made of.
func (v value) into(to any) error {
	switch to := to.(type) {
	case sqlconn.Time:
		if v.kind == driver.TypeInteger {
			to.SetMicros(v.integer())
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
		if v.kind == driver.TypeInteger {
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
func optional[T any](v value, to **T) error {
	*to = nil
	if v.isNull() {
		return nil
	}
	*to = new(T)
	return v.into(*to)
}

// intoNothing accepts NULL where something may be missing.
func (v value) intoNothing(to any) error {
	target := reflect.ValueOf(to).Elem()
	if target.Kind() != reflect.Pointer {
		return fmt.Errorf("NULL is no %s", target.Type())
	}
	target.SetZero()
	return nil
}

// intoKind writes a value that is there by what the target is made of.
func (v value) intoKind(target reflect.Value) error {
	number := v.kind == driver.TypeInteger || v.kind == driver.TypeFloat && v.float() == float64(v.integer())
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
	case target.CanFloat() && v.kind != driver.TypeText && v.kind != driver.TypeBlob:
		target.SetFloat(v.float())
	default:
		return fmt.Errorf("%v is no %s", v.any(), target.Type())
	}
	return nil
}
