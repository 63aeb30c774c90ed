package inventory_test

import (
	"slices"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/shoptest"
)

// movementPaper is an adjustment that can be undone.
type movementPaper struct {
	id, at, quantity int64
	card             *card
	reason           ledger.Reason
	made             time.Time
	undone           bool
}

// transferPaper is what was carried from one place to another.
type transferPaper struct {
	id, from, to, quantity int64
	card                   *card
	undone                 bool
}

// openPlaces makes two locations beside the main one.
func (a *accountant) openPlaces() {
	a.books.places = []*place{{id: ledger.MainLocation}}
	for _, name := range []string{"Norte", "Sur"} {
		made, err := a.Ledger.CreateLocation(a.ctx, shoptest.Boss, name)
		a.must(err)
		a.books.places = append(a.books.places, &place{id: made.ID})
	}
}

// place draws a location, most often one that is open.
func (a *accountant) place() *place {
	if a.percent(90) {
		return oneOf(a, a.books.open())
	}
	return oneOf(a, a.books.places)
}

// card draws a product, most often one that is not deleted.
func (a *accountant) card() *card {
	if live := a.books.live(); len(live) > 0 && a.percent(95) {
		return oneOf(a, live)
	}
	return oneOf(a, a.books.cards)
}

// maybe is an amount or none.
func (a *accountant) maybe(most int) *int64 {
	if a.percent(20) {
		return nil
	}
	return new(int64(a.below(most)))
}

func centsOf(amount *int64) *core.Cents {
	if amount == nil {
		return nil
	}
	return new(core.Cents(*amount))
}

func (a *accountant) newProduct() {
	if len(a.books.cards) > 11 {
		a.restoreProduct(a.card())
		return
	}
	sku, stock := a.name("SKU"), int64(a.below(30))
	minimum, price, at := a.maybe(8), a.maybe(5000), a.place()
	fields := catalogue.ProductFields{
		SKU: &sku, Name: &sku, Stock: &stock, MinStock: &minimum, Price: new(centsOf(price)), LocationID: at.id,
	}
	product, err := a.Ledger.CreateProduct(a.ctx, shoptest.Clerk, fields)
	a.note("%s with %d at %d", sku, stock, at.id)
	if a.agree(!at.closed || stock == 0, err) {
		c := a.books.add(product.ID, sku, minimum, price)
		a.books.move(c, at.id, stock, moving{reason: ledger.ReasonRestock})
	}
}

func (b *books) add(id int64, sku string, minimum, price *int64) *card {
	c := &card{
		id: id, sku: sku, minimum: minimum, price: price, status: catalogue.StatusActive, at: map[int64]int64{},
		sums: map[ledger.Reason]int64{},
	}
	b.cards = append(b.cards, c)
	return c
}

// changeProduct changes price, minimum and status, and the stock, whose difference the main
// location makes up.
func (a *accountant) changeProduct() {
	c := a.card()
	fields := catalogue.ProductFields{}
	minimum, price, status := c.minimum, c.price, c.status
	if a.percent(50) {
		minimum, price = a.maybe(8), a.maybe(5000)
		fields.MinStock, fields.Price = &minimum, new(centsOf(price))
	}
	if a.percent(40) {
		status = oneOf(a, catalogue.ProductStatuses())
		fields.Status = &status
	}
	change := int64(0)
	if a.percent(50) {
		stock := int64(a.below(30))
		change = stock - c.stock()
		fields.Stock = &stock
	}
	_, err := a.Ledger.UpdateProduct(a.ctx, shoptest.Clerk, c.id, fields)
	a.note("%s: by %d, status %d", c.sku, change, status)
	if a.agree(!c.deleted && c.at[ledger.MainLocation]+change >= 0, err) {
		if spoken(minimum) != spoken(c.minimum) || spoken(price) != spoken(c.price) || status != c.status {
			c.writings++ // What says the same as before is no change.
		}
		c.minimum, c.price, c.status = minimum, price, status
		reason := ledger.ReasonAdjustment
		if len(c.sums) == 0 && c.worth == nil {
			reason = ledger.ReasonRestock // It is the first stock there ever was.
		}
		a.books.move(c, ledger.MainLocation, change, moving{reason: reason})
	}
}

