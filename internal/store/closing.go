package store

import (
	"encoding/json"
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/valuation"
)

const closingColumns = `closings.id, closings.at, closings.method, closings.notes, closings.created_by, closings.created_at,
	closings.hash, closings.rows_hash, closings.movement_id, closings.currency, closings.totals`

func scanClosing(r row) (c valuation.ClosingRow, err error) {
	var totals string
	var who person
	err = r.Scan(append([]any{
		&c.ID, toTime(&c.At), &c.Method, &c.Notes, &c.CreatedBy, toTime(&c.CreatedAt), &c.Hash, &c.RowsHash, &c.MovementID,
		&c.Currency, &totals,
	}, who.fields()...)...)
	if err != nil {
		return c, err
	}
	c.CreatedByName = who.name()
	return c, json.Unmarshal([]byte(totals), &c.Totals)
}

var (
	closingTables = `closings LEFT JOIN users ON users.id = closings.created_by`
	closingQuery  = `SELECT ` + closingColumns + `, ` + personColumns("users") + ` FROM ` + closingTables
)

// InsertClosing implements valuation.Tx.
func (t *tx) InsertClosing(c valuation.Closing) (int64, error) {
	totals, err := json.Marshal(c.Totals)
	if err != nil {
		return 0, err
	}
	whole := c.Totals.Whole
	id, err := one(t, scanID, `INSERT INTO closings (at, method, notes, created_by, created_at, hash, rows_hash, movement_id,
			products, units, value_cents, currency, totals)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id`,
		c.At, c.Method, c.Notes, c.CreatedBy, c.CreatedAt, c.Hash, c.RowsHash, c.MovementID, whole.Products, whole.Units,
		whole.Value, c.Currency, string(totals))
	if err != nil {
		return 0, fmt.Errorf("insert closing: %w", err)
	}
	return id, nil
}

// ClosingByID implements valuation.Tx.
func (t *tx) ClosingByID(id int64) (valuation.ClosingRow, error) {
	return one(t, scanClosing, closingQuery+` WHERE closings.id = $1`, id)
}

// ListClosings implements valuation.Tx.
func (t *tx) ListClosings(page core.Page) (core.List[valuation.ClosingRow], error) {
	return list(t, scanClosing, closingColumns+`, `+personColumns("users"), closingTables,
		`closings.at DESC, closings.id DESC`, filter{}, page)
}

// laterCorrections are the movements after an instant about something of before it.
const laterCorrections = ` WHERE movements.at > $1 AND (
	(movements.undo_of <> 0 AND EXISTS (SELECT 1 FROM movements AS undone WHERE undone.id = movements.undo_of
		AND undone.at <= $1))
	OR (movements.source = 'entry' AND EXISTS (SELECT 1 FROM entries AS e WHERE e.id = movements.source_id
		AND e.created_at <= $1))
	OR movements.sold_at <= $1)`

// LaterCorrections implements valuation.Tx.
func (t *tx) LaterCorrections(at time.Time, page core.Page) ([]ledger.MovementRow, error) {
	f := filter{args: []any{at}}
	limit := f.page(page)
	return all(t, scanMovementRow, movementRowQuery+laterCorrections+` ORDER BY movements.id DESC`+limit, f.args...)
}

// LaterSums implements valuation.Tx.
func (t *tx) LaterSums(at time.Time, currency string) (valuation.Later, error) {
	return one(t, func(r row) (l valuation.Later, err error) {
		err = r.Scan(&l.Movements, &l.Units, &l.Value)
		return l, err
	}, `SELECT count(*), CAST(coalesce(sum(quantity), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN currency = $2
			THEN value_after - value_before END), 0) AS BIGINT) FROM movements`+laterCorrections, at, currency)
}
