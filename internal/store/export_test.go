package store

import (
	"context"
	"io/fs"
	"maps"
	"strings"
	"time"

	"estante/internal/inventory"
)

// Exec and QueryInt ask what no noun asks.
func Exec(t inventory.Tx, query string, args ...any) (int64, error) {
	return t.(*tx).exec(query, args...)
}

// Later makes a change that may wait, of as many rows.
func Later(t inventory.Tx, rows int64, query string, args ...any) error {
	return t.(*tx).later(rows, query, args...)
}

const AnyRows = anyRows

func QueryInt(t inventory.Tx, query string, args ...any) (int64, error) {
	return one(t.(*tx), scanID, query, args...)
}

func QueryTexts(t inventory.Tx, query string, args ...any) ([]string, error) {
	return all(t.(*tx), scanText, query, args...)
}

// WithSteps replaces the migrations.
func WithSteps(options Options, steps fs.FS) Options {
	options.steps = steps
	return options
}

// Migrations are the real ones.
var Migrations fs.FS = migrations

// MigrateTo stops at a version.
func MigrateTo(ctx context.Context, db *DB, version int64) error { return db.migrateTo(ctx, version) }

// WithBeforeCommit causes trouble right before a commit.
func WithBeforeCommit(options Options, trouble func(backend uint32)) Options {
	options.beforeCommit = trouble
	return options
}

const StreamMax = streamMax

// ForgetCommits drops the commits that are older than a time.
func ForgetCommits(db *DB, before time.Time) {
	db.engine.(*postgresEngine).notifier.forget(before)
}

// Queued is how many writes wait for their turn on SQLite.
func Queued(db *DB) int { return len(db.engine.(*sqliteEngine).writer.queue) }

// KnowsEdition says whether SQLite need not be asked for the edition of now.
func KnowsEdition(db *DB) bool {
	editions := db.engine.(*sqliteEngine).editions
	editions.mu.RLock()
	defer editions.mu.RUnlock()
	return editions.isKnown()
}

// Plans are the ways in which SQLite finds what a transaction's connection was
// asked for so far.
func Plans(t inventory.Tx) (plans []string, err error) {
	conn := t.(*tx).conn.(*sqliteConn)
	for query, statement := range maps.Clone(conn.statements) {
		if strings.HasPrefix(query, "PRAGMA") || statement.asked {
			continue
		}
		steps, err := all(t.(*tx), func(r row) (step string, err error) {
			var id, parent, unused int64
			err = r.Scan(&id, &parent, &unused, &step)
			return step, err
		}, "EXPLAIN QUERY PLAN "+query, make([]any, statement.parameters)...)
		if err != nil {
			return nil, err
		}
		plans = append(plans, strings.Join(steps, "; "))
	}
	return plans, nil
}

// FinishesLog says whether SQLite's log has been copied as far as it can be, and
// each write tries to begin it anew. Only the writer knows.
func FinishesLog(ctx context.Context, db *DB) (finishes bool) {
	_ = db.Write(ctx, func(inventory.Tx) error {
		finishes = db.engine.(*sqliteEngine).writer.finishing
		return nil
	})
	return finishes
}
