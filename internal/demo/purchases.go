package demo

import (
	"context"
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/purchase"
	"estante/internal/supplier"
)

// How the shop buys: every so many days of each vendor, what is down to this many hundredths of its maximum, so many
// lines at most.
const (
	buyEvery  = 45
	buyBelow  = 70
	dealLines = 8
)

// deal is a purchase as the story knows it.
type deal struct {
	vendor *vendor
	number int
	id     int64
	items  []dealItem
	// due is the day of the story on which it should come.
	due int
}

// dealItem is what a deal asks for of a product, and how much of that is still to come.
type dealItem struct {
	ware     *ware
	quantity int64
	left     int64
}

// buy writes the purchases of a day, and plans what becomes of them.
func (y *year) buy(day int, date time.Time, groups [][]task) {
	for _, v := range y.vendors {
		if day < v.next || date.Weekday() == time.Sunday {
			continue
		}
		v.next += buyEvery
		d := y.newDeal(v, dealLines, func(w *ware) bool { return w.stock*100 < w.maximum*buyBelow })
		if len(d.items) == 0 {
			continue
		}
		d.due = day + v.leadDays
		groups[1] = append(groups[1], y.placeDeal(d, date.AddDate(0, 0, v.leadDays)))
		y.followDeal(day, d)
	}
}

// newDeal is what the shop would ask a vendor for, of the products that it wants.
func (y *year) newDeal(v *vendor, most int, wanted func(*ware) bool) *deal {
	y.deals++
	d := &deal{vendor: v, number: y.deals}
	for _, w := range v.wares {
		if len(d.items) == most {
			break
		}
		if y.ordered(w) || !wanted(w) {
			continue
		}
		pack := packOf(w)
		packs := max((w.maximum-w.stock+pack-1)/pack, 1)
		if pack == 12 {
			packs = max(packs, 2)
		}
		w.onOrder = true
		d.items = append(d.items, dealItem{w, packs * pack, packs * pack})
	}
	return d
}

// placeDeal writes a purchase and has it go to its vendor by telephone. Now and then the vendor asks another price.
func (y *year) placeDeal(d *deal, expected time.Time) task {
	return func(ctx context.Context) error {
		if d.number%4 == 3 && len(d.items) > 0 {
			w := d.items[0].ware
			price := d.vendor.offer(w, true) * supplier.Price(1000+d.number%50) / 1000
			asked := &price
			if _, err := y.inv.Suppliers.UpdateSupplierProduct(ctx, y.staff[1], d.vendor.id, w.id,
				supplier.SupplierProductChange{PackPrice: &asked}); err != nil {
				return fmt.Errorf("price of %s: %w", *w.fields.SKU, err)
			}
		}
		if err := y.draftDeal(ctx, d, expected); err != nil {
			return err
		}
		_, err := y.inv.Purchases.Send(ctx, y.staff[1], d.id, purchase.Order{By: purchase.ByHand})
		return d.failed(err)
	}
}

// draftDeal writes a purchase without sending it.
func (y *year) draftDeal(ctx context.Context, d *deal, expected time.Time) error {
	fields := purchase.Fields{SupplierID: d.vendor.id, ExpectedOn: expected.In(y.zone).Format(core.DateForm)}
	if d.vendor.rate > 0 {
		rate, err := core.RateOf(d.vendor.rate)
		if err != nil {
			return err
		}
		fields.Rate = &rate
	}
	for _, item := range d.items {
		fields.Lines = append(fields.Lines, purchase.LineFields{ProductID: item.ware.id, Quantity: item.quantity})
	}
	made, err := y.inv.Purchases.CreatePurchase(ctx, y.staff[1], fields)
	d.id = made.ID
	return d.failed(err)
}

func (d *deal) failed(err error) error {
	if err != nil {
		return fmt.Errorf("purchase %d of %s: %w", d.number, d.vendor.name, err)
	}
	return nil
}

// followDeal plans what becomes of a purchase: most come whole and in time, the others as in any shop.
func (y *year) followDeal(day int, d *deal) {
	arrives := max(d.due+y.trade.IntN(3)-1, day+1)
	whole := func() task { return y.arrive(d, 100) }
	switch d.number % 10 {
	case 2:
		y.later(arrives, 0, func() task { return y.arrive(d, 60) })
		y.later(arrives+5, 0, whole)
	case 4:
		y.later(arrives+6, 0, whole) // Late.
	case 5:
		y.later(arrives, 0, func() task { return y.arrive(d, 100, y.payFreight) })
	case 6:
		y.later(arrives, 0, func() task { return y.arriveMore(d) })
	case 7:
		y.later(arrives, 0, func() task { return y.arriveShort(d) })
	case 8:
		y.later(arrives, 0, func() task { return y.arriveBroken(d) })
		y.later(arrives+7, 0, whole)
	case 9:
		if d.number == 9 {
			y.later(day+1, 1, func() task { return y.callOff(d) })
			return
		}
		fallthrough
	default:
		y.later(arrives, 0, whole)
	}
}

// arrive takes in so many hundredths of what is left of a purchase, whole units of each line, and does more with it
// at once.
func (y *year) arrive(d *deal, percent int64, more ...func(context.Context, *deal) error) task {
	delivery := purchase.Delivery{DeliveryNote: fmt.Sprintf("ALB-%05d", 4000+d.number*17+len(more))}
	for i := range d.items {
		item := &d.items[i]
		came := (item.left*percent + 99) / 100
		if came == 0 {
			continue
		}
		item.left -= came
		item.ware.stock += came
		item.ware.onOrder = item.left > 0
		delivery.Lines = append(delivery.Lines, purchase.DeliveredLine{ProductID: item.ware.id, Accepted: came})
	}
	return y.takeIn(d, delivery, more)
}

