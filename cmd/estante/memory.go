package main

import (
	"os"
	"runtime/debug"
)

// What answers leave behind is a multiple of what a server keeps, which is a few
// megabytes: it is cleared away when it has grown to so many per cent of that, or
// the whole to so many bytes, whichever comes first.
const (
	litterPercent = 300
	litterBytes   = 192 << 20
)

// settleMemory gives back what only starting took, and from then on clears away
// less often. Whoever runs the server may say otherwise in Go's own variables.
func settleMemory() {
	debug.FreeOSMemory()
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(litterBytes)
		debug.SetGCPercent(litterPercent)
	}
}
