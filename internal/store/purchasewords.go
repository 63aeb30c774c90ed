package store

import (
	"math"

	"estante/internal/core"
	"estante/internal/purchase"
)

// AskPurchaseWords implements supplier.Tx.
func (t *tx) AskPurchaseWords(supplierID int64) error {
	return t.later(anyRows, `INSERT INTO purchase_words (supplier_id, after_at, after_id) VALUES ($1, $2, 0)
		ON CONFLICT (supplier_id) DO UPDATE SET after_at = excluded.after_at, after_id = 0`, supplierID,
		int64(math.MinInt64))
}

// TakePurchaseWords implements purchase.Tx.
func (t *tx) TakePurchaseWords() (supplierID int64, found bool, err error) {
	if t.readOnly {
		return 0, false, core.ErrReadOnly
	}
	supplierID, err = one(t, scanID, `SELECT supplier_id FROM purchase_words ORDER BY supplier_id LIMIT 1`+
		t.dialect.skipLocked)
	if core.IsNotFound(err) {
		return 0, false, nil
	}
	return supplierID, err == nil, err
}

// NextPurchasesOfWords implements purchase.Tx.
func (t *tx) NextPurchasesOfWords(supplierID int64, limit int) ([]purchase.Purchase, error) {
	return all(t, purchaseTable.scan, purchaseTable.query+` WHERE supplier_id = $1 AND (created_at, id) >
		(SELECT after_at, after_id FROM purchase_words WHERE supplier_id = $1) ORDER BY created_at, id LIMIT $2`+
		t.dialect.lockRow, supplierID, limit)
}

// KeepPurchaseWords implements purchase.Tx.
func (t *tx) KeepPurchaseWords(supplierID int64, last *purchase.Purchase) error {
	if last == nil {
		return t.change(`DELETE FROM purchase_words WHERE supplier_id = $1`, supplierID)
	}
	return t.change(`UPDATE purchase_words SET after_at = $2, after_id = $3 WHERE supplier_id = $1`, supplierID,
		last.CreatedAt, last.ID)
}
