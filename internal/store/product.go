package store

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"estante/internal/alert"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// productRow is a product as its row has it.
type productRow struct {
	catalogue.Product
	categoryID, brandID     *int64
	categoryName, brandName string
	tags                    string
	costValue               *core.Cents
	costUnits               int64
}

// productTable is what is kept of each product. What moves a product writes its stock and its
// ledger (see moveSet), and orders what they claim of it.
var productTable = newTable("products", []column[productRow]{
	{name: "id", field: func(p *productRow) any { return &p.ID }, written: apart},
	{name: "sku", field: func(p *productRow) any { return &p.SKU }},
	{name: "sku_key", get: func(p *productRow) any { return core.IdentityKey(p.SKU) }},
	{name: "sku_sort_key", get: func(p *productRow) any { return core.SortKey(p.SKU) }},
	{name: "name", field: func(p *productRow) any { return &p.Name }},
	{name: "name_sort_key", get: func(p *productRow) any { return core.SortKey(p.Name) }},
	{name: "description", field: func(p *productRow) any { return &p.Description }},
	{name: "barcode", field: func(p *productRow) any { return &p.Barcode }},
	{name: "search_key", get: func(p *productRow) any { return productSearchKey(p.Product) }},
	{name: "image_url", field: func(p *productRow) any { return &p.ImageURL }},
	{name: "image_source", field: func(p *productRow) any { return &p.ImageSource }},
	{name: "image_problem", field: func(p *productRow) any { return &p.ImageProblem }},
	{name: "status", field: func(p *productRow) any { return &p.Status }},
	{name: "stock", field: func(p *productRow) any { return &p.Stock }, get: zero, written: once},
	{name: "level", get: func(p *productRow) any { return p.Level() }},
	{name: "reserved", field: func(p *productRow) any { return &p.Reserved }, get: zero, written: once},
	{name: "shortage", field: func(p *productRow) any { return &p.Shortage }, written: apart},
	{name: "incoming", field: func(p *productRow) any { return &p.Incoming }, written: apart},
	{name: "incoming_on", field: func(p *productRow) any { return &p.IncomingOn }, written: apart},
	{name: "min_stock", field: func(p *productRow) any { return &p.MinStock }},
	{name: "max_stock", field: func(p *productRow) any { return &p.MaxStock }},
	{name: "alert_days", field: func(p *productRow) any { return &p.AlertDays }},
	{name: "alert_blocked", field: func(p *productRow) any { return &p.AlertBlocked }},
	{name: "lead_days", field: func(p *productRow) any { return &p.LeadDays }},
	{name: "pack_size", field: func(p *productRow) any { return &p.PackSize }},
	{name: "service_level", field: func(p *productRow) any { return &p.ServiceLevel }},
	{name: "price_cents", field: func(p *productRow) any { return &p.Price }},
	{name: "price_currency", field: func(p *productRow) any { return &p.PriceCurrency }},
	{name: "cost_cents", field: func(p *productRow) any { return &p.Cost }},
	{name: "cost_value", field: func(p *productRow) any { return &p.costValue }},
	{name: "cost_units", field: func(p *productRow) any { return &p.costUnits }},
	{name: "cost_currency", field: func(p *productRow) any { return &p.CostCurrency }},
	{name: "category_id", field: func(p *productRow) any { return &p.categoryID }},
	{name: "category_name", field: func(p *productRow) any { return &p.categoryName }},
	{name: "category_sort_key", get: func(p *productRow) any { return core.SortKey(p.categoryName) }},
	{name: "brand_id", field: func(p *productRow) any { return &p.brandID }},
	{name: "brand_name", field: func(p *productRow) any { return &p.brandName }},
	{name: "tags", field: func(p *productRow) any { return &p.tags }},
	{name: "created_at", field: func(p *productRow) any { return &p.CreatedAt }, written: once},
	{name: "updated_at", field: func(p *productRow) any { return &p.UpdatedAt }},
	{name: "deleted_at", field: func(p *productRow) any { return &p.DeletedAt }},
	{name: "last_movement_at", field: func(p *productRow) any { return &p.LastMovementAt }, written: apart},
	{name: "version", field: func(p *productRow) any { return &p.Version }},
	{name: "movement_seq", field: func(p *productRow) any { return &p.MovementSeq }, get: zero, written: once},
	{name: "ledger_hash", field: func(p *productRow) any {
		return &p.LedgerHash
	}, get: func(*productRow) any { return "" }, written: once},
})

// zero is what a new product begins with.
func zero(*productRow) any { return 0 }

