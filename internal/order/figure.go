package order

import (
	"time"

	"estante/internal/core"
)

// FigureKey is what figures of orders are kept by. An empty day stands for
// all time.
type FigureKey struct {
	Day      string
	Status   Status
	Currency string
}

// Figure is how many orders were placed and what they come to, and how
// many left.
type Figure struct {
	Orders  int64
	Amount  core.Cents
	Shipped int64
}

// Plus adds up figures.
func (f Figure) Plus(o Figure, sign int64) Figure {
	return Figure{
		Orders: f.Orders + sign*o.Orders, Amount: f.Amount + core.Cents(sign)*o.Amount, Shipped: f.Shipped + sign*o.Shipped,
	}
}

// FigureRow is a figure with what it is of.
type FigureRow struct {
	FigureKey
	Figure
}

// Figures is what orders add to the figures. They are kept as orders
// change, so that a chart costs the same with a hundred orders and a million.
type Figures map[FigureKey]Figure

// Add counts an order, by the days of a zone, or takes it out with a sign of -1.
func (f Figures) Add(order Order, zone *time.Location, sign int64) {
	if order.ID == 0 {
		return
	}
	placed := Figure{Orders: 1, Amount: order.Total}
	whole := FigureKey{Status: order.Status, Currency: order.Currency}
	day := whole
	day.Day = order.CreatedAt.In(zone).Format(core.DateForm)
	f[whole] = f[whole].Plus(placed, sign)
	f[day] = f[day].Plus(placed, sign)
	if order.ShippedAt != nil {
		left := whole
		left.Day = order.ShippedAt.In(zone).Format(core.DateForm)
		f[left] = f[left].Plus(Figure{Shipped: 1}, sign)
		f[whole] = f[whole].Plus(Figure{Shipped: 1}, sign)
	}
}

type orderFigureMemory interface {
	// ShippedBetween counts the orders that left from one moment on and before
	// another.
	ShippedBetween(from, until time.Time) (int64, error)
	// OrderFigures are the figures of the days from one to another as kept;
	// two empty texts ask for those of all time.
	OrderFigures(firstDay, lastDay string) ([]FigureRow, error)
	// RecountOrders makes all figures anew by the days of a zone.
	RecountOrders(zone *time.Location) error
	// OrderCounts compares the kept figures with the orders.
	OrderCounts(zone *time.Location) ([]core.KeptCount, error)
}

// RecountDays makes the figures of orders anew, because the business's
// days begin at another time. Nobody counts an order meanwhile.
func RecountDays(tx Tx, zone *time.Location) error {
	if err := tx.Lock(lockOrderDays); err != nil {
		return err
	}
	return tx.RecountOrders(zone)
}
