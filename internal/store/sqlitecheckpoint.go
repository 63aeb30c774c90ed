package store

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// checkpointer copies SQLite's log into the file, in a goroutine and on a connection
// of its own, so that no commit has to wait for thousands of scattered pages.
type checkpointer struct {
	open func(context.Context) (*sqliteConn, error)
	log  *slog.Logger
	size logSize
	// gate is held by the writer while it writes, and while the log is ended.
	gate *sync.Mutex
	// commits says that something was committed, and quiet that nothing was for a while.
	commits <-chan struct{}
	quiet   <-chan time.Time
	stop    chan struct{}
	done    chan struct{}
	// tried is how long the log was when it could last not be ended.
	tried int64
}

// logSize is how many pages are written before they are copied, and with how many the
// log is ended, so that the next commit writes over it from its beginning: the writer
// waits for the copying of the rest, and for those who read from it.
type logSize struct{ piece, long int64 }

const (
	// quietTime is after how long without a commit the log is given back to the disk.
	quietTime = time.Second
	// readersTime is how long the end of the log waits for readers. Those who read a
	// state for long, a backup for instance, keep the log growing meanwhile.
	readersTime = 100 * time.Millisecond
	// logKept is the size of the log's file that is kept when it is begun anew.
	logKept = 16 << 20
)

var usualLog = logSize{piece: 1000, long: 3000}

func startCheckpointer(c checkpointer) *checkpointer {
	c.stop, c.done = make(chan struct{}), make(chan struct{})
	go c.run()
	return &c
}

func (c *checkpointer) run() {
	defer close(c.done)
	conn, err := c.open(context.Background())
	if err != nil {
		c.log.Error("log not copied", "error", err)
		return
	}
	defer func() { _ = conn.close() }()
	timer := time.NewTimer(quietTime)
	defer timer.Stop()
	quiet := c.quiet
	if quiet == nil {
		quiet = timer.C
	}
	for {
		select {
		case <-c.commits:
			err = c.follow(conn)
			timer.Reset(quietTime)
		case <-quiet:
			err = c.end(conn, "TRUNCATE")
		case <-c.stop:
			return
		}
		if err != nil {
			c.log.Error("log not copied", "error", err)
		}
	}
}

// follow copies a piece of the log if there is one to copy, and ends a long log.
func (c *checkpointer) follow(conn *sqliteConn) error {
	state, err := conn.checkpoint("NOOP")
	if err != nil || state.logged-state.copied < c.size.piece {
		return err
	}
	if state, err = conn.checkpoint("PASSIVE"); err != nil || state.logged < c.size.long {
		c.tried = 0
		return err
	}
	if state.logged-c.tried < c.size.piece {
		return nil
	}
	return c.end(conn, "RESTART")
}

// end copies what is left of the log while nobody writes.
func (c *checkpointer) end(conn *sqliteConn, how string) error {
	c.gate.Lock()
	defer c.gate.Unlock()
	state, err := conn.checkpoint(how)
	c.tried = state.logged
	return err
}

func (c *checkpointer) close() {
	close(c.stop)
	<-c.done
}

// logState is how many pages the log has and how many of them are in the file.
type logState struct{ logged, copied int64 }

// checkpoint copies the log in one of SQLite's ways. A log that somebody still reads
// from is copied as far as that goes.
func (c *sqliteConn) checkpoint(how string) (state logState, err error) {
	rows, err := c.query(context.Background(), "PRAGMA wal_checkpoint("+how+")", nil)
	if err != nil {
		return state, err
	}
	defer func() { _ = rows.Close() }()
	var busy int64
	for rows.Next() && err == nil {
		err = rows.Scan(&busy, &state.logged, &state.copied)
	}
	if err == nil {
		err = rows.Err()
	}
	return state, err
}
