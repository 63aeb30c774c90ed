package store

import (
	"context"
	"io/fs"
	"regexp"
	"strings"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store/sqlite"
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

// QueryRow reads one row into whatever is given.
func QueryRow(t inventory.Tx, query string, args []any, dest ...any) error {
	_, err := one(t.(*tx), func(r row) (struct{}, error) { return struct{}{}, r.Scan(dest...) }, query, args...)
	return err
}

// ToTime reads a time.
func ToTime(to *time.Time) any { return toTime(to) }

// MovedColumns are the columns of a product that every movement changes.
func MovedColumns() (columns []string) {
	for _, found := range regexp.MustCompile(`(\w+) = v\.`).FindAllStringSubmatch(moveSet, -1) {
		columns = append(columns, found[1])
	}
	return columns
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
	db.engine.(*postgresEngine).notifier.Forget(before)
}

// Queued is how many writes wait for their turn on SQLite.
func Queued(db *DB) int { return len(db.engine.(*sqliteEngine).writer.queue) }

// Plans are the ways in which SQLite finds what a transaction's connection was
// asked for so far.
func Plans(t inventory.Tx) (plans []string, err error) {
	for query, values := range t.(*tx).conn.(*sqlite.Conn).Asked() {
		if strings.HasPrefix(query, "PRAGMA") {
			continue
		}
		steps, err := all(t.(*tx), func(r row) (step string, err error) {
			var id, parent, unused int64
			err = r.Scan(&id, &parent, &unused, &step)
			return step, err
		}, "EXPLAIN QUERY PLAN "+query, make([]any, values)...)
		if err != nil {
			return nil, err
		}
		plans = append(plans, strings.Join(steps, "; "))
	}
	return plans, nil
}

// WithLog is for a log that is copied every so many pages, long with so many, and
// given back in quiet moments that a test declares.
func WithLog(options Options, piece, long int64, quiet <-chan time.Time) Options {
	options.logSize, options.quiet = sqlite.LogSize{Piece: piece, Long: long}, quiet
	return options
}

// WithIdle is for a file that is made smaller in idle moments that a test declares.
func WithIdle(options Options, quiet, idle <-chan time.Time) Options {
	options.quiet, options.idle = quiet, idle
	return options
}

// LastForeground is when a caller outside the background last asked to write to a file.
func LastForeground(db *DB) time.Time {
	w := db.engine.(*sqliteEngine).writer //nolint:forcetypeassert // As its callers know.
	return time.Unix(0, w.lastForeground.Load())
}

// SetContention sets when a foreground caller last asked to write, and when many last waited.
func SetContention(db *DB, one, many time.Time) {
	w := db.engine.(*sqliteEngine).writer //nolint:forcetypeassert // As its callers know.
	w.lastForeground.Store(one.UnixNano())
	w.lastCrowd.Store(many.UnixNano())
}

// Crowded is what a write that has waited is told as it begins, with others behind it.
func Crowded(background bool, waited time.Duration, waiting int) bool {
	w := &writer{queue: make(chan *queuedWrite, waiting)}
	for range waiting {
		w.queue <- nil
	}
	return w.crowded(&queuedWrite{background: background, came: time.Now().Add(-waited)})()
}

// Waiting is how many wait to write in a file.
func Waiting(db *DB) int {
	return len(db.engine.(*sqliteEngine).writer.queue) //nolint:forcetypeassert // As its callers know.
}

// HeldUp is how long a write has to take so that no waiting write shares its commit.
const HeldUp = batchTime

// IsCrowd says whether so many waiting writes are a crowd.
func IsCrowd(waiting int) bool {
	w := &writer{queue: make(chan *queuedWrite, waiting)}
	for range waiting {
		w.queue <- nil
	}
	w.noteContention(time.Now())
	return w.contention() == core.Many
}

// BatchShare is how many of the waiting requests a batch takes after a batch of so
// many requests, which took so long and were committed in so long.
func BatchShare(requests int, work, commit time.Duration, waiting int) int {
	return batchCost{requests: requests, work: work, commit: commit}.share(waiting)
}

// WalkIDs asks for numbers and hands them over while the answer is being read.
func WalkIDs(t core.Tx, query string, fn func(int64) error) error {
	return walk(t.(*tx), scanID, fn, query)
}

// WithReadLimit is for reads that may take no longer.
func WithReadLimit(options Options, limit time.Duration) Options {
	options.readLimit = limit
	return options
}

// LogPiece and LogLong are what is usual; see WithLog.
var LogPiece, LogLong = sqlite.UsualLog.Piece, sqlite.UsualLog.Long

// WatchForeign has the writer look now whether another process changed the file.
func WatchForeign(db *DB) {
	db.engine.(*sqliteEngine).writer.watchForeign() //nolint:forcetypeassert // As its callers know.
}