func (a *accountant) duplicateProduct() {
	c := a.card()
	if len(a.books.cards) > 11 {
		return
	}
	sku := a.name("SKU")
	twin, err := a.Catalogue.DuplicateProduct(a.ctx, shoptest.Clerk, c.id, sku)
	if a.agree(!c.deleted, err) {
		made := a.books.add(twin.ID, sku, c.minimum, c.price)
		made.status = twin.Status
	}
}

func (a *accountant) deleteProduct() {
	c := a.card()
	if c.deleted {
		a.restoreProduct(c)
		return
	}
	a.note("deletes %s", c.sku)
	if a.agree(a.books.reserved(c) == 0, a.Catalogue.DeleteProduct(a.ctx, shoptest.Clerk, c.id)) {
		c.deleted = true
		c.writings++
	}
}

func (a *accountant) restoreProduct(c *card) {
	if !c.deleted {
		return
	}
	a.note("restores %s", c.sku)
	_, err := a.Catalogue.RestoreProduct(a.ctx, shoptest.Clerk, c.id)
	a.must(err)
	c.deleted = false
	c.writings++
}

// reasons are those of people, and in which directions they explain a change.
var reasons = map[ledger.Reason][2]bool{
	"restock": {true, false}, "return": {true, false}, "sale": {false, true}, "damage": {false, true},
	"adjustment": {true, true}, "transfer": {true, true}, "other": {true, true},
}

func (a *accountant) reason() ledger.Reason {
	return oneOf(a, []ledger.Reason{"restock", "return", "sale", "sale", "damage", "adjustment", "transfer", "other"})
}

func (a *accountant) adjust() {
	c, at, quantity, reason := a.card(), a.place(), a.units(), a.reason()
	kind := oneOf(a, []ledger.AdjustmentType{ledger.AdjustAdd, ledger.AdjustRemove, ledger.AdjustSet})
	change := map[ledger.AdjustmentType]int64{
		ledger.AdjustAdd: quantity, ledger.AdjustRemove: -quantity, ledger.AdjustSet: quantity - c.at[at.id],
	}[kind]
	explains := change == 0 || (change > 0 && reasons[reason][0]) || (change < 0 && reasons[reason][1])
	a.note("%s %d of %s at %d for %s", kind, quantity, c.sku, at.id, reason)
	done, err := a.Ledger.AdjustStock(a.ctx, shoptest.Clerk, c.id, ledger.Adjustment{
		Type: kind, Quantity: quantity, LocationID: at.id, Reason: reason,
	})
	if !a.agree(!c.deleted && !at.closed && explains && c.at[at.id]+change >= 0, err) || change == 0 {
		return
	}
	a.books.move(c, at.id, change, moving{reason: reason})
	a.books.movements = append(a.books.movements, &movementPaper{
		id: done.Movement.ID, at: at.id, quantity: change, card: c, reason: reason, made: a.Now(),
	})
	same(a, *done.Sold, a.books.soldLately(c), "sold lately of %s with its adjustment", c.sku)
}

// undoAdjustment writes the opposite, which counts on the day of what it takes back.
func (a *accountant) undoAdjustment() {
	if len(a.books.movements) == 0 {
		return
	}
	paper := oneOf(a, a.books.movements)
	c := paper.card
	a.note("%d of %s for %s", paper.quantity, c.sku, paper.reason)
	_, err := a.Ledger.UndoMovement(a.ctx, shoptest.Clerk, paper.id)
	allowed := !paper.undone && !c.deleted && !a.books.place(paper.at).closed && c.at[paper.at]-paper.quantity >= 0
	if a.agree(allowed, err) {
		paper.undone = true
		a.books.move(c, paper.at, -paper.quantity, moving{reason: paper.reason, soldAt: paper.made})
	}
}

