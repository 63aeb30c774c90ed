// Package purchase is what the shop buys: suppliers and what they sell, orders
// to them, what came of those, what it cost besides, and what went back.
package purchase

import (
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/outbox"
)

// Tx is what purchases ask the memory.
type Tx interface {
	ledger.Tx
	outbox.Tx
	supplierMemory
	supplierProductMemory
	purchaseMemory
	receiptMemory
	extraCostMemory
	supplierReturnMemory
}

// Service buys.
type Service struct{ store core.Store }

// New returns the service over a memory.
func New(store core.Store) *Service { return &Service{store: store} }
