package store

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"regexp"
	"strings"
	"time"
	"unsafe"

	"estante/internal/inventory"

	"modernc.org/libc"
	sqlitelib "modernc.org/sqlite/lib"
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

// LogIsCopied says whether SQLite's log is longer than what is copied at once, and
// nobody is copying it any more. Only the writer knows.
func LogIsCopied(ctx context.Context, db *DB) (copied bool) {
	_ = db.Write(ctx, func(inventory.Tx) error {
		keeper := db.engine.(*sqliteEngine).writer.keeper
		copied = keeper.asked > 0 && !keeper.copying
		return nil
	})
	return copied
}

// WithLog is for a log that is copied every so many pages, and long with so many.
func WithLog(options Options, piece, long int) Options {
	options.logSize = logSize{piece, long}
	return options
}

// Pages is a cache of pages by itself, and Place where one of them lies.
type (
	Pages struct {
		tls     *libc.TLS
		address uintptr
	}
	Place uintptr
)

const pageBytes, extraBytes = 512, 64

// HasPageCache says whether SQLite has taken ours.
func HasPageCache() bool { return usePageCache() }

func NewPages(purgeable bool, most int) *Pages {
	p := &Pages{tls: libc.NewTLS()}
	kind := int32(0)
	if purgeable {
		kind = 1
	}
	p.address = createPageCache(p.tls, pageBytes, extraBytes, kind)
	p.cache().most = most
	return p
}

func (p *Pages) cache() *pageCache { return at[pageCache](p.address) }

func (p *Pages) Close() {
	destroyPageCache(p.tls, p.address)
	p.tls.Close()
}

// Look finds a page, Ask makes room for it if that is easy, and Insist always does.
func (p *Pages) Look(key uint32) Place   { return p.fetch(key, lookForPage) }
func (p *Pages) Ask(key uint32) Place    { return p.fetch(key, makeRoomEasily) }
func (p *Pages) Insist(key uint32) Place { return p.fetch(key, makeRoomEasily+1) }

func (p *Pages) fetch(key uint32, effort int32) Place {
	return Place(p.cache().fetch(p.tls, key, effort))
}

func (p *Pages) LetGo(place Place, discard bool) { p.cache().unpin(uintptr(place), discard) }
func (p *Pages) Renumber(place Place, to uint32) { p.cache().rekey(uintptr(place), to) }
func (p *Pages) Truncate(limit uint32)           { p.cache().truncate(limit) }
func (p *Pages) Shrink()                         { p.cache().shrink() }
func (p *Pages) Count() int                      { return p.cache().held }

// Bytes and Extra are what SQLite sees of a page.
func (*Pages) Bytes(place Place) *[pageBytes]byte {
	return at[[pageBytes]byte](at[cachedPage](uintptr(place)).bytes)
}

func (*Pages) Extra(place Place) *[extraBytes / 8]uint64 {
	return at[[extraBytes / 8]uint64](at[cachedPage](uintptr(place)).extra)
}

// Logged is a connection by itself to a file with a log, buffered or not. It has
// room for so few pages that it writes those of a transaction before its end, reads
// them again, and writes over them.
type Logged struct{ conn *sqliteConn }

func OpenLogged(path string, buffered bool) (Logged, error) {
	ctx := context.Background()
	conn, err := openSQLiteConn(ctx, path, []string{"journal_mode(wal)", "synchronous(full)", "wal_autocheckpoint(0)", "cache_size(10)"})
	if err == nil && buffered {
		err = conn.bufferLog(ctx)
	}
	return Logged{conn}, err
}

func (l Logged) Close() error { return l.conn.close() }

func (l Logged) Do(query string) error { return l.conn.do(context.Background(), query) }

func (l Logged) Int(query string) (number int64, err error) {
	rows, err := l.conn.query(context.Background(), query, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }()
	if rows.Next() {
		err = rows.Scan(&number)
	}
	return number, errors.Join(err, rows.Err())
}

// countedFile counts the calls that write to a file.
type countedFile struct {
	methods sqlitelib.Tsqlite3_io_methods
	plain   uintptr
	writes  int64
}

// Writes is how many calls it takes to do something.
func (l Logged) Writes(do func()) int64 {
	log := logOf(l.conn.logFile())
	address := libc.Xcalloc(l.conn.tls, 1, libc.Tsize_t(unsafe.Sizeof(countedFile{})))
	defer libc.Xfree(l.conn.tls, address)
	counted := at[countedFile](address)
	counted.methods, counted.plain = *log.asBefore(), log.plain
	counted.methods.FxWrite = entry(func(tls *libc.TLS, file, from uintptr, count int32, place int64) int32 {
		counted := at[countedFile](logOf(file).plain)
		counted.writes++
		return function[bytesMover](at[sqlitelib.Tsqlite3_io_methods](counted.plain).FxWrite)(tls, file, from, count, place)
	})
	log.plain = address
	defer func() { log.plain = counted.plain }()
	do()
	return counted.writes
}

// Hurried is when somebody last came to write in a file who was not patient.
func Hurried(db *DB) time.Time {
	return time.Unix(0, db.engine.(*sqliteEngine).writer.hurried.Load()) //nolint:forcetypeassert // As its callers know.
}

// HurryAt has somebody come to write at a time, and many at another.
func HurryAt(db *DB, one, many time.Time) {
	w := db.engine.(*sqliteEngine).writer //nolint:forcetypeassert // As its callers know.
	w.hurried.Store(one.UnixNano())
	w.thronged.Store(many.UnixNano())
}

// Crowded is what a write that has waited is told as it begins, with others behind it.
func Crowded(patient bool, waited time.Duration, waiting int) bool {
	w := &writer{queue: make(chan *queuedWrite, waiting)}
	for range waiting {
		w.queue <- nil
	}
	return w.crowded(&queuedWrite{patient: patient, came: time.Now().Add(-waited)})()
}

// Waiting is how many wait to write in a file.
func Waiting(db *DB) int {
	return len(db.engine.(*sqliteEngine).writer.queue) //nolint:forcetypeassert // As its callers know.
}

// HeldUp is how long a write has to take so that nobody who waits shares its commit.
const HeldUp = batchTime

// Thronged says whether it is a crowd when one more comes while so many wait.
func Thronged(waiting int) bool {
	w := &writer{queue: make(chan *queuedWrite, waiting)}
	for range waiting {
		w.queue <- nil
	}
	w.noteCompany(time.Now())
	return w.company() == inventory.Many
}

// BatchShare is how many of those who wait a batch takes after one of so many
// requests, which took so long and were committed in so long.
func BatchShare(requests int, work, commit time.Duration, waiting int) int {
	return batchCost{requests: requests, work: work, commit: commit}.share(waiting)
}

// Holders is how many of SQLite's connections for readers hold on to a state. Nobody
// else may read meanwhile.
func Holders(db *DB) (holders int) {
	readers := db.engine.(*sqliteEngine).readers
	for range cap(readers.free) {
		conn := <-readers.free
		if conn != nil && conn.inTransaction() {
			holders++
		}
		readers.free <- conn
	}
	return holders
}

// WalkIDs asks for numbers and hands them over while the answer is being read.
func WalkIDs(t inventory.Tx, query string, fn func(int64) error) error {
	return walk(t.(*tx), scanID, fn, query)
}

// WhileCopying does something as if SQLite's log were being copied.
func WhileCopying(db *DB, do func()) {
	db.engine.(*sqliteEngine).readers.apart(do)
}
