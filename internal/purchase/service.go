// Package purchase is what the shop buys: orders to suppliers, what came of those, what it
// cost besides, and what went back.
package purchase

import (
	"io"

	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/outbox"
	"estante/internal/supplier"
)

// Tx is what purchases ask the memory.
type Tx interface {
	ledger.Tx
	outbox.Tx
	supplier.Tx
	purchaseMemory
	supplierStatsMemory
	receiptMemory
	extraCostMemory
	supplierReturnMemory
}

// Service buys.
type Service struct {
	store  core.Store
	writer Writer
}

// Writer writes the document that goes to a supplier.
type Writer interface {
	WriteOrder(to io.Writer, document Document) error
}

// New returns the service over a memory. Purchases leave by messages, with the document that
// the writer writes.
func New(store core.Store, messages *outbox.Service, writer Writer) *Service {
	s := &Service{store: store, writer: writer}
	messages.Register(MessagePurchase, outbox.Composer{Compose: s.compose, Lasts: true, OfInactive: true})
	return s
}
