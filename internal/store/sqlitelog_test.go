package store_test

import (
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// logBegun is how often the log of a folder has been begun anew, from its header.
func logBegun(t *testing.T, dir string) uint32 {
	t.Helper()
	file, err := os.Open(filepath.Join(dir, store.FileName+"-wal"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	const at, size = 12, 4
	header := make([]byte, at+size)
	if _, err := io.ReadFull(file, header); err != nil {
		t.Fatal(err)
	}
	return binary.BigEndian.Uint32(header[at:])
}

// fillLog writes more than the log is copied after.
func fillLog(t *testing.T, db *store.DB) {
	t.Helper()
	for range 18 {
		write(t, db, func(tx inventory.Tx) error {
			_, err := store.Exec(tx, `INSERT INTO requests (user_id, key, fingerprint, answer, claimed_at) SELECT 1, count(*), 'f', zeroblob(1000000), 0 FROM requests`)
			return err
		})
	}
}

// writeUntil writes on until something has come to pass.
func writeUntil(t *testing.T, db *store.DB, complaint string, passed func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !passed(); {
		if time.Now().After(deadline) {
			t.Fatal(complaint)
		}
		write(t, db, addAttempt("k"))
	}
}

func TestTheLogIsCopiedBesideTheWriter(t *testing.T) {
	dir := t.TempDir()
	db := storetest.Open(t, store.Options{Dir: dir})
	write(t, db, addAttempt("k"))
	before := logBegun(t, dir)
	fillLog(t, db)
	writeUntil(t, db, "the log only ever grows", func() bool { return logBegun(t, dir) != before })
}

func TestTheLogKeepsWhatSomebodyReads(t *testing.T) {
	dir := t.TempDir()
	db := storetest.Open(t, store.Options{Dir: dir})
	write(t, db, addAttempt("k"))
	before := logBegun(t, dir)
	err := db.Snapshot(t.Context(), func(tx inventory.Tx) error {
		fillLog(t, db)
		// From then on each write tries to begin the log anew.
		writeUntil(t, db, "the log is not copied beside a reader", func() bool { return store.FinishesLog(t.Context(), db) || logBegun(t, dir) != before })
		for range 3 {
			write(t, db, addAttempt("k"))
		}
		if logBegun(t, dir) != before {
			t.Error("the log was begun anew under a reader")
		}
		if seen, _, err := tx.Attempts("k"); err != nil || seen != 1 {
			t.Errorf("the reader sees %d, %v", seen, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// Soon, and not only when as much again has been written.
	for range 200 {
		write(t, db, addAttempt("k"))
	}
	if logBegun(t, dir) == before {
		t.Error("the log does not recover from a reader")
	}
}
