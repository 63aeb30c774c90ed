package store

import (
	"context"
	"log/slog"
	"time"
)

// logKeeper is the writer's part in keeping the log short. Whatever is copied, the
// next write begins the log anew only if nothing at all is left to copy and nobody
// reads from it. The last pages keep the writer for as long as the disk takes, and
// so they wait until nobody wants to write, or until the log has become long.
type logKeeper struct {
	conn   *sqliteConn
	copier *logCopier
	log    *slog.Logger
	// logMax is how many pages are written before they are copied.
	logMax int
	// asked and tried are how long the log was when the copier was last asked,
	// and when the rest was last copied.
	asked, tried int
	copying      bool
	// quiet ends when nobody has written for a while.
	quiet *time.Timer
}

const (
	// logLongest is how long the log may become while others wait to write: 128 MB.
	logLongest = 32000
	// logPatience is how many pages more are written, where somebody reads from a log
	// as long as that, before the rest is copied once more.
	logPatience = 500
	quietTime   = 50 * time.Millisecond
)

func newLogKeeper(conn *sqliteConn, copier *logCopier, logMax int, log *slog.Logger) *logKeeper {
	k := &logKeeper{conn: conn, copier: copier, log: log, logMax: logMax, quiet: time.NewTimer(quietTime)}
	k.quiet.Stop()
	return k
}

// committed has the log copied when enough has been written, and waits where
// it grows faster than that.
func (k *logKeeper) committed() {
	length := k.conn.logLength()
	if length < k.asked {
		// It was begun anew.
		k.asked, k.tried = 0, 0
	}
	switch {
	case k.copying && length-k.asked >= 2*k.logMax:
		<-k.copier.ended
		k.copied()
	case k.copying:
	case length-k.asked >= k.logMax:
		k.asked, k.copying = length, true
		k.copier.wanted <- struct{}{}
	case length >= logLongest && length-k.tried >= logPatience:
		k.finish()
	case length >= k.logMax:
		k.quiet.Reset(quietTime)
	}
}

// copied says that the copier has left the rest.
func (k *logKeeper) copied() {
	k.copying = false
	if k.conn.logLength() >= logLongest {
		k.finish()
		return
	}
	k.quiet.Reset(quietTime)
}

// finish copies what is left.
func (k *logKeeper) finish() {
	if k.copying {
		// Once the copier is ready it will be quiet again.
		return
	}
	logged, err := k.conn.copyLog()
	if err != nil {
		k.log.Error("rest of the log not copied", "error", err)
	}
	k.tried = logged
}

// logCopier copies the log into the file beside the writer, whom thousands of
// scattered pages and the disk would keep from the next batch for a tenth of a
// second.
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
