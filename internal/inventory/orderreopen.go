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
	lines, products, err := lockLines(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	if endedBy(lines) != "" {
		return before, nil
	}
	after := before
	after.Status, after.UpdatedAt, after.Version = OrderPending, tx.Now(), before.Version+1
	claiming := slices.Clone(lines)
	for i := range claiming {
		claiming[i].Claimed = claiming[i].claim(after.Status)
	}
	if err := reclaim(tx, products, lines, claiming, tx.UpdateOrderLines); err != nil {
		return Order{}, err
	}
	if err := tx.UpdateOrder(before, after, zone); err != nil {
		return Order{}, err
	}
	return after, orderChanged(tx, actor, AuditUpdate, &before, after, OrderEvent{Kind: OrderMoved, Detail: "La tienda lo ha reabierto"})
}

// cancelledByShop says whether it was news of the shop that cancelled an order.
func cancelledByShop(events []OrderEvent) bool {
	var cancelled OrderEvent
	for _, event := range slices.Backward(events) {
		if event.Status != OrderCancelled {
			break
		}
		cancelled = event
	}
	return cancelled.Kind == OrderMoved && cancelled.UserID == System.ID
}
