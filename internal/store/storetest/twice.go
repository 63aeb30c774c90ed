package storetest

import (
	"context"
	"errors"

	"estante/internal/inventory"
)

// Twice is a memory that runs every closure twice, as one is that collides with
// another: what a first run leaves behind outside its transaction shows in what comes
// of the second. Both begin with the same state, because a first write is rolled back.
func Twice(memory inventory.Store) inventory.Store { return twice{memory} }

type twice struct{ inventory.Store }

// errRunAgain rolls back a first run that would have been committed.
var errRunAgain = errors.New("the closure is run again")

// Read implements inventory.Store.
func (s twice) Read(ctx context.Context, fn func(inventory.Tx) error) error {
	return again(ctx, s.Store.Read, fn)
}

// Snapshot implements inventory.Store.
func (s twice) Snapshot(ctx context.Context, fn func(inventory.Tx) error) error {
	return again(ctx, s.Store.Snapshot, fn)
}

// Write implements inventory.Store. PostgreSQL does not take back the numbers that a
// first run gave to its rows, and tests call rows by their numbers: what is proved
// there is proved on SQLite, where the same closures run.
func (s twice) Write(ctx context.Context, fn func(inventory.Tx) error) error {
	if !s.SharesCommits() {
		return s.Store.Write(ctx, fn)
	}
	begun := false
	err := s.Store.Write(ctx, func(tx inventory.Tx) error {
		begun = true
		if err := fn(tx); err != nil {
			return err
		}
		return errRunAgain
	})
	if !begun {
		return err
	}
	// Who leaves between the two leaves a write that has begun.
	return s.Store.Write(context.WithoutCancel(ctx), fn)
}

// again asks twice. What has handed rows to somebody who cannot give them back
// refuses, and then the first answer stands.
func again(ctx context.Context, ask func(context.Context, func(inventory.Tx) error) error, fn func(inventory.Tx) error) error {
	first := ask(ctx, fn)
	second := ask(ctx, fn)
	if errors.Is(second, inventory.ErrInterrupted) {
		return first
	}
	return second
}
