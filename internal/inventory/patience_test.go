package inventory_test

import (
	"errors"
	"runtime"
	"testing"

	"estante/internal/inventory"
)

// However much long work there is at once, and however it ends, the program may use
// one processor more, and afterwards as many as before.
func TestLongWorkLeavesAProcessorToOthers(t *testing.T) {
	before, fault := runtime.GOMAXPROCS(0), errors.New("fault")
	mustBe := func(want int) {
		t.Helper()
		if got := runtime.GOMAXPROCS(0); got != want {
			t.Errorf("%d processors may be used, want %d", got, want)
		}
	}
	err := inventory.AtLength(func() error {
		mustBe(before + 1)
		func() {
			defer func() { _ = recover() }()
			_ = inventory.AtLength(func() error {
				mustBe(before + 1)
				panic(fault)
			})
		}()
		mustBe(before + 1)
		return fault
	})
	if !errors.Is(err, fault) {
		t.Errorf("the outcome is %v, want that of the work", err)
	}
	mustBe(before)
}
