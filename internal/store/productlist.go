package store

import (
	"strings"

	"estante/internal/inventory"
)

// productOrders are the orderings as SQL; the id decides between equals, so
// that no row is on two pages. Each has an index of its own.
var productOrders = map[inventory.ProductOrdering]string{
	inventory.ProductsByName:     "products.name_sort_key",
	inventory.ProductsBySKU:      "products.sku_sort_key",
	inventory.ProductsByStock:    "products.stock",
	inventory.ProductsByCreated:  "products.created_at",
	inventory.ProductsByCategory: "products.category_sort_key",
	inventory.ProductsByStatus:   "products.status",
}

func productOrder(ordering inventory.ProductOrdering) string {
	name, descending := strings.CutPrefix(string(ordering), "-")
	column, known := productOrders[inventory.ProductOrdering(name)]
	if !known {
		column, descending = productOrders[inventory.ProductsByCreated], true
	}
	if descending {
		return column + " DESC, products.id DESC"
	}
	return column + ", products.id"
}

// ListProducts implements inventory.Tx.
func (t *tx) ListProducts(asked inventory.ProductFilter) (inventory.List[inventory.Product], error) {
	var found inventory.List[inventory.Product]
	f, err := t.productFilter(asked)
	if err != nil {
		return found, err
	}
	if found.Count, err = t.countProducts(asked, f); err != nil {
		return found, err
	}
	query := productQuery + f.where() + " ORDER BY " + productOrder(asked.Ordering)
	query += f.page(asked.Page)
	found.Rows, err = all(t, scanProduct, query, f.args...)
	return found, err
}

// productFilter is what was asked as conditions.
func (t *tx) productFilter(asked inventory.ProductFilter) (filter, error) {
	var f filter
	f.add("products.deleted_at IS NULL")
	for kind, ref := range map[inventory.LabelKind]inventory.LabelRef{
		inventory.Category: asked.Category, inventory.Brand: asked.Brand, inventory.Tag: asked.Tag,
	} {
		if err := t.filterLabel(&f, kind, ref); err != nil {
			return f, err
		}
	}
	if asked.Status != 0 {
		f.add("products.status = ?", asked.Status)
	}
	if asked.InStock != nil {
		f.add(map[bool]string{true: "products.stock > 0", false: "products.level = 0"}[*asked.InStock])
	}
	if asked.LowStock != nil {
		f.add(map[bool]string{true: "products.level = 1", false: "products.level <> 1"}[*asked.LowStock])
	}
	if asked.StockUpTo != nil {
		f.add("products.stock > 0 AND products.stock <= ?", *asked.StockUpTo)
	}
	if asked.MinStock != nil {
		f.add("products.stock >= ?", *asked.MinStock)
	}
	if asked.MaxStock != nil {
		f.add("products.stock <= ?", *asked.MaxStock)
	}
	if asked.MinPrice != nil {
		f.add("products.price_cents >= ?", *asked.MinPrice)
	}
	if asked.MaxPrice != nil {
		f.add("products.price_cents <= ?", *asked.MaxPrice)
	}
	if asked.IDs != nil {
		f.in("products.id", asked.IDs[:min(len(asked.IDs), idsMax)])
	}
	t.searchProducts(&f, asked.Search)
	return f, nil
}

// filterLabel requires a label. One that does not exist matches nothing.
func (t *tx) filterLabel(f *filter, kind inventory.LabelKind, ref inventory.LabelRef) error {
	if ref == (inventory.LabelRef{}) {
		return nil
	}
	id := ref.ID
	if id == 0 {
		label, err := t.LabelByName(kind, ref.Name)
		if err != nil && !isNotFound(err) {
			return err
		}
		id = label.ID
	}
	switch kind {
	case inventory.Category:
		f.add("products.category_id = ?", id)
	case inventory.Brand:
		f.add("products.brand_id = ?", id)
	case inventory.Tag:
		f.add("products.id IN (SELECT product_id FROM product_tags WHERE label_id = ?)", id)
	}
	return nil
}

// searchProducts requires every word of a search.
func (t *tx) searchProducts(f *filter, text string) {
	t.searchText(f, searched{table: "products", index: "product_search", starts: []string{"name_sort_key", "sku_sort_key"}}, text)
}

// countProducts takes the count of the common lists from the kept figures and
// counts the others as far as anybody looks.
func (t *tx) countProducts(asked inventory.ProductFilter, f filter) (inventory.Count, error) {
	if kept, known, err := t.keptCount(asked, f); known || err != nil {
		return kept, err
	}
	return t.capped(`SELECT 1 FROM products`+f.where(), f.args)
}

// keptCount answers for the whole catalogue and for what is low or out.
func (t *tx) keptCount(asked inventory.ProductFilter, f filter) (count inventory.Count, known bool, err error) {
	if len(f.conditions) > 2 {
		return count, false, nil
	}
	totals, err := t.Totals()
	if err != nil {
		return count, false, err
	}
	switch {
	case len(f.conditions) == 1:
		return inventory.Count{N: int(totals.Products)}, true, nil
	case asked.LowStock != nil && *asked.LowStock:
		return inventory.Count{N: int(totals.Low)}, true, nil
	case asked.InStock != nil && !*asked.InStock:
		return inventory.Count{N: int(totals.Out)}, true, nil
	case asked.Status == inventory.StatusInactive:
		return inventory.Count{N: int(totals.Inactive)}, true, nil
	case asked.Status == inventory.StatusDiscontinued:
		return inventory.Count{N: int(totals.Discontinued)}, true, nil
	}
	return count, false, nil
}

// SearchProducts implements inventory.Tx.
func (t *tx) SearchProducts(text string, limit int) ([]inventory.Product, error) {
	limit = min(max(limit, 1), inventory.PageSizeMax)
	key := inventory.IdentityKey(text)
	if key == "" {
		return []inventory.Product{}, nil
	}
	// Whoever types or scans a whole code means that product and no other.
	// Otherwise codes that begin with the text come first.
	found, err := all(t, scanProduct, productQuery+` WHERE products.deleted_at IS NULL AND (products.sku_key = $1 OR (products.barcode = $2 AND products.barcode <> ''))
		ORDER BY products.id LIMIT $3`, key, inventory.Clean(text), limit)
	if err != nil || len(found) > 0 {
		return found, err
	}
	prefixed, err := all(t, scanProduct, productQuery+` WHERE products.deleted_at IS NULL AND products.sku_key >= $1 AND products.sku_key < $2
		ORDER BY products.sku_key LIMIT $3`, key, key+"\U0010FFFF", limit)
	if err != nil {
		return nil, err
	}
	var f filter
	f.add("products.deleted_at IS NULL")
	t.searchProducts(&f, text)
	matching, err := all(t, scanProduct, productQuery+f.where()+` ORDER BY products.name_sort_key, products.id LIMIT `+f.arg(limit), f.args...)
	if err != nil {
		return nil, err
	}
	seen := map[int64]bool{}
	results := make([]inventory.Product, 0, limit)
	for _, product := range append(prefixed, matching...) {
		if !seen[product.ID] && len(results) < limit {
			seen[product.ID] = true
			results = append(results, product)
		}
	}
	return results, nil
}
