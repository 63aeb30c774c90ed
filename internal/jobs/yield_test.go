package jobs

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"
)

// Work of which more keeps coming, or which others are busy making, leaves most of
// the time to them; what is left when nothing more comes is done without a rest.
func TestWorkYieldsWhileMoreComes(t *testing.T) {
	for _, c := range []struct {
		name    string
		share   int
		waking  bool
		busy    func() bool
		turn    time.Duration
		between time.Duration
	}{
		{"more comes", 6, true, nil, 10 * time.Millisecond, 60 * time.Millisecond},
		{"long turns", 6, true, nil, 2 * time.Second, 2*time.Second + yieldMax},
		{"nothing more comes", 6, false, nil, 10 * time.Millisecond, 10 * time.Millisecond},
		{"others are busy", 6, false, func() bool { return true }, 10 * time.Millisecond, 60 * time.Millisecond},
		{"others are busy no more", 6, false, func() bool { return false }, 10 * time.Millisecond, 10 * time.Millisecond},
		{"work that does not yield", 0, true, func() bool { return true }, 10 * time.Millisecond, 10 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, stop := context.WithCancel(t.Context())
				wake := make(chan struct{}, 1)
				began := time.Now()
				var turns []time.Duration
				work := func(context.Context) (bool, error) {
					turns = append(turns, time.Since(began))
					time.Sleep(c.turn)
					if c.waking && len(wake) == 0 {
						wake <- struct{}{}
					}
					if len(turns) == 4 {
						stop()
					}
					return true, nil
				}
				job{work: work, every: time.Hour, share: c.share, busy: c.busy}.run(ctx, wake, slog.New(slog.DiscardHandler))
				for n := range turns {
					if want := time.Duration(n) * c.between; turns[n] != want {
						t.Errorf("turn %d began after %s, want %s", n, turns[n], want)
					}
				}
			})
		})
	}
}
