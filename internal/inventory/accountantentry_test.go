package inventory_test

import (
	"fmt"
	"math/big"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/shoptest"
)

// entryPaper is an entry as its document says it. An amount keeps its currency for ever.
type entryPaper struct {
	id, at, quantity int64
	card             *card
	kind             ledger.EntryType
	cost             *int64
	currency         string
	// since is the step in which its currency was that of all costs, made the time at which
	// what came in counts, and reason that of the movement that stands for it.
	since  int
	made   time.Time
	reason ledger.Reason
	gone   bool
}

var entryKinds = map[ledger.EntryType]ledger.Reason{
	"manual": "other", "purchase": "restock", "return": "return", "adjustment": "adjustment",
}

func (a *accountant) entryKind() ledger.EntryType {
	return oneOf(a, []ledger.EntryType{"purchase", "purchase", "manual", "return", "adjustment"})
}

// now is an amount of the entry in the currency that costs have now, by all rates since.
func (b *books) now(paper *entryPaper, amount int64) int64 {
	var rates []*big.Rat
	for _, r := range b.rates {
		if r.step > paper.since {
			rates = append(rates, r.rate)
		}
	}
	if len(rates) == 0 {
		return amount
	}
	return convert(amount, paper.currency, b.purchase, rates...)
}

// lot is what the entry brought, and what it cost by now; nil where it does not say.
func (b *books) lot(paper *entryPaper) *lump {
	if paper.cost == nil {
		return nil
	}
	return &lump{b.now(paper, *paper.cost*paper.quantity), paper.quantity}
}

// afterBuying is what the units cost together once a lot came in: where there was no stock,
// or no cost was known, all units cost what those of the lot do.
func (c *card) afterBuying(quantity int64, lot *lump) *lump {
	switch {
	case lot == nil:
		return c.afterMoving(quantity)
	case c.worth == nil || c.stock() == 0:
		return scale(*lot, c.stock()+quantity)
	}
	return &lump{c.worth.value + lot.value, c.stock() + quantity}
}

// scale is so many units at an average; none keep the average itself.
func scale(average lump, units int64) *lump {
	if units <= 0 || units == average.units {
		return &average
	}
	return &lump{average.of(units), units}
}

// corrected is what the units cost once a lot is taken back and another comes in its place.
// A moving average does not know which units were sold, so the rest stays between the
// lowest and the highest that its other entries, the average before and the new lot cost.
func (b *books) corrected(paper *entryPaper, out int64, in int64, lotOut, lotIn *lump) *lump {
	c := paper.card
	stock := c.stock()
	units := stock + in - out
	if lotIn != nil && in > 0 && (c.worth == nil || stock == 0) {
		return scale(*lotIn, units)
	}
	if c.worth == nil {
		return nil
	}
	rest, value := stock-out, int64(0)
	if stock > 0 {
		value = c.worth.value
	}
	if lotIn != nil {
		rest, value = rest+in, value+lotIn.value
	}
	if lotOut != nil {
		value -= lotOut.value
	} else {
		value -= c.worth.of(out)
	}
	if rest <= 0 {
		return scale(*c.worth, units)
	}
	least, most, paid := b.paidFor(paper, rest)
	switch {
	case paid:
		lots := []lump{*c.worth}
		if lotIn != nil && in > 0 {
			lots = append(lots, *lotIn)
		}
		for _, l := range lots {
			least, most = min(least, l.of(rest)), max(most, l.of(rest))
		}
		value = min(max(value, least), most)
	case value < 0:
		return scale(*c.worth, units)
	}
	return scale(lump{value, rest}, units)
}

// paidFor is the least and the most that so many units cost by the other entries of a
// product in the same currency.
func (b *books) paidFor(paper *entryPaper, units int64) (least, most int64, paid bool) {
	for _, other := range b.papers {
		if other == paper || other.gone || other.card != paper.card || other.cost == nil || other.currency != paper.currency {
			continue
		}
		each := *other.cost
		if !paid {
			least, most, paid = each, each, true
		}
		least, most = min(least, each), max(most, each)
	}
	return b.now(paper, least) * units, b.now(paper, most) * units, paid
}

