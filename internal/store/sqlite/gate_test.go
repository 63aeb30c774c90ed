package sqlite_test

import (
	"testing"

	"estante/internal/store/sqlite"
)

// Who wants to write does not wait for work that nobody waits for.
func TestABorrowedGateIsAskedForBack(t *testing.T) {
	var gate sqlite.Gate
	wanted, giveBack, ok := gate.Borrow()
	if !ok || wanted.Err() != nil {
		t.Fatal("a gate that nobody holds cannot be borrowed")
	}
	if _, _, twice := gate.Borrow(); twice || gate.LockUnlessBorrowed() {
		t.Error("a borrowed gate is given to another")
	}
	taken := make(chan struct{})
	go func() {
		gate.Lock()
		close(taken)
	}()
	<-wanted.Done()
	select {
	case <-taken:
		t.Error("a borrowed gate is taken before it is given back")
	default:
	}
	giveBack()
	<-taken
	if _, _, held := gate.Borrow(); held {
		t.Error("a gate that is held can be borrowed")
	}
	gate.Unlock()
	if !gate.LockUnlessBorrowed() {
		t.Error("a gate that was given back is taken for borrowed")
	}
	gate.Unlock()
}
