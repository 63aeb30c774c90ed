package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	_ "modernc.org/sqlite" // The driver named "sqlite".
)

// FileName is the name of the SQLite file in its folder.
const FileName = "estante.db"

// sqliteEngine keeps everything in one file: one connection writes, a few
// read, and none ever waits for another to finish reading.
type sqliteEngine struct {
	path      string
	options   Options
	readers   *sqlitePool
	snapshots *sqlitePool
	writer    *writer
	hub       *hub
}

// sqlitePragmas hold for every connection. FULL syncs the log at each commit,
// so that what was acknowledged survives a power cut; the timeout is for the
// moments when another process (a command) writes.
const sqlitePragmas = "_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)&_pragma=synchronous(full)" +
	"&_pragma=temp_store(memory)&_pragma=cache_size(-16000)&_pragma=journal_size_limit(67108864)" +
	"&_pragma=trusted_schema(0)&_txlock=immediate&_dqs=0"

func openSQLite(ctx context.Context, options Options, hub *hub) (*sqliteEngine, error) {
	path, err := prepareFile(options.Dir)
	if err != nil {
		return nil, err
	}
	engine := &sqliteEngine{path: path, options: options, hub: hub}
	first, err := engine.connect(ctx, "&_pragma=foreign_keys(1)")
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	readOnly := func(ctx context.Context) (*sqliteConn, error) {
		return engine.connect(ctx, "&_pragma=query_only(1)")
	}
	engine.readers = newSQLitePool(options.Readers, readOnly)
	engine.snapshots = newSQLitePool(snapshotsMax, readOnly)
	engine.writer = startWriter(first, engine.begin, hub, options.Log)
	return engine, nil
}

// prepareFile makes the folder and the file before the engine does, so that
// neither is ever readable by anybody but its owner. The log beside the file
// takes over the file's mode.
func prepareFile(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	path, err := filepath.Abs(filepath.Join(dir, FileName))
	if err != nil {
		return "", err
	}
	return path, createPrivate(path)
}

// creating is held while a file is made: closing any handle of a file drops
// the locks this process holds on it, so none may be opened before that.
var creating sync.Mutex

// createPrivate makes an empty file for its owner alone, unless it is there.
func createPrivate(path string) error {
	creating.Lock()
	defer creating.Unlock()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // The operator chose the folder.
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// address is the file as the driver wants it, with what a connection is for.
func (e *sqliteEngine) address(more string) string {
	file := url.URL{Scheme: "file", Path: filepath.ToSlash(e.path), RawQuery: sqlitePragmas + more}
	return file.String()
}

// connect opens one connection that stays open, with the statements it keeps.
func (e *sqliteEngine) connect(ctx context.Context, more string) (*sqliteConn, error) {
	db, err := sql.Open("sqlite", e.address(more))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(ctx)
	if err != nil {
		_ = db.Close()
		return nil, explain(classifySQLite(err), err)
	}
	return &sqliteConn{db: db, Conn: conn, statements: map[string]*sql.Stmt{}}, nil
}

// begin makes the transaction of one closure on a connection.
func (e *sqliteEngine) begin(ctx context.Context, conn *sqliteConn) *tx {
	return &tx{ctx: ctx, conn: conn, dialect: sqliteDialect, now: instant(e.options.Now())}
}

func (e *sqliteEngine) read(ctx context.Context, fn func(*tx) error) error {
	return e.readers.use(ctx, func(conn *sqliteConn) error {
		t := e.begin(ctx, conn)
		t.readOnly = true
		return t.outcome(fn(t))
	})
}

func (e *sqliteEngine) snapshot(ctx context.Context, fn func(*tx) error) error {
	return e.snapshots.use(ctx, func(conn *sqliteConn) error {
		// The first question, and not BEGIN, is what fixes the state that is read.
		if _, err := conn.Conn.ExecContext(ctx, "BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1"); err != nil {
			return explain(classifySQLite(err), err)
		}
		defer conn.rollback()
		t := e.begin(ctx, conn)
		t.readOnly = true
		return t.outcome(fn(t))
	})
}

func (e *sqliteEngine) write(ctx context.Context, fn func(*tx) error) error {
	return e.writer.write(ctx, writeLimit, fn)
}

func (e *sqliteEngine) load(ctx context.Context, fn func(*tx) error) error {
	return e.writer.write(ctx, 0, fn)
}

// listen has nothing to wait for: the writer feeds the hub.
func (e *sqliteEngine) listen(context.Context) error { return nil }

func (e *sqliteEngine) close() error {
	err := e.writer.close()
	return errors.Join(err, e.readers.close(), e.snapshots.close())
}

// sqliteConn is a connection with the statements prepared on it.
type sqliteConn struct {
	*sql.Conn
	db         *sql.DB
	statements map[string]*sql.Stmt
}

// statementsMax bounds the statements a connection keeps. The nouns ask far
// fewer different questions, so starting over when it is reached is rare.
const statementsMax = 400

func (c *sqliteConn) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if statement := c.statements[query]; statement != nil {
		return statement, nil
	}
	if len(c.statements) >= statementsMax {
		for known, statement := range c.statements {
			_ = statement.Close()
			delete(c.statements, known)
		}
	}
	statement, err := c.PrepareContext(ctx, unnumbered(query))
	if err == nil {
		c.statements[query] = statement
	}
	return statement, err
}

