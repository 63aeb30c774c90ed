package store

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"estante/internal/inventory"
)

const orderColumns = `orders.id, orders.number, orders.channel_id, orders.external_id, orders.source, orders.status, orders.total_cents,
	orders.currency, orders.customer_name, orders.customer_email, orders.shipping_address, orders.billing_address, orders.notes,
	orders.location_id, orders.lines, orders.units, orders.unmatched, orders.created_by, orders.created_at, orders.updated_at,
	orders.shipped_at, orders.delivered_at, orders.shop_modified_at, orders.received_at, orders.processed, orders.version`

func scanOrder(r row) (inventory.Order, error) { return scanOrderAnd(r) }

// scanOrderAnd reads an order and what a question has besides.
func scanOrderAnd(r row, more ...any) (o inventory.Order, err error) {
	var shipping, billing string
	err = r.Scan(append([]any{
		&o.ID, &o.Number, &o.ChannelID, &o.ExternalID, &o.Source, &o.Status, &o.Total, &o.Currency, &o.CustomerName, &o.CustomerEmail,
		&shipping, &billing, &o.Notes, &o.LocationID, &o.LineCount, &o.Units, &o.Unmatched, &o.CreatedBy, toTime(&o.CreatedAt), toTime(&o.UpdatedAt),
		toOptionalTime(&o.ShippedAt), toOptionalTime(&o.DeliveredAt), toOptionalTime(&o.ShopModifiedAt), toTime(&o.ReceivedAt), &o.Processed, &o.Version,
	}, more...)...)
	if err != nil {
		return o, err
	}
	if err := json.Unmarshal([]byte(shipping), &o.ShippingAddress); err != nil {
		return o, err
	}
	return o, json.Unmarshal([]byte(billing), &o.BillingAddress)
}

// orderRowColumns and orderTables join what a list of orders names.
var orderRowColumns = orderColumns + `, locations.name, ` + personColumns("users")

const orderTables = `orders JOIN locations ON locations.id = orders.location_id LEFT JOIN users ON users.id = orders.created_by`

func scanOrderRow(r row) (o inventory.OrderRow, err error) {
	var who person
	o.Order, err = scanOrderAnd(r, append([]any{&o.LocationName}, who.fields()...)...)
	o.CreatedByName = who.name()
	return o, err
}

// orderSearchKey is what a search for orders looks at.
func orderSearchKey(o inventory.Order) string {
	return searchKey(o.Number, o.CustomerName, o.CustomerEmail, o.ExternalID)
}

// orderWritten are the columns that can change, and orderValues their values in
// the same order.
const orderWritten = `number, channel_id, external_id, source, status, total_cents, currency, customer_name, customer_email, shipping_address,
	billing_address, notes, location_id, lines, units, unmatched, updated_at, shipped_at, delivered_at, shop_modified_at, processed, version,
	search_key, number_sort_key, customer_sort_key`

func orderValues(o inventory.Order) ([]any, error) {
	shipping, err := json.Marshal(o.ShippingAddress)
	if err != nil {
		return nil, err
	}
	billing, err := json.Marshal(o.BillingAddress)
	return []any{
		o.Number, o.ChannelID, o.ExternalID, o.Source, o.Status, o.Total, o.Currency, o.CustomerName, o.CustomerEmail, string(shipping),
		string(billing), o.Notes, o.LocationID, o.LineCount, o.Units, o.Unmatched, o.UpdatedAt, o.ShippedAt, o.DeliveredAt, o.ShopModifiedAt,
		o.Processed, o.Version, orderSearchKey(o), inventory.SortKey(o.Number), inventory.SortKey(o.CustomerName),
	}, err
}

// InsertOrder implements inventory.Tx.
func (t *tx) InsertOrder(o inventory.Order, zone *time.Location) (int64, error) {
	values, err := orderValues(o)
	if err != nil {
		return 0, err
	}
	values = append(values, o.CreatedBy, o.CreatedAt, o.ReceivedAt)
	id, err := one(t, scanID, `INSERT INTO orders (`+orderWritten+`, created_by, created_at, received_at)
		VALUES (`+placeholders(1, len(values))+`) RETURNING id`, values...)
	if err != nil {
		return 0, fmt.Errorf("insert order: %w", err)
	}
	o.ID = id
	t.index("order_search")
	t.countOrder(inventory.Order{}, o, zone)
	return id, nil
}

// orderSet writes the columns that can change.
var orderSet = func() string {
	var set []string
	for i, column := range strings.Split(orderWritten, ",") {
		set = append(set, fmt.Sprintf("%s = $%d", strings.TrimSpace(column), i+1))
	}
	return strings.Join(set, ", ")
}()

// UpdateOrder implements inventory.Tx.
func (t *tx) UpdateOrder(before, after inventory.Order, zone *time.Location) error {
	values, err := orderValues(after)
	if err != nil {
		return err
	}
	n := len(values)
	err = t.change(fmt.Sprintf(`UPDATE orders SET %s WHERE id = $%d AND version = $%d`, orderSet, n+1, n+2), append(values, after.ID, before.Version)...)
	if isNotFound(err) {
		return inventory.ErrStale
	}
	if err != nil {
		return fmt.Errorf("update order: %w", err)
	}
	t.index("order_search")
	t.countOrder(before, after, zone)
	return nil
}

