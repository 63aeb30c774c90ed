package store

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"
)

// sqliteConn is a connection to the file with the statements prepared on it. One
// caller has it at a time.
type sqliteConn struct {
	db         *sqlite.Conn
	statements map[string]*sqliteStatement
	// stop ends whatever the connection is doing when it is closed.
	stop chan struct{}
	// seen is what the statement that is being prepared changes; see watchChanges.
	seen changeKind
	// changed is how many rows statements have changed, and people says that one was
	// asked that changes something about people. Both are known of the writer only.
	changed int64
	people  bool
	// owed is how many rows of search indexes are not joined yet; see search.go.
	owed map[string]int
}

// statementsMax bounds the statements a connection keeps. The nouns ask far
// fewer different questions, so starting over when it is reached is rare.
const statementsMax = 400

// openSQLiteConn opens a connection and sets it up, setting by setting.
func openSQLiteConn(ctx context.Context, path string, pragmas []string) (*sqliteConn, error) {
	db, err := sqlite.OpenConn(path, sqlite.OpenReadWrite, sqlite.OpenCreate)
	if err != nil {
		return nil, err
	}
	db.SetBusyTimeout(usualPatience)
	c := &sqliteConn{db: db, statements: map[string]*sqliteStatement{}, owed: map[string]int{}}
	c.renewStop()
	for _, pragma := range pragmas {
		if err := c.do(ctx, "PRAGMA "+pragma); err != nil {
			return nil, errors.Join(err, c.close())
		}
	}
	return c, nil
}

// renewStop makes the connection one that can be stopped, if it was.
func (c *sqliteConn) renewStop() {
	c.stop = make(chan struct{})
	c.db.SetInterrupt(c.stop)
}

// watch has the end of ctx interrupt whatever the connection is doing, until it is
// released. To watch a whole transaction costs as much as to watch one statement.
func (c *sqliteConn) watch(ctx context.Context) (release func()) {
	stopped := make(chan struct{})
	unwatch := context.AfterFunc(ctx, func() {
		close(c.stop)
		close(stopped)
	})
	return func() {
		if !unwatch() {
			<-stopped
			c.renewStop()
		}
	}
}

// changeKind is what a statement changes.
type changeKind struct{ rows, people bool }

// peopleTables are those that say whose a session is and what they may do. Every
// request looks there first (SessionByToken), and of a thousand changes to a shop
// hardly one is about them, so that what was found is remembered until then.
var peopleTables = []string{"sessions", "users"}

// watchChanges has SQLite say of every statement that the connection prepares, and
// of the triggers it sets off, what it changes.
func (c *sqliteConn) watchChanges() error {
	return c.db.SetAuthorizer(sqlite.AuthorizeFunc(func(action sqlite.Action) sqlite.AuthResult {
		switch action.Type() {
		case sqlite.OpInsert, sqlite.OpUpdate, sqlite.OpDelete:
			c.seen.rows = true
			c.seen.people = c.seen.people || slices.Contains(peopleTables, action.Table())
		default:
		}
		return sqlite.AuthResultOK
	}))
}

// hasChangedPeople says whether something about people may have been changed since
// it was last asked.
func (c *sqliteConn) hasChangedPeople() bool {
	changed := c.people
	c.people = false
	return changed
}

// prepare makes a statement, or finds the one that was made before.
func (c *sqliteConn) prepare(query string) (*sqliteStatement, error) {
	known := c.statements[query]
	if known != nil && !known.asked {
		return known, nil
	}
	s, err := c.compile(query, known == nil)
	if err != nil || known != nil {
		// While an answer is read, the same question is asked by another statement.
		return s, err
	}
	if len(c.statements) >= statementsMax {
		c.forget()
	}
	c.statements[query] = s
	return s, nil
}

// compile has the engine prepare one statement.
func (c *sqliteConn) compile(query string, kept bool) (*sqliteStatement, error) {
	text := sqliteParameters(strings.TrimSpace(query))
	c.seen = changeKind{}
	if kept {
		handle, err := c.db.Prepare(text)
		if err != nil {
			return nil, err
		}
		return &sqliteStatement{conn: c, handle: handle, kept: true, changes: c.seen}, nil
	}
	handle, rest, err := c.db.PrepareTransient(text)
	if err != nil {
		return nil, err
	}
	s := &sqliteStatement{conn: c, handle: handle, changes: c.seen}
	if rest != 0 {
		s.finalize()
		return nil, fmt.Errorf("not exactly one statement: %s", query)
	}
	return s, nil
}

// forget gives up every statement that nobody is reading an answer of.
func (c *sqliteConn) forget() {
	for query, s := range c.statements {
		if !s.asked {
			s.finalize()
			delete(c.statements, query)
		}
	}
}

var (
	dollarParameter = regexp.MustCompile(`\$([1-9])`)
	limitParameter  = regexp.MustCompile(`\bLIMIT \?([1-9][0-9]*)`)
)

// sqliteParameters writes $1, $2, … as ?1, ?2, …, which the engine knows by their
// numbers: the others it knows by their names. A limit that is nothing but a
// parameter makes it plan the statement anew for each value, which takes five times
// as long as to answer it; it does not look into a sum.
func sqliteParameters(query string) string {
	return limitParameter.ReplaceAllString(dollarParameter.ReplaceAllString(query, "?$1"), "LIMIT ?$1+0")
}

// query implements conn.
func (c *sqliteConn) query(ctx context.Context, query string, args []any) (rows, error) {
	s, err := c.ask(ctx, query, args)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// exec implements conn.
func (c *sqliteConn) exec(ctx context.Context, query string, args []any) (int64, error) {
	s, err := c.ask(ctx, query, args)
	if err != nil {
		return 0, err
	}
	for s.Next() {
	}
	return int64(c.db.Changes()), s.Err()
}

// later implements conn: nothing is gained by waiting.
func (c *sqliteConn) later(ctx context.Context, query string, args []any, rows int64) error {
	touched, err := c.exec(ctx, query, args)
	if err != nil {
		return err
	}
	return enough(touched, rows)
}

// settle implements conn.
func (c *sqliteConn) settle(context.Context) error { return nil }

// do makes a change that has no values and no answer.
func (c *sqliteConn) do(ctx context.Context, query string) error {
	_, err := c.exec(ctx, query, nil)
	return err
}

// number asks a question whose answer begins with a number.
func (c *sqliteConn) number(query string) (n int64, err error) {
	rows, err := c.query(context.Background(), query, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }()
	if !rows.Next() {
		return 0, errors.Join(rows.Err(), errors.New("no answer to "+query))
	}
	return n, rows.Scan(&n)
}

func (c *sqliteConn) ask(ctx context.Context, query string, args []any) (*sqliteStatement, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	s, err := c.prepare(query)
	if err != nil {
		return nil, err
	}
	c.people = c.people || s.changes.people
	return s, s.begin(args)
}

// dataVersion is another number whenever another connection has changed the file.
func (c *sqliteConn) dataVersion() (int64, error) { return c.number("PRAGMA data_version") }

// lastID is the number of the row that was inserted last.
func (c *sqliteConn) lastID() int64 { return c.db.LastInsertRowID() }

// inTransaction says whether one is open.
func (c *sqliteConn) inTransaction() bool { return !c.db.AutocommitEnabled() }

// rollback leaves the connection without a transaction. That there is none any
// more, because the engine ended it itself, is as good.
func (c *sqliteConn) rollback() { _ = c.do(context.Background(), "ROLLBACK") }

func (c *sqliteConn) close() error {
	for _, s := range c.statements {
		s.finalize()
	}
	c.statements = nil
	return c.db.Close()
}
