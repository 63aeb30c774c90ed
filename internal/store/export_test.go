package store

import (
	"context"
	"io/fs"
	"maps"
	"strings"
	"time"

	"estante/internal/inventory"

	"modernc.org/libc"
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
