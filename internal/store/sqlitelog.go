package store

import (
	"context"
	"log/slog"

	"modernc.org/libc"
	sqlitelib "modernc.org/sqlite/lib"
)

// logCopier copies the log into the file beside the writer, whom thousands of
// scattered pages and the disk would keep from the next batch for a tenth of a
// second. Only the writer can use the log from its beginning again, when all of it
// has been copied, and so it copies the last few pages itself.
type logCopier struct {
	open   func(context.Context) (*sqliteConn, error)
	conn   *sqliteConn
	log    *slog.Logger
	wanted chan struct{}
	// ended says after each time that the rest is the writer's.
	ended chan struct{}
	done  chan struct{}
}

const (
	// logRest is how many pages may be left to the writer, and logRounds how
	// often the copier runs after a writer that is about as fast.
	logRest   = 400
	logRounds = 6
)

func startLogCopier(open func(context.Context) (*sqliteConn, error), log *slog.Logger) *logCopier {
	c := &logCopier{open: open, log: log, wanted: make(chan struct{}, 1), ended: make(chan struct{}, 1), done: make(chan struct{})}
	go c.run()
	return c
}

func (c *logCopier) run() {
	defer close(c.done)
	for range c.wanted {
		c.copy()
		c.ended <- struct{}{}
	}
}

// copy follows the writer until hardly anything is left.
func (c *logCopier) copy() {
	before := 0
	for range logRounds {
		logged, err := c.round()
		if err != nil {
			c.log.Error("log not copied", "error", err)
			return
		}
		if logged-before <= logRest {
			return
		}
		before = logged
	}
}

func (c *logCopier) round() (logged int, err error) {
	if c.conn == nil {
		if c.conn, err = c.open(context.Background()); err != nil {
			return 0, err
		}
	}
	return c.conn.copyLog()
}

func (c *logCopier) close() error {
	close(c.wanted)
	<-c.done
	if c.conn == nil {
		return nil
	}
	return c.conn.close()
}

// copyLog copies what nobody needs the log for any more, which is little where
// somebody reads an older state, and says how many pages the log has.
func (c *sqliteConn) copyLog() (logged int, err error) {
	rows, err := c.query(context.Background(), "PRAGMA wal_checkpoint(PASSIVE)", nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }()
	busy, copied := 0, 0
	if rows.Next() {
		err = rows.Scan(&busy, &logged, &copied)
	}
	if err == nil {
		err = rows.Err()
	}
	return logged, err
}

// pagesWritten is how many pages were written to the log by way of the
// connection since it was asked last.
func (c *sqliteConn) pagesWritten() int {
	const size = 4
	at := libc.Xcalloc(c.tls, 2, size)
	if at == 0 {
		return 0
	}
	defer libc.Xfree(c.tls, at)
	sqlitelib.Xsqlite3_db_status(c.tls, c.db, sqlitelib.SQLITE_DBSTATUS_CACHE_WRITE, at, at+size, 1)
	return int(libc.AtomicLoadPInt32(at))
}
