package store

import (
	"strconv"
	"strings"

	"estante/internal/core"
	"estante/internal/ledger"
)

// movementTable is what is kept of each movement, which nothing changes.
var movementTable = newTable("movements", []column[ledger.Movement]{
	{name: "id", field: func(m *ledger.Movement) any { return &m.ID }, written: apart},
	{name: "product_id", field: func(m *ledger.Movement) any { return &m.ProductID }, written: once},
	{name: "location_id", field: func(m *ledger.Movement) any { return &m.LocationID }, written: once},
	{name: "seq", field: func(m *ledger.Movement) any { return &m.Seq }, written: once},
	{name: "quantity", field: func(m *ledger.Movement) any { return &m.Quantity }, written: once},
	{name: "reason", field: func(m *ledger.Movement) any { return &m.Reason }, written: once},
	{name: "notes", field: func(m *ledger.Movement) any { return &m.Notes }, written: once},
	{name: "unit_cost_cents", field: func(m *ledger.Movement) any { return &m.UnitCost }, written: once},
	{name: "stock_before", field: func(m *ledger.Movement) any { return &m.Before }, written: once},
	{name: "stock_after", field: func(m *ledger.Movement) any { return &m.After }, written: once},
	{name: "user_id", field: func(m *ledger.Movement) any { return &m.UserID }, written: once},
	{name: "at", field: func(m *ledger.Movement) any { return &m.At }, written: once},
	{name: "source", field: func(m *ledger.Movement) any { return &m.Source }, written: once},
	{name: "source_id", field: func(m *ledger.Movement) any { return &m.SourceID }, written: once},
	{name: "undo_of", field: func(m *ledger.Movement) any { return &m.UndoOf }, written: once},
	{name: "sold_at", field: func(m *ledger.Movement) any { return &m.SoldAt }, written: once},
	{name: "hash", field: func(m *ledger.Movement) any { return &m.Hash }, written: once},
	{name: "cost_cents", field: func(m *ledger.Movement) any { return &m.Cost }, written: once},
	{name: "currency", field: func(m *ledger.Movement) any { return &m.Currency }, written: once},
	{name: "value_before", field: func(m *ledger.Movement) any { return &m.ValueBefore }, written: once},
	{name: "value_after", field: func(m *ledger.Movement) any { return &m.ValueAfter }, written: once},
	{name: "sealed", field: func(m *ledger.Movement) any { return &m.Sealed }, written: once},
})

// MovementByID implements ledger.Tx.
func (t *tx) MovementByID(id int64) (ledger.Movement, error) {
	return one(t, movementTable.scan, movementTable.query+` WHERE id = $1`, id)
}

// UndoneBy implements ledger.Tx.
func (t *tx) UndoneBy(movementID int64) (ledger.Movement, error) {
	return one(t, movementTable.scan, movementTable.query+` WHERE undo_of = $1 AND undo_of <> 0`, movementID)
}

// movementRowQuery is a list of movements with what it names, and whether each is undone.
var movementRowQuery = `SELECT ` + movementTable.columns + namedColumns + `,
	EXISTS (SELECT 1 FROM movements AS later WHERE later.undo_of = movements.id AND later.undo_of <> 0)
	FROM ` + namedTables("movements", "user_id")

func scanMovementRow(r row) (m ledger.MovementRow, err error) {
	var who person
	names := append([]any{&m.ProductName, &m.ProductSKU, &m.LocationName}, who.fields()...)
	err = r.Scan(movementTable.fields(&m.Movement, append(names, &m.Undone)...)...)
	m.UserName = who.name()
	return m, err
}

// ListMovements implements ledger.Tx.
func (t *tx) ListMovements(asked ledger.MovementFilter) (core.List[ledger.MovementRow], error) {
	var found core.List[ledger.MovementRow]
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
		order: order, columns: movementTable.columns, own: own,
		filter: func(how reading) (filter, error) { return t.movementFilter(asked, how) },
		page:   asked.Page, matches: found.Count, rows: totals.Movements, on: searchDepends(asked.Search, onStock),
	})
	if err != nil {
		return found, err
	}
	var picked filter
	picked.in("movements.id", ids)
	found.Rows, err = all(t, scanMovementRow, movementRowQuery+picked.where()+" ORDER BY "+order.sql(), picked.args...)
	return found, err
}

// movementsBySeq is what SQLite calls the index that keeps the movements of a
// product apart.
const movementsBySeq = "sqlite_autoindex_movements_1"

// movementOrdering lists the movements of one product as they followed each
// other, which is by time unless a clock was put back.
func movementOrdering(asked ledger.MovementFilter) ordering {
	if asked.ProductID != 0 {
		return ordering{table: "movements", column: "movements.seq", index: movementsBySeq, descending: !asked.Ascending}
	}
	return ordering{table: "movements", column: "movements.at", index: "movements_by_time", descending: !asked.Ascending}
}

func movementOrder(asked ledger.MovementFilter) string { return movementOrdering(asked).sql() }

// countMovements knows how long the whole ledger and one product's part of it
// are without counting them.
func (t *tx) countMovements(asked ledger.MovementFilter, f filter) (core.Count, error) {
	switch {
	case len(f.conditions) == 0:
		totals, err := t.Totals()
		return core.CountOf(totals.Movements, false), err
	case len(f.conditions) == 1 && asked.ProductID != 0:
		n, err := one(t, scanInt, `SELECT movement_seq FROM products WHERE id = $1`, asked.ProductID)
		if isNotFound(err) {
			return core.Count{}, nil
		}
		return core.Count{N: n}, err
	}
	return t.countMatches(otherList, onStock, "SELECT 1 FROM movements"+f.where(), f.args)
}

func (t *tx) movementFilter(asked ledger.MovementFilter, how reading) (filter, error) {
	var f filter
	if asked.ProductID != 0 {
		f.add("movements.product_id = ?", asked.ProductID)
	}
	if asked.LocationID != 0 {
		f.add("movements.location_id = ?", asked.LocationID)
		if asked.LocationID != ledger.MainLocation {
			// The index of locations has only the others, and no engine knows what a parameter will be.
			f.add("movements.location_id <> " + strconv.FormatInt(ledger.MainLocation, 10))
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

// MovementsOf implements ledger.Tx.
func (t *tx) MovementsOf(source ledger.Source, sourceID int64) ([]ledger.Movement, error) {
	return all(t, movementTable.scan, movementTable.query+` WHERE source = $1 AND source_id = $2 ORDER BY id`, source,
		sourceID)
}
