package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/store/sqlconn"
	"estante/internal/store/sqlite"
)

const (
	// batchMax and batchTime bound a batch, so that the first in it is not
	// kept waiting for all who come after.
	batchMax  = 64
	batchTime = 20 * time.Millisecond
	// beginTries is how often the writer waits for another process's write.
	beginTries = 2
)

// served is a request of a batch whose closure is done, and what it emitted.
type served struct {
	*queuedWrite
	events []core.Event
}

// batch runs a request and those that are waiting behind it, and commits them
// together.
func (w *writer) batch(first *queuedWrite) {
	w.gate.Lock()
	defer w.gate.Unlock()
	if err := w.beginBatch(); err != nil {
		first.result <- err
		return
	}
	started, most := time.Now(), w.last.share(1+len(w.queue))
	if first.background {
		// Requests that have waited for it share its commit instead of waiting for another.
		most = batchMax
	}
	w.figures, w.known = &sharedFigures{}, &knownRows{}
	w.together(w.serve, func(kept int) *queuedWrite {
		r := first
		if first = nil; r == nil {
			r = w.next(kept, most, started)
		}
		for r != nil && !r.state.CompareAndSwap(writeWaiting, writeBegun) {
			r = w.next(kept, most, started)
		}
		return r
	})
}

// batchCost is how many requests a batch had, and how long they and their commit
// took.
type batchCost struct {
	requests     int
	work, commit time.Duration
}

// share is how many requests the next batch takes when so many are waiting. If it
// took all of them, their callers would be answered together, and while they come
// again the writer has nothing to do, and they nothing while it has: so half of all
// callers are served while the others come. Where the commit takes longer than what
// half of them want, it is shared by all who wait.
func (c batchCost) share(waiting int) int {
	half := min(batchMax, (c.requests+waiting+1)/2)
	if c.requests > 0 && c.commit > c.work/time.Duration(c.requests)*time.Duration(half) {
		return batchMax
	}
	return half
}

// harm is what a request that fails does to the batch it runs in.
type harm int

const (
	harmless harm = iota
	// spoilt: what it wrote has to be taken back, and so has all of the batch.
	spoilt
	// lost: the engine gave up the transaction.
	lost
)

// errBatchLost says that the transaction around a request is gone.
var errBatchLost = errors.New("the transaction was lost")

// together lets one request after the other run in the transaction that is open,
// until there is no next one, and commits it.
func (w *writer) together(serve func(*queuedWrite) ([]core.Event, harm, error), next func(kept int) *queuedWrite) {
	var kept []served
	begun := time.Now()
	for r := next(0); r != nil; r = next(len(kept)) {
		events, harm, err := serve(r)
		if err == nil {
			kept = append(kept, served{r, events})
			continue
		}
		if harm == harmless {
			r.result <- err
			continue
		}
		// The request that caused this gets the error; those before it have done
		// nothing wrong and run again.
		w.conn.Rollback()
		r.result <- err
		w.again(kept, harm)
		return
	}
	if err := w.settle(); err != nil {
		// Whose figures those are will show.
		w.conn.Rollback()
		w.again(kept, lost)
		return
	}
	w.commit(kept, begun)
}

// settle writes the figures of the batch.
func (w *writer) settle() error {
	t := w.begin(context.Background(), w.conn)
	t.shared = w.figures
	return t.settleFigures()
}

// serve lets a request run inside the batch. It has no savepoint, for which
// SQLite would copy every page that it changes, and for each statement of a long
// one walk through all that it has copied: hardly any request fails, and most of
// those that do have not written anything.
func (w *writer) serve(r *queuedWrite) ([]core.Event, harm, error) {
	before := w.conn.Changed()
	events, err := w.turn(r)
	switch {
	case !w.conn.InTransaction():
		return nil, lost, errors.Join(errBatchLost, err)
	case err != nil && w.conn.Changed() != before:
		return nil, spoilt, err
	}
	return events, harmless, err
}

// serveAside runs requests that a batch has left for the next.
func (w *writer) serveAside() {
	for len(w.aside) > 0 {
		r := w.aside[0]
		w.aside[0] = nil
		w.aside = w.aside[1:]
		w.batch(r)
	}
}

// letPass has a background request wait for one that came behind it and is not: most of
// that one's wait would be for it, and it hardly notices theirs. Once is enough, and a
// crowd does not pass.
func (w *writer) letPass(first *queuedWrite) *queuedWrite {
	if waiting := len(w.queue); !first.background || waiting == 0 || waiting >= many {
		return first
	}
	second := <-w.queue
	if second.background {
		first, second = second, first
	}
	w.aside = append(w.aside, first)
	return second
}

