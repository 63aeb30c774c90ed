package order

import (
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
)

// KeepPast writes an order that was over before its stock was counted here: sent, arrived
// or come back. It claims and moves nothing, and its sales count as demand on its day;
// what came back of it counts on the day on which it arrived.
func KeepPast(tx Tx, order Order, lines []Line, zone *time.Location) (Order, error) {
	for i := range lines {
		lines[i].Shipped = lines[i].Quantity
		if order.Status == Returned {
			lines[i].Returned = lines[i].Quantity
		}
	}
	order.count(lines)
	order, err := KeepOrder(tx, order, lines, nil, zone)
	if err != nil {
		return order, err
	}
	if lines, err = LinesOf(tx, order.ID); err != nil {
		return order, err
	}
	return order, tx.InsertPastSales(pastSales(lines, order.CreatedAt, order.cameBack()))
}

// cameBack is when the goods of an order of before came back, as far as is known.
func (o Order) cameBack() time.Time {
	switch {
	case o.DeliveredAt != nil:
		return *o.DeliveredAt
	case o.ShippedAt != nil:
		return *o.ShippedAt
	}
	return o.CreatedAt
}

// pastSales is what lines of before sold at one time, and what came back of it at another.
func pastSales(lines []Line, sold, back time.Time) []ledger.PastSale {
	sales := make([]ledger.PastSale, 0, len(lines))
	for _, line := range lines {
		sales = append(sales, ledger.PastSale{ProductID: line.ProductID, LineID: line.ID, At: sold, Units: line.Shipped})
		if line.Returned > 0 {
			sales = append(sales, ledger.PastSale{
				ProductID: line.ProductID, LineID: line.ID, At: back, Units: -line.Returned,
			})
		}
	}
	return sales
}

// TakeBackPast ends an order of before as if it had not been: it counts no more, and no
// stock comes back, because none had left.
func TakeBackPast(tx Tx, actor core.Actor, before Order, zone *time.Location) (Order, error) {
	lines, _, err := lockLines(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	var sales []ledger.PastSale
	for i, line := range lines {
		if units := line.returnable(); units > 0 {
			sales = append(sales, ledger.PastSale{
				ProductID: line.ProductID, LineID: line.ID, At: before.CreatedAt, Units: -units,
			})
			lines[i].Returned += units
		}
	}
	if err := tx.UpdateOrderLines(lines); err != nil {
		return Order{}, err
	}
	after := before
	after.Status, after.UpdatedAt, after.Version = Returned, tx.Now(), before.Version+1
	after.count(lines)
	if err := tx.UpdateOrder(before, after, zone); err != nil {
		return Order{}, err
	}
	if err := tx.InsertPastSales(sales); err != nil {
		return Order{}, err
	}
	return after, Changed(tx, actor, core.AuditUpdate, &before, after, Event{Kind: Moved})
}
