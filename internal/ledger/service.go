// Package ledger is all that moves or is worth something: stock, movements,
// adjustments, what orders claim, locations, transfers, entries, stocktakes,
// cost and value. One function changes stock, and what it did stays for ever.
package ledger

import (
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/webhook"
)

// Tx is what the ledger asks the memory.
type Tx interface {
	catalogue.Tx
	webhook.Tx
	stockMemory
	claimMemory
	locationMemory
	stockDayMemory
	pastSaleMemory
	entryMemory
	currencyMemory
	transferMemory
	stocktakeMemory
	valuationMemory
	valueAtMemory
	valueListMemory
	closingMemory
	sheetMemory
	marginMemory
	foldMemory
}

// Service moves stock.
type Service struct {
	store core.Store
	// adjustments are those that are asked for at the same time.
	adjustments adjustmentGroups
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
	return &Service{store: store, adjustments: adjustmentGroups{wait: groupWait, most: groupsMax}, sheets: sheets}
}
