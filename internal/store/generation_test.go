package store_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestAnGenerationIsAnotherAfterEveryChange(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		db, other := storetest.Open(t, options), storetest.Open(t, options)
		for n, writer := range []*store.DB{db, other, db, other} {
			before := lastingGeneration(t, db)
			read(t, db, func(tx inventory.Tx) error {
				_, err := tx.Settings()
				return err
			})
			write(t, writer, addAttempt(key(n)))
			if after := knownGeneration(t, db); after == before {
				t.Errorf("the generation is still %d after change %d", after, n)
			}
		}
	})
}

// lastingGeneration is a generation that was still the same when it was asked for
// again. What else is written on a PostgreSQL server ends a generation too, and
// other tests write there, so that not every pair of questions has to agree.
func lastingGeneration(t *testing.T, db *store.DB) core.Generation {
	t.Helper()
	before := knownGeneration(t, db)
	for range 1000 {
		same := knownGeneration(t, db)
		if same == before {
			return same
		}
		before = same
	}
	t.Fatal("every question finds another generation, and nothing has changed")
	return 0
}

// knownGeneration waits for a server that is too busy to tell.
func knownGeneration(t *testing.T, db *store.DB) core.Generation {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
		if generation := db.Generation(t.Context()); generation != 0 {
			return generation
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("no generation")
	return 0
}

// Callers that ask at the same time share an answer, but never one whose query began
// before they asked.
func TestAnGenerationIsNeverOlderThanTheQuestion(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		db, other := storetest.Open(t, options), storetest.Open(t, options)
		var all sync.WaitGroup
		for n := range 4 {
			all.Go(func() {
				for i := range 25 {
					before := db.Generation(t.Context())
					write(t, other, addAttempt(key(100*n+i)))
					if after := db.Generation(t.Context()); after == before && after != 0 {
						t.Errorf("the generation is still %d after a change", before)
					}
				}
			})
		}
		all.Wait()
	})
}

// What is known of people holds until something about people has changed, through
// this process or another.
func TestAnGenerationOfPeopleOutlivesOtherChanges(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		db, other := storetest.Open(t, options), storetest.Open(t, options)
		user := insertUser(t, db, person("ana", "Ana"))
		people := func() core.Generation { return db.GenerationOfPeople(knownGeneration(t, db)) }
		changed := func(writer *store.DB, change func(inventory.Tx) error) bool {
			t.Helper()
			before := people()
			write(t, writer, change)
			after := people()
			if after == 0 {
				t.Error("no generation")
			}
			return after != before
		}
		if changed(db, addAttempt("a")) {
			t.Error("another one after a change that is not about people")
		}
		for name, writer := range map[string]*store.DB{"its own": db, "somebody else's": other} {
			before := people()
			session := insertSession(t, writer, user.ID, token(1), time.Now(), time.Now().Add(time.Hour))
			if people() == before {
				t.Errorf("the same after a session of %s began", name)
			}
			for what, change := range map[string]func(inventory.Tx) error{
				"a session is extended": func(tx inventory.Tx) error {
					return tx.ExtendSession(session.ID, tx.Now().Add(time.Hour), tx.Now())
				},
				"an account changes": func(tx inventory.Tx) error {
					now, err := tx.UserByID(user.ID)
					if err != nil {
						return err
					}
					now.FirstName += "!"
					return tx.UpdateUser(now)
				},
			} {
				if !changed(writer, change) {
					t.Errorf("the same after %s change: %s", name, what)
				}
				write(t, db, addAttempt("b"))
				if changed(db, addAttempt("c")) {
					t.Errorf("%s, %s: another one after a change that is not about people", name, what)
				}
			}
			if !changed(writer, func(tx inventory.Tx) error { return tx.EndSession(user.ID, session.ID) }) {
				t.Errorf("the same after %s change: a session ends", name)
			}
			write(t, db, addAttempt("d"))
		}
	})
}

// SQLite does not tell what another process has changed, so that anything might be
// about people.
func TestAnGenerationOfPeopleEndsWithAnothersChangeOnSQLite(t *testing.T) {
	options := store.Options{Dir: t.TempDir()}
	db, other := storetest.Open(t, options), storetest.Open(t, options)
	write(t, db, addAttempt("a"))
	before := db.GenerationOfPeople(knownGeneration(t, db))
	write(t, other, addAttempt("b"))
	if now := db.GenerationOfPeople(knownGeneration(t, db)); now == before {
		t.Error("the same after somebody else's change")
	}
	if write(t, db, addAttempt("c")); db.GenerationOfPeople(knownGeneration(t, db)) == before {
		t.Error("the same after somebody else's change and one of its own")
	}
}

// Another connection may be one to a server that took over without the last
// changes, so nothing that was known holds any more.
func TestAnGenerationEndsWithItsConnection(t *testing.T) {
	url := storetest.Postgres(t)
	db := storetest.Open(t, store.Options{URL: url})
	before := knownGeneration(t, db)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	const end = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()`
	if _, err := conn.Exec(t.Context(), end); err != nil {
		t.Fatal(err)
	}
	if after := knownGeneration(t, db); after == before {
		t.Errorf("the generation is still %d after its connection broke", after)
	}
}

func TestAClosedMemoryHasNoGeneration(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		db := storetest.Open(t, options)
		knownGeneration(t, db)
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if generation := db.Generation(t.Context()); generation != 0 {
			t.Errorf("the generation is %d after the end", generation)
		}
	})
}
