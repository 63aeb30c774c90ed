package sqlite_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"estante/internal/store/sqlite"
)

// A backup keeps its state for seconds, in which each end of the log would be in vain:
// the writer goes on meanwhile, until the log has become far too long.
func TestTheWriterDoesNotWaitForAReaderThatKeepsAState(t *testing.T) {
	dir := t.TempDir()
	file, err := sqlite.Prepare(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	writer, err := file.Writer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	quiet := make(chan time.Time)
	checkpointer := sqlite.StartCheckpointer(file, sqlite.CheckpointerOptions{
		Log: slog.New(slog.DiscardHandler), Size: sqlite.LogSize{Piece: 10, Long: 20}, Writer: writer,
		Gate: new(sqlite.Gate), Held: func() bool { return true }, Quiet: quiet,
	})
	defer func() {
		checkpointer.Close()
		if err := writer.Close(); err != nil {
			t.Error(err)
		}
	}()
	do := func(query string) {
		t.Helper()
		if err := writer.Do(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
	// kept is how much of the log a quiet moment leaves: what the checkpointer is told of
	// it has done when it is told the next.
	kept := func() int64 {
		t.Helper()
		quiet <- time.Time{}
		quiet <- time.Time{}
		log, err := os.Stat(filepath.Join(dir, sqlite.FileName+"-wal"))
		if err != nil {
			t.Fatal(err)
		}
		return log.Size()
	}
	do("CREATE TABLE notes (content BLOB NOT NULL) STRICT")
	do("INSERT INTO notes VALUES (zeroblob(20000))")
	if kept() == 0 {
		t.Error("the end of a log that a reader keeps is tried at once")
	}
	do("INSERT INTO notes VALUES (zeroblob(2000000))")
	if kept() > 0 {
		t.Error("nothing bounds a log that a reader keeps")
	}
}
