package store

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"estante/internal/inventory"
)

const productColumns = `products.id, products.sku, products.name, products.description, products.barcode, products.image_url, products.status,
	products.stock, products.reserved, products.shortage, products.min_stock, products.max_stock, products.alert_days, products.alert_blocked,
	products.price_cents, products.cost_cents, products.category_id, products.category_name, products.brand_id, products.brand_name, products.tags,
	products.created_at, products.updated_at, products.deleted_at, products.last_movement_at, products.version,
	products.movement_seq, products.ledger_hash, products.lead_days, products.pack_size, products.service_level`

const productQuery = `SELECT ` + productColumns + ` FROM products`

func scanProduct(r row) (inventory.Product, error) { return newProductReader().read(r) }

// productReader reads product after product by way of one place, so that a
// list needs memory for its products and not for reading them.
type productReader struct {
	product             inventory.Product
	categoryID, brandID *int64
	category, brand     string
	tags                string
	created, updated    timeScanner
	deleted, moved      timeScanner
	fields              []any
}

// newProductReader reads products and what a question has besides.
func newProductReader(more ...any) *productReader {
	reader := &productReader{}
	p := &reader.product
	reader.created, reader.updated = timeScanner{to: &p.CreatedAt}, timeScanner{to: &p.UpdatedAt}
	reader.deleted, reader.moved = timeScanner{optional: &p.DeletedAt}, timeScanner{optional: &p.LastMovementAt}
	const columns = 35
	reader.fields = append(append(make([]any, 0, columns),
		&p.ID, &p.SKU, &p.Name, &p.Description, &p.Barcode, &p.ImageURL, &p.Status,
		&p.Stock, &p.Reserved, &p.Shortage, &p.MinStock, &p.MaxStock, &p.AlertDays, &p.AlertBlocked,
		&p.Price, &p.Cost, &reader.categoryID, &reader.category, &reader.brandID, &reader.brand, &reader.tags,
		&reader.created, &reader.updated, &reader.deleted, &reader.moved, &p.Version,
		&p.MovementSeq, &p.LedgerHash, &p.LeadDays, &p.PackSize, &p.ServiceLevel,
	), more...)
	return reader
}

func (reader *productReader) read(r row) (inventory.Product, error) {
	reader.product = inventory.Product{}
	p := &reader.product
	if err := r.Scan(reader.fields...); err != nil {
		return *p, err
	}
	p.Category = labelOf(inventory.Category, reader.categoryID, reader.category)
	p.Brand = labelOf(inventory.Brand, reader.brandID, reader.brand)
	if reader.tags == "[]" {
		p.Tags = []string{}
		return *p, nil
	}
	var err error
	p.Tags, err = decodeTags(reader.tags)
	return *p, err
}

func labelOf(kind inventory.LabelKind, id *int64, name string) *inventory.Label {
	if id == nil {
		return nil
	}
	return &inventory.Label{ID: *id, Kind: kind, Name: name}
}

func labelID(label *inventory.Label) *int64 {
	if label == nil {
		return nil
	}
	return &label.ID
}

func labelName(label *inventory.Label) string {
	if label == nil {
		return ""
	}
	return label.Name
}

// productSearchKey is what a search for products looks at.
func productSearchKey(p inventory.Product) string {
	return searchKey(p.SKU, p.Name, p.Barcode, labelName(p.Brand))
}

// productWritten are the columns that people's words decide, and the keys made
// of them; productValues gives their values in the same order.
const productWritten = `sku, sku_key, name, description, barcode, image_url, status, min_stock, max_stock, alert_days, alert_blocked,
	price_cents, cost_cents, category_id, category_name, brand_id, brand_name, tags, updated_at, deleted_at, level, search_key, name_sort_key, sku_sort_key, category_sort_key,
	lead_days, pack_size, service_level`

func productValues(p inventory.Product) ([]any, error) {
	tags, err := encodeTags(p.Tags)
	return []any{
		p.SKU, inventory.IdentityKey(p.SKU), p.Name, p.Description, p.Barcode, p.ImageURL, p.Status, p.MinStock, p.MaxStock, p.AlertDays,
		p.AlertBlocked, p.Price, p.Cost, labelID(p.Category), labelName(p.Category), labelID(p.Brand), labelName(p.Brand), tags, p.UpdatedAt, p.DeletedAt, p.Level(), productSearchKey(p),
		inventory.SortKey(p.Name), inventory.SortKey(p.SKU), inventory.SortKey(labelName(p.Category)),
		p.LeadDays, p.PackSize, p.ServiceLevel,
	}, err
}

