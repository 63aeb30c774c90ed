package order

import (
	"slices"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// reopen takes back a cancellation of the shop's that its later news takes back:
// a payment that failed and was made after all, say. What people cancelled here
// stays cancelled, and so does an order of which nothing is left.
func reopen(tx Tx, actor core.Actor, before Order, news ShopOrder, zone *time.Location) (Order, error) {
	if before.Status != Cancelled || news.Status == Cancelled || !news.later {
		return before, nil
	}
	if events, err := tx.OrderEvents(before.ID); err != nil || !CancelledByShop(events) {
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
	after.Status, after.UpdatedAt, after.Version = Pending, tx.Now(), before.Version+1
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
	return after, Changed(tx, actor, core.AuditUpdate, &before, after, Event{Kind: Moved, Detail: detail})
}

// locationAgain is where an order that is open again is taken from: where it was,
// or where a new one would be when that was closed meanwhile.
func (n ShopOrder) locationAgain(tx Tx, order Order) (ledger.Location, error) {
	location, err := tx.HoldLocation(order.LocationID)
	if err != nil || location.Active {
		return location, err
	}
	return ledger.UsableLocation(tx, n.LocationID)
}

// claiming is a line with what it wants of the stock. While it wanted nothing its product
// may have been deleted: then it is unknown what it is, and it goes by the shop's words
// again, so that a user can link them to another product.
func (n ShopOrder) claiming(line Line, status Status, products map[int64]catalogue.Product) Line {
	line.Claimed = line.claim(status)
	if _, there := products[line.ProductID]; there || line.Claimed == 0 {
		return line
	}
	if line.Claimed = 0; line.Shipped > 0 {
		return line // It is known what left: the rest waits for the product to be back.
	}
	line.ProductID = 0
	if at := slices.IndexFunc(n.Lines, func(l ShopLine) bool { return l.is(line) }); at >= 0 {
		line.SKU, line.Name = core.Cut(core.Line(n.Lines[at].SKU), TextMax), core.Cut(core.Line(n.Lines[at].Name), TextMax)
	}
	return line
}

// CancelledByShop says whether it was news of the shop that cancelled an order.
func CancelledByShop(events []Event) bool {
	ended := broughtTo(Cancelled, events)
	return ended.Kind == Moved && ended.UserID == core.System.ID
}

// returnedByShop says whether it was news of the shop, or its last refund, that
// brought an order back.
func returnedByShop(events []Event) bool {
	ended := broughtTo(Returned, events)
	return (ended.Kind == Moved || ended.Kind == Refunded) && ended.UserID == core.System.ID
}

// broughtTo is what brought an order to the status that it has still.
func broughtTo(status Status, events []Event) (first Event) {
	for _, event := range slices.Backward(events) {
		if event.Status != status {
			break
		}
		first = event
	}
	return first
}
