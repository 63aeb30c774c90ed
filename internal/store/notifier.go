package store

import (
	"context"
	"database/sql"
	"time"
)

// notifier tells the other processes that there is something to read. It does
// so after the commit: a NOTIFY inside would make commits wait for each other.
type notifier struct {
	pool  *sql.DB
	pokes chan struct{}
	ctx   context.Context
	stop  context.CancelFunc
	done  chan struct{}
}

func startNotifier(pool *sql.DB) *notifier {
	ctx, stop := context.WithCancel(context.Background())
	n := &notifier{pool: pool, pokes: make(chan struct{}, 1), ctx: ctx, stop: stop, done: make(chan struct{})}
	go n.run()
	return n
}

func (n *notifier) poke() {
	select {
	case n.pokes <- struct{}{}:
	default:
	}
}

// run notifies, and now and then forgets commits that nobody needs any more.
// A notification that fails is made up for by the listeners' own polling.
func (n *notifier) run() {
	defer close(n.done)
	forget := time.NewTicker(forgetPause)
	defer forget.Stop()
	for {
		select {
		case <-n.pokes:
			_, _ = n.pool.ExecContext(n.ctx, "NOTIFY "+notifyChannel)
			_ = pause(n.ctx, notifyPause)
		case <-forget.C:
			n.forget(time.Now().Add(-eventsKept))
		case <-n.ctx.Done():
			return
		}
	}
}

// forget drops old commits in batches that never wait for another process
// doing the same.
func (n *notifier) forget(before time.Time) {
	oldest := newCommitToken(before)
	for {
		result, err := n.pool.ExecContext(n.ctx, `DELETE FROM commits WHERE token IN
			(SELECT token FROM commits WHERE token < $1 ORDER BY token LIMIT $2 FOR UPDATE SKIP LOCKED)`, oldest[:], forgetBatch)
		if err != nil {
			return
		}
		if dropped, err := result.RowsAffected(); err != nil || dropped < forgetBatch {
			return
		}
	}
}

func (n *notifier) close() {
	n.stop()
	<-n.done
}
