package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"runtime"
	"time"

	"estante/internal/account"
	"estante/internal/alert"
	"estante/internal/backup"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/forecasting"
	"estante/internal/imports"
	"estante/internal/inbox"
	"estante/internal/ledger"
	"estante/internal/order"
	"estante/internal/outbox"
	"estante/internal/purchase"
	"estante/internal/support"
	"estante/internal/verify"
	"estante/internal/webhook"

	"estante/internal/store/sqlconn"
)

// tx is one conversation with an engine; it implements core.Tx. Its nouns
// are in the files that carry their names.
type tx struct {
	// ctx is what statements run under. It may outlive the caller.
	ctx context.Context
	// caller is checked before each statement: a cancelled one means that the caller
	// no longer waits for the answer. Nil when the transaction is carried through regardless.
	caller context.Context
	// deadline ends a transaction whose statements cannot be interrupted.
	deadline time.Time

	conn     sqlconn.Conn
	dialect  *dialect
	now      time.Time
	readOnly bool
	// long says that it may read everything there is; see walk.
	long   bool
	events []core.Event
	// figures are what this transaction has changed of them, and shared those of
	// the requests before it in the same commit; nil where it has its own.
	figures
	shared *sharedFigures
	// known is what cannot change before the commit but by way of this connection.
	known *knownRows
	// knownTotals is what it has read of them, where it only reads, and
	// knownTally what came with them; see searchmemory.go.
	knownTotals *catalogue.Totals
	knownTally  *tally
	// inserted is how many products came together; see analyzer.go.
	inserted int
	// labelCounts is by how much it has changed how many products carry a label,
	// and labels are those it has met; see label.go.
	labelCounts map[int64]int
	labels      map[labelKey]catalogue.Label
	// entryTotals is what it has changed of the figures of entries; see entrytotal.go.
	entryTotals map[entryKind]ledger.EntryTotals
	// counts is what is known of long lists; nil where it may not hold, in
	// transactions that see changes which no other transaction sees yet.
	counts *countMemory
	// answers is what is known of searches; nil as above. See searchmemory.go.
	answers *searchMemory
	// orderFigures is what it has changed of the figures of orders; see orderfigure.go.
	orderFigures order.Figures
	// purchaseTotals is by how much it has changed how many purchases are in a state; see purchase.go.
	purchaseTotals map[purchase.Status]int64
	// alertTotals is what it has changed of the figures of alerts; see alert.go.
	alertTotals alert.Totals
	// touched are the products whose alerts have to be looked at; see
	// alertsubject.go.
	touched map[int64]alert.Touch
	// touchedPurchases are the purchases whose alerts have to be looked at.
	touchedPurchases map[int64]bool
	// indexed is how many rows it has brought into each search index; see search.go.
	indexed map[string]int
	// owed is how many rows of them are not joined yet, of all transactions on SQLite.
	owed map[string]int
	// forecasts is which products' forecasts it has made out of date; see forecastdue.go.
	forecasts outdated

	// crowded says whether others wait to write; nil where the engine cannot know.
	crowded func() bool

	// answered says that the engine has answered at least once: what fn did
	// with the answer may not be repeatable.
	answered bool
	// failure is the first error of the engine. After it the transaction can
	// only fail: PostgreSQL refuses to go on, and SQLite has to as well, or a
	// closure that ignores an error would behave differently on each.
	failure error
	kind    sqlconn.Failure
}

// Every room's memory is here.
var (
	_ account.Tx     = (*tx)(nil)
	_ alert.Tx       = (*tx)(nil)
	_ backup.Tx      = (*tx)(nil)
	_ catalogue.Tx   = (*tx)(nil)
	_ core.Tx        = (*tx)(nil)
	_ forecasting.Tx = (*tx)(nil)
	_ imports.Tx     = (*tx)(nil)
	_ inbox.Tx       = (*tx)(nil)
	_ ledger.Tx      = (*tx)(nil)
	_ order.Tx       = (*tx)(nil)
	_ outbox.Tx      = (*tx)(nil)
	_ purchase.Tx    = (*tx)(nil)
	_ support.Tx     = (*tx)(nil)
	_ verify.Tx      = (*tx)(nil)
	_ webhook.Tx     = (*tx)(nil)
)

