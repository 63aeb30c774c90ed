package store

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"estante/internal/core"
	"estante/internal/forecasting"
)

// forecastValues are the columns of a forecast that are worked out, in the order
// of the values of a row. Lists are sorted by the first ones, and to write one of
// those costs more than the rest, because its indexes are written as well: differs
// says whether it has to be.
var forecastValues = []struct {
	column  string
	differs func(forecasting.Change) bool
}{
	{"sold_last_30", func(c forecasting.Change) bool { return c.Before.SoldLast30 != c.After.SoldLast30 }},
	{"will_sell_30", func(c forecasting.Change) bool { return unitsKept(c.Before) != unitsKept(c.After) }},
	{"runs_out_in", func(c forecasting.Change) bool { return !sameInt(c.Before.RunsOutIn, c.After.RunsOutIn) }},
	{"to_do", func(c forecasting.Change) bool { return c.Before.ToDo != c.After.ToDo }},
	{"will_sell_low", nil},
	{"will_sell_high", nil},
	{"runs_out_early", nil},
	{"runs_out_late", nil},
	{"gone_in_alert_days", nil},
	{"method", nil},
	{"low_confidence", nil},
	{"computed_at", nil},
}

func sameInt(a, b *int) bool { return a == b || a != nil && b != nil && *a == *b }

// unitsKept is what is expected to sell, as it is kept.
func unitsKept(f forecasting.Forecast) int64 { return int64(math.Round(f.WillSell30 * unitParts)) }

// forecastCasts are the types of what UpdateForecasts writes: in a list of
// values PostgreSQL would take everything for text.
func (t *tx) forecastCasts() []string {
	return strings.Split(strings.Repeat("BIGINT,", 10)+"TEXT,"+t.dialect.words.truth+",BIGINT", ",")
}

// UpdateForecasts implements forecasting.Tx. Rows of which the same columns have
// changed are written together.
func (t *tx) UpdateForecasts(changes []forecasting.Change) error {
	groups := map[int][][]any{}
	for _, change := range changes {
		f := change.After
		if change.MovesLevel() {
			t.touch(f.ProductID)
		}
		which := allColumns
		if !t.dialect.writesWholeRows {
			which = writtenColumns(change)
		}
		groups[which] = append(groups[which], []any{
			f.ProductID, f.SoldLast30, unitsKept(f), f.RunsOutIn, f.ToDo, f.WillSellLow, f.WillSellHigh, f.RunsOutEarly,
			f.RunsOutLate,
			f.GoneInAlertDays, f.Method, f.LowConfidence, f.ComputedAt,
		})
	}
	for which, rows := range groups {
		if err := t.updateForecasts(settingColumns(which), rows); err != nil {
			return fmt.Errorf("update forecasts: %w", err)
		}
	}
	return nil
}

// allColumns has the bit of every column.
var allColumns = 1<<len(forecastValues) - 1

// writtenColumns says which columns a change writes, as one bit of each.
func writtenColumns(change forecasting.Change) (which int) {
	for i, value := range forecastValues {
		if value.differs == nil || value.differs(change) {
			which |= 1 << i
		}
	}
	return which
}

// settingColumns assigns the values of a row to the columns that are written.
func settingColumns(which int) string {
	var set []string
	for i, value := range forecastValues {
		if which&(1<<i) != 0 {
			set = append(set, fmt.Sprintf("%s = v.column%d", value.column, i+2))
		}
	}
	return strings.Join(set, ", ")
}

func (t *tx) updateForecasts(set string, rows [][]any) error {
	casts := t.forecastCasts()
	return t.inBatches(len(rows), len(casts), func(from, to int) error {
		_, err := t.exec(t.dialect.updateAll+`forecasts SET `+set+` FROM (VALUES `+tuples(to-from, len(casts), casts)+`) AS v
			WHERE forecasts.product_id = v.column1`, flatten(rows[from:to])...)
		return err
	})
}

// LockProductStates implements forecasting.Tx.
func (t *tx) LockProductStates(ids []int64) ([]forecasting.ProductState, error) {
	if t.readOnly {
		return nil, core.ErrReadOnly
	}
	sorted := slices.Sorted(slices.Values(ids))
	locked := make([]forecasting.ProductState, 0, len(ids))
	for some := range slices.Chunk(sorted, idsMax) {
		var f filter
		f.anyOf("products.id", some)
		f.add("products.deleted_at IS NULL")
		states, err := all(t, func(r row) (s forecasting.ProductState, err error) {
			err = r.Scan(&s.ProductID, &s.Version, &s.Reserved, &s.Incoming, &s.MovementSeq, &s.PastSale)
			return s, err
		}, `SELECT id, version, reserved, incoming, movement_seq,
			(SELECT coalesce(max(past_sales.id), 0) FROM past_sales WHERE past_sales.product_id = products.id) FROM products`+f.where()+` ORDER BY products.id`+
			t.dialect.lockProducts, f.args...)
		if err != nil {
			return nil, err
		}
		locked = append(locked, states...)
	}
	return locked, nil
}
