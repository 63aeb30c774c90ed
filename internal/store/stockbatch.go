package store

import (
	"fmt"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// movedCasts are the types of what AppendMovements writes of a product: in a
// list of values PostgreSQL would take everything for text. Status and level come
// last, for those of which they change.
var movedCasts = []string{
	"BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "TEXT", "BIGINT", "BIGINT", "BIGINT", "TEXT",
	"BIGINT", "BIGINT",
}

const (
	moveSet = `UPDATE products SET version = v.column3, stock = v.column4, updated_at = v.column5,
		last_movement_at = v.column6,
		movement_seq = v.column7, ledger_hash = v.column8, cost_cents = v.column9, cost_value = v.column10,
		cost_units = v.column11, cost_currency = v.column12`
	moveSetAll = moveSet + `, status = v.column13, level = v.column14`
)

// levelCasts are the same of the stock of locations.
var levelCasts = []string{"BIGINT", "BIGINT", "BIGINT"}

// AppendMovements implements ledger.Tx.
func (t *tx) AppendMovements(moved []ledger.Moved) error {
	if err := t.moveProducts(moved); err != nil {
		return err
	}
	if err := t.moveLevels(moved); err != nil {
		return err
	}
	return t.inBatches(len(moved), movementTable.width, func(from, to int) error {
		return t.insertMovements(moved[from:to])
	})
}

// moveProducts writes the new stock of each product, if it is still as it was read.
func (t *tx) moveProducts(moved []ledger.Moved) error {
	shares, err := t.levelsOfMany(moved)
	if err != nil {
		return err
	}
	var plain, whole [][]any
	for _, m := range moved {
		before, after := m.Before, m.After
		value, units := worthColumns(after)
		row := []any{
			after.ID, before.Version, after.Version, after.Stock, after.UpdatedAt, after.LastMovementAt,
			after.MovementSeq, after.LedgerHash, after.Cost, value, units, after.CostCurrency,
		}
		if m.OnlyStock() {
			plain = append(plain, row)
		} else {
			whole = append(whole, append(row, after.Status, after.Level()))
		}
		t.noteMoved(m, shares[after.ID])
	}
	if err := t.updateMoved(moveSet, plain); err != nil {
		return err
	}
	if err := t.sortMoved(moved); err != nil {
		return err
	}
	return t.updateMoved(moveSetAll, whole)
}

// noteMoved notes what a movement means for everything that is kept besides.
func (t *tx) noteMoved(m ledger.Moved, lying []ledger.Lying) {
	before, after := m.Before, m.After
	if m.Movement.Quantity != 0 {
		t.touchMoved(&after, m.Movement.Quantity)
		t.forecasts.move(after.ID)
	}
	change := catalogue.TotalsChange(before, after)
	change.Movements = 1
	t.moved += m.Movement.Quantity
	t.addTotals(change)
	t.addCategoryTotals(before, after)
	if before.Level() != after.Level() {
		t.forecasts.level(after.ID)
	}
	t.shareOut(before, lying, -1)
	t.shareOut(after, m.LyingAfter(lying), 1)
}

// levelsOfMany are where those of the products lie that lie at several locations; the
// others need not be asked for.
func (t *tx) levelsOfMany(moved []ledger.Moved) (map[int64][]ledger.Lying, error) {
	levels := make(map[int64][]ledger.Lying, len(moved))
	var several []int64
	for _, m := range moved {
		if m.Here.Stock == m.Before.Stock {
			levels[m.After.ID] = []ledger.Lying{{LocationID: m.Movement.LocationID, Stock: m.Here.Stock}}
			continue
		}
		several = append(several, m.After.ID)
	}
	if len(several) == 0 {
		return levels, nil
	}
	stocks, err := t.StocksAt(several)
	for place, stock := range stocks {
		levels[place.ProductID] = append(levels[place.ProductID], ledger.Lying{LocationID: place.LocationID, Stock: stock})
	}
	return levels, err
}

// updateMoved writes rows of products. SQLite writes every index anew that has
// one of the columns, also where the value is the same: most movements change
// nothing but the stock, and set nothing else.
func (t *tx) updateMoved(set string, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	casts := movedCasts[:len(rows[0])]
	return t.inBatches(len(rows), len(casts), func(from, to int) error {
		update := updateFrom(set, to-from, casts, `products.id = v.column1 AND products.version = v.column2`)
		if err := t.later(int64(to-from), update, flatten(rows[from:to])...); err != nil {
			return fmt.Errorf("move stock: %w", err)
		}
		return nil
	})
}

// moveLevels changes the stock of the locations. An upsert would check the
// constraint against the change instead of the sum, so the first stock of a
// product at a location is a case of its own.
func (t *tx) moveLevels(moved []ledger.Moved) error {
	var first, more [][]any
	for _, m := range moved {
		row := []any{m.Movement.ProductID, m.Movement.LocationID, m.Movement.Quantity}
		switch {
		case m.Movement.Quantity == 0:
		case m.FirstHere:
			first = append(first, row)
		default:
			more = append(more, row)
		}
	}
	if err := t.insertMany("stock_levels (product_id, location_id, stock)", first); err != nil {
		return fmt.Errorf("first stock at location: %w", err)
	}
	return t.inBatches(len(more), 3, func(from, to int) error {
		update := updateFrom(`UPDATE stock_levels SET stock = stock_levels.stock + v.column3`, to-from, levelCasts,
			`stock_levels.product_id = v.column1 AND stock_levels.location_id = v.column2`)
		if err := t.later(int64(to-from), update, flatten(more[from:to])...); err != nil {
			return fmt.Errorf("move stock at location: %w", err)
		}
		return nil
	})
}

// insertMovements keeps the movements and notes their numbers.
func (t *tx) insertMovements(moved []ledger.Moved) error {
	if len(moved) == 1 {
		return t.insertMovement(&moved[0].Movement)
	}
	var values []any
	for i := range moved {
		values = append(values, movementTable.values(&moved[i].Movement)...)
	}
	type inserted struct{ id, productID int64 }
	made, err := all(t, func(r row) (i inserted, err error) {
		err = r.Scan(&i.id, &i.productID)
		return i, err
	}, movementTable.insert+tuples(len(moved), movementTable.width, nil)+` RETURNING id, product_id`, values...)
	if err != nil {
		return fmt.Errorf("append movements: %w", err)
	}
	numbers := map[int64]int64{}
	for _, one := range made {
		numbers[one.productID] = one.id
	}
	for i := range moved {
		moved[i].Movement.ID = numbers[moved[i].Movement.ProductID]
	}
	return nil
}

func (t *tx) insertMovement(m *ledger.Movement) (err error) {
	if m.ID, err = t.insertOne(movementTable.insert+tuples(1, movementTable.width, nil),
		movementTable.values(m)...); err != nil {
		return fmt.Errorf("append movement: %w", err)
	}
	return nil
}

// StocksAt implements ledger.Tx.
func (t *tx) StocksAt(productIDs []int64) (map[ledger.StockPlace]int64, error) {
	stocks := map[ledger.StockPlace]int64{}
	for start := 0; start < len(productIDs); start += idsMax {
		var f filter
		f.anyOf("product_id", productIDs[start:min(start+idsMax, len(productIDs))])
		type level struct {
			place ledger.StockPlace
			stock int64
		}
		levels, err := all(t, func(r row) (l level, err error) {
			err = r.Scan(&l.place.ProductID, &l.place.LocationID, &l.stock)
			return l, err
		}, `SELECT product_id, location_id, stock FROM stock_levels`+f.where(), f.args...)
		if err != nil {
			return nil, err
		}
		for _, level := range levels {
			stocks[level.place] = level.stock
		}
	}
	return stocks, nil
}

// InsertAudits implements core.Tx.
func (t *tx) InsertAudits(rows []core.AuditRow) error {
	values := make([][]any, 0, len(rows))
	for _, a := range rows {
		values = append(values, []any{a.At, a.ActorID, a.ActorName, a.Action, a.Noun, a.NounID, a.Before, a.After})
	}
	if err := t.insertMany("audit (at, actor_id, actor_name, action, noun, noun_id, before, after)", values); err != nil {
		return fmt.Errorf("insert audit rows: %w", err)
	}
	t.addTotals(catalogue.Totals{Audited: int64(len(rows))})
	return nil
}

// WalkMovementRows implements ledger.Tx.
func (t *tx) WalkMovementRows(asked ledger.MovementFilter, fn func(ledger.MovementRow) error) error {
	f, err := t.movementFilter(asked, gathered)
	if err != nil {
		return err
	}
	return walk(t, scanMovementRow, fn, movementRowQuery+f.where()+` ORDER BY `+movementOrder(asked), f.args...)
}
