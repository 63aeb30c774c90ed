package store

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/purchase"
)

// rateText keeps a rate as it was written, and none as no text.
type rateText struct{ rate **core.Rate }

// Scan implements sql.Scanner.
func (r rateText) Scan(value any) error {
	text, is := value.(string)
	if !is {
		return fmt.Errorf("%T is no text", value)
	}
	*r.rate = nil
	if text == "" {
		return nil
	}
	rate, err := core.ParseRate(text)
	*r.rate = &rate
	return err
}

// value is what is kept of a rate.
func rateValue(rate *core.Rate) string {
	if rate == nil {
		return ""
	}
	return rate.String()
}

// purchaseTable is what is kept of each purchase. What searches look at is written by itself.
var purchaseTable = newTable("purchases", []column[purchase.Purchase]{
	{name: "id", field: func(p *purchase.Purchase) any { return &p.ID }, written: apart},
	{name: "number", field: func(p *purchase.Purchase) any { return &p.Number }},
	{name: "number_sort_key", get: func(p *purchase.Purchase) any { return core.SortKey(p.Number) }},
	{name: "supplier_id", field: func(p *purchase.Purchase) any { return &p.SupplierID }},
	{name: "status", field: func(p *purchase.Purchase) any { return &p.Status }},
	{name: "location_id", field: func(p *purchase.Purchase) any { return &p.LocationID }},
	{name: "currency", field: func(p *purchase.Purchase) any { return &p.Currency }},
	{
		name: "rate", field: func(p *purchase.Purchase) any { return rateText{&p.Rate} },
		get: func(p *purchase.Purchase) any {
			return rateValue(p.Rate)
		},
	},
	{name: "expected_on", field: func(p *purchase.Purchase) any { return &p.ExpectedOn }},
	{name: "due_key", get: func(p *purchase.Purchase) any { return dueKey(*p) }},
	{name: "notes", field: func(p *purchase.Purchase) any { return &p.Notes }},
	{name: "lines", field: func(p *purchase.Purchase) any { return &p.LineCount }},
	{name: "ordered", field: func(p *purchase.Purchase) any { return &p.Ordered }},
	{name: "received", field: func(p *purchase.Purchase) any { return &p.Received }},
	{name: "pending", field: func(p *purchase.Purchase) any { return &p.Pending }},
	{name: "value_cents", field: func(p *purchase.Purchase) any { return &p.Value }},
	{name: "extra_cents", field: func(p *purchase.Purchase) any { return &p.Extra }},
	{name: "created_by", field: func(p *purchase.Purchase) any { return &p.CreatedBy }, written: once},
	{name: "created_at", field: func(p *purchase.Purchase) any { return &p.CreatedAt }, written: once},
	{name: "updated_at", field: func(p *purchase.Purchase) any { return &p.UpdatedAt }},
	{name: "sent_by", field: func(p *purchase.Purchase) any { return &p.SentBy }},
	{name: "sent_at", field: func(p *purchase.Purchase) any { return &p.SentAt }},
	{name: "sent_how", field: func(p *purchase.Purchase) any { return &p.SentHow }},
	{name: "message_id", field: func(p *purchase.Purchase) any { return &p.MessageID }},
	{name: "sent_words", field: func(p *purchase.Purchase) any { return &p.SentWords }},
	{name: "ended_at", field: func(p *purchase.Purchase) any { return &p.EndedAt }},
	{name: "version", field: func(p *purchase.Purchase) any { return &p.Version }},
	{name: "search_key", get: func(*purchase.Purchase) any { return "" }, written: once},
})

// dueKey sorts purchases that are expected before all others, the earliest day first, when it
// is read backwards: each digit of the day is turned around.
func dueKey(p purchase.Purchase) string {
	if p.Status != purchase.Sent || p.ExpectedOn == "" {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '9' - (r - '0')
		}
		return r
	}, p.ExpectedOn)
}

var (
	purchaseRowColumns = purchaseTable.columns + `, suppliers.name, locations.name, ` + personColumns("users") + `, ` +
		personColumns("senders")
	purchaseRowQuery = `SELECT ` + purchaseRowColumns + ` FROM ` + purchaseRowTables
)

const purchaseRowTables = `purchases JOIN suppliers ON suppliers.id = purchases.supplier_id
	JOIN locations ON locations.id = purchases.location_id
	LEFT JOIN users ON users.id = purchases.created_by
	LEFT JOIN users AS senders ON senders.id = purchases.sent_by`

func scanPurchaseRow(r row) (p purchase.Row, err error) {
	var writer, sender person
	more := append([]any{&p.SupplierName, &p.LocationName}, append(writer.fields(), sender.fields()...)...)
	err = r.Scan(purchaseTable.fields(&p.Purchase, more...)...)
	p.CreatedByName = writer.name()
	if p.SentAt != nil {
		p.SentByName = sender.name()
	}
	return p, err
}

