package storetest

import (
	"context"
	"errors"

	"estante/internal/core"
)

// Twice is a memory that runs every closure twice, as one is that collides with
// another: what a first run leaves behind outside its transaction shows in what comes
// of the second. Both begin with the same state, because a first write is rolled back.
func Twice(memory core.Store) core.Store { return twice{memory} }

type twice struct{ core.Store }

// errRunAgain rolls back a first run that would have been committed.
var errRunAgain = errors.New("the closure is run again")

// Read implements core.Store.
func (s twice) Read(ctx context.Context, fn func(core.Tx) error) error {
	return again(ctx, s.Store.Read, fn)
}

// Snapshot implements core.Store.
func (s twice) Snapshot(ctx context.Context, fn func(core.Tx) error) error {
	return again(ctx, s.Store.Snapshot, fn)
}

// Write implements core.Store. PostgreSQL does not take back the numbers that a
// first run gave to its rows, and tests call rows by their numbers: what is proved
// there is proved on SQLite, where the same closures run.
func (s twice) Write(ctx context.Context, fn func(core.Tx) error) error {
	if !s.SharesCommits() {
		return core.Write(ctx, s.Store, fn)
	}
	begun := false
	err := core.Write(ctx, s.Store, func(tx core.Tx) error {
		begun = true
		if err := fn(tx); err != nil {
			return err
		}
		return errRunAgain
	})
	if !begun {
		return err
	}
	// A caller that leaves between the two runs leaves a write that has begun.
	return core.Write(context.WithoutCancel(ctx), s.Store, fn)
}

// again runs a query twice. A query that has handed rows to a caller that cannot give
// them back refuses the second run, and then the first answer stands.
func again(ctx context.Context, ask func(context.Context, func(core.Tx) error) error, fn func(core.Tx) error) error {
	first := ask(ctx, fn)
	second := ask(ctx, fn)
	if errors.Is(second, core.ErrInterrupted) {
		return first
	}
	return second
}
