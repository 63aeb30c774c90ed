package store

import (
	"slices"
	"strings"

	"estante/internal/alert"
	"estante/internal/core"
	"estante/internal/purchase"
)

var alertRowColumns = alertColumns + `, coalesce(products.name, ''), coalesce(products.sku, ''),
	coalesce(products.image_url, ''),
	coalesce(products.stock, 0), coalesce(products.shortage, 0), products.min_stock, coalesce(products.alert_days, 0),
	CASE WHEN products.stock = 0 THEN (SELECT at FROM movements WHERE movements.product_id = products.id
		AND movements.quantity <> 0 ORDER BY seq DESC LIMIT 1) END,
	coalesce(products.alert_blocked, FALSE), products.deleted_at, ` + daysLeftColumn + `,
	CASE WHEN forecasts.computed_at IS NOT NULL THEN forecasts.to_do END,
	coalesce(purchases.number, ''), coalesce(suppliers.name, ''), coalesce(purchases.status, ''),
	coalesce(purchases.expected_on, ''), coalesce(purchases.pending, 0), ` + personColumns("users")

// alertTables joins what a list of alerts names.
const alertTables = `alerts LEFT JOIN products ON products.id = alerts.product_id` + forecastJoin + `
	LEFT JOIN purchases ON purchases.id = alerts.purchase_id
	LEFT JOIN suppliers ON suppliers.id = purchases.supplier_id
	LEFT JOIN users ON users.id = alerts.resolved_by`

func scanAlertRow(r row) (a alert.Row, err error) {
	var who person
	var deleted *int64
	var status purchase.Status
	fields := append(alertFields(&a.Alert), &a.ProductName, &a.ProductSKU, &a.ImageURL, &a.Stock, &a.Shortage, &a.MinStock,
		&a.AlertDays, toOptionalTime(&a.OutSince),
		&a.Blocked, &deleted, &a.DaysLeft, &a.ToDo, &a.Purchase.Number, &a.Purchase.Supplier, &status,
		&a.Purchase.ExpectedOn, &a.Purchase.Pending)
	err = r.Scan(append(fields, who.fields()...)...)
	a.Deleted = deleted != nil
	a.Purchase.PurchaseID, a.Purchase.Sent = a.PurchaseID, status == purchase.Sent
	if a.Purchase.Number != "" {
		a.Subject = a.Purchase.Name()
	}
	if a.State == alert.Resolved {
		a.ResolvedByName = who.name()
	}
	a.Notes = []alert.Note{}
	return a, err
}

// AlertByID implements alert.Tx.
func (t *tx) AlertByID(id int64) (alert.Row, error) {
	found, err := all(t, scanAlertRow, `SELECT `+alertRowColumns+` FROM `+alertTables+` WHERE alerts.id = $1`, id)
	if err != nil {
		return alert.Row{}, err
	}
	if len(found) == 0 {
		return alert.Row{}, core.ErrNotFound
	}
	return found[0], t.addNotes(found)
}

// addNotes gives alerts their notes, the oldest first.
func (t *tx) addNotes(alerts []alert.Row) error {
	places := map[int64]int{}
	ids := make([]int64, 0, len(alerts))
	for i, a := range alerts {
		places[a.ID] = i
		ids = append(ids, a.ID)
	}
	var f filter
	f.anyOf("alert_notes.alert_id", ids)
	return walk(t, func(r row) (n alert.Note, err error) {
		var who person
		err = r.Scan(append([]any{&n.ID, &n.AlertID, &n.UserID, &n.Note, toTime(&n.At)}, who.fields()...)...)
		n.UserName = who.name()
		return n, err
	}, func(n alert.Note) error {
		alert := &alerts[places[n.AlertID]]
		alert.Notes = append(alert.Notes, n)
		return nil
	}, `SELECT alert_notes.id, alert_notes.alert_id, alert_notes.user_id, alert_notes.note, alert_notes.at, `+
		personColumns("users")+`
		FROM alert_notes LEFT JOIN users ON users.id = alert_notes.user_id`+f.where()+
		` ORDER BY alert_notes.alert_id, alert_notes.id`, f.args...)
}

// alertOrders are the orderings as SQL, each with an index of one state.
var alertOrders = map[alert.Ordering]ordering{
	alert.AlertsByLevel:    {table: "alerts", column: "alerts.level", then: "alerts.created_at", index: "alerts_by_level"},
	alert.AlertsByCreated:  {table: "alerts", column: "alerts.created_at", index: "alerts_by_created"},
	alert.AlertsByResolved: {table: "alerts", column: "alerts.resolved_at", index: "alerts_by_resolved"},
}

// withinLevel are the same indexes of the alerts of one level.
var withinLevel = map[string]string{
	"alerts_by_level": "alerts_by_level", "alerts_by_created": "alerts_by_level",
	"alerts_by_resolved": "alerts_by_level_resolved",
}

// alertOrdering is what was asked for, or the worst first.
func alertOrdering(asked alert.Filter) ordering {
	order := orderingOf(alertOrders, asked.Ordering, "-"+alert.AlertsByLevel)
	switch {
	case asked.ProductID != 0:
		order.index = "alerts_by_product"
	case asked.Level != alert.None:
		order.index = withinLevel[order.index]
	}
	return order
}