// InsertPurchase implements purchase.Tx.
func (t *tx) InsertPurchase(p purchase.Purchase) (int64, error) {
	id, err := insertRow(t, purchaseTable, &p)
	if err != nil {
		return 0, fmt.Errorf("insert purchase: %w", err)
	}
	t.countPurchase(p.Status, 1)
	return id, nil
}

// UpdatePurchase implements purchase.Tx.
func (t *tx) UpdatePurchase(before, after purchase.Purchase) error {
	if err := updateRow(t, purchaseTable, &after, after.ID, before.Version); err != nil {
		return err
	}
	t.countPurchase(before.Status, -1)
	t.countPurchase(after.Status, 1)
	if before.Status != after.Status || before.ExpectedOn != after.ExpectedOn || before.Pending != after.Pending {
		t.touchPurchase(after.ID)
	}
	return nil
}

// searchKeyMax is how much of what is in a purchase a search looks at.
const searchKeyMax = 20_000

// SearchPurchaseBy implements purchase.Tx.
func (t *tx) SearchPurchaseBy(id int64, words []string) error {
	t.index("purchase_search")
	return t.change(`UPDATE purchases SET search_key = $1 WHERE id = $2`, core.Cut(searchKey(words...), searchKeyMax), id)
}

// DeletePurchase implements purchase.Tx.
func (t *tx) DeletePurchase(p purchase.Purchase) error {
	for _, table := range []string{"purchase_events", "purchase_lines", "extra_costs"} {
		if _, err := t.exec(`DELETE FROM `+table+` WHERE purchase_id = $1`, p.ID); err != nil {
			return fmt.Errorf("delete purchase: %w", err)
		}
	}
	// What searches know of it goes with the words.
	if _, err := t.exec(`DELETE FROM purchase_search WHERE rowid = $1`, p.ID); err != nil {
		return err
	}
	t.countPurchase(p.Status, -1)
	return t.change(`DELETE FROM purchases WHERE id = $1`, p.ID)
}

// PurchaseByID implements purchase.Tx.
func (t *tx) PurchaseByID(id int64) (purchase.Row, error) {
	return one(t, scanPurchaseRow, purchaseRowQuery+` WHERE purchases.id = $1`, id)
}

// PurchaseOfMessage implements purchase.Tx.
func (t *tx) PurchaseOfMessage(messageID int64) (int64, error) {
	return one(t, scanID, `SELECT id FROM purchases WHERE message_id > 0 AND message_id = $1`, messageID)
}

// LockPurchase implements purchase.Tx.
func (t *tx) LockPurchase(id int64) (purchase.Purchase, error) {
	if t.readOnly {
		return purchase.Purchase{}, core.ErrReadOnly
	}
	return one(t, purchaseTable.scan, purchaseTable.query+` WHERE id = $1`+t.dialect.lockRow, id)
}

// countPurchase notes a purchase that came into a state, or left it.
func (t *tx) countPurchase(status purchase.Status, by int64) {
	if t.purchaseTotals == nil {
		t.purchaseTotals = map[purchase.Status]int64{}
	}
	t.purchaseTotals[status] += by
}

// writePurchaseTotals writes what the transaction changed, always in one order.
func (t *tx) writePurchaseTotals() error {
	slot := t.anySlot()
	for _, status := range slices.Sorted(maps.Keys(t.purchaseTotals)) {
		if t.purchaseTotals[status] == 0 {
			continue
		}
		if err := t.later(anyRows, `INSERT INTO purchase_totals (status, slot, purchases) VALUES ($1, $2, $3)
			ON CONFLICT (status, slot) DO UPDATE SET purchases = purchase_totals.purchases + excluded.purchases`,
			status, slot, t.purchaseTotals[status]); err != nil {
			return fmt.Errorf("count purchases: %w", err)
		}
	}
	return nil
}

// PurchaseTotals implements purchase.Tx.
func (t *tx) PurchaseTotals() (map[purchase.Status]int64, error) {
	return t.purchaseCounts(`SELECT status, CAST(sum(purchases) AS BIGINT) FROM purchase_totals GROUP BY status`)
}

func (t *tx) purchaseCounts(query string) (map[purchase.Status]int64, error) {
	counts := map[purchase.Status]int64{}
	err := walk(t, func(r row) (status purchase.Status, err error) {
		var n int64
		err = r.Scan(&status, &n)
		counts[status] = n
		return status, err
	}, func(purchase.Status) error { return nil }, query)
	return counts, err
}

// NextNumber implements purchase.Tx. The row stays locked until the number is used or given back.
func (t *tx) NextNumber(series string) (int64, error) {
	return one(t, scanID, `INSERT INTO number_series (series, last) VALUES ($1, 1)
		ON CONFLICT (series) DO UPDATE SET last = number_series.last + 1 RETURNING last`, series)
}

