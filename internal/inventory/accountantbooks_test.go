package inventory_test

import (
	"cmp"
	"math/big"
	"slices"
	"time"

	"estante/internal/catalogue"
	"estante/internal/ledger"
)

// books are what the accountant has written down.
type books struct {
	a      *accountant
	zone   *time.Location
	cards  []*card
	places []*place
	papers []*entryPaper
	bills  []*bill
	// purchase and sales are the currencies of costs and prices, and rates how those of costs
	// became others.
	purchase, sales string
	rates           []restated
	movements       []*movementPaper
	transfers       []*transferPaper
	files           []*broughtFile
	// closing is the stock of the catalogue at the end of each day.
	closing map[string]int64
	began   string
}

func newBooks(a *accountant) *books {
	zone, err := time.LoadLocation("Europe/Madrid")
	a.must(err)
	return &books{a: a, zone: zone, purchase: "USD", sales: "EUR", closing: map[string]int64{}}
}

// place is a location; one of a shop is where its orders leave from.
type place struct {
	id             int64
	closed, ofShop bool
}

// lump is what some units cost together.
type lump struct{ value, units int64 }

// card is the stock card of one product.
type card struct {
	id             int64
	sku            string
	deleted        bool
	status         catalogue.ProductStatus
	minimum, price *int64
	at             map[int64]int64
	// worth is what the units cost together or, where none is left, what the last ones did.
	worth *lump
	// sums is how many units moved for which reason, and sold when how many were sold.
	sums map[ledger.Reason]int64
	sold []sale
	// writings counts what was written on the card, to see whether anything was.
	writings int
	// was is what it said when it was compared last.
	was string
}

// sale is what sold, or came back, on a day.
type sale struct {
	at    time.Time
	units int64
}

// restated is a change of the currency of costs.
type restated struct {
	step     int
	from, to string
	rate     *big.Rat
}

func (c *card) stock() (sum int64) {
	for _, units := range c.at {
		sum += units
	}
	return sum
}

// nearest is an amount in whole cents, halves up.
func nearest(amount *big.Rat) int64 {
	up := new(big.Rat).Add(amount, big.NewRat(1, 2))
	whole := new(big.Int).Div(up.Num(), up.Denom())
	return whole.Int64()
}

// of is what so many units cost at the average.
func (l lump) of(units int64) int64 {
	if l.units == 0 || l.value <= 0 || units <= 0 {
		return 0
	}
	return nearest(new(big.Rat).Mul(big.NewRat(l.value, l.units), big.NewRat(units, 1)))
}

// afterMoving is what the units cost after some came or went at the average: that of the
// last ones where there is none.
func (c *card) afterMoving(quantity int64) *lump {
	stock := c.stock()
	switch {
	case c.worth == nil || stock+quantity == 0:
		return c.worth
	case stock == 0:
		return &lump{c.worth.of(quantity), quantity}
	case quantity > 0:
		return &lump{c.worth.value + c.worth.of(quantity), stock + quantity}
	}
	return &lump{c.worth.value - c.worth.of(-quantity), stock + quantity}
}

// moving is how stock moves: why, since when it counts as sold, and what all of it costs
// afterwards where that is not the average.
type moving struct {
	reason  ledger.Reason
	soldAt  time.Time
	worth   *lump
	carried bool
}

// move writes a movement on a card.
func (b *books) move(c *card, at, quantity int64, how moving) {
	if quantity == 0 {
		return
	}
	if how.worth == nil {
		how.worth = c.afterMoving(quantity)
	}
	c.worth = how.worth
	c.at[at] += quantity
	c.sums[how.reason] += quantity
	c.writings++
	if how.reason == ledger.ReasonSale || how.reason == ledger.ReasonReturn {
		if how.soldAt.IsZero() {
			how.soldAt = b.a.Now()
		}
		c.sold = append(c.sold, sale{how.soldAt, -quantity})
	}
	if quantity > 0 && !how.carried && c.status == catalogue.StatusOutOfStock {
		c.status = catalogue.StatusActive
	}
}

// endOfStep writes down the closing stock of the day.
func (b *books) endOfStep() {
	today := b.day(b.a.Now())
	b.closing[today] = 0
	for _, c := range b.live() {
		b.closing[today] += c.stock()
	}
	if b.began == "" {
		for _, c := range b.cards {
			if len(c.sums) > 0 {
				b.began = today
			}
		}
	}
}

func (b *books) day(at time.Time) string { return at.In(b.zone).Format("2006-01-02") }

// live are the cards of products that are not deleted.
func (b *books) live() (cards []*card) {
	for _, c := range b.cards {
		if !c.deleted {
			cards = append(cards, c)
		}
	}
	return cards
}

func (b *books) open() (places []*place) {
	for _, p := range b.places {
		if !p.closed {
			places = append(places, p)
		}
	}
	return places
}

func (b *books) place(id int64) *place {
	return b.places[slices.IndexFunc(b.places, func(p *place) bool { return p.id == id })]
}

// soldLately is what was sold today and on the 29 days before, less what came back.
func (b *books) soldLately(c *card) int64 { return max(b.soldBetween(c, 29, 0), 0) }

// soldBetween is what sold on the days from so many to so many before today; what was sold
// by a clock ahead of ours counts as today's.
func (b *books) soldBetween(c *card, from, to int) (units int64) {
	year, month, day := b.a.Now().In(b.zone).Date()
	first := time.Date(year, month, day-from, 0, 0, 0, 0, b.zone)
	end := time.Date(year, month, day-to+1, 0, 0, 0, 0, b.zone)
	for _, s := range c.sold {
		if !s.at.Before(first) && s.at.Before(end) {
			units += s.units
		}
	}
	return units
}

// reserved is what open orders want of a product.
func (b *books) reserved(c *card) (units int64) {
	for _, order := range b.bills {
		units += order.claims(c, order.place)
	}
	return units
}

// lacking deals out the stock of each place to its orders, the oldest first, and says what
// each order and each product lacks.
func (b *books) lacking() (byBill map[*bill]int64, byCard map[*card]int64) {
	byBill, byCard = map[*bill]int64{}, map[*card]int64{}
	queue := slices.Clone(b.bills)
	slices.SortStableFunc(queue, func(x, y *bill) int {
		return cmp.Or(x.placed.Compare(y.placed), cmp.Compare(x.id, y.id))
	})
	for _, c := range b.cards {
		left := map[int64]int64{}
		for at, units := range c.at {
			left[at] = units
		}
		for _, order := range queue {
			wanted := order.claims(c, order.place)
			got := min(wanted, left[order.place])
			left[order.place] -= got
			byBill[order] += wanted - got
			byCard[c] += wanted - got
		}
	}
	return byBill, byCard
}

// parts are what amounts of a currency are counted in: hundredths, of a yen as well, because
// what one of a hundred screws cost is no whole yen; thousandths where people write three decimals.
func parts(currency string) int64 {
	if currency == "KWD" {
		return 1000
	}
	return 100
}

// convert is an amount in another currency, to the nearest that people pay in it: whole yens.
func convert(amount int64, from, to string, rates ...*big.Rat) int64 {
	value, paid := big.NewRat(amount, parts(from)), parts(to)
	if to == "JPY" {
		paid = 1
	}
	for _, rate := range rates {
		value.Mul(value, rate)
	}
	return nearest(value.Mul(value, big.NewRat(paid, 1))) * (parts(to) / paid)
}
