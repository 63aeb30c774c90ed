package store

import (
	"context"
	"log/slog"
	"time"

	sqlitelib "modernc.org/sqlite/lib"
)

// logKeeper is the writer's part in keeping the log short. Whatever is copied, the
// next write begins the log anew only if nothing at all is left to copy and nobody
// reads from it. The last pages keep the writer for as long as the disk takes, and
// so they wait until nobody wants to write, or until the log has become long.
type logKeeper struct {
	conn   *sqliteConn
	copier *logCopier
	log    *slog.Logger
	// A log is copied when so many pages have been written, and is long with so many.
	logSize
	// asked, tried and waited are how long the log was when the copier was last
	// asked, when the writer last tried to copy the rest, and when it last waited
	// for readers.
	asked, tried, waited int
	copying              bool
	// copiedTo is how much of the log had been copied when the copier last ended.
	copiedTo int
	// quiet ends when nobody has written for a while.
	quiet *time.Timer
}

// logSize is how many pages are written before they are copied, and with how many a
// log is long. Others may want to write until then. Where somebody reads from it all
// the time, it becomes twice as long, and then the writer waits for those who read
// now, once for each time it grows so much more.
type logSize struct{ piece, long int }

// The log is copied into the file with 96 MB, or with 24 MB when nobody writes:
// pages that many commits change are then copied once for all of them.
var usualLog = logSize{piece: 24000, long: 32000}

const (
	// logRestMost is how many pages the writer copies itself: the copier has more to
	// do where somebody has long kept it from copying.
	logRestMost = 4 * logRest
	// logPatience is how many pages more are written to a long log before the
	// copier, or the writer, tries again.
	logPatience = 500
	quietTime   = 50 * time.Millisecond
	readersTime = 250 * time.Millisecond
)

func newLogKeeper(conn *sqliteConn, copier *logCopier, size logSize, log *slog.Logger) *logKeeper {
	k := &logKeeper{conn: conn, copier: copier, log: log, logSize: size, quiet: time.NewTimer(quietTime)}
	k.quiet.Stop()
	return k
}

// committed has the log copied when enough has been written, and waits where
// it grows faster than that.
func (k *logKeeper) committed() {
	length := k.conn.logLength()
	if length < k.asked {
		// It was begun anew.
		k.asked, k.tried, k.waited, k.copiedTo = 0, 0, 0, 0
	}
	switch {
	case k.copying && length-k.asked >= 2*k.piece:
		<-k.copier.ended
		k.copied()
	case k.copying:
	case length >= 2*k.long && length-k.waited >= k.long:
		k.waitForReaders(length)
	case length-k.asked >= k.piece, length >= k.long && length-k.asked >= logPatience && k.isFarBehind():
		k.ask()
	case length >= k.long && length-k.tried >= logPatience:
		k.finish()
	case length >= k.piece/4:
		k.quiet.Reset(quietTime)
	}
}

func (k *logKeeper) ask() {
	k.asked, k.copying = k.conn.logLength(), true
	k.copier.wanted <- struct{}{}
}

// isFarBehind says that more is left than the writer should copy.
func (k *logKeeper) isFarBehind() bool { return k.conn.logLength()-k.conn.logCopied() > logRestMost }

// copied says that the copier has left the rest. If it could copy nothing, somebody
// reads from the log, and the next write is early enough to try again.
func (k *logKeeper) copied() {
	k.copying = false
	before := k.copiedTo
	k.copiedTo = k.conn.logCopied()
	switch {
	case k.copiedTo <= before:
	case k.conn.logLength() >= k.long:
		k.finish()
	default:
		k.quiet.Reset(quietTime)
	}
}

// finish copies what is left.
func (k *logKeeper) finish() {
	if k.copying {
		// Once the copier is ready it will be quiet again.
		return
	}
	if k.isFarBehind() {
		k.ask()
		return
	}
	k.copyRest("PASSIVE")
}

// waitForReaders copies everything once those who read now have ended. Whoever comes
// meanwhile reads from the file alone.
func (k *logKeeper) waitForReaders(length int) {
	k.waited = length
	k.conn.setPatience(readersTime)
	defer k.conn.setPatience(usualPatience)
	k.copyRest("RESTART")
}

func (k *logKeeper) copyRest(how string) {
	var err error
	k.copier.readers.apart(func() { _, err = k.conn.copyLog(how) })
	if err != nil {
		k.log.Error("rest of the log not copied", "error", err)
	}
	k.tried = k.conn.logLength()
}

// logCopier copies the log into the file beside the writer, whom thousands of
// scattered pages and the disk would keep from the next batch for a tenth of a
// second.
type logCopier struct {
	open    func(context.Context) (*sqliteConn, error)
	conn    *sqliteConn
	readers *sqlitePool
	log     *slog.Logger
	wanted  chan struct{}
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

func startLogCopier(open func(context.Context) (*sqliteConn, error), readers *sqlitePool, log *slog.Logger) *logCopier {
	c := &logCopier{open: open, readers: readers, log: log, wanted: make(chan struct{}, 1), ended: make(chan struct{}, 1), done: make(chan struct{})}
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
	c.readers.apart(func() { logged, err = c.conn.copyLog("PASSIVE") })
	return logged, err
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
// somebody reads an older state, and says how many pages the log has. A passive
// copy waits for nobody.
func (c *sqliteConn) copyLog(how string) (logged int, err error) {
	rows, err := c.query(context.Background(), "PRAGMA wal_checkpoint("+how+")", nil)
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

// setPatience is how long the connection waits for a lock.
func (c *sqliteConn) setPatience(patience time.Duration) {
	sqlitelib.Xsqlite3_busy_timeout(c.tls, c.db, int32(patience.Milliseconds())) //nolint:gosec // Seconds.
}