// rowOfProduct is how a product is kept.
func rowOfProduct(p catalogue.Product) (*productRow, error) {
	tags, err := encodeTags(p.Tags)
	row := &productRow{
		Product: p, tags: tags,
		categoryID: labelID(p.Category), categoryName: labelName(p.Category), brandID: labelID(p.Brand),
		brandName: labelName(p.Brand),
	}
	row.costValue, row.costUnits = worthColumns(p)
	return row, err
}

// worthColumns is how what a product's units cost is kept.
func worthColumns(p catalogue.Product) (value *core.Cents, units int64) {
	if p.Worth == nil {
		return nil, 0
	}
	return &p.Worth.Value, p.Worth.Units
}

// asKept is the product of a row that was read.
func (p *productRow) asKept() (catalogue.Product, error) {
	if p.costValue != nil {
		p.Worth = &core.Worth{Value: *p.costValue, Units: p.costUnits}
	}
	p.Category = labelOf(catalogue.Category, p.categoryID, p.categoryName)
	p.Brand = labelOf(catalogue.Brand, p.brandID, p.brandName)
	if p.tags == "[]" {
		p.Tags = []string{}
		return p.Product, nil
	}
	var err error
	p.Tags, err = decodeTags(p.tags)
	return p.Product, err
}

func scanProduct(r row) (catalogue.Product, error) { return newProductReader().read(r) }

// productReader reads product after product by way of one place, so that a
// list needs memory for its products and not for reading them.
type productReader struct {
	row    productRow
	fields []any
}

// newProductReader reads products and what a question has besides.
func newProductReader(more ...any) *productReader {
	reader := &productReader{}
	reader.fields = productTable.fields(&reader.row, more...)
	return reader
}

func (reader *productReader) read(r row) (catalogue.Product, error) {
	reader.row = productRow{}
	if err := r.Scan(reader.fields...); err != nil {
		return catalogue.Product{}, err
	}
	return reader.row.asKept()
}

func labelOf(kind catalogue.LabelKind, id *int64, name string) *catalogue.Label {
	if id == nil {
		return nil
	}
	return &catalogue.Label{ID: *id, Kind: kind, Name: name}
}

func labelID(label *catalogue.Label) *int64 {
	if label == nil {
		return nil
	}
	return &label.ID
}

func labelName(label *catalogue.Label) string {
	if label == nil {
		return ""
	}
	return label.Name
}

// productSearchKey is what a search for products looks at.
func productSearchKey(p catalogue.Product) string {
	return searchKey(p.SKU, p.Name, p.Barcode, labelName(p.Brand))
}

// InsertProduct implements catalogue.Tx.
func (t *tx) InsertProduct(p catalogue.Product) (int64, error) {
	row, err := rowOfProduct(p)
	if err != nil {
		return 0, err
	}
	if p.ID, err = insertRow(t, productTable, row); err != nil {
		return 0, fmt.Errorf("insert product: %w", err)
	}
	if err := t.awaitPicture(catalogue.Product{}, p); err != nil {
		return 0, err
	}
	return p.ID, t.recount(catalogue.Product{}, p)
}

// UpdateProduct implements catalogue.Tx.
func (t *tx) UpdateProduct(before, after catalogue.Product) error {
	row, err := rowOfProduct(after)
	if err != nil {
		return err
	}
	if err := updateRow(t, productTable, row, after.ID, before.Version); err != nil {
		return err
	}
	if err := t.awaitPicture(before, after); err != nil {
		return err
	}
	return t.recount(before, after)
}

// recount keeps the figures that depend on what changed of a product.
func (t *tx) recount(before, after catalogue.Product) error {
	switch {
	case before.ID == 0:
		t.touchNew(&after)
	case !alert.AlertedLike(before, after):
		t.touch(after.ID)
	}
	t.edited()
	t.index("product_search")
	t.addTotals(catalogue.TotalsChange(before, after))
	t.addCategoryTotals(before, after)
	t.forecasts.describe(after)
	if err := t.revalue(before, after); err != nil {
		return err
	}
	was, is := before.Totals().Products, after.Totals().Products
	if was != is || labelName(before.Category) != labelName(after.Category) {
		t.countLabel(before.Category, -int(was))
		t.countLabel(after.Category, int(is))
	}
	if was != is || labelName(before.Brand) != labelName(after.Brand) {
		t.countLabel(before.Brand, -int(was))
		t.countLabel(after.Brand, int(is))
	}
	return t.retag(before, after)
}

