package store

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"estante/internal/core"
	"estante/internal/ledger"
)

// entryKind is what the totals of entries are kept by.
type entryKind struct {
	entryType ledger.EntryType
	currency  string
}

// keptEntries says whether the totals of a filter are among those kept.
func keptEntries(asked ledger.EntryFilter) bool {
	return asked.ProductID == 0 && asked.From.IsZero() && asked.To.IsZero() &&
		isBlank(asked.Search) && strings.TrimSpace(asked.CreatedBy) == ""
}

// addEntryTotals notes what an entry adds to the figures, or takes from them.
// A deleted one adds nothing. They are written when the transaction has done
// everything else, as those of products are.
func (t *tx) addEntryTotals(e ledger.Entry, sign int64) {
	if e.DeletedAt != nil {
		return
	}
	totals := ledger.EntryTotals{Entries: 1, Units: e.Quantity}
	if cost := e.TotalCost; cost != nil {
		totals.Cost = *cost
	}
	t.changeEntryTotals(entryKind{e.Type, e.Currency}, totals, sign)
}

// changeEntryTotals notes what some entries add to the figures, or take from them.
func (t *tx) changeEntryTotals(kind entryKind, by ledger.EntryTotals, sign int64) {
	if t.entryTotals == nil {
		t.entryTotals = map[entryKind]ledger.EntryTotals{}
	}
	totals := t.entryTotals[kind]
	totals.Entries += sign * by.Entries
	totals.Units += sign * by.Units
	totals.Cost += core.Cents(sign) * by.Cost
	t.entryTotals[kind] = totals
}

// writeEntryTotals writes what the transaction changed, always in one order,
// so that two that change the same rows cannot wait for each other.
func (t *tx) writeEntryTotals() error {
	kinds := make([]entryKind, 0, len(t.entryTotals))
	for kind, change := range t.entryTotals {
		if change != (ledger.EntryTotals{}) {
			kinds = append(kinds, kind)
		}
	}
	slices.SortFunc(kinds, func(a, b entryKind) int {
		return cmp.Or(cmp.Compare(a.entryType, b.entryType), cmp.Compare(a.currency, b.currency))
	})
	slot := t.anySlot()
	for _, kind := range kinds {
		change := t.entryTotals[kind]
		err := t.later(anyRows, `INSERT INTO entry_totals (entry_type, currency, slot, entries, units, cost_cents)
			VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (entry_type, currency, slot) DO UPDATE SET entries = entry_totals.entries + excluded.entries,
				units = entry_totals.units + excluded.units, cost_cents = entry_totals.cost_cents + excluded.cost_cents`,
			kind.entryType, kind.currency, slot, change.Entries, change.Units, change.Cost)
		if err != nil {
			return err
		}
	}
	return nil
}

// keptEntryTotals reads the figures of one type, or of all when it is empty.
func (t *tx) keptEntryTotals(entryType ledger.EntryType, currency string) (ledger.EntryTotals, error) {
	var f filter
	in := f.arg(currency)
	if entryType != "" {
		f.add("entry_type = ?", entryType)
	}
	return one(t, scanEntryTotals, `SELECT CAST(coalesce(sum(entries), 0) AS BIGINT), CAST(coalesce(sum(units),
		0) AS BIGINT),
		CAST(coalesce(sum(CASE WHEN currency = `+in+` THEN cost_cents END), 0) AS BIGINT),
		CAST(coalesce(sum(CASE WHEN entry_type = 'purchase' THEN entries END), 0) AS BIGINT) FROM entry_totals`+f.where(),
		f.args...)
}

// EntryCostsIn implements ledger.Tx.
func (t *tx) EntryCostsIn(asked ledger.EntryFilter) ([]core.Money, error) {
	var f filter
	from, cost := "entry_totals", "cost_cents"
	if !keptEntries(asked) {
		var err error
		if f, err = t.entryFilter(asked, gathered); err != nil {
			return nil, err
		}
		from, cost = "entries", "total_cost_cents"
	} else if asked.Type != "" {
		f.add("entry_type = ?", asked.Type)
	}
	sums := `SELECT currency, CAST(sum(` + cost + `) AS BIGINT) FROM ` + from + f.where() +
		` GROUP BY currency HAVING sum(` + cost + `) <> 0 ORDER BY currency`
	return remembered(t, onStock, sums, f.args, func() ([]core.Money, error) {
		return all(t, func(r row) (m core.Money, err error) {
			err = r.Scan(&m.Currency, &m.Amount)
			return m, err
		}, sums, f.args...)
	})
}

// EntryCounts implements verify.Tx.
func (t *tx) EntryCounts() ([]core.KeptCount, error) {
	kept, err := t.entrySums(`SELECT entry_type, currency, CAST(sum(entries) AS BIGINT), CAST(sum(units) AS BIGINT),
		CAST(sum(cost_cents) AS BIGINT)
		FROM entry_totals GROUP BY entry_type, currency`)
	if err != nil {
		return nil, err
	}
	counted, err := t.entrySums(`SELECT entry_type, currency, count(*), CAST(sum(quantity) AS BIGINT),
		CAST(coalesce(sum(total_cost_cents), 0) AS BIGINT)
		FROM entries WHERE deleted_at IS NULL GROUP BY entry_type, currency`)
	if err != nil {
		return nil, err
	}
	kinds := maps.Clone(counted)
	maps.Copy(kinds, kept)
	counts := []core.KeptCount{}
	for kind := range kinds {
		// A kind that one of the two does not know counts zero there.
		now := counted[kind]
		name := " de tipo " + string(kind.entryType) + " en " + kind.currency
		counts = append(counts,
			core.KeptCount{What: "El número de entradas" + name, Kept: kept[kind].Entries, Counted: now.Entries},
			core.KeptCount{What: "Las unidades de las entradas" + name, Kept: kept[kind].Units, Counted: now.Units},
			core.KeptCount{
				What: "El coste de las entradas, en céntimos," + name, Kept: int64(kept[kind].Cost), Counted: int64(now.Cost),
			})
	}
	return counts, nil
}

func (t *tx) entrySums(query string, args ...any) (map[entryKind]ledger.EntryTotals, error) {
	sums := map[entryKind]ledger.EntryTotals{}
	err := walk(t, func(r row) (entryKind, error) {
		var kind entryKind
		var sum ledger.EntryTotals
		err := r.Scan(&kind.entryType, &kind.currency, &sum.Entries, &sum.Units, &sum.Cost)
		sums[kind] = sum
		return kind, err
	}, func(entryKind) error { return nil }, query, args...)
	return sums, err
}

// RelabelEntries implements ledger.Tx.
func (t *tx) RelabelEntries(currency string) error {
	const others = ` WHERE total_cost_cents IS NULL AND currency <> $1`
	moved, err := t.entrySums(`SELECT entry_type, currency, count(*), CAST(sum(quantity) AS BIGINT), CAST(0 AS BIGINT)
		FROM entries`+others+` AND deleted_at IS NULL GROUP BY entry_type, currency`, currency)
	if err != nil {
		return err
	}
	if _, err := t.exec(`UPDATE entries SET currency = $1, version = version + 1`+others, currency); err != nil {
		return fmt.Errorf("relabel entries: %w", err)
	}
	for kind, sum := range moved {
		t.changeEntryTotals(kind, sum, -1)
		t.changeEntryTotals(entryKind{kind.entryType, currency}, sum, 1)
	}
	t.edited()
	return nil
}