func (a *accountant) transfer() {
	c, from, to, quantity := a.card(), a.place(), a.place(), a.units()
	a.note("%d of %s from %d to %d", quantity, c.sku, from.id, to.id)
	done, err := a.Ledger.CreateTransfer(a.ctx, shoptest.Clerk, ledger.TransferFields{
		ProductID: c.id, FromLocationID: from.id, ToLocationID: to.id, Quantity: quantity,
	})
	if a.agree(!c.deleted && from != to && !from.closed && !to.closed && c.at[from.id] >= quantity, err) {
		a.books.carry(c, from.id, to.id, quantity)
		a.books.transfers = append(a.books.transfers, &transferPaper{
			id: done.ID, from: from.id, to: to.id, quantity: quantity, card: c,
		})
	}
}

// carry moves units between places, which changes nothing of what all of them cost.
func (b *books) carry(c *card, from, to, quantity int64) {
	worth := c.worth
	b.move(c, from, -quantity, moving{reason: ledger.ReasonTransfer, worth: worth, carried: true})
	b.move(c, to, quantity, moving{reason: ledger.ReasonTransfer, worth: worth, carried: true})
}

func (a *accountant) undoTransfer() {
	if len(a.books.transfers) == 0 {
		return
	}
	paper := oneOf(a, a.books.transfers)
	c := paper.card
	_, err := a.Ledger.UndoTransfer(a.ctx, shoptest.Clerk, paper.id)
	allowed := !paper.undone && !c.deleted && !a.books.place(paper.from).closed && c.at[paper.to] >= paper.quantity
	if a.agree(allowed, err) {
		paper.undone = true
		a.books.carry(c, paper.to, paper.from, paper.quantity)
	}
}

// stocktake counts some products of a place, sells of one meanwhile, and posts the
// differences onto what is there by then.
func (a *accountant) stocktake() {
	at := a.place()
	take, err := a.Ledger.OpenStocktake(a.ctx, shoptest.Clerk, ledger.StocktakeFields{LocationID: at.id})
	if !a.agree(!at.closed, err) {
		return
	}
	differs, posts := map[*card]int64{}, true
	for range 1 + a.below(3) {
		c := oneOf(a, a.books.cards)
		if c.deleted {
			continue
		}
		counted := max(c.at[at.id]+int64(a.below(9))-4, 0)
		_, err := a.Ledger.CountProduct(a.ctx, shoptest.Clerk, take.ID, c.id, &counted)
		a.must(err)
		differs[c] = counted - c.at[at.id]
	}
	for c := range differs {
		if sold := int64(a.below(4)); sold > 0 && sold <= c.at[at.id] && len(differs) == 1 {
			_, err := a.Ledger.AdjustStock(a.ctx, shoptest.Clerk, c.id, ledger.Adjustment{
				Type: ledger.AdjustRemove, Quantity: sold, LocationID: at.id, Reason: ledger.ReasonSale,
			})
			a.must(err)
			a.books.move(c, at.id, -sold, moving{reason: ledger.ReasonSale})
		}
		posts = posts && c.at[at.id]+differs[c] >= 0
	}
	_, err = a.Ledger.PostStocktake(a.ctx, shoptest.Clerk, take.ID)
	if !a.agree(posts && len(differs) > 0, err) {
		_, err := a.Ledger.CancelStocktake(a.ctx, shoptest.Clerk, take.ID)
		a.must(err)
		return
	}
	for c, units := range differs {
		a.books.move(c, at.id, units, moving{reason: ledger.ReasonCount})
	}
}

// closePlace closes an empty location that no order waits for, or opens one.
func (a *accountant) closePlace() {
	p := oneOf(a, a.books.places)
	a.note("location %d", p.id)
	if p.closed {
		_, err := a.Ledger.UpdateLocation(a.ctx, shoptest.Boss, p.id, ledger.LocationChange{Active: new(true)})
		a.must(err)
		p.closed = false
		return
	}
	empty := !slices.ContainsFunc(a.books.cards, func(c *card) bool {
		wanted := func(o *bill) bool { return o.claims(c, p.id) > 0 }
		return c.at[p.id] != 0 || slices.ContainsFunc(a.books.bills, wanted)
	})
	_, err := a.Ledger.UpdateLocation(a.ctx, shoptest.Boss, p.id, ledger.LocationChange{Active: new(false)})
	if a.agree(p.id != ledger.MainLocation && empty && !p.ofShop, err) {
		p.closed = true
	}
}
