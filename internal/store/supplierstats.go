package store

import (
	"time"

	"estante/internal/purchase"
)

// PurchaseOutcomes implements purchase.Tx.
func (t *tx) PurchaseOutcomes(supplierID int64, most int) ([]purchase.PurchaseOutcome, error) {
	return all(t, func(r row) (o purchase.PurchaseOutcome, err error) {
		err = r.Scan(&o.Status, &o.ExpectedOn, toOptionalTime(&o.LastReceiptAt), &o.Short)
		return o, err
	}, `SELECT here.status, here.expected_on,
			(SELECT max(receipts.created_at) FROM receipts WHERE receipts.purchase_id = here.id AND undone_at IS NULL),
			EXISTS (SELECT 1 FROM purchase_lines WHERE purchase_lines.purchase_id = here.id
				AND purchase_lines.received < purchase_lines.ordered)
		FROM (SELECT id, status, expected_on, created_at FROM purchases
			WHERE supplier_id = $1 AND status IN ('sent', 'received', 'closed')
			ORDER BY created_at DESC, id DESC LIMIT $2) AS here ORDER BY here.created_at DESC, here.id DESC`, supplierID, most)
}

// DeliveryTimes implements purchase.Tx.
func (t *tx) DeliveryTimes(supplierID int64, most int) ([]purchase.DeliveryTime, error) {
	return all(t, func(r row) (d purchase.DeliveryTime, err error) {
		err = r.Scan(toTime(&d.SentAt), toTime(&d.ReceivedAt))
		return d, err
	}, `SELECT purchases.sent_at, receipts.created_at FROM receipts
		JOIN purchases ON purchases.id = receipts.purchase_id
		WHERE receipts.supplier_id = $1 AND receipts.undone_at IS NULL AND purchases.sent_at IS NOT NULL
		ORDER BY receipts.created_at DESC, receipts.id DESC LIMIT $2`, supplierID, most)
}

// WalkSpending implements purchase.Tx.
func (t *tx) WalkSpending(supplierID int64, since time.Time, fn func(purchase.Spending) error) error {
	return walk(t, func(r row) (s purchase.Spending, err error) {
		err = r.Scan(toTime(&s.At), &s.Currency, &s.Amount)
		return s, err
	}, fn, `SELECT receipts.created_at, receipts.currency, CAST(sum(receipt_lines.value_cents) AS BIGINT)
		FROM receipts JOIN receipt_lines ON receipt_lines.receipt_id = receipts.id
		WHERE receipts.supplier_id = $1 AND receipts.undone_at IS NULL AND receipts.created_at >= $2
			AND receipt_lines.value_cents IS NOT NULL
		GROUP BY receipts.created_at, receipts.id, receipts.currency`, supplierID, since)
}
