package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"github.com/jackc/pgx/v5"

	"estante/internal/core"
	"estante/internal/store/postgres"
	"estante/internal/store/sqlconn"
)

// postgresEngine talks to a server that other processes may share.
type postgresEngine struct {
	options Options
	config  *pgx.ConnConfig
	hub     *hub
	// readers cannot write even by mistake; snapshots have connections of
	// their own so that a long one takes none from readers.
	readers     *sql.DB
	snapshots   *sql.DB
	writers     *sql.DB
	generations *postgres.Generations
	listener    *postgres.Listener
	notifier    *postgres.Notifier
	analyzer    *postgres.Analyzer
	once        sync.Once
}

var errNotPostgres = &core.Error{
	Kind:    core.Invalid,
	Message: "La dirección de la base de datos tiene que empezar por postgres://",
}

func openPostgres(ctx context.Context, options Options, hub *hub) (*postgresEngine, error) {
	if !IsPostgres(options.URL) {
		return nil, errNotPostgres
	}
	config, err := postgres.Config(options.URL, options.SyncLater)
	if err != nil {
		return nil, err
	}
	engine := &postgresEngine{options: options, config: config, hub: hub}
	engine.readers = postgres.OpenReaders(config, options.Readers, options.readLimit)
	engine.snapshots = postgres.OpenReaders(config, snapshotsMax, snapshotLimit)
	engine.snapshots.SetMaxIdleConns(0)
	engine.writers = postgres.OpenWriters(config, options.Writers, writeLimit)
	engine.generations = postgres.NewGenerations(config)
	engine.listener = postgres.NewListener(config, hub.publish, options.Log)
	engine.notifier = postgres.StartNotifier(engine.writers)
	engine.analyzer = postgres.StartAnalyzer(engine.writers)
	if err := engine.read(ctx, func(t *tx) error {
		_, err := one(t, scanInt, "SELECT 1")
		return err
	}); err != nil {
		_ = engine.close()
		return nil, err
	}
	return engine, nil
}

func (e *postgresEngine) begin(ctx context.Context, conn *postgres.Conn) *tx {
	return &tx{ctx: ctx, conn: conn, dialect: postgresDialect, now: instant(e.options.Now()), known: &knownRows{}}
}

func (e *postgresEngine) read(ctx context.Context, fn func(*tx) error) error {
	return retryReads(ctx, func() (t *tx, err error) {
		limited, cancel := context.WithTimeout(ctx, e.options.readLimit)
		defer cancel()
		err = postgres.Lend(ctx, e.readers, func(conn *postgres.Conn) error {
			t = e.begin(limited, conn)
			t.caller, t.readOnly, t.answers = limited, true, e.hub.answers
			if e.listener.IsCurrent() {
				t.counts = e.hub.counts
			}
			return t.outcome(fn(t))
		})
		return t, err
	})
}

func (e *postgresEngine) contention() core.Contention { return core.Many }

func (e *postgresEngine) generationOfPeople(now core.Generation) core.Generation {
	return core.Generation(e.generations.OfPeople(int64(now)))
}

func (e *postgresEngine) generation(ctx context.Context) core.Generation {
	return core.Generation(e.generations.Now(ctx))
}

func (e *postgresEngine) snapshot(ctx context.Context, fn func(*tx) error) error {
	return retryReads(ctx, func() (t *tx, err error) {
		limited, cancel := context.WithTimeout(ctx, snapshotLimit)
		defer cancel()
		err = postgres.Lend(ctx, e.snapshots, func(conn *postgres.Conn) error {
			if err := conn.Begin(limited, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1"); err != nil {
				return err
			}
			defer conn.End("COMMIT")
			t = e.begin(limited, conn)
			t.caller, t.readOnly, t.long = limited, true, true
			return t.outcome(fn(t))
		})
		return t, err
	})
}

// load runs fn in one transaction without a limit of time.
func (e *postgresEngine) load(ctx context.Context, fn func(*tx) error) error {
	pool := postgres.OpenPool(e.config, 1, nil)
	defer func() { _ = pool.Close() }()
	conn, err := postgres.Borrow(ctx, pool)
	if err != nil {
		return sqlconn.Explain(postgres.Classify(err), err)
	}
	defer func() { _ = conn.Close() }()
	return postgres.On(conn, func(own *postgres.Conn) error {
		defer own.End("ROLLBACK")
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
		// What was loaded is as new to the server's planner as an import is; see analyzer. And
		// a minute from now the server would begin to look at every row that has come, slowly
		// and beside the first people to work with them.
		_, _ = t.exec("VACUUM (ANALYZE)")
		return nil
	})
}

func (e *postgresEngine) listen(ctx context.Context) error { return e.listener.Start(ctx) }

// migrating runs fn while no other process changes the schema.
func (e *postgresEngine) migrating(ctx context.Context, fn func(*sql.DB) error) error {
	return postgres.Migrating(ctx, e.config, lockKey("migrate"), fn)
}

func (e *postgresEngine) close() error {
	var err error
	e.once.Do(func() {
		e.generations.Close()
		e.listener.Close()
		e.notifier.Close()
		e.analyzer.Close()
		err = errors.Join(e.writers.Close(), e.readers.Close(), e.snapshots.Close())
	})
	return err
}
