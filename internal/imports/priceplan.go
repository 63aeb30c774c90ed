package imports

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/supplier"
)

// pricePlan is what a row of a price list would do.
type pricePlan struct {
	fileRow
	supplier.PricePlan
	product  catalogue.Product
	problems []RowProblem
}

// priceKnown is what is known of the products that some rows name.
type priceKnown struct {
	// bySupplier are those that the supplier calls so; one code may be of several.
	bySupplier map[string][]int64
	byBarcode  map[string]int64
	bySKU      map[string]int64
	products   map[int64]catalogue.Product
	sellers    map[int64][]supplier.SupplierProduct
}

// know looks up the products that rows name.
func (r *importReader) know(tx Tx, rows []fileRow) (known priceKnown, err error) {
	var codes, barcodes, skus []string
	for _, row := range rows {
		codes = append(codes, core.IdentityKey(row.offer.supplierSKU))
		barcodes = append(barcodes, row.offer.barcode)
		skus = append(skus, core.IdentityKey(row.offer.sku))
	}
	known = priceKnown{map[string][]int64{}, map[string]int64{}, map[string]int64{}, map[int64]catalogue.Product{}, nil}
	sold, err := tx.SupplierProductsBySKUs(r.mapping.SupplierID, given(codes))
	if err != nil {
		return known, err
	}
	for _, s := range sold {
		key := core.IdentityKey(s.SupplierSKU)
		known.bySupplier[key] = append(known.bySupplier[key], s.ProductID)
		known.products[s.ProductID] = catalogue.Product{}
	}
	byBarcode, err := tx.ProductsByBarcodes(given(barcodes))
	if err != nil {
		return known, err
	}
	bySKU, err := tx.ProductsBySKUs(given(skus))
	if err != nil {
		return known, err
	}
	for _, product := range byBarcode {
		known.byBarcode[product.Barcode], known.products[product.ID] = product.ID, product
	}
	for _, product := range bySKU {
		known.bySKU[core.IdentityKey(product.SKU)], known.products[product.ID] = product.ID, product
	}
	return known, nil
}

// given are the texts that are not empty, each once and in their order.
func given(texts []string) []string {
	slices.Sort(texts)
	return slices.DeleteFunc(slices.Compact(texts), func(text string) bool { return text == "" })
}

// fill reads the products as they are now, and who sells them. A caller that is going to
// write locks them.
func (k *priceKnown) fill(tx Tx, read func(ids []int64) ([]catalogue.Product, error)) error {
	ids := slices.Sorted(maps.Keys(k.products))
	products, err := read(ids)
	if err != nil {
		return err
	}
	clear(k.products)
	for _, product := range products {
		k.products[product.ID] = product
	}
	k.sellers, err = tx.SuppliersOf(ids)
	return err
}

// identity is what one column of a row names.
type identity struct {
	field Field
	ids   []int64
}

// identities are what each column of a row names: the field, and the products.
func (k *priceKnown) identities(cells priceCells) (named []identity) {
	add := func(field Field, text string, ids []int64) {
		if text == "" {
			return
		}
		ids = slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return k.products[id].ID == 0 })
		named = append(named, identity{field, ids})
	}
	add("supplierSku", cells.supplierSKU, k.bySupplier[core.IdentityKey(cells.supplierSKU)])
	add("barcode", cells.barcode, only(k.byBarcode, cells.barcode))
	add("sku", cells.sku, only(k.bySKU, core.IdentityKey(cells.sku)))
	return named
}

func only(ids map[string]int64, key string) []int64 {
	if id, known := ids[key]; known {
		return []int64{id}
	}
	return nil
}

