package store_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// shrinking is a shop whose idle moments a test declares.
type shrinking struct {
	*store.DB
	dir         string
	quiet, idle chan time.Time
}

func openShrinking(t *testing.T) shrinking {
	t.Helper()
	s := shrinking{dir: t.TempDir(), quiet: make(chan time.Time), idle: make(chan time.Time)}
	s.DB = storetest.Open(t, store.WithIdle(store.Options{Dir: s.dir}, s.quiet, s.idle))
	return s
}

// fill keeps as many megabytes, and empty deletes all but a few of them.
func (s shrinking) fill(t *testing.T, megabytes int) {
	t.Helper()
	for n := range megabytes {
		write(t, s.DB, func(tx inventory.Tx) error {
			_, err := store.Exec(tx, `INSERT INTO requests (user_id, key, fingerprint, answer, claimed_at)
				VALUES (1, $1, 'f', randomblob(1000000), $2)`, key(n), n)
			return err
		})
	}
}

func (s shrinking) empty(t *testing.T) {
	t.Helper()
	write(t, s.DB, func(tx inventory.Tx) error {
		_, err := store.Exec(tx, `DELETE FROM requests WHERE claimed_at >= 5`)
		return err
	})
}

// pass has an idle moment come and go.
func (s shrinking) pass() {
	s.idle <- time.Time{}
	s.quiet <- time.Time{}
	s.quiet <- time.Time{}
}

// passUntil has idle moments come until the file is small: one in which anybody reads, if
// only what has changed, gives nothing back.
func (s shrinking) passUntil(t *testing.T, most int64) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); s.size(t) > most; s.pass() {
		if time.Now().After(deadline) {
			t.Fatalf("however many idle moments there are, the file has %d bytes of the disk", s.size(t))
		}
	}
}

// size is how much of the disk the file has.
func (s shrinking) size(t *testing.T) int64 {
	t.Helper()
	file, err := os.Stat(filepath.Join(s.dir, store.FileName))
	if err != nil {
		t.Fatal(err)
	}
	return file.Size()
}

func TestWhatWasDeletedIsGivenBackToTheDiskInAnIdleMoment(t *testing.T) {
	s := openShrinking(t)
	s.fill(t, 40)
	s.pass()
	if size := s.size(t); size < 40_000_000 {
		t.Fatalf("40 MB have %d bytes of the disk", size)
	}
	s.empty(t)
	s.passUntil(t, 8_000_000)
	write(t, s.DB, func(tx inventory.Tx) error {
		left, err := store.QueryInt(tx, `SELECT count(*) FROM requests WHERE length(answer) = 1000000`)
		if left != 5 {
			t.Errorf("%d of 5 are left", left)
		}
		return err
	})
}

// A backup reads a state for long, and the file stays as it is for it.
func TestTheFileIsNotMadeSmallerUnderALongReader(t *testing.T) {
	s := openShrinking(t)
	s.fill(t, 20)
	s.empty(t)
	if err := core.Snapshot(t.Context(), s, func(tx inventory.Tx) error {
		s.pass()
		_, err := store.QueryInt(tx, `SELECT count(*) FROM requests`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if size := s.size(t); size < 20_000_000 {
		t.Errorf("under a reader the file was made smaller, to %d bytes", size)
	}
	s.passUntil(t, 10_000_000)
}
