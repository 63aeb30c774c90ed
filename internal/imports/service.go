// Package imports brings files in, in four steps: the file, what its columns
// mean, a look at what would happen, and the import itself, which can be undone.
package imports

import (
	"sync/atomic"

	"estante/internal/core"
	"estante/internal/order"
	"estante/internal/purchase"
)

// Tx is what imports ask the memory.
type Tx interface {
	order.Tx
	purchase.Tx
	importMemory
}

// Service imports files.
type Service struct {
	store  core.Store
	sheets SheetReader
	// readers has room for the users whose files may be read at once.
	readers chan struct{}
	// importsAtWork is how many imports are being worked on here.
	importsAtWork atomic.Int32
}

// New returns the service over a memory; without a reader of sheets there are none.
func New(store core.Store, sheets SheetReader) *Service {
	if sheets == nil {
		sheets = noSheets{}
	}
	return &Service{store: store, sheets: sheets, readers: make(chan struct{}, readersMax)}
}
