package shoptest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"estante/internal/catalogue"
	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inbox"
	"estante/internal/inventory"
	"estante/internal/order"
	"estante/internal/outbox"
)

func Second[T any](_ T, err error) error { return err }

// ShopifyOrder is an order as Shopify tells it.
func ShopifyOrder(id, number, minute int, more Object) Object {
	told := Object{
		"id": id, "name": fmt.Sprintf("#%d", number), "order_number": number, "currency": "EUR", "total_price": "10.00",
		"financial_status": "paid",
		"created_at":       "2026-11-10T09:00:00Z", "updated_at": fmt.Sprintf("2026-11-10T10:%02d:00Z", minute),
		"line_items": []Object{{"id": 11, "sku": "HER-1", "name": "Taladro", "quantity": 3, "price": "5.00"}},
	}
	for field, value := range more {
		told[field] = value
	}
	return told
}

func ShopifyRefund(id int, restock string, quantity int) Object {
	return Object{
		"id": id, "order_id": 1, "refund_line_items": []Object{{
			"line_item_id": 11, "quantity": quantity, "restock_type": restock,
		}},
	}
}

// Ends is what the orders of the shop come to, in one text, and how many units
// have left the shelf since there were so many.
func (b *Inbox) Ends(t *testing.T, stock int64) string {
	t.Helper()
	var text []string
	for _, order := range b.KeptOrders(t) {
		if order.ChannelID != b.Sender.ID {
			continue
		}
		said := fmt.Sprintf("%s %s", order.Number, order.Status)
		for _, line := range order.Lines {
			said += fmt.Sprintf(" %d-%d/%d/%d/%d", line.Quantity, line.Cancelled, line.Shipped, line.Returned, line.WrittenOff)
		}
		text = append(text, said)
	}
	return fmt.Sprintf("%s left %d", strings.Join(text, "; "), stock-StockOf(t, b.Inventory, b.Product.ID))
}

// WooOrder is an order as WooCommerce tells it.
func WooOrder(minute int, status string, more Object) Object {
	told := Object{
		"id": 1, "number": "1", "status": status, "currency": "EUR", "total": "10.00",
		"date_created_gmt":  "2026-11-10T09:00:00",
		"date_modified_gmt": fmt.Sprintf("2026-11-10T10:%02d:00", minute), "billing": Object{"first_name": "Ana"},
		"line_items": []Object{{"id": 11, "sku": "HER-1", "name": "Taladro", "quantity": 3, "price": 5}},
	}
	for field, value := range more {
		told[field] = value
	}
	return told
}

const (
	ShopSecret     = "el secreto de la tienda"
	standardSecret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
)

// connected numbers the shops, which have a name each.
var connected atomic.Int64

// Connect connects a shop of some kind.
func Connect(t *testing.T, inv *inventory.Inventory, source channel.Source) inbox.ChannelRow {
	t.Helper()
	secret := ShopSecret
	if source == channel.Standard {
		secret = standardSecret
	}
	sender, _, err := inv.Inbox.CreateChannel(t.Context(), core.System, inbox.NewChannel{
		Name: fmt.Sprintf("Tienda %s %d", source, connected.Add(1)), Source: source, Secret: secret,
	})
	return Must(t, sender, err)
}

// Inbox is an office with a product, HER-1, and a shop that sends orders of it.
type Inbox struct {
	*Office
	Product catalogue.Product
	Sender  inbox.ChannelRow
	Secret  string
	// Told numbers the messages, which have a name each.
	Told int
}

func OpenInbox(t *testing.T, s *Office, source channel.Source, stock int64) *Inbox {
	t.Helper()
	product, err := s.Ledger.CreateProduct(t.Context(), Clerk, Drill(stock))
	box := &Inbox{Office: s, Product: Must(t, product, err), Sender: Connect(t, s.Inventory, source), Secret: ShopSecret}
	if source == channel.Standard {
		box.Secret = standardSecret
	}
	return box
}

// Letter is a delivery as it arrives.
type Letter struct {
	headers inbox.DeliveryHeaders
	Body    []byte
}

// Write signs a message of the shop's.
func (b *Inbox) Write(t *testing.T, topic string, body any) Letter {
	t.Helper()
	b.Told++
	text, err := json.Marshal(body)
	Must(t, text, err)
	signed, err := b.Sender.Source.Sign(channel.Message{
		ID: fmt.Sprintf("aviso-%d", b.Told), Topic: topic, At: b.Now(), Body: text,
	}, b.Secret)
	Must(t, signed, err)
	written := Letter{Body: text}
	for name, value := range signed {
		written.headers = append(written.headers, inbox.DeliveryHeader{Name: name, Value: value})
	}
	return written
}

