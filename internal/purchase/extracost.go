package purchase

import (
	"time"

	"estante/internal/core"
)

// ExtraCost is what a purchase, or one receipt of it, cost besides its lines. It is shared
// out over what came, and raises the value of what is still here.
type ExtraCost struct {
	ID         int64
	PurchaseID int64
	// ReceiptID is zero where it is of the whole purchase.
	ReceiptID int64
	Kind      ExtraKind
	Amount    core.Cents
	Currency  string
	Rate      *core.Rate
	ShareBy   Sharing
	Notes     string
	CreatedBy int64
	CreatedAt time.Time
	UndoneBy  int64
	UndoneAt  *time.Time
}

// ExtraKind says what was paid for.
type ExtraKind string

// The kinds of extra costs.
const (
	Transport ExtraKind = "transport"
	Customs   ExtraKind = "customs"
	Other     ExtraKind = "other"
)

// Sharing is how an extra cost is shared out over what came.
type Sharing string

// The ways to share: by what each line cost, by its units, or as a person says.
const (
	ByValue Sharing = "value"
	ByUnits Sharing = "units"
	ByShare Sharing = "hand"
)

// ExtraShare is the part of an extra cost that belongs to a line of a receipt, in the
// currency of costs: Raised went into the value of what was still here, Sold belonged to
// units that were gone.
type ExtraShare struct {
	ExtraCostID   int64
	ReceiptLineID int64
	Amount        core.Cents
	Raised        core.Cents
	Sold          core.Cents
}

type extraCostMemory interface{}
