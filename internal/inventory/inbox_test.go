package inventory_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/inventory"
)

const (
	shopSecret     = "el secreto de la tienda"
	standardSecret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
)

// connected numbers the shops, which have a name each.
var connected atomic.Int64

// connect connects a shop of some kind.
func connect(t *testing.T, inv *inventory.Inventory, source channel.Source) inventory.ChannelRow {
	t.Helper()
	secret := shopSecret
	if source == channel.Standard {
		secret = standardSecret
	}
	sender, _, err := inv.CreateChannel(t.Context(), inventory.System, inventory.NewChannel{Name: fmt.Sprintf("Tienda %s %d", source, connected.Add(1)), Source: source, Secret: secret})
	return must(t, sender, err)
}

// inbox is an office with a product, HER-1, and a shop that sends orders of it.
type inbox struct {
	*office
	product inventory.Product
	sender  inventory.ChannelRow
	secret  string
	// told numbers the messages, which have a name each.
	told int
}

func openInbox(t *testing.T, s *office, source channel.Source, stock int64) *inbox {
	t.Helper()
	product, err := s.CreateProduct(t.Context(), clerk, drill(stock))
	box := &inbox{office: s, product: must(t, product, err), sender: connect(t, s.Inventory, source), secret: shopSecret}
	if source == channel.Standard {
		box.secret = standardSecret
	}
	return box
}

// letter is a delivery as it arrives.
type letter struct {
	headers inventory.DeliveryHeaders
	body    []byte
}

// write signs a message of the shop's.
func (b *inbox) write(t *testing.T, topic string, body any) letter {
	t.Helper()
	b.told++
	text, err := json.Marshal(body)
	must(t, text, err)
	signed, err := b.sender.Source.Sign(channel.Message{ID: fmt.Sprintf("aviso-%d", b.told), Topic: topic, At: b.now(), Body: text}, b.secret)
	must(t, signed, err)
	written := letter{body: text}
	for name, value := range signed {
		written.headers = append(written.headers, inventory.DeliveryHeader{Name: name, Value: value})
	}
	return written
}

// post hands a letter in at the door.
func (b *inbox) post(t *testing.T, l letter) (inventory.Arrival, error) {
	t.Helper()
	current, err := b.Channel(t.Context(), inventory.System, b.sender.ID)
	return b.ReceiveDelivery(t.Context(), must(t, current, err).Channel, l.headers, l.body)
}

// sends posts what is genuine.
func (b *inbox) sends(t *testing.T, topic string, body any) inventory.Arrival {
	t.Helper()
	arrival, err := b.post(t, b.write(t, topic, body))
	return must(t, arrival, err)
}

// work processes everything that is due.
func (b *inbox) work(t *testing.T) {
	t.Helper()
	for {
		taken, err := b.ProcessDeliveries(t.Context())
		if must(t, taken, err) == 0 {
			return
		}
	}
}

// verdict is what came of a delivery.
func (b *inbox) verdict(t *testing.T, id int64) string {
	t.Helper()
	delivery, err := b.Delivery(t.Context(), id)
	must(t, delivery, err)
	return string(delivery.State) + ": " + delivery.Verdict
}

func (b *inbox) orders(t *testing.T) []inventory.OrderRow {
	t.Helper()
	orders, err := b.ListOrders(t.Context(), inventory.OrderFilter{Ordering: inventory.OrdersByNumber, Page: inventory.Page{Number: 1, Size: 100}})
	return must(t, orders, err).Rows
}

// toldOf lists what the first account was told of one kind of news.
func (b *inbox) toldOf(t *testing.T, kind inventory.NotificationKind) (titles []string) {
	t.Helper()
	told, err := b.Notifications(t.Context(), inventory.Actor{User: inventory.User{ID: 1}}, inventory.Page{Number: 1, Size: 100})
	for _, notification := range must(t, told, err).Rows {
		if notification.Kind == kind {
			titles = append(titles, notification.Title)
		}
	}
	return titles
}

type object = map[string]any

// order is a message of a standard shop; minute is by the shop's clock.
func order(id string, minute int, status string, items ...object) object {
	if items == nil {
		items = []object{}
	}
	return object{"type": "order.updated", "timestamp": "2026-11-15T09:00:00Z", "data": object{
		"id": id, "orderNumber": "P-" + id, "status": status, "totalAmount": "10.00", "currency": "EUR", "customerName": "Ana",
		"createdAt": "2026-11-10T09:00:00Z", "updatedAt": placedAt.Add(time.Duration(minute) * time.Minute).Format(time.RFC3339), "items": items,
	}}
}

func asked(id, sku string, quantity int) object {
	return object{"id": id, "sku": sku, "name": "Nombre de la tienda", "quantity": quantity, "unitPrice": "5.00"}
}

// isKind says whether an error is of a kind.
func isKind(err error, kind inventory.Kind) bool {
	var known *inventory.Error
	return errors.As(err, &known) && known.Kind == kind
}
