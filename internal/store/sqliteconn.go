package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"modernc.org/libc"
	sqlitelib "modernc.org/sqlite/lib"
)

// sqliteConn is a connection to the file with the statements prepared on it. It
// asks the engine itself and not by way of database/sql: for answers as short
// as ours that way takes longer than the engine does, much of it in locks of a
// connection that only one caller ever has at a time.
type sqliteConn struct {
	tls        *libc.TLS
	db         uintptr
	statements map[string]*sqliteStatement
	// seen is where a watched connection notes that a statement changes something
	// about people, and people says that such a one was asked.
	seen   uintptr
	people bool
	// owed is how many rows of search indexes are not joined yet; see search.go.
	owed map[string]int
	// mayHold says whether the connection may hold on to the state it reads, which
	// only readers ever do; see sqlitehold.go.
	mayHold func() bool
}

// statementsMax bounds the statements a connection keeps. The nouns ask far
// fewer different questions, so starting over when it is reached is rare.
const statementsMax = 400

// sqliteError is what the engine says when it cannot do something.
type sqliteError struct {
	code int
	text string
}

func (e *sqliteError) Error() string { return fmt.Sprintf("%s (%d)", e.text, e.code) }

// Code is the engine's extended result code.
func (e *sqliteError) Code() int { return e.code }

// openSQLiteConn opens a connection and sets it up, setting by setting.
func openSQLiteConn(ctx context.Context, path string, pragmas []string) (*sqliteConn, error) {
	usePageCache()
	c := &sqliteConn{tls: libc.NewTLS(), statements: map[string]*sqliteStatement{}, owed: map[string]int{}}
	if err := c.open(path); err != nil {
		return nil, errors.Join(err, c.close())
	}
	for _, pragma := range pragmas {
		if err := c.do(ctx, "PRAGMA "+pragma); err != nil {
			return nil, errors.Join(err, c.close())
		}
	}
	return c, nil
}

func (c *sqliteConn) open(path string) error {
	name, err := libc.CString(path)
	if err != nil {
		return err
	}
	defer libc.Xfree(c.tls, name)
	var code int32
	c.db, code = c.pointer(func(at uintptr) int32 {
		const flags = sqlitelib.SQLITE_OPEN_READWRITE | sqlitelib.SQLITE_OPEN_CREATE | sqlitelib.SQLITE_OPEN_NOMUTEX
		return sqlitelib.Xsqlite3_open_v2(c.tls, name, at, flags, 0)
	})
	if code != sqlitelib.SQLITE_OK {
		return c.failed(code)
	}
	sqlitelib.Xsqlite3_extended_result_codes(c.tls, c.db, 1)
	for option, value := range sqliteOptions {
		if code := c.configure(option, value); code != sqlitelib.SQLITE_OK {
			return c.failed(code)
		}
	}
	return nil
}

// sqliteOptions are on or off. A misspelt column is an error and not a text, and
// a statement is planned once: without the last one it would be planned anew
// for each new value of its LIMIT.
var sqliteOptions = map[int32]int32{
	sqlitelib.SQLITE_DBCONFIG_DQS_DDL:     0,
	sqlitelib.SQLITE_DBCONFIG_DQS_DML:     0,
	sqlitelib.SQLITE_DBCONFIG_ENABLE_QPSG: 1,
}

func (c *sqliteConn) configure(option, value int32) int32 {
	list := libc.NewVaList(value, uintptr(0))
	defer libc.Xfree(c.tls, list)
	return sqlitelib.Xsqlite3_db_config(c.tls, c.db, option, list)
}

// pointer has the engine write a pointer somewhere, and reads it.
func (c *sqliteConn) pointer(write func(at uintptr) int32) (uintptr, int32) {
	const size = 8
	at := libc.Xcalloc(c.tls, 1, size)
	if at == 0 {
		return 0, sqlitelib.SQLITE_NOMEM
	}
	defer libc.Xfree(c.tls, at)
	code := write(at)
	return libc.AtomicLoadPUintptr(at), code
}

// failed is the engine's last complaint.
func (c *sqliteConn) failed(code int32) error {
	text := sqlitelib.Xsqlite3_errstr(c.tls, code)
	if c.db != 0 {
		text = sqlitelib.Xsqlite3_errmsg(c.tls, c.db)
	}
	return &sqliteError{code: int(code), text: libc.GoString(text)}
}

// prepare makes a statement, or finds the one that was made before.
func (c *sqliteConn) prepare(query string) (*sqliteStatement, error) {
	known := c.statements[query]
	if known != nil && !known.asked {
		return known, nil
	}
	s := &sqliteStatement{conn: c, kept: known == nil}
	if err := s.compile(sqliteParameters(query)); err != nil {
		return nil, err
	}
	if !s.kept {
		// Whoever reads an answer asks the same again meanwhile.
		return s, nil
	}
	if len(c.statements) >= statementsMax {
		c.forget()
	}
	c.statements[query] = s
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

// sqliteParameters writes $1, $2, … as ?1, ?2, …, which the engine knows by
// their numbers: the others it knows by their names.
func sqliteParameters(query string) string {
	var own strings.Builder
	for at := range len(query) {
		if query[at] == '$' && at+1 < len(query) && query[at+1] >= '1' && query[at+1] <= '9' {
			own.WriteByte('?')
			continue
		}
		own.WriteByte(query[at])
	}
	return own.String()
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
	return sqlitelib.Xsqlite3_changes64(c.tls, c.db), s.Err()
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

func (c *sqliteConn) ask(ctx context.Context, query string, args []any) (*sqliteStatement, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err := c.renew(); err != nil {
		return nil, err
	}
	return c.begin(ctx, query, args)
}

func (c *sqliteConn) begin(ctx context.Context, query string, args []any) (*sqliteStatement, error) {
	s, err := c.prepare(query)
	if err != nil {
		return nil, err
	}
	c.people = c.people || s.ofPeople
	return s, s.begin(ctx, args)
}

// changes is how many rows were ever written by way of the connection.
func (c *sqliteConn) changes() int64 { return sqlitelib.Xsqlite3_total_changes64(c.tls, c.db) }

// lastID is the number of the row that was inserted last.
func (c *sqliteConn) lastID() int64 { return sqlitelib.Xsqlite3_last_insert_rowid(c.tls, c.db) }

// inTransaction says whether one is open.
func (c *sqliteConn) inTransaction() bool { return sqlitelib.Xsqlite3_get_autocommit(c.tls, c.db) == 0 }

// interrupt ends whatever the connection is doing. Any goroutine may call it.
func (c *sqliteConn) interrupt() { sqlitelib.Xsqlite3_interrupt(c.tls, c.db) }

// rollback leaves the connection without a transaction. That there is none any
// more, because the engine ended it itself, is as good.
func (c *sqliteConn) rollback() { _ = c.do(context.Background(), "ROLLBACK") }

func (c *sqliteConn) close() error {
	for _, s := range c.statements {
		s.finalize()
	}
	c.statements = nil
	code := sqlitelib.Xsqlite3_close_v2(c.tls, c.db)
	libc.Xfree(c.tls, c.seen)
	c.db, c.seen = 0, 0
	c.tls.Close()
	if code != sqlitelib.SQLITE_OK {
		return errors.New("close: SQLite answered " + strconv.Itoa(int(code)))
	}
	return nil
}
