package inventory_test

import (
	"math/big"
	"slices"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/order"
	"estante/internal/shoptest"
)

// bill is an order with what became of its lines.
type bill struct {
	id, place int64
	status    order.Status
	currency  string
	placed    time.Time
	left      *time.Time
	// ordered is what it was placed with, and refunded what its shop says that it gave back.
	ordered, refunded int64
	items             []*item
	shop              shop
	// past says that it was over before its stock was counted here.
	past bool
	// changes counts what was done to it since it was brought, and touched says that the
	// last step did something.
	changes int
	touched bool
}

// item is a line: what was asked for, and what of it was given up, left, came back, and was
// refunded without coming back.
type item struct {
	card                                         *card
	quantity, cancelled, shipped, returned, lost int64
	price, amount                                int64
	// taken is what its shop holds of it as taken from its own stock; nil where it never said.
	taken *int64
}

func (i *item) open() int64 { return i.quantity - i.cancelled - i.shipped }

func (i *item) out() int64 { return i.shipped - i.returned - i.lost }

func (o *bill) ended() bool { return o.status == order.Cancelled || o.status == order.Returned }

func (o *bill) isOpen() bool { return o.status == order.Pending || o.status == order.Processing }

// wants is what is still to leave of an item, as far as its shop has not given it back.
func (o *bill) wants(i *item) int64 {
	switch {
	case o.ended():
		return 0
	case i.taken != nil:
		return min(i.open(), max(*i.taken-i.shipped+i.returned, 0))
	}
	return i.open()
}

// claims is what the order wants of a product at a place.
func (o *bill) claims(c *card, place int64) (units int64) {
	for _, i := range o.items {
		if i.card == c && o.place == place {
			units += o.wants(i)
		}
	}
	return units
}

// share is the part of an amount that some of its units come to.
func share(amount, units, of int64) int64 {
	if of == 0 {
		return 0
	}
	return nearest(new(big.Rat).Mul(big.NewRat(amount, of), big.NewRat(units, 1)))
}

// total is what is left of the order's amount: without what was given up or came back of
// its lines, or without what its shop gave back, whichever is more.
func (o *bill) total() int64 {
	if o.ended() {
		return 0
	}
	gone := int64(0)
	for _, i := range o.items {
		gone += i.amount - share(i.amount, i.quantity-i.cancelled-i.returned-i.lost, i.quantity)
	}
	return max(o.ordered-max(gone, o.refunded), 0)
}

func (o *bill) units() (sum int64) {
	if o.ended() {
		return 0
	}
	for _, i := range o.items {
		sum += i.quantity - i.cancelled - i.returned - i.lost
	}
	return sum
}

// follow gives an order the status that its lines came to.
func (o *bill) follow(now time.Time) {
	open, out, shipped := int64(0), int64(0), int64(0)
	for _, i := range o.items {
		open, out, shipped = open+i.open(), out+i.out(), shipped+i.shipped
	}
	switch {
	case open == 0 && out == 0 && shipped > 0:
		o.status = order.Returned
	case open == 0 && out == 0:
		o.status = order.Cancelled
	case open == 0 && o.isOpen():
		o.status, o.left = order.Shipped, &now
	}
}

// ship lets units leave, each product at once. It counts as sold when it was ordered.
func (b *books) ship(o *bill, leaving map[*item]int64) {
	b.shift(o, o.place, leaving, -1, moving{reason: ledger.ReasonSale, soldAt: o.placed})
	for i, units := range leaving {
		i.shipped += units
	}
}

// bringBack puts units on the shelf where they left, or in the main place if that is closed.
func (b *books) bringBack(o *bill, coming map[*item]int64, at time.Time) {
	back := o.place
	if b.place(back).closed {
		back = ledger.MainLocation
	}
	b.shift(o, back, coming, 1, moving{reason: ledger.ReasonReturn, soldAt: at})
	for i, units := range coming {
		i.returned += units
	}
}

// shift moves units of items, those of one product together.
func (b *books) shift(o *bill, at int64, units map[*item]int64, sign int64, how moving) {
	sums := map[*card]int64{}
	for i, n := range units {
		if i.card != nil {
			sums[i.card] += n
		}
	}
	for c, n := range sums {
		b.move(c, at, sign*n, how)
	}
	o.touched = true
}

