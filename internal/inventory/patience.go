package inventory

import (
	"context"
	"runtime"
	"sync"
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

// longWork is how many things go on that compute for long.
var longWork struct {
	mu sync.Mutex
	n  int
}

// AtLength does something that computes for long. Meanwhile the program may use one
// processor more than it has: while all that it may use compute, nobody looks at the
// network for as much as ten milliseconds, and those who come to ask are not even
// seen. The system shares out what there is, and lets those go first who waited.
func AtLength(do func() error) error {
	more(1)
	defer more(-1)
	return do()
}

func more(change int) {
	longWork.mu.Lock()
	defer longWork.mu.Unlock()
	before := min(longWork.n, 1)
	longWork.n += change
	if after := min(longWork.n, 1); after != before {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + after - before)
	}
}
