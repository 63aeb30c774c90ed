package channel

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode"
)

// word is a text that shops write as a string, a number, true, false or null.
// Numbers stay as they are written: an amount read as a float is no longer the
// amount, and an id of 19 digits no longer the id.
type word string

// UnmarshalJSON takes any scalar. A list or an object in its place is nothing,
// because PHP writes an empty list where it has nothing to say.
func (w *word) UnmarshalJSON(data []byte) error {
	switch data[0] {
	case '"':
		var text string
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
		*w = word(printable(text))
	case '{', '[', 'n':
		*w = ""
	default:
		*w = word(data)
	}
	return nil
}

func (w word) isTrue() bool { return w == "true" }

// printable leaves out what cannot be shown and PostgreSQL cannot keep, such
// as NUL, and the space around.
func printable(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text))
}

// part is an object that may be missing, null or, from PHP, an empty list.
type part[T any] struct{ value T }

// UnmarshalJSON reads an object and takes anything else for none.
func (p *part[T]) UnmarshalJSON(data []byte) error {
	if data[0] != '{' {
		return nil
	}
	return json.Unmarshal(data, &p.value)
}

// list is a list of which it is known whether it was there at all. Shops write
// an empty one as [], {} or null.
type list[T any] struct {
	items []T
	given bool
}

var errNoList = errors.New("not a list")

// UnmarshalJSON reads a list.
func (l *list[T]) UnmarshalJSON(data []byte) error {
	switch data[0] {
	case '[':
		l.given = true
		return json.Unmarshal(data, &l.items)
	case '{':
		var keyed map[string]json.RawMessage
		if err := json.Unmarshal(data, &keyed); err != nil || len(keyed) > 0 {
			return errNoList
		}
		l.given = true
		return nil
	case 'n':
		return nil
	}
	return errNoList
}

// decode reads the body of a delivery.
func decode(body []byte, into any) error {
	if text := strings.TrimLeft(string(body[:min(len(body), 16)]), " \t\r\n"); !strings.HasPrefix(text, "{") {
		return ErrNotJSON
	}
	if err := json.Unmarshal(body, into); err != nil {
		return ErrNotJSON
	}
	return nil
}

// joined puts those texts together that say something.
func joined(between string, texts ...word) string {
	var said []string
	for _, text := range texts {
		if text != "" {
			said = append(said, string(text))
		}
	}
	return strings.Join(said, between)
}

// first is the first of the texts that says something.
func first(texts ...word) string {
	for _, text := range texts {
		if text != "" {
			return string(text)
		}
	}
	return ""
}
