package store

import (
	"strconv"
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
	var found inventory.List[inventory.MovementRow]
	asked.Page = clamp(asked.Page)
	f, err := t.movementFilter(asked, gathered)
	if err != nil {
		return found, err
	}
	if found.Count, err = t.countMovements(asked, f); err != nil {
		return found, err
	}
	totals, err := t.Totals()
	if err != nil {
		return found, err
	}
	order, own := movementOrdering(asked), ""
	if asked.ProductID != 0 {
		own = order.index
	}
	ids, err := t.pick(picking{
		order: order, columns: movementColumns, own: own,
		filter: func(how reading) (filter, error) { return t.movementFilter(asked, how) },
		page:   asked.Page, matches: found.Count, rows: totals.Movements, on: searchDepends(asked.Search, onStock),
	})
	if err != nil {
		return found, err
	}
	var picked filter
	picked.in("movements.id", ids)
	found.Rows, err = all(t, scanMovementRow, "SELECT "+movementRowColumns+" FROM "+movementTables+picked.where()+" ORDER BY "+order.sql(), picked.args...)
	return found, err
}

var movementRowColumns = movementColumns + `, products.name, products.sku, locations.name, ` + personColumns("users") + `,
	EXISTS (SELECT 1 FROM movements AS later WHERE later.undo_of = movements.id AND later.undo_of <> 0)`

// movementsBySeq is what SQLite calls the index that keeps the movements of a
// product apart.
const movementsBySeq = "sqlite_autoindex_movements_1"

// movementOrdering lists the movements of one product as they followed each
// other, which is by time unless a clock was put back.
func movementOrdering(asked inventory.MovementFilter) ordering {
	if asked.ProductID != 0 {
		return ordering{table: "movements", column: "movements.seq", index: movementsBySeq, descending: !asked.Ascending}
	}
	return ordering{table: "movements", column: "movements.at", index: "movements_by_time", descending: !asked.Ascending}
}

func movementOrder(asked inventory.MovementFilter) string { return movementOrdering(asked).sql() }

// countMovements knows how long the whole ledger and one product's part of it
// are without counting them.
func (t *tx) countMovements(asked inventory.MovementFilter, f filter) (inventory.Count, error) {
	switch {
	case len(f.conditions) == 0:
		totals, err := t.Totals()
		return inventory.CountOf(totals.Movements, false), err
	case len(f.conditions) == 1 && asked.ProductID != 0:
		n, err := one(t, scanInt, `SELECT movement_seq FROM products WHERE id = $1`, asked.ProductID)
		if isNotFound(err) {
			return inventory.Count{}, nil
		}
		return inventory.Count{N: n}, err
	}
	return t.countMatches(otherList, onStock, "SELECT 1 FROM movements"+f.where(), f.args)
}

func (t *tx) movementFilter(asked inventory.MovementFilter, how reading) (filter, error) {
	var f filter
	if asked.ProductID != 0 {
		f.add("movements.product_id = ?", asked.ProductID)
	}
	if asked.LocationID != 0 {
		f.add("movements.location_id = ?", asked.LocationID)
		if asked.LocationID != inventory.MainLocation {
			// The index of locations has only the others, and no engine knows what a parameter will be.
			f.add("movements.location_id <> " + strconv.FormatInt(inventory.MainLocation, 10))
		}
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
		if err := t.filterPeople(&f, "movements.user_id", asked.CreatedBy); err != nil {
			return f, err
		}
	}
	return f, t.searchMovements(&f, asked.Search, how)
}

// searchMovements finds by product or by person.
func (t *tx) searchMovements(f *filter, text string, how reading) error {
	if isBlank(text) {
		return nil
	}
	either := filter{args: f.args}
	t.searchProductOf(&either, "movements.product_id", text, how)
	people, err := t.peopleNamed(text)
	if err != nil {
		return err
	}
	if len(people) > 0 {
		either.in("movements.user_id", people)
	}
	f.args = either.args
	f.conditions = append(f.conditions, "("+strings.Join(either.conditions, " OR ")+")")
	return nil
}

// MovementsOf implements inventory.Tx.
func (t *tx) MovementsOf(source inventory.Source, sourceID int64) ([]inventory.Movement, error) {
	return all(t, scanMovement, `SELECT `+movementColumns+` FROM movements WHERE source = $1 AND source_id = $2 ORDER BY id`, source, sourceID)
}
