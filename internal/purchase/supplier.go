package purchase

import (
	"time"

	"estante/internal/core"
)

// Supplier is a company or a person that the shop buys from.
type Supplier struct {
	ID   int64
	Name string
	// TaxID is the NIF, NIE or CIF, or that of another country, as it was written.
	TaxID   string
	Contact string
	Email   string
	Phone   string
	Address string
	Website string
	// Currency is in which its prices are, and so new purchases of it.
	Currency string
	// LeadDays is how long it takes to deliver; nil while nobody said.
	LeadDays *int
	// MinOrder is the least that it takes an order for, in Currency; nil where any will do.
	MinOrder     *core.Cents
	PaymentTerms string
	Notes        string
	Active       bool
	// MergedInto is the supplier that it became one with; zero while it is one of its own.
	MergedInto int64
	CreatedBy  int64
	CreatedAt  time.Time
	UpdatedAt  time.Time
	// Version counts the changes of this row; see core.ErrStale.
	Version int64
}

type supplierMemory interface{}
