package store

import (
	"fmt"

	"estante/internal/core"
	"estante/internal/ledger"
)

const transferColumns = `transfers.id, transfers.product_id, transfers.from_location_id, transfers.to_location_id,
	transfers.quantity,
	transfers.notes, transfers.created_by, transfers.created_at, transfers.undone_by, transfers.undone_at`

func transferFields(m *ledger.Transfer) []any {
	return []any{
		&m.ID, &m.ProductID, &m.FromLocationID, &m.ToLocationID, &m.Quantity, &m.Notes, &m.CreatedBy, toTime(&m.CreatedAt),
		&m.UndoneBy, toOptionalTime(&m.UndoneAt),
	}
}

func scanTransfer(r row) (m ledger.Transfer, err error) {
	err = r.Scan(transferFields(&m)...)
	return m, err
}

// transferRowColumns and transferTables join what a list of transfers names.
var transferRowColumns = transferColumns + `, products.name, products.sku, source.name, target.name, ` +
	personColumns("users")

const transferTables = `transfers JOIN products ON products.id = transfers.product_id
	JOIN locations AS source ON source.id = transfers.from_location_id
	JOIN locations AS target ON target.id = transfers.to_location_id
	LEFT JOIN users ON users.id = transfers.created_by`

func scanTransferRow(r row) (m ledger.TransferRow, err error) {
	var who person
	err = r.Scan(append(append(transferFields(&m.Transfer), &m.ProductName, &m.ProductSKU, &m.FromName, &m.ToName),
		who.fields()...)...)
	m.CreatedByName = who.name()
	return m, err
}

// InsertTransfer implements ledger.Tx.
func (t *tx) InsertTransfer(m ledger.Transfer) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO transfers (product_id, from_location_id, to_location_id, quantity, notes,
		created_by, created_at, undone_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, 0) RETURNING id`,
		m.ProductID, m.FromLocationID, m.ToLocationID, m.Quantity, m.Notes, m.CreatedBy, m.CreatedAt)
	if err != nil {
		return 0, fmt.Errorf("insert transfer: %w", err)
	}
	return id, nil
}

// TransferByID implements ledger.Tx.
func (t *tx) TransferByID(id int64) (ledger.TransferRow, error) {
	return one(t, scanTransferRow, `SELECT `+transferRowColumns+` FROM `+transferTables+` WHERE transfers.id = $1`, id)
}

// LockTransfer implements ledger.Tx.
func (t *tx) LockTransfer(id int64) (ledger.Transfer, error) {
	if t.readOnly {
		return ledger.Transfer{}, core.ErrReadOnly
	}
	return one(t, scanTransfer, `SELECT `+transferColumns+` FROM transfers WHERE id = $1`+t.dialect.lockRow, id)
}

// MarkUndone implements ledger.Tx.
func (t *tx) MarkUndone(id, userID int64) error {
	return t.change(`UPDATE transfers SET undone_by = $1, undone_at = $2 WHERE id = $3 AND undone_at IS NULL`, userID,
		t.now, id)
}

// ListTransfers implements ledger.Tx.
func (t *tx) ListTransfers(asked ledger.TransferFilter) (core.List[ledger.TransferRow], error) {
	var f filter
	if asked.ProductID != 0 {
		f.add("transfers.product_id = ?", asked.ProductID)
	}
	if asked.LocationID != 0 {
		f.add("(transfers.from_location_id = ? OR transfers.to_location_id = ?)", asked.LocationID, asked.LocationID)
	}
	if !asked.From.IsZero() {
		f.add("transfers.created_at >= ?", asked.From)
	}
	if !asked.To.IsZero() {
		f.add("transfers.created_at < ?", asked.To)
	}
	t.searchProductOf(&f, "transfers.product_id", asked.Search, gathered)
	return list(t, scanTransferRow, transferRowColumns, transferTables, "transfers.created_at DESC, transfers.id DESC", f,
		asked.Page)
}
