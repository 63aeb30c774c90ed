package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// holdAState has the only reader of a shop ask until it holds on to what it reads.
func holdAState(t *testing.T, db *store.DB) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); store.Holders(db) == 0; attempts(t, db, "k") {
		if time.Now().After(deadline) {
			t.Fatal("a reader that is asked again and again begins anew each time")
		}
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

func TestNobodyHoldsAStateForLong(t *testing.T) {
	db := storetest.Open(t, store.Options{Dir: t.TempDir(), Readers: 1})
	holdAState(t, db)
	for deadline := time.Now().Add(20 * time.Second); store.Holders(db) != 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("a reader that nobody asks holds on to a state, and no other process can copy the log")
		}
	}
}

// The log is not cut when it is begun anew, so it is as long as it ever was.
func TestTheLogIsBegunAnewBetweenStepsOfTheSchema(t *testing.T) {
	dir := t.TempDir()
	fill := "CREATE TABLE %s (content BLOB NOT NULL) STRICT; INSERT INTO %[1]s VALUES (zeroblob(20000000));"
	steps := more(t, map[string]string{"9001_pets.sql": fmt.Sprintf(fill, "pets"), "9002_toys.sql": fmt.Sprintf(fill, "toys")})
	before, err := store.Open(t.Context(), store.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	write(t, before, addAttempt("k"))
	if err := before.Close(); err != nil {
		t.Fatal(err)
	}
	storetest.Open(t, store.WithSteps(store.Options{Dir: dir}, steps))
	log, err := os.Stat(filepath.Join(dir, store.FileName+"-wal"))
	if err != nil {
		t.Fatal(err)
	}
	if log.Size() > 30_000_000 {
		t.Errorf("after two steps of 20 MB the log has %d bytes", log.Size())
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
