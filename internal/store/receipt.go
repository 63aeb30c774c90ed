package store

import (
	"fmt"

	"estante/internal/core"
	"estante/internal/purchase"
)

// receiptTable is what is kept of each receipt.
var receiptTable = newTable("receipts", []column[purchase.Receipt]{
	{name: "id", field: func(r *purchase.Receipt) any { return &r.ID }, written: apart},
	{name: "purchase_id", field: func(r *purchase.Receipt) any { return &r.PurchaseID }, written: once},
	{name: "supplier_id", field: func(r *purchase.Receipt) any { return &r.SupplierID }, written: once},
	{name: "location_id", field: func(r *purchase.Receipt) any { return &r.LocationID }, written: once},
	{name: "delivery_note", field: func(r *purchase.Receipt) any { return &r.DeliveryNote }, written: once},
	{name: "note_key", get: func(r *purchase.Receipt) any { return core.Fold(r.DeliveryNote) }, written: once},
	{name: "delivered_on", field: func(r *purchase.Receipt) any { return &r.DeliveredOn }, written: once},
	{name: "currency", field: func(r *purchase.Receipt) any { return &r.Currency }, written: once},
	{name: "rate", field: func(r *purchase.Receipt) any { return rateText{&r.Rate} }, get: func(r *purchase.Receipt) any {
		return rateValue(r.Rate)
	}, written: once},
	{name: "notes", field: func(r *purchase.Receipt) any { return &r.Notes }, written: once},
	{name: "created_by", field: func(r *purchase.Receipt) any { return &r.CreatedBy }, written: once},
	{name: "created_at", field: func(r *purchase.Receipt) any { return &r.CreatedAt }, written: once},
	{name: "undone_by", field: func(r *purchase.Receipt) any { return &r.UndoneBy }},
	{name: "undone_at", field: func(r *purchase.Receipt) any { return &r.UndoneAt }},
})

// receiptLineTable is what is kept of each line of a receipt.
var receiptLineTable = newTable("receipt_lines", []column[purchase.ReceiptLine]{
	{name: "id", field: func(l *purchase.ReceiptLine) any { return &l.ID }, written: apart},
	{name: "receipt_id", field: func(l *purchase.ReceiptLine) any { return &l.ReceiptID }, written: once},
	{name: "purchase_line_id", field: func(l *purchase.ReceiptLine) any { return &l.LineID }, written: once},
	{name: "product_id", field: func(l *purchase.ReceiptLine) any { return &l.ProductID }, written: once},
	{name: "accepted", field: func(l *purchase.ReceiptLine) any { return &l.Accepted }, written: once},
	{name: "rejected", field: func(l *purchase.ReceiptLine) any { return &l.Rejected }, written: once},
	{name: "value_cents", field: func(l *purchase.ReceiptLine) any { return &l.Value }, written: once},
	{name: "cost_cents", field: func(l *purchase.ReceiptLine) any { return &l.Cost }},
	{name: "valued", field: func(l *purchase.ReceiptLine) any { return &l.Valued }, written: once},
	{name: "entry_id", field: func(l *purchase.ReceiptLine) any { return &l.EntryID }, written: once},
})

var receiptRowColumns = receiptTable.columns + `, purchases.number, suppliers.name, locations.name, ` +
	personColumns("users") + `, ` + personColumns("undoers")

const receiptRowTables = `receipts JOIN purchases ON purchases.id = receipts.purchase_id
	JOIN suppliers ON suppliers.id = receipts.supplier_id
	JOIN locations ON locations.id = receipts.location_id
	LEFT JOIN users ON users.id = receipts.created_by
	LEFT JOIN users AS undoers ON undoers.id = receipts.undone_by`

func scanReceiptRow(r row) (row purchase.ReceiptRow, err error) {
	var writer, undoer person
	more := append([]any{&row.PurchaseNumber, &row.SupplierName, &row.LocationName},
		append(writer.fields(), undoer.fields()...)...)
	err = r.Scan(receiptTable.fields(&row.Receipt, more...)...)
	row.CreatedByName = writer.name()
	if row.UndoneAt != nil {
		row.UndoneByName = undoer.name()
	}
	return row, err
}

