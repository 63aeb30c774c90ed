package core

import (
	"context"
)

type backgroundKey struct{}

// InBackground marks the writes of work that nobody waits for and that takes its
// time: where writes share a commit, others need not share theirs with it.
func InBackground(ctx context.Context) context.Context {
	return context.WithValue(ctx, backgroundKey{}, true)
}

// IsBackground says whether a write may be left until those of others are done.
func IsBackground(ctx context.Context) bool {
	background, _ := ctx.Value(backgroundKey{}).(bool)
	return background
}

// Contention is who else writes.
type Contention int

// With a few, each wait is short, and they notice a long write; many wait for each
// other anyway.
const (
	Nobody Contention = iota
	Few
	Many
)
