package store

import (
	"math/rand/v2"

	"estante/internal/inventory"
)

// totalSlots is how many rows the figures are spread over on PostgreSQL, where
// writers run beside each other and would queue for a single one.
const totalSlots = 16

func scanTotals(r row) (t inventory.Totals, err error) {
	err = r.Scan(&t.Products, &t.Stock, &t.Low, &t.Out, &t.Inactive, &t.Discontinued, &t.Movements)
	return t, err
}

// addTotals notes a change of the figures. It is written when the transaction
// has done everything else, so that nobody waits for a row of figures while
// holding a product that somebody else waits for.
func (t *tx) addTotals(change inventory.Totals) { t.totals = t.totals.Plus(change, 1) }

// writeTotals writes what the transaction changed of the figures.
func (t *tx) writeTotals() error {
	if t.totals == (inventory.Totals{}) {
		return nil
	}
	slot := 0
	if t.dialect == postgresDialect {
		slot = rand.IntN(totalSlots) //nolint:gosec // Any slot will do.
	}
	c := t.totals
	return t.change(`UPDATE totals SET products = products + $1, stock = stock + $2, low = low + $3, out_of_stock = out_of_stock + $4,
		inactive = inactive + $5, discontinued = discontinued + $6, movements = movements + $7 WHERE slot = $8`,
		c.Products, c.Stock, c.Low, c.Out, c.Inactive, c.Discontinued, c.Movements, slot)
}

// Totals implements inventory.Tx.
func (t *tx) Totals() (inventory.Totals, error) {
	kept, err := one(t, scanTotals, `SELECT CAST(sum(products) AS BIGINT), CAST(sum(stock) AS BIGINT), CAST(sum(low) AS BIGINT),
		CAST(sum(out_of_stock) AS BIGINT), CAST(sum(inactive) AS BIGINT), CAST(sum(discontinued) AS BIGINT),
		CAST(sum(movements) AS BIGINT) FROM totals`)
	// What this transaction itself has changed is not written yet.
	return kept.Plus(t.totals, 1), err
}

// CountedTotals implements inventory.Tx.
func (t *tx) CountedTotals() (inventory.Totals, error) {
	return one(t, scanTotals, `SELECT count(*), CAST(coalesce(sum(stock), 0) AS BIGINT), count(CASE WHEN level = 1 THEN 1 END),
		count(CASE WHEN level = 0 THEN 1 END), count(CASE WHEN status = 2 THEN 1 END), count(CASE WHEN status = 3 THEN 1 END),
		(SELECT count(*) FROM movements) FROM products WHERE deleted_at IS NULL`)
}
