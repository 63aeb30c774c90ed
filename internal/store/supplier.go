package store

import (
	"fmt"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/supplier"
)

// supplierTable is what is kept of each supplier.
var supplierTable = newTable("suppliers", []column[supplier.Supplier]{
	{name: "id", field: func(s *supplier.Supplier) any { return &s.ID }, written: apart},
	{name: "name", field: func(s *supplier.Supplier) any { return &s.Name }},
	{name: "tax_id", field: func(s *supplier.Supplier) any { return &s.TaxID }},
	{name: "contact", field: func(s *supplier.Supplier) any { return &s.Contact }},
	{name: "email", field: func(s *supplier.Supplier) any { return &s.Email }},
	{name: "phone", field: func(s *supplier.Supplier) any { return &s.Phone }},
	{name: "address", field: func(s *supplier.Supplier) any { return &s.Address }},
	{name: "website", field: func(s *supplier.Supplier) any { return &s.Website }},
	{name: "currency", field: func(s *supplier.Supplier) any { return &s.Currency }},
	{name: "lead_days", field: func(s *supplier.Supplier) any { return &s.LeadDays }},
	{name: "min_order_cents", field: func(s *supplier.Supplier) any { return &s.MinOrder }},
	{name: "payment_terms", field: func(s *supplier.Supplier) any { return &s.PaymentTerms }},
	{name: "notes", field: func(s *supplier.Supplier) any { return &s.Notes }},
	{name: "active", field: func(s *supplier.Supplier) any { return &s.Active }},
	{name: "merged_into", field: func(s *supplier.Supplier) any { return &s.MergedInto }},
	{name: "created_by", field: func(s *supplier.Supplier) any { return &s.CreatedBy }, written: once},
	{name: "created_at", field: func(s *supplier.Supplier) any { return &s.CreatedAt }, written: once},
	{name: "updated_at", field: func(s *supplier.Supplier) any { return &s.UpdatedAt }},
	{name: "version", field: func(s *supplier.Supplier) any { return &s.Version }},
	{name: "name_key", get: func(s *supplier.Supplier) any { return supplier.NameKey(s.Name) }},
	{name: "tax_key", get: func(s *supplier.Supplier) any { return supplier.TaxKey(s.TaxID) }},
	{name: "search_key", get: func(s *supplier.Supplier) any { return supplierSearchKey(*s) }},
	{name: "sort_key", get: func(s *supplier.Supplier) any { return core.SortKey(s.Name) }},
})

// supplierSearchKey is what a search for suppliers looks at: a tax number is found with
// and without what stands between its parts.
func supplierSearchKey(s supplier.Supplier) string {
	return searchKey(s.Name, s.TaxID, supplier.TaxKey(s.TaxID), s.Email)
}

// InsertSupplier implements supplier.Tx.
func (t *tx) InsertSupplier(s supplier.Supplier) (int64, error) {
	id, err := insertRow(t, supplierTable, &s)
	if err != nil {
		return 0, fmt.Errorf("insert supplier: %w", err)
	}
	t.index("supplier_search")
	return id, nil
}

// SupplierByID implements supplier.Tx.
func (t *tx) SupplierByID(id int64) (supplier.Supplier, error) {
	return one(t, supplierTable.scan, supplierTable.query+` WHERE id = $1`, id)
}

// HoldSupplier implements supplier.Tx.
func (t *tx) HoldSupplier(id int64) (supplier.Supplier, error) {
	if t.readOnly {
		return t.SupplierByID(id)
	}
	return one(t, supplierTable.scan, supplierTable.query+` WHERE id = $1`+t.dialect.holdRow, id)
}

// LockSupplier implements supplier.Tx.
func (t *tx) LockSupplier(id int64) (supplier.Supplier, error) {
	if t.readOnly {
		return supplier.Supplier{}, core.ErrReadOnly
	}
	return one(t, supplierTable.scan, supplierTable.query+` WHERE id = $1`+t.dialect.lockRow, id)
}

