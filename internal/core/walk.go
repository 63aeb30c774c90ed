package core

import (
	"context"
	"errors"
)

// ErrInterrupted refuses to begin a walk again that has handed over rows.
var ErrInterrupted = errors.New("the walk was interrupted")

// WalkAll walks in one snapshot, and never twice: what fn has written cannot
// be taken back.
func WalkAll[T any, X Tx](
	ctx context.Context, store Store, none error, fn func(T) error, walk func(X, func(T) error) error,
) error {
	walked := 0
	return Snapshot(ctx, store, func(tx X) error {
		if walked > 0 {
			return ErrInterrupted
		}
		err := walk(tx, func(row T) error {
			walked++
			return fn(row)
		})
		if err == nil && walked == 0 {
			return none
		}
		return err
	})
}