// InsertProduct implements inventory.Tx.
func (t *tx) InsertProduct(p inventory.Product) (int64, error) {
	values, err := productValues(p)
	if err != nil {
		return 0, err
	}
	values = append(values, p.CreatedAt, p.Version)
	id, err := one(t, scanID, `INSERT INTO products (`+productWritten+`, created_at, version, stock, reserved, movement_seq, ledger_hash)
		VALUES (`+placeholders(1, len(values))+`, 0, 0, 0, '') RETURNING id`, values...)
	if err != nil {
		return 0, fmt.Errorf("insert product: %w", err)
	}
	p.ID = id
	return id, t.recount(inventory.Product{}, p)
}

// placeholders lists $from … $to.
func placeholders(from, to int) string {
	names := make([]string, 0, to-from+1)
	for n := from; n <= to; n++ {
		names = append(names, fmt.Sprintf("$%d", n))
	}
	return strings.Join(names, ", ")
}

// UpdateProduct implements inventory.Tx. The version that was read is required
// once more, as a last guard against overwriting somebody's change.
func (t *tx) UpdateProduct(before, after inventory.Product) error {
	values, err := productValues(after)
	if err != nil {
		return err
	}
	set := make([]string, 0, len(values))
	for i, column := range strings.Split(productWritten, ",") {
		set = append(set, fmt.Sprintf("%s = $%d", strings.TrimSpace(column), i+1))
	}
	n := len(values)
	err = t.change(fmt.Sprintf(`UPDATE products SET %s, version = $%d WHERE id = $%d AND version = $%d`, strings.Join(set, ", "), n+1, n+2, n+3),
		append(values, after.Version, after.ID, before.Version)...)
	if isNotFound(err) {
		return inventory.ErrStale
	}
	if err != nil {
		return fmt.Errorf("update product: %w", err)
	}
	return t.recount(before, after)
}

