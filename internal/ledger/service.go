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
}

// Service moves stock.
type Service struct {
	store core.Store
	// adjustments are those that are asked for at the same time.
	adjustments adjustmentGroups
}

// New returns the service over a memory.
func New(store core.Store) *Service {
	return &Service{store: store, adjustments: adjustmentGroups{wait: groupWait, most: groupsMax}}
}
