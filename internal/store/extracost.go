package store

import (
	"fmt"

	"estante/internal/purchase"
)

// extraCostTable is what is kept of each extra cost.
var extraCostTable = newTable("extra_costs", []column[purchase.ExtraCost]{
	{name: "id", field: func(e *purchase.ExtraCost) any { return &e.ID }, written: apart},
	{name: "purchase_id", field: func(e *purchase.ExtraCost) any { return &e.PurchaseID }, written: once},
	{name: "receipt_id", field: func(e *purchase.ExtraCost) any { return &e.ReceiptID }, written: once},
	{name: "kind", field: func(e *purchase.ExtraCost) any { return &e.Kind }, written: once},
	{name: "amount_cents", field: func(e *purchase.ExtraCost) any { return &e.Amount }, written: once},
	{name: "currency", field: func(e *purchase.ExtraCost) any { return &e.Currency }, written: once},
	{
		name: "rate", field: func(e *purchase.ExtraCost) any { return rateText{&e.Rate} },
		get: func(e *purchase.ExtraCost) any {
			return rateValue(e.Rate)
		}, written: once,
	},
	{name: "cost_cents", field: func(e *purchase.ExtraCost) any { return &e.Cost }, written: once},
	{name: "cost_currency", field: func(e *purchase.ExtraCost) any { return &e.CostCurrency }, written: once},
	{name: "share_by", field: func(e *purchase.ExtraCost) any { return &e.ShareBy }, written: once},
	{name: "notes", field: func(e *purchase.ExtraCost) any { return &e.Notes }, written: once},
	{name: "created_by", field: func(e *purchase.ExtraCost) any { return &e.CreatedBy }, written: once},
	{name: "created_at", field: func(e *purchase.ExtraCost) any { return &e.CreatedAt }, written: once},
	{name: "undone_by", field: func(e *purchase.ExtraCost) any { return &e.UndoneBy }},
	{name: "undone_at", field: func(e *purchase.ExtraCost) any { return &e.UndoneAt }},
})

var extraCostQuery = `SELECT ` + extraCostTable.columns + `, ` + personColumns("users") +
	` FROM extra_costs LEFT JOIN users ON users.id = extra_costs.created_by`

func scanExtraCost(r row) (e purchase.ExtraCost, err error) {
	var who person
	err = r.Scan(extraCostTable.fields(&e, who.fields()...)...)
	e.CreatedByName = who.name()
	return e, err
}

// InsertExtraCost implements purchase.Tx.
func (t *tx) InsertExtraCost(e purchase.ExtraCost) (int64, error) {
	id, err := insertRow(t, extraCostTable, &e)
	if err != nil {
		return 0, fmt.Errorf("insert extra cost: %w", err)
	}
	return id, nil
}

// ExtraCostsOf implements purchase.Tx.
func (t *tx) ExtraCostsOf(purchaseID int64) ([]purchase.ExtraCost, error) {
	extras, err := all(t, scanExtraCost, extraCostQuery+` WHERE extra_costs.purchase_id = $1 ORDER BY extra_costs.id`,
		purchaseID)
	if err != nil || len(extras) == 0 {
		return extras, err
	}
	at := map[int64]int{}
	for n, extra := range extras {
		at[extra.ID] = n
	}
	return extras, walk(t, scanExtraShare, func(s purchase.ExtraShare) error {
		extra := &extras[at[s.ExtraCostID]]
		extra.Shares = append(extra.Shares, s)
		return nil
	}, extraShareQuery+` WHERE extra_costs.purchase_id = $1 ORDER BY extra_cost_shares.receipt_line_id`, purchaseID)
}

const extraShareQuery = `SELECT extra_cost_shares.extra_cost_id, extra_cost_shares.receipt_line_id,
	extra_cost_shares.amount_cents, extra_cost_shares.raised_cents, extra_cost_shares.sold_cents
	FROM extra_cost_shares JOIN extra_costs ON extra_costs.id = extra_cost_shares.extra_cost_id`

func scanExtraShare(r row) (s purchase.ExtraShare, err error) {
	err = r.Scan(&s.ExtraCostID, &s.ReceiptLineID, &s.Amount, &s.Raised, &s.Sold)
	return s, err
}

// ExtraCostByID implements purchase.Tx.
func (t *tx) ExtraCostByID(id int64) (purchase.ExtraCost, error) {
	extra, err := one(t, scanExtraCost, extraCostQuery+` WHERE extra_costs.id = $1`, id)
	if err != nil {
		return extra, err
	}
	extra.Shares, err = all(t, scanExtraShare, extraShareQuery+` WHERE extra_costs.id = $1
		ORDER BY extra_cost_shares.receipt_line_id`, id)
	return extra, err
}

// MarkExtraCostUndone implements purchase.Tx.
func (t *tx) MarkExtraCostUndone(id, userID int64) error {
	return t.change(`UPDATE extra_costs SET undone_by = $1, undone_at = $2 WHERE id = $3 AND undone_at IS NULL`, userID,
		t.now, id)
}

// AddExtraShares implements purchase.Tx.
func (t *tx) AddExtraShares(shares []purchase.ExtraShare) error {
	for _, s := range shares {
		if err := t.later(anyRows, `INSERT INTO extra_cost_shares
				(extra_cost_id, receipt_line_id, amount_cents, raised_cents, sold_cents) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (extra_cost_id, receipt_line_id) DO UPDATE SET
				amount_cents = extra_cost_shares.amount_cents + excluded.amount_cents,
				raised_cents = extra_cost_shares.raised_cents + excluded.raised_cents,
				sold_cents = extra_cost_shares.sold_cents + excluded.sold_cents`,
			s.ExtraCostID, s.ReceiptLineID, s.Amount, s.Raised, s.Sold); err != nil {
			return fmt.Errorf("share extra cost: %w", err)
		}
	}
	return nil
}

// DropExtraShares implements purchase.Tx.
func (t *tx) DropExtraShares(receiptID int64) error {
	_, err := t.exec(`DELETE FROM extra_cost_shares WHERE receipt_line_id IN
		(SELECT id FROM receipt_lines WHERE receipt_id = $1)`, receiptID)
	return err
}
