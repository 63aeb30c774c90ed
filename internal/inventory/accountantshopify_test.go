package inventory_test

import (
	"time"

	"estante/internal/inbox"
	"estante/internal/ledger"
	"estante/internal/order"
	"estante/internal/shoptest"
)

// shopify is a shop of that kind, which says of each line what left it and what is still to.
type shopify struct {
	counter
	orders []*shopifyOrder
}

type shopifyOrder struct {
	id                         int
	created, updated           time.Time
	paid, cancelled, delivered bool
	lines                      []*shopifyLine
	parcels                    []*shopifyParcel
	refunds                    []*shopifyRefund
	shipping, given            int64
	// told is when the shop first told of what it did last.
	told time.Time
	bill *bill
}

// shopifyLine is a line as the shop has it: left has what came back or was lost since.
type shopifyLine struct {
	id                        int
	item                      *item
	removed, left, back, lost int64
	// byHand is how many of those that it gave back people had entered before it told them.
	byHand int64
}

func (l *shopifyLine) toLeave() int64 { return l.item.quantity - l.removed - l.left }

func (l *shopifyLine) outside() int64 { return l.left - l.back - l.lost }

// lineWith draws a line of which there are such units, if there is one.
func (o *shopifyOrder) lineWith(a *accountant, units func(*shopifyLine) int64) int {
	first := a.below(len(o.lines))
	for n := range o.lines {
		if at := (first + n) % len(o.lines); units(o.lines[at]) > 0 {
			return at
		}
	}
	return first
}

type shopifyParcel struct {
	at        time.Time
	units     map[*shopifyLine]int64
	takenBack bool
}

type shopifyRefund struct {
	id      int
	line    *shopifyLine
	units   int64
	restock string
}

func (s *shopify) act(a *accountant) {
	if len(s.orders) == 0 || a.percent(12) {
		s.order(a)
		return
	}
	o := oneOf(a, s.orders[max(len(s.orders)-4, 0):])
	o.told = time.Time{}
	var items []*item
	for _, l := range o.lines {
		items = append(items, l.item)
	}
	a.stocked(items)
	for sent, tries := s.posted, 6; s.posted == sent && tries > 0; tries-- {
		oneOf(a, []func(*accountant, *shopifyOrder){
			s.pay, s.send, s.send, s.send, s.takeBack, s.refundInside, s.refundOutside, s.cancel, s.deliver, s.add,
			s.alsoByHand, s.alsoByHand,
		})(a, o)
	}
}

func (s *shopify) order(a *accountant) {
	items := a.basket()
	if len(items) == 0 {
		return
	}
	o := &shopifyOrder{id: s.id(), created: a.Now(), paid: a.percent(60), shipping: int64(a.below(600))}
	for _, i := range items {
		o.lines = append(o.lines, &shopifyLine{id: s.id(), item: i})
	}
	s.orders = append(s.orders, o)
	s.tell(a, o, "orders/create")
}

func (s *shopify) pay(a *accountant, o *shopifyOrder) {
	if o.cancelled || o.paid {
		return
	}
	o.paid = true
	s.tell(a, o, "orders/paid")
}

// send lets some units leave, all of them half of the time, where they are on the shelf.
func (s *shopify) send(a *accountant, o *shopifyOrder) {
	parcel, leaving := &shopifyParcel{at: a.Now(), units: map[*shopifyLine]int64{}}, map[*item]int64{}
	whole := a.percent(50)
	for _, l := range o.lines {
		units := l.toLeave()
		if !whole {
			units = min(int64(a.below(4)), units)
		}
		if units > 0 {
			parcel.units[l], leaving[l.item] = units, units
		}
	}
	if len(leaving) == 0 || o.cancelled || !a.books.there(o.bill, leaving) {
		return
	}
	for l, units := range parcel.units {
		a.note("  %d: %d of %s leave", o.id, units, l.item.card.sku)
		l.left += units
	}
	o.parcels, o.delivered = append(o.parcels, parcel), false
	s.tell(a, o, "orders/updated")
}