// recount keeps the figures that depend on what changed of a product.
func (t *tx) recount(before, after inventory.Product) error {
	switch {
	case before.ID == 0:
		t.touchNew(&after)
	case !before.AlertedLike(after):
		t.touch(after.ID)
	}
	t.edited()
	t.index("product_search")
	t.addTotals(inventory.TotalsChange(before, after))
	t.addCategoryTotals(before, after)
	t.forecasts.describe(after)
	if err := t.revalue(before, after, 0); err != nil {
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
func (t *tx) retag(before, after inventory.Product) error {
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
	label, err := t.EnsureLabel(inventory.Tag, name)
	if err != nil {
		return err
	}
	if !carries {
		if _, err := t.exec(`DELETE FROM product_tags WHERE label_id = $1 AND product_id = $2`, label.ID, productID); err != nil {
			return err
		}
		t.countLabel(&label, -1)
		return nil
	}
	if _, err := t.exec(`INSERT INTO product_tags (label_id, product_id) VALUES ($1, $2)`, label.ID, productID); err != nil {
		return err
	}
	t.countLabel(&label, 1)
	return nil
}

// ProductByID implements inventory.Tx.
func (t *tx) ProductByID(id int64) (inventory.Product, error) {
	return one(t, scanProduct, productQuery+` WHERE products.id = $1 AND products.deleted_at IS NULL`, id)
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
		queries[d] = `SELECT ` + productColumns + `, ` + soldColumn(d, "$1", "$2") + columns + `
		FROM products` + joined + ` WHERE products.id = $1 AND products.deleted_at IS NULL`
	}
	return queries
}

// soldColumn is how many units of a product were sold since a time, less returns.
func soldColumn(d *dialect, product, since string) string {
	return `(SELECT CAST(-sum(quantity) AS BIGINT) FROM movements` + d.usingIndex("movements_sold") + `
			WHERE product_id = ` + product + ` AND at >= ` + since + ` AND reason IN ('sale', 'return'))`
}

// ProductSold implements inventory.Tx. It is one question: on SQLite what is
// around a question takes as long as finding so little.
func (t *tx) ProductSold(id int64, since time.Time) (inventory.SoldProduct, error) {
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

func scanSoldProduct(r row) (inventory.SoldProduct, error) {
	reader := soldProductReaders.Get().(*soldProductReader) //nolint:forcetypeassert // Nothing else is in it.
	defer soldProductReaders.Put(reader)
	product, err := reader.read(r)
	if reader.sold == nil {
		return inventory.SoldProduct{Product: product}, err
	}
	return inventory.SoldProduct{Product: product, Sold: max(*reader.sold, 0)}, err
}

// LockProduct implements inventory.Tx.
func (t *tx) LockProduct(id int64) (inventory.Product, error) {
	return t.lockProduct(`products.id = $1 AND products.deleted_at IS NULL`, id)
}

// LockShelf implements inventory.Tx. Where others write beside, the product is
// locked first and then looked at: whoever waits for a lock sees what the product
// has become, but everything else as it was before.
func (t *tx) LockShelf(at inventory.StockPlace, soldSince time.Time) (shelf inventory.Shelf, err error) {
	if t.readOnly {
		return shelf, inventory.ErrReadOnly
	}
	if !t.dialect.oneAtATime {
		if _, err := one(t, scanID, `SELECT id FROM products WHERE id = $1 AND deleted_at IS NULL`+t.dialect.lockProducts, at.ProductID); err != nil {
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
		shelf.Here = &inventory.Claims{Stock: *lying, Reserved: *reserved, Shortage: *shortage}
	}
	return shelf, err
}

// LockProducts implements inventory.Tx.
func (t *tx) LockProducts(ids []int64) ([]inventory.Product, error) {
	return t.lockProducts(ids, t.dialect.lockProducts)
}

// LockFreeProducts implements inventory.Tx.
func (t *tx) LockFreeProducts(ids []int64) ([]inventory.Product, error) {
	return t.lockProducts(ids, t.dialect.lockFreeProducts)
}

func (t *tx) lockProducts(ids []int64, lock string) ([]inventory.Product, error) {
	if t.readOnly {
		return nil, inventory.ErrReadOnly
	}
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	locked := []inventory.Product{}
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.anyOf("products.id", ids[start:min(start+idsMax, len(ids))])
		f.add("products.deleted_at IS NULL")
		some, err := all(t, scanProduct, productQuery+f.where()+` ORDER BY products.id`+lock, f.args...)
		if err != nil {
			return nil, err
		}
		locked = append(locked, some...)
	}
	return locked, nil
}

// DeletedProduct implements inventory.Tx.
func (t *tx) DeletedProduct(id int64) (inventory.Product, error) {
	return t.lockProduct(`products.id = $1 AND products.deleted_at IS NOT NULL`, id)
}

func (t *tx) lockProduct(condition string, id int64) (inventory.Product, error) {
	if t.readOnly {
		return inventory.Product{}, inventory.ErrReadOnly
	}
	return one(t, scanProduct, productQuery+` WHERE `+condition+t.dialect.lockProducts, id)
}

// idsMax is how many values one IN list may have.
const idsMax = 500

// ProductsByIDs implements inventory.Tx.
func (t *tx) ProductsByIDs(ids []int64) ([]inventory.Product, error) {
	found := []inventory.Product{}
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.in("products.id", ids[start:min(start+idsMax, len(ids))])
		f.add("products.deleted_at IS NULL")
		some, err := all(t, scanProduct, productQuery+f.where(), f.args...)
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	return found, nil
}

// ProductBySKU implements inventory.Tx.
func (t *tx) ProductBySKU(sku string) (inventory.Product, error) {
	return one(t, scanProduct, productQuery+` WHERE products.sku_key = $1 AND products.deleted_at IS NULL`, inventory.IdentityKey(sku))
}

// ProductByBarcode implements inventory.Tx.
func (t *tx) ProductByBarcode(barcode string) (inventory.Product, error) {
	return one(t, scanProduct, productQuery+` WHERE products.barcode = $1 AND products.barcode <> '' AND products.deleted_at IS NULL`, barcode)
}

// soldOfMany is from how many products on remembering what they sold takes less
// than looking.
const soldOfMany = 5

// SoldSince implements inventory.Tx. It reads the sales of these products and not
// those of everybody, which are many more, nor what else moved them.
func (t *tx) SoldSince(ids []int64, since time.Time) (map[int64]int64, error) {
	on := onStock
	if len(ids) < soldOfMany {
		on = onNothingKept
	}
	sold := map[int64]int64{}
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.anyOf("product_id", ids[start:min(start+idsMax, len(ids))])
		f.add("at >= ?", since)
		f.add("reason IN ('sale', 'return')")
		type count struct{ id, units int64 }
		query := `SELECT product_id, CAST(-sum(quantity) AS BIGINT) FROM movements` + t.dialect.usingIndex("movements_sold") + f.where() + ` GROUP BY product_id`
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