// UpdateSupplier implements supplier.Tx.
func (t *tx) UpdateSupplier(before, after supplier.Supplier) error {
	if err := updateRow(t, supplierTable, &after, after.ID, before.Version); err != nil {
		return err
	}
	t.index("supplier_search")
	if catalogue.SamePointer(before.LeadDays, after.LeadDays) && before.Active == after.Active {
		return nil
	}
	return t.outdateSupplied(after.ID)
}

// outdateSupplied notes that what is bought of a supplier has to be forecast anew.
func (t *tx) outdateSupplied(supplierID int64) error {
	return t.later(anyRows, `INSERT INTO forecast_due (product_id, changes, lease_until)
		SELECT supplier_products.product_id, 1, 0 FROM supplier_products
		JOIN products ON products.id = supplier_products.product_id AND products.deleted_at IS NULL
		WHERE supplier_products.supplier_id = $1 AND supplier_products.preferred ORDER BY supplier_products.product_id
		ON CONFLICT (product_id) DO UPDATE SET changes = forecast_due.changes + 1`, supplierID)
}

// DeleteSupplier implements supplier.Tx.
func (t *tx) DeleteSupplier(id int64) error {
	if err := t.later(anyRows, `DELETE FROM supplier_search WHERE rowid = $1`, id); err != nil {
		return err
	}
	if _, err := t.exec(`DELETE FROM purchase_words WHERE supplier_id = $1`, id); err != nil {
		return err
	}
	return t.change(`DELETE FROM suppliers WHERE id = $1`, id)
}

// supplierOrders are the orderings as SQL, each with an index of its own.
var supplierOrders = map[supplier.SupplierOrdering]ordering{
	supplier.SuppliersByName:    {table: "suppliers", column: "suppliers.sort_key", index: "suppliers_by_name"},
	supplier.SuppliersByCreated: {table: "suppliers", column: "suppliers.created_at", index: "suppliers_by_created"},
}

const supplierFilterColumns = `suppliers.id, suppliers.merged_into, suppliers.active, suppliers.sort_key,
	suppliers.created_at, suppliers.search_key`

var searchedSuppliers = searched{table: "suppliers", index: "supplier_search", rowID: "rowid"}

// ListSuppliers implements supplier.Tx.
func (t *tx) ListSuppliers(asked supplier.SupplierFilter) (core.List[supplier.Supplier], error) {
	var found core.List[supplier.Supplier]
	asked.Page = clamp(asked.Page)
	whole, err := one(t, scanInt, `SELECT count(*) FROM suppliers WHERE suppliers.merged_into = 0`)
	if err != nil {
		return found, err
	}
	found.Count.N = whole
	if gathering := t.supplierFilter(asked, gathered); len(gathering.conditions) > 1 {
		found.Count, err = t.countMatches(otherList, onNothingKept, `SELECT 1 FROM suppliers`+gathering.where(),
			gathering.args)
		if err != nil {
			return found, err
		}
	}
	order := orderingOf(supplierOrders, asked.Ordering, supplier.SuppliersByName)
	ids, err := t.pick(picking{
		order: order, columns: supplierFilterColumns, always: 1,
		filter: func(how reading) (filter, error) { return t.supplierFilter(asked, how), nil },
		page:   asked.Page, matches: found.Count, rows: int64(whole),
	})
	if err != nil {
		return found, err
	}
	var picked filter
	picked.in("suppliers.id", ids)
	found.Rows, err = all(t, supplierTable.scan, supplierTable.query+picked.where()+` ORDER BY `+order.sql(),
		picked.args...)
	return found, err
}

func (t *tx) supplierFilter(asked supplier.SupplierFilter, how reading) filter {
	var f filter
	f.add("suppliers.merged_into = 0")
	if asked.Active != nil {
		f.add("suppliers.active = ?", *asked.Active)
	}
	t.searchText(&f, searchedSuppliers, asked.Search, how)
	return f
}

