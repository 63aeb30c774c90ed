package store

import (
	"fmt"
	"strings"

	"estante/internal/core"
	"estante/internal/ledger"
)

// entryTable is what is kept of each entry.
var entryTable = newTable("entries", []column[ledger.Entry]{
	{name: "id", field: func(e *ledger.Entry) any { return &e.ID }, written: apart},
	{name: "product_id", field: func(e *ledger.Entry) any { return &e.ProductID }, written: once},
	{name: "location_id", field: func(e *ledger.Entry) any { return &e.LocationID }},
	{name: "movement_id", field: func(e *ledger.Entry) any { return &e.MovementID }},
	{name: "quantity", field: func(e *ledger.Entry) any { return &e.Quantity }},
	{name: "entry_type", field: func(e *ledger.Entry) any { return &e.Type }},
	{name: "reason", field: func(e *ledger.Entry) any { return &e.Reason }},
	{name: "notes", field: func(e *ledger.Entry) any { return &e.Notes }},
	{name: "unit_cost_cents", field: func(e *ledger.Entry) any { return &e.UnitCost }},
	{name: "total_cost_cents", field: func(e *ledger.Entry) any { return &e.TotalCost }},
	{name: "currency", field: func(e *ledger.Entry) any { return &e.Currency }, written: once},
	{name: "previous_stock", field: func(e *ledger.Entry) any { return &e.PreviousStock }, written: once},
	{name: "receipt_id", field: func(e *ledger.Entry) any { return &e.ReceiptID }, written: once},
	{name: "created_by", field: func(e *ledger.Entry) any { return &e.CreatedBy }, written: once},
	{name: "created_at", field: func(e *ledger.Entry) any { return &e.CreatedAt }, written: once},
	{name: "updated_at", field: func(e *ledger.Entry) any { return &e.UpdatedAt }},
	{name: "deleted_at", field: func(e *ledger.Entry) any { return &e.DeletedAt }},
	{name: "version", field: func(e *ledger.Entry) any { return &e.Version }},
})

// entryRowQuery is a list of entries with what it names.
var entryRowQuery = `SELECT ` + entryTable.columns + namedColumns + ` FROM ` + namedTables("entries", "created_by")

func scanEntryRow(r row) (e ledger.EntryRow, err error) {
	var who person
	err = r.Scan(entryTable.fields(&e.Entry, append([]any{&e.ProductName, &e.ProductSKU, &e.LocationName},
		who.fields()...)...)...)
	e.CreatedByName = who.name()
	return e, err
}

// InsertEntry implements ledger.Tx.
func (t *tx) InsertEntry(e ledger.Entry) (int64, error) {
	id, err := insertRow(t, entryTable, &e)
	if err != nil {
		return 0, fmt.Errorf("insert entry: %w", err)
	}
	t.addEntryTotals(e, 1)
	t.edited()
	return id, nil
}

// InsertEntries implements ledger.Tx.
func (t *tx) InsertEntries(entries []ledger.Entry) error {
	ids := map[int64]int64{}
	err := t.inBatches(len(entries), entryTable.width, func(from, to int) error {
		var values []any
		for n := from; n < to; n++ {
			values = append(values, entryTable.values(&entries[n])...)
		}
		return walk(t, func(r row) (made [2]int64, err error) {
			err = r.Scan(&made[0], &made[1])
			return made, err
		}, func(made [2]int64) error {
			ids[made[1]] = made[0]
			return nil
		}, entryTable.insert+tuples(to-from, entryTable.width, nil)+` RETURNING id, product_id`, values...)
	})
	if err != nil {
		return fmt.Errorf("insert entries: %w", err)
	}
	for n := range entries {
		entries[n].ID = ids[entries[n].ProductID]
		t.addEntryTotals(entries[n], 1)
	}
	t.edited()
	return nil
}

// SetEntryMovements implements ledger.Tx.
func (t *tx) SetEntryMovements(entries []ledger.Entry) error {
	return t.inBatches(len(entries), 2, func(from, to int) error {
		var values []any
		for _, entry := range entries[from:to] {
			values = append(values, entry.ID, entry.MovementID)
		}
		return t.later(int64(to-from), updateFrom(`UPDATE entries SET movement_id = v.column2`, to-from,
			[]string{"BIGINT", "BIGINT"}, `entries.id = v.column1`), values...)
	})
}

// EntryByID implements ledger.Tx.
func (t *tx) EntryByID(id int64) (ledger.EntryRow, error) {
	return one(t, scanEntryRow, entryRowQuery+` WHERE entries.id = $1`, id)
}

