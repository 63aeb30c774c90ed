package store_test

import (
	"testing"
	"time"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// holdAState has the only reader of a shop ask until it holds on to what it reads.
func holdAState(t *testing.T, db *store.DB) {
	t.Helper()
	for range 3 {
		attempts(t, db, "k")
	}
	if store.Holders(db) != 1 {
		t.Fatal("a reader that is asked again and again begins anew each time")
	}
}

func TestAReaderThatHoldsAStateSeesEveryCommit(t *testing.T) {
	dir := t.TempDir()
	db := storetest.Open(t, store.Options{Dir: dir, Readers: 1})
	other := storetest.Open(t, store.Options{Dir: dir})
	for n, writer := range []*store.DB{db, other, db, db, other, other} {
		holdAState(t, db)
		write(t, writer, addAttempt("k"))
		if seen := attempts(t, db, "k"); seen != n+1 {
			t.Fatalf("a reader sees %d of %d commits", seen, n+1)
		}
	}
}

func TestAnAnswerIsOfOneState(t *testing.T) {
	db := storetest.Open(t, store.Options{Dir: t.TempDir(), Readers: 1})
	write(t, db, addAttempt("k"))
	holdAState(t, db)
	err := db.Read(t.Context(), func(tx inventory.Tx) error {
		return store.WalkIDs(tx, "SELECT 1 UNION ALL SELECT count(*) FROM users", func(int64) error {
			write(t, db, addAttempt("k"))
			if seen, _, err := tx.Attempts("k"); err != nil || seen != 1 {
				t.Errorf("while an answer is read, another is of a later state: %d, %v", seen, err)
			}
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen := attempts(t, db, "k"); seen != 3 {
		t.Errorf("afterwards a reader sees %d of 3 commits", seen)
	}
}

func TestTheLogIsBegunAnewThoughReadersHoldAState(t *testing.T) {
	dir := t.TempDir()
	db := storetest.Open(t, store.WithLog(store.Options{Dir: dir, Readers: 1}, 500, 2000))
	for name, megabytes := range map[string]int{"in a quiet moment": filled, "under load": overfilled} {
		write(t, db, addAttempt("k"))
		before := logBegun(t, dir)
		holdAState(t, db)
		fillLog(t, db, megabytes)
		writeUntil(t, db, 100*time.Millisecond, "the log only ever grows "+name, func() bool { return logBegun(t, dir) != before })
	}
}

func TestNobodyHoldsAStateWhileTheLogIsCopied(t *testing.T) {
	db := storetest.Open(t, store.Options{Dir: t.TempDir(), Readers: 1})
	holdAState(t, db)
	store.WhileCopying(db, func() {
		if store.Holders(db) != 0 {
			t.Error("a reader holds on to a state though the log is copied")
		}
		for range 3 {
			attempts(t, db, "k")
		}
		if store.Holders(db) != 0 {
			t.Error("a reader takes hold of a state while the log is copied")
		}
	})
	holdAState(t, db)
	began, end := make(chan struct{}), make(chan struct{})
	read(t, db, func(tx inventory.Tx) error {
		go store.WhileCopying(db, func() { close(began); <-end })
		<-began
		return nil
	})
	if store.Holders(db) != 0 {
		t.Error("a reader that was lent when the log began to be copied still holds a state")
	}
	close(end)
}
