package demo

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"estante/internal/order"
)

// ordersADay is how many orders come by phone and by e-mail on a normal day,
// Sundays included, in the shop's first months; ordersMore is how many times as
// many have come on top since people know that they can.
const (
	ordersADay = 2.6
	ordersMore = 1.6
)

// ordersOf is how many orders a day of the story may expect.
func (y *year) ordersOf(day int) float64 {
	return ordersADay * (1 + ordersMore*math.Pow(float64(day)/float64(y.days), 6))
}

// counterShare is how much of what people want they buy at the counter; the
// rest they order.
const counterShare = 0.85

// basket is an order as the story knows it: what it is about, and its number
// once it is made.
type basket struct {
	id    int64
	items []basketItem
}

type basketItem struct {
	ware     *ware
	quantity int64
}

// step is something that happens to an order on a later day. It is planned
// when the day comes, because it may change what there is to sell.
type step struct {
	slot int
	plan func() task
}

// takeOrders plans the orders of a day and what becomes of them.
func (y *year) takeOrders(day int, groups [][]task) {
	for range poisson(y.random, y.ordersOf(day)) {
		b := &basket{items: y.fill(1 + y.random.IntN(3))}
		if len(b.items) == 0 {
			continue
		}
		slot := 1 + y.random.IntN(len(hours)-1)
		groups[slot] = append(groups[slot], y.order(b, y.anyCustomer()))
		y.followUp(day, slot, b)
	}
}

// fill puts a few things into a basket that are there.
func (y *year) fill(count int) (items []basketItem) {
	seen := map[*ware]bool{}
	for range count {
		w := y.wares[y.random.IntN(len(y.wares))]
		quantity := min(1+y.random.Int64N(3), w.stock)
		if seen[w] || quantity < 1 {
			continue
		}
		seen[w] = true
		w.stock -= quantity
		items = append(items, basketItem{w, quantity})
	}
	return items
}

// followUp plans the way of an order: most are delivered, a few are given up
// before they leave and a few come back.
func (y *year) followUp(day, slot int, b *basket) {
	chance := y.random.Float64()
	if chance < 0.05 {
		y.later(day+1, 0, func() task { return y.putBack(b, order.Cancelled) })
		return
	}
	packed := day
	if slot == len(hours)-1 {
		packed++ // It came too late for today.
	}
	y.later(packed, len(hours)-1, func() task { return y.move(b, order.Processing) })
	y.later(packed+1, 1+y.random.IntN(2), func() task { return y.move(b, order.Shipped) })
	arrives := packed + 2 + y.random.IntN(3)
	y.later(arrives, 2, func() task { return y.move(b, order.Delivered) })
	if chance > 0.96 {
		y.later(arrives+3+y.random.IntN(9), 0, func() task { return y.putBack(b, order.Returned) })
	}
}

func (y *year) later(day, slot int, plan func() task) {
	y.steps[day] = append(y.steps[day], step{slot, plan})
}

// order writes an order down.
func (y *year) order(b *basket, who customer) task {
	person := y.staff[y.random.IntN(len(y.staff))]
	fields := order.Fields{
		CustomerName: who.name, CustomerEmail: who.email, ShippingAddress: who.address, BillingAddress: who.address,
		Notes: y.anyNote(),
	}
	for _, item := range b.items {
		fields.Items = append(fields.Items, order.Item{ProductID: item.ware.id, Quantity: item.quantity})
	}
	return func(ctx context.Context) error {
		order, err := y.inv.Orders.CreateOrder(ctx, person, fields)
		if err != nil {
			return fmt.Errorf("order of %s: %w", who.name, err)
		}
		b.id = order.ID
		return nil
	}
}

// move gives an order its next status.
func (y *year) move(b *basket, status order.Status) task {
	person := y.staff[y.random.IntN(len(y.staff))]
	return func(ctx context.Context) error {
		if _, err := y.inv.Orders.UpdateOrder(ctx, person, b.id, order.Change{Status: &status}); err != nil {
			return fmt.Errorf("order %d: %w", b.id, err)
		}
		return nil
	}
}

// putBack is a move after which the goods can be sold again.
func (y *year) putBack(b *basket, status order.Status) task {
	for _, item := range b.items {
		item.ware.stock += item.quantity
	}
	return y.move(b, status)
}

// everyStatus leaves an order in each status, however short the story is, and
// two that ask for more than there is.
func (y *year) everyStatus(ctx context.Context, now time.Time) error {
	ways := [][]order.Status{
		{},
		{order.Processing},
		{order.Processing, order.Shipped},
		{order.Processing, order.Shipped, order.Delivered},
		{order.Cancelled},
		{order.Processing, order.Shipped, order.Returned},
	}
	for i, way := range ways {
		y.clock.travel(now.Add(time.Duration(i-120) * time.Minute))
		b := &basket{items: y.fill(3)}
		if len(b.items) == 0 {
			continue
		}
		tasks := []task{y.order(b, y.anyCustomer())}
		for _, status := range way {
			tasks = append(tasks, y.move(b, status))
		}
		if err := inTurn(ctx, tasks); err != nil {
			return err
		}
	}
	y.clock.travel(now.Add(-40 * time.Minute))
	scarce := slices.Clone(y.wares)
	slices.SortStableFunc(scarce, func(a, b *ware) int { return cmp.Compare(a.stock, b.stock) })
	for i, w := range scarce[:2] {
		b := &basket{items: []basketItem{{w, w.stock + int64(2+i)}}}
		if err := inTurn(ctx, []task{y.order(b, y.anyCustomer())}); err != nil {
			return err
		}
	}
	return nil
}

func inTurn(ctx context.Context, tasks []task) error {
	for _, do := range tasks {
		if err := do(ctx); err != nil {
			return err
		}
	}
	return nil
}
