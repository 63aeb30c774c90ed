package store

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
)

// quarterOf is the quarter of an hour that a time lies in.
func quarterOf(at time.Time) int64 { return at.UnixMicro() / ledger.QuarterHour.Microseconds() }

// writeStockChange writes by how much the transaction changed the stock of the
// catalogue: what its movements did, and the rest, which products took along
// when they were deleted or brought back.
func (t *tx) writeStockChange() error {
	listed := t.totals.Stock - t.moved
	if t.moved == 0 && listed == 0 {
		return nil
	}
	err := t.later(anyRows, `INSERT INTO stock_changes (quarter, slot, moved, listed) VALUES ($1, $2, $3, $4)
		ON CONFLICT (quarter, slot) DO UPDATE
			SET moved = stock_changes.moved + excluded.moved, listed = stock_changes.listed + excluded.listed`,
		quarterOf(t.now), t.anySlot(), t.moved, listed)
	if err != nil {
		return fmt.Errorf("keep the change of the stock: %w", err)
	}
	return nil
}

// StockChanges implements ledger.Tx. One question finds all of it, so that what is
// written meanwhile is in the stock and in the changes, or in neither.
func (t *tx) StockChanges(spans []core.Span) (stock int64, changes []int64, err error) {
	if err := t.settleFigures(); err != nil {
		return 0, nil, err
	}
	const nowhere = -1
	rows := []string{fmt.Sprintf("(%d, 0, 0)", nowhere)}
	for i, span := range spans {
		rows = append(rows, fmt.Sprintf("(%d, %d, %d)", i, quarterOf(span.From), quarterOf(span.To)))
	}
	changes = make([]int64, len(spans))
	err = walk(t, func(r row) (change [2]int64, err error) {
		err = r.Scan(&change[0], &change[1])
		return change, err
	}, func(change [2]int64) error {
		if change[0] == nowhere {
			stock = change[1]
		} else {
			changes[change[0]] = change[1]
		}
		return nil
	}, `WITH spans (n, first, past) AS (VALUES `+strings.Join(rows, ", ")+`)
		SELECT spans.n, CAST(sum(stock_changes.moved + stock_changes.listed) AS BIGINT)
		FROM spans JOIN stock_changes ON stock_changes.quarter >= spans.first AND stock_changes.quarter < spans.past
		GROUP BY spans.n
		UNION ALL SELECT `+strconv.Itoa(nowhere)+`, CAST(coalesce(sum(stock), 0) AS BIGINT) FROM totals`)
	return stock, changes, err
}

// StockBegan implements ledger.Tx.
func (t *tx) StockBegan() (time.Time, error) {
	if err := t.settleFigures(); err != nil {
		return time.Time{}, err
	}
	quarter, err := one(t, scanID, `SELECT quarter FROM stock_changes ORDER BY quarter LIMIT 1`)
	return time.UnixMicro(quarter * ledger.QuarterHour.Microseconds()).UTC(), err
}

// StockDayCounts implements ledger.Tx. What was deleted and restored leaves
// no row to count it by; that the sum of everything is the stock of now holds
// it together.
func (t *tx) StockDayCounts(limit int) ([]core.KeptCount, error) {
	if err := t.settleFigures(); err != nil {
		return nil, err
	}
	quarters := strconv.FormatInt(ledger.QuarterHour.Microseconds(), 10)
	wrong, err := all(t, func(r row) (c core.KeptCount, err error) {
		var quarter int64
		err = r.Scan(&quarter, &c.Kept, &c.Counted)
		at := time.UnixMicro(quarter * ledger.QuarterHour.Microseconds()).UTC()
		c.What = "El cambio del stock del " + at.Format("2006-01-02 15:04") + " UTC"
		return c, err
	}, `SELECT quarter, CAST(sum(kept) AS BIGINT), CAST(sum(counted) AS BIGINT) FROM (
			SELECT quarter, moved AS kept, 0 AS counted FROM stock_changes
			UNION ALL SELECT at / `+quarters+`, 0, quantity FROM movements) AS changes
		GROUP BY quarter HAVING sum(kept) <> sum(counted) ORDER BY quarter LIMIT `+strconv.Itoa(limit))
	if err != nil {
		return nil, err
	}
	sum, err := one(t, func(r row) (c core.KeptCount, err error) {
		err = r.Scan(&c.Kept, &c.Counted)
		c.What = "La suma de los cambios del stock"
		return c, err
	}, `SELECT CAST(coalesce((SELECT sum(moved + listed) FROM stock_changes), 0) AS BIGINT),
		CAST(coalesce((SELECT sum(stock) FROM products WHERE deleted_at IS NULL), 0) AS BIGINT)`)
	return append(wrong, sum), err
}