func spoken(amount *int64) string {
	if amount == nil {
		return "without a cost"
	}
	return fmt.Sprint(*amount)
}

func (a *accountant) enter() {
	c, at, quantity, kind, cost := a.card(), a.place(), a.units(), a.entryKind(), a.maybe(900)
	a.note("%d of %s at %d, %s, %s", quantity, c.sku, at.id, kind, spoken(cost))
	made, err := a.Ledger.CreateEntry(a.ctx, shoptest.Clerk, ledger.EntryFields{
		ProductID: c.id, Quantity: quantity, Type: kind, Reason: "Albarán", UnitCost: centsOf(cost), LocationID: at.id,
	})
	if !a.agree(!c.deleted && !at.closed, err) {
		return
	}
	paper := &entryPaper{
		id: made.ID, at: at.id, quantity: quantity, card: c, kind: kind, cost: cost, currency: a.books.purchase,
		since: a.steps, made: a.Now(), reason: entryKinds[kind],
	}
	a.books.bringIn(paper)
	a.books.papers = append(a.books.papers, paper)
}

// bringIn writes what an entry brought. A return counts on the day of its entry.
func (b *books) bringIn(paper *entryPaper) {
	paper.reason = entryKinds[paper.kind]
	b.move(paper.card, paper.at, paper.quantity, moving{
		reason: paper.reason, worth: paper.card.afterBuying(paper.quantity, b.lot(paper)), soldAt: paper.made,
	})
}

// takeBack writes the opposite of what an entry brought.
func (b *books) takeBack(paper *entryPaper, worth *lump) {
	b.move(paper.card, paper.at, -paper.quantity, moving{reason: paper.reason, worth: worth, soldAt: paper.made})
}

// changeEntry changes some of a document: quantity and place move stock, a cost what it is
// worth.
func (a *accountant) changeEntry() {
	if len(a.books.papers) == 0 {
		return
	}
	paper := oneOf(a, a.books.papers)
	after, change := *paper, ledger.EntryChange{}
	if a.percent(50) {
		after.quantity = a.units()
		change.Quantity = &after.quantity
	}
	if a.percent(20) {
		after.at = a.place().id
		change.LocationID = &after.at
	}
	if a.percent(20) {
		after.kind = a.entryKind()
		change.Type = &after.kind
	}
	if a.percent(40) {
		after.cost = a.maybe(900)
		change.UnitCost = new(centsOf(after.cost))
	}
	a.note("entry %d of %s: %d at %d, %s, %s", paper.id, paper.card.sku, after.quantity, after.at, after.kind,
		spoken(after.cost))
	_, err := a.Ledger.UpdateEntry(a.ctx, shoptest.Clerk, paper.id, change)
	if a.agree(a.mayChange(*paper, after), err) {
		a.books.changed(paper, after)
	}
}

// movesStock says whether a change of an entry moves stock; another type does where goods
// become a customer's return, or none any more.
func (p entryPaper) movesStock(after entryPaper) bool {
	return after.quantity != p.quantity || after.at != p.at || (p.kind == "return") != (after.kind == "return")
}

func (p entryPaper) recosts(after entryPaper) bool {
	return (p.cost == nil) != (after.cost == nil) || (p.cost != nil && *p.cost != *after.cost)
}

func (a *accountant) mayChange(before, after entryPaper) bool {
	c, b := before.card, a.books
	switch {
	case before.gone:
		return false
	case before.movesStock(after):
		left := c.at[before.at] - before.quantity
		if after.at == before.at {
			left += after.quantity
		}
		return !c.deleted && !b.place(after.at).closed && !b.place(before.at).closed && left >= 0
	case before.recosts(after):
		return !c.deleted
	}
	return true
}

