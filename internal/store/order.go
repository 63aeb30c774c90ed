package store

import (
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/order"
)

// orderTable is what is kept of each order.
var orderTable = newTable("orders", []column[order.Order]{
	{name: "id", field: func(o *order.Order) any { return &o.ID }, written: apart},
	{name: "number", field: func(o *order.Order) any { return &o.Number }},
	{name: "number_sort_key", get: func(o *order.Order) any { return core.SortKey(o.Number) }},
	{name: "channel_id", field: func(o *order.Order) any { return &o.ChannelID }},
	{name: "external_id", field: func(o *order.Order) any { return &o.ExternalID }},
	{name: "source", field: func(o *order.Order) any { return &o.Source }},
	{name: "status", field: func(o *order.Order) any { return &o.Status }},
	{name: "total_cents", field: func(o *order.Order) any { return &o.Total }},
	{name: "ordered_cents", field: func(o *order.Order) any { return &o.Ordered }},
	{name: "discount_cents", field: func(o *order.Order) any { return &o.Charges.Discount }},
	{name: "fees_cents", field: func(o *order.Order) any { return &o.Charges.Fees }},
	{name: "shipping_cents", field: func(o *order.Order) any { return &o.Charges.Shipping }},
	{name: "tax_cents", field: func(o *order.Order) any { return &o.Charges.Tax }},
	{name: "refunded_cents", field: func(o *order.Order) any { return &o.Refunded }},
	{name: "currency", field: func(o *order.Order) any { return &o.Currency }},
	{name: "customer_name", field: func(o *order.Order) any { return &o.CustomerName }},
	{name: "customer_sort_key", get: func(o *order.Order) any { return core.SortKey(o.CustomerName) }},
	{name: "customer_email", field: func(o *order.Order) any { return &o.CustomerEmail }},
	{name: "search_key", get: func(o *order.Order) any {
		return searchKey(o.Number, o.CustomerName, o.CustomerEmail, o.ExternalID)
	}},
	{name: "shipping_address", field: func(o *order.Order) any { return asJSON{&o.ShippingAddress} }},
	{name: "billing_address", field: func(o *order.Order) any { return asJSON{&o.BillingAddress} }},
	{name: "notes", field: func(o *order.Order) any { return &o.Notes }},
	{name: "location_id", field: func(o *order.Order) any { return &o.LocationID }},
	{name: "lines", field: func(o *order.Order) any { return &o.LineCount }},
	{name: "units", field: func(o *order.Order) any { return &o.Units }},
	{name: "unmatched", field: func(o *order.Order) any { return &o.Unmatched }},
	{name: "odd_lines", field: func(o *order.Order) any { return &o.Odd }},
	{name: "created_by", field: func(o *order.Order) any { return &o.CreatedBy }, written: once},
	{name: "created_at", field: func(o *order.Order) any { return &o.CreatedAt }, written: once},
	{name: "updated_at", field: func(o *order.Order) any { return &o.UpdatedAt }},
	{name: "shipped_at", field: func(o *order.Order) any { return &o.ShippedAt }},
	{name: "delivered_at", field: func(o *order.Order) any { return &o.DeliveredAt }},
	{name: "shop_modified_at", field: func(o *order.Order) any { return &o.ShopModifiedAt }},
	{name: "received_at", field: func(o *order.Order) any { return &o.ReceivedAt }, written: once},
	{name: "processed", field: func(o *order.Order) any { return &o.Processed }},
	{name: "version", field: func(o *order.Order) any { return &o.Version }},
})

// orderRowColumns and orderRowTables join what a list of orders names.
var orderRowColumns = orderTable.columns + `, locations.name, ` + personColumns("users")

const orderRowTables = `orders JOIN locations ON locations.id = orders.location_id LEFT
	JOIN users ON users.id = orders.created_by`

func scanOrderRow(r row) (order.Row, error) { return scanOrderRowAnd(r) }

// scanOrderRowAnd reads an order and what a question has besides.
func scanOrderRowAnd(r row, more ...any) (o order.Row, err error) {
	var who person
	names := append([]any{&o.LocationName}, who.fields()...)
	err = r.Scan(orderTable.fields(&o.Order, append(names, more...)...)...)
	o.CreatedByName = who.name()
	return o, err
}

// InsertOrder implements order.Tx.
func (t *tx) InsertOrder(o order.Order, zone *time.Location) (int64, error) {
	id, err := insertRow(t, orderTable, &o)
	if err != nil {
		return 0, fmt.Errorf("insert order: %w", err)
	}
	o.ID = id
	t.index("order_search")
	t.countOrder(order.Order{}, o, zone)
	return id, nil
}

// UpdateOrder implements order.Tx.
func (t *tx) UpdateOrder(before, after order.Order, zone *time.Location) error {
	if err := updateRow(t, orderTable, &after, after.ID, before.Version); err != nil {
		return err
	}
	t.index("order_search")
	t.countOrder(before, after, zone)
	return nil
}

