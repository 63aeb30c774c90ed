package store

import (
	"fmt"
	"maps"
	"slices"

	"estante/internal/inventory"
)

const auditColumns = `id, at, actor_id, actor_name, action, noun, noun_id, before, after`

func scanAudit(r row) (a inventory.AuditRow, err error) {
	err = r.Scan(&a.ID, toTime(&a.At), &a.ActorID, &a.ActorName, &a.Action, &a.Noun, &a.NounID, &a.Before, &a.After)
	return a, err
}

// InsertAudit implements inventory.Tx.
func (t *tx) InsertAudit(a inventory.AuditRow) error {
	err := t.later(anyRows, `INSERT INTO audit (at, actor_id, actor_name, action, noun, noun_id, before, after)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, a.At, a.ActorID, a.ActorName, a.Action, a.Noun, a.NounID, a.Before, a.After)
	if err != nil {
		return fmt.Errorf("insert audit row: %w", err)
	}
	return nil
}

// ListAudit implements inventory.Tx.
func (t *tx) ListAudit(asked inventory.AuditFilter) (inventory.List[inventory.AuditRow], error) {
	var f filter
	if asked.Noun != "" {
		f.add("noun = ?", asked.Noun)
	}
	if asked.NounID != 0 {
		f.add("noun_id = ?", asked.NounID)
	}
	if asked.ActorID != 0 {
		f.add("actor_id = ?", asked.ActorID)
	}
	if asked.CreatedBy != "" {
		if err := t.filterPeople(&f, "actor_id", asked.CreatedBy); err != nil {
			return inventory.List[inventory.AuditRow]{}, err
		}
	}
	if !asked.From.IsZero() {
		f.add("at >= ?", asked.From)
	}
	if !asked.To.IsZero() {
		f.add("at < ?", asked.To)
	}
	return list(t, scanAudit, auditColumns, "audit", "at DESC, id DESC", f, asked.Page)
}

// nounNames finds what the things of each noun are called today; what moves a
// product is called by the product. Each takes the condition on the ids.
var nounNames = map[string]string{
	"product":      `SELECT products.id, products.name FROM products`,
	"user":         `SELECT users.id, users.username FROM users`,
	"location":     `SELECT locations.id, locations.name FROM locations`,
	"category":     `SELECT labels.id, labels.name FROM labels`,
	"brand":        `SELECT labels.id, labels.name FROM labels`,
	"tag":          `SELECT labels.id, labels.name FROM labels`,
	"entry":        `SELECT entries.id, products.name FROM entries JOIN products ON products.id = entries.product_id`,
	"transfer":     `SELECT transfers.id, products.name FROM transfers JOIN products ON products.id = transfers.product_id`,
	"order":        `SELECT orders.id, orders.number FROM orders`,
	"import":       `SELECT imports.id, imports.file_name FROM imports`,
	"subscription": `SELECT subscriptions.id, subscriptions.name FROM subscriptions`,
	"alert":        `SELECT alerts.id, coalesce(products.name, alerts.subject) FROM alerts LEFT JOIN products ON products.id = alerts.product_id`,
	"channel":      `SELECT channels.id, channels.name FROM channels`,
	"backup":       `SELECT backups.id, backups.file_name FROM backups`,
	"ticket":       `SELECT tickets.id, tickets.subject FROM tickets`,

	"forecastEvent": `SELECT forecast_events.id, forecast_events.name FROM forecast_events`,
}

// nounIDs are the columns that nounNames is asked by.
var nounIDs = map[string]string{
	"product": "products.id", "user": "users.id", "location": "locations.id", "category": "labels.id", "brand": "labels.id", "tag": "labels.id",
	"order": "orders.id", "entry": "entries.id", "transfer": "transfers.id", "import": "imports.id", "subscription": "subscriptions.id",
	"alert":   "alerts.id",
	"channel": "channels.id",
	"backup":  "backups.id",
	"ticket":  "tickets.id",

	"forecastEvent": "forecast_events.id",
}

// NameNouns implements inventory.Tx.
func (t *tx) NameNouns(rows []inventory.AuditRow) error {
	ids := map[string][]int64{}
	for _, row := range rows {
		ids[row.Noun] = append(ids[row.Noun], row.NounID)
	}
	names := map[string]map[int64]string{}
	for _, noun := range slices.Sorted(maps.Keys(ids)) {
		query, known := nounNames[noun]
		if !known {
			continue
		}
		found, err := t.namesOf(query, nounIDs[noun], ids[noun])
		if err != nil {
			return err
		}
		names[noun] = found
	}
	for i, row := range rows {
		rows[i].NounName = names[row.Noun][row.NounID]
	}
	return nil
}

// namesOf asks for names by their ids.
func (t *tx) namesOf(query, column string, ids []int64) (map[int64]string, error) {
	type named struct {
		id   int64
		name string
	}
	var f filter
	f.in(column, ids[:min(len(ids), idsMax)])
	found, err := all(t, func(r row) (n named, err error) {
		err = r.Scan(&n.id, &n.name)
		return n, err
	}, query+f.where(), f.args...)
	names := make(map[int64]string, len(found))
	for _, n := range found {
		names[n.id] = n.name
	}
	return names, err
}
