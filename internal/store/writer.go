package store

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"estante/internal/core"
	"estante/internal/store/sqlconn"
	"estante/internal/store/sqlite"
)

// The writer commits waiting requests together: a commit waits for the disk,
// and requests that come meanwhile share the next one. A request that fails harms no
// other in the batch: what it had written is rolled back.
type writer struct {
	conn  *sqlite.Conn
	begin func(context.Context, *sqlite.Conn) *tx
	// generations is told what is committed.
	generations *sqlite.Generations
	hub         *hub
	log         *slog.Logger
	queue       chan *queuedWrite
	// aside are background requests, which begin the next batches.
	aside []*queuedWrite
	// own says that what has changed the file is this process after all.
	own  chan struct{}
	stop chan struct{}
	done chan struct{}
	once sync.Once
	// figures and known are what the requests of a batch have in common; nil
	// where each has its own.
	figures *sharedFigures
	known   *knownRows
	// last is what the batch before took.
	last batchCost
	// foreign is SQLite's count of the changes that other processes made.
	foreign int64
	// gate is held while conn is used, by the checkpointer too, which commits tells of a batch.
	gate    sqlite.Gate
	commits chan struct{}
	// lastForeground is when a caller outside the background last asked to write, and
	// lastCrowd when such a caller last found many writes waiting, in nanoseconds.
	lastForeground, lastCrowd atomic.Int64
}

const (
	// writerQueue is how many requests may wait before callers are held back.
	writerQueue = 1024
	// contentionLasts is for how long after a foreground write long work still makes
	// room for others, and many is how many waiting writes are a crowd.
	contentionLasts = 200 * time.Millisecond
	many            = 4
)

// startWriter fills in the rest of a writer and has it wait for requests.
func startWriter(w *writer) *writer {
	w.queue, w.commits = make(chan *queuedWrite, writerQueue), make(chan struct{}, 1)
	w.own, w.stop, w.done = make(chan struct{}), make(chan struct{}), make(chan struct{})
	go w.run()
	return w
}

// write queues fn and runs it when its turn comes, within a limit if there is one.
func (w *writer) write(ctx context.Context, limit time.Duration, fn func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	r := &queuedWrite{
		ctx: context.WithoutCancel(ctx), limit: limit, background: core.IsBackground(ctx), came: time.Now(), fn: fn,
		result: make(chan error, 1),
	}
	if err := w.enqueue(ctx, r); err != nil {
		return err
	}
	if !r.background {
		w.noteContention(time.Now())
	}
	gone := ctx.Done()
	for {
		select {
		case err := <-r.result:
			if r.panicked != nil {
				panic(r.panicked)
			}
			return err
		case <-gone:
			if r.state.CompareAndSwap(writeWaiting, writeLeft) {
				return context.Cause(ctx)
			}
			gone = nil
		case <-w.done:
			return r.lastResult()
		}
	}
}

func (w *writer) enqueue(ctx context.Context, r *queuedWrite) error {
	select {
	case w.queue <- r:
		return nil
	default:
	}
	wait := time.NewTimer(sqlconn.QueueLimit)
	defer wait.Stop()
	select {
	case w.queue <- r:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-w.done:
		return sqlconn.ErrClosed
	case <-wait.C:
		return sqlconn.Explain(sqlconn.Busy, errors.New("too many writes are waiting"))
	}
}

// noteContention notes that a caller outside the background has asked to write.
func (w *writer) noteContention(now time.Time) {
	w.lastForeground.Store(now.UnixNano())
	if len(w.queue) >= many {
		w.lastCrowd.Store(now.UnixNano())
	}
}

// contention is how many callers have asked to write lately, background work aside.
func (w *writer) contention() core.Contention {
	since := time.Now().Add(-contentionLasts).UnixNano()
	switch {
	case w.lastForeground.Load() < since:
		return core.Nobody
	case w.lastCrowd.Load() < since:
		return core.Few
	default:
		return core.Many
	}
}

// run serves requests until the writer is closed. In idle moments it checks whether
// another process changed the file, whose events this process did not receive.
func (w *writer) run() {
	defer close(w.done)
	w.watchForeign()
	watch := time.NewTicker(time.Second)
	defer watch.Stop()
	for {
		w.serveAside()
		select {
		case r := <-w.queue:
			w.batch(w.letPass(r))
		case <-watch.C:
			w.watchForeign()
		case <-w.own:
			w.foreign = 0
			w.watchForeign()
		case <-w.stop:
			w.drain()
			return
		}
	}
}

// drain serves what was queued before the writer was closed.
func (w *writer) drain() {
	for {
		w.serveAside()
		select {
		case r := <-w.queue:
			w.batch(r)
		default:
			return
		}
	}
}

func (w *writer) close() error {
	var err error
	w.once.Do(func() {
		close(w.stop)
		<-w.done
		err = w.conn.Close()
	})
	return err
}

// adopt takes whatever changed the file up to now for this process's own doing.
func (w *writer) adopt() {
	select {
	case w.own <- struct{}{}:
	case <-w.done:
	}
}

// watchForeign tells the listeners to ask for everything again when another
// process, such as a command, changed the file.
func (w *writer) watchForeign() {
	if !w.gate.LockUnlessBorrowed() {
		return // There is work that ends when somebody writes: looking can wait.
	}
	defer w.gate.Unlock()
	version, err := w.conn.DataVersion()
	if err != nil || version == w.foreign {
		return
	}
	if w.foreign != 0 {
		w.hub.publish([]core.Event{{Topic: core.TopicResync}})
	}
	w.foreign = version
}
