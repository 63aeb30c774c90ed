package store

import (
	"strconv"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// valueOrders are the orders of what there was at an instant; its figures are not those of
// today, so that they are sorted where they are worked out.
var valueOrders = map[ledger.ValueOrdering]ordering{
	ledger.ValuesByName:     {table: "products", column: "products.name_sort_key"},
	ledger.ValuesBySKU:      {table: "products", column: "products.sku_sort_key"},
	ledger.ValuesByCategory: {table: "products", column: "products.category_sort_key", then: "products.name_sort_key"},
}

// WalkFiledProducts implements ledger.Tx. A search finds no deleted products: their search
// keys are those of nothing.
func (t *tx) WalkFiledProducts(asked ledger.ValueFilter, fn func(ledger.FiledProduct) error) error {
	var f filter
	f.add("products.movement_seq > 0")
	if err := t.filterLabel(&f, catalogue.Category, asked.Category, gathered); err != nil {
		return err
	}
	t.searchText(&f, searchedProducts, asked.Search, gathered)
	return walk(t, func(r row) (p ledger.FiledProduct, err error) {
		err = r.Scan(&p.ID, &p.Category)
		return p, err
	}, fn, `SELECT products.id, products.category_name FROM products`+f.where()+` ORDER BY `+
		orderingOf(valueOrders, asked.Ordering, ledger.ValuesByName).sql(), f.args...)
}

// ProductNames implements ledger.Tx.
func (t *tx) ProductNames(ids []int64) (map[int64]ledger.ProductName, error) {
	names := make(map[int64]ledger.ProductName, len(ids))
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.in("id", ids[start:min(start+idsMax, len(ids))])
		err := walk(t, func(r row) (p ledger.ProductName, err error) {
			err = r.Scan(&p.ID, &p.SKU, &p.Name, &p.ImageURL, &p.Category, &p.Status, &p.Deleted)
			return p, err
		}, func(p ledger.ProductName) error {
			names[p.ID] = p
			return nil
		}, `SELECT id, sku, name, image_url, category_name, status, deleted_at IS NOT NULL FROM products`+f.where(), f.args...)
		if err != nil {
			return nil, err
		}
	}
	return names, nil
}

// PricedStock implements ledger.Tx. It looks at every product in stock, some 20 ms per 10,000.
func (t *tx) PricedStock(currency string) (ledger.PricedStock, error) {
	const priced = `cost_value IS NOT NULL AND cost_currency = $1 AND price_cents IS NOT NULL`
	most := strconv.FormatInt(int64(core.ValueMax), 10)
	sale := `CASE WHEN price_cents > 0 AND stock > ` + most + ` / price_cents THEN ` + most + ` ELSE stock * price_cents END`
	return one(t, func(r row) (p ledger.PricedStock, err error) {
		err = r.Scan(&p.Cost, &p.Sale, &p.Products, &p.LeftOut)
		return p, err
	}, `SELECT CAST(coalesce(sum(CASE WHEN `+priced+` THEN cost_value END), 0) AS BIGINT),
			CAST(coalesce(sum(CASE WHEN `+priced+` THEN `+sale+` END), 0) AS BIGINT),
			count(CASE WHEN `+priced+` THEN 1 END), count(*) - count(CASE WHEN `+priced+` THEN 1 END)
		FROM products WHERE stock > 0 AND deleted_at IS NULL`, currency)
}

// MovedCount implements ledger.Tx.
func (t *tx) MovedCount() (int64, error) {
	return one(t, scanID, `SELECT count(*) FROM products WHERE movement_seq > 0`)
}
