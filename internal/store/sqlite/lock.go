package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // The driver named "sqlite", for the tool that changes the schema.

	"estante/internal/store/sqlconn"
)

// Migrating runs fn, on a connection of its own, under a lock that every process
// opening this folder respects: the write lock of a small file beside the database,
// which the operating system frees when its holder dies. Foreign keys are off on the connection that
// changes the schema, because SQLite rebuilds tables to change them; they are
// all checked before the lock is given back.
func (f File) Migrating(ctx context.Context, fn func(*sql.DB) error) error {
	unlock, err := lockFile(ctx, f.path+".migrating")
	if err != nil {
		return fmt.Errorf("wait for another process to migrate: %w", err)
	}
	defer unlock()
	db, err := sql.Open("sqlite", f.address("foreign_keys(0)"))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	if err := fn(db); err != nil {
		return err
	}
	return checkReferences(ctx, db)
}

func checkReferences(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, "SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	if rows.Next() {
		var table string
		if err := rows.Scan(&table); err != nil {
			return err
		}
		return fmt.Errorf("a row of %s refers to one that is not there", table)
	}
	return rows.Err()
}

// lockWait is how long a starting process waits for another one's migration.
const lockWait = 10 * time.Minute

// lockFile takes the exclusive lock of a file and returns how to give it back.
func lockFile(ctx context.Context, path string) (unlock func(), err error) {
	if err := createPrivate(path); err != nil {
		return nil, err
	}
	const settings = "_pragma=busy_timeout(250)&_txlock=exclusive"
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: settings}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	for {
		tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
		if err == nil {
			return func() { _ = tx.Rollback(); _ = db.Close() }, nil
		}
		if Classify(err) != sqlconn.Busy || ctx.Err() != nil {
			_ = db.Close()
			return nil, err
		}
	}
}
