package inventory

import (
	"slices"
	"time"
)

// reopen takes back a cancellation of the shop's that its later news takes back:
// a payment that failed and was made after all, say. What people cancelled here
// stays cancelled, and so does an order of which nothing is left.
func reopen(tx Tx, actor Actor, before Order, news ShopOrder, zone *time.Location) (Order, error) {
	later := before.ShopModifiedAt == nil || news.ModifiedAt.After(*before.ShopModifiedAt)
	if before.Status != OrderCancelled || news.Status == OrderCancelled || !later {
		return before, nil
	}
	if events, err := tx.OrderEvents(before.ID); err != nil || !cancelledByShop(events) {
		return before, err
	}
	location, err := news.locationAgain(tx, before)
	if err != nil {
		return Order{}, err
	}
	lines, products, err := lockLines(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	if endedBy(lines) != "" {
		return before, nil
	}
	after := before
	after.LocationID = location.ID
	after.Status, after.UpdatedAt, after.Version = OrderPending, tx.Now(), before.Version+1
	claiming := slices.Clone(lines)
	for i := range claiming {
		claiming[i].LocationID = location.ID
		claiming[i] = news.claiming(claiming[i], after.Status, products)
	}
	after.count(claiming)
	if err := reclaim(tx, products, lines, claiming, tx.UpdateOrderLines); err != nil {
		return Order{}, err
	}
	if err := tx.UpdateOrder(before, after, zone); err != nil {
		return Order{}, err
	}
	detail := "La tienda lo ha reabierto"
	if location.ID != before.LocationID {
		detail += "; ahora sale de «" + location.Name + "», porque el almacén de antes está desactivado"
	}
	return after, orderChanged(tx, actor, AuditUpdate, &before, after, OrderEvent{Kind: OrderMoved, Detail: detail})
}

// locationAgain is where an order that is open again is taken from: where it was,
// or where a new one would be when that was closed meanwhile.
func (n ShopOrder) locationAgain(tx Tx, order Order) (Location, error) {
	location, err := tx.HoldLocation(order.LocationID)
	if err != nil || location.Active {
		return location, err
	}
	return usableLocation(tx, n.LocationID)
}

// claiming is a line with what it wants of the stock. While it wanted nothing its
// product may have been deleted: then nobody knows what it is any more, and it
// goes by the shop's words again, for whoever links them to another product.
func (n ShopOrder) claiming(line OrderLine, status OrderStatus, products map[int64]Product) OrderLine {
	line.Claimed = line.claim(status)
	if _, there := products[line.ProductID]; there || line.Claimed == 0 {
		return line
	}
	line.ProductID, line.Claimed = 0, 0
	if at := slices.IndexFunc(n.Lines, func(l ShopLine) bool { return l.is(line) }); at >= 0 {
		line.SKU, line.Name = cut(Clean(n.Lines[at].SKU), orderTextMax), cut(Clean(n.Lines[at].Name), orderTextMax)
	}
	return line
}

// cancelledByShop says whether it was news of the shop that cancelled an order.
func cancelledByShop(events []OrderEvent) bool {
	ended := broughtTo(OrderCancelled, events)
	return ended.Kind == OrderMoved && ended.UserID == System.ID
}

// returnedByShop says whether it was news of the shop, or its last refund, that
// brought an order back.
func returnedByShop(events []OrderEvent) bool {
	ended := broughtTo(OrderReturned, events)
	return (ended.Kind == OrderMoved || ended.Kind == OrderRefunded) && ended.UserID == System.ID
}

// broughtTo is what brought an order to the status that it has still.
func broughtTo(status OrderStatus, events []OrderEvent) (first OrderEvent) {
	for _, event := range slices.Backward(events) {
		if event.Status != status {
			break
		}
		first = event
	}
	return first
}
