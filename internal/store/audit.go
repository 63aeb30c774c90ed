package store

import (
	"fmt"
	"maps"
	"slices"

	"estante/internal/catalogue"
	"estante/internal/core"
)

const auditColumns = `audit.id, audit.at, audit.actor_id, audit.actor_name, audit.action, audit.noun, audit.noun_id,
	audit.before, audit.after`

func auditFields(a *core.AuditRow) []any {
	return []any{&a.ID, toTime(&a.At), &a.ActorID, &a.ActorName, &a.Action, &a.Noun, &a.NounID, &a.Before, &a.After}
}

func scanAudit(r row) (a core.AuditRow, err error) {
	err = r.Scan(auditFields(&a)...)
	return a, err
}

// InsertAudit implements core.Tx.
func (t *tx) InsertAudit(a core.AuditRow) error {
	err := t.later(anyRows, `INSERT INTO audit (at, actor_id, actor_name, action, noun, noun_id, before, after)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, a.At, a.ActorID, a.ActorName, a.Action, a.Noun, a.NounID, a.Before, a.After)
	if err != nil {
		return fmt.Errorf("insert audit row: %w", err)
	}
	t.addTotals(catalogue.Totals{Audited: 1})
	return nil
}

// ListAudit implements core.Tx.
func (t *tx) ListAudit(asked core.AuditFilter) (core.List[core.AuditRow], error) {
	if asked.Noun == "product" && asked.NounID != 0 {
		return t.listProductAudit(asked)
	}
	f, err := t.auditFilter(asked)
	if err != nil {
		return core.List[core.AuditRow]{}, err
	}
	const order = "at DESC, id DESC"
	if len(f.conditions) > 0 {
		if asked.Noun != "" && asked.NounID != 0 {
			f.add(notMoved)
		}
		return list(t, scanAudit, auditColumns, "audit", order, f, asked.Page)
	}
	totals, err := t.Totals()
	if err != nil {
		return core.List[core.AuditRow]{}, err
	}
	rows, err := pageOf(t, scanAudit, auditColumns, "audit", order, f, asked.Page)
	return core.List[core.AuditRow]{Rows: rows, Count: core.CountOf(totals.Audited, false)}, err
}

func (t *tx) auditFilter(asked core.AuditFilter) (f filter, err error) {
	if asked.Noun != "" {
		f.add("noun = ?", asked.Noun)
	}
	if asked.NounID != 0 {
		f.add("noun_id = ?", asked.NounID)
	}
	return f, t.filterActs(&f, "actor_id", asked)
}

// filterActs selects the acts of one user or of users with a name, in a period.
func (t *tx) filterActs(f *filter, actor string, asked core.AuditFilter) error {
	if asked.ActorID != 0 {
		f.add(actor+" = ?", asked.ActorID)
	}
	if !asked.From.IsZero() {
		f.add("at >= ?", asked.From)
	}
	if !asked.To.IsZero() {
		f.add("at < ?", asked.To)
	}
	if asked.CreatedBy == "" {
		return nil
	}
	return t.filterPeople(f, actor, asked.CreatedBy)
}

// named is where the things of a noun are called something: from has them, by id.
type named struct{ id, name, from string }

// namedNouns finds what the things of each noun are called today; what moves a
// product is called by the product.
var namedNouns = map[string]named{
	"product":      {"products.id", "products.name", "products"},
	"user":         {"users.id", "users.username", "users"},
	"location":     {"locations.id", "locations.name", "locations"},
	"category":     {"labels.id", "labels.name", "labels"},
	"brand":        {"labels.id", "labels.name", "labels"},
	"tag":          {"labels.id", "labels.name", "labels"},
	"entry":        {"entries.id", "products.name", "entries JOIN products ON products.id = entries.product_id"},
	"transfer":     {"transfers.id", "products.name", "transfers JOIN products ON products.id = transfers.product_id"},
	"supplier":     {"suppliers.id", "suppliers.name", "suppliers"},
	"purchase":     {"purchases.id", "purchases.number", "purchases"},
	"receipt":      {"receipts.id", "purchases.number", "receipts JOIN purchases ON purchases.id = receipts.purchase_id"},
	"order":        {"orders.id", "orders.number", "orders"},
	"import":       {"imports.id", "imports.file_name", "imports"},
	"subscription": {"subscriptions.id", "subscriptions.name", "subscriptions"},
	"alert": {"alerts.id", "coalesce(products.name, alerts.subject)", "alerts LEFT JOIN products ON products.id " +
		"= alerts.product_id"},
	"channel": {"channels.id", "channels.name", "channels"},
	"backup":  {"backups.id", "backups.file_name", "backups"},
	"ticket":  {"tickets.id", "tickets.subject", "tickets"},

	"forecastEvent": {"forecast_events.id", "forecast_events.name", "forecast_events"},
}

// NameNouns implements core.Tx.
func (t *tx) NameNouns(rows []core.AuditRow) error {
	ids := map[string][]int64{}
	for _, row := range rows {
		ids[row.Noun] = append(ids[row.Noun], row.NounID)
	}
	names := map[string]map[int64]string{}
	for _, noun := range slices.Sorted(maps.Keys(ids)) {
		things, known := namedNouns[noun]
		if !known {
			continue
		}
		found, err := t.namesOf(things, ids[noun])
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
func (t *tx) namesOf(things named, ids []int64) (map[int64]string, error) {
	names := map[int64]string{}
	var f filter
	f.in(things.id, ids[:min(len(ids), idsMax)])
	_, err := all(t, func(r row) (id int64, err error) {
		var name string
		err = r.Scan(&id, &name)
		names[id] = name
		return id, err
	}, `SELECT `+things.id+`, `+things.name+` FROM `+things.from+f.where(), f.args...)
	return names, err
}
