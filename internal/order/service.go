// Package order is what customers want: orders, what they claim of the stock,
// their way to the customer and back, and the figures over them.
package order

import (
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/outbox"
)

// Tx is what orders ask the memory.
type Tx interface {
	ledger.Tx
	outbox.Tx
	orderMemory
}

// Service keeps orders.
type Service struct{ store core.Store }

// New returns the service over a memory.
func New(store core.Store) *Service { return &Service{store: store} }
