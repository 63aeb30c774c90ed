package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"estante/internal/core"
	"estante/internal/store/sqlconn"
	"estante/internal/store/sqlite"
)

// FileName is the name of the SQLite file in its folder.
const FileName = sqlite.FileName

// sqliteEngine keeps everything in one file: one connection writes, a few
// read, and none ever waits for another to finish reading.
type sqliteEngine struct {
	file        sqlite.File
	options     Options
	readers     *sqlite.Pool
	snapshots   *sqlite.Pool
	generations *sqlite.Generations
	writer      *writer
	hub         *hub
	// owed is how many rows of search indexes the writer has not joined; see search.go.
	owed map[string]int

	checkpointer *sqlite.Checkpointer
	once         sync.Once
}

func openSQLite(ctx context.Context, options Options, hub *hub) (*sqliteEngine, error) {
	file, err := sqlite.Prepare(options.Dir, options.SyncLater)
	if err != nil {
		return nil, err
	}
	own, err := file.Writer(ctx)
	if err != nil {
		return nil, err
	}
	e := &sqliteEngine{
		file: file, options: options, hub: hub, owed: map[string]int{}, generations: sqlite.NewGenerations(file),
		readers:   sqlite.NewPool(options.Readers, file.Reader),
		snapshots: sqlite.NewPool(snapshotsMax, file.LongReader),
	}
	e.writer = startWriter(&writer{conn: own, begin: e.begin, generations: e.generations, hub: hub, log: options.Log})
	e.checkpointer = sqlite.StartCheckpointer(file, sqlite.CheckpointerOptions{
		Log: options.Log, Size: options.logSize, Writer: own, Gate: &e.writer.gate, Held: e.snapshots.Lent,
		Commits: e.writer.commits, Quiet: options.quiet, Idle: options.idle,
	})
	return e, nil
}

// migrating runs fn on a connection that changes the schema.
func (e *sqliteEngine) migrating(ctx context.Context, fn func(*sql.DB) error) error {
	// The change is made by another connection, but not by another process.
	defer e.writer.adopt()
	return e.file.Migrating(ctx, fn)
}

// begin makes the transaction of one closure on a connection.
func (e *sqliteEngine) begin(ctx context.Context, conn *sqlite.Conn) *tx {
	now := instant(e.options.Now())
	return &tx{ctx: ctx, conn: conn, dialect: sqliteDialect, now: now, known: &knownRows{}, owed: e.owed}
}

func (e *sqliteEngine) read(ctx context.Context, fn func(*tx) error) error {
	return e.lend(ctx, e.readers, e.options.readLimit, func(t *tx, _ *sqlite.Conn) error {
		t.counts, t.answers = e.hub.counts, e.hub.answers
		return t.outcome(fn(t))
	})
}

func (e *sqliteEngine) snapshot(ctx context.Context, fn func(*tx) error) error {
	return e.lend(ctx, e.snapshots, snapshotLimit, func(t *tx, conn *sqlite.Conn) error {
		// The first question, and not BEGIN, is what fixes the state that is read.
		for _, query := range []string{"BEGIN", "SELECT 1 FROM sqlite_schema LIMIT 1"} {
			if err := conn.Do(t.ctx, query); err != nil {
				return sqlconn.Explain(sqlite.Classify(err), err)
			}
		}
		t.long = true
		return t.outcome(fn(t))
	})
}

// lend lets fn read on a connection of a pool. What it asks ends when its caller
// leaves, or after a while.
func (e *sqliteEngine) lend(
	ctx context.Context, pool *sqlite.Pool, limit time.Duration, fn func(*tx, *sqlite.Conn) error,
) error {
	return pool.Use(ctx, func(conn *sqlite.Conn) error {
		limited, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		release := conn.Watch(limited)
		defer func() {
			release()
			if conn.InTransaction() {
				conn.Rollback()
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

func (e *sqliteEngine) contention() core.Contention { return e.writer.contention() }

func (e *sqliteEngine) generationOfPeople(now core.Generation) core.Generation {
	return core.Generation(e.generations.OfPeople(int64(now)))
}

func (e *sqliteEngine) generation(ctx context.Context) core.Generation {
	generation, err := e.generations.Now(ctx)
	if err != nil {
		return 0
	}
	return core.Generation(generation)
}

// listen has nothing to wait for: the writer feeds the hub.
func (e *sqliteEngine) listen(context.Context) error { return nil }

func (e *sqliteEngine) close() (err error) {
	e.once.Do(func() {
		e.checkpointer.Close()
		err = errors.Join(e.writer.close(), e.generations.Close(), e.readers.Close(), e.snapshots.Close())
	})
	return err
}
