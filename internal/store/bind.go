package store

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"estante/internal/core"
)

// errBadText is the answer to a text that PostgreSQL could not keep. SQLite
// could, but what one engine refuses the other must refuse too.
var errBadText = &core.Error{Kind: core.Invalid, Message: "El texto contiene caracteres que no se pueden guardar"}

// bind turns the values of the domain into those both drivers take. It is the
// one place where times become microseconds and where text is checked.
func (t *tx) bind(args []any) ([]any, error) {
	bound := make([]any, len(args))
	for i, arg := range args {
		value, err := t.bindOne(arg)
		if err != nil {
			return nil, err
		}
		bound[i] = value
	}
	return bound, nil
}

func (t *tx) bindOne(arg any) (any, error) {
	switch value := arg.(type) {
	case nil, int64, float64, []byte:
		return value, nil
	case int:
		return int64(value), nil
	case string:
		return checkText(value)
	case bool:
		return t.dialect.boolean(value), nil
	case time.Time:
		return value.UnixMicro(), nil
	case *time.Time:
		if value == nil {
			return nil, nil
		}
		return value.UnixMicro(), nil
	case core.TokenHash:
		return value[:], nil
	case *int64:
		if value == nil {
			return nil, nil
		}
		return *value, nil
	case *string:
		if value == nil {
			return nil, nil
		}
		return checkText(*value)
	case driver.Valuer:
		kept, err := value.Value()
		if err != nil {
			return nil, err
		}
		return t.bindOne(kept)
	default:
		return t.bindNamed(value)
	}
}

// bindNamed takes the domain's own kinds of text and number, and places of values.
func (t *tx) bindNamed(arg any) (any, error) {
	value := reflect.ValueOf(arg)
	switch {
	case value.Kind() == reflect.Pointer && value.IsNil():
		return nil, nil
	case value.Kind() == reflect.Pointer:
		return t.bindOne(value.Elem().Interface())
	case value.Kind() == reflect.String:
		return checkText(value.String())
	case value.CanInt():
		return value.Int(), nil
	default:
		return nil, fmt.Errorf("no way to keep a %T", arg)
	}
}

func checkText(s string) (driver.Value, error) {
	if strings.IndexByte(s, 0) >= 0 || !utf8.ValidString(s) {
		return nil, errBadText
	}
	return s, nil
}

// toTime reads a time that bind wrote.
func toTime(to *time.Time) *timeScanner { return &timeScanner{to: to} }

// toOptionalTime reads a time that may be missing.
func toOptionalTime(to **time.Time) *timeScanner { return &timeScanner{optional: to} }

// timeScanner has one of the two places where the time is wanted.
type timeScanner struct {
	to       *time.Time
	optional **time.Time
}

func (s *timeScanner) SetMicros(micros int64) {
	if s.optional != nil {
		*s.optional = new(time.Time)
		**s.optional = time.UnixMicro(micros).UTC()
		return
	}
	*s.to = time.UnixMicro(micros).UTC()
}

// Scan implements sql.Scanner.
func (s *timeScanner) Scan(value any) error {
	switch value := value.(type) {
	case int64:
		s.SetMicros(value)
		return nil
	case nil:
		if s.optional != nil {
			*s.optional = nil
			return nil
		}
	}
	return fmt.Errorf("%T is no time", value)
}

// asJSON keeps a value as the text of its JSON.
type asJSON struct{ of any }

// Scan implements sql.Scanner.
func (j asJSON) Scan(value any) error {
	text, is := value.(string)
	if !is {
		return fmt.Errorf("%T is no text", value)
	}
	return json.Unmarshal([]byte(text), j.of)
}

// Value implements driver.Valuer.
func (j asJSON) Value() (driver.Value, error) {
	text, err := json.Marshal(j.of)
	return string(text), err
}

// maybeID keeps the number of something that may be missing.
type maybeID struct{ id *int64 }

// Scan implements sql.Scanner.
func (m maybeID) Scan(value any) error {
	id, is := value.(int64)
	if !is && value != nil {
		return fmt.Errorf("%T is no number", value)
	}
	*m.id = id
	return nil
}

// Value implements driver.Valuer.
func (m maybeID) Value() (driver.Value, error) {
	if *m.id == 0 {
		return nil, nil
	}
	return *m.id, nil
}
