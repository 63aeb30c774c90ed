package store

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"estante/internal/core"
	"estante/internal/order"
)

// countOrder notes what a change of an order means for the figures. They are
// written when the transaction has done everything else, as others are.
func (t *tx) countOrder(before, after order.Order, zone *time.Location) {
	if t.orderFigures == nil {
		t.orderFigures = order.Figures{}
	}
	t.orderFigures.Add(before, zone, -1)
	t.orderFigures.Add(after, zone, 1)
}

// figureKeys lists the keys in one order, so that two transactions that change
// the same rows cannot wait for each other.
func figureKeys(figures order.Figures) []order.FigureKey {
	return slices.SortedFunc(maps.Keys(figures), func(a, b order.FigureKey) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Status, b.Status), cmp.Compare(a.Currency, b.Currency))
	})
}

func (t *tx) writeOrderFigures() error {
	slot := t.anySlot()
	for _, key := range figureKeys(t.orderFigures) {
		change := t.orderFigures[key]
		if change == (order.Figure{}) {
			continue
		}
		err := t.later(anyRows, `INSERT INTO order_figures (day, status, currency, slot, orders, amount_cents, shipped)
			VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (day, status, currency, slot) DO UPDATE SET orders = order_figures.orders + excluded.orders,
				amount_cents = order_figures.amount_cents + excluded.amount_cents,
				shipped = order_figures.shipped + excluded.shipped`,
			key.Day, key.Status, key.Currency, slot, change.Orders, change.Amount, change.Shipped)
		if err != nil {
			return fmt.Errorf("count orders: %w", err)
		}
	}
	return nil
}

// ShippedBetween implements order.Tx.
func (t *tx) ShippedBetween(from, until time.Time) (int64, error) {
	return one(t, scanID, `SELECT count(*) FROM orders WHERE shipped_at >= $1 AND shipped_at < $2`, from, until)
}

// OrderFigures implements order.Tx.
func (t *tx) OrderFigures(firstDay, lastDay string) ([]order.FigureRow, error) {
	return all(t, func(r row) (f order.FigureRow, err error) {
		err = r.Scan(&f.Day, &f.Status, &f.Currency, &f.Orders, &f.Amount, &f.Shipped)
		return f, err
	}, `SELECT day, status, currency, CAST(sum(orders) AS BIGINT), CAST(sum(amount_cents) AS BIGINT),
		CAST(sum(shipped) AS BIGINT)
		FROM order_figures WHERE day >= $1 AND day <= $2 GROUP BY day, status, currency ORDER BY day, status, currency`,
		firstDay, lastDay)
}

// countedOrders goes through all orders and counts them by the days of a zone.
func (t *tx) countedOrders(zone *time.Location) (order.Figures, error) {
	figures := order.Figures{}
	err := walk(t, func(r row) (o order.Order, err error) {
		err = r.Scan(&o.ID, &o.Status, &o.Currency, &o.Total, toTime(&o.CreatedAt), toOptionalTime(&o.ShippedAt))
		return o, err
	}, func(o order.Order) error {
		figures.Add(o, zone, 1)
		return nil
	}, `SELECT id, status, currency, total_cents, created_at, shipped_at FROM orders`)
	return figures, err
}

// RecountOrders implements order.Tx.
func (t *tx) RecountOrders(zone *time.Location) error {
	figures, err := t.countedOrders(zone)
	if err != nil {
		return err
	}
	if _, err := t.exec(`DELETE FROM order_figures`); err != nil {
		return err
	}
	rows := make([][]any, 0, len(figures))
	for _, key := range figureKeys(figures) {
		f := figures[key]
		rows = append(rows, []any{key.Day, key.Status, key.Currency, 0, f.Orders, f.Amount, f.Shipped})
	}
	return t.insertMany("order_figures (day, status, currency, slot, orders, amount_cents, shipped)", rows)
}

// OrderCounts implements order.Tx.
func (t *tx) OrderCounts(zone *time.Location) ([]core.KeptCount, error) {
	counted, err := t.countedOrders(zone)
	if err != nil {
		return nil, err
	}
	rows, err := t.OrderFigures("", "9999-12-31")
	if err != nil {
		return nil, err
	}
	kept := order.Figures{}
	for _, row := range rows {
		kept[row.FigureKey] = row.Figure
	}
	keys := maps.Clone(counted)
	maps.Copy(keys, kept)
	counts := []core.KeptCount{}
	for _, key := range figureKeys(keys) {
		name := " en estado " + string(key.Status) + ", en " + key.Currency
		if key.Day != "" {
			name += ", del " + key.Day
		}
		counts = append(counts,
			core.KeptCount{What: "El número de pedidos" + name, Kept: kept[key].Orders, Counted: counted[key].Orders},
			core.KeptCount{
				What: "El importe de los pedidos, en céntimos," + name, Kept: int64(kept[key].Amount),
				Counted: int64(counted[key].Amount),
			},
			core.KeptCount{What: "El número de envíos" + name, Kept: kept[key].Shipped, Counted: counted[key].Shipped})
	}
	return counts, nil
}
