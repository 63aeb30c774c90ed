package store

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"estante/internal/catalogue"
	"estante/internal/forecasting"
)

// outdated is which forecasts a transaction has made out of date. It is filled
// where products are written, not by the callers that change them, so that no
// caller can forget it.
type outdated struct {
	// moved are products with another stock or claim, levelled those of them
	// that came to another level, described those of which people wrote
	// something else, and gone those that were deleted.
	moved, levelled, described, gone map[int64]bool
}

func note(ids *map[int64]bool, id int64) {
	if *ids == nil {
		*ids = map[int64]bool{}
	}
	(*ids)[id] = true
}

func (o *outdated) move(id int64) { note(&o.moved, id) }

func (o *outdated) level(id int64) { note(&o.levelled, id) }

func (o *outdated) describe(product catalogue.Product) {
	if product.DeletedAt != nil {
		note(&o.gone, product.ID)
		return
	}
	delete(o.gone, product.ID)
	note(&o.described, product.ID)
}

// writeOutdated brings what forecasts copy of products up to date and notes
// which have to be worked out anew. The products are locked by now, so two
// transactions never wait for each other's rows.
func (t *tx) writeOutdated() error {
	o := t.forecasts
	if len(o.moved)+len(o.described)+len(o.gone) == 0 {
		return nil
	}
	t.forecasts = outdated{}
	due := o.moved
	for id := range o.described {
		note(&due, id)
	}
	for id := range o.gone {
		delete(due, id)
		delete(o.described, id)
		delete(o.levelled, id)
	}
	for id := range o.described {
		delete(o.levelled, id)
	}
	for _, step := range []struct {
		ids   map[int64]bool
		write func(ids []int64) error
	}{
		{o.gone, t.dropForecasts}, {o.described, t.describeForecasts}, {o.levelled, t.levelForecasts}, {due, t.dueForecasts},
	} {
		if err := t.someAtOnce(step.ids, step.write); err != nil {
			return fmt.Errorf("forecasts out of date: %w", err)
		}
	}
	return nil
}

// someAtOnce hands over some of the ids after the other.
func (t *tx) someAtOnce(ids map[int64]bool, write func([]int64) error) error {
	sorted := slices.Sorted(maps.Keys(ids))
	return t.inBatches(len(sorted), dueWidth, func(from, to int) error { return write(sorted[from:to]) })
}

// these is the condition for some products.
func these(ids []int64) (f filter) {
	f.in("products.id", ids)
	return f
}

func (t *tx) dropForecasts(ids []int64) error {
	f := these(ids)
	for _, table := range []string{"forecasts", "forecast_due", "sales_histories"} {
		if err := t.later(anyRows, `DELETE FROM `+table+` WHERE product_id IN (SELECT products.id FROM products`+f.where()+
			`)`, f.args...); err != nil {
			return err
		}
	}
	return nil
}

// describeForecasts also makes the row of a product that is new or came back.
func (t *tx) describeForecasts(ids []int64) error {
	f := these(ids)
	const gone = `CASE WHEN stock - reserved <= 0 THEN 0 END`
	return t.later(anyRows, `INSERT INTO forecasts (product_id, level, alert_blocked, sold_last_30, will_sell_30,
		will_sell_low, will_sell_high,
			runs_out_in, runs_out_early, runs_out_late, gone_in_alert_days, to_do, method, low_confidence)
		SELECT id, level, alert_blocked, 0, 0, 0, 0, `+gone+`, `+gone+`, `+gone+`, 0, 0, 'none', TRUE FROM products`+
		f.where()+`
		ON CONFLICT (product_id) DO UPDATE SET level = excluded.level, alert_blocked = excluded.alert_blocked
			WHERE forecasts.level <> excluded.level OR forecasts.alert_blocked <> excluded.alert_blocked`, f.args...)
}

func (t *tx) levelForecasts(ids []int64) error {
	f := these(ids)
	return t.later(anyRows, `UPDATE forecasts SET level = products.level FROM products`+f.where()+
		` AND products.id = forecasts.product_id`, f.args...)
}

// dueWidth is how many values a mark has.
const dueWidth = 3

func (t *tx) dueForecasts(ids []int64) error {
	values := make([]any, 0, dueWidth*len(ids))
	for _, id := range ids {
		values = append(values, id, 1, 0)
	}
	return t.later(anyRows, `INSERT INTO forecast_due (product_id, changes, lease_until) VALUES `+tuples(len(ids),
		dueWidth, nil)+`
		ON CONFLICT (product_id) DO UPDATE SET changes = forecast_due.changes + 1`, values...)
}

// AnyDueForecast implements forecasting.Tx.
func (t *tx) AnyDueForecast() (bool, error) {
	return one(t, scanBool, `SELECT EXISTS (SELECT 1 FROM forecast_due WHERE lease_until <= $1)`, t.now)
}

// ClaimDueForecasts implements forecasting.Tx.
func (t *tx) ClaimDueForecasts(limit int, leaseUntil time.Time) ([]forecasting.DueForecast, error) {
	return all(t, func(r row) (d forecasting.DueForecast, err error) {
		err = r.Scan(&d.ProductID, &d.Changes)
		return d, err
	}, `UPDATE forecast_due SET lease_until = $1 WHERE product_id IN (
			SELECT product_id FROM forecast_due WHERE lease_until <= $2 ORDER BY product_id LIMIT $3`+t.dialect.skipLocked+`)
		RETURNING product_id, changes`, leaseUntil, t.now, limit)
}

// FinishDueForecasts implements forecasting.Tx. A product that has changed
// meanwhile is free to be taken again at once.
func (t *tx) FinishDueForecasts(done []forecasting.DueForecast) error {
	rows := make([][]any, 0, len(done))
	for _, d := range done {
		rows = append(rows, []any{d.ProductID, d.Changes})
		t.touch(d.ProductID)
	}
	casts := []string{"BIGINT", "BIGINT"}
	return t.inBatches(len(rows), len(casts), func(from, to int) error {
		values := `(VALUES ` + tuples(to-from, len(casts), casts) + `)`
		err := t.later(anyRows, `DELETE FROM forecast_due WHERE (product_id, changes) IN `+values, flatten(rows[from:to])...)
		if err == nil {
			err = t.later(anyRows, `UPDATE forecast_due SET lease_until = 0 FROM `+values+` AS v WHERE product_id = v.column1`,
				flatten(rows[from:to])...)
		}
		if err != nil {
			return fmt.Errorf("finish due forecasts: %w", err)
		}
		return nil
	})
}
