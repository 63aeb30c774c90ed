package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// The file may not grow any further: what a full disk looks like to SQLite.
func TestAFullDiskIsAnErrorAndNoDamage(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	write(t, db, addAttempt("before"))
	write(t, db, func(tx inventory.Tx) error {
		pages, err := store.QueryInt(tx, "PRAGMA page_count")
		if err != nil {
			return err
		}
		_, err = store.QueryInt(tx, fmt.Sprintf("PRAGMA max_page_count = %d", pages))
		return err
	})
	big := func(tx inventory.Tx) error {
		_, err := store.Exec(tx, `INSERT INTO requests (user_id, key, fingerprint, answer, claimed_at)
			VALUES (1, 'k', 'f', zeroblob(1000000), 0)`)
		return err
	}
	var group sync.WaitGroup
	for i := range 10 {
		group.Go(func() {
			if i%2 == 0 {
				if err := core.Write(t.Context(), db, big); !errors.Is(err, core.ErrFull) {
					t.Errorf("a write without room ended with %v", err)
				}
			} else if err := core.Write(t.Context(), db, addAttempt("beside")); err != nil {
				t.Errorf("a write beside it ended with %v", err)
			}
		})
	}
	group.Wait()
	if before, beside := attempts(t, db, "before"), attempts(t, db, "beside"); before != 1 || beside != 5 {
		t.Errorf("%d and %d writes are there, want 1 and 5", before, beside)
	}
	write(t, db, func(tx inventory.Tx) error {
		_, err := store.QueryInt(tx, "PRAGMA max_page_count = 1000000")
		return err
	})
	write(t, db, big)
}

// Unless the administrator chooses otherwise, a commit returns when it is on the disk.
func TestACommitWaitsForTheDisk(t *testing.T) {
	const normal, full = 1, 2
	for _, c := range []struct {
		later bool
		want  int64
	}{{false, full}, {true, normal}} {
		db := storetest.Open(t, store.Options{Dir: t.TempDir(), SyncLater: c.later})
		write(t, db, func(tx inventory.Tx) error {
			if level, err := store.QueryInt(tx, "PRAGMA synchronous"); err != nil || level != c.want {
				t.Errorf("with SyncLater %v it is %d, %v", c.later, level, err)
			}
			return nil
		})
	}
}

func TestAReaderWhoLeavesTakesNoConnectionAlong(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for range 20 {
			ctx, leave := context.WithCancel(t.Context())
			err := core.Read(ctx, db, func(tx inventory.Tx) error {
				leave()
				_, err := tx.CountUsers()
				return err
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("a read for nobody ended with %v", err)
			}
		}
		if err := db.Ping(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// openEnv makes this test program open a database and write once, as another
// process would.
const openEnv = "ESTANTE_TEST_OPEN_DIR"

func TestOtherProcessesMigrateAndWriteAtOnce(t *testing.T) {
	if dir := os.Getenv(openEnv); dir != "" {
		write(t, storetest.Open(t, store.Options{Dir: dir}), addAttempt("k"))
		return
	}
	dir := t.TempDir()
	const processes = 5
	var group sync.WaitGroup
	for range processes {
		group.Go(func() {
			child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestOtherProcessesMigrateAndWriteAtOnce$")
			child.Env = append(os.Environ(), openEnv+"="+dir)
			if output, err := child.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, output)
			}
		})
	}
	group.Wait()
	if n := attempts(t, storetest.Open(t, store.Options{Dir: dir}), "k"); n != processes {
		t.Errorf("%d of %d writes are there", n, processes)
	}
}

// An import takes its time. A short write that comes meanwhile waits for the part of
// the import that is being written, and not for the next part too.
func TestAShortWriteDoesNotShareItsCommitWithAPatientOne(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	began, release := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		write(t, db, func(inventory.Tx) error {
			close(began)
			<-release
			return nil
		})
	})
	<-began
	// Both wait behind the first, the short one before the patient one.
	written := make(chan struct{})
	all.Go(func() {
		write(t, db, addAttempt("short"))
		close(written)
	})
	queued(db, 1)
	all.Go(func() {
		err := core.Write(core.InBackground(t.Context()), db, func(inventory.Tx) error {
			select {
			case <-written:
			case <-time.After(10 * time.Second):
				t.Error("the short write waited for the patient one")
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	queued(db, 2)
	close(release)
	all.Wait()
	if attempts(t, db, "short") != 1 {
		t.Error("the short write is not there")
	}
}

// queued returns when so many writes wait.
func queued(db *store.DB, writes int) {
	for store.Queued(db) < writes {
		runtime.Gosched()
	}
}

// The driver has one statement for texts that are the same to the engine. While the answer
// to one is read, the other has to be asked by a statement of its own.
func TestTextsThatAreTheSameToTheEngineDoNotDisturbEachOther(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	const text = "SELECT value FROM json_each('[1,2,3]')"
	var walked, within []int64
	read(t, db, func(tx inventory.Tx) error {
		walked, within = nil, nil
		return store.WalkIDs(tx, text, func(n int64) error {
			if walked = append(walked, n); len(walked) > 3 {
				return errors.New("the answer begins anew")
			}
			return store.WalkIDs(tx, text+"\n", func(n int64) error {
				within = append(within, n)
				return nil
			})
		})
	})
	if !slices.Equal(walked, []int64{1, 2, 3}) || !slices.Equal(within, []int64{1, 2, 3, 1, 2, 3, 1, 2, 3}) {
		t.Errorf("walked %v and within that %v", walked, within)
	}
}
