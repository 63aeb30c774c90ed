// Package catalogue is what the business sells: products, their categories,
// brands and tags, pictures, barcodes and the figures over all of them. How much
// there is of a product is the ledger's to say.
package catalogue

import "estante/internal/core"

// Tx is what the catalogue asks the memory.
type Tx interface {
	core.Tx
	productMemory
	labelMemory
	imageMemory
	pictureFetchMemory
	counterMemory
	importLockMemory
}

// Service keeps the catalogue.
type Service struct {
	store core.Store
	core  *core.Service
}

// New returns the service over a memory.
func New(store core.Store, shared *core.Service) *Service {
	return &Service{store: store, core: shared}
}
