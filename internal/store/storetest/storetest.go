// Package storetest opens real, throw-away databases for tests: SQLite in a
// temporary folder, and PostgreSQL when TEST_POSTGRES is the address of a
// server where databases may be created.
package storetest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/url"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"estante/internal/store"
)

// Each runs a test on every engine there is.
func Each(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Helper()
	EachOptions(t, func(t *testing.T, options store.Options) { test(t, Open(t, options)) })
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
	server := os.Getenv("TEST_POSTGRES")
	if server == "" {
		t.Skip("TEST_POSTGRES is not set")
	}
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	name := "estante_test_" + random()
	admin(t, server, "CREATE DATABASE "+name)
	t.Cleanup(func() { admin(t, server, "DROP DATABASE "+name+" WITH (FORCE)") })
	address.Path = "/" + name
	return address.String()
}

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
