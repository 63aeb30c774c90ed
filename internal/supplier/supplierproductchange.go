package supplier

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// Errors about suppliers' products.
var (
	errSoldAlready = core.FieldError("productId", "El proveedor ya tiene este producto")
	errNoProduct   = core.FieldError("productId", "El producto no existe")
	// ErrTooManySuppliers is the answer to a supplier more than a product may have.
	ErrTooManySuppliers = &core.Error{Kind: core.Conflict, Message: "El producto ya tiene 50 proveedores"}
)

// ListSupplierProducts shows one page of what a supplier sells.
func (s *Service) ListSupplierProducts(
	ctx context.Context, filter SupplierProductFilter,
) (rows core.List[SupplierProductRow], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if _, err := tx.SupplierByID(filter.SupplierID); err != nil {
			return err
		}
		rows, err = tx.ListSupplierProducts(filter)
		return err
	})
	return rows, err
}

// ProductSuppliers is who sells a product, the preferred one first, and on which terms it
// is bought.
func (s *Service) ProductSuppliers(
	ctx context.Context, productID int64,
) (rows []SupplierProductRow, supply Supply, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		product, err := tx.ProductByID(productID)
		if err != nil {
			return err
		}
		if rows, err = tx.ProductSuppliers(productID); err != nil {
			return err
		}
		terms, err := tx.TermsOf([]int64{productID})
		supply = SupplyOf(product, terms[productID])
		return err
	})
	return rows, supply, err
}

// ListPrices shows what a supplier asked for a product, the newest first.
func (s *Service) ListPrices(
	ctx context.Context, supplierID, productID int64, page core.Page,
) (prices core.List[PriceChange], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		product, err := supplierProduct(tx, supplierID, productID)
		if err != nil {
			return err
		}
		prices, err = tx.ListPrices(product.ID, page)
		return err
	})
	return prices, err
}

// supplierProduct is a product as a supplier sells it.
func supplierProduct(tx Tx, supplierID, productID int64) (SupplierProduct, error) {
	found, err := tx.SupplierProductsOf(supplierID, []int64{productID})
	if err != nil {
		return SupplierProduct{}, err
	}
	product, known := found[productID]
	if !known {
		return SupplierProduct{}, core.ErrNotFound
	}
	return product, nil
}

// lockSold locks a product after its supplier. Every change of who sells a product goes by
// its lock, so that it has one preferred supplier at most.
func lockSold(tx Tx, supplierID, productID int64) (Supplier, catalogue.Product, error) {
	supplier, err := UsableSupplier(tx, supplierID)
	if err != nil {
		return supplier, catalogue.Product{}, err
	}
	product, err := tx.LockProduct(productID)
	if core.IsNotFound(err) {
		err = errNoProduct
	}
	return supplier, product, err
}

// soldChange is a change of a supplier's product as the audit has it.
type soldChange struct {
	ProductID    int64
	SKU          string
	SupplierSKU  string
	SupplierName string
	PackUnits    int64
	PackPrice    *Price
	Currency     string
	MinPacks     int64
	LeadDays     *int
	Preferred    bool
}

func soldOf(p SupplierProduct, sku string) *soldChange {
	return &soldChange{
		p.ProductID, sku, p.SupplierSKU, p.SupplierName, p.PackUnits, p.PackPrice, p.Currency, p.MinPacks, p.LeadDays,
		p.Preferred,
	}
}

// AddSupplierProduct adds a product to what a supplier sells.
func (s *Service) AddSupplierProduct(
	ctx context.Context, actor core.Actor, supplierID, productID int64, change SupplierProductChange,
) (SupplierProduct, error) {
	return core.Once(ctx, s.store, func(tx Tx) (SupplierProduct, error) {
		supplier, product, err := lockSold(tx, supplierID, productID)
		if err != nil {
			if errors.Is(err, errNoSupplier) {
				err = core.ErrNotFound
			}
			return SupplierProduct{}, err
		}
		return addSold(tx, actor, supplier, product, change)
	})
}