// OrderByID implements inventory.Tx.
func (t *tx) OrderByID(id int64) (inventory.OrderRow, error) {
	return one(t, scanOrderRow, `SELECT `+orderRowColumns+` FROM `+orderTables+` WHERE orders.id = $1`, id)
}

// LockOrder implements inventory.Tx.
func (t *tx) LockOrder(id int64) (inventory.Order, error) {
	return t.lockOrder(`id = $1`, id)
}

// LockExternalOrder implements inventory.Tx.
func (t *tx) LockExternalOrder(channelID int64, externalID string) (inventory.Order, error) {
	return t.lockOrder(`channel_id = $1 AND external_id = $2 AND external_id <> ''`, channelID, externalID)
}

func (t *tx) lockOrder(condition string, values ...any) (inventory.Order, error) {
	if t.readOnly {
		return inventory.Order{}, inventory.ErrReadOnly
	}
	return one(t, scanOrder, `SELECT `+orderColumns+` FROM orders WHERE `+condition+t.dialect.lockRow, values...)
}

// OrdersByNumbers implements inventory.Tx. The indexed key leaves out accents, so
// it finds more than was asked for; the rest is dropped here.
func (t *tx) OrdersByNumbers(numbers []string) ([]inventory.Order, error) {
	wanted := map[string]bool{}
	keys := make([]string, 0, len(numbers))
	for _, number := range numbers {
		wanted[inventory.IdentityKey(number)] = true
		keys = append(keys, inventory.SortKey(number))
	}
	var orders []inventory.Order
	for start := 0; start < len(keys); start += idsMax {
		var f filter
		f.oneOf("number_sort_key", keys[start:min(start+idsMax, len(keys))])
		err := walk(t, scanOrder, func(o inventory.Order) error {
			if wanted[inventory.IdentityKey(o.Number)] {
				orders = append(orders, o)
			}
			return nil
		}, `SELECT `+orderColumns+` FROM orders`+f.where(), f.args...)
		if err != nil {
			return nil, err
		}
	}
	return orders, nil
}

// InsertOrderEvent implements inventory.Tx.
func (t *tx) InsertOrderEvent(e inventory.OrderEvent) error {
	err := t.later(anyRows, `INSERT INTO order_events (order_id, at, user_id, kind, status, detail) VALUES ($1, $2, $3, $4, $5, $6)`,
		e.OrderID, e.At, e.UserID, e.Kind, e.Status, e.Detail)
	return err
}

// OrderEvents implements inventory.Tx.
func (t *tx) OrderEvents(orderID int64) ([]inventory.OrderEvent, error) {
	return all(t, func(r row) (e inventory.OrderEvent, err error) {
		var who person
		err = r.Scan(append([]any{&e.ID, &e.OrderID, toTime(&e.At), &e.UserID, &e.Kind, &e.Status, &e.Detail}, who.fields()...)...)
		e.UserName = who.name()
		return e, err
	}, `SELECT order_events.id, order_events.order_id, order_events.at, order_events.user_id, order_events.kind, order_events.status,
			order_events.detail, `+personColumns("users")+` FROM order_events LEFT JOIN users ON users.id = order_events.user_id
		WHERE order_events.order_id = $1 ORDER BY order_events.id`, orderID)
}

// InsertOrderEffects implements inventory.Tx.
func (t *tx) InsertOrderEffects(effects []inventory.OrderEffect) error {
	rows := make([][]any, 0, len(effects))
	for _, e := range effects {
		rows = append(rows, []any{e.OrderID, e.LineID, e.Transition, e.ProductID, e.Quantity, e.MovementID, e.At})
	}
	if err := t.insertMany("order_effects (order_id, line_id, transition, product_id, quantity, movement_id, at)", rows); err != nil {
		return fmt.Errorf("insert order effects: %w", err)
	}
	return nil
}

// OrderEffects implements inventory.Tx.
func (t *tx) OrderEffects(orderID int64) ([]inventory.OrderEffect, error) {
	return all(t, func(r row) (e inventory.OrderEffect, err error) {
		err = r.Scan(&e.OrderID, &e.LineID, &e.Transition, &e.ProductID, &e.Quantity, &e.MovementID, toTime(&e.At))
		return e, err
	}, `SELECT order_id, line_id, transition, product_id, quantity, movement_id, at FROM order_effects
		WHERE order_id = $1 ORDER BY at, movement_id, line_id`, orderID)
}

// ClaimRefund implements inventory.Tx.
func (t *tx) ClaimRefund(orderID int64, key string) (bool, error) {
	touched, err := t.exec(`INSERT INTO order_refunds (order_id, refund_key, at) VALUES ($1, $2, $3) ON CONFLICT (order_id, refund_key) DO NOTHING`,
		orderID, key, t.now)
	return touched == 1, err
}

// ClaimedRefunds implements inventory.Tx.
func (t *tx) ClaimedRefunds(orderID int64) ([]string, error) {
	return all(t, func(r row) (key string, err error) {
		err = r.Scan(&key)
		return key, err
	}, `SELECT refund_key FROM order_refunds WHERE order_id = $1 ORDER BY refund_key`, orderID)
}

// ForgetRefund implements inventory.Tx.
func (t *tx) ForgetRefund(orderID int64, key string) error {
	return t.change(`DELETE FROM order_refunds WHERE order_id = $1 AND refund_key = $2`, orderID, key)
}
