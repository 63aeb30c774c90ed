package store

import (
	"reflect"
	"slices"
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// productOrders are the orderings as SQL.
var productOrders = map[catalogue.ProductOrdering]ordering{
	catalogue.ProductsByName:    {table: "products", column: "products.name_sort_key", index: "products_by_name"},
	catalogue.ProductsBySKU:     {table: "products", column: "products.sku_sort_key", index: "products_by_sku"},
	catalogue.ProductsByStock:   {table: "products", column: stockColumn, index: "products_by_stock"},
	catalogue.ProductsByCreated: {table: "products", column: "products.created_at", index: "products_by_created"},
	catalogue.ProductsByCategory: {
		table: "products", column: "products.category_sort_key", index: "products_by_category_name",
	},
	catalogue.ProductsByStatus: {table: "products", column: "products.status", index: "products_by_status"},
}

// productOrdering is what was asked for, or the newest first.
func productOrdering(asked catalogue.ProductOrdering) ordering {
	return orderingOf(productOrders, asked, "-"+catalogue.ProductsByCreated)
}

func productOrder(asked catalogue.ProductOrdering) string { return productOrdering(asked).sql() }

// ListProducts implements catalogue.Tx.
func (t *tx) ListProducts(asked catalogue.ProductFilter) (core.List[catalogue.Product], error) {
	var found core.List[catalogue.Product]
	f, err := t.productFilter(asked, gathered)
	if err != nil {
		return found, err
	}
	if found.Count, err = t.countProducts(asked, f); err != nil {
		return found, err
	}
	found.Rows, err = t.listCounted(asked, found.Count)
	return found, err
}

// listCounted reads a page of products, now that it is known how many match.
func (t *tx) listCounted(asked catalogue.ProductFilter, matches core.Count) ([]catalogue.Product, error) {
	totals, err := t.Totals()
	if err != nil {
		return nil, err
	}
	asked.Ordering = withinOneValue(asked)
	asked.Page = clamp(asked.Page)
	order := productOrdering(asked.Ordering)
	p := picking{
		order: order, columns: filteredColumns, own: ownIndex(asked, order),
		found: t.found(asked.Search, looksAtStock(asked)), always: 1,
		filter: func(how reading) (filter, error) { return t.productFilter(asked, how) },
		page:   asked.Page, matches: matches, rows: totals.Products, on: searchDepends(asked.Search, onStock),
		ranged: isRanged(asked),
	}
	if withStock(asked) && order.column == stockColumn {
		// What is out of stock may be much, and comes first.
		p.always = 2
	}
	if whole := (catalogue.ProductFilter{
		Ordering: asked.Ordering, Page: asked.Page,
	}); p.page.Offset() <= shallow && reflect.DeepEqual(asked, whole) {
		return t.listAlong(p)
	}
	ids, err := t.pick(p)
	if err != nil {
		return nil, err
	}
	var picked filter
	picked.in("products.id", ids)
	return all(t, scanProduct, productTable.query+picked.where()+` ORDER BY `+productOrder(asked.Ordering), picked.args...)
}

// shallow is how many products of the whole catalogue are passed with all that
// is written of them. Further on it is cheaper to find the numbers first.
const shallow = 200

// listAlong reads the products of a page at once, in the order of an index that
// has all of them.
func (t *tx) listAlong(p picking) ([]catalogue.Product, error) {
	f, err := p.filter(walked)
	if err != nil {
		return nil, err
	}
	query := `SELECT ` + productTable.columns + ` FROM ` +
		t.sorted(p.order, `products`+t.dialect.usingIndex(p.order.index), f.where()+` ORDER BY `+p.order.sql())
	query += f.page(p.page)
	read := func() ([]catalogue.Product, error) {
		found := make([]catalogue.Product, 0, p.shown())
		err := walk(t, newProductReader().read, func(product catalogue.Product) error {
			found = append(found, product)
			return nil
		}, query, f.args...)
		return found, err
	}
	if p.page.Offset() > 0 || p.page.Size > remembersMost {
		return read()
	}
	found, err := remembered(t, onClaims, query, f.args, read)
	return slices.Clone(found), err
}

// remembersMost is the longest first page that is remembered; those of the screens
// are no longer.
const remembersMost = 50

// withinOneValue replaces an order by what the filter makes equal for all, in
// which the first match may lie behind the whole catalogue.
func withinOneValue(asked catalogue.ProductFilter) catalogue.ProductOrdering {
	name, descending := strings.CutPrefix(string(asked.Ordering), "-")
	oneCategory := asked.Category != (catalogue.LabelRef{}) && name == string(catalogue.ProductsByCategory)
	noStock := asked.InStock != nil && !*asked.InStock && name == string(catalogue.ProductsByStock)
	switch {
	case !oneCategory && !noStock:
		return asked.Ordering
	case descending:
		return "-" + catalogue.ProductsByCreated
	}
	return catalogue.ProductsByCreated
}

// filteredColumns are the columns that filters and orders look at.
const filteredColumns = `products.id, products.category_id, products.brand_id, products.status, products.stock,
	products.level,
	products.price_cents, products.search_key, products.name_sort_key, products.sku_sort_key, products.category_sort_key,
	products.created_at, products.deleted_at, products.alert_days, products.alert_blocked`

// ownIndex is the index of a category, a brand or what needs attention in one
// of the usual orders: the matches may all lie at the far end of the index of
// the whole catalogue.
func ownIndex(asked catalogue.ProductFilter, order ordering) string {
	byName := order.column == productOrders[catalogue.ProductsByName].column
	byStock := order.column == productOrders[catalogue.ProductsByStock].column
	byCreated := order.column == productOrders[catalogue.ProductsByCreated].column
	low := asked.LowStock != nil && *asked.LowStock
	out := asked.InStock != nil && !*asked.InStock
	switch {
	case !isBlank(asked.Search):
		return "" // What it finds may be rare in there as well.
	case byName && low:
		return "products_low_by_name"
	case byName && out:
		return "products_out_by_name"
	case byStock && low:
		return "products_low_by_stock"
	case byCreated && asked.Category != (catalogue.LabelRef{}):
		return "products_by_category"
	case byCreated && asked.Brand != (catalogue.LabelRef{}):
		return "products_by_brand"
	case byCreated && (low || out):
		return "products_by_level"
	}
	return ""
}

// found follows the products among which a search has its matches: their numbers are
// known, but not where they lie. An index repeats what filters and orders look at, but
// for the stock, which changes too often.
func (t *tx) found(search string, byStock bool) string {
	switch {
	case isBlank(search):
		return ""
	case byStock:
		return t.dialect.usingNone
	}
	return t.dialect.usingIndex("products_narrow")
}

// looksAtStock says whether it takes the stock of a product to know if and where it
// is listed.
func looksAtStock(asked catalogue.ProductFilter) bool {
	return asked.InStock != nil || asked.LowStock != nil || asked.StockUpTo != nil || asked.MinStock != nil ||
		asked.MaxStock != nil ||
		productOrdering(asked.Ordering).column == stockColumn
}

// productFilter is what was asked as conditions, for one way of reading.
func (t *tx) productFilter(asked catalogue.ProductFilter, how reading) (filter, error) {
	var f filter
	f.add("products.deleted_at IS NULL")
	if withStock(asked) {
		f.add("products.stock > 0") // Second, for a query that walks by stock; see listCounted.
	}
	for _, label := range labelsAsked(asked) {
		if err := t.filterLabel(&f, label.kind, label.ref, how); err != nil {
			return f, err
		}
	}
	if asked.Status != 0 {
		f.add("products.status = ?", asked.Status)
	}
	if asked.InStock != nil && !*asked.InStock {
		f.add("products.level = 0")
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
	t.searchText(&f, searchedProducts, asked.Search, how)
	return f, nil
}

// isRanged says whether it is by a range of the stock that a filter finds its
// products. Of those with a label or a word there are fewer to look at.
func isRanged(asked catalogue.ProductFilter) bool {
	ranged := asked.StockUpTo != nil || asked.MinStock != nil || asked.MaxStock != nil || withStock(asked)
	return ranged && len(labelsAsked(asked)) == 0 && asked.IDs == nil && isBlank(asked.Search)
}

// withStock says whether a filter leaves out what is out of stock.
func withStock(asked catalogue.ProductFilter) bool { return asked.InStock != nil && *asked.InStock }

// labelAsked is one label that a filter requires.
type labelAsked struct {
	kind catalogue.LabelKind
	ref  catalogue.LabelRef
}

// labelsAsked are the labels of a filter, always in the same order: the same
// question is then the same SQL.
func labelsAsked(asked catalogue.ProductFilter) []labelAsked {
	all := []labelAsked{{catalogue.Category, asked.Category}, {catalogue.Brand, asked.Brand}, {catalogue.Tag, asked.Tag}}
	return slices.DeleteFunc(all, func(l labelAsked) bool { return l.ref == (catalogue.LabelRef{}) })
}

// filterLabel requires a label. One that does not exist matches nothing.
func (t *tx) filterLabel(f *filter, kind catalogue.LabelKind, ref catalogue.LabelRef, how reading) error {
	if ref == (catalogue.LabelRef{}) {
		return nil
	}
	label, err := t.findLabel(kind, ref)
	if err != nil {
		return err
	}
	id := label.ID
	switch {
	case kind == catalogue.Category:
		f.add("products.category_id = ?", id)
	case kind == catalogue.Brand:
		f.add("products.brand_id = ?", id)
	case how == gathered:
		f.add("products.id IN (SELECT product_id FROM product_tags WHERE label_id = ?)", id)
	default:
		f.add("EXISTS (SELECT 1 FROM product_tags WHERE label_id = ? AND product_id = products.id)", id)
	}
	return nil
}

// findLabel returns the label that is meant, or none.
func (t *tx) findLabel(kind catalogue.LabelKind, ref catalogue.LabelRef) (catalogue.Label, error) {
	find := func() (catalogue.Label, error) { return t.LabelByName(kind, ref.Name) }
	if ref.ID != 0 {
		find = func() (catalogue.Label, error) { return t.LabelByID(kind, ref.ID) }
	}
	label, err := find()
	if isNotFound(err) {
		return catalogue.Label{}, nil
	}
	return label, err
}

// searchedProducts have their id in the index, and deletedToo also finds those
// that are deleted, whose number in there is negative.
var (
	searchedProducts = searched{table: "products", index: "product_search", rowID: "rowid"}
	deletedToo       = searched{table: "products", index: "product_search", rowID: "abs(rowid)"}
)

// searchProductOf requires a row of another list to be of a product that a
// search finds, deleted or not.
func (t *tx) searchProductOf(f *filter, column, text string, how reading) {
	switch {
	case isBlank(text):
		return
	case how == gathered:
		t.searchRow(f, column, deletedToo, text)
		return
	}
	of := filter{args: f.args}
	of.add("products.id = " + column)
	t.searchText(&of, searchedProducts, text, how)
	f.args = of.args
	f.conditions = append(f.conditions, "EXISTS (SELECT 1 FROM products"+of.where()+")")
}

// countProducts takes the count of the common lists from the stored figures, and
// counts the others only up to the number that a list shows.
func (t *tx) countProducts(asked catalogue.ProductFilter, f filter) (core.Count, error) {
	if kept, known, err := t.keptCount(asked, f); known || err != nil {
		return kept, err
	}
	if len(f.conditions) == 2 && !isBlank(asked.Search) {
		return t.countFound(asked.Search)
	}
	matching := "products" + f.where()
	if isRanged(asked) {
		matching = t.byStock("products", f.where())
	}
	return t.countMatches(productList, onStock, "SELECT 1 FROM "+matching, f.args)
}

// countFound counts the products that a search finds. The index alone knows how
// many, without a look at each product.
func (t *tx) countFound(search string) (core.Count, error) {
	f := t.foundProducts(search)
	return t.countMatches(productList, onTexts, "SELECT 1 FROM product_search"+f.where(), f.args)
}

// foundProducts is what the index has of a search, deleted products aside.
func (t *tx) foundProducts(search string) filter {
	var f filter
	f.add("rowid > 0")
	t.dialect.match(&f, searchedProducts.index, searchWords(search))
	return f
}

// keptCount answers for the whole catalogue and for what is low or out.
func (t *tx) keptCount(asked catalogue.ProductFilter, f filter) (count core.Count, known bool, err error) {
	if len(f.conditions) > 2 {
		return count, false, nil
	}
	if labels := labelsAsked(asked); len(labels) == 1 {
		label, err := t.findLabel(labels[0].kind, labels[0].ref)
		return core.CountOf(int64(label.Products), true), true, err
	}
	totals, err := t.Totals()
	if err != nil {
		return count, false, err
	}
	switch {
	case len(f.conditions) == 1:
		return core.CountOf(totals.Products, false), true, nil
	case asked.LowStock != nil && *asked.LowStock:
		return core.CountOf(totals.Low, true), true, nil
	case withStock(asked):
		return core.CountOf(totals.Products-totals.Out, true), true, nil
	case asked.InStock != nil:
		return core.CountOf(totals.Out, true), true, nil
	case asked.Status == catalogue.StatusInactive:
		return core.CountOf(totals.Inactive, true), true, nil
	case asked.Status == catalogue.StatusDiscontinued:
		return core.CountOf(totals.Discontinued, true), true, nil
	}
	return count, false, nil
}
