package store

import (
	"strconv"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/valuation"
)

// valueOrders are the orders of what there was at an instant; its figures are not those of
// today, so that they are sorted where they are worked out.
var valueOrders = map[valuation.ValueOrdering]ordering{
	valuation.ValuesByName:     {table: "products", column: "products.name_sort_key"},
	valuation.ValuesBySKU:      {table: "products", column: "products.sku_sort_key"},
	valuation.ValuesByCategory: {table: "products", column: "products.category_sort_key", then: "products.name_sort_key"},
}

// WalkFiledProducts implements valuation.Tx. A search finds no deleted products: their search
// keys are those of nothing.
func (t *tx) WalkFiledProducts(asked valuation.ValueFilter, fn func(valuation.FiledProduct) error) error {
	var f filter
	f.add("products.movement_seq > 0")
	if err := t.filterLabel(&f, catalogue.Category, asked.Category, gathered); err != nil {
		return err
	}
	t.searchText(&f, searchedProducts, asked.Search, gathered)
	return walk(t, func(r row) (p valuation.FiledProduct, err error) {
		err = r.Scan(&p.ID, &p.Category)
		return p, err
	}, fn, `SELECT products.id, products.category_name FROM products`+f.where()+` ORDER BY `+
		orderingOf(valueOrders, asked.Ordering, valuation.ValuesByName).sql(), f.args...)
}

// ProductNames implements valuation.Tx.
func (t *tx) ProductNames(ids []int64) (map[int64]valuation.ProductName, error) {
	names := make(map[int64]valuation.ProductName, len(ids))
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.in("id", ids[start:min(start+idsMax, len(ids))])
		err := walk(t, func(r row) (p valuation.ProductName, err error) {
			err = r.Scan(&p.ID, &p.SKU, &p.Name, &p.ImageURL, &p.Category, &p.Status, &p.Deleted)
			return p, err
		}, func(p valuation.ProductName) error {
			names[p.ID] = p
			return nil
		}, `SELECT id, sku, name, image_url, category_name, status, deleted_at IS NOT NULL FROM products`+f.where(), f.args...)
		if err != nil {
			return nil, err
		}
	}
	return names, nil
}

// PricedStock implements valuation.Tx. It looks at every product in stock, some 20 ms per 10,000.
func (t *tx) PricedStock(currency string) (valuation.PricedStock, error) {
	const priced = `cost_value IS NOT NULL AND cost_currency = $1 AND price_cents IS NOT NULL`
	most := strconv.FormatInt(int64(core.ValueMax), 10)
	sale := `CASE WHEN price_cents > 0 AND stock > ` + most + ` / price_cents THEN ` + most + ` ELSE stock * price_cents END`
	return one(t, func(r row) (p valuation.PricedStock, err error) {
		err = r.Scan(&p.Cost, &p.Sale, &p.Products, &p.LeftOut)
		return p, err
	}, `SELECT CAST(coalesce(sum(CASE WHEN `+priced+` THEN cost_value END), 0) AS BIGINT),
			CAST(coalesce(sum(CASE WHEN `+priced+` THEN `+sale+` END), 0) AS BIGINT),
			count(CASE WHEN `+priced+` THEN 1 END), count(*) - count(CASE WHEN `+priced+` THEN 1 END)
		FROM products WHERE stock > 0 AND deleted_at IS NULL`, currency)
}

// MovedCount implements valuation.Tx.
func (t *tx) MovedCount() (int64, error) {
	return one(t, scanID, `SELECT count(*) FROM products WHERE movement_seq > 0`)
}
