package purchase

import "time"

// SupplierProduct is a product as a supplier sells it: under a code and a name of its
// own, by the pack.
type SupplierProduct struct {
	ID         int64
	SupplierID int64
	ProductID  int64
	// SupplierSKU and SupplierName are what the supplier calls it.
	SupplierSKU  string
	SupplierName string
	// PackUnits is how many units a pack has, and PackPrice what it costs in Currency; nil
	// where nobody said.
	PackUnits int64
	PackPrice *Price
	Currency  string
	// MinPacks is how many packs an order has at least.
	MinPacks int64
	// LeadDays is how long this product takes; nil where that is the supplier's.
	LeadDays *int
	// Preferred says that the product is bought here unless somebody says otherwise. A
	// product has one such supplier at most.
	Preferred bool
	CreatedAt time.Time
	UpdatedAt time.Time
	// Version counts the changes of this row; see core.ErrStale.
	Version int64
}

// PriceChange is what a supplier asked for a product from a moment on.
type PriceChange struct {
	ID                int64
	SupplierProductID int64
	PackUnits         int64
	PackPrice         *Price
	Currency          string
	Source            PriceSource
	UserID            int64
	At                time.Time
}

// PriceSource is how a price became known.
type PriceSource string

// The ways of prices: a person wrote it, a price list brought it, or it was paid.
const (
	PriceManual  PriceSource = "manual"
	PriceImport  PriceSource = "import"
	PriceReceipt PriceSource = "receipt"
)

type supplierProductMemory interface{}
