package channel

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
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
// an empty one as [], {} or null, and PHP one with gaps as an object of its numbers.
type list[T any] struct {
	items []T
	// odd is what stands among the items and is none of them, as it was told: an order is not
	// lost over a null in one of its lists.
	odd   []string
	given bool
}

var errNoList = errors.New("not a list")

// UnmarshalJSON reads a list.
func (l *list[T]) UnmarshalJSON(data []byte) error {
	var told []json.RawMessage
	switch data[0] {
	case '[':
		if err := json.Unmarshal(data, &told); err != nil {
			return err
		}
	case '{':
		var err error
		if told, err = numbered(data); err != nil {
			return err
		}
	case 'n':
		return nil
	default:
		return errNoList
	}
	l.given = true
	for _, one := range told {
		var item T
		if one[0] == 'n' || json.Unmarshal(one, &item) != nil {
			l.odd = append(l.odd, shown(printable(strings.ToValidUTF8(string(one[:min(len(one), oddBytes)]), ""))))
		} else {
			l.items = append(l.items, item)
		}
	}
	return nil
}

// oddBytes is how much is kept of what is no item.
const oddBytes = 400

// numbered are the items of a list that is written as an object of their numbers, in that order.
func numbered(data []byte) (items []json.RawMessage, err error) {
	var keyed map[int]json.RawMessage
	if json.Unmarshal(data, &keyed) != nil {
		return nil, errNoList
	}
	for _, n := range slices.Sorted(maps.Keys(keyed)) {
		items = append(items, keyed[n])
	}
	return items, nil
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