// there says whether so much of each product lies where the order leaves from.
func (b *books) there(o *bill, leaving map[*item]int64) bool {
	sums := map[*card]int64{}
	for i, n := range leaving {
		if i.card != nil {
			sums[i.card] += n
		}
	}
	for c, n := range sums {
		if n > 0 && (c.deleted || c.at[o.place] < n) {
			return false
		}
	}
	return true
}

// mayReturn says whether no product of what comes back is deleted.
func mayReturn(coming map[*item]int64) bool {
	for i, n := range coming {
		if n > 0 && i.card != nil && i.card.deleted {
			return false
		}
	}
	return true
}

// items draws what is asked for in a currency, with a price or at the product's own, which is
// none in another currency.
func (a *accountant) items(currency string) (asked []order.Item, items []*item, allowed bool) {
	allowed = true
	for range 1 + a.below(3) {
		c, quantity := a.card(), a.units()
		one := order.Item{ProductID: c.id, Quantity: quantity}
		price := c.price
		if currency != a.books.sales {
			price = nil
		}
		if a.percent(70) {
			price = new(int64(a.below(4000)))
			one.UnitPrice = centsOf(price)
		}
		if allowed = allowed && price != nil && !c.deleted; price == nil {
			price = new(int64)
		}
		asked = append(asked, one)
		items = append(items, &item{card: c, quantity: quantity, price: *price, amount: *price * quantity})
	}
	return asked, items, allowed
}

func sumOf(items []*item) (sum int64) {
	for _, i := range items {
		sum += i.amount
	}
	return sum
}

func (a *accountant) placeOrder() {
	at := a.place()
	asked, items, allowed := a.items(a.books.sales)
	made, err := a.Orders.CreateOrder(a.ctx, shoptest.Clerk, order.Fields{
		CustomerName: "Ana", LocationID: at.id, Items: asked,
	})
	if a.agree(allowed && !at.closed, err) {
		a.note("%s at %d", made.Number, at.id)
		a.books.bills = append(a.books.bills, &bill{
			id: made.ID, place: at.id, status: order.Pending, currency: a.books.sales, placed: a.Now(), ordered: sumOf(items),
			items: items, touched: true,
		})
	}
}

