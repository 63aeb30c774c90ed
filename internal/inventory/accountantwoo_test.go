package inventory_test

import (
	"fmt"
	"slices"
	"time"

	"estante/internal/order"
	"estante/internal/shoptest"
)

// woo is a shop of WooCommerce, which says of each line how many units it holds as taken from
// its own stock, or nothing where it does not manage it.
type woo struct {
	counter
	orders []*wooOrder
}

type wooOrder struct {
	id                int
	status            string
	created, modified time.Time
	paid, completed   time.Time
	managed, trashed  bool
	lines             []*wooLine
	shipping          int64
	refunds           []int64
	bill              *bill
}

// wooLine is a line as the shop has it: what it restocked of it in refunds of a part, and
// whether it holds the rest as taken.
type wooLine struct {
	id        int
	item      *item
	restocked int64
	holds     bool
	// byHand is how many of those that it restocked people had entered before it told them.
	byHand int64
}

// wooMoves are the moves that people and payments make there.
var wooMoves = map[string][]string{
	"pending":    {"on-hold", "processing", "processing", "cancelled", "failed"},
	"on-hold":    {"processing", "cancelled", "pending"},
	"processing": {"completed", "completed", "completed", "cancelled", "refunded", "pending", "on-hold", "failed"},
	"failed":     {"processing", "cancelled"},
	"cancelled":  {"processing", "pending"},
	"completed":  {"refunded", "cancelled", "processing"},
}

// wooOpen are the statuses in which units of a line can come back to the shelf.
var wooOpen = []string{"on-hold", "processing", "completed"}

func (s *woo) act(a *accountant) {
	if len(s.orders) == 0 || a.percent(12) {
		s.order(a)
		return
	}
	o := oneOf(a, s.orders[max(len(s.orders)-4, 0):])
	var items []*item
	for _, l := range o.lines {
		items = append(items, l.item)
	}
	a.stocked(items)
	switch {
	case o.trashed && a.percent(60):
		o.trashed = false
		s.tell(a, o, "order.restored")
	case o.trashed:
	case a.percent(12):
		o.trashed = true
		a.Pass(time.Second)
		s.tells(a, "order.deleted", shoptest.Object{"id": o.id}, "ignored")
		if o.bill.isOpen() {
			a.books.cancel(o.bill)
			o.bill.touched = true
		}
	case a.percent(25):
		s.refundPart(a, o)
	case a.percent(15):
		s.alsoByHand(a, o)
	default:
		s.move(a, o)
	}
}

func (s *woo) order(a *accountant) {
	items := a.basket()
	if len(items) == 0 {
		return
	}
	o := &wooOrder{
		id: s.id(), status: "pending", created: a.Now(), managed: a.percent(75), shipping: int64(a.below(600)),
	}
	for _, i := range items {
		o.lines = append(o.lines, &wooLine{id: s.id(), item: i})
	}
	s.orders = append(s.orders, o)
	if a.percent(60) {
		o.become(a, "processing")
	}
	s.tell(a, o, "order.created")
}

// move brings an order to another status, where what would leave is on the shelf.
func (s *woo) move(a *accountant, o *wooOrder) {
	to := wooMoves[o.status]
	if len(to) == 0 {
		return
	}
	status := oneOf(a, to)
	leaving := map[*item]int64{}
	for _, l := range o.lines {
		leaving[l.item] = l.item.open()
	}
	leaves := status == "completed" || (status == "refunded" && o.completed.IsZero())
	if leaves && o.completed.IsZero() && !a.books.there(o.bill, leaving) {
		return
	}
	if o.status == "pending" && !o.completed.IsZero() {
		return // It came back as well.
	}
	if (o.status == "cancelled" || o.status == "failed") && (!o.completed.IsZero() || o.restockedAny()) {
		return // What came back and leaves again is for a person to see to.
	}
	a.note("  %d from %s to %s", o.id, o.status, status)
	o.become(a, status)
	s.tell(a, o, "order.updated")
}

func (o *wooOrder) restockedAny() bool {
	for _, l := range o.lines {
		if l.restocked > 0 {
			return true
		}
	}
	return false
}

// become is what WooCommerce does with its own stock when the status changes.
func (o *wooOrder) become(a *accountant, status string) {
	o.status = status
	switch status {
	case "processing", "on-hold", "completed":
		if status != "on-hold" && o.paid.IsZero() {
			o.paid = a.Now()
		}
		if status == "completed" && o.completed.IsZero() {
			o.completed = a.Now()
		}
		for _, l := range o.lines {
			l.holds = o.managed
		}
	case "pending", "cancelled":
		for _, l := range o.lines {
			l.holds = false
		}
	case "refunded":
		restocks := a.percent(50)
		for _, l := range o.lines {
			l.holds = l.holds && !restocks
		}
		o.refunds = append(o.refunds, o.total()-o.refunded())
	}
}

// refundPart gives money back of an order, and perhaps some units of a line to the shelf.
func (s *woo) refundPart(a *accountant, o *wooOrder) {
	l := oneOf(a, o.lines)
	left := l.item.quantity - l.restocked
	if units := min(a.units(), left-1); units > 0 && l.holds && slices.Contains(wooOpen, o.status) && a.percent(60) {
		l.restocked += units
		o.refunds = append(o.refunds, min(share(l.item.amount, units, l.item.quantity), o.total()-o.refunded()))
		a.note("  %d of %s of %d come back", units, l.item.card.sku, o.id)
	} else if rest := o.total() - o.refunded(); rest > 0 && o.status != "cancelled" && o.status != "refunded" {
		o.refunds = append(o.refunds, int64(a.below(int(rest))))
	} else {
		return
	}
	s.tell(a, o, "order.updated")
}

