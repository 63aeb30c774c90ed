package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"estante/internal/core"
)

// Every write on PostgreSQL leaves one row in the table commits: a token that
// proves it happened, and the events it emitted. The row is written in the same
// round trip as COMMIT. When a connection dies during COMMIT, the token tells
// whether the write happened, so that it is neither lost nor done twice. The
// number of the transaction (pg_xact_status) would not do: a server that
// crashes gives the numbers it had not flushed to others after its recovery.
const insertCommit = `INSERT INTO commits (token, events) VALUES ($1, $2)`

// commitToken is unique and, being led by the time, cheap to index and forget.
type commitToken [16]byte

func newCommitToken(now time.Time) commitToken {
	var token commitToken
	binary.BigEndian.PutUint64(token[:8], uint64(now.UnixMicro()))
	_, _ = rand.Read(token[8:]) // It never fails: see crypto/rand.
	return token
}

// outcome is how an attempt at a write ended when it did not succeed.
type outcome struct {
	err  error
	kind failure
	// unknown says that COMMIT was sent and no answer came.
	unknown bool
}

func (e *postgresEngine) write(ctx context.Context, fn func(*tx) error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	patience := newPatience()
	conn, err := e.writeConn(ctx, patience)
	if err != nil {
		return err
	}
	// From here on the write is carried through, whoever leaves.
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeLimit)
	defer cancel()
	for {
		ended := e.attempt(limited, conn, fn)
		if ended == nil {
			return nil
		}
		if !patience.again(limited, ended.kind) {
			return ended.err
		}
		if conn, err = e.writeConn(limited, patience); err != nil {
			return err
		}
	}
}

// writeConn waits for a connection, also for a server that is coming back.
func (e *postgresEngine) writeConn(ctx context.Context, patience *patience) (*sql.Conn, error) {
	for {
		conn, err := borrow(ctx, e.writers)
		if err == nil {
			return conn, nil
		}
		kind := classifyPostgres(err)
		if !patience.again(ctx, kind) {
			return nil, explain(kind, err)
		}
	}
}

// attempt runs the closure once and commits it; nil means that it is durable.
func (e *postgresEngine) attempt(ctx context.Context, conn *sql.Conn, fn func(*tx) error) (ended *outcome) {
	c := commit{engine: e, ctx: ctx, token: newCommitToken(time.Now())}
	err := onConn(conn, func(pg *postgresConn) error {
		ended = c.attempt(pg, fn)
		return nil
	})
	// Only now: to learn the outcome of a commit takes a connection as well.
	_ = conn.Close()
	if err != nil {
		return failed(err)
	}
	if ended != nil && ended.unknown {
		ended = c.learnOutcome(ended)
	}
	if ended == nil {
		e.analyst.note(c.inserted)
	}
	if ended == nil && c.hasEvents {
		e.listener.poke()
		e.notifier.poke()
	}
	return ended
}

func failed(err error) *outcome {
	kind := classifyPostgres(err)
	return &outcome{err: explain(kind, err), kind: kind}
}

// commit is one attempt at a write, and what it comes to.
type commit struct {
	engine *postgresEngine
	ctx    context.Context
	token  commitToken
	// inserted and hasEvents are what others are told of once it is durable.
	inserted  int
	hasEvents bool
}

// attempt runs the closure on a connection and commits.
func (c *commit) attempt(conn *postgresConn, fn func(*tx) error) *outcome {
	defer conn.end("ROLLBACK")
	ended := c.run(conn, fn)
	if ended != nil && ended.kind == wroteReadOnly {
		// The server became a standby, and another one takes the writes now.
		conn.giveUp()
		return &outcome{err: explain(away, ended.err), kind: away}
	}
	return ended
}

func (c *commit) run(conn *postgresConn, fn func(*tx) error) *outcome {
	_ = conn.later(c.ctx, "BEGIN", nil, anyRows)
	t := c.engine.begin(c.ctx, conn)
	if err := t.outcome(fn(t)); err != nil {
		return &outcome{err: err, kind: t.kind}
	}
	c.inserted, c.hasEvents = t.inserted, len(t.events) > 0
	return c.send(conn, t.events)
}

// send writes the token and commits, in one round trip.
func (c *commit) send(conn *postgresConn, events []core.Event) *outcome {
	text, err := encodeEvents(events)
	if err != nil {
		return &outcome{err: err}
	}
	if hook := c.engine.options.beforeCommit; hook != nil {
		hook(conn.pg.PgConn().PID())
	}
	err = sendCommit(c.ctx, conn, c.token, text)
	if err == nil {
		return nil
	}
	ended := failed(err)
	if ended.unknown = !refused(err); ended.unknown {
		conn.giveUp()
	}
	return ended
}

// sendCommit makes sure that the answer to COMMIT is a commit: a transaction
// that had failed before answers with a rollback and no error.
func sendCommit(ctx context.Context, conn *postgresConn, token commitToken, events string) (err error) {
	answers, err := conn.send(ctx, func(batch *pgx.Batch) {
		batch.Queue(insertCommit, token[:], events)
		batch.Queue("COMMIT")
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, answers.Close()) }()
	if _, err := answers.Exec(); err != nil {
		return err
	}
	tag, err := answers.Exec()
	if err == nil && tag.String() != "COMMIT" {
		return fmt.Errorf("commit was answered with %q", tag.String())
	}
	return err
}

// refused says whether the server itself said no and is still there: then the
// transaction is undone for certain. A FATAL message only says goodbye.
func refused(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && answer.Severity == "ERROR"
}

// learnOutcome finds out whether a write whose COMMIT got no answer happened. It
// writes the token itself: if that succeeds, the first attempt can never
// commit any more, not even when it is still under way, and the write may run
// again; if the token is taken, the first attempt succeeded.
func (c *commit) learnOutcome(unknown *outcome) *outcome {
	for {
		fenced, err := c.fence()
		switch {
		case err == nil && fenced:
			return &outcome{err: unknown.err, kind: away}
		case err == nil:
			return nil
		}
		if kind := classifyPostgres(err); kind != away && kind != collided || pause(c.ctx, pauseMax) != nil {
			return &outcome{err: explain(away, fmt.Errorf("the outcome of a commit is unknown: %w", errors.Join(unknown.err, err)))}
		}
	}
}

// fence claims the token, and says whether it was free or claimed before by
// this same function, whose answer may get lost as well.
func (c *commit) fence() (bool, error) {
	conn, err := borrow(c.ctx, c.engine.writers)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close() }()
	const claim = `INSERT INTO commits (token, events, fenced) VALUES ($1, '', TRUE) ON CONFLICT DO NOTHING`
	if _, err := conn.ExecContext(c.ctx, claim, c.token[:]); err != nil {
		return false, err
	}
	var fenced bool
	err = conn.QueryRowContext(c.ctx, `SELECT fenced FROM commits WHERE token = $1`, c.token[:]).Scan(&fenced)
	return fenced, err
}

// encodeEvents writes events down for the other processes; none are "".
func encodeEvents(events []core.Event) (string, error) {
	if len(events) == 0 {
		return "", nil
	}
	text, err := json.Marshal(events)
	if err != nil {
		return "", fmt.Errorf("encode events: %w", err)
	}
	return string(text), nil
}
