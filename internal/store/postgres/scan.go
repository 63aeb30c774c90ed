package postgres

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"reflect"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"estante/internal/store/sqlconn"
)

// Scan implements sqlconn.Rows. Numbers, texts and truth values, which are nearly all there
// is, are read here: the driver finds out anew for every answer how each of its
// columns is to be read, and that takes longer than reading it.
func (r answerRows) Scan(dest ...any) error {
	values, fields := r.RawValues(), r.FieldDescriptions()
	if len(dest) != len(values) {
		return r.Rows.Scan(dest...)
	}
	for i, to := range dest {
		v := value{&fields[i], values[i]}
		if v.into(to) {
			continue
		}
		if err := r.Conn().TypeMap().Scan(v.field.DataTypeOID, v.field.Format, v.bytes, to); err != nil {
			return fmt.Errorf("column %d: %w", i, err)
		}
	}
	return nil
}

// value is one column of the row at hand. Its bytes are the connection's
// own and change with the next row; nil is NULL.
type value struct {
	field *pgconn.FieldDescription
	bytes []byte
}

func (v value) isText() bool { return v.field.DataTypeOID == pgtype.TextOID }

func (v value) isInteger() bool {
	return v.field.DataTypeOID == pgtype.Int8OID && v.field.Format == pgx.BinaryFormatCode && len(v.bytes) == 8
}

func (v value) integer() int64 {
	return int64(binary.BigEndian.Uint64(v.bytes)) //nolint:gosec // The same bits.
}

// into writes the value where it is wanted, or leaves that to the driver. The kinds
// that questions ask for most come first.
func (v value) into(to any) bool {
	switch to := to.(type) {
	case sqlconn.Time:
		if v.isInteger() {
			to.SetMicros(v.integer())
			return true
		}
		return v.bytes == nil && to.Scan(nil) == nil
	case sql.Scanner:
		return false
	case *int64:
		if v.isInteger() {
			*to = v.integer()
			return true
		}
	case *string:
		if v.isText() && v.bytes != nil {
			*to = string(v.bytes)
			return true
		}
	case *bool:
		if v.field.DataTypeOID == pgtype.BoolOID && v.field.Format == pgx.BinaryFormatCode && len(v.bytes) == 1 {
			*to = v.bytes[0] != 0
			return true
		}
	case **int64:
		*to = nil
		if v.isInteger() {
			*to = new(v.integer())
		}
		return *to != nil || v.bytes == nil
	default:
		return v.intoKind(reflect.ValueOf(to).Elem())
	}
	return false
}

// intoKind does the same for the domain's own kinds, by what they are made of.
func (v value) intoKind(target reflect.Value) bool {
	if target.Kind() == reflect.Pointer && v.bytes == nil {
		target.SetZero()
		return true
	}
	switch kind := target.Kind(); {
	case kind == reflect.Pointer && target.Type().Elem().Kind() == reflect.Int64 && v.isInteger():
		target.Set(reflect.New(target.Type().Elem()))
		target.Elem().SetInt(v.integer())
	case target.CanInt() && v.isInteger() && !target.OverflowInt(v.integer()):
		target.SetInt(v.integer())
	case kind == reflect.String && v.isText() && v.bytes != nil:
		target.SetString(string(v.bytes))
	default:
		return false
	}
	return true
}