// InsertPurchaseEvent implements purchase.Tx.
func (t *tx) InsertPurchaseEvent(e purchase.Event) error {
	return t.later(anyRows, `INSERT INTO purchase_events (purchase_id, at, user_id, kind, status, detail)
		VALUES ($1, $2, $3, $4, $5, $6)`, e.PurchaseID, e.At, e.UserID, e.Kind, e.Status, e.Detail)
}

// PurchaseEvents implements purchase.Tx.
func (t *tx) PurchaseEvents(purchaseID int64) ([]purchase.Event, error) {
	return all(t, func(r row) (e purchase.Event, err error) {
		var who person
		err = r.Scan(append([]any{&e.ID, &e.PurchaseID, toTime(&e.At), &e.UserID, &e.Kind, &e.Status, &e.Detail},
			who.fields()...)...)
		e.UserName = who.name()
		return e, err
	}, `SELECT purchase_events.id, purchase_events.purchase_id, purchase_events.at, purchase_events.user_id,
			purchase_events.kind, purchase_events.status, purchase_events.detail, `+personColumns("users")+`
		FROM purchase_events LEFT JOIN users ON users.id = purchase_events.user_id
		WHERE purchase_events.purchase_id = $1 ORDER BY purchase_events.id`, purchaseID)
}

// ProductsNamed implements purchase.Tx.
func (t *tx) ProductsNamed(ids []int64) (map[int64]catalogue.Product, error) {
	found := map[int64]catalogue.Product{}
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.anyOf("products.id", ids[start:min(start+idsMax, len(ids))])
		f.add("products.deleted_at IS NULL")
		some, err := all(t, scanProduct, productTable.query+f.where(), f.args...)
		if err != nil {
			return nil, err
		}
		for _, product := range some {
			found[product.ID] = product
		}
	}
	return found, nil
}

// PurchaseCounts implements verify.Tx.
func (t *tx) PurchaseCounts() ([]core.KeptCount, error) {
	kept, err := t.PurchaseTotals()
	if err != nil {
		return nil, err
	}
	counted, err := t.purchaseCounts(`SELECT status, count(*) FROM purchases GROUP BY status`)
	if err != nil {
		return nil, err
	}
	counts := []core.KeptCount{}
	for _, status := range purchase.Statuses {
		counts = append(counts, core.KeptCount{
			What: "El número de compras en estado " + status.Label(), Kept: kept[status], Counted: counted[status],
		})
	}
	return counts, nil
}

// sortedIDs are some ids, each once.
func sortedIDs(ids []int64) []int64 {
	return slices.CompactFunc(slices.Sorted(slices.Values(ids)), func(a, b int64) bool { return cmp.Compare(a, b) == 0 })
}

func scanWanted(r row) (w purchase.Wanted, err error) {
	err = r.Scan(&w.ProductID, &w.SKU, &w.Name, &w.ToDo, &w.RunsOutIn)
	return w, err
}

const (
	wantedQuery = `SELECT products.id, products.sku, products.name, forecasts.to_do, forecasts.runs_out_in
		FROM forecasts JOIN products ON products.id = forecasts.product_id`
	wantedOrder = ` ORDER BY coalesce(forecasts.runs_out_in, 1000000), products.id`
)

// WantedByForecast implements purchase.Tx.
func (t *tx) WantedByForecast(ids []int64, limit int) ([]purchase.Wanted, error) {
	if len(ids) == 0 {
		return all(t, scanWanted, wantedQuery+` WHERE forecasts.to_do > 0 AND products.deleted_at IS NULL`+wantedOrder+
			` LIMIT $1`, limit)
	}
	found := []purchase.Wanted{}
	ids = sortedIDs(ids)
	for start := 0; start < len(ids); start += idsMax {
		var f filter
		f.anyOf("forecasts.product_id", ids[start:min(start+idsMax, len(ids))])
		f.add("products.deleted_at IS NULL")
		some, err := all(t, scanWanted, wantedQuery+f.where()+wantedOrder, f.args...)
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	return found, nil
}

// RunOutNext implements purchase.Tx.
func (t *tx) RunOutNext(supplierID int64, limit int) ([]purchase.Wanted, error) {
	return all(t, scanWanted, wantedQuery+` JOIN supplier_products ON supplier_products.product_id = products.id
		WHERE supplier_products.supplier_id = $1 AND supplier_products.preferred AND forecasts.to_do = 0
			AND forecasts.runs_out_in IS NOT NULL AND products.deleted_at IS NULL`+wantedOrder+` LIMIT $2`, supplierID, limit)
}

// ArrivingBetween implements purchase.Tx.
func (t *tx) ArrivingBetween(first, last string) (purchase.Arriving, error) {
	return one(t, func(r row) (a purchase.Arriving, err error) {
		err = r.Scan(&a.Purchases, &a.Units)
		return a, err
	}, `SELECT count(*), CAST(coalesce(sum(pending), 0) AS BIGINT) FROM purchases
		WHERE status = 'sent' AND expected_on >= $1 AND expected_on <= $2`, first, last)
}
