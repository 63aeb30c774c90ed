package store_test

import (
	"errors"
	"testing"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

const addOne = `UPDATE attempts SET tries = tries + 1 WHERE key = $1`

func tries(tx inventory.Tx, key string) (int64, error) {
	return store.QueryInt(tx, `SELECT tries FROM attempts WHERE key = $1`, key)
}

// More of them than are sent together, and each on top of the one before.
func TestChangesThatWaitAreAllMadeAndSeenInTheirTransaction(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		write(t, db, addAttempt("k"))
		write(t, db, func(tx inventory.Tx) error {
			for range 150 {
				if err := store.Later(tx, 1, addOne, "k"); err != nil {
					return err
				}
			}
			seen, err := tries(tx, "k")
			if seen != 151 {
				t.Errorf("the transaction sees %d of 151", seen)
			}
			if err != nil {
				return err
			}
			return store.Later(tx, store.AnyRows, addOne, "k")
		})
		if kept := attempts(t, db, "k"); kept != 152 {
			t.Errorf("%d of 152 were kept", kept)
		}
	})
}

// A delayed change that misses its rows fails the write, whether or not a statement
// follows it, and even if the caller ignores the error of that statement.
func TestAChangeThatWaitsAndMissesItsRowsFailsTheWrite(t *testing.T) {
	for name, after := range map[string]func(inventory.Tx) error{
		"at the commit": func(inventory.Tx) error { return nil },
		"with the next question": func(tx inventory.Tx) error {
			_, _ = tries(tx, "k")
			return nil
		},
		"with the next change": func(tx inventory.Tx) error {
			_, _ = store.Exec(tx, addOne, "k")
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				write(t, db, addAttempt("k"))
				err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
					_ = store.Later(tx, 1, addOne, "k")
					_ = store.Later(tx, 1, addOne, "nobody")
					return after(tx)
				})
				if !errors.Is(err, core.ErrStale) {
					t.Errorf("the error is %v", err)
				}
				if kept := attempts(t, db, "k"); kept != 1 {
					t.Errorf("half of a write is there: %d", kept)
				}
				write(t, db, addAttempt("k"))
			})
		})
	}
}

func TestAChangeThatWaitsAndIsRefusedFailsTheWrite(t *testing.T) {
	for name, after := range map[string]func(inventory.Tx) error{
		"at the commit":          func(inventory.Tx) error { return nil },
		"with the next question": func(tx inventory.Tx) error { _, err := tries(tx, "k"); return err },
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
					if err := addAttempt("k")(tx); err != nil {
						return err
					}
					_ = store.Later(tx, store.AnyRows, `INSERT INTO attempts (key, tries, ends_at) VALUES ($1, 1, 0)`, "k")
					return after(tx)
				})
				wantKind(t, err, core.Conflict)
				if attempts(t, db, "k") != 0 {
					t.Error("half of a write is there")
				}
			})
		})
	}
}
