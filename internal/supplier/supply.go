package supplier

import "estante/internal/catalogue"

// Supply is on which terms a product is bought, and who says so: the product itself, or
// else its preferred supplier.
type Supply struct {
	// SupplierID is zero where the product has no preferred supplier that is active.
	SupplierID   int64
	SupplierName string
	// LeadDays is nil where nobody said, and PackSize zero.
	LeadDays   *int
	LeadSource SupplySource
	PackSize   int64
	PackSource SupplySource
	// MinUnits is how many units an order has at least.
	MinUnits int64
}

// SupplySource says who named a term.
type SupplySource string

// The sources of terms.
const (
	SaidByNobody          SupplySource = "none"
	SaidByProduct         SupplySource = "product"
	SaidBySupplierProduct SupplySource = "supplierProduct"
	SaidBySupplier        SupplySource = "supplier"
)

// SupplyOf is how a product is bought, given the terms of its preferred supplier; without
// one, they are empty.
func SupplyOf(product catalogue.Product, terms Terms) Supply {
	supply := Supply{
		SupplierID: terms.SupplierID, SupplierName: terms.SupplierName, MinUnits: terms.MinUnits,
		LeadSource: SaidByNobody, PackSource: SaidByNobody,
	}
	switch {
	case product.LeadDays != nil:
		supply.LeadDays, supply.LeadSource = product.LeadDays, SaidByProduct
	case terms.LeadDays != nil && terms.OwnLead:
		supply.LeadDays, supply.LeadSource = terms.LeadDays, SaidBySupplierProduct
	case terms.LeadDays != nil:
		supply.LeadDays, supply.LeadSource = terms.LeadDays, SaidBySupplier
	}
	switch {
	case product.PackSize != nil:
		supply.PackSize, supply.PackSource = *product.PackSize, SaidByProduct
	case terms.SupplierID != 0:
		supply.PackSize, supply.PackSource = terms.PackUnits, SaidBySupplierProduct
	}
	return supply
}
