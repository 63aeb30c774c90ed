package store

import (
	"fmt"

	"estante/internal/core"
	"estante/internal/supplier"
)

// supplierProductTable is what is kept of each product as a supplier sells it.
var supplierProductTable = newTable("supplier_products", []column[supplier.SupplierProduct]{
	{name: "id", field: func(p *supplier.SupplierProduct) any { return &p.ID }, written: apart},
	{name: "supplier_id", field: func(p *supplier.SupplierProduct) any { return &p.SupplierID }, written: once},
	{name: "product_id", field: func(p *supplier.SupplierProduct) any { return &p.ProductID }, written: once},
	{name: "supplier_sku", field: func(p *supplier.SupplierProduct) any { return &p.SupplierSKU }},
	{name: "sku_key", get: func(p *supplier.SupplierProduct) any { return core.IdentityKey(p.SupplierSKU) }},
	{name: "supplier_name", field: func(p *supplier.SupplierProduct) any { return &p.SupplierName }},
	{name: "pack_units", field: func(p *supplier.SupplierProduct) any { return &p.PackUnits }},
	{name: "pack_price", field: func(p *supplier.SupplierProduct) any { return &p.PackPrice }},
	{name: "currency", field: func(p *supplier.SupplierProduct) any { return &p.Currency }},
	{name: "min_packs", field: func(p *supplier.SupplierProduct) any { return &p.MinPacks }},
	{name: "lead_days", field: func(p *supplier.SupplierProduct) any { return &p.LeadDays }},
	{name: "preferred", field: func(p *supplier.SupplierProduct) any { return &p.Preferred }},
	{name: "created_at", field: func(p *supplier.SupplierProduct) any { return &p.CreatedAt }, written: once},
	{name: "updated_at", field: func(p *supplier.SupplierProduct) any { return &p.UpdatedAt }},
	{name: "version", field: func(p *supplier.SupplierProduct) any { return &p.Version }},
})

// InsertSupplierProduct implements supplier.Tx.
func (t *tx) InsertSupplierProduct(p supplier.SupplierProduct) (int64, error) {
	id, err := insertRow(t, supplierProductTable, &p)
	if err != nil {
		return 0, fmt.Errorf("insert supplier's product: %w", err)
	}
	if p.Preferred {
		t.forecasts.move(p.ProductID)
	}
	return id, nil
}

// UpdateSupplierProduct implements supplier.Tx.
func (t *tx) UpdateSupplierProduct(before, after supplier.SupplierProduct) error {
	if err := updateRow(t, supplierProductTable, &after, after.ID, before.Version); err != nil {
		return err
	}
	if (before.Preferred || after.Preferred) && !before.SameTerms(after) {
		t.forecasts.move(after.ProductID)
	}
	return nil
}

// DeleteSupplierProduct implements supplier.Tx.
func (t *tx) DeleteSupplierProduct(p supplier.SupplierProduct) error {
	if _, err := t.exec(`DELETE FROM supplier_prices WHERE supplier_product_id = $1`, p.ID); err != nil {
		return err
	}
	if p.Preferred {
		t.forecasts.move(p.ProductID)
	}
	return t.change(`DELETE FROM supplier_products WHERE id = $1`, p.ID)
}

// SupplierProductsOf implements supplier.Tx.
func (t *tx) SupplierProductsOf(supplierID int64, productIDs []int64) (map[int64]supplier.SupplierProduct, error) {
	found := make(map[int64]supplier.SupplierProduct, len(productIDs))
	err := t.soldOf(productIDs, func(f *filter) { f.add("supplier_id = ?", supplierID) },
		func(p supplier.SupplierProduct) { found[p.ProductID] = p })
	return found, err
}

// SuppliersOf implements supplier.Tx.
func (t *tx) SuppliersOf(productIDs []int64) (map[int64][]supplier.SupplierProduct, error) {
	found := make(map[int64][]supplier.SupplierProduct, len(productIDs))
	err := t.soldOf(productIDs, func(*filter) {}, func(p supplier.SupplierProduct) {
		found[p.ProductID] = append(found[p.ProductID], p)
	})
	return found, err
}

// PreferredSellers implements supplier.Tx.
func (t *tx) PreferredSellers(productIDs []int64) (map[int64]supplier.SupplierProduct, error) {
	found := make(map[int64]supplier.SupplierProduct, len(productIDs))
	err := t.soldOf(productIDs, func(f *filter) {
		f.add("preferred AND supplier_id IN (SELECT suppliers.id FROM suppliers WHERE suppliers.active AND merged_into = 0)")
	}, func(p supplier.SupplierProduct) { found[p.ProductID] = p })
	return found, err
}

// soldOf hands over who sells some products, some of them after the other.
func (t *tx) soldOf(productIDs []int64, narrow func(*filter), fn func(supplier.SupplierProduct)) error {
	for start := 0; start < len(productIDs); start += idsMax {
		var f filter
		narrow(&f)
		f.anyOf("product_id", productIDs[start:min(start+idsMax, len(productIDs))])
		some, err := all(t, supplierProductTable.scan, supplierProductTable.query+f.where()+` ORDER BY product_id, id`,
			f.args...)
		if err != nil {
			return err
		}
		for _, product := range some {
			fn(product)
		}
	}
	return nil
}

