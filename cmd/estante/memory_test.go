package main

import "testing"

// Little is kept: much may lie about. Much is kept: Go's own pace, whatever it is.
func TestClearingKeepsPaceWithWhatIsKept(t *testing.T) {
	for kept, percent := range map[float64]int{0: 4800, 4 << 20: 1200, 24 << 20: 200, 48 << 20: 100, 1 << 30: 100} {
		if got := litterPercent(kept); got != percent {
			t.Errorf("with %.0f bytes kept %d %%, want %d %%", kept, got, percent)
		}
	}
}
