package sqlite

import (
	"cmp"
	"context"
	"log/slog"
	"time"
)

// Checkpointer copies SQLite's log into the file, in a goroutine and on a connection
// of its own, so that no commit has to wait for thousands of scattered pages.
type Checkpointer struct {
	file File
	CheckpointerOptions
	stop chan struct{}
	done chan struct{}
	// copied is how long the log was when it was last copied, and tried when it could not
	// be ended: while a reader still needs an older state, either would be in vain.
	copied, tried int64
	// shrinkAt is when the file may be made smaller again after it could not be.
	shrinkAt time.Time
}

// CheckpointerOptions say when the log is copied.
type CheckpointerOptions struct {
	Log  *slog.Logger
	Size LogSize
	// Writer is the connection that writes, and Gate is held while it is used. It is this
	// one that ends the log: to every other connection that looks like another one's
	// commit, and the writer has to tell what other processes have changed.
	Writer *Conn
	Gate   *Gate
	// Held says that a reader keeps a state for long, for a backup or a report: meanwhile
	// the log can hardly be ended, and the writer would wait in vain.
	Held func() bool
	// Commits says that something was committed, Quiet that nothing was for a while, and
	// Idle that nothing was for long; nil is by the clock.
	Commits     <-chan struct{}
	Quiet, Idle <-chan time.Time
}

// LogSize is how many pages are written before they are copied, and with how many the
// log is ended, so that the next commit writes over it from its beginning: the writer
// waits for the copying of the rest, and for readers of the log.
type LogSize struct{ Piece, Long int64 }

const (
	// quietTime is after how long without a commit the log is given back to the disk.
	quietTime = time.Second
	// readersTime is how long the end of the log waits for readers, and the writer with
	// it, at first; it is four times as long whenever the log has grown by as much again,
	// up to readersTimeMax.
	readersTime    = 20 * time.Millisecond
	readersTimeMax = 500 * time.Millisecond
	// heldMax is how many times long a log may become while a reader keeps a state.
	heldMax = 20
	// logKept is the size of the log's file that is kept when it is begun anew.
	logKept = 16 << 20
)

// UsualLog is 4 MB at a time, and 12 in all.
var UsualLog = LogSize{Piece: 1000, Long: 3000}

// StartCheckpointer begins to copy the log of a file. A size of zero is the usual one.
func StartCheckpointer(file File, options CheckpointerOptions) *Checkpointer {
	c := &Checkpointer{file: file, CheckpointerOptions: options, stop: make(chan struct{}), done: make(chan struct{})}
	c.Size = cmp.Or(c.Size, UsualLog)
	go c.run()
	return c
}

func (c *Checkpointer) run() {
	defer close(c.done)
	timer, idle := time.NewTimer(quietTime), time.NewTimer(idleTime)
	defer timer.Stop()
	defer idle.Stop()
	conn, err := c.file.connect(context.Background(), "query_only(1)")
	for err != nil {
		// Without a connection the log would grow for ever: it is asked for again.
		c.Log.Error("log not copied", "error", err)
		select {
		case <-timer.C:
			timer.Reset(quietTime)
		case <-c.stop:
			return
		}
		conn, err = c.file.connect(context.Background(), "query_only(1)")
	}
	defer func() { _ = conn.Close() }()
	for {
		if c.Quiet != nil {
			timer.Stop()
			idle.Stop()
		}
		if c.tried > 0 {
			// A reader uses the log, and may be the last to do anything for long.
			timer.Reset(quietTime)
		}
		select {
		case <-c.Commits:
			err = c.follow(conn)
			timer.Reset(quietTime)
			idle.Reset(idleTime)
		case <-timer.C:
			err = c.giveBack(conn)
		case <-c.Quiet:
			err = c.giveBack(conn)
		case <-idle.C:
			err = c.shrink(conn)
		case <-c.Idle:
			err = c.shrink(conn)
		case <-c.stop:
			return
		}
		if err != nil {
			c.Log.Error("log not copied", "error", err)
		}
	}
}

// follow copies a piece of the log if there is one to copy, and ends a long log.
func (c *Checkpointer) follow(conn *Conn) error {
	log, err := conn.checkpoint("NOOP")
	if log.pages < c.copied {
		// It was begun anew.
		c.copied, c.tried = 0, 0
	}
	if err != nil || log.pages-max(log.copied, c.copied) < c.Size.Piece {
		return err
	}
	if log, err = conn.checkpoint("PASSIVE"); err != nil {
		return err
	}
	c.copied = log.pages
	if log.pages-c.tried < c.Size.Long {
		return nil
	}
	return c.end("RESTART", log.pages, WaitForReaders(log.pages, c.Size.Long))
}

// WaitForReaders is how long the end of a log of so many pages waits for readers, when it
// is long with so many: the longer it has become, the more it is worth.
func WaitForReaders(pages, long int64) time.Duration {
	wait := readersTime
	for ; pages >= 2*long && wait < readersTimeMax; pages -= long {
		wait *= 4
	}
	return min(wait, readersTimeMax)
}

// giveBack copies the log, which a long reader may have kept until now, and gives it
// back to the disk.
func (c *Checkpointer) giveBack(conn *Conn) error {
	log, err := conn.checkpoint("PASSIVE")
	if err != nil {
		return err
	}
	return c.end("TRUNCATE", log.pages, readersTime)
}

// end copies what is left of the log while the writer waits. A log that is kept from its
// end anyway keeps the writer waiting only once it has become heldMax times long: one
// report after the other must not have it grow without end.
func (c *Checkpointer) end(how string, pages int64, wait time.Duration) error {
	if c.Held() && pages < heldMax*c.Size.Long {
		c.copied, c.tried = pages, pages
		return nil
	}
	c.Gate.Lock()
	defer c.Gate.Unlock()
	c.Writer.db.SetBusyTimeout(wait)
	defer c.Writer.db.SetBusyTimeout(busyTimeout)
	log, err := c.Writer.checkpoint(how)
	if c.copied, c.tried = 0, 0; log.busy {
		c.copied, c.tried = log.pages, log.pages
	}
	return err
}

// Close ends the copying.
func (c *Checkpointer) Close() {
	close(c.stop)
	<-c.done
}

// logState is how many pages the log has and how many of them are in the file, and
// whether a reader or a writer prevented the rest.
type logState struct {
	busy          bool
	pages, copied int64
}

// checkpoint copies the log in one of SQLite's ways. A log that a reader still uses
// is copied as far as the reader allows.
func (c *Conn) checkpoint(how string) (log logState, err error) {
	rows, err := c.Query(context.Background(), "PRAGMA wal_checkpoint("+how+")", nil)
	if err != nil {
		return log, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() && err == nil {
		err = rows.Scan(&log.busy, &log.pages, &log.copied)
	}
	if err == nil {
		err = rows.Err()
	}
	return log, err
}
