package store_test

import (
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"sync"
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

// fillLog writes as many megabytes to the log.
func fillLog(t *testing.T, db *store.DB, megabytes int) {
	t.Helper()
	for range megabytes {
		write(t, db, func(tx inventory.Tx) error {
			_, err := store.Exec(tx, `INSERT INTO requests (user_id, key, fingerprint, answer, claimed_at) SELECT 1, count(*), 'f', zeroblob(1000000), 0 FROM requests`)
			return err
		})
	}
}

// openLogged opens a shop whose log is copied every 2 MB, and long with 8, and says
// from then on whether the log has been begun anew.
func openLogged(t *testing.T) (db *store.DB, isBegunAnew func() bool) {
	t.Helper()
	dir := t.TempDir()
	db = storetest.Open(t, store.WithLog(store.Options{Dir: dir}, 500, 2000))
	write(t, db, addAttempt("k"))
	before := logBegun(t, dir)
	return db, func() bool { return logBegun(t, dir) != before }
}

// filled is a little more than is copied at once, and overfilled than makes it long.
const filled, overfilled = 3, 10

// writeUntil writes on, now and then, until something has come to pass.
func writeUntil(t *testing.T, db *store.DB, pause time.Duration, complaint string, passed func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !passed(); time.Sleep(pause) {
		if time.Now().After(deadline) {
			t.Fatal(complaint)
		}
		write(t, db, addAttempt("k"))
	}
}

func TestTheLogIsBegunAnewInAQuietMoment(t *testing.T) {
	db, isBegunAnew := openLogged(t)
	fillLog(t, db, filled)
	writeUntil(t, db, 100*time.Millisecond, "the log only ever grows", isBegunAnew)
}

func TestTheLogIsBegunAnewUnderLoad(t *testing.T) {
	db, isBegunAnew := openLogged(t)
	fillLog(t, db, overfilled)
	writeUntil(t, db, 0, "the log only ever grows", isBegunAnew)
}

func TestTheLogKeepsWhatSomebodyReads(t *testing.T) {
	db, isBegunAnew := openLogged(t)
	err := db.Snapshot(t.Context(), func(tx inventory.Tx) error {
		fillLog(t, db, overfilled)
		writeUntil(t, db, 0, "the log is not copied beside a reader", func() bool { return store.LogIsCopied(t.Context(), db) })
		for range 200 {
			write(t, db, addAttempt("k"))
		}
		if isBegunAnew() {
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
	writeUntil(t, db, 0, "the log does not recover from a reader", isBegunAnew)
}

func TestTheLogIsBegunAnewAmongReaders(t *testing.T) {
	db, isBegunAnew := openLogged(t)
	// Each of them ends when the next has begun, so that there is always one.
	over := make(chan struct{})
	var readers sync.WaitGroup
	var read func()
	read = func() {
		defer readers.Done()
		_ = db.Snapshot(t.Context(), func(inventory.Tx) error {
			select {
			case <-over:
			case <-time.After(10 * time.Millisecond):
				readers.Add(1)
				go read()
				time.Sleep(10 * time.Millisecond)
			}
			return nil
		})
	}
	readers.Add(1)
	go read()
	for written := 0; !isBegunAnew(); written++ {
		if written == 60 {
			t.Error("the log grows as long as there are readers")
			break
		}
		fillLog(t, db, 1)
	}
	close(over)
	readers.Wait()
}
