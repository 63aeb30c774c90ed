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

// movementTables joins what a list of movements names. Somebody who is nobody
// is the system.
const movementTables = `movements JOIN products ON products.id = movements.product_id
	JOIN locations ON locations.id = movements.location_id
	LEFT JOIN users ON users.id = movements.user_id`

func scanMovementRow(r row) (m inventory.MovementRow, err error) {
	var first, middle, last, second *string
	err = r.Scan(append(movementFields(&m.Movement), &m.ProductName, &m.ProductSKU, &m.LocationName, &first, &middle, &last, &second, &m.Undone)...)
	m.UserName = inventory.System.FullName()
	if first != nil {
		m.UserName = inventory.User{FirstName: *first, MiddleName: *middle, LastName: *last, SecondLastName: *second}.FullName()
	}
	return m, err
}

// ListMovements implements inventory.Tx.
func (t *tx) ListMovements(asked inventory.MovementFilter) (inventory.List[inventory.MovementRow], error) {
	return list(t, scanMovementRow, movementRowColumns, movementTables, movementOrder(asked), t.movementFilter(asked), asked.Page)
}

const movementRowColumns = movementColumns + `, products.name, products.sku, locations.name, users.first_name, users.middle_name,
	users.last_name, users.second_last_name, EXISTS (SELECT 1 FROM movements AS later WHERE later.undo_of = movements.id AND later.undo_of <> 0)`

func movementOrder(asked inventory.MovementFilter) string {
	if asked.Ascending {
		return "movements.at, movements.id"
	}
	return "movements.at DESC, movements.id DESC"
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

// WalkMovements implements inventory.Tx.
func (t *tx) WalkMovements(fn func(inventory.Movement) error) error {
	return walk(t, scanMovement, fn, `SELECT `+movementColumns+` FROM movements ORDER BY product_id, seq`)
}
