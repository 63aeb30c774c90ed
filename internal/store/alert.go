package store

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"estante/internal/alert"
	"estante/internal/core"
)

const alertColumns = `alerts.id, alerts.kind, coalesce(alerts.product_id, 0), coalesce(alerts.channel_id, 0),
	coalesce(alerts.purchase_id, 0), alerts.subject, alerts.trouble, alerts.level, alerts.state,
	alerts.dip, alerts.created_at, alerts.updated_at, alerts.snoozed_until, alerts.resolved_at, alerts.resolved_by,
	alerts.resolution`

func alertFields(a *alert.Alert) []any {
	return []any{
		&a.ID, &a.Kind, &a.ProductID, &a.ChannelID, &a.PurchaseID, &a.Subject, &a.Trouble, &a.Level, &a.State, &a.Dip,
		toTime(&a.CreatedAt), toTime(&a.UpdatedAt),
		toOptionalTime(&a.SnoozedUntil), toOptionalTime(&a.ResolvedAt), &a.ResolvedBy, &a.Resolution,
	}
}

func scanAlert(r row) (a alert.Alert, err error) {
	err = r.Scan(alertFields(&a)...)
	return a, err
}

// optionalID is the id of something that may not be there.
func optionalID(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// alertWidth is how many values a new alert has.
const alertWidth = 14

// InsertAlerts implements alert.Tx.
func (t *tx) InsertAlerts(alerts []alert.Alert) error {
	return t.inBatches(len(alerts), alertWidth, func(from, to int) error {
		some := alerts[from:to]
		rows := make([][]any, 0, len(some))
		for _, a := range some {
			rows = append(rows, []any{
				a.Kind, optionalID(a.ProductID), optionalID(a.ChannelID), optionalID(a.PurchaseID), a.Subject,
				alertSearchKey(a), a.Trouble, a.Level, a.State, a.Dip,
				a.CreatedAt, a.UpdatedAt, a.ResolvedBy,
				a.Resolution,
			})
			t.countAlert(a, 1)
		}
		made, err := all(t, func(r row) (a alert.Alert, err error) {
			err = r.Scan(&a.ID, &a.Kind, &a.ProductID, &a.ChannelID, &a.PurchaseID, &a.Trouble)
			return a, err
		}, `INSERT INTO alerts (kind, product_id, channel_id, purchase_id, subject, search_key, trouble, level, state, dip, created_at, updated_at,
			resolved_by, resolution) VALUES `+
			tuples(len(rows), alertWidth, nil)+` RETURNING id, kind, coalesce(product_id, 0), coalesce(channel_id, 0),
			coalesce(purchase_id, 0), trouble`,
			flatten(rows)...)
		if err != nil {
			return fmt.Errorf("insert alerts: %w", err)
		}
		numberAlerts(some, made)
		return nil
	})
}

// alertSearchKey is what a search looks at of an alert of a purchase; others are found by their products and channels.
func alertSearchKey(a alert.Alert) string {
	if a.PurchaseID == 0 {
		return ""
	}
	return searchKey(a.Subject)
}

// numberAlerts notes the numbers of new alerts, which come in any order.
func numberAlerts(alerts, made []alert.Alert) {
	numbers := map[alert.Alert]int64{}
	for _, a := range made {
		id := a.ID
		a.ID = 0
		numbers[a] = id
	}
	for i, a := range alerts {
		alerts[i].ID = numbers[alert.Alert{
			Kind: a.Kind, ProductID: a.ProductID, ChannelID: a.ChannelID, PurchaseID: a.PurchaseID, Trouble: a.Trouble,
		}]
	}
}

// changedCasts are the types of what UpdateAlerts writes.
var changedCasts = []string{
	"BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT",
	"BIGINT", "TEXT",
}

// UpdateAlerts implements alert.Tx. An alert must still be as the caller read it:
// a last guard against overwriting another user's change.
func (t *tx) UpdateAlerts(changes []alert.Change) error {
	rows := make([][]any, 0, len(changes))
	for _, c := range changes {
		a := c.After
		rows = append(rows, []any{
			a.ID, c.Before.State, c.Before.Dip, a.Level, a.State, a.Dip, a.UpdatedAt, a.SnoozedUntil, a.ResolvedAt, a.ResolvedBy,
			a.Resolution,
		})
		t.countAlert(c.Before, -1)
		t.countAlert(a, 1)
	}
	return t.inBatches(len(rows), len(changedCasts), func(from, to int) error {
		touched, err := t.exec(`UPDATE alerts SET level = v.column4, state = v.column5, dip = v.column6,
			updated_at = v.column7,
				snoozed_until = v.column8, resolved_at = v.column9, resolved_by = v.column10, resolution = v.column11
			FROM (VALUES `+tuples(to-from, len(changedCasts), changedCasts)+`) AS v
			WHERE alerts.id = v.column1 AND alerts.state = v.column2 AND alerts.dip = v.column3`, flatten(rows[from:to])...)
		if err != nil {
			return fmt.Errorf("update alerts: %w", err)
		}
		if touched != int64(to-from) {
			return core.ErrStale
		}
		return nil
	})
}

// LockAlert implements alert.Tx.
func (t *tx) LockAlert(id int64) (alert.Alert, error) {
	if t.readOnly {
		return alert.Alert{}, core.ErrReadOnly
	}
	return one(t, scanAlert, `SELECT `+alertColumns+` FROM alerts WHERE id = $1`+t.dialect.lockRow, id)
}

// ChannelAlert implements alert.Tx.
func (t *tx) ChannelAlert(channelID int64, trouble alert.Trouble) (alert.Alert, error) {
	return one(t, scanAlert, `SELECT `+alertColumns+` FROM alerts WHERE channel_id = $1 AND trouble = $2 AND dip > 0`,
		channelID, trouble)
}

// SnoozedAlerts implements alert.Tx.
func (t *tx) SnoozedAlerts(until time.Time, limit int) ([]alert.Alert, error) {
	return all(t, scanAlert, `SELECT `+alertColumns+` FROM alerts`+t.dialect.usingIndex("alerts_snoozed")+
		` WHERE state = 1 AND snoozed_until <= $1 ORDER BY snoozed_until, id LIMIT $2`, until, limit)
}

// InsertAlertNote implements alert.Tx.
func (t *tx) InsertAlertNote(n alert.Note) (int64, error) {
	id, err := one(t, scanID, `INSERT INTO alert_notes (alert_id, user_id, note, at) VALUES ($1, $2, $3, $4) RETURNING id`,
		n.AlertID, n.UserID, n.Note, n.At)
	if err != nil {
		return 0, fmt.Errorf("insert alert note: %w", err)
	}
	return id, nil
}

// CountAlertNotes implements alert.Tx.
func (t *tx) CountAlertNotes(alertID int64) (int, error) {
	return one(t, scanInt, `SELECT count(*) FROM alert_notes WHERE alert_id = $1`, alertID)
}

// countAlert notes what an alert means for the figures, which are written when
// the transaction has done everything else, as others are.
func (t *tx) countAlert(a alert.Alert, sign int64) {
	if t.alertTotals == nil {
		t.alertTotals = alert.Totals{}
	}
	t.alertTotals[alert.Key{State: a.State, Level: a.Level}] += sign
}

// writeAlertTotals writes what the transaction changed, always in one order, so
// that two that change the same rows cannot wait for each other.
func (t *tx) writeAlertTotals() error {
	slot := t.anySlot()
	keys := slices.SortedFunc(maps.Keys(t.alertTotals), func(a, b alert.Key) int {
		return cmp.Or(cmp.Compare(a.State, b.State), cmp.Compare(a.Level, b.Level))
	})
	for _, key := range keys {
		if t.alertTotals[key] == 0 {
			continue
		}
		err := t.later(anyRows, `INSERT INTO alert_totals (state, level, slot, alerts) VALUES ($1, $2, $3, $4)
			ON CONFLICT (state, level, slot) DO UPDATE SET alerts = alert_totals.alerts + excluded.alerts`, key.State, key.Level,
			slot, t.alertTotals[key])
		if err != nil {
			return fmt.Errorf("count alerts: %w", err)
		}
	}
	return nil
}

// AlertTotals implements alert.Tx.
func (t *tx) AlertTotals() (alert.Totals, error) {
	totals, err := t.alertFigures(`SELECT state, level, CAST(sum(alerts) AS BIGINT) FROM alert_totals
		GROUP BY state, level`)
	// What this transaction itself has changed is not written yet.
	for key, change := range t.alertTotals {
		totals[key] += change
	}
	return totals, err
}

// CountedAlerts implements alert.Tx.
func (t *tx) CountedAlerts() (alert.Totals, error) {
	return t.alertFigures(`SELECT state, level, count(*) FROM alerts GROUP BY state, level`)
}

func (t *tx) alertFigures(query string) (alert.Totals, error) {
	totals := alert.Totals{}
	return totals, walk(t, func(r row) (key alert.Key, err error) {
		var alerts int64
		err = r.Scan(&key.State, &key.Level, &alerts)
		totals[key] = alerts
		return key, err
	}, func(alert.Key) error { return nil }, query)
}
