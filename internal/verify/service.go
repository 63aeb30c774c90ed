// Package verify recounts everything that is kept, from the movements alone, and
// says what does not agree. It reads and never repairs.
package verify

import (
	"estante/internal/alert"
	"estante/internal/core"
	"estante/internal/forecasting"
	"estante/internal/order"
	"estante/internal/valuation"
)

// Tx is what a check asks the memory.
type Tx interface {
	valuation.Tx
	order.Tx
	alert.Tx
	forecasting.Tx
	ledgerMemory
}

// Service checks the ledger.
type Service struct{ store core.Store }

// New returns the service over a memory.
func New(store core.Store) *Service { return &Service{store: store} }
