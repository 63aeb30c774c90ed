package store_test

import (
	"os"
	"testing"
)

// A commit is on the disk before anybody hears of it: a disk that takes everything
// and keeps nothing does not say so before it is asked to sync.
func TestWhatCannotBeSyncedIsNotCommitted(t *testing.T) {
	writer, other := openLogs(t, t.TempDir())
	nowhere, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = nowhere.Close() }()
	const note = "INSERT INTO notes (text) VALUES ('')"
	for round := range 3 {
		do(t, writer, note)
		writer.WriteTo(nowhere.Fd(), func() {
			if err := writer.Do(note); err == nil {
				t.Errorf("round %d: committed without a sync", round)
			}
		})
		if found := count(t, other, "SELECT count(*) FROM notes"); found != int64(round)+1 {
			t.Errorf("round %d: %d notes", round, found)
		}
	}
}
