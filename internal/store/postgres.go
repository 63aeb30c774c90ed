package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/stdlib"

	"estante/internal/core"
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

var errNotPostgres = &core.Error{Kind: core.Invalid, Message: "La dirección de la base de datos tiene que empezar por postgres://"}

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
	// What a shop asks for is in memory or on a disk without moving parts. By its
	// usual cost of a jump the planner reads small tables whole, over and over.
	setDefault(config.RuntimeParams, "random_page_cost", "1.1")
	config.RuntimeParams["timezone"] = "UTC"
	if options.SyncLater {
		config.RuntimeParams["synchronous_commit"] = "off"
	}
	engine := &postgresEngine{options: options, config: config}
	engine.readers = openPool(readersConfig(config), options.Readers, readSettings(options.readLimit))
	engine.snapshots = openPool(readersConfig(config), snapshotsMax, readSettings(snapshotLimit))
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

// readersConfig has the server end what a reader asks when the reader leaves, and keep
// the connection; what it does not end in time costs the connection.
func readersConfig(config *pgx.ConnConfig) *pgx.ConnConfig {
	own := config.Copy()
	own.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: connectWait}
	}
	return own
}

// readSettings are of sessions that cannot write, even by mistake. The server ends a
// statement itself whose client is gone without a word.
func readSettings(limit time.Duration) map[string]string {
	return map[string]string{
		"default_transaction_read_only": "on",
		"statement_timeout":             milliseconds(limit + time.Second),
	}
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

func (e *postgresEngine) begin(ctx context.Context, conn *postgresConn) *tx {
	return &tx{ctx: ctx, conn: conn, dialect: postgresDialect, now: instant(e.options.Now()), known: &knownRows{}}
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
	return retryReads(ctx, func() (t *tx, err error) {
		limited, cancel := context.WithTimeout(ctx, e.options.readLimit)
		defer cancel()
		err = lend(ctx, e.readers, func(conn *postgresConn) error {
			t = e.begin(limited, conn)
			t.caller, t.readOnly, t.answers = limited, true, e.listener.hub.answers
			if e.listener.isCurrent() {
				t.counts = e.listener.hub.counts
			}
			return t.outcome(fn(t))
		})
		return t, err
	})
}

// lend runs fn on a connection of a pool.
func lend(ctx context.Context, pool *sql.DB, fn func(*postgresConn) error) error {
	conn, err := borrow(ctx, pool)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	return onConn(conn, fn)
}

func (e *postgresEngine) company() core.Company { return core.Many }

func (e *postgresEngine) editionOfPeople(now core.Edition) core.Edition {
	return e.editions.ofPeople(now)
}

func (e *postgresEngine) edition(ctx context.Context) core.Edition {
	return core.Edition(e.editions.now(ctx))
}

func (e *postgresEngine) snapshot(ctx context.Context, fn func(*tx) error) error {
	return retryReads(ctx, func() (t *tx, err error) {
		limited, cancel := context.WithTimeout(ctx, snapshotLimit)
		defer cancel()
		err = lend(ctx, e.snapshots, func(conn *postgresConn) error {
			if _, err := conn.pg.Exec(limited, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1"); err != nil {
				return err
			}
			defer conn.end("COMMIT")
			t = e.begin(limited, conn)
			t.caller, t.readOnly = limited, true
			return t.outcome(fn(t))
		})
		return t, err
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
	return onConn(conn, func(own *postgresConn) error {
		defer own.end("ROLLBACK")
		t := e.begin(ctx, own)
		if _, err := t.exec("BEGIN"); err != nil {
			return err
		}
		if err := t.outcome(fn(t)); err != nil {
			return err
		}
		if _, err := t.exec("COMMIT"); err != nil {
			return err
		}
		// What was loaded is as new to the server's planner as an import is; see analyst. And
		// a minute from now the server would begin to look at every row that has come, slowly
		// and beside the first people to work with them.
		_, _ = t.exec("VACUUM (ANALYZE)")
		return nil
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
