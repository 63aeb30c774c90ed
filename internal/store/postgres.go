package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"estante/internal/inventory"
)

// postgresEngine talks to a server that other processes may share.
type postgresEngine struct {
	options Options
	config  *pgx.ConnConfig
	// readers cannot write even by mistake; snapshots have connections of
	// their own so that a long one takes none from readers.
	readers   *sql.DB
	snapshots *sql.DB
	writers   *sql.DB
	editions  *postgresEditions
	listener  *listener
	notifier  *notifier
	analyst   *analyst
	once      sync.Once
}

var errNotPostgres = &inventory.Error{Kind: inventory.Invalid, Message: "La dirección de la base de datos tiene que empezar por postgres://"}

// The server's own limits. A backend whose client is gone must not hold locks
// for long, and nobody waits for a lock longer than a person would.
const (
	postgresLockWait = 4 * time.Second
	postgresIdle     = 15 * time.Second
	connectWait      = 3 * time.Second
)

func openPostgres(ctx context.Context, options Options, hub *hub) (*postgresEngine, error) {
	if !IsPostgres(options.URL) {
		return nil, errNotPostgres
	}
	config, err := pgx.ParseConfig(options.URL)
	if err != nil {
		return nil, err
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectWait
	}
	setDefault(config.RuntimeParams, "application_name", "estante")
	config.RuntimeParams["timezone"] = "UTC"
	if options.SyncLater {
		config.RuntimeParams["synchronous_commit"] = "off"
	}
	engine := &postgresEngine{options: options, config: config}
	engine.readers = openPool(config, options.Readers, map[string]string{"default_transaction_read_only": "on"})
	engine.snapshots = openPool(config, snapshotsMax, map[string]string{"default_transaction_read_only": "on"})
	engine.snapshots.SetMaxIdleConns(0)
	engine.writers = openPool(config, options.Writers, map[string]string{
		"lock_timeout":                        milliseconds(postgresLockWait),
		"statement_timeout":                   milliseconds(writeLimit),
		"idle_in_transaction_session_timeout": milliseconds(postgresIdle),
	})
	engine.editions = newPostgresEditions(config)
	engine.listener = newListener(config, hub, options.Log)
	engine.notifier = startNotifier(engine.writers)
	engine.analyst = startAnalyst(engine.writers)
	if err := engine.read(ctx, func(t *tx) error {
		_, err := one(t, scanInt, "SELECT 1")
		return err
	}); err != nil {
		_ = engine.close()
		return nil, err
	}
	return engine, nil
}

func setDefault(params map[string]string, name, value string) {
	if _, set := params[name]; !set {
		params[name] = value
	}
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// openPool makes a pool whose sessions begin with the given settings. The
// driver keeps the statements prepared on each connection.
func openPool(config *pgx.ConnConfig, size int, settings map[string]string) *sql.DB {
	own := config.Copy()
	for name, value := range settings {
		own.RuntimeParams[name] = value
	}
	pool := stdlib.OpenDB(*own)
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	// Connections are renewed now and then, so that they spread again over
	// the servers after one of them was away.
	pool.SetConnMaxLifetime(30 * time.Minute)
	return pool
}

// postgresConn is a connection of a pool.
type postgresConn struct{ *sql.Conn }

func (c postgresConn) query(ctx context.Context, query string, args []any) (rows, error) {
	return c.QueryContext(ctx, query, args...) //nolint:rowserrcheck // Whoever reads the rows does.
}

func (c postgresConn) exec(ctx context.Context, query string, args []any) (int64, error) {
	result, err := c.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (e *postgresEngine) begin(ctx context.Context, conn *sql.Conn) *tx {
	return &tx{ctx: ctx, conn: postgresConn{conn}, dialect: postgresDialect, now: instant(e.options.Now()), known: &knownRows{}}
}

// borrow waits for a connection, as long as the caller does.
func borrow(ctx context.Context, pool *sql.DB) (*sql.Conn, error) {
	waiting, cancel := context.WithTimeout(ctx, queueLimit)
	defer cancel()
	conn, err := pool.Conn(waiting)
	if err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, err
	}
	return conn, nil
}

func (e *postgresEngine) read(ctx context.Context, fn func(*tx) error) error {
	return retryReads(ctx, func() (*tx, error) {
		conn, err := borrow(ctx, e.readers)
		if err != nil {
			return nil, err
		}
		defer func() { _ = conn.Close() }()
		// A statement that is interrupted costs its connection, so a caller
		// who leaves is noticed between statements only.
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), readLimit)
		defer cancel()
		t := e.begin(limited, conn)
		t.caller, t.readOnly, t.answers = ctx, true, e.listener.hub.answers
		if e.listener.isCurrent() {
			t.counts = e.listener.hub.counts
		}
		return t, t.outcome(fn(t))
	})
}

