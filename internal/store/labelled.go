package store

import (
	"fmt"
	"slices"
	"strings"

	"estante/internal/catalogue"
)

// labelledColumns finds the products of a label of each kind.
var labelledColumns = map[catalogue.LabelKind]string{
	catalogue.Category: "products.category_id = $1",
	catalogue.Brand:    "products.brand_id = $1",
	catalogue.Tag:      "products.id IN (SELECT product_id FROM product_tags WHERE label_id = $1)",
}

// repeatedColumns are those of a product that repeat a label of each kind, with
// their types behind that of its number.
var repeatedColumns = map[catalogue.LabelKind]struct {
	columns []column[productRow]
	casts   []string
}{
	catalogue.Category: {
		productTable.some("category_id", "category_name", "category_sort_key"),
		[]string{"BIGINT", "BIGINT", "TEXT", "TEXT"},
	},
	catalogue.Brand: {
		productTable.some("brand_id", "brand_name", "search_key"),
		[]string{"BIGINT", "BIGINT", "TEXT", "TEXT"},
	},
	catalogue.Tag: {productTable.some("tags"), []string{"BIGINT", "TEXT"}},
}

// rewriteLabelled gives every product of one label another one, deleted
// products included: they may come back.
func (t *tx) rewriteLabelled(from, into catalogue.Label) error { return t.rewriteSome(from, into, "") }

// rewriteLate does it once more for products that were given the label meanwhile, at
// a moment when no product can be any more: every transaction locks products first
// and then labels.
func (t *tx) rewriteLate(from, into catalogue.Label) error {
	if t.dialect.oneAtATime {
		return nil
	}
	switch from.Kind {
	case catalogue.Category:
		return t.rewriteSome(from, into, " AND products.category_name = $4", from.Name)
	case catalogue.Brand:
		return t.rewriteSome(from, into, " AND products.brand_name = $4", from.Name)
	default:
		tags, err := encodeTags([]string{from.Name})
		if err != nil {
			return err
		}
		return t.rewriteSome(from, into, " AND "+strings.Replace(t.dialect.contains("products.tags"), "?", "$4", 1),
			strings.Trim(tags, "[]"))
	}
}

// rewriteSome gives those of the products of one label another one that meet a
// condition more. A label may have as many products as the catalogue, so they are
// read some at a time, and only the columns that repeat the label are written.
func (t *tx) rewriteSome(from, into catalogue.Label, condition string, args ...any) error {
	if from.Kind == catalogue.Tag && from.ID != into.ID {
		if err := t.copyTag(from, into); err != nil {
			return err
		}
	}
	for last := int64(0); ; {
		products, err := all(t, scanProduct, productTable.query+` WHERE `+labelledColumns[from.Kind]+` AND products.id > $2`+
			condition+` ORDER BY products.id LIMIT $3`+
			t.dialect.lockProducts, append([]any{from.ID, last, idsMax}, args...)...)
		if err != nil || len(products) == 0 {
			return err
		}
		for i, before := range products {
			products[i] = relabelled(before, from, into)
			t.countRelabelled(before, products[i], from, into)
		}
		if err := t.writeLabelled(from.Kind, products); err != nil {
			return fmt.Errorf("rewrite labelled products: %w", err)
		}
		last = products[len(products)-1].ID
	}
}

// relabelled is a product with one label in the place of another.
func relabelled(product catalogue.Product, from, into catalogue.Label) catalogue.Product {
	switch from.Kind {
	case catalogue.Category:
		product.Category = &into
	case catalogue.Brand:
		product.Brand = &into
	case catalogue.Tag:
		product.Tags = renameTag(product.Tags, from.Name, into.Name)
	}
	return product
}

// countRelabelled keeps the figures of both labels. Nothing else depends on
// them but the forecast, which knows events and neighbours by category.
func (t *tx) countRelabelled(before, after catalogue.Product, from, into catalogue.Label) {
	t.edited()
	if from.Kind == catalogue.Brand {
		t.index("product_search")
	}
	if from.Kind == catalogue.Category {
		t.addCategoryTotals(before, after)
		t.forecasts.describe(after)
	}
	if from.Kind != catalogue.Tag && from.ID != into.ID && after.DeletedAt == nil {
		t.countLabel(&from, -1)
		t.countLabel(&into, 1)
	}
}

// writeLabelled writes what products repeat of a label of a kind.
func (t *tx) writeLabelled(kind catalogue.LabelKind, products []catalogue.Product) error {
	repeated := repeatedColumns[kind]
	rows := make([][]any, 0, len(products))
	for _, p := range products {
		row, err := rowOfProduct(p)
		if err != nil {
			return err
		}
		rows = append(rows, append([]any{p.ID}, valuesOf(repeated.columns, row)...))
	}
	set := "version = products.version + 1"
	for i, c := range repeated.columns {
		set += fmt.Sprintf(", %s = v.column%d", c.name, i+2)
	}
	width := len(repeated.casts)
	return t.inBatches(len(rows), width, func(first, end int) error {
		_, err := t.exec(t.dialect.updateAll+`products SET `+set+` FROM (VALUES `+tuples(end-first, width,
			repeated.casts)+`) AS v
			WHERE products.id = v.column1`, flatten(rows[first:end])...)
		return err
	})
}

// copyTag gives the products of one tag another one besides.
func (t *tx) copyTag(from, into catalogue.Label) error {
	added, err := t.exec(`INSERT INTO product_tags (label_id, product_id) SELECT labels.id, product_tags.product_id
		FROM product_tags JOIN labels ON labels.id = $1
		WHERE product_tags.label_id = $2 AND product_tags.product_id NOT IN (SELECT product_id FROM product_tags
		WHERE label_id = $3)`, into.ID, from.ID, into.ID)
	t.countLabel(&into, int(added))
	return err
}

// renameTag replaces a name in a list without leaving it twice.
func renameTag(tags []string, from, into string) []string {
	renamed := []string{}
	for _, tag := range tags {
		if tag == from {
			tag = into
		}
		if !slices.Contains(renamed, tag) {
			renamed = append(renamed, tag)
		}
	}
	return renamed
}