// EntryCosts implements ledger.Tx.
func (t *tx) EntryCosts(entry ledger.Entry) (low, high *core.Cents, err error) {
	costs, err := one(t, func(r row) (costs [2]*core.Cents, err error) {
		err = r.Scan(&costs[0], &costs[1])
		return costs, err
	}, `SELECT min(total_cost_cents / quantity), max((total_cost_cents + quantity - 1) / quantity) FROM entries
		WHERE product_id = $1 AND deleted_at IS NULL AND id <> $2 AND currency = $3`, entry.ProductID, entry.ID,
		entry.Currency)
	return costs[0], costs[1], err
}

// LockEntry implements ledger.Tx.
func (t *tx) LockEntry(id int64) (ledger.Entry, error) {
	if t.readOnly {
		return ledger.Entry{}, core.ErrReadOnly
	}
	return one(t, entryTable.scan, entryTable.query+` WHERE id = $1`+t.dialect.lockRow, id)
}

// UpdateEntry implements ledger.Tx.
func (t *tx) UpdateEntry(before, after ledger.Entry) error {
	if err := updateRow(t, entryTable, &after, before.ID, before.Version); err != nil {
		return err
	}
	t.addEntryTotals(before, -1)
	t.addEntryTotals(after, 1)
	t.edited()
	return nil
}

// ListEntries implements ledger.Tx. Every filter has an index in the order
// of time, but for a search, whose matches are anywhere.
func (t *tx) ListEntries(asked ledger.EntryFilter, matches core.Count) ([]ledger.EntryRow, error) {
	f, err := t.entryFilter(asked, gathered)
	if err != nil {
		return nil, err
	}
	order, page := entryOrdering(asked), ""
	if isBlank(asked.Search) {
		page = f.page(asked.Page)
	} else {
		ids, err := t.pickEntries(asked, matches)
		if err != nil {
			return nil, err
		}
		f = filter{}
		f.in("entries.id", ids)
	}
	return all(t, scanEntryRow, entryRowQuery+f.where()+` ORDER BY `+order.sql()+page, f.args...)
}

func entryOrdering(asked ledger.EntryFilter) ordering {
	return ordering{table: "entries", column: "entries.created_at", index: "entries_by_time", descending: !asked.Ascending}
}

// entryFilterColumns are the columns that filters and the order look at.
const entryFilterColumns = `entries.id, entries.product_id, entries.entry_type, entries.created_by, entries.created_at,
	entries.deleted_at`

func (t *tx) pickEntries(asked ledger.EntryFilter, matches core.Count) ([]int64, error) {
	whole, err := t.keptEntryTotals("", "")
	if err != nil {
		return nil, err
	}
	return t.pick(picking{
		order: entryOrdering(asked), columns: entryFilterColumns, always: 1,
		filter: func(how reading) (filter, error) { return t.entryFilter(asked, how) },
		page:   clamp(asked.Page), matches: matches, rows: whole.Entries, on: onStock,
	})
}

func (t *tx) entryFilter(asked ledger.EntryFilter, how reading) (filter, error) {
	var f filter
	f.add("entries.deleted_at IS NULL")
	if asked.ProductID != 0 {
		f.add("entries.product_id = ?", asked.ProductID)
	}
	if asked.Type != "" {
		f.add("entries.entry_type = ?", asked.Type)
	}
	if !asked.From.IsZero() {
		f.add("entries.created_at >= ?", asked.From)
	}
	if !asked.To.IsZero() {
		f.add("entries.created_at < ?", asked.To)
	}
	if strings.TrimSpace(asked.CreatedBy) != "" {
		if err := t.filterPeople(&f, "entries.created_by", asked.CreatedBy); err != nil {
			return f, err
		}
	}
	t.searchProductOf(&f, "entries.product_id", asked.Search, how)
	return f, nil
}

// EntryTotals implements ledger.Tx. The whole and each type cost nothing:
// they are kept. Anything else is added up over its matches, which the index
// of the filter finds: some 4 ms per 10,000 of them, and more by search.
func (t *tx) EntryTotals(asked ledger.EntryFilter, currency string) (ledger.EntryTotals, error) {
	if keptEntries(asked) {
		return t.keptEntryTotals(asked.Type, currency)
	}
	f, err := t.entryFilter(asked, gathered)
	if err != nil {
		return ledger.EntryTotals{}, err
	}
	in := f.arg(currency)
	sums := `SELECT count(*), CAST(coalesce(sum(entries.quantity), 0) AS BIGINT),
		CAST(coalesce(sum(CASE WHEN entries.currency = ` + in + ` THEN entries.total_cost_cents END), 0) AS BIGINT),
		count(CASE WHEN entries.entry_type = 'purchase' THEN 1 END) FROM entries` + f.where()
	return remembered(t, onStock, sums, f.args, func() (ledger.EntryTotals, error) {
		return one(t, scanEntryTotals, sums, f.args...)
	})
}

func scanEntryTotals(r row) (e ledger.EntryTotals, err error) {
	err = r.Scan(&e.Entries, &e.Units, &e.Cost, &e.Purchases)
	return e, err
}