// SupplierProductsBySKUs implements supplier.Tx.
func (t *tx) SupplierProductsBySKUs(supplierID int64, keys []string) ([]supplier.SupplierProduct, error) {
	found := []supplier.SupplierProduct{}
	for start := 0; start < len(keys); start += idsMax {
		var f filter
		oneOfFew(&f, "sku_key", keys[start:min(start+idsMax, len(keys))])
		f.add("sku_key <> ''")
		f.add("supplier_id = ?", supplierID)
		some, err := all(t, supplierProductTable.scan, supplierProductTable.query+f.where()+` ORDER BY id`, f.args...)
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	return found, nil
}

// TermsOf implements supplier.Tx.
func (t *tx) TermsOf(productIDs []int64) (map[int64]supplier.Terms, error) {
	found := make(map[int64]supplier.Terms, len(productIDs))
	for start := 0; start < len(productIDs); start += idsMax {
		var f filter
		f.add("supplier_products.preferred")
		f.add("suppliers.active")
		f.anyOf("supplier_products.product_id", productIDs[start:min(start+idsMax, len(productIDs))])
		some, err := all(t, scanTerms, `SELECT supplier_products.product_id, suppliers.id, suppliers.name,
				supplier_products.pack_units, supplier_products.min_packs, supplier_products.lead_days, suppliers.lead_days
			FROM supplier_products JOIN suppliers ON suppliers.id = supplier_products.supplier_id`+f.where(), f.args...)
		if err != nil {
			return nil, err
		}
		for _, terms := range some {
			found[terms.ProductID] = terms
		}
	}
	return found, nil
}

func scanTerms(r row) (terms supplier.Terms, err error) {
	var sold supplier.SupplierProduct
	var lead *int
	err = r.Scan(&terms.ProductID, &terms.SupplierID, &terms.SupplierName, &sold.PackUnits, &sold.MinPacks, &sold.LeadDays,
		&lead)
	terms.PackUnits, terms.MinUnits = sold.PackUnits, sold.MinUnits()
	terms.LeadDays, terms.OwnLead = sold.LeadDays, sold.LeadDays != nil
	if !terms.OwnLead {
		terms.LeadDays = lead
	}
	return terms, err
}

const supplierProductRowTables = `supplier_products JOIN suppliers ON suppliers.id = supplier_products.supplier_id
	JOIN products ON products.id = supplier_products.product_id`

var supplierProductRowColumns = supplierProductTable.columns + `, suppliers.name, suppliers.active, suppliers.lead_days,
	products.name, products.sku, products.image_url, products.stock`

func scanSupplierProductRow(r row) (p supplier.SupplierProductRow, err error) {
	err = r.Scan(supplierProductTable.fields(&p.SupplierProduct, &p.Supplier, &p.SupplierActive, &p.SupplierLead,
		&p.ProductName, &p.ProductSKU, &p.ImageURL, &p.Stock)...)
	return p, err
}

// ProductSuppliers implements supplier.Tx.
func (t *tx) ProductSuppliers(productID int64) ([]supplier.SupplierProductRow, error) {
	return all(t, scanSupplierProductRow, `SELECT `+supplierProductRowColumns+` FROM `+supplierProductRowTables+`
		WHERE supplier_products.product_id = $1
		ORDER BY supplier_products.preferred DESC, suppliers.sort_key, suppliers.id`, productID)
}

const priceColumns = `supplier_prices.id, supplier_prices.supplier_product_id, supplier_prices.pack_units,
	supplier_prices.pack_price, supplier_prices.currency, supplier_prices.source, supplier_prices.user_id,
	supplier_prices.at, `

func scanPrice(r row) (p supplier.PriceChange, err error) {
	var by person
	err = r.Scan(append([]any{
		&p.ID, &p.SupplierProductID, &p.PackUnits, &p.PackPrice, &p.Currency, &p.Source, &p.UserID, toTime(&p.At),
	}, by.fields()...)...)
	p.UserName = by.name()
	return p, err
}

// InsertPrices implements supplier.Tx.
func (t *tx) InsertPrices(prices []supplier.PriceChange) error {
	const width = 7
	return t.inBatches(len(prices), width, func(from, to int) error {
		values := make([]any, 0, width*(to-from))
		for _, p := range prices[from:to] {
			values = append(values, p.SupplierProductID, p.PackUnits, p.PackPrice, p.Currency, p.Source, p.UserID, p.At)
		}
		return t.later(anyRows, `INSERT INTO supplier_prices (supplier_product_id, pack_units, pack_price, currency, source,
			user_id, at) VALUES `+tuples(to-from, width, nil), values...)
	})
}

// ListPrices implements supplier.Tx.
func (t *tx) ListPrices(supplierProductID int64, page core.Page) (core.List[supplier.PriceChange], error) {
	var f filter
	f.add("supplier_prices.supplier_product_id = ?", supplierProductID)
	return list(t, scanPrice, priceColumns+personColumns("users"), `supplier_prices LEFT JOIN users
		ON users.id = supplier_prices.user_id`, "supplier_prices.at DESC, supplier_prices.id DESC", f, page)
}
