package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"
)

var (
	errNotUTF8 = errors.New("the body is not UTF-8")
	errNUL     = errors.New("a text holds a NUL character")
)

// The marks of what is wrong with one field of a body. huma reports every
// error of decoding at the body as a whole; badRequest reads the field after
// the mark and puts a sentence there.
const (
	missingProperty  = "missing:"
	repeatedProperty = "repeated:"
	numberTooLarge   = "too large:"
)

// unmarshal decodes JSON and refuses what could be read in two ways and texts
// that no database could keep.
func unmarshal(data []byte, v any) error {
	if !utf8.Valid(data) {
		return errNotUTF8
	}
	if err := json.Unmarshal(data, v); err != nil {
		return placed(err)
	}
	// huma decodes twice: into any to validate, then into the operation's
	// type. Looking once is enough.
	loose, first := v.(*any)
	if !first {
		return nil
	}
	if field := repeatedField(data); field != "" {
		return errors.New(repeatedProperty + field)
	}
	if bytes.Contains(data, []byte(`\u0000`)) && holdsNUL(*loose) {
		return errNUL
	}
	return nil
}

// placed names the field of a number that is whole, and so passes the check of
// its type, but does not fit.
func placed(err error) error {
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &mismatch) && strings.HasPrefix(mismatch.Value, "number") && mismatch.Field != "" {
		return errors.New(numberTooLarge + mismatch.Field)
	}
	return err
}

func holdsNUL(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.ContainsRune(v, 0)
	case []any:
		for _, item := range v {
			if holdsNUL(item) {
				return true
			}
		}
	case map[string]any:
		for key, item := range v {
			if strings.ContainsRune(key, 0) || holdsNUL(item) {
				return true
			}
		}
	}
	return false
}

// repeatedField finds a field that an object has twice. Whoever reads such a
// body takes the first or the last, and a check that took the other has
// checked nothing.
func repeatedField(data []byte) string {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return repeatedIn(decoder, "")
}

// repeatedIn reads one value of valid JSON and returns the path of a repeated
// field in it, or nothing.
func repeatedIn(decoder *json.Decoder, path string) string {
	switch token, _ := decoder.Token(); token {
	case json.Delim('['):
		for decoder.More() {
			if field := repeatedIn(decoder, path); field != "" {
				return field
			}
		}
		_, _ = decoder.Token() // The closing bracket.
	case json.Delim('{'):
		seen := map[string]bool{}
		for decoder.More() {
			token, _ := decoder.Token()
			name, _ := token.(string)
			field := strings.TrimPrefix(path+"."+name, ".")
			if seen[name] {
				return field
			}
			seen[name] = true
			if inner := repeatedIn(decoder, field); inner != "" {
				return inner
			}
		}
		_, _ = decoder.Token() // The closing brace.
	}
	return ""
}
