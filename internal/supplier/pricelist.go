package supplier

import (
	"math"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// PricePlan is what a line of a price list makes of a supplier's product. Before has no ID
// where the supplier did not sell it yet.
type PricePlan struct {
	Before, After SupplierProduct
}

// PlanPrice works out a line of a price list, by the same rules as if it were typed.
func PlanPrice(
	supplier Supplier, productID int64, before SupplierProduct, change SupplierProductChange,
) (PricePlan, error) {
	plan := PricePlan{Before: before, After: before}
	if plan.Creates() {
		plan.After = SupplierProduct{
			SupplierID: supplier.ID, ProductID: productID, PackUnits: 1, MinPacks: 1, Currency: supplier.Currency, Version: 1,
		}
	}
	change.apply(&plan.After, supplier.Currency)
	return plan, plan.After.check()
}

// Creates says whether the supplier sells the product from now on.
func (p PricePlan) Creates() bool { return p.Before.ID == 0 }

// Changes says whether anything is to be written.
func (p PricePlan) Changes() bool { return p.Creates() || !p.Before.same(p.After) }

// Percent is by how much a unit gets dearer, or cheaper where it is below zero; nil where
// nobody can say.
func (p PricePlan) Percent() *float64 {
	before, after := p.Before, p.After
	if p.Creates() || before.PackPrice == nil || after.PackPrice == nil || *before.PackPrice == 0 ||
		before.Currency != after.Currency {
		return nil
	}
	was := float64(*before.PackPrice) / float64(before.PackUnits)
	percent := math.Round(1000*(float64(*after.PackPrice)/float64(after.PackUnits)-was)/was) / 10
	return &percent
}

// Keep writes the plan of a locked product and returns it as it was kept.
func (p PricePlan) Keep(tx Tx, actor core.Actor, product catalogue.Product) (PricePlan, error) {
	if !p.Changes() {
		return p, nil
	}
	if !p.Creates() {
		after, err := writeSold(tx, actor, product, p.Before, p.After, PriceImport)
		p.After = after
		return p, err
	}
	p.After.CreatedAt, p.After.UpdatedAt = tx.Now(), tx.Now()
	var err error
	if p.After.ID, err = tx.InsertSupplierProduct(p.After); err != nil {
		return p, err
	}
	if p.After.PackPrice != nil {
		if err := tx.InsertPrices([]PriceChange{p.After.price(tx, actor, PriceImport)}); err != nil {
			return p, err
		}
	}
	return p, noteSupplier(tx, actor, core.AuditCreate, p.After.SupplierID, nil, soldOf(p.After, product.SKU))
}

// Stands says whether a supplier's product is still as the plan left it.
func (p PricePlan) Stands(now SupplierProduct) bool {
	return now.samePrice(p.After) && now.SameTerms(p.After) && now.SupplierSKU == p.After.SupplierSKU
}

// TakeBack makes a supplier's product what it was before the plan. The history of its
// prices says so.
func (p PricePlan) TakeBack(tx Tx, actor core.Actor, product catalogue.Product, now SupplierProduct) error {
	if p.Creates() {
		return removeSold(tx, actor, product, now)
	}
	after := now
	after.SupplierSKU, after.PackUnits, after.PackPrice = p.Before.SupplierSKU, p.Before.PackUnits, p.Before.PackPrice
	after.Currency, after.MinPacks, after.LeadDays = p.Before.Currency, p.Before.MinPacks, p.Before.LeadDays
	_, err := writeSold(tx, actor, product, now, after, PriceImport)
	return err
}

// SuppliersMost is how many suppliers a product may have.
const SuppliersMost = suppliersOfMax