// takeBack takes a parcel back of which nothing came back or was lost.
func (s *shopify) takeBack(a *accountant, o *shopifyOrder) {
	for _, parcel := range o.parcels {
		if parcel.takenBack {
			continue
		}
		whole := !o.delivered && !o.cancelled
		for l, units := range parcel.units {
			whole = whole && l.outside() >= units && l.back+l.lost == 0
		}
		if !whole {
			continue
		}
		for l, units := range parcel.units {
			a.note("  %d: the parcel of %d of %s is taken back", o.id, units, l.item.card.sku)
			l.left -= units
		}
		parcel.takenBack = true
		s.tell(a, o, "orders/updated")
		return
	}
}

// refundInside gives up units that have not left, by whatever word.
func (s *shopify) refundInside(a *accountant, o *shopifyOrder) {
	n := o.lineWith(a, (*shopifyLine).toLeave)
	if l := o.lines[n]; l.toLeave() > 0 {
		units := min(a.units(), l.toLeave())
		l.removed += units
		restock := oneOf(a, []string{"cancel", "cancel", "no_restock", "legacy_restock"})
		s.refund(a, o, &shopifyRefund{s.id(), l, units, restock})
	}
}

func (s *shopify) refundOutside(a *accountant, o *shopifyOrder) {
	l := o.lines[o.lineWith(a, (*shopifyLine).outside)]
	units := min(a.units(), l.outside())
	if units <= 0 {
		return
	}
	restock := oneOf(a, []string{"return", "return", "no_restock", "legacy_restock"})
	if restock == "no_restock" {
		l.lost += units
	} else {
		l.back += units
	}
	s.refund(a, o, &shopifyRefund{s.id(), l, units, restock})
}

// refund tells a refund on its own, with its order, or both in either order.
func (s *shopify) refund(a *accountant, o *shopifyOrder, made *shopifyRefund) {
	a.note("  %s of %d of %s in %d", made.restock, made.units, made.line.item.card.sku, o.id)
	o.refunds = append(o.refunds, made)
	if a.percent(10) {
		o.given += min(100, o.shipping-o.given)
	}
	alone := func() {
		if o.told.IsZero() {
			o.told = a.Now()
		}
		s.tells(a, "refunds/create", told(o, made), inbox.DeliveryRetrying)
	}
	before, after := a.percent(25), a.percent(25)
	if before {
		alone()
	}
	s.tell(a, o, "orders/updated")
	if after {
		alone()
	}
}

func told(o *shopifyOrder, made *shopifyRefund) shoptest.Object {
	return shoptest.Object{"id": made.id, "order_id": o.id, "refund_line_items": []shoptest.Object{{
		"line_item_id": made.line.id, "quantity": made.units, "restock_type": made.restock,
	}}}
}

// alsoByHand has a person enter a return that the shop tells afterwards.
func (s *shopify) alsoByHand(a *accountant, o *shopifyOrder) {
	n := o.lineWith(a, (*shopifyLine).outside)
	l := o.lines[n]
	units := min(a.units(), l.outside())
	if units <= 0 || o.bill.ended() {
		return
	}
	a.note("  %d by hand of %s in %d", units, l.item.card.sku, o.id)
	a.enterReturn(o.bill, n, units, l.removed+l.back+l.lost > l.byHand)
	l.byHand += units
	if o.bill.ended() {
		o.cancelled = true // Nothing else happens to it.
	}
	l.back += units
	s.refund(a, o, &shopifyRefund{s.id(), l, units, "return"})
}

// cancel cancels an order of which nothing has left.
func (s *shopify) cancel(a *accountant, o *shopifyOrder) {
	for _, l := range o.lines {
		if l.left > 0 {
			return
		}
	}
	if o.cancelled || a.percent(50) {
		return
	}
	restock := oneOf(a, []string{"cancel", "no_restock"})
	for _, l := range o.lines {
		if units := l.toLeave(); units > 0 {
			l.removed += units
			o.refunds = append(o.refunds, &shopifyRefund{s.id(), l, units, restock})
		}
	}
	o.cancelled = true
	s.tell(a, o, "orders/cancelled")
}

