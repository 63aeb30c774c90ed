package purchase

import (
	"time"

	"estante/internal/core"
)

// Receipt is what came of a purchase at one time. Each of its lines brings stock in by an
// entry; undoing it takes those back.
type Receipt struct {
	ID         int64
	PurchaseID int64
	SupplierID int64
	LocationID int64
	// DeliveryNote is the supplier's number of the paper that came with it, DeliveredOn its day.
	DeliveryNote string
	DeliveredOn  string
	Currency     string
	// Rate is how many units of the currency of costs one of Currency was worth; nil where
	// both are the same.
	Rate      *core.Rate
	Notes     string
	CreatedBy int64
	CreatedAt time.Time
	UndoneBy  int64
	UndoneAt  *time.Time
}

// ReceiptLine is what came of one product.
type ReceiptLine struct {
	ID        int64
	ReceiptID int64
	// LineID is the line of the purchase; zero for what was not ordered.
	LineID    int64
	ProductID int64
	Accepted  int64
	Rejected  int64
	// Value is what the accepted units cost in the receipt's currency, and Cost the same in
	// that of costs; nil where nobody knows.
	Value *core.Cents
	Cost  *core.Cents
	// EntryID is the entry that brought them in; zero where none was accepted.
	EntryID int64
}

type receiptMemory interface{}