func (e *postgresEngine) edition(ctx context.Context) inventory.Edition {
	return inventory.Edition(e.editions.now(ctx))
}

func (e *postgresEngine) snapshot(ctx context.Context, fn func(*tx) error) error {
	return retryReads(ctx, func() (*tx, error) {
		conn, err := borrow(ctx, e.snapshots)
		if err != nil {
			return nil, err
		}
		defer func() { _ = conn.Close() }()
		err = onConn(conn, func(pg *pgx.Conn) error {
			_, err := pg.Exec(ctx, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1")
			return err
		})
		if err != nil {
			return nil, err
		}
		defer endTransaction(conn, "COMMIT")
		t := e.begin(ctx, conn)
		t.readOnly = true
		return t, t.outcome(fn(t))
	})
}

// load runs fn in one transaction without a limit of time.
func (e *postgresEngine) load(ctx context.Context, fn func(*tx) error) error {
	pool := openPool(e.config, 1, nil)
	defer func() { _ = pool.Close() }()
	conn, err := borrow(ctx, pool)
	if err != nil {
		return explain(classifyPostgres(err), err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return explain(classifyPostgres(err), err)
	}
	defer endTransaction(conn, "ROLLBACK")
	t := e.begin(ctx, conn)
	if err := t.outcome(fn(t)); err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "COMMIT"); err != nil {
		return explain(classifyPostgres(err), err)
	}
	// What was loaded is as new to the server's planner as an import is; see analyst.
	_, _ = conn.ExecContext(ctx, "ANALYZE")
	return nil
}

// endTransaction leaves a connection ready for the next caller, or gives it up.
func endTransaction(conn *sql.Conn, how string) {
	_ = onConn(conn, func(pg *pgx.Conn) error {
		if pg.PgConn().TxStatus() == 'I' {
			return nil
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if _, err := pg.Exec(ctx, how); err != nil {
			return driver.ErrBadConn
		}
		return nil
	})
}

// onConn runs fn on the driver's own connection, where several statements can
// share one round trip.
func onConn(conn *sql.Conn, fn func(*pgx.Conn) error) error {
	return conn.Raw(func(raw any) error {
		own, ok := raw.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("the connection is a %T", raw)
		}
		if own.Conn().IsClosed() {
			return driver.ErrBadConn
		}
		return fn(own.Conn())
	})
}

func (e *postgresEngine) listen(ctx context.Context) error { return e.listener.start(ctx) }

// migrating holds an advisory lock of the database. It is asked for again and
// again instead of waited for, because a waiting session would hold a snapshot
// that some changes of a schema wait for in turn.
func (e *postgresEngine) migrating(ctx context.Context, fn func(*sql.DB) error) error {
	pool := openPool(e.config, 2, nil)
	defer func() { _ = pool.Close() }()
	holder, err := borrow(ctx, pool)
	if err != nil {
		return err
	}
	defer func() { _ = holder.Close() }()
	for {
		var held bool
		if err := holder.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", lockKey("migrate")).Scan(&held); err != nil {
			return fmt.Errorf("wait for another process to migrate: %w", err)
		}
		if held {
			return fn(pool)
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

func (e *postgresEngine) close() error {
	var err error
	e.once.Do(func() {
		e.editions.close()
		e.listener.close()
		e.notifier.close()
		e.analyst.close()
		err = errors.Join(e.writers.Close(), e.readers.Close(), e.snapshots.Close())
	})
	return err
}
