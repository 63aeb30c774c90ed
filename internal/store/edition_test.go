package store_test

import (
	"testing"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestAnEditionIsAnotherAfterEveryChange(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		db, other := storetest.Open(t, options), storetest.Open(t, options)
		before := db.Edition(t.Context())
		if options.URL != "" {
			if before != 0 {
				t.Errorf("PostgreSQL has the edition %d, and nobody knows what other processes do", before)
			}
			return
		}
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

func TestAClosedMemoryHasNoEdition(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	if db.Edition(t.Context()) == 0 {
		t.Error("no edition")
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if edition := db.Edition(t.Context()); edition != 0 {
		t.Errorf("the edition is %d after the end", edition)
	}
}
