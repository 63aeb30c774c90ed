package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

var (
	errNotUTF8 = errors.New("the body is not UTF-8")
	errNUL     = errors.New("a text holds a NUL character")
	errTooMany = errors.New("the body has too many fields")
)

// The limits of what one body holds. A field that is wrong costs hundreds of times its
// bytes until it is answered, so fields are counted before any is looked at. The largest
// body that is right is an order of 2,000 lines; no object of ours has a tenth of the fields.
const (
	bodyPartsMax    = 50_000
	objectFieldsMax = 300
)

// The marks of what is wrong with one field of a body. huma reports every
// error of decoding at the body as a whole; badRequest reads the field after
// the mark and puts a sentence there.
const (
	missingProperty  = "missing:"
	repeatedProperty = "repeated:"
	numberTooLarge   = "too large:"
	wrongShape       = "wrong shape:"
)

// unmarshal decodes JSON and refuses what could be read in two ways and texts
// that no database could keep.
func unmarshal(data []byte, v any) error {
	if !utf8.Valid(data) {
		return errNotUTF8
	}
	// huma decodes twice: into any to validate, then into the operation's
	// type. Looking once is enough.
	loose, first := v.(*any)
	if !first {
		return placed(decode(data, v))
	}
	written, parts := writtenFields(data)
	if parts > bodyPartsMax {
		return errTooMany
	}
	if err := decode(data, v); err != nil {
		return placed(err)
	}
	read, most := readFields(*loose)
	if most > objectFieldsMax {
		return errTooMany
	}
	if written != read {
		return errors.New(repeatedProperty + repeatedField(data))
	}
	if bytes.Contains(data, []byte(`\u0000`)) && holdsNUL(*loose) {
		return errNUL
	}
	return nil
}

// decode reads a whole number however it is written: 1.0 and 1e2 are numbers
// of units to the client that sends them, but not to Go.
func decode(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	if err == nil {
		return nil
	}
	if plain, ok := plainNumbers(data); ok {
		return json.Unmarshal(plain, v)
	}
	return err
}

// plainNumbers writes the whole numbers of a body by their digits alone. It
// says whether there was one that was not.
func plainNumbers(data []byte) (plain []byte, changed bool) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var body any
	if decoder.Decode(&body) != nil {
		return nil, false
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, false
	}
	body = eachNumber(body, func(number json.Number) json.Number {
		value, err := number.Float64()
		plainly := !strings.ContainsAny(number.String(), ".eE")
		if err != nil || plainly || value != math.Trunc(value) || math.Abs(value) > exactMax {
			return number
		}
		changed = true
		return json.Number(strconv.FormatInt(int64(value), 10))
	})
	if !changed {
		return nil, false
	}
	plain, err := json.Marshal(body)
	return plain, err == nil
}

// exactMax is the largest number up to which every whole one can be told apart.
const exactMax = 1 << 53

// eachNumber changes the numbers of a decoded body.
func eachNumber(v any, change func(json.Number) json.Number) any {
	switch v := v.(type) {
	case json.Number:
		return change(v)
	case []any:
		for i := range v {
			v[i] = eachNumber(v[i], change)
		}
	case map[string]any:
		for key := range v {
			v[key] = eachNumber(v[key], change)
		}
	}
	return v
}

// placed names the field of a value that passes the check of its type but does
// not fit: a number that is whole but too large, most of all.
func placed(err error) error {
	var mismatch *json.UnmarshalTypeError
	switch {
	case !errors.As(err, &mismatch) || mismatch.Field == "":
		return err
	case strings.HasPrefix(mismatch.Value, "number"):
		return errors.New(numberTooLarge + mismatch.Field)
	}
	return errors.New(wrongShape + mismatch.Field)
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

// writtenFields is how many fields valid JSON has, and readFields how many were
// kept. A reader of an object that has a field twice takes the first or the last,
// and a check that took the other has checked nothing. The parts of a body are its
// fields and what stands between its values.
func writtenFields(data []byte) (fields, parts int) {
	inText := false
	for at := 0; at < len(data); at++ {
		switch c := data[at]; {
		case c == '"':
			inText = !inText
		case c == '\\':
			at++
		case inText:
		case c == ':':
			fields++
			parts++
		case c == ',':
			parts++
		}
	}
	return fields, parts
}

// readFields also says how many the object with the most of them has.
func readFields(v any) (fields, most int) {
	inside := func(item any) {
		n, widest := readFields(item)
		fields, most = fields+n, max(most, widest)
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			inside(item)
		}
	case map[string]any:
		fields, most = len(v), len(v)
		for _, item := range v {
			inside(item)
		}
	}
	return fields, most
}

// repeatedField finds a field that an object has twice.
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
