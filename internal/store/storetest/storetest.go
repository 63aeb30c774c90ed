// Package storetest opens real, throw-away databases for tests: SQLite in a
// temporary folder, and PostgreSQL when TEST_POSTGRES is the address of a
// server where databases may be created.
package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"estante/internal/store"
)

// Each runs a test on every engine there is.
func Each(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Helper()
	EachReady(t, func(t *testing.T, options store.Options) { test(t, Open(t, options)) })
}

// EachReady runs a test with the address of a database of every engine there is
// that holds the newest schema and nothing else.
func EachReady(t *testing.T, test func(t *testing.T, options store.Options)) {
	t.Helper()
	EachEngine(t, func(t *testing.T, ready func(testing.TB) store.Options) { test(t, ready(t)) })
}

// EachEngine runs a test on every engine there is, for those that need many
// databases with the newest schema and nothing else. Each ends with its test.
func EachEngine(t *testing.T, test func(t *testing.T, ready func(testing.TB) store.Options)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite) })
	if os.Getenv("TEST_POSTGRES") != "" {
		t.Run("postgres", func(t *testing.T) {
			test(t, func(t testing.TB) store.Options { return store.Options{URL: readyPostgres(t)} })
		})
	}
}

// EachOptions runs a test with the address of an empty database of every
// engine there is, for those that open it themselves or several times.
func EachOptions(t *testing.T, test func(t *testing.T, options store.Options)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, store.Options{Dir: t.TempDir()}) })
	if os.Getenv("TEST_POSTGRES") != "" {
		t.Run("postgres", func(t *testing.T) { test(t, store.Options{URL: Postgres(t)}) })
	}
}

// EachBenchmark runs a benchmark on every engine there is.
func EachBenchmark(b *testing.B, bench func(b *testing.B, db *store.DB)) {
	b.Helper()
	b.Run("sqlite", func(b *testing.B) { bench(b, Open(b, store.Options{Dir: b.TempDir()})) })
	if os.Getenv("TEST_POSTGRES") != "" {
		b.Run("postgres", func(b *testing.B) { bench(b, Open(b, store.Options{URL: Postgres(b)})) })
	}
}

// Open opens a database and closes it when the test ends.
func Open(t testing.TB, options store.Options) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Postgres makes an empty database on the test server, drops it when the test
// ends, and returns its address. Without a server the test is not for here.
func Postgres(t testing.TB) string {
	t.Helper()
	return newPostgres(t, "template1")
}

// Engines are the places of a benchmark: SQLite, and PostgreSQL where there is a server.
func Engines(b *testing.B) map[string]store.Options {
	b.Helper()
	engines := map[string]store.Options{"sqlite": {Dir: b.TempDir()}}
	if os.Getenv("TEST_POSTGRES") != "" {
		engines["postgres"] = store.Options{URL: Postgres(b)}
	}
	return engines
}

// newPostgres makes a database that begins as a copy of another.
func newPostgres(t testing.TB, template string) string {
	t.Helper()
	server := os.Getenv("TEST_POSTGRES")
	if server == "" {
		t.Skip("TEST_POSTGRES is not set")
	}
	name := "estante_test_" + random()
	admin(t, server, "CREATE DATABASE "+name+" TEMPLATE "+template+" STRATEGY file_copy")
	t.Cleanup(func() { admin(t, server, "DROP DATABASE "+name+" WITH (FORCE)") })
	return onServer(t, server, name)
}

// onServer is the address of a database of a server.
func onServer(t testing.TB, server, name string) string {
	t.Helper()
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	address.Path = "/" + name
	return address.String()
}

// Tamper runs statements on a database without the knowledge of a process that has it
// open, and with nothing in the way: no trigger, constraint or reference is heeded.
func Tamper(t testing.TB, options store.Options, statements ...string) {
	t.Helper()
	if options.URL != "" {
		admin(t, options.URL, unguardPostgres+strings.Join(statements, "; "))
		return
	}
	db, err := sql.Open("sqlite", filepath.Join(options.Dir, store.FileName)+"?_pragma=busy_timeout(5000)&"+
		"_pragma=ignore_check_constraints(1)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	for _, statement := range append([]string{
		"DROP TRIGGER IF EXISTS movements_no_update", "DROP TRIGGER IF EXISTS movements_no_delete",
	}, statements...) {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// unguardPostgres drops what checks a row, and silences triggers and references.
const unguardPostgres = `DO $$ DECLARE c record; BEGIN
	FOR c IN SELECT conrelid::regclass AS place, conname FROM pg_constraint
	WHERE contype = 'c' AND connamespace = current_schema()::regnamespace LOOP
		EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.place, c.conname);
	END LOOP;
END $$; SET session_replication_role = replica; `

// admin runs a statement on the server as a whole.
func admin(t testing.TB, server, statement string) {
	t.Helper()
	ctx := context.Background() // The test's own has ended when it cleans up.
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, statement); err != nil {
		t.Error(err)
	}
}

func random() string {
	name := make([]byte, 6)
	_, _ = rand.Read(name) // It never fails: see crypto/rand.
	return hex.EncodeToString(name)
}
