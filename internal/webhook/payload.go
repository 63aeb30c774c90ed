package webhook

import (
	"encoding/json"
)

// Pieces divides what is to be told into lists that fit into a message each.
func Pieces[T any](items []T, list func([]json.RawMessage) any) (lists []any, err error) {
	var piece []json.RawMessage
	size := 0
	for _, item := range items {
		text, err := json.Marshal(item)
		if err != nil {
			return nil, err
		}
		if size+len(text) > ItemBytesMax && len(piece) > 0 {
			lists, piece, size = append(lists, list(piece)), nil, 0
		}
		piece, size = append(piece, text), size+len(text)
	}
	return append(lists, list(piece)), nil
}
