package purchase

import (
	"time"

	"estante/internal/core"
)

// SupplierReturn is what went back to a supplier.
type SupplierReturn struct {
	ID         int64
	SupplierID int64
	LocationID int64
	// Replace says that the supplier sends it again: then it is on its way once more.
	Replace   bool
	Notes     string
	CreatedBy int64
	CreatedAt time.Time
	UndoneBy  int64
	UndoneAt  *time.Time
}

// SupplierReturnLine is what went back of one product.
type SupplierReturnLine struct {
	ID        int64
	ReturnID  int64
	ProductID int64
	// LineID is the line of the purchase that it came by; zero where none is known.
	LineID   int64
	Quantity int64
	// Value is what its units were worth when they left, in the currency of costs.
	Value      *core.Cents
	MovementID int64
}

type supplierReturnMemory interface{}
