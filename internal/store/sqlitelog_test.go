package store_test

import (
	"context"
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

// beganAnew writes on until the log has begun anew, or not for a while.
func beganAnew(t *testing.T, db *store.DB, dir string, before uint32, patience time.Duration) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for ctx.Err() == nil {
		write(t, db, addAttempt("k"))
		if logBegun(t, dir) != before {
			return true
		}
	}
	return false
}

func TestTheLogIsCopiedBesideTheWriter(t *testing.T) {
	dir := t.TempDir()
	db := storetest.Open(t, store.Options{Dir: dir})
	write(t, db, addAttempt("k"))
	before := logBegun(t, dir)
	fillLog(t, db)
	if !beganAnew(t, db, dir, before, 20*time.Second) {
		t.Error("the log only ever grows")
	}
}

func TestTheLogKeepsWhatSomebodyReads(t *testing.T) {
	dir := t.TempDir()
	db := storetest.Open(t, store.Options{Dir: dir})
	write(t, db, addAttempt("k"))
	before := logBegun(t, dir)
	err := db.Snapshot(t.Context(), func(tx inventory.Tx) error {
		fillLog(t, db)
		if beganAnew(t, db, dir, before, time.Second/2) {
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
