package store_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/sqlite"
	"estante/internal/store/storetest"
)

// smallLog is the most that the log of a small shop may have of the disk.
const smallLog = 16 << 20

// logged is a shop whose quiet moments a test declares.
type logged struct {
	*store.DB
	dir   string
	quiet chan time.Time
}

// openLogged opens a shop whose log has one commit, of which nothing has been copied: the
// schema was made before. Who reads what is all copied reads no log, and holds up nobody.
func openLogged(t *testing.T, piece, long int64) logged {
	t.Helper()
	l := logged{dir: t.TempDir(), quiet: make(chan time.Time)}
	made, err := store.Open(t.Context(), store.Options{Dir: l.dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := made.Close(); err != nil {
		t.Fatal(err)
	}
	l.DB = storetest.Open(t, store.WithLog(store.Options{Dir: l.dir}, piece, long, l.quiet))
	write(t, l.DB, addAttempt("k"))
	return l
}

func (l logged) path() string { return filepath.Join(l.dir, store.FileName+"-wal") }

// size is how much of the disk the log has.
func (l logged) size(t *testing.T) int64 {
	t.Helper()
	file, err := os.Stat(l.path())
	if err != nil {
		t.Fatal(err)
	}
	return file.Size()
}

// begun is how often the log has been begun anew, from its header.
func (l logged) begun(t *testing.T) uint32 {
	t.Helper()
	file, err := os.Open(l.path())
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

// fill writes as many megabytes over and over again to the same few.
func (l logged) fill(t *testing.T, megabytes int) {
	t.Helper()
	for n := range megabytes {
		write(t, l.DB, func(tx inventory.Tx) error {
			_, err := store.Exec(tx, `INSERT INTO requests (user_id, key, fingerprint, answer, claimed_at)
				VALUES (1, $1, 'f', randomblob(1000000), 0)
				ON CONFLICT (user_id, key) DO UPDATE SET answer = excluded.answer`, key(n%3))
			return err
		})
	}
}

// pass has a quiet moment come and go: the second is taken when the first is over.
func (l logged) pass() {
	l.quiet <- time.Time{}
	l.quiet <- time.Time{}
}

// writeUntil writes on until something has come to pass.
func (l logged) writeUntil(t *testing.T, complaint string, passed func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !passed(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal(complaint)
		}
		write(t, l.DB, addAttempt("k"))
	}
}

func TestTheLogOfASmallShopStaysSmall(t *testing.T) {
	l := openLogged(t, store.LogPiece, store.LogLong)
	l.fill(t, 60)
	l.pass()
	if size := l.size(t); size > smallLog {
		t.Errorf("after 60 MB and a quiet moment the log has %d bytes", size)
	}
}

func TestTheLogIsGivenBackInAQuietMoment(t *testing.T) {
	l := openLogged(t, 1<<30, 1<<30)
	l.fill(t, 20)
	if size := l.size(t); size < 20_000_000 {
		t.Fatalf("the log has %d bytes before it is copied", size)
	}
	l.pass()
	if size := l.size(t); size != 0 {
		t.Errorf("after a quiet moment the log has %d bytes", size)
	}
}

// Readers that come one after the other, each for a moment, must not keep the log growing.
func TestALongerLogWaitsLongerForReaders(t *testing.T) {
	for pages, want := range map[int64]time.Duration{
		100: 20 * time.Millisecond, 199: 20 * time.Millisecond, 200: 80 * time.Millisecond, 350: 320 * time.Millisecond,
		400: 500 * time.Millisecond, 1_000_000: 500 * time.Millisecond,
	} {
		if got := sqlite.WaitForReaders(pages, 100); got != want {
			t.Errorf("a log of %d pages, long with 100, waits %s, want %s", pages, got, want)
		}
	}
}

// Who reads for long may be there in the only quiet moment for the rest of the night.
func TestTheLogIsGivenBackAfterALongReader(t *testing.T) {
	l := openLogged(t, 1<<30, 1<<30)
	err := core.Snapshot(t.Context(), l, func(inventory.Tx) error {
		l.fill(t, 2)
		l.pass()
		l.fill(t, 5)
		if l.size(t) == 0 {
			t.Error("the log was given back under a reader")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); l.size(t) > 0; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("nobody reads any more, and the log has %d bytes", l.size(t))
		}
	}
}

func TestTheLogIsBegunAnewUnderLoad(t *testing.T) {
	l := openLogged(t, 500, 2000)
	before := l.begun(t)
	l.fill(t, 10)
	l.writeUntil(t, "the log only ever grows", func() bool { return l.begun(t) != before })
}

func TestTheLogKeepsWhatSomebodyReads(t *testing.T) {
	l := openLogged(t, 500, 2000)
	before := l.begun(t)
	err := core.Snapshot(t.Context(), l, func(tx inventory.Tx) error {
		l.fill(t, 10)
		l.pass()
		if l.begun(t) != before {
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
	l.fill(t, 10)
	l.writeUntil(t, "the log does not recover from a reader", func() bool { return l.begun(t) != before })
}

// Each reads until the next has begun, so that there is always one.
func TestTheLogIsBegunAnewAmongReaders(t *testing.T) {
	l := openLogged(t, 100, 400)
	before := l.begun(t)
	over, ended := make(chan struct{}), make(chan struct{})
	var read func(begun chan struct{})
	read = func(begun chan struct{}) {
		err := core.Snapshot(t.Context(), l, func(inventory.Tx) error {
			close(begun)
			select {
			case <-over:
				close(ended)
			default:
				next := make(chan struct{})
				go read(next)
				<-next
			}
			return nil
		})
		if err != nil {
			t.Errorf("a reader ended with %v", err)
		}
	}
	go read(make(chan struct{}))
	for written := 0; l.begun(t) == before; written++ {
		if written == 100 {
			t.Error("the log grows as long as there are readers")
			break
		}
		l.fill(t, 1)
	}
	close(over)
	<-ended
}

// What is copied between steps of the schema need not be kept in the log.
func TestTheLogIsBegunAnewBetweenStepsOfTheSchema(t *testing.T) {
	dir := t.TempDir()
	const fill = "CREATE TABLE %s (content BLOB NOT NULL) STRICT; INSERT INTO %[1]s VALUES (zeroblob(20000000));"
	steps := more(t, map[string]string{
		"9001_pets.sql": fmt.Sprintf(fill, "pets"), "9002_toys.sql": fmt.Sprintf(fill, "toys"),
	})
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

// A quiet moment may come while the schema changes, and keep its steps waiting.
func TestTheSchemaChangesBesideQuietMoments(t *testing.T) {
	quiet, over := make(chan time.Time), make(chan struct{})
	defer close(over)
	go func() {
		for {
			select {
			case quiet <- time.Time{}:
			case <-over:
				return
			}
		}
	}()
	for range 5 {
		storetest.Open(t, store.WithLog(store.Options{Dir: t.TempDir()}, store.LogPiece, store.LogLong, quiet))
	}
}

// To every connection but the one that does it, a log that is given back looks like a
// commit of another process.
func TestOnlyAnotherProcessHasThePagesAskAgain(t *testing.T) {
	l := openLogged(t, store.LogPiece, store.LogLong)
	heard := listen(t, l.DB)
	for id := range int64(3) {
		l.pass()
		store.WatchForeign(l.DB)
		emit(t, l.DB, id+1)
	}
	if ids := heard.ids(t, 3); !slices.Equal(ids, upTo(3)) {
		t.Errorf("heard %v in a shop of one process", ids)
	}
	other := storetest.Open(t, store.Options{Dir: l.dir})
	write(t, other, addAttempt("k"))
	l.pass()
	store.WatchForeign(l.DB)
	if events := heard.next(t, 1); events[0].Topic != core.TopicResync {
		t.Errorf("heard %v of a change by another process", events)
	}
}