// byHand draws an order that no shop sent, the later ones more often.
func (a *accountant) byHand() *bill {
	var found []*bill
	for _, o := range a.books.bills {
		if o.shop == nil {
			found = append(found, o)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return oneOf(a, found[max(len(found)-12, 0):])
}

func (a *accountant) changeItems() {
	o := a.byHand()
	if o == nil {
		return
	}
	asked, items, allowed := a.items(o.currency)
	_, err := a.Orders.UpdateOrder(a.ctx, shoptest.Clerk, o.id, order.Change{Items: &asked})
	a.note("order %d", o.id)
	if a.agree(allowed && o.status == order.Pending, err) {
		o.items, o.ordered, o.touched = items, sumOf(items), true
		o.changes++
	}
}

// moves are the moves of an order by the rules.
var moves = map[order.Status][]order.Status{
	"pending": {"processing", "cancelled"}, "processing": {"shipped", "cancelled"}, "shipped": {"delivered", "returned"},
	"delivered": {"returned"},
}

func (a *accountant) moveOrder() {
	o := a.byHand()
	if o == nil {
		return
	}
	to := moves[o.status]
	if len(to) == 0 || a.percent(5) {
		to = order.Statuses
	}
	a.moveTo(o, oneOf(a, to))
}

func (a *accountant) moveTo(o *bill, to order.Status) {
	leaving, coming := map[*item]int64{}, map[*item]int64{}
	for _, i := range o.items {
		leaving[i], coming[i] = i.open(), i.out()
	}
	allowed := slices.Contains(moves[o.status], to)
	switch to {
	case order.Shipped:
		allowed = allowed && a.books.there(o, leaving)
	case order.Returned:
		allowed = allowed && mayReturn(coming)
	case order.Pending, order.Processing, order.Delivered, order.Cancelled:
	}
	_, err := a.Orders.UpdateOrder(a.ctx, shoptest.Clerk, o.id, order.Change{Status: &to})
	a.note("order %d from %s to %s", o.id, o.status, to)
	if to == o.status {
		a.must(err)
		return
	}
	if a.agree(allowed, err) {
		a.books.reach(o, to, leaving, coming, a.Now(), a.Now())
		o.changes++
	}
}

// reach brings an order to a status with its effect on the stock: when what left is said to
// have left, and at what time what comes back counts.
func (b *books) reach(o *bill, to order.Status, leaving, coming map[*item]int64, left, back time.Time) {
	o.touched = true
	switch to {
	case order.Shipped:
		o.status, o.left = to, &left
		b.ship(o, leaving)
	case order.Returned:
		o.status = to
		b.bringBack(o, coming, back)
	case order.Cancelled:
		b.cancel(o)
	case order.Pending, order.Processing, order.Delivered:
		o.status = to
	}
}

// cancel gives up what has not left; where a part has, the order is what left of it.
func (b *books) cancel(o *bill) {
	for _, i := range o.items {
		if i.shipped > 0 {
			for _, i := range o.items {
				i.cancelled += i.open()
			}
			o.follow(b.a.Now())
			return
		}
	}
	o.status = order.Cancelled
}

// lineIDs are the names of an order's lines in the shop.
func (a *accountant) lineIDs(o *bill) (ids []int64) {
	made, err := a.Orders.Order(a.ctx, o.id)
	a.must(err)
	for _, line := range made.Lines {
		ids = append(ids, line.ID)
	}
	if len(ids) != len(o.items) {
		a.fail("order %d has %d lines, by the books %d", o.id, len(ids), len(o.items))
	}
	return ids
}

func (a *accountant) sendParcel() {
	o := a.byHand()
	if o == nil {
		return
	}
	parcel, leaving, allowed := order.Parcel{}, map[*item]int64{}, true
	for n, id := range a.lineIDs(o) {
		i := o.items[n]
		units := min(a.units(), i.open()+int64(a.below(10)/9))
		if units <= 0 || a.percent(30) {
			continue
		}
		allowed = allowed && units <= i.open()
		leaving[i] = units
		parcel.Lines = append(parcel.Lines, order.ParcelLine{LineID: id, Quantity: units})
	}
	if len(leaving) == 0 {
		return
	}
	allowed = allowed && o.isOpen() && a.books.there(o, leaving)
	a.note("order %d: %d lines", o.id, len(leaving))
	_, err := a.Orders.ShipPart(a.ctx, shoptest.Clerk, o.id, parcel)
	if a.agree(allowed, err) {
		if o.status == order.Pending {
			o.status = order.Processing
		}
		a.books.ship(o, leaving)
		o.follow(a.Now())
		o.changes++
	}
}

// refundByHand gives up or takes back a part of one line: what has left comes first, unless
// it is said that it had not.
func (a *accountant) refundByHand() {
	o := a.byHand()
	if o == nil {
		return
	}
	n := a.below(len(o.items))
	i, quantity := o.items[n], a.units()
	if a.percent(80) {
		quantity = min(quantity, i.open()+i.out())
	}
	restock := oneOf(a, []order.Restock{order.RestockNone, order.RestockReturn, order.RestockCancel})
	refund := order.Refund{Key: a.name("R"), Lines: []order.RefundLine{
		{LineID: a.lineIDs(o)[n], Quantity: quantity, Restock: restock},
	}}
	a.note("order %d: %d of line %d, %s", o.id, quantity, n, restock)
	_, err := a.Orders.RefundOrder(a.ctx, shoptest.Clerk, o.id, refund)
	given, back := fate(i, quantity, restock)
	allowed := !o.ended() && quantity > 0 && quantity <= i.open()+i.out()
	if restock != order.RestockNone {
		allowed = allowed && mayReturn(map[*item]int64{i: back})
	}
	if a.agree(allowed, err) {
		a.books.refund(o, i, given, back, restock)
		o.changes++
		_, err := a.Orders.RefundOrder(a.ctx, shoptest.Clerk, o.id, refund) // The same name counts once.
		a.must(err)
	}
}

// fate is how much of a refunded quantity had not left, and how much had.
func fate(i *item, quantity int64, restock order.Restock) (given, back int64) {
	given = max(quantity-i.out(), 0)
	if restock == order.RestockCancel {
		given = min(quantity, i.open())
	}
	return given, quantity - given
}

func (b *books) refund(o *bill, i *item, given, back int64, restock order.Restock) {
	i.cancelled += given
	if restock == order.RestockNone {
		i.lost += back
	} else {
		b.bringBack(o, map[*item]int64{i: back}, b.a.Now())
	}
	o.touched = true
	o.follow(b.a.Now())
}

// amounts wants the rows of an order to add up to its total.
func (a *accountant) amounts(shown order.Row) {
	sum := core.Cents(0)
	for _, part := range shown.Amounts() {
		sum += part.Amount
	}
	same(a, sum, shown.Total, "the rows of order %d", shown.ID)
}