// alertFilterColumns are the columns that filters and orders look at.
const alertFilterColumns = `alerts.id, alerts.product_id, alerts.channel_id, alerts.subject, alerts.state, alerts.level,
	alerts.created_at, alerts.resolved_at, alerts.purchase_id, alerts.search_key`

// ListAlerts implements alert.Tx.
func (t *tx) ListAlerts(asked alert.Filter) (core.List[alert.Row], error) {
	var found core.List[alert.Row]
	asked.Page = clamp(asked.Page)
	totals, err := t.AlertTotals()
	if err != nil {
		return found, err
	}
	kept := totals.Of(asked.State, asked.Level)
	f, always, err := t.alertFilter(asked, gathered)
	if err != nil {
		return found, err
	}
	if asked.ProductID == 0 && always == len(f.conditions) {
		found.Count = core.CountOf(kept, asked.Level != alert.None)
	} else if found.Count, err = t.countMatches(otherList, onNothingKept, `SELECT 1 FROM alerts`+f.where(),
		f.args); err != nil {
		return found, err
	}
	order := alertOrdering(asked)
	ids, err := t.pick(picking{
		order: order, columns: alertFilterColumns, always: always,
		filter: func(how reading) (filter, error) {
			f, _, err := t.alertFilter(asked, how)
			return f, err
		},
		page: asked.Page, matches: found.Count, rows: kept,
	})
	if err != nil {
		return found, err
	}
	var picked filter
	picked.in("alerts.id", ids)
	found.Rows, err = all(t, scanAlertRow, `SELECT `+alertRowColumns+` FROM `+alertTables+picked.where()+` ORDER BY `+
		order.sql(), picked.args...)
	if err != nil {
		return found, err
	}
	return found, t.addNotes(found.Rows)
}

// alertFilter is what was asked as conditions, and how many of the first of
// them the index of the order has.
func (t *tx) alertFilter(asked alert.Filter, how reading) (f filter, always int, err error) {
	if asked.ProductID != 0 {
		f.add("alerts.product_id = ?", asked.ProductID)
	}
	if !asked.EveryState {
		f.add("alerts.state = ?", asked.State)
	}
	if asked.Level != alert.None {
		f.add("alerts.level = ?", asked.Level)
	}
	always = len(f.conditions)
	if isBlank(asked.Search) {
		return f, always, nil
	}
	if how == gathered {
		if err := t.leadByProduct(&f, asked.Search); err != nil {
			return f, always, err
		}
	}
	return f, always, t.searchAlerts(&f, asked.Search, how)
}

// fewProducts is below how many it is quicker to look up the alerts of each product
// than to go through all alerts of a state.
const fewProducts = 1000

// leadByProduct has the few products that a search finds looked at first. A planner
// that does not know how many they are would read every alert of the state.
func (t *tx) leadByProduct(f *filter, search string) error {
	if t.dialect.guessesFound {
		return nil
	}
	found, err := t.countFound(search)
	if err == nil && found.N < fewProducts {
		for i, condition := range f.conditions {
			f.conditions[i] = "+" + condition
		}
	}
	return err
}

// searchAlerts requires an alert to be about a product, a channel or a purchase that a
// search finds. Most words are in no channel's name.
func (t *tx) searchAlerts(f *filter, text string, how reading) error {
	channels, err := t.channelsInAlerts(text)
	if err != nil {
		return err
	}
	t.searchProductOf(f, "alerts.product_id", text, how)
	last := len(f.conditions) - 1
	halves := []string{f.conditions[last]}
	other := filter{args: f.args}
	for _, word := range searchWords(text) {
		other.add(t.dialect.contains("alerts.search_key"), word)
	}
	halves = append(halves, "alerts.purchase_id IS NOT NULL AND "+strings.Join(other.conditions, " AND "))
	if len(channels) > 0 {
		named := filter{args: other.args}
		named.oneOf("alerts.subject", channels)
		other.args = named.args
		halves = append(halves, "alerts.channel_id IS NOT NULL AND "+named.conditions[0])
	}
	f.args = other.args
	if how == walked {
		f.conditions[last] = "(" + strings.Join(halves, " OR ") + ")"
		return nil
	}
	// Each part has its index; of an "or" the planner might read every alert.
	const of = "SELECT alerts.id FROM alerts WHERE "
	f.conditions[last] = "alerts.id IN (" + of + strings.Join(halves, " UNION ALL "+of) + ")"
	return nil
}

// channelsInAlerts are the names of channels, as alerts show them, that have
// every word of a search.
func (t *tx) channelsInAlerts(text string) ([]string, error) {
	words := searchWords(text)
	names, err := all(t, scanText, `SELECT DISTINCT subject FROM alerts WHERE channel_id IS NOT NULL ORDER BY subject`)
	if err != nil {
		return nil, err
	}
	named := slices.DeleteFunc(names, func(name string) bool {
		key := searchKey(name)
		return slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(key, word) })
	})
	return named[:min(len(named), idsMax)], nil
}
