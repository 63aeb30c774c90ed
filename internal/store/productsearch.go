package store

import (
	"slices"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// SearchProducts implements catalogue.Tx. A user who types or scans a whole code
// means that product and no other. Otherwise products whose code begins with the
// text come first, then those whose name does, then those that have it anywhere.
func (t *tx) SearchProducts(text string, limit int) ([]catalogue.Product, error) {
	limit = min(max(limit, 1), core.PageSizeMax)
	key := core.IdentityKey(text)
	if key == "" {
		return []catalogue.Product{}, nil
	}
	meant, err := t.productsOfCode(core.Clean(text))
	// A code may be made of accents alone, which are no word to look for.
	if err != nil || len(meant) > 0 || isBlank(text) {
		return meant, err
	}
	ids := []int64{}
	for _, next := range []func(string, int) ([]int64, error){t.productsBySKU, t.productsByName, t.productsAnywhere} {
		if len(ids) < limit {
			// Some of them may be known already.
			more, err := next(text, limit+len(ids))
			if err != nil {
				return nil, err
			}
			ids = appendNew(ids, more, limit)
		}
	}
	return t.productsInOrder(ids)
}

// productsOfCode are those whose SKU or barcode a text is as a whole.
func (t *tx) productsOfCode(code string) ([]catalogue.Product, error) {
	found := []catalogue.Product{}
	for _, find := range []func(string) (catalogue.Product, error){t.ProductBySKU, t.ProductByBarcode} {
		product, err := find(code)
		switch {
		case isNotFound(err):
		case err != nil:
			return nil, err
		case len(found) == 0 || found[0].ID != product.ID:
			found = append(found, product)
		}
	}
	return found, nil
}

func (t *tx) productsBySKU(text string, limit int) ([]int64, error) {
	key := core.IdentityKey(text)
	return all(t, scanID, `SELECT id FROM products WHERE deleted_at IS NULL AND sku_key >= $1 AND sku_key < $2
		ORDER BY sku_key LIMIT $3`,
		key, key+"\U0010FFFF", limit)
}

func (t *tx) productsByName(text string, limit int) ([]int64, error) {
	key := core.SortKey(text)
	return all(t, scanID, `SELECT id FROM products WHERE deleted_at IS NULL AND name_sort_key >= $1 AND name_sort_key < $2
		ORDER BY name_sort_key, id LIMIT $3`, key, key+"\U0010FFFF", limit)
}

// productsAnywhere come as the index has them: sorting would read all of them.
func (t *tx) productsAnywhere(text string, limit int) ([]int64, error) {
	f := t.foundProducts(text)
	return all(t, scanID, `SELECT rowid FROM product_search`+f.where()+` LIMIT `+f.arg(limit), f.args...)
}

// appendNew adds what is not there yet, up to a limit.
func appendNew(ids, more []int64, limit int) []int64 {
	for _, id := range more {
		if len(ids) < limit && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// productsInOrder reads products in the order of their ids here.
func (t *tx) productsInOrder(ids []int64) ([]catalogue.Product, error) {
	var f filter
	f.in("products.id", ids)
	found, err := all(t, scanProduct, productTable.query+f.where(), f.args...)
	slices.SortFunc(found, func(a, b catalogue.Product) int {
		return slices.Index(ids, a.ID) - slices.Index(ids, b.ID)
	})
	return found, err
}
