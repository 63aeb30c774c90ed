// Package supplier is who sells to the shop, what of it, on which terms and at what price.
package supplier

import (
	"estante/internal/catalogue"
	"estante/internal/core"
)

// Tx is what suppliers ask the memory.
type Tx interface {
	catalogue.Tx
	supplierMemory
	supplierProductMemory
}

// Service keeps suppliers and what they sell.
type Service struct{ store core.Store }

// New returns the service over a memory.
func New(store core.Store) *Service { return &Service{store: store} }
