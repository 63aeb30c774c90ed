package shoptest

import (
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/order"
)

// StatusMoves is the table of the rules, written once more.
var StatusMoves = map[order.Status][]order.Status{
	"pending": {"processing", "cancelled"}, "processing": {"shipped", "cancelled"}, "shipped": {"delivered", "returned"},
	"delivered": {"returned"},
}

// ask is an order of some products at ten euros each.
func Asking(items ...order.Item) order.Fields {
	for i := range items {
		items[i].UnitPrice = Ptr(core.Cents(1000))
	}
	return order.Fields{CustomerName: "Ana Beltrán", CustomerEmail: "ana@example.com", Items: items}
}

func Item(productID, quantity int64) order.Item {
	return order.Item{ProductID: productID, Quantity: quantity}
}

func Place(t *testing.T, inv *inventory.Inventory, items ...order.Item) order.Detail {
	t.Helper()
	order, err := inv.Orders.CreateOrder(t.Context(), Clerk, Asking(items...))
	return Must(t, order, err)
}

// MoveTo gives an order one status after the other.
func MoveTo(t *testing.T, inv *inventory.Inventory, id int64, statuses ...order.Status) (placed order.Detail) {
	t.Helper()
	for _, status := range statuses {
		var err error
		placed, err = inv.Orders.UpdateOrder(t.Context(), Clerk, id, order.Change{Status: &status})
		Must(t, placed, err)
	}
	return placed
}

func (b *Inbox) Again(t *testing.T, id int64) string {
	t.Helper()
	Must(t, 0, Second(b.Inbox.ReprocessDelivery(t.Context(), id)))
	b.Work(t)
	return b.Verdict(t, id)
}

var PlacedAt = time.Date(2026, 11, 10, 9, 0, 0, 0, time.UTC)

// Says sends news and returns what came of it.
func (b *Inbox) Says(t *testing.T, body Object) string {
	t.Helper()
	return b.saysOf(t, "", body)
}

// saysOf sends news of a kind that the shop names.
func (b *Inbox) saysOf(t *testing.T, topic string, body Object) string {
	t.Helper()
	arrival := b.Sends(t, topic, body)
	b.Work(t)
	return b.Verdict(t, arrival.DeliveryID)
}