// InsertReceipt implements purchase.Tx.
func (t *tx) InsertReceipt(r purchase.Receipt) (int64, error) {
	id, err := insertRow(t, receiptTable, &r)
	if err != nil {
		return 0, fmt.Errorf("insert receipt: %w", err)
	}
	return id, nil
}

// InsertReceiptLines implements purchase.Tx.
func (t *tx) InsertReceiptLines(lines []purchase.ReceiptLine) error {
	return t.inBatches(len(lines), receiptLineTable.width, func(from, to int) error {
		var rows [][]any
		for i := from; i < to; i++ {
			rows = append(rows, receiptLineTable.values(&lines[i]))
		}
		return t.later(anyRows, receiptLineTable.insert+tuples(to-from, receiptLineTable.width, nil), flatten(rows)...)
	})
}

// UpdateReceiptCost implements purchase.Tx.
func (t *tx) UpdateReceiptCost(lineID int64, cost *core.Cents) error {
	return t.change(`UPDATE receipt_lines SET cost_cents = $1 WHERE id = $2`, cost, lineID)
}

// ReceiptByID implements purchase.Tx.
func (t *tx) ReceiptByID(id int64) (purchase.ReceiptRow, error) {
	row, err := one(t, scanReceiptRow, `SELECT `+receiptRowColumns+` FROM `+receiptRowTables+` WHERE receipts.id = $1`, id)
	if err != nil {
		return row, err
	}
	rows := []purchase.ReceiptRow{row}
	err = t.completeReceipts(rows)
	return rows[0], err
}

// ReceiptsOf implements purchase.Tx.
func (t *tx) ReceiptsOf(purchaseID int64) ([]purchase.ReceiptRow, error) {
	rows, err := all(t, scanReceiptRow, `SELECT `+receiptRowColumns+` FROM `+receiptRowTables+
		` WHERE receipts.purchase_id = $1 ORDER BY receipts.id`, purchaseID)
	if err != nil {
		return nil, err
	}
	return rows, t.completeReceipts(rows)
}

// completeReceipts reads the lines and the files of receipts.
func (t *tx) completeReceipts(rows []purchase.ReceiptRow) error {
	at, ids := map[int64]int{}, make([]int64, 0, len(rows))
	for n, row := range rows {
		at[row.ID] = n
		ids = append(ids, row.ID)
	}
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.anyOf("receipt_lines.receipt_id", ids[start:min(start+idsMax, len(ids))])
		if err := walk(t, scanReceiptLine, func(l purchase.ReceiptLineRow) error {
			row := &rows[at[l.ReceiptID]]
			row.Lines = append(row.Lines, l)
			row.Accepted += l.Accepted
			row.Rejected += l.Rejected
			return nil
		}, `SELECT `+receiptLineTable.columns+`, products.sku, products.name FROM receipt_lines
			JOIN products ON products.id = receipt_lines.product_id`+f.where()+` ORDER BY receipt_lines.id`,
			f.args...); err != nil {
			return err
		}
		f = filter{}
		f.anyOf("receipt_id", ids[start:min(start+idsMax, len(ids))])
		if err := walk(t, scanReceiptFile, func(file purchase.ReceiptFile) error {
			row := &rows[at[file.ReceiptID]]
			row.Files = append(row.Files, file)
			return nil
		}, receiptFileQuery+f.where()+` ORDER BY id`, f.args...); err != nil {
			return err
		}
	}
	return nil
}

func scanReceiptLine(r row) (l purchase.ReceiptLineRow, err error) {
	err = r.Scan(receiptLineTable.fields(&l.ReceiptLine, &l.SKU, &l.Name)...)
	return l, err
}

// MarkReceiptUndone implements purchase.Tx.
func (t *tx) MarkReceiptUndone(id, userID int64) error {
	return t.change(`UPDATE receipts SET undone_by = $1, undone_at = $2 WHERE id = $3 AND undone_at IS NULL`, userID,
		t.now, id)
}

