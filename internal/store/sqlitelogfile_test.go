package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"estante/internal/store"
)

// shared is what a test and one of rapid's have in common.
type shared interface {
	rapid.TB
	Cleanup(func())
}

// openLogs opens a file with a connection whose log is buffered, and with one as
// other processes have it.
func openLogs(t shared, dir string) (writer, other store.Logged) {
	t.Helper()
	var logs [2]store.Logged
	for i, buffered := range []bool{true, false} {
		log, err := store.OpenLogged(filepath.Join(dir, store.FileName), buffered)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = log.Close() })
		logs[i] = log
	}
	do(t, logs[0], "CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, marks INTEGER NOT NULL DEFAULT 0, text TEXT NOT NULL)")
	return logs[0], logs[1]
}

func do(t shared, log store.Logged, queries ...string) {
	t.Helper()
	for _, query := range queries {
		if err := log.Do(query); err != nil {
			t.Fatal(query, err)
		}
	}
}

func count(t shared, log store.Logged, query string) int64 {
	t.Helper()
	number, err := log.Int(query)
	if err != nil {
		t.Fatal(query, err)
	}
	return number
}

// newNote inserts a note of one of some lengths.
func newNote(t *rapid.T) string {
	size := rapid.SampledFrom([]int{1, 5_000, 131_072, 1_200_000}).Draw(t, "bytes")
	return fmt.Sprintf("INSERT INTO notes (text) VALUES (hex(zeroblob(%d)))", size/2)
}

// Whatever is committed by way of the buffer is what others find, and what was
// given up is nowhere.
func TestWhatIsCommittedIsInTheLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "log")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(dir) })
		writer, other := openLogs(t, dir)
		notes, marks := int64(0), int64(0)
		for range rapid.IntRange(1, 5).Draw(t, "transactions") {
			newNotes, newMarks := notes, marks
			do(t, writer, "BEGIN IMMEDIATE")
			for range rapid.IntRange(1, 3).Draw(t, "notes") {
				newMarks += newNotes
				newNotes++
				do(t, writer, "UPDATE notes SET marks = marks + 1", newNote(t))
			}
			if found := count(t, writer, "SELECT count(*) FROM notes"); found != newNotes {
				t.Fatalf("the transaction itself finds %d notes of %d", found, newNotes)
			}
			if rapid.Bool().Draw(t, "given up") {
				do(t, writer, "ROLLBACK")
			} else {
				do(t, writer, "COMMIT")
				notes, marks = newNotes, newMarks
			}
			if rapid.Bool().Draw(t, "copied") {
				count(t, rapid.SampledFrom([]store.Logged{writer, other}).Draw(t, "who"), "PRAGMA wal_checkpoint(TRUNCATE)")
			}
			for range rapid.IntRange(0, 2).Draw(t, "somebody else's") {
				do(t, other, newNote(t))
				notes++
			}
			if found := count(t, rapid.SampledFrom([]store.Logged{writer, other}).Draw(t, "who looks"), "SELECT count(*) FROM notes"); found != notes {
				t.Fatalf("%d notes of %d", found, notes)
			}
			if found := count(t, other, "SELECT coalesce(sum(marks), 0) FROM notes"); found != marks {
				t.Fatalf("another connection finds %d marks of %d", found, marks)
			}
		}
		if wrong := count(t, other, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"); wrong != 0 {
			t.Error("the file is damaged")
		}
	})
}

// A transaction that was given up had more than fits into memory. The rest of it is
// not written where somebody else has committed since.
func TestWhatWasGivenUpIsNeverWritten(t *testing.T) {
	writer, other := openLogs(t, t.TempDir())
	do(t, writer, "INSERT INTO notes (text) VALUES ('')")
	// The first page is not in the log, and so nothing is read from there to undo it.
	count(t, writer, "PRAGMA wal_checkpoint(PASSIVE)")
	do(t, writer, "BEGIN IMMEDIATE", "INSERT INTO notes (text) VALUES (hex(zeroblob(60000)))", "ROLLBACK")
	for range 10 {
		do(t, other, "INSERT INTO notes (text) VALUES (hex(zeroblob(30000)))")
	}
	const notes, bytes = 11, 10 * 60_000
	for _, log := range []store.Logged{writer, other} {
		if found := count(t, log, "SELECT count(*) FROM notes"); found != notes {
			t.Errorf("%d notes of %d", found, notes)
		}
		if found := count(t, log, "SELECT sum(length(text)) FROM notes"); found != bytes {
			t.Errorf("%d bytes of %d", found, bytes)
		}
	}
}

func TestACommitIsWrittenAtOnce(t *testing.T) {
	writer, _ := openLogs(t, t.TempDir())
	const most = 3
	if writes := writer.Writes(func() { do(t, writer, "INSERT INTO notes (text) VALUES (hex(zeroblob(60000)))") }); writes == 0 || writes > most {
		t.Errorf("thirty pages took %d calls", writes)
	}
}
