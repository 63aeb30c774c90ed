package store

import (
	"cmp"
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

	"estante/internal/core"
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

	checkpointer *checkpointer
	once         sync.Once
}

// usualPatience is for the moments when another process (a command) writes.
const usualPatience = 5 * time.Second

// sqlitePragmas hold for every connection.
var sqlitePragmas = []string{
	"journal_mode(wal)", "wal_autocheckpoint(4000)", "temp_store(memory)", "cache_size(-16000)",
	fmt.Sprintf("journal_size_limit(%d)", logKept), "trusted_schema(0)",
}

// ownPragmas are those of the writer, whose log is copied for it. A change of stock
// touches a dozen pages, of which most are those of others as well: it has room for
// more of them than those who read.
var ownPragmas = []string{"foreign_keys(1)", "wal_autocheckpoint(0)", "cache_size(-64000)"}

// readPragmas are those of connections that only read. They look at the file where the
// system has it in memory: SQLite's own cache of pages, as the driver compiles it, is
// one for all connections of the process, and every page takes its lock.
var readPragmas = []string{"query_only(1)", "mmap_size(1073741824)"}

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
	if err := first.watchChanges(); err != nil {
		return nil, errors.Join(err, first.close())
	}
	readOnly := func(ctx context.Context) (*sqliteConn, error) { return engine.connect(ctx, readPragmas...) }
	engine.readers = newSQLitePool(options.Readers, readOnly)
	engine.snapshots = newSQLitePool(snapshotsMax, readOnly)
	engine.editions = &sqliteEditions{open: readOnly}
	engine.writer = startWriter(&writer{conn: first, begin: engine.begin, editions: engine.editions, hub: hub, log: options.Log})
	engine.checkpointer = startCheckpointer(checkpointer{
		open: engine.connectCheckpointer, log: options.Log, size: cmp.Or(options.logSize, usualLog), quiet: options.quiet,
		gate: &engine.writer.gate, commits: engine.writer.commits,
	})
	return engine, nil
}

// connectCheckpointer opens a connection that waits for others no longer than they
// can wait for it.
func (e *sqliteEngine) connectCheckpointer(ctx context.Context) (*sqliteConn, error) {
	conn, err := e.connect(ctx, "query_only(1)")
	if err == nil {
		conn.db.SetBusyTimeout(readersTime)
	}
	return conn, err
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
	query := fmt.Sprintf("_txlock=immediate&_dqs=0&_pragma=busy_timeout(%d)", usualPatience.Milliseconds())
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
	return e.lend(ctx, e.readers, e.options.readLimit, func(t *tx, _ *sqliteConn) error {
		t.counts, t.answers = e.hub.counts, e.hub.answers
		return t.outcome(fn(t))
	})
}

func (e *sqliteEngine) snapshot(ctx context.Context, fn func(*tx) error) error {
	return e.lend(ctx, e.snapshots, snapshotLimit, func(t *tx, conn *sqliteConn) error {
		// The first question, and not BEGIN, is what fixes the state that is read.
		for _, query := range []string{"BEGIN", "SELECT 1 FROM sqlite_schema LIMIT 1"} {
			if err := conn.do(t.ctx, query); err != nil {
				return explain(classifySQLite(err), err)
			}
		}
		return t.outcome(fn(t))
	})
}

// lend lets fn read on a connection of a pool. What it asks ends when its caller
// leaves, or after a while.
func (e *sqliteEngine) lend(ctx context.Context, pool *sqlitePool, limit time.Duration, fn func(*tx, *sqliteConn) error) error {
	return pool.use(ctx, func(conn *sqliteConn) error {
		limited, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		release := conn.watch(limited)
		defer func() {
			release()
			if conn.inTransaction() {
				conn.rollback()
			}
		}()
		t := e.begin(limited, conn)
		t.caller, t.readOnly = limited, true
		return fn(t, conn)
	})
}

func (e *sqliteEngine) write(ctx context.Context, fn func(*tx) error) error {
	return e.writer.write(ctx, writeLimit, fn)
}

func (e *sqliteEngine) load(ctx context.Context, fn func(*tx) error) error {
	return e.writer.write(ctx, 0, fn)
}

func (e *sqliteEngine) company() core.Company { return e.writer.company() }

func (e *sqliteEngine) editionOfPeople(now core.Edition) core.Edition {
	return e.editions.ofPeople(now)
}

func (e *sqliteEngine) edition(ctx context.Context) core.Edition {
	edition, err := e.editions.now(ctx)
	if err != nil {
		return 0
	}
	return core.Edition(edition)
}

// listen has nothing to wait for: the writer feeds the hub.
func (e *sqliteEngine) listen(context.Context) error { return nil }

func (e *sqliteEngine) close() (err error) {
	e.once.Do(func() {
		e.checkpointer.close()
		err = errors.Join(e.writer.close(), e.editions.close(), e.readers.close(), e.snapshots.close())
	})
	return err
}
