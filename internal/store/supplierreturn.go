package store

import (
	"fmt"

	"estante/internal/core"
	"estante/internal/purchase"
)

const supplierReturnColumns = `supplier_returns.id, supplier_returns.supplier_id, supplier_returns.location_id,
	supplier_returns.replace, supplier_returns.notes, supplier_returns.created_by, supplier_returns.created_at,
	supplier_returns.undone_by, supplier_returns.undone_at, suppliers.name, locations.name, `

const supplierReturnTables = `supplier_returns JOIN suppliers ON suppliers.id = supplier_returns.supplier_id
	JOIN locations ON locations.id = supplier_returns.location_id
	LEFT JOIN users ON users.id = supplier_returns.created_by`

func scanSupplierReturn(r row) (s purchase.SupplierReturnRow, err error) {
	var who person
	err = r.Scan(append([]any{
		&s.ID, &s.SupplierID, &s.LocationID, &s.Replace, &s.Notes, &s.CreatedBy, toTime(&s.CreatedAt), &s.UndoneBy,
		toOptionalTime(&s.UndoneAt), &s.SupplierName, &s.LocationName,
	}, who.fields()...)...)
	s.CreatedByName = who.name()
	return s, err
}

// InsertSupplierReturn implements purchase.Tx.
func (t *tx) InsertSupplierReturn(s purchase.SupplierReturn) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO supplier_returns (supplier_id, location_id, replace, notes, created_by,
			created_at, undone_by) VALUES ($1, $2, $3, $4, $5, $6, 0) RETURNING id`, s.SupplierID, s.LocationID, s.Replace,
		s.Notes, s.CreatedBy, s.CreatedAt)
	if err != nil {
		return 0, fmt.Errorf("insert supplier return: %w", err)
	}
	return id, nil
}

// InsertSupplierReturnLines implements purchase.Tx.
func (t *tx) InsertSupplierReturnLines(lines []purchase.SupplierReturnLine) error {
	rows := make([][]any, 0, len(lines))
	for _, l := range lines {
		rows = append(rows, []any{l.ReturnID, l.ProductID, l.LineID, l.Quantity, l.Value, l.MovementID})
	}
	return t.insertMany(
		"supplier_return_lines (return_id, product_id, purchase_line_id, quantity, value_cents, movement_id)", rows)
}

// SupplierReturnByID implements purchase.Tx.
func (t *tx) SupplierReturnByID(id int64) (purchase.SupplierReturnRow, error) {
	made, err := one(t, scanSupplierReturn, `SELECT `+supplierReturnColumns+personColumns("users")+` FROM `+
		supplierReturnTables+` WHERE supplier_returns.id = $1`, id)
	if err != nil {
		return made, err
	}
	rows := []purchase.SupplierReturnRow{made}
	err = t.completeReturns(rows)
	return rows[0], err
}

// SupplierReturnsOf implements purchase.Tx.
func (t *tx) SupplierReturnsOf(purchaseID int64) ([]purchase.SupplierReturnRow, error) {
	rows, err := all(t, scanSupplierReturn, `SELECT `+supplierReturnColumns+personColumns("users")+` FROM `+
		supplierReturnTables+` WHERE supplier_returns.id IN (SELECT return_id FROM supplier_return_lines
			JOIN purchase_lines ON purchase_lines.id = supplier_return_lines.purchase_line_id
			WHERE purchase_line_id > 0 AND purchase_lines.purchase_id = $1)
		ORDER BY supplier_returns.id`, purchaseID)
	if err != nil || len(rows) == 0 {
		return rows, err
	}
	return rows, t.completeReturns(rows)
}

// completeReturns reads the lines of returns.
func (t *tx) completeReturns(rows []purchase.SupplierReturnRow) error {
	at, ids := map[int64]int{}, make([]int64, 0, len(rows))
	for n, row := range rows {
		at[row.ID] = n
		ids = append(ids, row.ID)
	}
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.anyOf("supplier_return_lines.return_id", ids[start:min(start+idsMax, len(ids))])
		err := walk(t, func(r row) (l purchase.SupplierReturnLineRow, err error) {
			err = r.Scan(&l.ID, &l.ReturnID, &l.ProductID, &l.LineID, &l.Quantity, &l.Value, &l.MovementID, &l.SKU, &l.Name,
				&l.PurchaseID)
			return l, err
		}, func(l purchase.SupplierReturnLineRow) error {
			row := &rows[at[l.ReturnID]]
			row.Lines = append(row.Lines, l)
			return nil
		}, `SELECT supplier_return_lines.id, return_id, supplier_return_lines.product_id, purchase_line_id, quantity,
				supplier_return_lines.value_cents, movement_id, products.sku, products.name,
				coalesce(purchase_lines.purchase_id, 0)
			FROM supplier_return_lines JOIN products ON products.id = supplier_return_lines.product_id
			LEFT JOIN purchase_lines ON purchase_lines.id = supplier_return_lines.purchase_line_id`+f.where()+`
			ORDER BY supplier_return_lines.id`, f.args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// MarkSupplierReturnUndone implements purchase.Tx.
func (t *tx) MarkSupplierReturnUndone(id, userID int64) error {
	return t.change(`UPDATE supplier_returns SET undone_by = $1, undone_at = $2 WHERE id = $3 AND undone_at IS NULL`,
		userID, t.now, id)
}

// ListSupplierReturns implements purchase.Tx.
func (t *tx) ListSupplierReturns(asked purchase.ReturnFilter) (core.List[purchase.SupplierReturnRow], error) {
	var f filter
	if asked.SupplierID != 0 {
		f.add("supplier_returns.supplier_id = ?", asked.SupplierID)
	}
	if !asked.From.IsZero() {
		f.add("supplier_returns.created_at >= ?", asked.From)
	}
	if !asked.To.IsZero() {
		f.add("supplier_returns.created_at < ?", asked.To)
	}
	found, err := list(t, scanSupplierReturn, supplierReturnColumns+personColumns("users"), supplierReturnTables,
		`supplier_returns.created_at DESC, supplier_returns.id DESC`, f, asked.Page)
	if err != nil {
		return found, err
	}
	return found, t.completeReturns(found.Rows)
}