// find says which product a row is about, or at which field and why nobody knows. Codes that
// nothing has say nothing where another one is known.
func (k *priceKnown) find(cells priceCells) (product catalogue.Product, field Field, sentence string) {
	var left []int64
	named := k.identities(cells)
	for _, one := range named {
		switch {
		case len(one.ids) == 0:
		case left == nil:
			left, field = one.ids, one.field
		default:
			both := slices.DeleteFunc(slices.Clone(left), func(id int64) bool { return !slices.Contains(one.ids, id) })
			if len(both) == 0 {
				return product, one.field, fmt.Sprintf("Es el producto %s, y los demás códigos de la fila son de %s",
					k.products[one.ids[0]].SKU, k.products[left[0]].SKU)
			}
			left = both
		}
	}
	switch {
	case len(left) == 1:
		return k.products[left[0]], "", ""
	case len(left) > 1:
		return product, field, "El proveedor tiene varios productos con este código: indica el SKU o el código de barras"
	case len(named) > 0:
		field = named[0].field
	}
	return product, field, "No hay ningún producto con este código"
}

// planPrices works out what rows would do to what a supplier sells.
func (r *importReader) planPrices(known priceKnown, seller supplier.Supplier, rows []fileRow) []pricePlan {
	plans := make([]pricePlan, 0, len(rows))
	for _, row := range rows {
		plan := pricePlan{fileRow: row, problems: slices.Clone(row.problems)}
		if len(plan.problems) == 0 {
			r.planPrice(&plan, known, seller)
		}
		plans = append(plans, plan)
	}
	return plans
}

func (r *importReader) planPrice(plan *pricePlan, known priceKnown, seller supplier.Supplier) {
	product, field, sentence := known.find(plan.offer)
	if sentence != "" {
		plan.problems = append(plan.problems, r.problem(plan.row, field, sentence))
		return
	}
	var before supplier.SupplierProduct
	sellers := known.sellers[product.ID]
	at := slices.IndexFunc(sellers, func(s supplier.SupplierProduct) bool { return s.SupplierID == seller.ID })
	if at >= 0 {
		before = sellers[at]
	} else if len(sellers) >= supplier.SuppliersMost {
		plan.problems = append(plan.problems, r.problem(plan.row, r.firstIdentity(),
			core.Sentence(supplier.ErrTooManySuppliers)))
	}
	change := plan.offer.SupplierProductChange
	if core.IdentityKey(before.SupplierSKU) == core.IdentityKey(plan.offer.supplierSKU) {
		change.SupplierSKU = nil // It is the same but for case; the spelling that is known stays.
	}
	made, err := supplier.PlanPrice(seller, product.ID, before, change)
	plan.product, plan.PricePlan = product, made
	var refused *core.Error
	if errors.As(err, &refused) {
		for _, name := range slices.Sorted(maps.Keys(refused.Fields)) {
			plan.problems = append(plan.problems, r.problem(plan.row, Field(name), refused.Fields[name][0]))
		}
	}
}

// look compares rows with what the supplier sells.
func (priceImporter) look(tx Tx, _ core.Actor, r *importReader) func([]fileRow, *Preview) error {
	seen := map[int64]int{}
	return func(rows []fileRow, preview *Preview) error {
		seller, err := supplier.UsableSupplier(tx, r.mapping.SupplierID)
		if err != nil {
			return err
		}
		known, err := r.know(tx, rows)
		if err != nil {
			return err
		}
		if err := known.fill(tx, tx.ProductsByIDs); err != nil {
			return err
		}
		for _, plan := range r.planPrices(known, seller, rows) {
			if first, twice := seen[plan.product.ID]; twice && len(plan.problems) == 0 {
				plan.problems = append(plan.problems, r.problem(plan.row, r.firstIdentity(),
					fmt.Sprintf("El producto ya aparece en la fila %d", first)))
			}
			if plan.product.ID != 0 {
				seen[plan.product.ID] = plan.row.Number
			}
			preview.countPrice(plan)
		}
		preview.noteSupplierCurrency(rows, seller.Currency)
		return nil
	}
}

// countPrice adds what a row would do.
func (p *Preview) countPrice(plan pricePlan) {
	p.Total++
	switch {
	case len(plan.problems) > 0:
		p.Wrong++
		p.Problems = append(p.Problems, plan.problems[:min(len(plan.problems), problemsMax-len(p.Problems))]...)
		return
	case plan.Creates():
		p.Create++
	case plan.Changes():
		p.Update++
	default:
		p.Unchanged++
	}
	p.notePrice(plan)
}
