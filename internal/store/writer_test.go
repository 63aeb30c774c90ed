package store_test

import (
	"testing"
	"time"

	"estante/internal/store"
)

// Half of all callers are served while the others come again, unless it is the
// commit that takes long.
func TestABatchTakesItsShareOfThoseWhoWait(t *testing.T) {
	for _, c := range []struct {
		requests     int
		work, commit time.Duration
		waiting      int
		want         int
	}{
		{requests: 16, work: 4 * time.Millisecond, commit: time.Millisecond, waiting: 1, want: 9},
		{requests: 8, work: 2 * time.Millisecond, commit: time.Millisecond, waiting: 8, want: 8},
		{requests: 1, work: 4 * time.Millisecond, commit: time.Millisecond, waiting: 1, want: 1},
		{requests: 0, waiting: 16, want: 8},
		{requests: 64, work: 9 * time.Millisecond, commit: time.Millisecond, waiting: 900, want: 64},
		{requests: 8, work: 2 * time.Millisecond, commit: 2 * time.Millisecond, waiting: 8, want: 64},
	} {
		if got := store.BatchShare(c.requests, c.work, c.commit, c.waiting); got != c.want {
			t.Errorf("after %d in %v and %v, with %d waiting: %d instead of %d", c.requests, c.work, c.commit, c.waiting, got, c.want)
		}
	}
}
