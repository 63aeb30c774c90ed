package postgres

import (
	"context"
	"database/sql"
	"time"

	"estante/internal/store/sqlconn"
)

// Notifier tells the other processes that there is something to read. It does
// so after the commit: a NOTIFY inside would make commits wait for each other.
type Notifier struct {
	pool  *sql.DB
	pokes chan struct{}
	ctx   context.Context
	stop  context.CancelFunc
	done  chan struct{}
}

// StartNotifier begins to tell by way of a pool.
func StartNotifier(pool *sql.DB) *Notifier {
	ctx, stop := context.WithCancel(context.Background())
	n := &Notifier{pool: pool, pokes: make(chan struct{}, 1), ctx: ctx, stop: stop, done: make(chan struct{})}
	go n.run()
	return n
}

// Poke has the others told soon.
func (n *Notifier) Poke() {
	select {
	case n.pokes <- struct{}{}:
	default:
	}
}

// run notifies, and now and then forgets commits that no process needs any more.
// A notification that fails is made up for by the listeners' own polling.
func (n *Notifier) run() {
	defer close(n.done)
	forget := time.NewTicker(forgetPause)
	defer forget.Stop()
	for {
		select {
		case <-n.pokes:
			_, _ = n.pool.ExecContext(n.ctx, "NOTIFY "+notifyChannel)
			_ = sqlconn.Pause(n.ctx, notifyPause)
		case <-forget.C:
			n.Forget(time.Now().Add(-eventsKept))
		case <-n.ctx.Done():
			return
		}
	}
}

// Forget drops old commits in batches that never wait for another process
// doing the same.
func (n *Notifier) Forget(before time.Time) {
	oldest := NewToken(before)
	for {
		result, err := n.pool.ExecContext(n.ctx, `DELETE FROM commits WHERE token IN
			(SELECT token FROM commits WHERE token < $1 ORDER BY token LIMIT $2 FOR UPDATE SKIP LOCKED)`,
			oldest[:], forgetBatch)
		if err != nil {
			return
		}
		if dropped, err := result.RowsAffected(); err != nil || dropped < forgetBatch {
			return
		}
	}
}

// Close ends it.
func (n *Notifier) Close() {
	n.stop()
	<-n.done
}
