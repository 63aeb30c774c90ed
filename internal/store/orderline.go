package store

import (
	"fmt"

	"estante/internal/inventory"
)

const orderLineColumns = `order_lines.id, order_lines.order_id, order_lines.position, order_lines.product_id, order_lines.sku, order_lines.name,
	order_lines.external_id, order_lines.quantity, order_lines.unit_price_cents, order_lines.cancelled, order_lines.shipped,
	order_lines.returned, order_lines.written_off, order_lines.claimed, order_lines.shortage, order_lines.location_id, order_lines.placed_at,
	products.image_url`

func scanOrderLine(r row) (l inventory.OrderLine, err error) {
	var product *int64
	var image *string
	err = r.Scan(&l.ID, &l.OrderID, &l.Position, &product, &l.SKU, &l.Name, &l.ExternalID, &l.Quantity, &l.UnitPrice, &l.Cancelled, &l.Shipped,
		&l.Returned, &l.WrittenOff, &l.Claimed, &l.Shortage, &l.LocationID, toTime(&l.PlacedAt), &image)
	if product != nil {
		l.ProductID = *product
	}
	if image != nil {
		l.ImageURL = *image
	}
	return l, err
}

// productOf is a line's product as it is kept: there may be none.
func productOf(l inventory.OrderLine) *int64 {
	if l.ProductID == 0 {
		return nil
	}
	return &l.ProductID
}

// orderLineWidth is how many values a line has besides its number.
const orderLineWidth = 17

// InsertOrderLines implements inventory.Tx.
func (t *tx) InsertOrderLines(lines []inventory.OrderLine) ([]inventory.OrderLine, error) {
	kept := make([]inventory.OrderLine, 0, len(lines))
	err := t.inBatches(len(lines), orderLineWidth, func(from, to int) error {
		var rows [][]any
		for _, l := range lines[from:to] {
			rows = append(rows, []any{
				l.OrderID, l.Position, productOf(l), l.SKU, inventory.IdentityKey(l.SKU), l.Name, l.ExternalID, l.Quantity, l.UnitPrice,
				l.Cancelled, l.Shipped, l.Returned, l.WrittenOff, l.Claimed, l.LocationID, l.PlacedAt, 0,
			})
		}
		ids := map[int]int64{}
		err := walk(t, func(r row) (position int, err error) {
			var id int64
			err = r.Scan(&id, &position)
			ids[position] = id
			return position, err
		}, func(int) error { return nil }, `INSERT INTO order_lines (order_id, position, product_id, sku, sku_key, name, external_id, quantity,
				unit_price_cents, cancelled, shipped, returned, written_off, claimed, location_id, placed_at, shortage)
			VALUES `+tuples(to-from, orderLineWidth, nil)+` RETURNING id, position`, flatten(rows)...)
		for _, l := range lines[from:to] {
			l.ID = ids[l.Position]
			kept = append(kept, l)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("insert order lines: %w", err)
	}
	return kept, nil
}

// UpdateOrderLines implements inventory.Tx.
func (t *tx) UpdateOrderLines(lines []inventory.OrderLine) error {
	for _, l := range lines {
		err := t.change(`UPDATE order_lines SET product_id = $1, sku = $2, sku_key = $3, name = $4, quantity = $5, unit_price_cents = $6, cancelled = $7,
				shipped = $8, returned = $9, written_off = $10, claimed = $11, shortage = $12, location_id = $13 WHERE id = $14`,
			productOf(l), l.SKU, inventory.IdentityKey(l.SKU), l.Name, l.Quantity, l.UnitPrice, l.Cancelled, l.Shipped, l.Returned, l.WrittenOff,
			l.Claimed, l.Shortage, l.LocationID, l.ID)
		if err != nil {
			return fmt.Errorf("update order line: %w", err)
		}
	}
	return nil
}

// DeleteOrderLines implements inventory.Tx.
func (t *tx) DeleteOrderLines(orderID int64) error {
	_, err := t.exec(`DELETE FROM order_lines WHERE order_id = $1`, orderID)
	return err
}

// OrderLines implements inventory.Tx.
func (t *tx) OrderLines(orderIDs []int64) (map[int64][]inventory.OrderLine, error) {
	lines := map[int64][]inventory.OrderLine{}
	for start := 0; start < len(orderIDs); start += idsMax {
		var f filter
		f.in("order_lines.order_id", orderIDs[start:min(start+idsMax, len(orderIDs))])
		err := walk(t, scanOrderLine, func(l inventory.OrderLine) error {
			lines[l.OrderID] = append(lines[l.OrderID], l)
			return nil
		}, `SELECT `+orderLineColumns+` FROM order_lines LEFT JOIN products ON products.id = order_lines.product_id`+f.where()+`
			ORDER BY order_lines.order_id, order_lines.position, order_lines.id`, f.args...)
		if err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// UnmatchedOrders implements inventory.Tx.
func (t *tx) UnmatchedOrders(channelID int64, skuKey string) ([]int64, error) {
	return all(t, scanID, `SELECT DISTINCT order_lines.order_id FROM order_lines JOIN orders ON orders.id = order_lines.order_id
		WHERE order_lines.product_id IS NULL AND order_lines.sku_key = $1 AND orders.channel_id = $2 AND orders.status IN ('pending', 'processing')
		ORDER BY order_lines.order_id`, skuKey, channelID)
}