// next takes another request into the batch, if one waits and there is room. A
// background one ends it, because those in it would have to wait for it.
func (w *writer) next(size, most int, started time.Time) *queuedWrite {
	if size >= most || time.Since(started) > batchTime {
		return nil
	}
	select {
	case r := <-w.queue:
		if r.background && size > 0 {
			w.aside = append(w.aside, r)
			return nil
		}
		return r
	default:
		return nil
	}
}

// again runs requests once more, each with its savepoint: together where another
// request of their batch failed, and each in a transaction of its own where together
// they may be more than the engine can take.
func (w *writer) again(requests []served, after harm) {
	w.figures, w.known = nil, nil
	most := batchMax
	if after == lost {
		most = 1
	}
	for len(requests) > 0 {
		if err := w.beginBatch(); err != nil {
			for _, r := range requests {
				r.result <- err
			}
			return
		}
		w.together(w.savepoint, func(kept int) *queuedWrite {
			if kept == most || len(requests) == 0 {
				return nil
			}
			r := requests[0].queuedWrite
			requests = requests[1:]
			return r
		})
	}
}

// beginBatch takes SQLite's write lock; another process may hold it.
func (w *writer) beginBatch() error {
	var err error
	for range beginTries {
		err = w.conn.Do(context.Background(), "BEGIN IMMEDIATE")
		if err == nil {
			return nil
		}
		if sqlite.Classify(err) != sqlconn.Busy {
			break
		}
	}
	return sqlconn.Explain(sqlite.Classify(err), err)
}

// savepoint lets a request run so that it can fail without harm.
func (w *writer) savepoint(r *queuedWrite) ([]core.Event, harm, error) {
	if err := w.conn.Do(context.Background(), "SAVEPOINT request"); err != nil {
		return nil, lost, fmt.Errorf("%w: %w", errBatchLost, sqlconn.Explain(sqlite.Classify(err), err))
	}
	events, err := w.turn(r)
	if err != nil {
		if undoErr := w.conn.Do(context.Background(), "ROLLBACK TO request"); undoErr != nil {
			return nil, lost, fmt.Errorf("%w: %w", errBatchLost, err)
		}
	}
	if releaseErr := w.conn.Do(context.Background(), "RELEASE request"); releaseErr != nil {
		err = errors.Join(err, sqlconn.Explain(sqlite.Classify(releaseErr), releaseErr))
		return nil, lost, fmt.Errorf("%w: %w", errBatchLost, err)
	}
	return events, harmless, err
}

// turn lets a request run in the transaction that is open.
func (w *writer) turn(r *queuedWrite) ([]core.Event, error) {
	t := w.begin(r.ctx, w.conn)
	t.crowded = w.crowded(r)
	t.shared = w.figures
	if w.known != nil {
		t.known = w.known
	}
	if r.limit > 0 {
		t.deadline = time.Now().Add(r.limit)
	}
	err := r.run(t, func(stack []byte) { w.log.Error("panic in a write", "cause", r.panicked, "stack", string(stack)) })
	if err != nil {
		return nil, err
	}
	return t.events, nil
}

// crowded says whether others wait to write while a request runs. A background one may
// keep many waiting for as long as they kept it, and no longer than a batch takes:
// where they write all the time, it would otherwise hardly get on.
func (w *writer) crowded(r *queuedWrite) func() bool {
	if !r.background {
		return func() bool { return len(w.queue) > 0 }
	}
	until := time.Now().Add(min(time.Since(r.came), batchTime))
	return func() bool {
		waiting := len(w.queue)
		return waiting > 0 && (waiting < many || time.Now().After(until))
	}
}

// commit makes a batch durable, tells the listeners and then the callers.
func (w *writer) commit(kept []served, begun time.Time) {
	if len(kept) == 0 {
		w.conn.Rollback()
		return
	}
	committing := time.Now()
	err := w.conn.Do(context.Background(), "COMMIT")
	w.last = batchCost{requests: len(kept), work: committing.Sub(begun), commit: time.Since(committing)}
	if err != nil {
		w.conn.Rollback()
		err = sqlconn.Explain(sqlite.Classify(err), fmt.Errorf("commit: %w", err))
		w.log.Error("commit failed", "requests", len(kept), "error", err)
	} else {
		w.generations.Committed(w.conn, w.conn.HasChangedPeople())
		var events []core.Event
		for _, r := range kept {
			events = append(events, r.events...)
		}
		w.hub.publish(events)
	}
	for _, r := range kept {
		r.result <- err
	}
	select {
	case w.commits <- struct{}{}:
	default:
	}
}