func (b *books) changed(paper *entryPaper, after entryPaper) {
	before, c := *paper, paper.card
	out, in := before.quantity, after.quantity
	lotOut, lotIn := b.lot(&before), b.lot(&after)
	switch {
	case before.movesStock(after):
		worth := b.corrected(paper, out, in, lotOut, lotIn)
		b.bringIn(&after)
		b.takeBack(&before, worth)
	case before.recosts(after):
		// The cost counts for what can still be there.
		units := min(out, c.stock())
		if worth := b.corrected(paper, units, units, lotOut.part(units), lotIn.part(units)); worth != nil {
			c.worth = worth
		}
		c.writings++
	}
	*paper = after
}

// part is what so many units of a lot cost.
func (l *lump) part(units int64) *lump {
	if l == nil || l.units == units {
		return l
	}
	return &lump{l.of(units), units}
}

// deleteEntry deletes an entry, or restores one.
func (a *accountant) deleteEntry() {
	if len(a.books.papers) == 0 {
		return
	}
	paper, b := oneOf(a, a.books.papers), a.books
	c := paper.card
	if !paper.gone {
		a.note("entry %d of %s goes", paper.id, c.sku)
		err := a.Ledger.DeleteEntry(a.ctx, shoptest.Clerk, paper.id)
		if a.agree(!c.deleted && c.at[paper.at] >= paper.quantity, err) {
			b.takeBack(paper, b.corrected(paper, paper.quantity, 0, b.lot(paper), nil))
			paper.gone = true
		}
		return
	}
	a.note("entry %d of %s comes back", paper.id, c.sku)
	_, err := a.Ledger.RestoreEntry(a.ctx, shoptest.Clerk, paper.id)
	if a.agree(!c.deleted && !b.place(paper.at).closed, err) {
		b.bringIn(paper)
		paper.gone = false
	}
}

// rates are how much one currency is worth in another, as people write it.
var rates = []string{"0.925", "1.1", "2", "0.5", "157.3", "0.00636", "3.25", "1"}

// changePurchaseCurrency restates every average cost by a rate; entries keep their currency.
func (a *accountant) changePurchaseCurrency() {
	b := a.books
	to := oneOf(a, []string{"USD", "EUR", "GBP", "JPY", "KWD"})
	text := oneOf(a, rates)
	known := false
	for _, c := range b.cards {
		known = known || c.worth != nil
	}
	change := core.SettingsChange{PurchaseCurrency: &to}
	asked := a.percent(90)
	rate, err := core.ParseRate(text)
	a.must(err)
	if asked {
		change.PurchaseRate = &rate
	}
	a.note("costs from %s to %s by %s", b.purchase, to, text)
	_, err = a.UpdateSettings(a.ctx, shoptest.Boss, change)
	if !a.agree(asked || !known || to == b.purchase, err) || to == b.purchase {
		return
	}
	by, _ := new(big.Rat).SetString(text)
	for _, c := range b.cards {
		if c.worth != nil {
			c.worth = &lump{convert(c.worth.value, b.purchase, to, by), c.worth.units}
			c.writings++
		}
	}
	for _, paper := range b.papers {
		if !known {
			paper.currency = to // Nothing had a cost, and nobody told a rate.
		}
	}
	if known {
		b.rates = append(b.rates, restated{a.steps, b.purchase, to, by})
	}
	b.purchase = to
}

// changeSalesCurrency restates every price by a rate; orders keep their currency.
func (a *accountant) changeSalesCurrency() {
	b := a.books
	to := oneOf(a, []string{"EUR", "EUR", "USD", "GBP"})
	text := oneOf(a, rates)
	known := false
	for _, c := range b.cards {
		known = known || c.price != nil
	}
	rate, err := core.ParseRate(text)
	a.must(err)
	change := core.SettingsChange{SalesCurrency: &to, SalesRate: &rate}
	a.note("prices from %s to %s by %s", b.sales, to, text)
	_, err = a.UpdateSettings(a.ctx, shoptest.Boss, change)
	a.must(err)
	if to == b.sales {
		return
	}
	by, _ := new(big.Rat).SetString(text)
	for _, c := range b.cards {
		if c.price != nil {
			c.price = new(convert(*c.price, b.sales, to, by))
			c.writings++
		}
	}
	b.sales = to
}
