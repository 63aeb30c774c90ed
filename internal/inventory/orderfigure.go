package inventory

import "time"

// OrderFigureKey is what figures of orders are kept by. An empty day stands for
// all time.
type OrderFigureKey struct {
	Day      string
	Status   OrderStatus
	Currency string
}

// OrderFigure is how many orders were placed and what they come to, and how
// many left.
type OrderFigure struct {
	Orders  int64
	Amount  Cents
	Shipped int64
}

// Plus adds up figures.
func (f OrderFigure) Plus(o OrderFigure, sign int64) OrderFigure {
	return OrderFigure{Orders: f.Orders + sign*o.Orders, Amount: f.Amount + Cents(sign)*o.Amount, Shipped: f.Shipped + sign*o.Shipped}
}

// OrderFigureRow is a figure with what it is of.
type OrderFigureRow struct {
	OrderFigureKey
	OrderFigure
}

// OrderFigures is what orders add to the figures. They are kept as orders
// change, so that a chart costs the same with a hundred orders and a million.
type OrderFigures map[OrderFigureKey]OrderFigure

// Add counts an order, by the days of a zone, or takes it out with a sign of -1.
func (f OrderFigures) Add(order Order, zone *time.Location, sign int64) {
	if order.ID == 0 {
		return
	}
	placed := OrderFigure{Orders: 1, Amount: order.Total}
	whole := OrderFigureKey{Status: order.Status, Currency: order.Currency}
	day := whole
	day.Day = order.CreatedAt.In(zone).Format(dateForm)
	f[whole] = f[whole].Plus(placed, sign)
	f[day] = f[day].Plus(placed, sign)
	if order.ShippedAt != nil {
		left := whole
		left.Day = order.ShippedAt.In(zone).Format(dateForm)
		f[left] = f[left].Plus(OrderFigure{Shipped: 1}, sign)
		f[whole] = f[whole].Plus(OrderFigure{Shipped: 1}, sign)
	}
}

type orderFigureMemory interface {
	// OrderFigures are the figures of the days from one to another as kept;
	// two empty texts ask for those of all time.
	OrderFigures(firstDay, lastDay string) ([]OrderFigureRow, error)
	// RecountOrders makes all figures anew by the days of a zone.
	RecountOrders(zone *time.Location) error
	// OrderCounts compares the kept figures with the orders.
	OrderCounts(zone *time.Location) ([]KeptCount, error)
}

// recountOrderDays makes the figures of orders anew, because the business's
// days begin at another time. Nobody counts an order meanwhile.
func recountOrderDays(tx Tx, zone *time.Location) error {
	if err := tx.Lock(lockOrderDays); err != nil {
		return err
	}
	return tx.RecountOrders(zone)
}
