package store

import (
	"context"
	"errors"
	"sync"
	"time"
)

// sqlitePool lends connections to one caller each.
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
