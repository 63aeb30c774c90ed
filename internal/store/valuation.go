package store

import (
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// valuationParts is a filter with where its stock is to be found.
type valuationParts struct {
	filter
	// joined are the tables besides the products.
	joined string
	stock  string
}

// valuation is what was asked as SQL. At one location the stock is that of the
// location, and a product without a row there has none.
func (t *tx) valuation(asked ledger.ValuationFilter) (valuationParts, error) {
	parts := valuationParts{stock: "products.stock"}
	if asked.LocationID != 0 {
		parts.stock = "coalesce(here.stock, 0)"
		parts.joined = ` LEFT JOIN stock_levels AS here ON here.product_id = products.id AND here.location_id = ` +
			parts.arg(asked.LocationID)
	}
	parts.add("products.deleted_at IS NULL")
	if err := t.filterLabel(&parts.filter, catalogue.Category, asked.Category, gathered); err != nil {
		return parts, err
	}
	switch {
	case asked.WithStock && asked.LocationID != 0:
		// Said so that the engine may begin at the location.
		parts.add("here.stock > 0")
	case asked.WithStock:
		parts.add("products.stock > 0")
	}
	t.searchText(&parts.filter, searchedProducts, asked.Search, gathered)
	return parts, nil
}

// keptValuation says for which filters figures are kept: the whole catalogue, a
// whole location and a whole category.
func keptValuation(asked ledger.ValuationFilter) bool {
	return isBlank(asked.Search) && (asked.Category == (catalogue.LabelRef{}) || asked.LocationID == 0)
}

// ListValuations implements ledger.Tx. Over all locations it costs what a
// list of products costs; by the stock of one location everything is sorted.
func (t *tx) ListValuations(asked ledger.ValuationFilter, matches core.Count) ([]ledger.Valuation, error) {
	if asked.LocationID == 0 {
		return t.listWholeValuations(asked, matches)
	}
	parts, err := t.valuation(asked)
	if err != nil {
		return nil, err
	}
	order := strings.ReplaceAll(productOrder(asked.Ordering), "products.stock", parts.stock)
	query := `SELECT ` + productTable.columns + `, ` + parts.stock + ` FROM products` + parts.joined + parts.where() +
		` ORDER BY ` + order
	query += parts.page(asked.Page)
	return all(t, scanValuation, query, parts.args...)
}

func (t *tx) listWholeValuations(asked ledger.ValuationFilter, matches core.Count) ([]ledger.Valuation, error) {
	filter := catalogue.ProductFilter{
		Search: asked.Search, Category: asked.Category, Ordering: asked.Ordering, Page: asked.Page,
	}
	if asked.WithStock {
		filter.InStock = &asked.WithStock
	}
	products, err := t.listCounted(filter, matches)
	valuations := make([]ledger.Valuation, 0, len(products))
	for _, product := range products {
		valuations = append(valuations, ledger.Valuation{Product: product, Stock: product.Stock})
	}
	return valuations, err
}

func scanValuation(r row) (v ledger.Valuation, err error) {
	v.Product, err = newProductReader(&v.Stock).read(r)
	return v, err
}

// ValuationTotals implements ledger.Tx. Over the whole catalogue, a whole
// location or a whole category it costs nothing: the figures are kept. Of a
// search it is added up over the matches, some 20 ms per 10,000 of them.
func (t *tx) ValuationTotals(asked ledger.ValuationFilter) (ledger.ValuationTotals, error) {
	if !keptValuation(asked) {
		return t.addUp(asked)
	}
	if asked.Category != (catalogue.LabelRef{}) {
		return t.wholeCategory(asked)
	}
	totals, err := t.Totals()
	if err != nil {
		return ledger.ValuationTotals{}, err
	}
	if asked.LocationID == 0 {
		return wholeCatalogue(totals, asked.WithStock), nil
	}
	kept, err := t.keptLocationTotals(asked.LocationID)
	if !asked.WithStock {
		kept.Products = totals.Products
	}
	return kept, err
}

func (t *tx) wholeCategory(asked ledger.ValuationFilter) (ledger.ValuationTotals, error) {
	category, err := t.findLabel(catalogue.Category, asked.Category)
	if err != nil {
		return ledger.ValuationTotals{}, err
	}
	kept, err := t.readFigures(categoryFigures, category.ID)
	if !asked.WithStock {
		kept.Products = int64(category.Products)
	}
	return kept, err
}

func wholeCatalogue(totals catalogue.Totals, withStock bool) ledger.ValuationTotals {
	kept := ledger.ValuationTotals{
		Products: totals.Products, Units: totals.Stock, CostValue: totals.CostValue, SaleValue: totals.SaleValue,
		WithoutCost: totals.WithoutCost, WithoutPrice: totals.WithoutPrice,
	}
	if withStock {
		kept.Products -= totals.Out
	}
	return kept
}

// addUp looks at every match.
func (t *tx) addUp(asked ledger.ValuationFilter) (ledger.ValuationTotals, error) {
	parts, err := t.valuation(asked)
	if err != nil {
		return ledger.ValuationTotals{}, err
	}
	stock, products := parts.stock, "products"+t.found(asked.Search, asked.LocationID == 0)
	cost := stockValueSQL
	if asked.LocationID != 0 {
		before := `(SELECT CAST(coalesce(sum(others.stock), 0) AS BIGINT) FROM stock_levels AS others
			WHERE others.product_id = products.id AND others.location_id < here.location_id)`
		// Most products lie at one location, and are worth there all that they are worth.
		cost = "CASE WHEN " + stock + " = products.stock THEN " + stockValueSQL + " ELSE " +
			belowSQL(before+" + "+stock) + " - " + belowSQL(before) + " END"
	}
	sums := `SELECT count(*), CAST(coalesce(sum(` + stock + `), 0) AS BIGINT),
		CAST(coalesce(sum(` + cost + `), 0) AS BIGINT),
		CAST(coalesce(sum(` + valueSQL(stock, "products.price_cents") + `), 0) AS BIGINT),
		count(CASE WHEN ` + stock + ` > 0 AND products.cost_cents IS NULL THEN 1 END),
		count(CASE WHEN ` + stock + ` > 0 AND products.price_cents IS NULL THEN 1 END) FROM ` +
		products + parts.joined + parts.where()
	return remembered(t, onStock, sums, parts.args, func() (ledger.ValuationTotals, error) {
		return one(t, scanValuationTotals, sums, parts.args...)
	})
}

// StockOfProducts implements ledger.Tx.
func (t *tx) StockOfProducts(ids []int64) (map[int64][]ledger.LocationStock, error) {
	stocks := map[int64][]ledger.LocationStock{}
	if len(ids) == 0 {
		return stocks, nil
	}
	var f filter
	f.in("stock_levels.product_id", ids[:min(len(ids), idsMax)])
	f.add("stock_levels.stock > 0")
	type placed struct {
		productID int64
		stock     ledger.LocationStock
	}
	found, err := all(t, func(r row) (p placed, err error) {
		err = r.Scan(&p.productID, &p.stock.LocationID, &p.stock.LocationName, &p.stock.Stock)
		return p, err
	}, `SELECT stock_levels.product_id, locations.id, locations.name, stock_levels.stock FROM stock_levels
		JOIN locations ON locations.id = stock_levels.location_id`+f.where()+
		` ORDER BY stock_levels.product_id, locations.id`, f.args...)
	for _, p := range found {
		stocks[p.productID] = append(stocks[p.productID], p.stock)
	}
	return stocks, err
}