// addSold adds a locked product to what a supplier sells.
func addSold(
	tx Tx, actor core.Actor, supplier Supplier, product catalogue.Product, change SupplierProductChange,
) (SupplierProduct, error) {
	all, err := tx.SuppliersOf([]int64{product.ID})
	if err != nil {
		return SupplierProduct{}, err
	}
	others := all[product.ID]
	switch {
	case slices.ContainsFunc(others, func(o SupplierProduct) bool { return o.SupplierID == supplier.ID }):
		return SupplierProduct{}, errSoldAlready
	case len(others) >= suppliersOfMax:
		return SupplierProduct{}, ErrTooManySuppliers
	}
	now := tx.Now()
	sold := SupplierProduct{
		SupplierID: supplier.ID, ProductID: product.ID, PackUnits: 1, MinPacks: 1, Currency: supplier.Currency,
		CreatedAt: now, UpdatedAt: now, Version: 1,
	}
	change.apply(&sold, supplier.Currency)
	if err := sold.check(); err != nil {
		return SupplierProduct{}, err
	}
	if sold.Preferred {
		if err := preferNone(tx, actor, product, others); err != nil {
			return SupplierProduct{}, err
		}
	}
	if sold.ID, err = tx.InsertSupplierProduct(sold); err != nil {
		return SupplierProduct{}, err
	}
	if sold.PackPrice != nil {
		if err := tx.InsertPrices([]PriceChange{sold.price(tx, actor, PriceManual)}); err != nil {
			return SupplierProduct{}, err
		}
	}
	return sold, noteSupplier(tx, actor, core.AuditCreate, supplier.ID, nil, soldOf(sold, product.SKU))
}

// price is what is asked for the product from now on.
func (p SupplierProduct) price(tx Tx, actor core.Actor, source PriceSource) PriceChange {
	return PriceChange{
		SupplierProductID: p.ID, PackUnits: p.PackUnits, PackPrice: p.PackPrice, Currency: p.Currency, Source: source,
		UserID: actor.ID, At: tx.Now(),
	}
}

// preferNone takes the preference from whoever of a product's suppliers has it.
func preferNone(tx Tx, actor core.Actor, product catalogue.Product, suppliers []SupplierProduct) error {
	for _, other := range suppliers {
		if !other.Preferred {
			continue
		}
		after := other
		after.Preferred = false
		if _, err := writeSold(tx, actor, product, other, after, PriceManual); err != nil {
			return err
		}
	}
	return nil
}

// writeSold keeps a change of what a supplier sells, with its new price where it has one.
func writeSold(
	tx Tx, actor core.Actor, product catalogue.Product, before, after SupplierProduct, source PriceSource,
) (SupplierProduct, error) {
	if before.same(after) {
		return before, nil
	}
	if err := after.check(); err != nil {
		return before, err
	}
	after.UpdatedAt, after.Version = tx.Now(), before.Version+1
	if err := tx.UpdateSupplierProduct(before, after); err != nil {
		return before, err
	}
	if !before.samePrice(after) {
		if err := tx.InsertPrices([]PriceChange{after.price(tx, actor, source)}); err != nil {
			return before, err
		}
	}
	return after, noteSupplier(tx, actor, core.AuditUpdate, after.SupplierID, soldOf(before, product.SKU),
		soldOf(after, product.SKU))
}

// UpdateSupplierProduct changes how a supplier sells a product.
func (s *Service) UpdateSupplierProduct(
	ctx context.Context, actor core.Actor, supplierID, productID int64, change SupplierProductChange,
) (SupplierProduct, error) {
	return core.Once(ctx, s.store, func(tx Tx) (SupplierProduct, error) {
		supplier, product, err := lockSold(tx, supplierID, productID)
		if err != nil {
			return SupplierProduct{}, notThere(err)
		}
		before, err := supplierProduct(tx, supplierID, productID)
		if err != nil {
			return SupplierProduct{}, err
		}
		if change.IfVersion != nil && *change.IfVersion != before.Version {
			return SupplierProduct{}, core.ErrStale
		}
		return changeSold(tx, actor, supplier, product, before, change)
	})
}

// notThere is the answer to a supplier or a product that were named by the address that was
// asked, where there is none.
func notThere(err error) error {
	if errors.Is(err, errNoSupplier) || errors.Is(err, errNoProduct) {
		return core.ErrNotFound
	}
	return err
}

// changeSold changes what a supplier sells of a locked product, and takes the preference
// from another where this one gets it.
func changeSold(
	tx Tx, actor core.Actor, supplier Supplier, product catalogue.Product, before SupplierProduct,
	change SupplierProductChange,
) (SupplierProduct, error) {
	after := before
	change.apply(&after, supplier.Currency)
	if after.Preferred && !before.Preferred {
		all, err := tx.SuppliersOf([]int64{product.ID})
		if err != nil {
			return before, err
		}
		if err := preferNone(tx, actor, product, all[product.ID]); err != nil {
			return before, err
		}
	}
	return writeSold(tx, actor, product, before, after, PriceManual)
}

