// Package store is the memory of Estante: one set of SQL questions that two
// engines answer. A folder of one's own is an SQLite file; an address is a
// PostgreSQL server that any number of processes share. What differs between
// the two is in dialect.go and in the files named after them; the nouns know neither.
package store

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"log/slog"
	"runtime"
	"strings"
	"time"

	"estante/internal/core"
	"estante/internal/store/sqlite"
)

// Options say where the memory is and how much of it may be used at once.
type Options struct {
	// URL is the address of a PostgreSQL database; empty means SQLite.
	URL string
	// Dir is the folder of the SQLite file.
	Dir string
	// Now is the clock; nil is the machine's.
	Now func() time.Time
	// Log gets what an operator should know; nil keeps quiet.
	Log *slog.Logger
	// Readers and Writers are how many connections may read and, on
	// PostgreSQL, write at once. Zero suits the machine.
	Readers int
	Writers int
	// BeforeMigrate runs before the schema of a database with data changes:
	// the moment for a backup. Its error stops the change.
	BeforeMigrate func(ctx context.Context, db *DB) error
	// SyncLater acknowledges a commit before the disk has it. A power cut then
	// takes the last ones, whole: that is for what can be made again from nothing.
	SyncLater bool
	// LeaveSchema opens the database as it is, without migrating it.
	LeaveSchema bool

	// steps are the migrations; tests put broken ones in their place.
	steps fs.FS
	// readLimit takes the place of the constant; tests do not wait that long.
	readLimit time.Duration
	// beforeCommit runs between the last statement of a write and its commit,
	// with the number of the server's process; tests cause trouble there.
	beforeCommit func(backend uint32)
	// logSize is how long SQLite's log becomes, and quiet tells of quiet moments in which
	// it is given back, idle of those in which the file is; tests need less for the same,
	// and no clock.
	logSize     sqlite.LogSize
	quiet, idle <-chan time.Time
}

// The limits of what one caller can ask of the memory.
const (
	// writeLimit is how long a write may take once it has begun.
	writeLimit = 10 * time.Second
	// readLimit is how long a read may take, and snapshotLimit how long a snapshot, which
	// may be a backup of everything. Both end with their caller.
	readLimit     = 10 * time.Second
	snapshotLimit = time.Hour
	// snapshotsMax is how many snapshots may be open at once. They have
	// connections of their own, so that a long backup takes none from readers.
	snapshotsMax = 3
)

// DB is an open memory. It is safe for any number of goroutines.
type DB struct {
	engine  engine
	dialect *dialect
	hub     *hub
	options Options
}

var _ core.Store = (*DB)(nil)

// engine is what SQLite and PostgreSQL do each in their own way.
type engine interface {
	read(ctx context.Context, fn func(*tx) error) error
	snapshot(ctx context.Context, fn func(*tx) error) error
	write(ctx context.Context, fn func(*tx) error) error
	// generation is zero where it cannot be known now.
	generation(ctx context.Context) core.Generation
	generationOfPeople(now core.Generation) core.Generation
	// contention is how many callers have written lately besides work in the background.
	contention() core.Contention
	// load runs fn in one transaction as long as it takes; no other caller uses
	// the database meanwhile.
	load(ctx context.Context, fn func(*tx) error) error
	// listen returns when committed events reach the hub.
	listen(ctx context.Context) error
	// migrating runs fn while no other process changes the schema.
	migrating(ctx context.Context, fn func(*sql.DB) error) error
	close() error
}

// Open opens the memory and brings its schema up to date.
func Open(ctx context.Context, options Options) (*DB, error) {
	options = options.withDefaults()
	db := &DB{hub: newHub(), options: options}
	var err error
	if options.URL == "" {
		db.dialect = sqliteDialect
		db.engine, err = openSQLite(ctx, options, db.hub)
	} else {
		db.dialect = postgresDialect
		db.engine, err = openPostgres(ctx, options, db.hub)
	}
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if options.LeaveSchema {
		return db, nil
	}
	if err := db.Migrate(ctx); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("migrate database: %w", err)
	}
	return db, nil
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.steps == nil {
		o.steps = migrations
	}
	if o.readLimit == 0 {
		o.readLimit = readLimit
	}
	processors := runtime.GOMAXPROCS(0)
	if o.Readers <= 0 {
		o.Readers = min(max(2, processors), 4)
		if o.URL != "" {
			o.Readers = 2 * o.Readers
		}
	}
	if o.Writers <= 0 {
		o.Writers = max(8, 2*processors)
	}
	return o
}

// Close ends every connection. Writes that have begun are finished first.
func (db *DB) Close() error {
	db.hub.close()
	if err := db.engine.close(); err != nil {
		return fmt.Errorf("close database: %w", err)
	}
	return nil
}

// Engine names the engine, for logs and people who operate it.
func (db *DB) Engine() string { return db.dialect.name }

// Read implements core.Store.
func (db *DB) Read(ctx context.Context, fn func(core.Tx) error) error {
	return db.engine.read(ctx, func(t *tx) error { return fn(t) })
}

// Snapshot implements core.Store.
func (db *DB) Snapshot(ctx context.Context, fn func(core.Tx) error) error {
	return db.engine.snapshot(ctx, func(t *tx) error { return fn(t) })
}

// Write implements core.Store.
func (db *DB) Write(ctx context.Context, fn func(core.Tx) error) error {
	return db.engine.write(ctx, func(t *tx) error { return fn(t) })
}

// SharesCommits implements core.Store.
func (db *DB) SharesCommits() bool { return db.dialect.oneAtATime }

// Contention implements core.Store.
func (db *DB) Contention() core.Contention { return db.engine.contention() }

// Generation implements core.Store.
func (db *DB) Generation(ctx context.Context) core.Generation { return db.engine.generation(ctx) }

// GenerationOfPeople implements core.Store.
func (db *DB) GenerationOfPeople(now core.Generation) core.Generation {
	return db.engine.generationOfPeople(now)
}

// Now implements core.Store.
func (db *DB) Now() time.Time { return instant(db.options.Now()) }

// Ping implements core.Store.
func (db *DB) Ping(ctx context.Context) error {
	return db.engine.read(ctx, func(t *tx) error {
		_, err := one(t, scanInt, "SELECT 1")
		return err
	})
}

// Events implements core.Store. The first call of deliver has no events:
// it says that from now on none is missed.
func (db *DB) Events(ctx context.Context, deliver func([]core.Event)) error {
	if err := db.engine.listen(ctx); err != nil {
		return err
	}
	return db.hub.follow(ctx, deliver)
}

// IsPostgres says whether an address is one of a PostgreSQL database.
func IsPostgres(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}