// Post hands a letter in at the door.
func (b *Inbox) Post(t *testing.T, l Letter) (inbox.Arrival, error) {
	t.Helper()
	current, err := b.Inbox.Channel(t.Context(), core.System, b.Sender.ID)
	return b.Inbox.ReceiveDelivery(t.Context(), Must(t, current, err).Channel, l.headers, l.Body)
}

// Sends posts what is genuine.
func (b *Inbox) Sends(t *testing.T, topic string, body any) inbox.Arrival {
	t.Helper()
	arrival, err := b.Post(t, b.Write(t, topic, body))
	return Must(t, arrival, err)
}

// Work processes everything that is due.
func (b *Inbox) Work(t *testing.T) {
	t.Helper()
	for {
		taken, err := b.Inbox.ProcessDeliveries(t.Context())
		if Must(t, taken, err) == 0 {
			return
		}
	}
}

// Verdict is what came of a delivery.
func (b *Inbox) Verdict(t *testing.T, id int64) string {
	t.Helper()
	delivery, err := b.Inbox.Delivery(t.Context(), id)
	Must(t, delivery, err)
	return string(delivery.State) + ": " + delivery.Verdict
}

func (b *Inbox) KeptOrders(t *testing.T) []order.Row {
	t.Helper()
	orders, err := b.Orders.ListOrders(t.Context(), order.Filter{
		Ordering: order.OrdersByNumber, Page: core.Page{Number: 1, Size: 100},
	})
	return Must(t, orders, err).Rows
}

// ToldOf lists what the first account was told of one kind of news.
func (b *Inbox) ToldOf(t *testing.T, kind outbox.NotificationKind) (titles []string) {
	t.Helper()
	told, err := b.Outbox.Notifications(t.Context(), core.Actor{User: core.User{ID: 1}}, core.Page{Number: 1, Size: 100})
	for _, notification := range Must(t, told, err).Rows {
		if notification.Kind == kind {
			titles = append(titles, notification.Title)
		}
	}
	return titles
}

type Object = map[string]any

// Order is a message of a standard shop; minute is by the shop's clock.
func Order(id string, minute int, status string, items ...Object) Object {
	if items == nil {
		items = []Object{}
	}
	return Object{"type": "order.updated", "timestamp": "2026-11-15T09:00:00Z", "data": Object{
		"id": id, "orderNumber": "P-" + id, "status": status, "totalAmount": "10.00", "currency": "EUR",
		"customerName": "Ana",
		"createdAt":    "2026-11-10T09:00:00Z",
		"updatedAt":    PlacedAt.Add(time.Duration(minute) * time.Minute).Format(time.RFC3339), "items": items,
	}}
}

func Asked(id, sku string, quantity int) Object {
	return Object{"id": id, "sku": sku, "name": "Nombre de la tienda", "quantity": quantity, "unitPrice": "5.00"}
}

// IsKind says whether an error is of a kind.
func IsKind(err error, kind core.Kind) bool {
	var known *core.Error
	return errors.As(err, &known) && known.Kind == kind
}

// Newcomer is a product that comes after orders of it did.
func (b *Inbox) Newcomer(t *testing.T, stock int64) catalogue.Product {
	t.Helper()
	fields := Drill(stock)
	fields.SKU, fields.Name = Ptr("NUEVO-1"), Ptr("Sierra")
	product, err := b.Ledger.CreateProduct(t.Context(), Clerk, fields)
	return Must(t, product, err)
}

// Deletes deletes a product although orders ask for it, as could happen before
// orders that were opened again looked for their products.
func (b *Inbox) Deletes(t *testing.T) {
	t.Helper()
	Must(t, 0, core.Write(t.Context(), b.Db, func(tx inventory.Tx) error {
		before, err := tx.LockProduct(b.Product.ID)
		if err != nil {
			return err
		}
		after, now := before, tx.Now()
		after.DeletedAt, after.Version = &now, before.Version+1
		return tx.UpdateProduct(before, after)
	}))
}

// Hears is what comes of news of WooCommerce's.
func (b *Inbox) Hears(t *testing.T, body Object) string {
	t.Helper()
	return b.saysOf(t, "order.updated", body)
}