// RemoveSupplierProduct takes a product from what a supplier sells. What was bought of it
// there stays.
func (s *Service) RemoveSupplierProduct(
	ctx context.Context, actor core.Actor, supplierID, productID int64, version *int64,
) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (none core.Nothing, err error) {
		_, product, err := lockSold(tx, supplierID, productID)
		if err != nil {
			return none, notThere(err)
		}
		sold, err := supplierProduct(tx, supplierID, productID)
		switch {
		case err != nil:
			return none, err
		case version != nil && *version != sold.Version:
			return none, core.ErrStale
		}
		return none, removeSold(tx, actor, product, sold)
	})
	return err
}

func removeSold(tx Tx, actor core.Actor, product catalogue.Product, sold SupplierProduct) error {
	if err := tx.DeleteSupplierProduct(sold); err != nil {
		return err
	}
	return noteSupplier(tx, actor, core.AuditDelete, sold.SupplierID, soldOf(sold, product.SKU), nil)
}

// ProductSupplier is a supplier of a product as the product's form writes it.
type ProductSupplier struct {
	SupplierID int64
	SupplierProductChange
}

// SetProductSuppliers makes some suppliers those that sell a product: those that are left
// out sell it no more. The first error of each is at its place, as «suppliers[1].packUnits».
func (s *Service) SetProductSuppliers(
	ctx context.Context, actor core.Actor, productID int64, wanted []ProductSupplier,
) error {
	if err := checkWanted(wanted); err != nil {
		return err
	}
	_, err := core.Once(ctx, s.store, func(tx Tx) (none core.Nothing, err error) {
		suppliers, err := holdSuppliers(tx, wanted)
		if err != nil {
			return none, err
		}
		product, err := tx.LockProduct(productID)
		if err != nil {
			return none, err
		}
		return none, setSuppliers(tx, actor, product, wanted, suppliers)
	})
	return err
}

func checkWanted(wanted []ProductSupplier) error {
	wrong := core.Problems{}
	wrong.Check(len(wanted) <= suppliersOfMax, "suppliers",
		fmt.Sprintf("Indica %d proveedores como mucho", suppliersOfMax))
	seen, preferred := map[int64]bool{}, false
	for i, w := range wanted {
		wrong.Check(!seen[w.SupplierID], supplierAt(i)+"supplierId", "El proveedor está repetido")
		seen[w.SupplierID] = true
		if w.Preferred != nil && *w.Preferred {
			wrong.Check(!preferred, supplierAt(i)+"preferred", "Solo un proveedor puede ser el preferente")
			preferred = true
		}
	}
	return wrong.Err()
}

func supplierAt(i int) string { return fmt.Sprintf("suppliers[%d].", i) }

// holdSuppliers holds those that a change names, in the order of their ids.
func holdSuppliers(tx Tx, wanted []ProductSupplier) (map[int64]Supplier, error) {
	order := make([]int, len(wanted))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(wanted[a].SupplierID, wanted[b].SupplierID) })
	held, wrong := map[int64]Supplier{}, core.Problems{}
	for _, i := range order {
		supplier, err := UsableSupplier(tx, wanted[i].SupplierID)
		if err != nil && !wrong.Under(supplierAt(i), err) {
			return nil, err
		}
		held[supplier.ID] = supplier
	}
	return held, wrong.Err()
}

func setSuppliers(
	tx Tx, actor core.Actor, product catalogue.Product, wanted []ProductSupplier, suppliers map[int64]Supplier,
) error {
	all, err := tx.SuppliersOf([]int64{product.ID})
	if err != nil {
		return err
	}
	had := map[int64]SupplierProduct{}
	for _, sold := range all[product.ID] {
		if !slices.ContainsFunc(wanted, func(w ProductSupplier) bool { return w.SupplierID == sold.SupplierID }) {
			if err := removeSold(tx, actor, product, sold); err != nil {
				return err
			}
			continue
		}
		had[sold.SupplierID] = sold
	}
	wrong := core.Problems{}
	for _, first := range []bool{false, true} { // Who is preferred comes last, when nobody else is any more.
		for i, w := range wanted {
			prefers := w.Preferred != nil && *w.Preferred
			if prefers != first {
				continue
			}
			supplier := suppliers[w.SupplierID]
			if before, known := had[w.SupplierID]; known {
				_, err = changeSold(tx, actor, supplier, product, before, w.SupplierProductChange)
			} else {
				_, err = addSold(tx, actor, supplier, product, w.SupplierProductChange)
			}
			if err != nil && !wrong.Under(supplierAt(i), err) {
				return err
			}
		}
	}
	return wrong.Err()
}

// lockAssigned locks the products of a bulk change.
func lockAssigned(tx Tx, items []AssignItem) (map[int64]catalogue.Product, error) {
	ids := make([]int64, 0, len(items))
	for _, item := range items {
		ids = append(ids, item.ProductID)
	}
	return catalogue.LockProducts(tx, ids)
}
