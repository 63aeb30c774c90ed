package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/order"
)

// recountingStep is the step that changes what orders come to. Their figures are by
// the days of the business's zone, which SQL does not know.
const recountingStep = "_order_amounts.sql"

// recountFigures makes the figures of orders anew within a step of the schema, whose
// columns are those of that step for ever.
func recountFigures(ctx context.Context, tx *sql.Tx) error {
	var settings core.Settings
	err := tx.QueryRowContext(ctx, `SELECT time_zone FROM settings`).Scan(&settings.TimeZone)
	if err != nil {
		return fmt.Errorf("read the zone: %w", err)
	}
	figures, err := figuresOf(ctx, tx, settings.Zone())
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM order_figures`); err != nil {
		return err
	}
	for _, key := range figureKeys(figures) {
		f := figures[key]
		if _, err := tx.ExecContext(ctx, `INSERT INTO order_figures (day, status, currency, slot, orders, amount_cents, shipped)
			VALUES ($1, $2, $3, 0, $4, $5, $6)`, key.Day, string(key.Status), key.Currency, f.Orders, int64(f.Amount),
			f.Shipped); err != nil {
			return err
		}
	}
	return nil
}

// figuresOf counts all orders by the days of a zone.
func figuresOf(ctx context.Context, tx *sql.Tx, zone *time.Location) (order.Figures, error) {
	rows, err := tx.QueryContext(ctx, `SELECT id, status, currency, total_cents, created_at, shipped_at FROM orders`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	figures := order.Figures{}
	for rows.Next() {
		var o order.Order
		var placed int64
		var left sql.NullInt64
		if err := rows.Scan(&o.ID, &o.Status, &o.Currency, &o.Total, &placed, &left); err != nil {
			return nil, err
		}
		o.CreatedAt = time.UnixMicro(placed)
		if left.Valid {
			at := time.UnixMicro(left.Int64)
			o.ShippedAt = &at
		}
		figures.Add(o, zone, 1)
	}
	return figures, rows.Err()
}
