package supplier

import (
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

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

// MinUnits is how many units an order has at least.
func (p SupplierProduct) MinUnits() int64 {
	if p.MinPacks <= 1 {
		return 0
	}
	return min(p.MinPacks*p.PackUnits, catalogue.QuantityMax)
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
	UserName          string
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

// Terms are how a product is bought of its preferred supplier, as forecasts take it.
type Terms struct {
	ProductID    int64
	SupplierID   int64
	SupplierName string
	// PackUnits is how many units a pack has, and MinUnits how many an order has at least.
	PackUnits, MinUnits int64
	// LeadDays is how long it takes; nil where nobody said. OwnLead says that it is of this
	// product and not of everything that the supplier sells.
	LeadDays *int
	OwnLead  bool
}

// TermsMemory knows how products are bought.
type TermsMemory interface {
	// TermsOf is how some products are bought of their preferred suppliers, by their ids.
	// Who is not active sells nothing.
	TermsOf(productIDs []int64) (map[int64]Terms, error)
}

// The limits of what is kept of a supplier's product, and of a product's suppliers.
const (
	supplierSKUMax  = 100
	supplierNameMax = 200
	packUnitsMax    = 1_000_000
	minPacksMax     = 1_000_000
	suppliersOfMax  = 50
)

// SupplierProductRow is a supplier's product with the names of both.
type SupplierProductRow struct {
	SupplierProduct
	Supplier       string
	SupplierActive bool
	// SupplierLead is how long the supplier takes where the product does not say.
	SupplierLead *int
	ProductName  string
	ProductSKU   string
	ImageURL     string
	Stock        int64
}

// SupplierProductFilter says which products of a supplier a list shows.
type SupplierProductFilter struct {
	SupplierID int64
	// Search matches the product, and the supplier's own code of it.
	Search   string
	Ordering SupplierProductOrdering
	Page     core.Page
}

// SupplierProductOrdering is how a supplier's products are sorted; a leading minus is descending.
type SupplierProductOrdering string

// Orderings of supplier's products, ascending; each also with a leading minus.
const (
	SupplierProductsByName    SupplierProductOrdering = "name"
	SupplierProductsBySKU     SupplierProductOrdering = "supplierSku"
	SupplierProductsByUpdated SupplierProductOrdering = "updatedAt"
)

type supplierProductMemory interface {
	TermsMemory
	InsertSupplierProduct(product SupplierProduct) (int64, error)
	// SupplierProductsOf are those of some products that a supplier sells, by their ids.
	SupplierProductsOf(supplierID int64, productIDs []int64) (map[int64]SupplierProduct, error)
	// SuppliersOf is who sells some products, by the products' ids.
	SuppliersOf(productIDs []int64) (map[int64][]SupplierProduct, error)
	// PreferredSellers is how products are bought unless somebody says otherwise, by their ids.
	PreferredSellers(ids []int64) (map[int64]SupplierProduct, error)
	// ProductSuppliers is who sells a product, the preferred one first.
	ProductSuppliers(productID int64) ([]SupplierProductRow, error)
	ListSupplierProducts(filter SupplierProductFilter) (core.List[SupplierProductRow], error)
	// SupplierProductsBySKUs are those that a supplier calls so, by core.IdentityKey. A code
	// that it has for several products is in each of them.
	SupplierProductsBySKUs(supplierID int64, keys []string) ([]SupplierProduct, error)
	// UpdateSupplierProduct writes every field but whose it is and of what. Where the terms
	// of a preferred supplier change, or who it is, the product's forecast is due.
	UpdateSupplierProduct(before, after SupplierProduct) error
	// DeleteSupplierProduct removes it and its prices.
	DeleteSupplierProduct(product SupplierProduct) error
	InsertPrices(prices []PriceChange) error
	// ListPrices are the prices of a supplier's product, the newest first.
	ListPrices(supplierProductID int64, page core.Page) (core.List[PriceChange], error)
}

// SupplierProductChange is what people write of a supplier's product; nil leaves it.
type SupplierProductChange struct {
	SupplierSKU  *string
	SupplierName *string
	PackUnits    *int64
	PackPrice    **Price
	MinPacks     *int64
	LeadDays     **int
	Preferred    *bool
	IfVersion    *int64
}

// apply writes the change. A price that somebody writes is in the supplier's currency.
func (c SupplierProductChange) apply(p *SupplierProduct, currency string) {
	core.AssignLine(&p.SupplierSKU, c.SupplierSKU)
	core.AssignLine(&p.SupplierName, c.SupplierName)
	core.Assign(&p.PackUnits, c.PackUnits)
	core.Assign(&p.MinPacks, c.MinPacks)
	core.Assign(&p.LeadDays, c.LeadDays)
	core.Assign(&p.Preferred, c.Preferred)
	if c.PackPrice != nil && !catalogue.SamePointer(p.PackPrice, *c.PackPrice) {
		p.PackPrice, p.Currency = *c.PackPrice, currency
	}
}

func (p SupplierProduct) check() error {
	wrong := core.Problems{}
	wrong.Check(core.Characters(p.SupplierSKU) <= supplierSKUMax, "supplierSku", "El código es demasiado largo")
	wrong.Check(core.Characters(p.SupplierName) <= supplierNameMax, "supplierName", "El nombre es demasiado largo")
	wrong.Check(p.PackUnits >= 1 && p.PackUnits <= packUnitsMax, "packUnits",
		"Las unidades por paquete deben estar entre 1 y 1.000.000")
	wrong.Check(p.MinPacks >= 1 && p.MinPacks <= minPacksMax, "minPacks",
		"Los paquetes como mínimo deben estar entre 1 y 1.000.000")
	wrong.Check(p.PackPrice == nil || (*p.PackPrice >= 0 && *p.PackPrice <= PriceMax), "packPrice",
		"El precio debe ser un número mayor o igual a 0")
	checkLead(wrong, p.LeadDays)
	return wrong.Err()
}

// samePrice says that a unit costs the same, as far as it was said.
func (p SupplierProduct) samePrice(o SupplierProduct) bool {
	return p.PackUnits == o.PackUnits && catalogue.SamePointer(p.PackPrice, o.PackPrice) && p.Currency == o.Currency
}

// same says that two rows have the same fields.
func (p SupplierProduct) same(o SupplierProduct) bool {
	equal := catalogue.SamePointer(p.PackPrice, o.PackPrice) && catalogue.SamePointer(p.LeadDays, o.LeadDays)
	p.PackPrice, p.LeadDays = o.PackPrice, o.LeadDays
	return equal && p == o
}

// SameTerms says whether the product is bought on the same terms, as forecasts take them.
func (p SupplierProduct) SameTerms(o SupplierProduct) bool {
	return p.Preferred == o.Preferred && p.PackUnits == o.PackUnits && p.MinPacks == o.MinPacks &&
		catalogue.SamePointer(p.LeadDays, o.LeadDays)
}
