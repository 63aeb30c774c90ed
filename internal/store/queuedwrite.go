package store

import (
	"context"
	"errors"
	"runtime/debug"
	"sync/atomic"
	"time"

	"estante/internal/store/sqlconn"
)

// queuedWrite is one caller waiting for its turn. The closure runs in the writer's
// goroutine: to hand every one over and back would take a fifth of the time in
// which no other caller can write.
type queuedWrite struct {
	ctx   context.Context
	limit time.Duration
	// background says that the write takes its time and that no user waits for it.
	background bool
	// came is when it began to wait.
	came   time.Time
	fn     func(*tx) error
	state  atomic.Int32
	result chan error
	// panicked is what the closure panicked with, for its caller to panic with.
	panicked any
}

// The states of a queued write. A caller may leave only while it is waiting.
const (
	writeWaiting int32 = iota
	writeBegun
	writeLeft
)

// errAbandoned is the outcome of a closure that did not return.
var errAbandoned = errors.New("the write did not return")

// lastResult is the answer to a queued write when the writer has ended.
func (r *queuedWrite) lastResult() error {
	select {
	case err := <-r.result:
		return err
	default:
		return sqlconn.ErrClosed
	}
}

// run calls the closure. If that panics, the caller gets the panic, and the log
// says where it happened.
func (r *queuedWrite) run(t *tx, complain func(stack []byte)) (err error) {
	defer func() {
		if r.panicked = recover(); r.panicked != nil {
			complain(debug.Stack())
			err = errAbandoned
		}
	}()
	return t.outcome(r.fn(t))
}