// arriveMore takes in all of a purchase, and a pack more of its first line than was ordered.
func (y *year) arriveMore(d *deal) task {
	d.items[0].left += packOf(d.items[0].ware)
	return y.arrive(d, 100)
}

// arriveShort takes in most of a purchase, and waits no longer for the rest.
func (y *year) arriveShort(d *deal) task {
	do := y.arrive(d, 70, y.giveUp)
	for i := range d.items {
		d.items[i].left, d.items[i].ware.onOrder = 0, false
	}
	return do
}

// arriveBroken takes in all of a purchase and sends a unit of its first line back, which comes again.
func (y *year) arriveBroken(d *deal) task {
	do := y.arrive(d, 100, y.sendBack)
	first := &d.items[0]
	first.left, first.ware.onOrder = 1, true
	first.ware.stock--
	return do
}

// takeIn is a receipt by an employee of the storeroom.
func (y *year) takeIn(d *deal, delivery purchase.Delivery, more []func(context.Context, *deal) error) task {
	delivery.AllowExcess = true
	return func(ctx context.Context) error {
		if len(delivery.Lines) == 0 {
			return nil
		}
		if _, err := y.inv.Purchases.Receive(ctx, y.staff[2], d.id, delivery); err != nil {
			return d.failed(err)
		}
		for _, do := range more {
			if err := do(ctx, d); err != nil {
				return d.failed(err)
			}
		}
		return nil
	}
}

// payFreight adds what the carrier asked.
func (y *year) payFreight(ctx context.Context, d *deal) error {
	_, err := y.inv.Purchases.AddExtraCost(ctx, y.staff[1], d.id, purchase.ExtraFields{
		Kind: purchase.Transport, Amount: core.Cents(3500 + 10*d.number), ShareBy: purchase.ByValue,
		Notes: "Portes de la agencia",
	})
	return err
}

// giveUp waits no longer for what did not come.
func (y *year) giveUp(ctx context.Context, d *deal) error {
	detail, err := y.inv.Purchases.Purchase(ctx, d.id)
	if err != nil || detail.Status != purchase.Sent {
		return err
	}
	_, err = y.inv.Purchases.Close(ctx, y.staff[1], d.id, nil, nil)
	return err
}

// sendBack returns a unit that came broken, which the vendor sends again.
func (y *year) sendBack(ctx context.Context, d *deal) error {
	detail, err := y.inv.Purchases.Purchase(ctx, d.id)
	if err != nil {
		return err
	}
	line := detail.Lines[0]
	_, err = y.inv.Purchases.ReturnToSupplier(ctx, y.staff[1], purchase.ReturnFields{
		SupplierID: d.vendor.id, LocationID: ledger.MainLocation, Replace: true, Notes: "Llegó con el embalaje roto",
		Lines: []purchase.ReturnLineFields{{ProductID: line.ProductID, Quantity: 1, LineID: line.ID}},
	})
	return err
}

// callOff cancels a purchase before anything of it came.
func (y *year) callOff(d *deal) task {
	for i := range d.items {
		d.items[i].ware.onOrder = false
	}
	return func(ctx context.Context) error {
		_, err := y.inv.Purchases.Cancel(ctx, y.staff[1], d.id, nil)
		return d.failed(err)
	}
}

// everyPurchase leaves a purchase in each state, however short the story is.
func (y *year) everyPurchase(ctx context.Context, opening, now time.Time) error {
	opened := opening.Add(20 * time.Hour)
	stages := []struct {
		// daysAgo is when it was written, and dueIn in how many days it should come.
		daysAgo, dueIn int
		sent           bool
		then           func(*deal) task
	}{
		{daysAgo: 1, dueIn: 9},
		{daysAgo: 0, dueIn: 12},
		{daysAgo: 2, dueIn: 2, sent: true},
		{daysAgo: 3, dueIn: 5, sent: true},
		{daysAgo: 12, dueIn: -4, sent: true},
		{daysAgo: 9, dueIn: -1, sent: true, then: func(d *deal) task { return y.arrive(d, 50) }},
		{daysAgo: 6, dueIn: 0, sent: true, then: func(d *deal) task { return y.arrive(d, 100, y.payFreight) }},
		{daysAgo: 8, dueIn: -1, sent: true, then: y.arriveShort},
		{daysAgo: 4, dueIn: 3, sent: true, then: y.callOff},
		{daysAgo: 7, dueIn: 1, sent: true, then: y.arriveBroken},
		{daysAgo: 5, dueIn: 0, sent: true, then: y.arriveMore},
	}
	for i, stage := range stages {
		d := y.newDeal(y.vendors[i%len(y.vendors)], 3, func(w *ware) bool { return packOf(w) > 1 })
		if len(d.items) == 0 {
			continue
		}
		written := now.AddDate(0, 0, -stage.daysAgo).Add(-4 * time.Hour)
		if written.Before(opened) {
			written = minTime(opened, now.Add(-3*time.Hour))
		}
		y.clock.travel(written)
		due := now.AddDate(0, 0, stage.dueIn)
		do := y.placeDeal(d, due)
		if !stage.sent {
			do = func(ctx context.Context) error { return y.draftDeal(ctx, d, due) }
		}
		if err := do(ctx); err != nil {
			return err
		}
		if stage.then == nil {
			continue
		}
		y.clock.travel(now.Add(time.Duration(i-185) * time.Minute))
		if err := stage.then(d)(ctx); err != nil {
			return err
		}
	}
	return nil
}
