package store

import (
	"strings"

	"estante/internal/core"
	"estante/internal/supplier"
)

// supplierProductOrders are the orderings as SQL. By name, products are picked of those that the supplier sells; by
// what the supplier says of them, the supplier's own rows.
var supplierProductOrders = map[supplier.SupplierProductOrdering]ordering{
	supplier.SupplierProductsByName: {table: "products", column: "products.name_sort_key", index: "products_by_name"},
	supplier.SupplierProductsBySKU: {
		table: "supplier_products", column: "supplier_products.sku_key", index: "supplier_products_by_code",
	},
	supplier.SupplierProductsByUpdated: {
		table: "supplier_products", column: "supplier_products.updated_at", index: "supplier_products_by_change",
	},
}

// The columns that filters and orders of those tables look at.
const (
	soldProductColumns = `products.id, products.deleted_at, products.name_sort_key, products.search_key`
	soldRowColumns     = `supplier_products.id, supplier_products.supplier_id, supplier_products.product_id,
	supplier_products.sku_key, supplier_products.updated_at`
)

// ListSupplierProducts implements supplier.Tx. A supplier may sell as many products as a catalogue has.
func (t *tx) ListSupplierProducts(
	asked supplier.SupplierProductFilter,
) (core.List[supplier.SupplierProductRow], error) {
	var found core.List[supplier.SupplierProductRow]
	asked.Page = clamp(asked.Page)
	order := orderingOf(supplierProductOrders, asked.Ordering, supplier.SupplierProductsByName)
	f := t.soldRows(asked, gathered)
	var err error
	if found.Count, err = t.countMatches(otherList, onNothingKept, `SELECT 1 FROM supplier_products`+f.where(),
		f.args); err != nil {
		return found, err
	}
	picking := picking{
		order: order, columns: soldRowColumns, always: 1,
		filter: func(how reading) (filter, error) { return t.soldRows(asked, how), nil },
		page:   asked.Page, matches: found.Count, rows: int64(found.Count.N),
	}
	if isBlank(asked.Search) {
		picking.own = order.index
	} else if picking.rows, err = t.soldBy(asked.SupplierID); err != nil {
		return found, err
	}
	if order.table == "products" {
		totals, err := t.Totals()
		if err != nil {
			return found, err
		}
		picking.columns, picking.own, picking.rows = soldProductColumns, "", totals.Products
		picking.filter = func(how reading) (filter, error) { return t.soldProducts(asked, how), nil }
	}
	ids, err := t.pick(picking)
	if err != nil {
		return found, err
	}
	var picked filter
	picked.in(order.id(), ids)
	if order.table == "products" {
		picked.add("supplier_products.supplier_id = ?", asked.SupplierID)
	}
	found.Rows, err = all(t, scanSupplierProductRow, `SELECT `+supplierProductRowColumns+` FROM `+
		supplierProductRowTables+picked.where()+` ORDER BY `+order.sql(), picked.args...)
	return found, err
}

// soldBy is how many products a supplier sells.
func (t *tx) soldBy(supplierID int64) (int64, error) {
	return one(t, scanID, `SELECT count(*) FROM supplier_products WHERE supplier_id = $1`, supplierID)
}

// soldRows are a supplier's rows of products that there are. A search is met by the product or by the supplier's code
// of it.
func (t *tx) soldRows(asked supplier.SupplierProductFilter, how reading) filter {
	var f filter
	f.add("supplier_products.supplier_id = ?", asked.SupplierID)
	f.add(`EXISTS (SELECT 1 FROM products WHERE products.id = supplier_products.product_id
		AND products.deleted_at IS NULL)`)
	if isBlank(asked.Search) {
		return f
	}
	t.searchProductOf(&f, "supplier_products.product_id", asked.Search, how)
	last := len(f.conditions) - 1
	f.conditions[last] = "(" + f.conditions[last] + " OR " + t.codeHas(&f, asked.Search) + ")"
	return f
}

// soldProducts are products that a supplier sells.
func (t *tx) soldProducts(asked supplier.SupplierProductFilter, how reading) filter {
	var f filter
	f.add("products.deleted_at IS NULL")
	if how == gathered {
		rows := t.soldRows(asked, gathered)
		f.conditions = append(f.conditions, "products.id IN (SELECT supplier_products.product_id FROM supplier_products"+
			rows.where()+")")
		f.args = rows.args
		return f
	}
	of := filter{}
	of.add("supplier_products.product_id = products.id")
	of.add("supplier_products.supplier_id = ?", asked.SupplierID)
	if !isBlank(asked.Search) {
		var named filter
		named.args = of.args
		for _, word := range searchWords(asked.Search) {
			named.add(t.dialect.contains("products.search_key"), word)
		}
		of.args = named.args
		of.conditions = append(of.conditions, "("+strings.Join(named.conditions, " AND ")+" OR "+
			t.codeHas(&of, asked.Search)+")")
	}
	f.conditions = append(f.conditions, "EXISTS (SELECT 1 FROM supplier_products"+of.where()+")")
	f.args = of.args
	return f
}

// codeHas is the condition that a supplier's code of a product has every word of a search.
func (t *tx) codeHas(f *filter, text string) string {
	has := filter{args: f.args}
	for _, word := range searchWords(text) {
		has.add(t.dialect.contains("supplier_products.sku_key"), strings.TrimSpace(word))
	}
	f.args = has.args
	return strings.Join(has.conditions, " AND ")
}
