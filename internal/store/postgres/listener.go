package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"estante/internal/core"
	"estante/internal/store/sqlconn"
)

const (
	// notifyChannel wakes the listeners of every process.
	notifyChannel = "estante_events"
	// notifyPause lets commits that follow each other share a notification.
	notifyPause = 20 * time.Millisecond
	// pollPause is how long an event may take when a notification is lost.
	pollPause = time.Second
	// answerWait is how long the listener waits before it gives a silent
	// connection up.
	answerWait = 5 * time.Second
	// eventsKept is how long commits and their events are kept. A listener
	// that was away for longer than half of it cannot be sure it missed none.
	eventsKept = 10 * time.Minute
	// forgetPause and forgetBatch keep forgetting them cheap.
	forgetPause = time.Minute
	forgetBatch = 10_000
)

// Listener reads the events of every process from the table commits, once for
// all streams of this one.
//
// Its cursor is a snapshot of the server: the rows that are visible now and
// were not visible then are the new ones. Unlike a last id, that neither skips
// a transaction that took its id early and committed late nor waits for one
// that is still open.
type Listener struct {
	config *pgx.ConnConfig
	// publish passes events on to the streams of this process.
	publish func([]core.Event)
	log     *slog.Logger

	starting sync.Once
	live     chan struct{}
	ctx      context.Context
	cancel   context.CancelFunc
	done     chan struct{}

	cursor string
	// lastRead is when the events were last read, in nanoseconds.
	lastRead atomic.Int64

	poked atomic.Bool
	mu    sync.Mutex
	wake  context.CancelFunc
}

// NewListener makes one that hands what it reads to publish.
func NewListener(config *pgx.ConnConfig, publish func([]core.Event), log *slog.Logger) *Listener {
	ctx, cancel := context.WithCancel(context.Background())
	own := config.Copy()
	// Its one question is planned once and goes by its index: to plan it each time,
	// which the server takes for better, takes five times as long as to answer it.
	own.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
	own.RuntimeParams["enable_seqscan"] = "off"
	return &Listener{
		config: own, publish: publish, log: log, ctx: ctx, cancel: cancel,
		live: make(chan struct{}), done: make(chan struct{}),
	}
}

// Start begins to listen with the first stream, and waits until it does.
func (l *Listener) Start(ctx context.Context) error {
	l.starting.Do(func() { go l.run() })
	select {
	case <-l.live:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-l.ctx.Done():
		return sqlconn.ErrClosed
	}
}

// Close ends it.
func (l *Listener) Close() {
	l.cancel()
	l.starting.Do(func() { close(l.done) })
	<-l.done
}

// Poke wakes the listener: this process has committed something.
func (l *Listener) Poke() {
	l.poked.Store(true)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.wake != nil {
		l.wake()
	}
}

// run listens on one connection after the other.
func (l *Listener) run() {
	defer close(l.done)
	backoff := sqlconn.NewBackoff()
	for l.ctx.Err() == nil {
		began := time.Now()
		err := l.session()
		if l.ctx.Err() != nil {
			return
		}
		if time.Since(began) > sqlconn.PauseMax {
			backoff = sqlconn.NewBackoff()
		}
		if backoff.Tries == 0 {
			l.log.Warn("the connection for live events was lost", "error", err)
		}
		if !politelyEnded(err) {
			// The server may have crashed, and what a snapshot says about
			// numbers of transactions holds only until then.
			l.cursor = ""
		}
		backoff.Renew()
		backoff.Again(l.ctx, sqlconn.Away)
	}
}

// politelyEnded says that the server closed this connection in good order.
func politelyEnded(err error) bool {
	var goodbye *pgconn.PgError
	return errors.As(err, &goodbye) && goodbye.Code == "57P01"
}

// session listens until its connection fails.
func (l *Listener) session() error {
	conn, err := pgx.ConnectConfig(l.ctx, l.config.Copy())
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = conn.Close(ctx)
	}()
	if _, err := conn.Exec(l.ctx, "LISTEN "+notifyChannel); err != nil {
		return err
	}
	if err := l.setCursor(conn); err != nil {
		return err
	}
	for {
		l.poked.Store(false)
		if err := l.read(conn); err != nil {
			return err
		}
		if err := l.wait(conn); err != nil {
			return err
		}
	}
}

// setCursor decides where to go on: where the last session ended, or now. In
// the second case something may have been missed.
func (l *Listener) setCursor(conn *pgx.Conn) error {
	if l.cursor != "" && l.sinceRead() < eventsKept/2 {
		return nil
	}
	if err := conn.QueryRow(l.ctx, "SELECT pg_current_snapshot()::text").Scan(&l.cursor); err != nil {
		return err
	}
	select {
	case <-l.live:
		l.publish([]core.Event{{Topic: core.TopicResync}})
	default:
		close(l.live)
	}
	return nil
}

func (l *Listener) sinceRead() time.Duration { return time.Since(time.Unix(0, l.lastRead.Load())) }

// IsCurrent says whether this process hears of every change soon.
func (l *Listener) IsCurrent() bool { return l.sinceRead() < 2*pollPause }

// newCommits asks for what became visible since the cursor, and for the next
// cursor, in one statement and so in one snapshot. The time in a row was taken
// right before its commit, when all its locks were held, so that of two
// commits that depend on one another the first comes first.
const newCommits = `WITH seen AS (SELECT $1::text::pg_snapshot AS past, pg_current_snapshot() AS present)
	SELECT seen.present::text, coalesce(c.events, '') FROM seen LEFT JOIN commits AS c
		ON c.xid >= pg_snapshot_xmin(seen.past) AND c.xid < pg_snapshot_xmax(seen.present)
		AND NOT pg_visible_in_snapshot(c.xid, seen.past) AND c.events <> ''
	ORDER BY c.at, c.xid`

// read publishes the events that are new.
func (l *Listener) read(conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(l.ctx, answerWait)
	defer cancel()
	rows, err := conn.Query(ctx, newCommits, l.cursor)
	if err != nil {
		return err
	}
	defer rows.Close()
	var events []core.Event
	cursor := l.cursor
	for rows.Next() {
		var text string
		if err := rows.Scan(&cursor, &text); err != nil {
			return err
		}
		if text == "" {
			continue
		}
		var more []core.Event
		if err := json.Unmarshal([]byte(text), &more); err != nil {
			return fmt.Errorf("decode events: %w", err)
		}
		events = append(events, more...)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	l.cursor = cursor
	l.lastRead.Store(time.Now().UnixNano())
	l.publish(events)
	return nil
}

// wait returns when another process notified, this one poked, or it is time to
// look anyway.
func (l *Listener) wait(conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(l.ctx, pollPause)
	defer cancel()
	l.setWake(cancel)
	defer l.setWake(nil)
	if l.poked.Load() {
		return nil
	}
	_, err := conn.WaitForNotification(ctx)
	if ctx.Err() != nil && l.ctx.Err() == nil && !conn.IsClosed() {
		return nil
	}
	return err
}

func (l *Listener) setWake(wake context.CancelFunc) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wake = wake
}