// instant is a time as both engines can keep it.
func instant(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// Now implements core.Tx.
func (t *tx) Now() time.Time { return t.now }

// Crowded implements core.Tx. On PostgreSQL others wait for rows, unseen.
func (t *tx) Crowded() bool { return t.crowded == nil || t.crowded() }

// OneAtATime implements core.Tx.
func (t *tx) OneAtATime() bool { return t.dialect.oneAtATime }

// Emit implements core.Tx.
func (t *tx) Emit(event core.Event) error {
	if t.readOnly {
		return core.ErrReadOnly
	}
	t.events = append(t.events, event)
	return nil
}

// Lock implements core.Tx. Where there is one writer at a time, it has every lock.
func (t *tx) Lock(name string) error {
	if t.readOnly {
		return core.ErrReadOnly
	}
	if t.dialect.oneAtATime {
		return nil
	}
	return t.later(anyRows, "SELECT pg_advisory_xact_lock($1)", lockKey(name))
}

// LockShared implements core.Tx.
func (t *tx) LockShared(name string) error {
	if t.readOnly {
		return core.ErrReadOnly
	}
	if t.dialect.oneAtATime {
		return nil
	}
	return t.later(anyRows, "SELECT pg_advisory_xact_lock_shared($1)", lockKey(name))
}

// lockKey turns the name of a lock into the number PostgreSQL wants.
func lockKey(name string) int64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte("estante:" + name))
	return int64(hash.Sum64()) //nolint:gosec // Any 64 bits will do.
}

// query runs a query. The caller must read the rows to their end before it runs
// the next one, because a prepared statement is cached and used again.
func (t *tx) query(query string, args []any) (sqlconn.Rows, error) {
	if err := t.mayGoOn(); err != nil {
		return nil, err
	}
	bound, err := t.bind(args)
	if err != nil {
		return nil, err
	}
	answer, err := t.conn.Query(t.ctx, query, bound)
	if err != nil {
		return nil, t.fail(err)
	}
	return answer, nil
}

// exec makes a change and says how many rows it touched.
func (t *tx) exec(query string, args ...any) (int64, error) {
	if err := t.mayGoOn(); err != nil {
		return 0, err
	}
	bound, err := t.bind(args)
	if err != nil {
		return 0, err
	}
	touched, err := t.conn.Exec(t.ctx, query, bound)
	if err != nil {
		return 0, t.fail(err)
	}
	t.answered = true
	return touched, nil
}

// anyRows stands for a change that may touch as many rows as it likes.
const anyRows = sqlconn.AnyRows

// later is exec for a change whose result nobody reads. If it touches another
// number of rows, the transaction fails. On PostgreSQL it travels with the next
// question.
func (t *tx) later(rows int64, query string, args ...any) error {
	if err := t.mayGoOn(); err != nil {
		return err
	}
	bound, err := t.bind(args)
	if err != nil {
		return err
	}
	if err := t.conn.Later(t.ctx, query, bound, rows); err != nil {
		return t.fail(err)
	}
	return nil
}

// settle makes sure that changes for later have touched as many rows as they
// should, before the commit.
func (t *tx) settle() error {
	if err := t.conn.Settle(t.ctx); err != nil {
		return t.fail(err)
	}
	return nil
}

// change is exec for a change of exactly one row that should be there.
func (t *tx) change(query string, args ...any) error {
	touched, err := t.exec(query, args...)
	if err == nil && touched == 0 {
		return core.ErrNotFound
	}
	return err
}

// insertOne adds a row to a table without triggers and returns its number, which
// SQLite knows: asked for the row as it is then, it would keep that in a table of
// its own first.
func (t *tx) insertOne(query string, args ...any) (int64, error) {
	counted, is := t.conn.(interface{ LastID() int64 })
	if !is {
		return one(t, scanID, query+` RETURNING id`, args...)
	}
	if _, err := t.exec(query, args...); err != nil {
		return 0, err
	}
	return counted.LastID(), nil
}