// ListReceipts implements purchase.Tx.
func (t *tx) ListReceipts(asked purchase.ReceiptFilter) (core.List[purchase.ReceiptRow], error) {
	var f filter
	if asked.SupplierID != 0 {
		f.add("receipts.supplier_id = ?", asked.SupplierID)
	}
	if asked.PurchaseID != 0 {
		f.add("receipts.purchase_id = ?", asked.PurchaseID)
	}
	if key := core.Fold(asked.DeliveryNote); key != "" {
		f.add("receipts.note_key <> ''")
		f.add("receipts.note_key = ?", key)
	}
	if !asked.From.IsZero() {
		f.add("receipts.created_at >= ?", asked.From)
	}
	if !asked.To.IsZero() {
		f.add("receipts.created_at < ?", asked.To)
	}
	found, err := list(t, scanReceiptRow, receiptRowColumns, receiptRowTables,
		`receipts.created_at DESC, receipts.id DESC`, f, asked.Page)
	if err != nil {
		return found, err
	}
	return found, t.completeReceipts(found.Rows)
}

const receiptFileQuery = `SELECT id, receipt_id, name, content_type, size, created_by, created_at FROM receipt_files`

func scanReceiptFile(r row) (f purchase.ReceiptFile, err error) {
	err = r.Scan(&f.ID, &f.ReceiptID, &f.Name, &f.ContentType, &f.Size, &f.CreatedBy, toTime(&f.CreatedAt))
	return f, err
}

// InsertReceiptFile implements purchase.Tx.
func (t *tx) InsertReceiptFile(f purchase.ReceiptFile, bytes []byte) (int64, error) {
	return one(t, scanID, `INSERT INTO receipt_files (receipt_id, name, content_type, bytes, size, created_by, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`, f.ReceiptID, f.Name, f.ContentType, bytes, len(bytes),
		f.CreatedBy, f.CreatedAt)
}

// ReceiptFileBytes implements purchase.Tx.
func (t *tx) ReceiptFileBytes(receiptID, id int64) (purchase.ReceiptFile, []byte, error) {
	type file struct {
		purchase.ReceiptFile
		bytes []byte
	}
	found, err := one(t, func(r row) (f file, err error) {
		err = r.Scan(&f.ID, &f.ReceiptID, &f.Name, &f.ContentType, &f.Size, &f.CreatedBy, toTime(&f.CreatedAt), &f.bytes)
		return f, err
	}, `SELECT id, receipt_id, name, content_type, size, created_by, created_at, bytes FROM receipt_files
		WHERE receipt_id = $1 AND id = $2`, receiptID, id)
	return found.ReceiptFile, found.bytes, err
}

// DeleteReceiptFile implements purchase.Tx.
func (t *tx) DeleteReceiptFile(receiptID, id int64) error {
	return t.change(`DELETE FROM receipt_files WHERE receipt_id = $1 AND id = $2`, receiptID, id)
}

// WaitingOrders implements purchase.Tx.
func (t *tx) WaitingOrders(productIDs []int64, limit int) ([]int64, error) {
	found := []int64{}
	ids := sortedIDs(productIDs)
	for start := 0; start < len(ids) && len(found) < limit; start += idsMax {
		var f filter
		f.anyOf("product_id", ids[start:min(start+idsMax, len(ids))])
		f.add("shortage > 0")
		some, err := all(t, scanID, `SELECT order_id FROM order_lines`+f.where()+`
			GROUP BY order_id ORDER BY min(placed_at), order_id LIMIT `+f.arg(limit-len(found)), f.args...)
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	return sortedIDs(found), nil
}

// ServedOrders implements purchase.Tx.
func (t *tx) ServedOrders(ids []int64) ([]purchase.ServedOrder, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var f filter
	f.in("orders.id", ids)
	return all(t, func(r row) (o purchase.ServedOrder, err error) {
		err = r.Scan(&o.OrderID, &o.Number)
		return o, err
	}, `SELECT orders.id, orders.number FROM orders`+f.where()+` AND NOT EXISTS (SELECT 1 FROM order_lines
		WHERE order_lines.order_id = orders.id AND order_lines.shortage > 0) ORDER BY orders.created_at, orders.id`,
		f.args...)
}
