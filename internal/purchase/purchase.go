package purchase

import (
	"time"

	"estante/internal/core"
)

// Purchase is an order to a supplier. While it is sent, what it still lacks is on its way.
type Purchase struct {
	ID int64
	// Number is PC-2026-0001; empty until it is sent, so that drafts leave no gap.
	Number     string
	SupplierID int64
	Status     Status
	// LocationID is where it is to be delivered.
	LocationID int64
	Currency   string
	// Rate is how many units of the currency of costs one of Currency is worth; nil where
	// both are the same or nobody said. A receipt has its own.
	Rate *core.Rate
	// ExpectedOn is the day on which it should come, as 2026-12-31; empty while nobody said.
	ExpectedOn string
	Notes      string
	// LineCount, Ordered, Received and Pending are how many lines it has and the units of
	// them that were ordered, are here and are still to come; Value is what its lines cost
	// together, and Extra what it costs besides.
	LineCount int64
	Ordered   int64
	Received  int64
	Pending   int64
	Value     core.Cents
	Extra     core.Cents
	CreatedBy int64
	CreatedAt time.Time
	UpdatedAt time.Time
	SentBy    int64
	SentAt    *time.Time
	SentHow   Sending
	// MessageID is the e-mail that takes it to the supplier; zero where none does.
	MessageID int64
	// EndedAt is when nothing was left to come: received, closed or cancelled.
	EndedAt *time.Time
	// Version counts the changes of this row; see core.ErrStale.
	Version int64
}

// Status is how far a purchase is.
type Status string

// The states of a purchase. Only what is sent can be received.
const (
	Draft     Status = "draft"
	Sent      Status = "sent"
	Received  Status = "received"
	Closed    Status = "closed"
	Cancelled Status = "cancelled"
)

// Sending is how a purchase reached its supplier.
type Sending string

// The ways to a supplier.
const (
	ByEmail Sending = "email"
	ByHand  Sending = "hand"
)

// Line is a product of a purchase. All quantities are units, whatever a pack has.
type Line struct {
	ID         int64
	PurchaseID int64
	Position   int
	ProductID  int64
	// SKU and Name are as they were when it was ordered.
	SKU         string
	Name        string
	SupplierSKU string
	PackUnits   int64
	PackPrice   *Price
	// Discount is in hundredths of a percent.
	Discount int
	// Value is what all units ordered cost together, which is the truth; nil where nobody said.
	Value   *core.Cents
	Ordered int64
	// Received is here, Rejected was refused at the door, Replaced is to be sent again for
	// what went back, and Closed was given up.
	Received int64
	Rejected int64
	Replaced int64
	Closed   int64
	// ExpectedOn is that of the purchase.
	ExpectedOn string
}

// missing is what the line still lacks, whether or not anybody sends it.
func (l Line) missing() int64 { return max(0, l.Ordered+l.Replaced-l.Received-l.Closed) }

// excess is what came beyond what was ordered. It completes no other line.
func (l Line) excess() int64 { return max(0, l.Received-l.Ordered-l.Replaced) }

type purchaseMemory interface{}
