package storetest

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"estante/internal/store"
)

// The schema is made once for all tests of a package, by the real migrations,
// and every database begins as a copy of it: making it anew would take longer
// than most tests.
var ready struct {
	sqlite   sync.Once
	file     []byte
	postgres sync.Once
	template string
}

// SQLite makes a database for tests that have nothing to do with the engine. It
// holds the newest schema and nothing else.
func SQLite(t testing.TB) store.Options {
	t.Helper()
	ready.sqlite.Do(func() {
		dir := t.TempDir()
		migrate(t, store.Options{Dir: dir})
		file, err := fs.ReadFile(os.DirFS(dir), store.FileName)
		if err != nil {
			t.Fatal(err)
		}
		ready.file = file
	})
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, store.FileName), ready.file, 0o600); err != nil {
		t.Fatal(err)
	}
	return store.Options{Dir: dir}
}

// readyPostgres makes a database that has its schema. The one it is copied from
// stays until the server of the tests ends.
func readyPostgres(t testing.TB) string {
	t.Helper()
	ready.postgres.Do(func() {
		server, name := os.Getenv("TEST_POSTGRES"), "estante_schema_"+random()
		admin(t, server, "CREATE DATABASE "+name)
		migrate(t, store.Options{URL: onServer(t, server, name)})
		ready.template = name
	})
	return newPostgres(t, ready.template)
}

// migrate makes the schema and lets go of the database.
func migrate(t testing.TB, options store.Options) {
	t.Helper()
	db, err := store.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
