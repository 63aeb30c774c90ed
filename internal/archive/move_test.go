package archive_test

import (
	"errors"
	"slices"
	"testing"

	"estante/internal/archive"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestAMovedDatabaseHoldsTheSameOnEitherEngine(t *testing.T) {
	storetest.Each(t, func(t *testing.T, source *store.DB) {
		fill(t, source)
		storetest.Each(t, func(t *testing.T, target *store.DB) {
			moved, err := archive.Move(t.Context(), source, target)
			if err != nil {
				t.Fatal(err)
			}
			got, want := content(t, target), content(t, source)
			if !slices.Equal(got, want) || moved.Rows != int64(len(want)) {
				t.Errorf("%d rows arrived and %d were counted of %d", len(got), moved.Rows, len(want))
			}
			if _, err := archive.Move(t.Context(), source, target); !errors.Is(err, store.ErrNotEmpty) {
				t.Errorf("moving into a database with data ended with %v", err)
			}
		})
	})
}

func TestRowsAreComparedInAnyOrderAndByEveryValue(t *testing.T) {
	rows := [][]any{{int64(1), "a"}, {int64(2), nil}}
	if !archive.SameRows(rows, [][]any{{int64(2), nil}, {int64(1), "a"}}) {
		t.Error("the same rows in another order are taken for others")
	}
	for name, others := range map[string][][]any{
		"another value":  {{int64(1), "b"}, {int64(2), nil}},
		"an empty value": {{int64(1), "a"}, {int64(2), ""}},
		"swapped values": {{int64(2), "a"}, {int64(1), nil}},
		"a missing row":  {{int64(1), "a"}},
		"a row too many": {{int64(1), "a"}, {int64(2), nil}, {int64(2), nil}},
	} {
		if archive.SameRows(rows, others) {
			t.Errorf("%s went unnoticed", name)
		}
	}
}