// OrderByID implements order.Tx.
func (t *tx) OrderByID(id int64) (order.Row, error) {
	return one(t, scanOrderRow, `SELECT `+orderRowColumns+` FROM `+orderRowTables+` WHERE orders.id = $1`, id)
}

// LockOrder implements order.Tx.
func (t *tx) LockOrder(id int64) (order.Order, error) {
	return t.lockOrder(`id = $1`, id)
}

// LockExternalOrder implements order.Tx.
func (t *tx) LockExternalOrder(channelID int64, externalID string) (order.Order, error) {
	return t.lockOrder(`channel_id = $1 AND external_id = $2 AND external_id <> ''`, channelID, externalID)
}

func (t *tx) lockOrder(condition string, values ...any) (order.Order, error) {
	if t.readOnly {
		return order.Order{}, core.ErrReadOnly
	}
	return one(t, orderTable.scan, orderTable.query+` WHERE `+condition+t.dialect.lockRow, values...)
}

// OrdersByNumbers implements order.Tx. The indexed key leaves out accents, so
// it finds more than was asked for; the rest is dropped here.
func (t *tx) OrdersByNumbers(numbers []string) ([]order.Order, error) {
	wanted := map[string]bool{}
	keys := make([]string, 0, len(numbers))
	for _, number := range numbers {
		wanted[core.IdentityKey(number)] = true
		keys = append(keys, core.SortKey(number))
	}
	var orders []order.Order
	for start := 0; start < len(keys); start += idsMax {
		var f filter
		f.oneOf("number_sort_key", keys[start:min(start+idsMax, len(keys))])
		err := walk(t, orderTable.scan, func(o order.Order) error {
			if wanted[core.IdentityKey(o.Number)] {
				orders = append(orders, o)
			}
			return nil
		}, orderTable.query+f.where(), f.args...)
		if err != nil {
			return nil, err
		}
	}
	return orders, nil
}

// InsertOrderEvent implements order.Tx.
func (t *tx) InsertOrderEvent(e order.Event) error {
	err := t.later(anyRows, `INSERT INTO order_events (order_id, at, user_id, kind, status, detail)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		e.OrderID, e.At, e.UserID, e.Kind, e.Status, e.Detail)
	return err
}

// OrderEvents implements order.Tx.
func (t *tx) OrderEvents(orderID int64) ([]order.Event, error) {
	return all(t, func(r row) (e order.Event, err error) {
		var who person
		err = r.Scan(append([]any{&e.ID, &e.OrderID, toTime(&e.At), &e.UserID, &e.Kind, &e.Status, &e.Detail},
			who.fields()...)...)
		e.UserName = who.name()
		return e, err
	}, `SELECT order_events.id, order_events.order_id, order_events.at, order_events.user_id, order_events.kind,
		order_events.status,
			order_events.detail, `+personColumns("users")+` FROM order_events LEFT JOIN users ON users.id = order_events.user_id
		WHERE order_events.order_id = $1 ORDER BY order_events.id`, orderID)
}

// InsertOrderEffects implements order.Tx.
func (t *tx) InsertOrderEffects(effects []order.Effect) error {
	rows := make([][]any, 0, len(effects))
	for _, e := range effects {
		rows = append(rows, []any{e.OrderID, e.LineID, e.Transition, e.ProductID, e.Quantity, e.MovementID, e.At})
	}
	if err := t.insertMany("order_effects (order_id, line_id, transition, product_id, quantity, movement_id, at)",
		rows); err != nil {
		return fmt.Errorf("insert order effects: %w", err)
	}
	return nil
}

// OrderEffects implements order.Tx.
func (t *tx) OrderEffects(orderID int64) ([]order.Effect, error) {
	return all(t, func(r row) (e order.Effect, err error) {
		err = r.Scan(&e.OrderID, &e.LineID, &e.Transition, &e.ProductID, &e.Quantity, &e.MovementID, toTime(&e.At))
		return e, err
	}, `SELECT order_id, line_id, transition, product_id, quantity, movement_id, at FROM order_effects
		WHERE order_id = $1 ORDER BY at, movement_id, line_id`, orderID)
}

// ClaimRefund implements order.Tx.
func (t *tx) ClaimRefund(orderID int64, key string) (bool, error) {
	touched, err := t.exec(`INSERT INTO order_refunds (order_id, refund_key, at) VALUES ($1, $2, $3) ON CONFLICT (order_id,
		refund_key) DO NOTHING`,
		orderID, key, t.now)
	return touched == 1, err
}

// ClaimedRefunds implements order.Tx.
func (t *tx) ClaimedRefunds(orderID int64) ([]string, error) {
	return all(t, func(r row) (key string, err error) {
		err = r.Scan(&key)
		return key, err
	}, `SELECT refund_key FROM order_refunds WHERE order_id = $1 ORDER BY refund_key`, orderID)
}

// ForgetRefund implements order.Tx.
func (t *tx) ForgetRefund(orderID int64, key string) error {
	return t.change(`DELETE FROM order_refunds WHERE order_id = $1 AND refund_key = $2`, orderID, key)
}
