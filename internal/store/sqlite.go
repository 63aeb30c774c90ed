package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"estante/internal/inventory"
)

// FileName is the name of the SQLite file in its folder.
const FileName = "estante.db"

// sqliteEngine keeps everything in one file: one connection writes, a few
// read, and none ever waits for another to finish reading.
type sqliteEngine struct {
	path      string
	options   Options
	readers   *sqlitePool
	snapshots *sqlitePool
	editions  *sqliteEditions
	writer    *writer
	hub       *hub
}

// usualPatience is for the moments when another process (a command) writes.
const usualPatience = 5 * time.Second

// sqlitePragmas hold for every connection. The log keeps the place that it needs
// while many write: giving it back takes as long as a hundred of them.
var sqlitePragmas = []string{
	fmt.Sprintf("busy_timeout(%d)", usualPatience.Milliseconds()), "journal_mode(wal)", "wal_autocheckpoint(4000)", "temp_store(memory)", "cache_size(-16000)",
	"journal_size_limit(142606336)", "trusted_schema(0)",
}

// ownPragmas are those of the writer, whose log is copied for it. A change of stock
// touches a dozen pages, of which most are those of others as well: it has room for
// more of them than those who read.
var ownPragmas = []string{"foreign_keys(1)", "wal_autocheckpoint(0)", "cache_size(-64000)"}

// How sure a commit is of the disk. FULL syncs the log at each one, so that what
// was acknowledged survives a power cut. NORMAL does so when the log is copied
// into the file, and so at the latest when that is closed; whoever can wait so
// long fills a database, and has more of it in memory and copies less often.
var (
	syncEach  = []string{"synchronous(full)"}
	syncLater = []string{"synchronous(normal)", "cache_size(-128000)"}
)

// pragmas are the settings of a connection, with some of its own.
func (e *sqliteEngine) pragmas(own ...string) []string {
	sync := syncEach
	if e.options.SyncLater {
		sync = syncLater
	}
	return slices.Concat(sqlitePragmas, own, sync)
}

func (e *sqliteEngine) logSize() logSize {
	if (e.options.logSize != logSize{}) {
		return e.options.logSize
	}
	return usualLog
}

func openSQLite(ctx context.Context, options Options, hub *hub) (*sqliteEngine, error) {
	path, err := prepareFile(options.Dir)
	if err != nil {
		return nil, err
	}
	engine := &sqliteEngine{path: path, options: options, hub: hub}
	first, err := engine.connect(ctx, ownPragmas...)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	if err := first.watchPeople(); err != nil {
		return nil, errors.Join(err, first.close())
	}
	readOnly := func(ctx context.Context) (*sqliteConn, error) {
		return engine.connect(ctx, "query_only(1)")
	}
	if !options.SyncLater {
		if err := first.bufferLog(ctx); err != nil {
			return nil, errors.Join(fmt.Errorf("open the log of %s: %w", path, err), first.close())
		}
	}
	engine.readers = newSQLitePool(options.Readers, func(ctx context.Context) (*sqliteConn, error) {
		conn, err := readOnly(ctx)
		if err == nil {
			conn.mayHold = engine.readers.mayHold
		}
		return conn, err
	})
	engine.snapshots = newSQLitePool(snapshotsMax, readOnly)
	engine.editions = &sqliteEditions{open: readOnly}
	engine.writer = startWriter(first, engine.begin, engine.editions, hub, options.Log, startLogCopier(readOnly, engine.readers, options.Log), engine.logSize())
	return engine, nil
}

// prepareFile makes the folder and the file before the engine does, so that
// neither is ever readable by anybody but its owner. The log beside the file
// takes over the file's mode.
func prepareFile(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	path, err := filepath.Abs(filepath.Join(dir, FileName))
	if err != nil {
		return "", err
	}
	return path, createPrivate(path)
}

// creating is held while a file is made: closing any handle of a file drops
// the locks this process holds on it, so none may be opened before that.
var creating sync.Mutex

// createPrivate makes an empty file for its owner alone, unless it is there.
func createPrivate(path string) error {
	creating.Lock()
	defer creating.Unlock()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // The operator chose the folder.
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// address is the file as database/sql's driver wants it, for the tool that
// changes the schema.
func (e *sqliteEngine) address(more string) string {
	query := "_txlock=immediate&_dqs=0"
	for _, pragma := range e.pragmas(more) {
		query += "&_pragma=" + pragma
	}
	file := url.URL{Scheme: "file", Path: filepath.ToSlash(e.path), RawQuery: query}
	return file.String()
}

// connectTries bounds how often a connection is opened in vain. While another
// process makes a new file a log-keeping one, SQLite refuses at once instead of
// waiting its timeout.
const connectTries = 50

// connect opens one connection that stays open, with some settings of its own.
func (e *sqliteEngine) connect(ctx context.Context, own ...string) (*sqliteConn, error) {
	for try := 1; ; try++ {
		conn, err := openSQLiteConn(ctx, e.path, e.pragmas(own...))
		if err == nil {
			return conn, nil
		}
		if kind := classifySQLite(err); kind != busy || try == connectTries || pause(ctx, 20*time.Millisecond) != nil {
			return nil, explain(kind, err)
		}
	}
}

// begin makes the transaction of one closure on a connection.
func (e *sqliteEngine) begin(ctx context.Context, conn *sqliteConn) *tx {
	return &tx{ctx: ctx, conn: conn, dialect: sqliteDialect, now: instant(e.options.Now()), known: &knownRows{}}
}

func (e *sqliteEngine) read(ctx context.Context, fn func(*tx) error) error {
	return e.readers.use(ctx, func(conn *sqliteConn) error {
		// Watching for a caller who leaves costs the driver a third of a short
		// statement, so that is noticed between statements. What takes long
		// is asked of a snapshot, which is interrupted.
		t := e.begin(context.WithoutCancel(ctx), conn)
		t.caller, t.readOnly, t.counts, t.answers = ctx, true, e.hub.counts, e.hub.answers
		return t.outcome(fn(t))
	})
}

func (e *sqliteEngine) snapshot(ctx context.Context, fn func(*tx) error) error {
	return e.snapshots.use(ctx, func(conn *sqliteConn) error {
		// The first question, and not BEGIN, is what fixes the state that is read.
		defer conn.rollback()
		for _, query := range []string{"BEGIN", "SELECT 1 FROM sqlite_schema LIMIT 1"} {
			if err := conn.do(ctx, query); err != nil {
				return explain(classifySQLite(err), err)
			}
		}
		t := e.begin(ctx, conn)
		t.readOnly = true
		return t.outcome(fn(t))
	})
}

func (e *sqliteEngine) write(ctx context.Context, fn func(*tx) error) error {
	return e.writer.write(ctx, writeLimit, fn)
}

func (e *sqliteEngine) load(ctx context.Context, fn func(*tx) error) error {
	return e.writer.write(ctx, 0, fn)
}

func (e *sqliteEngine) company() inventory.Company { return e.writer.company() }

func (e *sqliteEngine) editionOfPeople(now inventory.Edition) inventory.Edition {
	return e.editions.ofPeople(now)
}

func (e *sqliteEngine) edition(ctx context.Context) inventory.Edition {
	edition, err := e.editions.now(ctx)
	if err != nil {
		return 0
	}
	return inventory.Edition(edition)
}

// listen has nothing to wait for: the writer feeds the hub.
func (e *sqliteEngine) listen(context.Context) error { return nil }

func (e *sqliteEngine) close() error {
	err := e.writer.close()
	return errors.Join(err, e.editions.close(), e.readers.close(), e.snapshots.close())
}
