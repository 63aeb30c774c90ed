// Package postgres is the engine that lies on a server: its connections, its commits,
// how its states are told apart, and how processes hear of each other.
package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/stdlib"

	"estante/internal/store/sqlconn"
)

// The server's own limits. A backend whose client is gone must not hold locks
// for long, and nobody waits for a lock longer than a person would.
const (
	lockWait    = 4 * time.Second
	idleLimit   = 15 * time.Second
	connectWait = 3 * time.Second
)

// Config is how the server at an address is spoken to. With syncLater a commit is
// acknowledged before the disk has it.
func Config(address string, syncLater bool) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(address)
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
	if syncLater {
		config.RuntimeParams["synchronous_commit"] = "off"
	}
	return config, nil
}

func setDefault(params map[string]string, name, value string) {
	if _, set := params[name]; !set {
		params[name] = value
	}
}

// OpenReaders makes a pool of sessions that cannot write, even by mistake, and whose
// statements take no longer than limit. The server ends what a reader asks when the
// reader leaves, and keeps the connection; what it does not end in time costs that.
func OpenReaders(config *pgx.ConnConfig, size int, limit time.Duration) *sql.DB {
	own := config.Copy()
	own.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: connectWait}
	}
	return OpenPool(own, size, map[string]string{
		"default_transaction_read_only": "on",
		// The server itself ends what a client asked that is gone without a word.
		"statement_timeout": milliseconds(limit + time.Second),
	})
}

// OpenWriters makes a pool of sessions whose statements take no longer than limit.
func OpenWriters(config *pgx.ConnConfig, size int, limit time.Duration) *sql.DB {
	return OpenPool(config, size, map[string]string{
		"lock_timeout":                        milliseconds(lockWait),
		"statement_timeout":                   milliseconds(limit),
		"idle_in_transaction_session_timeout": milliseconds(idleLimit),
	})
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// OpenPool makes a pool whose sessions begin with the given settings. The
// driver keeps the statements prepared on each connection.
func OpenPool(config *pgx.ConnConfig, size int, settings map[string]string) *sql.DB {
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

// Borrow waits for a connection, as long as the caller does.
func Borrow(ctx context.Context, pool *sql.DB) (*sql.Conn, error) {
	waiting, cancel := context.WithTimeout(ctx, sqlconn.QueueLimit)
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

// Lend runs fn on a connection of a pool.
func Lend(ctx context.Context, pool *sql.DB, fn func(*Conn) error) error {
	conn, err := Borrow(ctx, pool)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	return On(conn, fn)
}

// Migrating runs fn while it holds an advisory lock of the database. It is asked for
// again and again instead of waited for, because a waiting session would hold a
// snapshot that some changes of a schema wait for in turn.
func Migrating(ctx context.Context, config *pgx.ConnConfig, lock int64, fn func(*sql.DB) error) error {
	pool := OpenPool(config, 2, nil)
	defer func() { _ = pool.Close() }()
	holder, err := Borrow(ctx, pool)
	if err != nil {
		return err
	}
	defer func() { _ = holder.Close() }()
	for {
		var held bool
		if err := holder.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", lock).Scan(&held); err != nil {
			return fmt.Errorf("wait for another process to migrate: %w", err)
		}
		if held {
			return fn(pool)
		}
		if err := sqlconn.Pause(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}
