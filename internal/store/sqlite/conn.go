package sqlite

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	driver "zombiezen.com/go/sqlite"

	"estante/internal/store/sqlconn"
)

// Conn is a connection to the file with the statements prepared on it. One
// caller has it at a time.
type Conn struct {
	db *driver.Conn
	// statements are by their texts as the engine gets them, of which the driver has one
	// each, and texts are those of the questions.
	statements map[string]*statement
	texts      map[string]string
	// stop ends whatever the connection is doing when it is closed.
	stop chan struct{}
	// seen is what the statement that is being prepared changes; see watchChanges.
	seen changeKind
	// changed is how many rows statements have changed, and people says that one was
	// asked that changes something about people. Both are known of the writer only.
	changed int64
	people  bool
}

// statementsMax bounds the statements a connection keeps. The nouns ask far
// fewer different questions, so starting over when it is reached is rare.
const statementsMax = 400

// open opens a connection and sets it up, setting by setting.
func open(ctx context.Context, path string, pragmas []string) (*Conn, error) {
	db, err := driver.OpenConn(path, driver.OpenReadWrite, driver.OpenCreate)
	if err != nil {
		return nil, err
	}
	db.SetBusyTimeout(busyTimeout)
	c := &Conn{db: db, statements: map[string]*statement{}, texts: map[string]string{}}
	c.renewStop()
	for _, pragma := range pragmas {
		if err := c.Do(ctx, "PRAGMA "+pragma); err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	return c, nil
}

// renewStop makes the connection one that can be stopped, if it was.
func (c *Conn) renewStop() {
	c.stop = make(chan struct{})
	c.db.SetInterrupt(c.stop)
}

// Watch has the end of ctx interrupt whatever the connection is doing, until it is
// released. To watch a whole transaction costs as much as to watch one statement.
func (c *Conn) Watch(ctx context.Context) (release func()) {
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
func (c *Conn) watchChanges() error {
	return c.db.SetAuthorizer(driver.AuthorizeFunc(func(action driver.Action) driver.AuthResult {
		switch action.Type() {
		case driver.OpInsert, driver.OpUpdate, driver.OpDelete:
			c.seen.rows = true
			c.seen.people = c.seen.people || slices.Contains(peopleTables, action.Table())
		default:
		}
		return driver.AuthResultOK
	}))
}

// Changed is how many rows the statements of the writer have changed.
func (c *Conn) Changed() int64 { return c.changed }

// Asked are the questions that are prepared and not being answered, with how many
// values each takes.
func (c *Conn) Asked() map[string]int {
	asked := map[string]int{}
	for query, s := range c.statements {
		if !s.asked {
			asked[query] = s.handle.BindParamCount()
		}
	}
	return asked
}

// HasChangedPeople says whether something about people may have been changed since
// it was last asked.
func (c *Conn) HasChangedPeople() bool {
	changed := c.people
	c.people = false
	return changed
}

// prepare makes a statement, or finds the one that was made before.
func (c *Conn) prepare(query string) (*statement, error) {
	text, found := c.texts[query]
	if !found {
		text = parameters(strings.TrimSpace(query))
	}
	known := c.statements[text]
	if known != nil && !known.asked {
		c.texts[query] = text
		return known, nil
	}
	s, err := c.compile(text, known == nil)
	if err != nil || known != nil {
		// While an answer is read, the same question is asked by another statement.
		return s, err
	}
	if len(c.statements) >= statementsMax {
		c.forget()
	}
	c.statements[text], c.texts[query] = s, text
	return s, nil
}

// compile has the engine prepare one statement.
func (c *Conn) compile(text string, kept bool) (*statement, error) {
	c.seen = changeKind{}
	if kept {
		handle, err := c.db.Prepare(text)
		if err != nil {
			return nil, err
		}
		return &statement{conn: c, handle: handle, kept: true, changes: c.seen}, nil
	}
	handle, rest, err := c.db.PrepareTransient(text)
	if err != nil {
		return nil, err
	}
	s := &statement{conn: c, handle: handle, changes: c.seen}
	if rest != 0 {
		s.finalize()
		return nil, fmt.Errorf("not exactly one statement: %s", text)
	}
	return s, nil
}

// forget closes every cached statement whose answer is not being read.
func (c *Conn) forget() {
	for query, s := range c.statements {
		if !s.asked {
			s.finalize()
			delete(c.statements, query)
		}
	}
	clear(c.texts)
}

var (
	dollarParameter = regexp.MustCompile(`\$([1-9])`)
	limitParameter  = regexp.MustCompile(`\bLIMIT \?([1-9][0-9]*)`)
)

// parameters writes $1, $2, … as ?1, ?2, …, which the engine knows by their
// numbers: the others it knows by their names. A limit that is nothing but a
// parameter makes it plan the statement anew for each value, which takes five times
// as long as to answer it; it does not look into a sum.
func parameters(query string) string {
	return limitParameter.ReplaceAllString(dollarParameter.ReplaceAllString(query, "?$1"), "LIMIT ?$1+0")
}

// Query implements sqlconn.Conn.
func (c *Conn) Query(ctx context.Context, query string, args []any) (sqlconn.Rows, error) {
	s, err := c.ask(ctx, query, args)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Exec implements sqlconn.Conn.
func (c *Conn) Exec(ctx context.Context, query string, args []any) (int64, error) {
	s, err := c.ask(ctx, query, args)
	if err != nil {
		return 0, err
	}
	for s.Next() {
	}
	return int64(c.db.Changes()), s.Err()
}

// Later implements sqlconn.Conn: nothing is gained by waiting.
func (c *Conn) Later(ctx context.Context, query string, args []any, rows int64) error {
	touched, err := c.Exec(ctx, query, args)
	if err != nil {
		return err
	}
	return sqlconn.Enough(touched, rows)
}

// Settle implements sqlconn.Conn.
func (c *Conn) Settle(context.Context) error { return nil }

// Do makes a change that has no values and no answer.
func (c *Conn) Do(ctx context.Context, query string) error {
	_, err := c.Exec(ctx, query, nil)
	return err
}

// number asks a question whose answer begins with a number.
func (c *Conn) number(query string) (n int64, err error) {
	rows, err := c.Query(context.Background(), query, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }()
	if !rows.Next() {
		return 0, errors.Join(rows.Err(), errors.New("no answer to "+query))
	}
	return n, rows.Scan(&n)
}

func (c *Conn) ask(ctx context.Context, query string, args []any) (*statement, error) {
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

// DataVersion is another number whenever another connection has changed the file.
func (c *Conn) DataVersion() (int64, error) { return c.number("PRAGMA data_version") }

// LastID is the number of the row that was inserted last.
func (c *Conn) LastID() int64 { return c.db.LastInsertRowID() }

// InTransaction says whether one is open.
func (c *Conn) InTransaction() bool { return !c.db.AutocommitEnabled() }

// Rollback leaves the connection without a transaction. That there is none any
// more, because the engine ended it itself, is as good.
func (c *Conn) Rollback() { _ = c.Do(context.Background(), "ROLLBACK") }

// Close ends the connection and its statements.
func (c *Conn) Close() error {
	for _, s := range c.statements {
		s.finalize()
	}
	c.statements = nil
	return c.db.Close()
}
