package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"
)

// sqliteConn is a connection with the statements prepared on it.
type sqliteConn struct {
	*sql.Conn
	db         *sql.DB
	statements map[string]*sql.Stmt
}

// statementsMax bounds the statements a connection keeps. The nouns ask far
// fewer different questions, so starting over when it is reached is rare.
const statementsMax = 400

func (c *sqliteConn) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if statement := c.statements[query]; statement != nil {
		return statement, nil
	}
	if len(c.statements) >= statementsMax {
		for known, statement := range c.statements {
			_ = statement.Close()
			delete(c.statements, known)
		}
	}
	statement, err := c.PrepareContext(ctx, unnumbered(query))
	if err == nil {
		c.statements[query] = statement
	}
	return statement, err
}

// unnumbered writes $1, $2, … as plain question marks where they come in that
// order and each once. The driver looks for the value of a numbered one by
// comparing names, which with a few hundred of them takes longer than SQLite does.
func unnumbered(query string) string {
	var plain strings.Builder
	rest, next := query, 1
	for {
		at := strings.IndexByte(rest, '$')
		if at < 0 {
			plain.WriteString(rest)
			return plain.String()
		}
		digits := 0
		for at+1+digits < len(rest) && rest[at+1+digits] >= '0' && rest[at+1+digits] <= '9' {
			digits++
		}
		if rest[at+1:at+1+digits] != strconv.Itoa(next) {
			return query
		}
		plain.WriteString(rest[:at])
		plain.WriteByte('?')
		rest, next = rest[at+1+digits:], next+1
	}
}

// QueryContext implements conn.
func (c *sqliteConn) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	statement, err := c.prepare(ctx, query) //nolint:sqlclosecheck // It is kept for the next time.
	if err != nil {
		return nil, err
	}
	return statement.QueryContext(ctx, args...)
}

// ExecContext implements conn.
func (c *sqliteConn) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	statement, err := c.prepare(ctx, query) //nolint:sqlclosecheck // It is kept for the next time.
	if err != nil {
		return nil, err
	}
	return statement.ExecContext(ctx, args...)
}

// rollback leaves the connection without a transaction. That there is none any
// more, because the engine ended it itself, is as good.
func (c *sqliteConn) rollback() {
	_, _ = c.ExecContext(context.Background(), "ROLLBACK")
}

func (c *sqliteConn) close() error {
	for _, statement := range c.statements {
		_ = statement.Close()
	}
	return errors.Join(c.Conn.Close(), c.db.Close())
}

// sqlitePool lends connections to one caller each. Those of database/sql would
// forget their prepared statements each time they are given back.
type sqlitePool struct {
	// free holds a place for each connection; one never used yet is nil.
	free chan *sqliteConn
	open func(context.Context) (*sqliteConn, error)
	once sync.Once
	shut chan struct{}
}

func newSQLitePool(size int, open func(context.Context) (*sqliteConn, error)) *sqlitePool {
	pool := &sqlitePool{free: make(chan *sqliteConn, size), open: open, shut: make(chan struct{})}
	for range size {
		pool.free <- nil
	}
	return pool
}

// use lends a connection to fn.
func (p *sqlitePool) use(ctx context.Context, fn func(*sqliteConn) error) error {
	conn, err := p.take(ctx)
	if err != nil {
		return err
	}
	defer func() { p.free <- conn }()
	if conn == nil {
		// The connection outlives this caller, so its leaving must not end it.
		if conn, err = p.open(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
	return fn(conn)
}

func (p *sqlitePool) take(ctx context.Context) (*sqliteConn, error) {
	select {
	case <-p.shut:
		return nil, errClosed
	default:
	}
	select {
	case conn := <-p.free:
		return conn, nil
	default:
	}
	patience := time.NewTimer(queueLimit)
	defer patience.Stop()
	select {
	case conn := <-p.free:
		return conn, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-p.shut:
		return nil, errClosed
	case <-patience.C:
		return nil, explain(busy, errors.New("no reader became free"))
	}
}

// close waits for the connections that are lent and ends them all.
func (p *sqlitePool) close() error {
	var failed error
	p.once.Do(func() {
		close(p.shut)
		for range cap(p.free) {
			if conn := <-p.free; conn != nil {
				failed = errors.Join(failed, conn.close())
			}
		}
	})
	return failed
}