// alsoByHand has a person enter a return of what left, which the shop restocks and tells
// afterwards.
func (s *woo) alsoByHand(a *accountant, o *wooOrder) {
	n := a.below(len(o.lines))
	l := o.lines[n]
	units := min(a.units(), l.item.out(), l.item.quantity-l.restocked-1)
	if units <= 0 || !l.holds || o.status != "completed" || o.bill.ended() {
		return
	}
	a.note("  %d by hand of %s of %d", units, l.item.card.sku, o.id)
	a.enterReturn(o.bill, n, units, l.restocked > l.byHand)
	l.byHand += units
	l.restocked += units
	o.refunds = append(o.refunds, min(share(l.item.amount, units, l.item.quantity), o.total()-o.refunded()))
	s.tell(a, o, "order.updated")
}

func (s *woo) tell(a *accountant, o *wooOrder, topic string) {
	a.Pass(time.Second)
	if o.bill != nil && a.percent(10) {
		o.modified = a.Now()
		s.late = append(s.late, s.box.Write(a.t, "order.updated", o.body()))
		a.Pass(time.Second)
	}
	o.modified = a.Now()
	s.tells(a, topic, o.body())
	if o.bill == nil {
		var items []*item
		for _, l := range o.lines {
			items = append(items, l.item)
		}
		o.bill = a.told(&s.counter, s, fmt.Sprint(o.id), items, o.created)
	}
	if topic == "order.created" && a.percent(30) {
		s.tells(a, "order.updated", o.body()) // WooCommerce sends both, in one second.
	}
	a.books.hearWoo(o)
}

// hearWoo brings the bill of an order to what the shop has.
func (b *books) hearWoo(o *wooOrder) {
	bill := o.bill
	bill.touched, bill.ordered, bill.refunded = true, o.total(), o.refunded()
	left, coming := map[*item]int64{}, map[*item]int64{}
	for _, l := range o.lines {
		i := l.item
		if l.holds {
			i.taken = new(i.quantity - l.restocked)
		} else if i.taken != nil {
			i.taken = new(int64)
		}
		if i.shipped == 0 {
			i.cancelled = l.restocked
		} else {
			coming[i] = max(l.restocked-i.cancelled-i.returned, 0)
		}
		left[i] = i.open()
	}
	b.bringBack(bill, coming, b.a.Now())
	b.standing(o, left)
}

// standing gives the bill the status that the shop has, with its effect.
func (b *books) standing(o *wooOrder, left map[*item]int64) {
	bill, gone, holds := o.bill, !o.completed.IsZero(), o.lines[0].holds
	all := func() map[*item]int64 {
		out := map[*item]int64{}
		for i := range left {
			out[i] = i.out()
		}
		return out
	}
	switch {
	case o.status == "failed" && holds: // It keeps what it holds until it is paid or cancelled.
	case slices.Contains([]string{"cancelled", "failed", "refunded"}, o.status), o.status == "pending" && gone && !holds:
		// An order that left and waits for its payment again brings its goods back as well.
		switch {
		case bill.ended():
		case o.status == "refunded" && holds:
			if !gone {
				bill.status, bill.left = order.Shipped, new(b.a.Now())
				b.ship(bill, left)
			}
			for i := range left {
				i.lost += i.out()
			}
			bill.follow(b.a.Now())
		case gone:
			b.bringBack(bill, all(), b.a.Now())
			bill.follow(b.a.Now())
		default:
			b.cancel(bill)
		}
		return
	}
	if bill.status == order.Cancelled {
		bill.status = order.Pending
	}
	switch {
	case gone && bill.isOpen():
		bill.status, bill.left = order.Shipped, new(o.completed)
		b.ship(bill, left)
	case bill.status == order.Pending && !o.paid.IsZero() && o.status != "failed":
		bill.status = order.Processing
	}
}

func (o *wooOrder) total() int64 {
	sum := o.shipping
	for _, l := range o.lines {
		sum += l.item.amount
	}
	return sum
}

func (o *wooOrder) refunded() (sum int64) {
	for _, one := range o.refunds {
		sum += one
	}
	return sum
}

// body is the order as WooCommerce tells it.
func (o *wooOrder) body() shoptest.Object {
	const form = "2006-01-02T15:04:05"
	lines, refunds := []shoptest.Object{}, []shoptest.Object{}
	for _, l := range o.lines {
		line := shoptest.Object{
			"id": l.id, "sku": l.item.card.sku, "name": l.item.card.sku, "quantity": l.item.quantity,
			"price": float64(l.item.price) / 100, "subtotal": money(l.item.price * l.item.quantity), "subtotal_tax": "0.00",
			"total": money(l.item.amount), "total_tax": "0.00", "meta_data": []shoptest.Object{},
		}
		if l.holds {
			line["meta_data"] = []shoptest.Object{{"key": "_reduced_stock", "value": fmt.Sprint(l.item.quantity - l.restocked)}}
		}
		lines = append(lines, line)
	}
	for n, one := range o.refunds {
		refunds = append(refunds, shoptest.Object{"id": n + 1, "total": "-" + money(one)})
	}
	body := shoptest.Object{
		"id": o.id, "number": fmt.Sprint(o.id), "status": o.status, "currency": "EUR", "total": money(o.total()),
		"date_created_gmt": o.created.UTC().Format(form), "date_modified_gmt": o.modified.UTC().Format(form),
		"billing": shoptest.Object{"first_name": "Ana"}, "line_items": lines, "refunds": refunds,
		"shipping_total": money(o.shipping), "prices_include_tax": false,
	}
	if !o.paid.IsZero() {
		body["date_paid_gmt"] = o.paid.UTC().Format(form)
	}
	if !o.completed.IsZero() {
		body["date_completed_gmt"] = o.completed.UTC().Format(form)
	}
	return body
}
