package sqlconn

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
	PauseMax       = 400 * time.Millisecond
)

// Backoff decides whether to run something again.
type Backoff struct {
	started time.Time
	// Tries is how often it has waited.
	Tries int
}

// NewBackoff begins now.
func NewBackoff() *Backoff { return &Backoff{started: time.Now()} }

// Again waits a moment and says whether another try makes sense. Pauses grow
// and are random in full, so that transactions that collided do not meet again.
func (p *Backoff) Again(ctx context.Context, kind Failure) bool {
	switch {
	case kind == Collided && p.Tries < collisionTries:
	case kind == Away && time.Since(p.started) < awayLimit:
	default:
		return false
	}
	most := min(pauseFirst<<min(p.Tries, 10), PauseMax)
	p.Tries++
	return Pause(ctx, rand.N(most)+time.Millisecond) == nil //nolint:gosec // It spreads load and guards nothing.
}

// Pause waits, or returns why it could not.
func Pause(ctx context.Context, length time.Duration) error {
	timer := time.NewTimer(length)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Renew begins anew without forgetting how often it has waited.
func (p *Backoff) Renew() { p.started = time.Now() }
