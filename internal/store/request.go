package store

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// request is one caller waiting for its turn. The closure runs in the caller's
// own goroutine, so that its panic unwinds there, while the writer waits.
type request struct {
	ctx   context.Context
	limit time.Duration
	// patient says that it takes its time and that nobody waits for it.
	patient bool
	state   atomic.Int32
	turn    chan *tx
	ran     chan error
	result  chan error
}

// The states of a request. A caller may leave only while it is waiting.
const (
	requestWaiting int32 = iota
	requestBegun
	requestLeft
)

// errAbandoned is the outcome of a closure that did not return.
var errAbandoned = errors.New("the write did not return")

// lastResult is the answer to a request when the writer has ended.
func (r *request) lastResult() error {
	select {
	case err := <-r.result:
		return err
	default:
		return errClosed
	}
}

// run calls the closure and tells the writer how it ended, also when it never
// returns because it panicked.
func (r *request) run(t *tx, fn func(*tx) error) {
	returned := false
	defer func() {
		if !returned {
			r.ran <- errAbandoned
		}
	}()
	err := t.outcome(fn(t))
	returned = true
	r.ran <- err
}
