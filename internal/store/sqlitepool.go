package store

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// sqlitePool lends connections to one caller each.
type sqlitePool struct {
	// free holds a place for each connection; one never used yet is nil.
	free chan *sqliteConn
	open func(context.Context) (*sqliteConn, error)
	once sync.Once
	shut chan struct{}
	// apartness is how many there are for whom nobody may hold on to a state.
	apartness atomic.Int32
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
	defer func() { p.giveBack(conn) }()
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

func (p *sqlitePool) giveBack(conn *sqliteConn) {
	p.free <- conn
	if !p.mayHold() {
		p.letGo()
	}
}

// mayHold says whether a connection may hold on to the state it reads.
func (p *sqlitePool) mayHold() bool { return p.apartness.Load() == 0 }

// apart does something that copies the log while no connection holds on to a state
// but those that are lent, for as long as they are.
func (p *sqlitePool) apart(do func()) {
	p.apartness.Add(1)
	defer p.apartness.Add(-1)
	p.letGo()
	do()
}

// letGo has the connections that nobody uses let go of what they have read.
func (p *sqlitePool) letGo() {
	for range cap(p.free) {
		select {
		case conn := <-p.free:
			if conn != nil {
				_ = conn.letGo() // Whoever asks next tries again, and is told.
			}
			p.free <- conn
		default:
			return
		}
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
