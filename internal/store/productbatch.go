package store

import (
	"fmt"
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// InsertProducts implements catalogue.Tx.
func (t *tx) InsertProducts(products []catalogue.Product) ([]int64, error) {
	if len(products) == 0 {
		return nil, nil
	}
	rows := make([][]any, 0, len(products))
	for _, p := range products {
		row, err := rowOfProduct(p)
		if err != nil {
			return nil, err
		}
		rows = append(rows, productTable.values(row))
	}
	ids := map[string]int64{}
	err := t.inBatches(len(rows), productTable.width, func(from, to int) error {
		type inserted struct {
			id  int64
			key string
		}
		made, err := all(t, func(r row) (i inserted, err error) {
			err = r.Scan(&i.id, &i.key)
			return i, err
		}, productTable.insert+tuples(to-from, productTable.width, nil)+` RETURNING id, sku_key`, flatten(rows[from:to])...)
		// The engines return rows in whatever order they like.
		for _, one := range made {
			ids[one.key] = one.id
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("insert products: %w", err)
	}
	return t.countInserted(products, ids)
}

// countInserted keeps the figures and tags of new products and returns their
// ids in the order of the products.
func (t *tx) countInserted(products []catalogue.Product, ids map[string]int64) ([]int64, error) {
	t.inserted += len(products)
	ordered := make([]int64, 0, len(products))
	var tags, pictures [][]any
	for _, p := range products {
		p.ID = ids[core.IdentityKey(p.SKU)]
		ordered = append(ordered, p.ID)
		t.touchNew(&p)
		t.edited()
		t.index("product_search")
		t.addTotals(catalogue.TotalsChange(catalogue.Product{}, p))
		t.addCategoryTotals(catalogue.Product{}, p)
		t.forecasts.describe(p)
		if p.AwaitsPicture() {
			pictures = append(pictures, []any{p.ID, p.ImageURL, t.now, 0, ""})
		}
		for _, label := range []*catalogue.Label{p.Category, p.Brand} {
			t.countLabel(label, 1)
		}
		for _, name := range p.Tags {
			label, err := t.EnsureLabel(catalogue.Tag, name)
			if err != nil {
				return nil, err
			}
			t.countLabel(&label, 1)
			tags = append(tags, []any{label.ID, p.ID})
		}
	}
	if err := t.insertMany("picture_fetches (product_id, url, due_at, attempts, failure)", pictures); err != nil {
		return nil, err
	}
	return ordered, t.insertMany("product_tags (label_id, product_id)", tags)
}

// ProductsBySKUs implements catalogue.Tx.
func (t *tx) ProductsBySKUs(keys []string) ([]catalogue.Product, error) {
	return t.productsWhere("products.sku_key", keys, "")
}

// LockProductsBySKUs implements catalogue.Tx.
func (t *tx) LockProductsBySKUs(keys []string) ([]catalogue.Product, error) {
	if t.readOnly {
		return nil, core.ErrReadOnly
	}
	return t.productsWhere("products.sku_key", keys, " ORDER BY products.id"+t.dialect.lockProducts)
}

// ProductsByBarcodes implements catalogue.Tx.
func (t *tx) ProductsByBarcodes(barcodes []string) ([]catalogue.Product, error) {
	return t.productsWhere("products.barcode", barcodes, "")
}

// productsWhere finds the products that have one of several texts in a column.
func (t *tx) productsWhere(column string, texts []string, ending string) ([]catalogue.Product, error) {
	found := []catalogue.Product{}
	for start := 0; start < len(texts); start += idsMax {
		some := texts[start:min(start+idsMax, len(texts))]
		var f filter
		f.add("products.deleted_at IS NULL")
		if column == "products.barcode" {
			f.add("products.barcode <> ''") // The index leaves those without one out.
		}
		f.oneOf(column, some)
		products, err := all(t, scanProduct, productTable.query+f.where()+ending, f.args...)
		if err != nil {
			return nil, err
		}
		found = append(found, products...)
	}
	return found, nil
}

// oneOf requires a column to be one of a few texts.
func (f *filter) oneOf(column string, texts []string) { oneOfFew(f, column, texts) }

// anyOf requires a column to be one of a few numbers.
func (f *filter) anyOf(column string, ids []int64) { oneOfFew(f, column, ids) }

// oneOfFew fills the list up to one of a few lengths by repeating the last, so
// that few different statements are kept prepared.
func oneOfFew[T any](f *filter, column string, values []T) {
	if len(values) == 0 {
		f.add("1 = 0")
		return
	}
	length := 1
	for length < len(values) {
		length = min(length*4, idsMax)
	}
	places := make([]string, 0, length)
	for i := range length {
		places = append(places, f.arg(values[min(i, len(values)-1)]))
	}
	f.conditions = append(f.conditions, column+" IN ("+strings.Join(places, ", ")+")")
}

// WalkProducts implements catalogue.Tx.
func (t *tx) WalkProducts(asked catalogue.ProductFilter, fn func(catalogue.Product) error) error {
	f, err := t.productFilter(asked, gathered)
	if err != nil {
		return err
	}
	query := productTable.query + f.where() + " ORDER BY " + productOrder(asked.Ordering)
	if isRanged(asked) {
		query = "SELECT " + productTable.columns + " FROM " + t.byStock("products",
			f.where()+" ORDER BY "+productOrder(asked.Ordering))
	}
	return walk(t, scanProduct, fn, query, f.args...)
}
