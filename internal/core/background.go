package core

import (
	"context"
)

type patienceKey struct{}

// Patiently marks the writes of work that nobody waits for and that takes its
// time: where writes share a commit, others need not share theirs with it.
func Patiently(ctx context.Context) context.Context {
	return context.WithValue(ctx, patienceKey{}, true)
}

// IsPatient says whether a write may be left until those of others are done.
func IsPatient(ctx context.Context) bool {
	patient, _ := ctx.Value(patienceKey{}).(bool)
	return patient
}

// Company is who else writes.
type Company int

// With a few, each wait is short, and they notice a long write; many wait for each
// other anyway.
const (
	Nobody Company = iota
	Few
	Many
)
