package store

import (
	"strings"

	"estante/internal/inventory"
)

const movementColumns = `movements.id, movements.product_id, movements.location_id, movements.seq, movements.quantity, movements.reason,
	movements.notes, movements.unit_cost_cents, movements.stock_before, movements.stock_after, movements.user_id, movements.at,
	movements.source, movements.source_id, movements.undo_of, movements.hash`

func movementFields(m *inventory.Movement) []any {
	return []any{
		&m.ID, &m.ProductID, &m.LocationID, &m.Seq, &m.Quantity, &m.Reason, &m.Notes, &m.UnitCost, &m.Before, &m.After, &m.UserID,
		toTime(&m.At), &m.Source, &m.SourceID, &m.UndoOf, &m.Hash,
	}
}

func scanMovement(r row) (m inventory.Movement, err error) {
	err = r.Scan(movementFields(&m)...)
	return m, err
}

// MovementByID implements inventory.Tx.
func (t *tx) MovementByID(id int64) (inventory.Movement, error) {
	return one(t, scanMovement, `SELECT `+movementColumns+` FROM movements WHERE id = $1`, id)
}

// UndoneBy implements inventory.Tx.
func (t *tx) UndoneBy(movementID int64) (inventory.Movement, error) {
	return one(t, scanMovement, `SELECT `+movementColumns+` FROM movements WHERE undo_of = $1 AND undo_of <> 0`, movementID)
}

// movementTables joins what a list of movements names.
const movementTables = `movements JOIN products ON products.id = movements.product_id
	JOIN locations ON locations.id = movements.location_id
	LEFT JOIN users ON users.id = movements.user_id`

func scanMovementRow(r row) (m inventory.MovementRow, err error) {
	var who person
	fields := append(movementFields(&m.Movement), &m.ProductName, &m.ProductSKU, &m.LocationName)
	err = r.Scan(append(append(fields, who.fields()...), &m.Undone)...)
	m.UserName = who.name()
	return m, err
}

// ListMovements implements inventory.Tx.
func (t *tx) ListMovements(asked inventory.MovementFilter) (inventory.List[inventory.MovementRow], error) {
	f := t.movementFilter(asked)
	kept, known, err := t.keptMovementCount(asked, f)
	if err != nil {
		return inventory.List[inventory.MovementRow]{}, err
	}
	if !known {
		return list(t, scanMovementRow, movementRowColumns, movementTables, movementOrder(asked), f, asked.Page)
	}
	query := "SELECT " + movementRowColumns + " FROM " + movementTables + f.where() + " ORDER BY " + movementOrder(asked)
	query += f.page(asked.Page)
	rows, err := all(t, scanMovementRow, query, f.args...)
	return inventory.List[inventory.MovementRow]{Rows: rows, Count: inventory.Count{N: kept}}, err
}

var movementRowColumns = movementColumns + `, products.name, products.sku, locations.name, ` + personColumns("users") + `,
	EXISTS (SELECT 1 FROM movements AS later WHERE later.undo_of = movements.id AND later.undo_of <> 0)`

func movementOrder(asked inventory.MovementFilter) string {
	if asked.Ascending {
		return "movements.at, movements.id"
	}
	return "movements.at DESC, movements.id DESC"
}

// keptMovementCount knows how long the whole ledger and one product's part of
// it are without counting them.
func (t *tx) keptMovementCount(asked inventory.MovementFilter, f filter) (count int, known bool, err error) {
	switch {
	case len(f.conditions) == 0:
		totals, err := t.Totals()
		return int(totals.Movements), true, err
	case len(f.conditions) == 1 && asked.ProductID != 0:
		count, err = one(t, scanInt, `SELECT movement_seq FROM products WHERE id = $1`, asked.ProductID)
		if isNotFound(err) {
			return 0, true, nil
		}
		return count, true, err
	}
	return 0, false, nil
}

func (t *tx) movementFilter(asked inventory.MovementFilter) filter {
	var f filter
	if asked.ProductID != 0 {
		f.add("movements.product_id = ?", asked.ProductID)
	}
	if asked.LocationID != 0 {
		f.add("movements.location_id = ?", asked.LocationID)
	}
	switch {
	case asked.Direction > 0:
		f.add("movements.quantity > 0")
	case asked.Direction < 0:
		f.add("movements.quantity < 0")
	}
	if asked.Reason != "" {
		f.add("movements.reason = ?", asked.Reason)
	}
	if asked.Source != "" {
		f.add("movements.source = ?", asked.Source)
	}
	if asked.SourceID != 0 {
		f.add("movements.source_id = ?", asked.SourceID)
	}
	if !asked.From.IsZero() {
		f.add("movements.at >= ?", asked.From)
	}
	if !asked.To.IsZero() {
		f.add("movements.at < ?", asked.To)
	}
	if strings.TrimSpace(asked.CreatedBy) != "" {
		f.search("users.search_key", asked.CreatedBy)
	}
	t.searchMovements(&f, asked.Search)
	return f
}

// searchMovements finds by product or by person.
func (t *tx) searchMovements(f *filter, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	var products, people filter
	products.args, people.args = f.args, nil
	t.searchProducts(&products, text)
	people.args = products.args
	people.search("users.search_key", text)
	f.args = people.args
	f.conditions = append(f.conditions, "(("+strings.Join(products.conditions, " AND ")+") OR ("+strings.Join(people.conditions, " AND ")+"))")
}

// MovementsOf implements inventory.Tx.
func (t *tx) MovementsOf(source inventory.Source, sourceID int64) ([]inventory.Movement, error) {
	return all(t, scanMovement, `SELECT `+movementColumns+` FROM movements WHERE source = $1 AND source_id = $2 ORDER BY id`, source, sourceID)
}
