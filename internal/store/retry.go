package store

import (
	"context"
	"math/rand/v2"
	"time"
)

// The bounds of running something again. Transactions that collide get many
// short pauses; a server that is away gets a few seconds to come back, as it
// does when another takes its place, and then the caller is told.
const (
	collisionTries = 12
	awayLimit      = 3 * time.Second
	pauseFirst     = 10 * time.Millisecond
	pauseMax       = 400 * time.Millisecond
)

// patience decides whether to run something again.
type patience struct {
	started time.Time
	tries   int
}

func newPatience() *patience { return &patience{started: time.Now()} }

// again waits a moment and says whether another try makes sense. Pauses grow
// and are random in full, so that those who collided do not meet again.
func (p *patience) again(ctx context.Context, kind failure) bool {
	switch {
	case kind == collided && p.tries < collisionTries:
	case kind == away && time.Since(p.started) < awayLimit:
	default:
		return false
	}
	most := min(pauseFirst<<min(p.tries, 10), pauseMax)
	p.tries++
	return pause(ctx, rand.N(most)+time.Millisecond) == nil //nolint:gosec // It spreads load and guards nothing.
}

// pause waits, or returns why it could not.
func pause(ctx context.Context, length time.Duration) error {
	timer := time.NewTimer(length)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// retryReads runs a read again when its connection turns out to be dead, as
// long as the closure has seen no answer: what it did with one (a page half
// sent, a list half filled) cannot be taken back.
func retryReads(ctx context.Context, read func() (*tx, error)) error {
	patience := newPatience()
	for {
		t, err := read()
		if err == nil {
			return nil
		}
		var kind failure
		switch {
		case t == nil:
			kind = classifyPostgres(err)
			err = explain(kind, err)
		case t.failure == nil || t.answered:
			return err
		default:
			kind = t.kind
		}
		if !patience.again(ctx, kind) {
			return err
		}
	}
}