// retag keeps which products carry which tags. A deleted product carries none.
func (t *tx) retag(before, after catalogue.Product) error {
	had, has := map[string]bool{}, map[string]bool{}
	if before.Totals().Products == 1 {
		for _, tag := range before.Tags {
			had[tag] = true
		}
	}
	if after.Totals().Products == 1 {
		for _, tag := range after.Tags {
			has[tag] = true
		}
	}
	for _, tag := range before.Tags {
		if had[tag] && !has[tag] {
			if err := t.tag(after.ID, tag, false); err != nil {
				return err
			}
		}
	}
	for _, tag := range after.Tags {
		if has[tag] && !had[tag] {
			if err := t.tag(after.ID, tag, true); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *tx) tag(productID int64, name string, carries bool) error {
	label, err := t.EnsureLabel(catalogue.Tag, name)
	if err != nil {
		return err
	}
	if !carries {
		if _, err := t.exec(`DELETE FROM product_tags WHERE label_id = $1 AND product_id = $2`, label.ID,
			productID); err != nil {
			return err
		}
		t.countLabel(&label, -1)
		return nil
	}
	if _, err := t.exec(`INSERT INTO product_tags (label_id, product_id) VALUES ($1, $2)`, label.ID,
		productID); err != nil {
		return err
	}
	t.countLabel(&label, 1)
	return nil
}

// ProductByID implements catalogue.Tx.
func (t *tx) ProductByID(id int64) (catalogue.Product, error) {
	return one(t, scanProduct, productTable.query+` WHERE products.id = $1 AND products.deleted_at IS NULL`, id)
}

// productSold is the question for a product and what was sold of it, which every
// other request asks, and lockedShelf that of who changes its stock somewhere.
var (
	productSold = askProduct("", "")
	lockedShelf = askProduct(`, here.stock, here.reserved, here.shortage`,
		` LEFT JOIN stock_levels AS here ON here.product_id = products.id AND here.location_id = $3`)
)

// askProduct words the question for a product and what was sold of it, with some
// columns more.
func askProduct(columns, joined string) map[*dialect]string {
	queries := map[*dialect]string{}
	for _, d := range []*dialect{sqliteDialect, postgresDialect} {
		queries[d] = `SELECT ` + productTable.columns + `, ` + soldColumn(d, "$1", "$2") + columns + `
		FROM products` + joined + ` WHERE products.id = $1 AND products.deleted_at IS NULL`
	}
	return queries
}

// soldColumn is how many units of a product were sold since a time, less returns.
func soldColumn(d *dialect, product, since string) string {
	which := ` WHERE product_id = ` + product
	return `coalesce((SELECT CAST(sum(units) AS BIGINT) FROM (` + soldMoved(d, which, since) + `) AS moved), 0)
			+ coalesce((SELECT CAST(sum(units) AS BIGINT) FROM (` + soldBefore(which, since) + `) AS past), 0)`
}

// soldMoved are the movements that sold something since a time, by the days on which it
// was sold, and soldBefore what was sold without one.
func soldMoved(d *dialect, which, since string) string {
	return `SELECT product_id, -quantity AS units FROM movements` + d.usingIndex("movements_sold") + which +
		` AND coalesce(sold_at, at) >= ` + since + ` AND reason IN ('sale', 'return')`
}

func soldBefore(which, since string) string {
	return `SELECT product_id, units FROM past_sales` + which + ` AND at >= ` + since
}

// ProductSold implements catalogue.Tx. It is one question: on SQLite what is
// around a question takes as long as finding so little.
func (t *tx) ProductSold(id int64, since time.Time) (catalogue.SoldProduct, error) {
	return one(t, scanSoldProduct, productSold[t.dialect], id, since)
}

// soldProductReader reads a product and what was sold of it.
type soldProductReader struct {
	*productReader
	sold *int64
}

// soldProductReaders are kept: a reader is larger than what it reads.
var soldProductReaders = sync.Pool{New: func() any {
	reader := &soldProductReader{}
	reader.productReader = newProductReader(&reader.sold)
	return reader
}}

func scanSoldProduct(r row) (catalogue.SoldProduct, error) {
	reader := soldProductReaders.Get().(*soldProductReader) //nolint:forcetypeassert // Nothing else is in it.
	defer soldProductReaders.Put(reader)
	product, err := reader.read(r)
	if reader.sold == nil {
		return catalogue.SoldProduct{Product: product}, err
	}
	return catalogue.SoldProduct{Product: product, Sold: max(*reader.sold, 0)}, err
}

// LockProduct implements catalogue.Tx.
func (t *tx) LockProduct(id int64) (catalogue.Product, error) {
	return t.lockProduct(`products.id = $1 AND products.deleted_at IS NULL`, id)
}

// LockShelf implements ledger.Tx. Where transactions write at the same time, the
// product is locked first and then read: a query that waits for a lock sees the
// product as it is afterwards, but everything else as it was before.
func (t *tx) LockShelf(at ledger.StockPlace, soldSince time.Time) (shelf ledger.Shelf, err error) {
	if t.readOnly {
		return shelf, core.ErrReadOnly
	}
	if !t.dialect.oneAtATime {
		if _, err := one(t, scanID, `SELECT id FROM products WHERE id = $1 AND deleted_at IS NULL`+t.dialect.lockProducts,
			at.ProductID); err != nil {
			return shelf, err
		}
	}
	var sold, lying, reserved, shortage *int64
	reader := newProductReader(&sold, &lying, &reserved, &shortage)
	shelf.Product, err = one(t, reader.read, lockedShelf[t.dialect], at.ProductID, soldSince, at.LocationID)
	if sold != nil {
		shelf.Sold = *sold
	}
	if lying != nil {
		shelf.Here = &ledger.Claims{Stock: *lying, Reserved: *reserved, Shortage: *shortage}
	}
	return shelf, err
}

// LockProducts implements catalogue.Tx.
func (t *tx) LockProducts(ids []int64) ([]catalogue.Product, error) {
	return t.lockProducts(ids, t.dialect.lockProducts)
}

// LockFreeProducts implements catalogue.Tx.
func (t *tx) LockFreeProducts(ids []int64) ([]catalogue.Product, error) {
	return t.lockProducts(ids, t.dialect.lockFreeProducts)
}

func (t *tx) lockProducts(ids []int64, lock string) ([]catalogue.Product, error) {
	if t.readOnly {
		return nil, core.ErrReadOnly
	}
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	locked := []catalogue.Product{}
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.anyOf("products.id", ids[start:min(start+idsMax, len(ids))])
		f.add("products.deleted_at IS NULL")
		some, err := all(t, scanProduct, productTable.query+f.where()+` ORDER BY products.id`+lock, f.args...)
		if err != nil {
			return nil, err
		}
		locked = append(locked, some...)
	}
	return locked, nil
}

// DeletedProduct implements catalogue.Tx.
func (t *tx) DeletedProduct(id int64) (catalogue.Product, error) {
	return t.lockProduct(`products.id = $1 AND products.deleted_at IS NOT NULL`, id)
}

func (t *tx) lockProduct(condition string, id int64) (catalogue.Product, error) {
	if t.readOnly {
		return catalogue.Product{}, core.ErrReadOnly
	}
	return one(t, scanProduct, productTable.query+` WHERE `+condition+t.dialect.lockProducts, id)
}

// idsMax is how many values one IN list may have.
const idsMax = 500

// ProductsByIDs implements catalogue.Tx.
func (t *tx) ProductsByIDs(ids []int64) ([]catalogue.Product, error) {
	found := []catalogue.Product{}
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.in("products.id", ids[start:min(start+idsMax, len(ids))])
		f.add("products.deleted_at IS NULL")
		some, err := all(t, scanProduct, productTable.query+f.where(), f.args...)
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	return found, nil
}

// ProductBySKU implements catalogue.Tx.
func (t *tx) ProductBySKU(sku string) (catalogue.Product, error) {
	return one(t, scanProduct, productTable.query+` WHERE products.sku_key = $1 AND products.deleted_at IS NULL`,
		core.IdentityKey(sku))
}

// ProductByBarcode implements catalogue.Tx.
func (t *tx) ProductByBarcode(barcode string) (catalogue.Product, error) {
	return one(t, scanProduct, productTable.query+
		` WHERE products.barcode = $1 AND products.barcode <> '' AND products.deleted_at IS NULL`, barcode)
}

// soldOfMany is from how many products on remembering what they sold takes less
// than looking.
const soldOfMany = 5

// SoldSince implements catalogue.Tx. It reads the sales of these products and not
// those of all products, which are many more, nor their movements of other kinds.
func (t *tx) SoldSince(ids []int64, since time.Time) (map[int64]int64, error) {
	on := onStock
	if len(ids) < soldOfMany {
		on = onNothingKept
	}
	sold := map[int64]int64{}
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.anyOf("product_id", ids[start:min(start+idsMax, len(ids))])
		which, from := f.where(), f.arg(since)
		type count struct{ id, units int64 }
		query := `SELECT product_id, CAST(sum(units) AS BIGINT) FROM (` + soldMoved(t.dialect, which, from) +
			` UNION ALL ` + soldBefore(which, from) + `) AS sold GROUP BY product_id`
		counts, err := remembered(t, on, query, f.args, func() ([]count, error) {
			return all(t, func(r row) (c count, err error) {
				err = r.Scan(&c.id, &c.units)
				return c, err
			}, query, f.args...)
		})
		if err != nil {
			return nil, err
		}
		for _, c := range counts {
			sold[c.id] = max(c.units, 0)
		}
	}
	return sold, nil
}