// mayGoOn refuses a statement after a failure, past the deadline, or for
// nobody.
func (t *tx) mayGoOn() error {
	if t.failure != nil {
		return t.failure
	}
	if t.caller != nil && t.caller.Err() != nil {
		return context.Cause(t.caller)
	}
	if !t.deadline.IsZero() && time.Now().After(t.deadline) {
		return t.fail(context.DeadlineExceeded)
	}
	return nil
}

// fail notes an error of the engine and returns it as the domain knows it.
func (t *tx) fail(err error) error {
	if t.failure == nil {
		t.kind = t.dialect.classify(err)
		// The engines have words of their own for having been interrupted.
		if ended := t.ctx.Err(); ended != nil {
			t.kind, err = sqlconn.Classify(ended), fmt.Errorf("%w (%w)", ended, err)
		}
		if t.readOnly && t.kind == sqlconn.WroteReadOnly {
			t.failure = fmt.Errorf("%w: %w", core.ErrReadOnly, err)
		} else {
			t.failure = sqlconn.Explain(t.kind, err)
		}
	}
	return t.failure
}

// outcome is what a closure's transaction comes to: a failure of the engine
// counts even when the closure overlooked it.
func (t *tx) outcome(err error) error {
	if t.readOnly {
		return cmp.Or(err, t.failure)
	}
	// Every transaction takes the rows of figures in this order.
	for _, write := range []func() error{
		t.joinSearches, t.writeOutdated, t.writeLabelCounts, t.writeEntryTotals, t.writeOrderFigures,
		t.writePurchaseTotals, t.writeAlertTotals, t.keepFigures, t.settle,
	} {
		if err == nil && t.failure == nil {
			err = write()
		}
	}
	if err == nil {
		return t.failure
	}
	return err
}

// all reads every row of an answer.
func all[T any](t *tx, scan func(row) (T, error), query string, args ...any) ([]T, error) {
	rows, err := t.query(query, args)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	found := []T{}
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("scan: %w", err)
		}
		found = append(found, item)
	}
	if err := rows.Err(); err != nil {
		return nil, t.fail(err)
	}
	t.answered = true
	return found, nil
}

// walkTurn is how many rows are handed over before other goroutines get their turn: a
// reader of a hundred thousand rows would otherwise keep a processor until the
// scheduler takes it away, and readers of a single row would wait.
const walkTurn = 32

// longTurn is how many rows are handed over before long work stops for a moment, the
// shortest there is: while all processors compute, Go does not poll the network, and
// new requests are not even noticed.
const (
	longTurn   = 512
	longMoment = time.Microsecond
)

// walk hands over the rows of an answer one by one, for answers too long to hold.
func walk[T any](t *tx, scan func(row) (T, error), fn func(T) error, query string, args ...any) error {
	rows, err := t.query(query, args)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for n := 1; rows.Next(); n++ {
		switch {
		case t.long && n%longTurn == 0:
			time.Sleep(longMoment)
		case n%walkTurn == 0:
			runtime.Gosched()
		}
		item, err := scan(rows)
		if err != nil {
			return fmt.Errorf("scan: %w", err)
		}
		if err := fn(item); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return t.fail(err)
	}
	t.answered = true
	return nil
}

// one reads the only row of an answer; there being none is ErrNotFound.
func one[T any](t *tx, scan func(row) (T, error), query string, args ...any) (only T, err error) {
	found := false
	err = walk(t, scan, func(item T) error {
		if !found {
			only, found = item, true
		}
		return nil
	}, query, args...)
	if err == nil && !found {
		err = core.ErrNotFound
	}
	return only, err
}

func scanInt(r row) (n int, err error) {
	err = r.Scan(&n)
	return n, err
}

func scanID(r row) (id int64, err error) {
	err = r.Scan(&id)
	return id, err
}

func scanText(r row) (text string, err error) {
	err = r.Scan(&text)
	return text, err
}

func scanBool(r row) (yes bool, err error) {
	err = r.Scan(&yes)
	return yes, err
}

// isNotFound says whether an error means that there is no such row.
func isNotFound(err error) bool { return errors.Is(err, core.ErrNotFound) }
