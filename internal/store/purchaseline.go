package store

import (
	"fmt"
	"strconv"
	"strings"

	"estante/internal/core"
	"estante/internal/purchase"
)

// purchaseLineTable is what is kept of each line of a purchase.
var purchaseLineTable = newTable("purchase_lines", []column[purchase.Line]{
	{name: "id", field: func(l *purchase.Line) any { return &l.ID }, written: apart},
	{name: "purchase_id", field: func(l *purchase.Line) any { return &l.PurchaseID }, written: once},
	{name: "position", field: func(l *purchase.Line) any { return &l.Position }, written: once},
	{name: "product_id", field: func(l *purchase.Line) any { return &l.ProductID }, written: once},
	{name: "sku", field: func(l *purchase.Line) any { return &l.SKU }, written: once},
	{name: "name", field: func(l *purchase.Line) any { return &l.Name }, written: once},
	{name: "supplier_sku", field: func(l *purchase.Line) any { return &l.SupplierSKU }, written: once},
	{name: "pack_units", field: func(l *purchase.Line) any { return &l.PackUnits }, written: once},
	{name: "pack_price", field: func(l *purchase.Line) any { return &l.PackPrice }, written: once},
	{name: "discount", field: func(l *purchase.Line) any { return &l.Discount }, written: once},
	{name: "value_cents", field: func(l *purchase.Line) any { return &l.Value }, written: once},
	{name: "ordered", field: func(l *purchase.Line) any { return &l.Ordered }, written: once},
	{name: "received", field: func(l *purchase.Line) any { return &l.Received }},
	{name: "rejected", field: func(l *purchase.Line) any { return &l.Rejected }},
	{name: "replaced", field: func(l *purchase.Line) any { return &l.Replaced }},
	{name: "closed", field: func(l *purchase.Line) any { return &l.Closed }},
	{name: "pending", field: func(l *purchase.Line) any { return &l.Pending }},
	{name: "expected_on", field: func(l *purchase.Line) any { return &l.ExpectedOn }},
})

// InsertPurchaseLines implements purchase.Tx.
func (t *tx) InsertPurchaseLines(lines []purchase.Line) error {
	err := t.inBatches(len(lines), purchaseLineTable.width, func(from, to int) error {
		var rows [][]any
		for i := from; i < to; i++ {
			rows = append(rows, purchaseLineTable.values(&lines[i]))
		}
		return t.later(anyRows, purchaseLineTable.insert+tuples(to-from, purchaseLineTable.width, nil), flatten(rows)...)
	})
	if err != nil {
		return fmt.Errorf("insert purchase lines: %w", err)
	}
	return nil
}