// unnumbered writes $1, $2, … as plain question marks where they come in that
// order and each once. The driver looks for the value of a numbered one by
// comparing names, which with a few hundred of them takes longer than SQLite does.
func unnumbered(query string) string {
	var plain strings.Builder
	rest, next := query, 1
	for {
		at := strings.IndexByte(rest, '$')
		if at < 0 {
			plain.WriteString(rest)
			return plain.String()
		}
		digits := 0
		for at+1+digits < len(rest) && rest[at+1+digits] >= '0' && rest[at+1+digits] <= '9' {
			digits++
		}
		if rest[at+1:at+1+digits] != strconv.Itoa(next) {
			return query
		}
		plain.WriteString(rest[:at])
		plain.WriteByte('?')
		rest, next = rest[at+1+digits:], next+1
	}
}

// QueryContext implements conn.
func (c *sqliteConn) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	statement, err := c.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return statement.QueryContext(ctx, args...)
}

// ExecContext implements conn.
func (c *sqliteConn) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	statement, err := c.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return statement.ExecContext(ctx, args...)
}

// rollback leaves the connection without a transaction. That there is none any
// more, because the engine ended it itself, is as good.
func (c *sqliteConn) rollback() {
	_, _ = c.ExecContext(context.Background(), "ROLLBACK")
}

func (c *sqliteConn) close() error {
	for _, statement := range c.statements {
		_ = statement.Close()
	}
	return errors.Join(c.Conn.Close(), c.db.Close())
}

// sqlitePool lends connections to one caller each. Those of database/sql would
// forget their prepared statements each time they are given back.
type sqlitePool struct {
	// free holds a place for each connection; one never used yet is nil.
	free chan *sqliteConn
	open func(context.Context) (*sqliteConn, error)
	once sync.Once
	shut chan struct{}
}

func newSQLitePool(size int, open func(context.Context) (*sqliteConn, error)) *sqlitePool {
	pool := &sqlitePool{free: make(chan *sqliteConn, size), open: open, shut: make(chan struct{})}
	for range size {
		pool.free <- nil
	}
	return pool
}

// use lends a connection to fn.
func (p *sqlitePool) use(ctx context.Context, fn func(*sqliteConn) error) error {
	conn, err := p.take(ctx)
	if err != nil {
		return err
	}
	defer func() { p.free <- conn }()
	if conn == nil {
		// The connection outlives this caller, so its leaving must not end it.
		if conn, err = p.open(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
	return fn(conn)
}

func (p *sqlitePool) take(ctx context.Context) (*sqliteConn, error) {
	select {
	case <-p.shut:
		return nil, errClosed
	default:
	}
	select {
	case conn := <-p.free:
		return conn, nil
	default:
	}
	patience := time.NewTimer(queueLimit)
	defer patience.Stop()
	select {
	case conn := <-p.free:
		return conn, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-p.shut:
		return nil, errClosed
	case <-patience.C:
		return nil, explain(busy, errors.New("no reader became free"))
	}
}

// close waits for the connections that are lent and ends them all.
func (p *sqlitePool) close() error {
	var failed error
	p.once.Do(func() {
		close(p.shut)
		for range cap(p.free) {
			if conn := <-p.free; conn != nil {
				failed = errors.Join(failed, conn.close())
			}
		}
	})
	return failed
}

// migrating holds a lock that every process opening this folder respects: the
// write lock of a small file beside the database, which the operating system
// frees when its holder dies. Foreign keys are off on the connection that
// changes the schema, because SQLite rebuilds tables to change them; they are
// all checked before the lock is given back.
func (e *sqliteEngine) migrating(ctx context.Context, fn func(*sql.DB) error) error {
	unlock, err := lockFile(ctx, e.path+".migrating")
	if err != nil {
		return fmt.Errorf("wait for another process to migrate: %w", err)
	}
	defer unlock()
	db, err := sql.Open("sqlite", e.address("&_pragma=foreign_keys(0)"))
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
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: "_pragma=busy_timeout(250)&_txlock=exclusive"}
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
		if classifySQLite(err) != busy || ctx.Err() != nil {
			_ = db.Close()
			return nil, err
		}
	}
}