func (s *shopify) deliver(a *accountant, o *shopifyOrder) {
	if o.fulfilled() && !o.delivered {
		o.delivered = true
		s.tell(a, o, "orders/updated")
	}
}

// add adds a line to an order, also after it has left: an exchange.
func (s *shopify) add(a *accountant, o *shopifyOrder) {
	if items := a.basket(); len(items) > 0 && !o.cancelled && a.percent(40) {
		o.lines = append(o.lines, &shopifyLine{id: s.id(), item: items[0]})
		a.note("  %d: %d of %s are added", o.id, items[0].quantity, items[0].card.sku)
		s.tell(a, o, "orders/updated")
	}
}

// fulfilled says whether something left and nothing is still to leave.
func (o *shopifyOrder) fulfilled() bool {
	left, toLeave := int64(0), int64(0)
	for _, l := range o.lines {
		left, toLeave = left+l.left, toLeave+l.toLeave()
	}
	return left > 0 && toLeave == 0
}

// tell sends the whole order as it is now and writes it down; what is overtaken is sent later.
func (s *shopify) tell(a *accountant, o *shopifyOrder, topic string) {
	a.Pass(time.Second)
	if o.bill != nil && a.percent(10) {
		o.updated = a.Now()
		s.late = append(s.late, s.box.Write(a.t, topic, o.body()))
		a.Pass(time.Second)
	}
	o.updated = a.Now()
	if o.told.IsZero() {
		o.told = a.Now()
	}
	s.tells(a, topic, o.body())
	if o.bill == nil {
		o.bill = a.told(&s.counter, s, o.name(), nil, o.created)
	}
	a.books.hearShopify(o)
}

// hearShopify brings the bill of an order to what the shop has.
func (b *books) hearShopify(o *shopifyOrder) {
	bill := o.bill
	bill.touched, bill.ordered, bill.refunded = true, o.total(), o.refunded()
	leaving, coming, unsent := map[*item]int64{}, map[*item]int64{}, map[*item]int64{}
	for n, l := range o.lines {
		i := l.item
		if n >= len(bill.items) {
			bill.items = append(bill.items, i)
		}
		i.cancelled, i.lost = l.removed, l.lost
		unsent[i], leaving[i], coming[i] = max(i.shipped-l.left, 0), max(l.left-i.shipped, 0), max(l.back-i.returned, 0)
	}
	for i, units := range unsent {
		if units > 0 {
			bill.status, bill.left = order.Processing, nil
			i.shipped -= units
		}
	}
	b.shift(bill, bill.place, unsent, 1, moving{reason: ledger.ReasonReturn, soldAt: bill.placed})
	b.ship(bill, leaving)
	b.bringBack(bill, coming, b.a.Now())
	b.stand(o, sumUnits(leaving) > 0)
}

func sumUnits(units map[*item]int64) (sum int64) {
	for _, n := range units {
		sum += n
	}
	return sum
}

// stand gives the bill the status that its lines have come to. It has left when nothing of it
// is left to leave: with the last parcel, or when the rest was given up.
func (b *books) stand(o *shopifyOrder, sent bool) {
	bill := o.bill
	open, out, shipped := int64(0), int64(0), int64(0)
	for _, i := range bill.items {
		open, out, shipped = open+i.open(), out+i.out(), shipped+i.shipped
	}
	switch {
	case open == 0 && out == 0:
		bill.follow(b.a.Now())
	case open == 0:
		if bill.isOpen() {
			bill.status, bill.left = order.Shipped, new(o.told)
			if sent {
				bill.left = new(o.leftAt())
			}
		}
		if o.delivered {
			bill.status = order.Delivered
		}
	case bill.ended():
		bill.status, bill.left = order.Processing, nil
	case bill.isOpen() && (o.paid || shipped > 0):
		bill.status = order.Processing
	}
}

// leftAt is when the last parcel left.
func (o *shopifyOrder) leftAt() (at time.Time) {
	for _, parcel := range o.parcels {
		if !parcel.takenBack {
			at = parcel.at
		}
	}
	return at
}