// lineCasts are the types of what UpdatePurchaseLines writes.
var lineCasts = []string{"BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "TEXT"}

// UpdatePurchaseLines implements purchase.Tx.
func (t *tx) UpdatePurchaseLines(lines []purchase.Line) error {
	return t.inBatches(len(lines), len(lineCasts), func(from, to int) error {
		var values []any
		for _, l := range lines[from:to] {
			values = append(values, l.ID, l.Received, l.Rejected, l.Replaced, l.Closed, l.Pending, l.ExpectedOn)
		}
		update := updateFrom(`UPDATE purchase_lines SET received = v.column2, rejected = v.column3, replaced = v.column4,
			closed = v.column5, pending = v.column6, expected_on = v.column7`, to-from, lineCasts,
			`purchase_lines.id = v.column1`)
		return t.later(int64(to-from), update, values...)
	})
}

// DeletePurchaseLines implements purchase.Tx.
func (t *tx) DeletePurchaseLines(purchaseID int64) error {
	_, err := t.exec(`DELETE FROM purchase_lines WHERE purchase_id = $1`, purchaseID)
	return err
}

// PurchaseLines implements purchase.Tx.
func (t *tx) PurchaseLines(purchaseID int64) ([]purchase.Line, error) {
	return all(t, purchaseLineTable.scan, purchaseLineTable.query+` WHERE purchase_id = $1 ORDER BY position, id`,
		purchaseID)
}

// PurchaseOfLine implements purchase.Tx.
func (t *tx) PurchaseOfLine(lineID int64) (int64, error) {
	return one(t, scanID, `SELECT purchase_id FROM purchase_lines WHERE id = $1`, lineID)
}

// KeepIncoming implements purchase.Tx.
func (t *tx) KeepIncoming(productIDs []int64) error {
	ids := sortedIDs(productIDs)
	for start := 0; start < len(ids); start += idsMax {
		some := ids[start:min(start+idsMax, len(ids))]
		var f filter
		f.anyOf("products.id", some)
		_, err := t.exec(`UPDATE products SET
			incoming = coalesce((SELECT sum(pending) FROM purchase_lines
				WHERE purchase_lines.product_id = products.id AND pending > 0), 0),
			incoming_on = coalesce((SELECT min(purchase_lines.expected_on) FROM purchase_lines
				WHERE purchase_lines.product_id = products.id AND pending > 0 AND purchase_lines.expected_on <> ''), '')`+
			f.where(), f.args...)
		if err != nil {
			return fmt.Errorf("keep incoming: %w", err)
		}
		for _, id := range some {
			t.forecasts.move(id)
		}
	}
	return nil
}

// PendingLines implements purchase.Tx.
func (t *tx) PendingLines(productID int64, page core.Page) (core.List[purchase.Pending], error) {
	var f filter
	f.add("purchase_lines.pending > 0")
	if productID != 0 {
		f.add("purchase_lines.product_id = ?", productID)
	}
	// Names make no line more or fewer, and counting them takes longer than all else.
	var found core.List[purchase.Pending]
	var err error
	found.Count, err = t.countMatches(otherList, onNothingKept, `SELECT 1 FROM purchase_lines`+f.where(), f.args)
	if err != nil {
		return found, err
	}
	found.Rows, err = pageOf(t, func(r row) (p purchase.Pending, err error) {
		err = r.Scan(&p.LineID, &p.PurchaseID, &p.Number, &p.SupplierID, &p.SupplierName, &p.ProductID, &p.SKU, &p.Name,
			&p.Units, &p.ExpectedOn)
		return p, err
	}, `purchase_lines.id, purchases.id, purchases.number, suppliers.id, suppliers.name, purchase_lines.product_id,
		purchase_lines.sku, purchase_lines.name, purchase_lines.pending, purchase_lines.expected_on`,
		`purchase_lines JOIN purchases ON purchases.id = purchase_lines.purchase_id
		JOIN suppliers ON suppliers.id = purchases.supplier_id`,
		`purchase_lines.product_id, purchase_lines.expected_on, purchase_lines.id`, f, page)
	return found, err
}

// IncomingCounts implements verify.Tx. Days are compared as numbers like 20261231, and no day is none.
func (t *tx) IncomingCounts() ([]core.KeptCount, error) {
	type incoming struct {
		sku           string
		units, due    int64
		day, expected string
	}
	rows, err := all(t, func(r row) (i incoming, err error) {
		err = r.Scan(&i.sku, &i.units, &i.due, &i.day, &i.expected)
		return i, err
	}, `SELECT products.sku, products.incoming, CAST(coalesce(due.units, 0) AS BIGINT), products.incoming_on,
			coalesce(due.day, '') FROM products
		LEFT JOIN (SELECT l.product_id, sum(l.pending) AS units,
				min(CASE WHEN p.expected_on <> '' THEN p.expected_on END) AS day
			FROM purchase_lines AS l JOIN purchases AS p ON p.id = l.purchase_id
			WHERE l.pending > 0 GROUP BY l.product_id) AS due ON due.product_id = products.id
		WHERE products.incoming <> coalesce(due.units, 0) OR products.incoming_on <> coalesce(due.day, '')
		ORDER BY products.id LIMIT 100`)
	counts := make([]core.KeptCount, 0, 2*len(rows))
	for _, i := range rows {
		counts = append(counts,
			core.KeptCount{What: "Lo que está en camino de «" + i.sku + "»", Kept: i.units, Counted: i.due},
			core.KeptCount{
				What: "El día en que llega lo que está en camino de «" + i.sku + "»", Kept: dayNumber(i.day),
				Counted: dayNumber(i.expected),
			})
	}
	return counts, err
}

// dayNumber is a day as a number, 0 for none and -1 for what is no day.
func dayNumber(day string) int64 {
	if day == "" {
		return 0
	}
	number, err := strconv.ParseInt(strings.ReplaceAll(day, "-", ""), 10, 64)
	if err != nil {
		return -1
	}
	return number
}

// PurchaseSums implements verify.Tx.
func (t *tx) PurchaseSums() ([]core.KeptCount, error) {
	type sums struct {
		id                                             int64
		number                                         string
		pending, received, ordered, value, extra, due  int64
		lPending, lReceived, lOrdered, lValue, lExtra2 int64
	}
	rows, err := all(t, func(r row) (s sums, err error) {
		err = r.Scan(&s.id, &s.number, &s.ordered, &s.received, &s.pending, &s.value, &s.extra, &s.lOrdered, &s.lReceived,
			&s.lPending, &s.lValue, &s.lExtra2, &s.due)
		return s, err
	}, `SELECT p.id, p.number, p.ordered, p.received, p.pending, p.value_cents, p.extra_cents,
			CAST(l.ordered AS BIGINT), CAST(l.received AS BIGINT), CAST(l.pending AS BIGINT), CAST(l.value AS BIGINT),
			CAST(coalesce(e.cost, 0) AS BIGINT), CAST(l.due AS BIGINT)
		FROM purchases AS p JOIN (SELECT purchase_id, sum(ordered) AS ordered, sum(received) AS received,
				sum(pending) AS pending, coalesce(sum(value_cents), 0) AS value,
				sum(CASE WHEN ordered + replaced - received - closed > 0 THEN ordered + replaced - received - closed
					ELSE 0 END) AS due
			FROM purchase_lines GROUP BY purchase_id) AS l ON l.purchase_id = p.id
		LEFT JOIN (SELECT purchase_id, sum(cost_cents) AS cost FROM extra_costs WHERE undone_at IS NULL
			GROUP BY purchase_id) AS e ON e.purchase_id = p.id
		WHERE p.ordered <> l.ordered OR p.received <> l.received OR p.pending <> l.pending OR p.value_cents <> l.value
			OR p.extra_cents <> coalesce(e.cost, 0)
			OR p.pending <> CASE WHEN p.status = 'sent' THEN l.due ELSE 0 END
		ORDER BY p.id LIMIT 100`)
	if err != nil {
		return nil, err
	}
	var counts []core.KeptCount
	for _, s := range rows {
		name := " de la compra " + s.number
		if s.number == "" {
			name = fmt.Sprintf(" del borrador de compra %d", s.id)
		}
		counts = append(counts,
			core.KeptCount{What: "Lo pedido" + name, Kept: s.ordered, Counted: s.lOrdered},
			core.KeptCount{What: "Lo recibido" + name, Kept: s.received, Counted: s.lReceived},
			core.KeptCount{What: "Lo pendiente" + name, Kept: s.pending, Counted: s.lPending},
			core.KeptCount{What: "El importe, en céntimos," + name, Kept: s.value, Counted: s.lValue},
			core.KeptCount{What: "Los gastos, en céntimos," + name, Kept: s.extra, Counted: s.lExtra2})
		if s.pending == s.lPending && s.pending != 0 && s.pending != s.due {
			counts = append(counts, core.KeptCount{What: "Lo que falta" + name, Kept: s.pending, Counted: s.due})
		}
	}
	return counts, nil
}
