package store_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestAnEditionIsAnotherAfterEveryChange(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		db, other := storetest.Open(t, options), storetest.Open(t, options)
		before := db.Edition(t.Context())
		for n, writer := range []*store.DB{db, other, db, other} {
			if same := db.Edition(t.Context()); same != before || same == 0 {
				t.Errorf("the edition went from %d to %d, and nothing has changed", before, same)
			}
			read(t, db, func(tx inventory.Tx) error {
				_, err := tx.Settings()
				return err
			})
			write(t, writer, addAttempt(key(n)))
			after := db.Edition(t.Context())
			if after == before {
				t.Errorf("the edition is still %d after change %d", after, n)
			}
			before = after
		}
	})
}

// Those who ask at the same time share an answer, but never one that began before
// they asked.
func TestAnEditionIsNeverOlderThanTheQuestion(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		db, other := storetest.Open(t, options), storetest.Open(t, options)
		var all sync.WaitGroup
		for n := range 4 {
			all.Go(func() {
				for i := range 25 {
					before := db.Edition(t.Context())
					write(t, other, addAttempt(key(100*n+i)))
					if db.Edition(t.Context()) == before {
						t.Errorf("the edition is still %d after a change", before)
					}
				}
			})
		}
		all.Wait()
	})
}

// Another connection may be one to a server that took over without the last
// changes, so nothing that was known holds any more.
func TestAnEditionEndsWithItsConnection(t *testing.T) {
	url := storetest.Postgres(t)
	db := storetest.Open(t, store.Options{URL: url})
	before := db.Edition(t.Context())
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if _, err := conn.Exec(t.Context(), "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(20 * time.Second)
	for edition := db.Edition(t.Context()); edition == 0 || edition == before; edition = db.Edition(t.Context()) {
		if edition == before || time.Now().After(deadline) {
			t.Fatalf("the edition was %d before the connection broke, and is %d", before, edition)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestAClosedMemoryHasNoEdition(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		db := storetest.Open(t, options)
		if db.Edition(t.Context()) == 0 {
			t.Error("no edition")
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if edition := db.Edition(t.Context()); edition != 0 {
			t.Errorf("the edition is %d after the end", edition)
		}
	})
}
