package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// What answers leave behind is cleared away when it has grown to so many bytes,
// or to as much as is kept, whichever is more. A server keeps a few megabytes,
// and at Go's usual pace a twelfth of what one product costs was clearing away.
const litter = 48 << 20

// settleMemory gives back the memory that only starting took, and from then on has
// garbage collected less often. An administrator may set Go's own GOGC instead.
func settleMemory() {
	if os.Getenv("GOGC") == "" {
		paceClearing()
	}
	debug.FreeOSMemory()
	giveBackProgram()
}

// paceClearing sets the pace after each clearing by what was kept. A limit of the
// memory would do as long as little is kept, and have a server that keeps as much
// as its limit do nothing else than clear away.
func paceClearing() {
	kept := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(kept)
	debug.SetGCPercent(litterPercent(float64(kept[0].Value.Uint64())))
	runtime.AddCleanup(&struct{ unreachable *int }{}, func(int) { paceClearing() }, 0)
}

func litterPercent(kept float64) int {
	return max(100, int(100*litter/max(kept, 1<<20)))
}
