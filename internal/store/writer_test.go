package store_test

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
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
		{requests: 8, work: 2 * time.Millisecond, commit: 3 * time.Millisecond, waiting: 8, want: 64},
		// One request alone took less than its commit; eight of the waiting ones will not.
		{requests: 1, work: time.Millisecond / 4, commit: time.Millisecond, waiting: 15, want: 8},
	} {
		if got := store.BatchShare(c.requests, c.work, c.commit, c.waiting); got != c.want {
			t.Errorf("after %d in %v and %v, with %d waiting: %d instead of %d", c.requests, c.work, c.commit, c.waiting, got,
				c.want)
		}
	}
}

// A background write, for which no user waits, may keep many writes waiting for as
// long as they kept it waiting. No other write may.
func TestAPatientWriteHasItsTurnAmongMany(t *testing.T) {
	for _, c := range []struct {
		name       string
		background bool
		waited     time.Duration
		waiting    int
		want       bool
	}{
		{"nobody waits", true, 0, 0, false},
		{"it was kept no longer than that", true, -time.Millisecond, 4, true},
		{"it was kept waiting by many", true, time.Hour, 4, false},
		{"it was kept waiting, and few are there", true, time.Hour, 3, true},
		{"somebody waits for it", false, time.Hour, 1, true},
	} {
		if got := store.Crowded(c.background, c.waited, c.waiting); got != c.want {
			t.Errorf("%s: crowded is %t", c.name, got)
		}
	}
}

// A background write lets one foreground write that came after it go first, once, but
// not a crowd of them; the write that was set aside is served afterwards.
func TestAPatientWriteLetsAFewPass(t *testing.T) {
	for waiting, want := range map[string]string{
		"P":     "P",
		"PH":    "HP",
		"PHP":   "HPP",
		"PPH":   "PHP",
		"PHHHH": "PHHHH",
	} {
		t.Run(waiting, func(t *testing.T) {
			if served := servedInTurn(t, waiting); served != want {
				t.Errorf("%s was served as %s, want %s", waiting, served, want)
			}
		})
	}
}

// servedInTurn has background (P) and foreground (H) writes wait behind one that takes
// long, and says in what order they are served.
func servedInTurn(t *testing.T, waiting string) string {
	t.Helper()
	db := storetest.Open(t, storetest.SQLite(t))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second) // One that is lost would wait for ever.
	defer cancel()
	var all sync.WaitGroup
	var served strings.Builder
	write(t, db, func(inventory.Tx) error {
		began := time.Now()
		for n, who := range waiting {
			all.Go(func() {
				ctx := ctx
				if who == 'P' {
					ctx = core.InBackground(ctx)
				}
				if err := core.Write(ctx, db, func(inventory.Tx) error { served.WriteRune(who); return nil }); err != nil {
					t.Errorf("the write %d of %s: %v", n, waiting, err)
				}
			})
			for store.Waiting(db) <= n && ctx.Err() == nil {
				runtime.Gosched()
			}
		}
		for time.Since(began) <= store.HeldUp {
			runtime.Gosched()
		}
		return nil
	})
	all.Wait()
	return served.String()
}

// Four waiting writes are a crowd, fewer are not.
func TestACrowdIsOfFour(t *testing.T) {
	for waiting, want := range map[int]bool{0: false, 3: false, 4: true} {
		if store.IsCrowd(waiting) != want {
			t.Errorf("%d are a crowd: %t", waiting, !want)
		}
	}
}

// Contention is how many foreground callers have asked to write lately; background
// work does not count.
func TestForegroundWritesContend(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	long, soon := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	for _, c := range []struct {
		foreground, crowd time.Time
		want              core.Contention
	}{
		{long, long, core.Nobody},
		{soon, long, core.Few},
		{soon, soon, core.Many},
	} {
		store.SetContention(db, c.foreground, c.crowd)
		if got := db.Contention(); got != c.want {
			t.Errorf("somebody came at %s, many at %s: company is %d at %s", c.foreground, c.crowd, got, time.Now())
		}
	}
	for patient, want := range map[bool]bool{true: true, false: false} {
		long := time.Unix(1, 0)
		store.SetContention(db, long, long)
		ctx := t.Context()
		if patient {
			ctx = core.InBackground(ctx)
		}
		if err := core.Write(ctx, db, func(inventory.Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if store.LastForeground(db).Equal(long) != want {
			t.Errorf("somebody who is background: %t, came at %s", patient, store.LastForeground(db))
		}
	}
}
