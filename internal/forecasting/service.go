// Package forecasting is what the arithmetic of internal/forecast means for
// products: what will sell, when it runs out and how much to order, worked out
// every night and whenever a product changes.
package forecasting

import (
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/supplier"
)

// Tx is what forecasts ask the memory.
type Tx interface {
	ledger.Tx
	supplier.TermsMemory
	forecastMemory
}

// Service makes forecasts and reports of them.
type Service struct {
	store core.Store
	// models is what forecasts are made by, and writer writes reports of them.
	models models
	writer Writer
}

// New returns the service over a memory; without a writer there are no reports.
func New(store core.Store, writer Writer) *Service {
	if writer == nil {
		writer = noWriter{}
	}
	return &Service{store: store, writer: writer}
}