// SimilarSuppliers implements supplier.Tx.
func (t *tx) SimilarSuppliers(nameKey, taxKey string, exceptID int64, most int) ([]supplier.Supplier, error) {
	return all(t, supplierTable.scan, supplierTable.query+` WHERE merged_into = 0 AND id <> $1 AND id IN (
			SELECT id FROM suppliers WHERE name_key = $2 AND name_key <> '' UNION
			SELECT id FROM suppliers WHERE tax_key = $3 AND tax_key <> '')
		ORDER BY sort_key, id LIMIT $4`, exceptID, nameKey, taxKey, most)
}

// SupplierInUse implements supplier.Tx.
func (t *tx) SupplierInUse(id int64) (bool, error) {
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM supplier_products WHERE supplier_id = $1)
		OR EXISTS (SELECT 1 FROM purchases WHERE supplier_id = $1)
		OR EXISTS (SELECT 1 FROM receipts WHERE supplier_id = $1)
		OR EXISTS (SELECT 1 FROM supplier_returns WHERE supplier_id = $1)
		OR EXISTS (SELECT 1 FROM suppliers WHERE merged_into = $1)`, id)
}

// supplierCount is a number of things by supplier.
type supplierCount struct{ supplierID, n int64 }

func scanSupplierCount(r row) (c supplierCount, err error) {
	err = r.Scan(&c.supplierID, &c.n)
	return c, err
}

// SupplierFigures implements supplier.Tx.
func (t *tx) SupplierFigures(ids []int64, spentSince time.Time) (map[int64]supplier.SupplierFigures, error) {
	figures := make(map[int64]supplier.SupplierFigures, len(ids))
	if len(ids) == 0 {
		return figures, nil
	}
	var f filter
	f.in("supplier_id", ids)
	products, err := all(t, scanSupplierCount, `SELECT supplier_id, count(*) FROM supplier_products
		JOIN products ON products.id = supplier_products.product_id AND products.deleted_at IS NULL`+
		f.where()+` GROUP BY supplier_id`, f.args...)
	if err != nil {
		return nil, err
	}
	open, err := all(t, scanSupplierCount, `SELECT supplier_id, count(*) FROM purchases`+f.where()+
		` AND status IN ('draft', 'sent') GROUP BY supplier_id`, f.args...)
	if err != nil {
		return nil, err
	}
	for _, count := range products {
		figures[count.supplierID] = supplier.SupplierFigures{Products: count.n}
	}
	for _, count := range open {
		of := figures[count.supplierID]
		of.OpenPurchases = count.n
		figures[count.supplierID] = of
	}
	return figures, t.addSpend(figures, f, spentSince)
}

// addSpend adds what came of some suppliers and cost.
func (t *tx) addSpend(figures map[int64]supplier.SupplierFigures, f filter, since time.Time) error {
	f.add("receipts.undone_at IS NULL")
	f.add("receipts.created_at >= ?", since)
	type spending struct {
		supplierID int64
		core.Money
	}
	spent, err := all(t, func(r row) (s spending, err error) {
		err = r.Scan(&s.supplierID, &s.Currency, &s.Amount)
		return s, err
	}, `SELECT receipts.supplier_id, receipts.currency, CAST(coalesce(sum(receipt_lines.value_cents), 0) AS BIGINT)
		FROM receipts JOIN receipt_lines ON receipt_lines.receipt_id = receipts.id`+f.where()+`
		GROUP BY receipts.supplier_id, receipts.currency
		ORDER BY receipts.supplier_id, 3 DESC, receipts.currency`, f.args...)
	for _, one := range spent {
		of := figures[one.supplierID]
		of.Spend = append(of.Spend, one.Money)
		figures[one.supplierID] = of
	}
	return err
}
