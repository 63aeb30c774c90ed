package order

import (
	"math/bits"

	"estante/internal/core"
)

// Charges is what an order comes to besides its lines, as its shop tells it. They are
// zero for an order that was written by hand.
type Charges struct {
	// Discount is negative, and so may fees be.
	Discount core.Cents
	Fees     core.Cents
	Shipping core.Cents
	// Tax is what is not in the prices.
	Tax core.Cents
}

// Sum is what they come to together.
func (c Charges) Sum() core.Cents { return c.Discount + c.Fees + c.Shipping + c.Tax }

// Total is what the line comes to before discounts and taxes that are not in its price.
func (l Line) Total() core.Cents { return core.Value(l.Priced, &l.UnitPrice) }

// kept is how many units the customer keeps, or still waits for.
func (l Line) kept(status Status) int64 {
	if status.ended() {
		return 0
	}
	return max(min(l.Quantity-l.Cancelled-l.Returned-l.WrittenOff, l.Priced), 0)
}

// Net is what is left of the line's amount.
func (l Line) Net(status Status) core.Cents { return share(l.Amount, l.kept(status), l.Priced) }

// Refund is what of the line's amount was for units that left and were given back.
func (l Line) Refund(status Status) core.Cents {
	back := min(l.Returned+l.WrittenOff, l.Priced)
	return min(share(l.Amount, back, l.Priced), l.Amount-l.Net(status))
}

// GivenUp is what of the line's amount was for units that never left.
func (l Line) GivenUp(status Status) core.Cents { return l.Amount - l.Net(status) - l.Refund(status) }

// GivenUpUnits is how many units never left and never will.
func (l Line) GivenUpUnits(status Status) int64 {
	if status.ended() {
		return l.Cancelled + l.open()
	}
	return l.Cancelled
}

// share is the part of an amount that some of its units come to, rounded half up, so
// that all of them are the whole.
func share(amount core.Cents, units, of int64) core.Cents {
	if of <= 0 || units <= 0 {
		return 0
	}
	if amount < 0 {
		return -share(-amount, units, of)
	}
	high, low := bits.Mul64(uint64(amount), uint64(min(units, of)))
	low, carry := bits.Add64(low, uint64(of/2), 0)
	part, _ := bits.Div64(high+carry, low, uint64(of))
	return core.Cents(part) //nolint:gosec // G115: it is no more than the amount.
}

// Lost is what is gone of the amount that an order was placed with, because units were
// cancelled or returned or its shop gave money back. An order of which nothing is left
// comes to nothing.
func (o Order) Lost() core.Cents { return o.Ordered - o.Total }

// Rest is what the amount that an order was placed with has besides its lines and
// charges: roundings, and what its shop does not itemize.
func (o Order) Rest(lines []Line) core.Cents {
	rest := o.Ordered - o.Charges.Sum()
	for _, line := range lines {
		rest -= line.Total()
	}
	return rest
}

// AmountKind says what a part of an order's amount is.
type AmountKind string

// The parts of an order's amount, in the order people are shown them.
const (
	AmountItems     AmountKind = "items"
	AmountDiscount  AmountKind = "discount"
	AmountFees      AmountKind = "fees"
	AmountShipping  AmountKind = "shipping"
	AmountTax       AmountKind = "tax"
	AmountOther     AmountKind = "other"
	AmountCancelled AmountKind = "cancelled"
	AmountReturned  AmountKind = "returned"
	AmountRefunded  AmountKind = "refunded"
)

// AmountPart is one row of what an order comes to.
type AmountPart struct {
	Kind   AmountKind
	Amount core.Cents
}

// Amounts are the rows that make the order's total: its lines, what it has besides, and
// what is gone of it. Rows of nothing are left out.
func (o Row) Amounts() []AmountPart {
	var items, cancelled, returned core.Cents
	for _, line := range o.Lines {
		items += line.Total()
		cancelled += line.GivenUp(o.Status)
		returned += line.Refund(o.Status)
	}
	parts := []AmountPart{{AmountItems, items}}
	for _, part := range []AmountPart{
		{AmountDiscount, o.Charges.Discount},
		{AmountFees, o.Charges.Fees},
		{AmountShipping, o.Charges.Shipping},
		{AmountTax, o.Charges.Tax},
		{AmountOther, o.Rest(o.Lines)},
		{AmountCancelled, -cancelled},
		{AmountReturned, -returned},
		{AmountRefunded, -(o.Lost() - cancelled - returned)},
	} {
		if part.Amount != 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

// Besides is what an order comes to beyond what is left of its lines' amounts: charges,
// taxes, roundings, and less what its shop gave back without goods.
func (o Row) Besides() core.Cents {
	besides := o.Total
	for _, line := range o.Lines {
		besides -= line.Net(o.Status)
	}
	return besides
}

// net is what is left of an order's amount.
func (o Order) net(lines []Line) core.Cents {
	if o.Status.ended() {
		return 0
	}
	var gone core.Cents
	for _, line := range lines {
		gone += line.Amount - line.Net(o.Status)
	}
	return max(o.Ordered-max(gone, o.Refunded), 0)
}

// count notes how much of an order is left, and what it comes to.
func (o *Order) count(lines []Line) {
	o.LineCount, o.Units, o.Unmatched = int64(len(lines)), 0, 0
	for _, line := range lines {
		o.Units += max(line.Quantity-line.Cancelled-line.Returned-line.WrittenOff, 0)
		if line.unknown() {
			o.Unmatched++
		}
	}
	if o.Status.ended() {
		o.Units = 0
	}
	o.Total = o.net(lines)
}

// Place notes the amount that an order is placed with.
func (o *Order) Place(amount core.Cents, lines []Line) {
	o.Ordered = amount
	o.count(lines)
}
