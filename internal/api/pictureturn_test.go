package api

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"estante/internal/core"
)

// A user who sends many pictures holds another up by one of them at most, and cannot have any
// number under way.
func TestOneUploaderHoldsNobodyUp(t *testing.T) { synctest.Test(t, oneUploader) }

func oneUploader(t *testing.T) {
	turns := newPictureTurns()
	var order []int64
	// Only one is at it, so that they write the order one after the other.
	send := func(userID int64) {
		t.Helper()
		from, end, err := turns.begin(userID)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			defer end()
			if done, err := turns.take(t.Context(), from); err == nil {
				order = append(order, userID)
				done()
			}
		}()
		synctest.Wait()
	}
	many, end, err := turns.begin(1)
	if err != nil {
		t.Fatal(err)
	}
	first, err := turns.take(t.Context(), many)
	if err != nil {
		t.Fatal(err)
	}
	for range picturesEach - 1 {
		send(1)
	}
	var refused *core.Error
	if _, _, err := turns.begin(1); !errors.As(err, &refused) || refused.Kind != core.TooMany {
		t.Errorf("one picture too many: %v", err)
	}
	send(2)
	gone, leave := context.WithCancel(t.Context())
	leave()
	other, endOther, err := turns.begin(3)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := turns.take(gone, other); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that had ended took its turn: %v", err)
	}
	endOther()
	first()
	end()
	synctest.Wait()
	if want := append([]int64{2}, slices.Repeat([]int64{1}, picturesEach-1)...); !slices.Equal(order, want) {
		t.Errorf("they came in the order %v, want %v", order, want)
	}
	if len(turns.each) != 0 {
		t.Errorf("%d users are still remembered", len(turns.each))
	}
}
