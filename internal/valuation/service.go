// Package valuation is what there was at an instant and what that was worth: the ends of
// months folded from the ledger, the value at any moment by average cost and first in first
// out, years that are closed, two moments compared, and what selling all of it would earn.
package valuation

import (
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/reportjob"
)

// Tx is what valuations ask the memory.
type Tx interface {
	ledger.Tx
	reportjob.Memory
	valueAtMemory
	valueListMemory
	closingMemory
	sheetMemory
	marginMemory
	foldMemory
}

// Service works values out.
type Service struct {
	store core.Store
	// values are what there was at the instants asked for last.
	values valueCache
	sheets SheetWriter
}

// New returns the service over a memory. Sheets writes the files of what the stock was worth;
// nil where there are none.
func New(store core.Store, sheets SheetWriter) *Service {
	if sheets == nil {
		sheets = noSheets{}
	}
	return &Service{store: store, sheets: sheets}
}
