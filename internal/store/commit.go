package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/store/postgres"
	"estante/internal/store/sqlconn"
)

// outcome is how an attempt at a write ended when it did not succeed.
type outcome struct {
	err  error
	kind sqlconn.Failure
	// unknown says that COMMIT was sent and no answer came.
	unknown bool
}

func (e *postgresEngine) write(ctx context.Context, fn func(*tx) error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	backoff := sqlconn.NewBackoff()
	conn, err := e.writeConn(ctx, backoff)
	if err != nil {
		return err
	}
	// From here on the write is carried through, even if the caller leaves.
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeLimit)
	defer cancel()
	for {
		ended := e.attempt(limited, conn, fn)
		if ended == nil {
			return nil
		}
		if !backoff.Again(limited, ended.kind) {
			return ended.err
		}
		if conn, err = e.writeConn(limited, backoff); err != nil {
			return err
		}
	}
}

// writeConn waits for a connection, also for a server that is coming back.
func (e *postgresEngine) writeConn(ctx context.Context, backoff *sqlconn.Backoff) (*sql.Conn, error) {
	for {
		conn, err := postgres.Borrow(ctx, e.writers)
		if err == nil {
			return conn, nil
		}
		kind := postgres.Classify(err)
		if !backoff.Again(ctx, kind) {
			return nil, sqlconn.Explain(kind, err)
		}
	}
}

// attempt runs the closure once and commits it; nil means that it is durable.
func (e *postgresEngine) attempt(ctx context.Context, conn *sql.Conn, fn func(*tx) error) (ended *outcome) {
	c := commit{engine: e, ctx: ctx, token: postgres.NewToken(time.Now())}
	err := postgres.On(conn, func(pg *postgres.Conn) error {
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
		e.analyzer.Note(c.inserted)
	}
	if ended == nil && c.hasEvents {
		e.listener.Poke()
		e.notifier.Poke()
	}
	return ended
}

func failed(err error) *outcome {
	kind := postgres.Classify(err)
	return &outcome{err: sqlconn.Explain(kind, err), kind: kind}
}

// commit is one attempt at a write, and what it comes to.
type commit struct {
	engine *postgresEngine
	ctx    context.Context
	token  postgres.Token
	// inserted and hasEvents are what others are told of once it is durable.
	inserted  int
	hasEvents bool
}

// attempt runs the closure on a connection and commits.
func (c *commit) attempt(conn *postgres.Conn, fn func(*tx) error) *outcome {
	defer conn.End("ROLLBACK")
	ended := c.run(conn, fn)
	if ended != nil && ended.kind == sqlconn.WroteReadOnly {
		// The server became a standby, and another one takes the writes now.
		conn.GiveUp()
		return &outcome{err: sqlconn.Explain(sqlconn.Away, ended.err), kind: sqlconn.Away}
	}
	return ended
}

func (c *commit) run(conn *postgres.Conn, fn func(*tx) error) *outcome {
	_ = conn.Later(c.ctx, "BEGIN", nil, sqlconn.AnyRows)
	t := c.engine.begin(c.ctx, conn)
	if err := t.outcome(fn(t)); err != nil {
		return &outcome{err: err, kind: t.kind}
	}
	c.inserted, c.hasEvents = t.inserted, len(t.events) > 0
	return c.send(conn, t.events)
}

// send writes the token and commits, in one round trip.
func (c *commit) send(conn *postgres.Conn, events []core.Event) *outcome {
	text, err := encodeEvents(events)
	if err != nil {
		return &outcome{err: err}
	}
	if hook := c.engine.options.beforeCommit; hook != nil {
		hook(conn.Backend())
	}
	err = conn.Commit(c.ctx, c.token, text)
	if err == nil {
		return nil
	}
	ended := failed(err)
	if ended.unknown = !postgres.Refused(err); ended.unknown {
		conn.GiveUp()
	}
	return ended
}

// learnOutcome finds out whether a write whose COMMIT got no answer happened. It
// writes the token itself: if that succeeds, the first attempt can never
// commit any more, not even when it is still under way, and the write may run
// again; if the token is taken, the first attempt succeeded.
func (c *commit) learnOutcome(unknown *outcome) *outcome {
	for {
		fenced, err := postgres.Fence(c.ctx, c.engine.writers, c.token)
		switch {
		case err == nil && fenced:
			return &outcome{err: unknown.err, kind: sqlconn.Away}
		case err == nil:
			return nil
		}
		kind := postgres.Classify(err)
		if kind != sqlconn.Away && kind != sqlconn.Collided || sqlconn.Pause(c.ctx, sqlconn.PauseMax) != nil {
			err = fmt.Errorf("the outcome of a commit is unknown: %w", errors.Join(unknown.err, err))
			return &outcome{err: sqlconn.Explain(sqlconn.Away, err)}
		}
	}
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
