package sqlite

import (
	"context"
	"errors"
	"sync"
	"time"

	"estante/internal/store/sqlconn"
)

// Pool lends connections to one caller each.
type Pool struct {
	// free holds a place for each connection; one never used yet is nil.
	free chan *Conn
	open func(context.Context) (*Conn, error)
	once sync.Once
	shut chan struct{}
}

// NewPool makes a pool of so many connections, which are opened when they are needed.
func NewPool(size int, open func(context.Context) (*Conn, error)) *Pool {
	pool := &Pool{free: make(chan *Conn, size), open: open, shut: make(chan struct{})}
	for range size {
		pool.free <- nil
	}
	return pool
}

// Use lends a connection to fn.
func (p *Pool) Use(ctx context.Context, fn func(*Conn) error) error {
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

// Lent says whether a caller has a connection.
func (p *Pool) Lent() bool { return len(p.free) < cap(p.free) }

func (p *Pool) take(ctx context.Context) (*Conn, error) {
	select {
	case <-p.shut:
		return nil, sqlconn.ErrClosed
	default:
	}
	select {
	case conn := <-p.free:
		return conn, nil
	default:
	}
	wait := time.NewTimer(sqlconn.QueueLimit)
	defer wait.Stop()
	select {
	case conn := <-p.free:
		return conn, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-p.shut:
		return nil, sqlconn.ErrClosed
	case <-wait.C:
		return nil, sqlconn.Explain(sqlconn.Busy, errors.New("no reader became free"))
	}
}

// Close waits for the connections that are lent and ends them all.
func (p *Pool) Close() error {
	var failed error
	p.once.Do(func() {
		close(p.shut)
		for range cap(p.free) {
			if conn := <-p.free; conn != nil {
				failed = errors.Join(failed, conn.Close())
			}
		}
	})
	return failed
}
