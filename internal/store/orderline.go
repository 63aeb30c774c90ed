package store

import (
	"fmt"

	"estante/internal/core"
	"estante/internal/order"
)

// orderLineTable is what is kept of each line of an order. What comes is short of
// nothing until its order claims it.
var orderLineTable = newTable("order_lines", []column[order.Line]{
	{name: "id", field: func(l *order.Line) any { return &l.ID }, written: apart},
	{name: "order_id", field: func(l *order.Line) any { return &l.OrderID }, written: once},
	{name: "position", field: func(l *order.Line) any { return &l.Position }, written: once},
	{name: "product_id", field: func(l *order.Line) any { return maybeID{&l.ProductID} }},
	{name: "article", field: func(l *order.Line) any { return &l.Article }},
	{name: "unstocked", field: func(l *order.Line) any { return &l.Unstocked }},
	{name: "sku", field: func(l *order.Line) any { return &l.SKU }},
	{name: "sku_key", get: func(l *order.Line) any { return core.IdentityKey(l.SKU) }},
	{name: "name", field: func(l *order.Line) any { return &l.Name }},
	{name: "external_id", field: func(l *order.Line) any { return &l.ExternalID }, written: once},
	{name: "quantity", field: func(l *order.Line) any { return &l.Quantity }},
	{name: "unit_price_cents", field: func(l *order.Line) any { return &l.UnitPrice }},
	{name: "amount_cents", field: func(l *order.Line) any { return &l.Amount }},
	{name: "priced", field: func(l *order.Line) any { return &l.Priced }},
	{name: "cancelled", field: func(l *order.Line) any { return &l.Cancelled }},
	{name: "shipped", field: func(l *order.Line) any { return &l.Shipped }},
	{name: "returned", field: func(l *order.Line) any { return &l.Returned }},
	{name: "written_off", field: func(l *order.Line) any { return &l.WrittenOff }},
	{name: "unshipped", field: func(l *order.Line) any { return &l.Unshipped }},
	{name: "shop_refunded", field: func(l *order.Line) any { return &l.ShopRefunded }},
	{name: "hand_refunded", field: func(l *order.Line) any { return &l.HandRefunded }},
	{name: "shop_left", field: func(l *order.Line) any { return &l.ShopLeft }},
	{name: "shop_taken", field: func(l *order.Line) any { return &l.ShopTaken }},
	{name: "claimed", field: func(l *order.Line) any { return &l.Claimed }},
	{name: "shortage", field: func(l *order.Line) any { return &l.Shortage }},
	{name: "location_id", field: func(l *order.Line) any { return &l.LocationID }},
	{name: "placed_at", field: func(l *order.Line) any { return &l.PlacedAt }, written: once},
})

func scanOrderLine(r row) (l order.Line, err error) {
	var image *string
	err = r.Scan(orderLineTable.fields(&l, &image)...)
	if image != nil {
		l.ImageURL = *image
	}
	return l, err
}

// InsertOrderLines implements order.Tx.
func (t *tx) InsertOrderLines(lines []order.Line) ([]order.Line, error) {
	kept := make([]order.Line, 0, len(lines))
	err := t.inBatches(len(lines), orderLineTable.width, func(from, to int) error {
		var rows [][]any
		for _, l := range lines[from:to] {
			l.Shortage = 0
			rows = append(rows, orderLineTable.values(&l))
		}
		ids := map[int]int64{}
		err := walk(t, func(r row) (position int, err error) {
			var id int64
			err = r.Scan(&id, &position)
			ids[position] = id
			return position, err
		}, func(int) error {
			return nil
		}, orderLineTable.insert+tuples(to-from, orderLineTable.width, nil)+` RETURNING id, position`, flatten(rows)...)
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

// UpdateOrderLines implements order.Tx.
func (t *tx) UpdateOrderLines(lines []order.Line) error {
	for _, l := range lines {
		err := t.later(1, orderLineTable.update, append(orderLineTable.changes(&l), l.ID)...)
		if err != nil {
			return fmt.Errorf("update order line: %w", err)
		}
	}
	return nil
}

// DeleteOrderLines implements order.Tx.
func (t *tx) DeleteOrderLines(orderID int64) error {
	_, err := t.exec(`DELETE FROM order_lines WHERE order_id = $1`, orderID)
	return err
}

// OrderLines implements order.Tx.
func (t *tx) OrderLines(orderIDs []int64) (map[int64][]order.Line, error) {
	lines := map[int64][]order.Line{}
	for start := 0; start < len(orderIDs); start += idsMax {
		var f filter
		f.in("order_lines.order_id", orderIDs[start:min(start+idsMax, len(orderIDs))])
		err := walk(t, scanOrderLine, func(l order.Line) error {
			lines[l.OrderID] = append(lines[l.OrderID], l)
			return nil
		}, `SELECT `+orderLineTable.columns+`, products.image_url FROM order_lines LEFT
			JOIN products ON products.id = order_lines.product_id`+f.where()+`
			ORDER BY order_lines.order_id, order_lines.position, order_lines.id`, f.args...)
		if err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// UnmatchedOrders implements order.Tx.
func (t *tx) UnmatchedOrders(channelID int64, skuKey string) ([]int64, error) {
	return all(t, scanID, `SELECT DISTINCT order_lines.order_id FROM order_lines
		JOIN orders ON orders.id = order_lines.order_id
		WHERE order_lines.product_id IS NULL AND NOT order_lines.unstocked AND order_lines.sku_key = $1
		AND orders.channel_id = $2
		AND orders.status IN ('pending', 'processing')
		ORDER BY order_lines.order_id`, skuKey, channelID)
}

// UnmatchedArticleOrders implements order.Tx.
func (t *tx) UnmatchedArticleOrders(channelID int64, article string) ([]int64, error) {
	return all(t, scanID, `SELECT DISTINCT order_lines.order_id FROM order_lines
		JOIN orders ON orders.id = order_lines.order_id
		WHERE order_lines.product_id IS NULL AND order_lines.article <> '' AND order_lines.article = $1
		AND NOT order_lines.unstocked AND orders.channel_id = $2 AND orders.status IN ('pending', 'processing')
		ORDER BY order_lines.order_id`, article, channelID)
}
