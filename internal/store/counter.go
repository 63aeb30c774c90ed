package store

import (
	"math/rand/v2"
	"strconv"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// totalSlots is how many rows the figures are spread over where writers run
// beside each other and would queue for a single one.
const totalSlots = 16

// scanTotals reads figures and what a question has besides.
func scanTotals(more ...any) func(row) (catalogue.Totals, error) {
	return func(r row) (t catalogue.Totals, err error) {
		err = r.Scan(append([]any{
			&t.Products, &t.Stock, &t.Low, &t.Out, &t.Inactive, &t.Discontinued, &t.CostValue, &t.SaleValue, &t.WithoutCost,
			&t.WithoutPrice,
			&t.Movements, &t.Audited,
		}, more...)...)
		return t, err
	}
}

// valueSQL is core.Value in SQL, of two columns.
func valueSQL(units, cents string) string {
	most := strconv.FormatInt(int64(core.ValueMax), 10)
	return "CASE WHEN " + cents + " > " + most + " / nullif(" + units + ", 0) THEN " + most + " ELSE " + units + " * " +
		cents + " END"
}

// stockValueSQL is what the stock of a product cost.
const stockValueSQL = "CASE WHEN products.stock > 0 THEN products.cost_value END"

// belowSQL is what so many units of a product cost at their average, rounded down, as
// core.Worth has it. The units are taken apart so that no product is beyond 64 bits: the
// whole cents of a unit, and of the rest some high and some low part of the units.
func belowSQL(units string) string {
	const value, all = "products.cost_value", "nullif(products.cost_units, 0)"
	rest := "(" + value + " % " + all + ")"
	high, low := "(("+units+") / 1048576)", "(("+units+") % 1048576)"
	return "CAST(" + value + " / " + all + " * (" + units + ") + " + rest + " * " + high + " / " + all + " * 1048576 + (" +
		rest + " * " + high + " % " + all + " * 1048576 + " + rest + " * " + low + ") / " + all + " AS BIGINT)"
}

// addTotals notes a change of the figures. It is written when the transaction
// has done everything else, so that no transaction waits for a row of figures
// while it holds the lock of a product that another transaction waits for.
func (t *tx) addTotals(change catalogue.Totals) { t.totals = t.totals.Plus(change, 1) }

// anySlot picks a row of figures.
func (t *tx) anySlot() int {
	if t.dialect.oneAtATime {
		return 0
	}
	return rand.IntN(totalSlots) //nolint:gosec // Any slot will do.
}

// writeTotals writes what the transaction changed of the figures.
func (t *tx) writeTotals() error {
	if t.totals == (catalogue.Totals{}) && t.edits == 0 && t.claims == 0 {
		return nil
	}
	c := t.totals
	return t.later(anyRows, `INSERT INTO totals (slot, products, stock, low, out_of_stock, inactive, discontinued,
		cost_value, sale_value,
			without_cost, without_price, movements, audited, edits, claims) VALUES `+tuples(1, 15, nil)+`
		ON CONFLICT (slot) DO UPDATE SET products = totals.products + excluded.products,
		stock = totals.stock + excluded.stock,
			low = totals.low + excluded.low, out_of_stock = totals.out_of_stock + excluded.out_of_stock,
			inactive = totals.inactive + excluded.inactive, discontinued = totals.discontinued + excluded.discontinued,
			cost_value = totals.cost_value + excluded.cost_value, sale_value = totals.sale_value + excluded.sale_value,
			without_cost = totals.without_cost + excluded.without_cost,
			without_price = totals.without_price + excluded.without_price,
			movements = totals.movements + excluded.movements, audited = totals.audited + excluded.audited,
			edits = totals.edits + excluded.edits, claims = totals.claims + excluded.claims`,
		t.anySlot(), c.Products, c.Stock, c.Low, c.Out, c.Inactive, c.Discontinued, c.CostValue, c.SaleValue, c.WithoutCost,
		c.WithoutPrice,
		c.Movements, c.Audited, t.edits, t.claims)
}

// Totals implements catalogue.Tx. A transaction that only reads reads them once.
func (t *tx) Totals() (catalogue.Totals, error) {
	if t.knownTotals != nil {
		return *t.knownTotals, nil
	}
	if err := t.settleFigures(); err != nil {
		return catalogue.Totals{}, err
	}
	var now tally
	kept, err := one(t, scanTotals(&now.edits,
		&now.claims), `SELECT CAST(sum(products) AS BIGINT), CAST(sum(stock) AS BIGINT), CAST(sum(low) AS BIGINT),
		CAST(sum(out_of_stock) AS BIGINT), CAST(sum(inactive) AS BIGINT), CAST(sum(discontinued) AS BIGINT),
		CAST(sum(cost_value) AS BIGINT),
		CAST(sum(sale_value) AS BIGINT), CAST(sum(without_cost) AS BIGINT), CAST(sum(without_price) AS BIGINT),
		CAST(sum(movements) AS BIGINT), CAST(sum(audited) AS BIGINT), CAST(sum(edits) AS BIGINT), CAST(sum(claims) AS BIGINT)
		FROM totals`)
	if err == nil && t.readOnly {
		now.movements = kept.Movements
		t.knownTotals, t.knownTally = &kept, &now
	}
	// What this transaction itself has changed is not written yet.
	return kept.Plus(t.totals, 1), err
}

// CountedTotals implements catalogue.Tx. Whether stock is low is judged anew
// and not by the level that is kept.
func (t *tx) CountedTotals() (catalogue.Totals, error) {
	return one(t, scanTotals(), `SELECT count(*), CAST(coalesce(sum(stock), 0) AS BIGINT),
		count(CASE WHEN stock > 0 AND stock <= min_stock THEN 1 END), count(CASE WHEN stock = 0 THEN 1 END),
		count(CASE WHEN status = 2 THEN 1 END), count(CASE WHEN status = 3 THEN 1 END),
		CAST(coalesce(sum(`+stockValueSQL+`), 0) AS BIGINT),
		CAST(coalesce(sum(`+valueSQL("stock", "price_cents")+`), 0) AS BIGINT),
		count(CASE WHEN stock > 0 AND cost_cents IS NULL THEN 1 END), count(CASE WHEN stock > 0
		AND price_cents IS NULL THEN 1 END),
		(SELECT count(*) FROM movements), (SELECT count(*) FROM audit) FROM products WHERE deleted_at IS NULL`)
}
