package inventory_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/order"
)

// compareCards holds each product against its card, or those alone of which the last step
// changed anything: stock by place, what orders claim and lack, cost and value.
func (a *accountant) compareCards(all bool) {
	b := a.books
	_, lacking := b.lacking()
	for _, c := range b.cards {
		is := fmt.Sprint(c.deleted, c.status, c.at, b.reserved(c), lacking[c], b.soldLately(c), text(centsOf(c.price)),
			c.worth)
		if is == c.was && !all {
			continue
		}
		c.was = is
		shown, err := a.Catalogue.ProductSold(a.ctx, c.id)
		if c.deleted {
			if !core.IsNotFound(err) {
				a.fail("the deleted %s is shown: %v", c.sku, err)
			}
			continue
		}
		a.must(err)
		same(a, shown.Stock, c.stock(), "stock of %s", c.sku)
		same(a, shown.Reserved, b.reserved(c), "reserved of %s", c.sku)
		same(a, shown.Available(), c.stock()-b.reserved(c), "available of %s", c.sku)
		same(a, shown.Shortage, lacking[c], "shortage of %s", c.sku)
		same(a, shown.Sold, b.soldLately(c), "sold lately of %s", c.sku)
		same(a, shown.Status, c.status, "status of %s", c.sku)
		same(a, text(shown.Price), text(centsOf(c.price)), "price of %s", c.sku)
		a.compareWorth(c, shown.Product)
		stocks, err := a.Ledger.StockByLocation(a.ctx, c.id)
		a.must(err)
		for _, here := range stocks {
			same(a, here.Stock, c.at[here.LocationID], "stock of %s at %d", c.sku, here.LocationID)
		}
	}
}

func text(amount *core.Cents) string {
	if amount == nil {
		return "none"
	}
	return fmt.Sprint(int64(*amount))
}

func (a *accountant) compareWorth(c *card, shown catalogue.Product) {
	if c.worth == nil {
		same(a, text(shown.Cost), "none", "average cost of %s", c.sku)
		same(a, text(shown.StockValue()), "none", "value of %s", c.sku)
		return
	}
	same(a, text(shown.Cost), fmt.Sprint(c.worth.of(1)), "average cost of %s", c.sku)
	same(a, text(shown.StockValue()), fmt.Sprint(c.value()), "value of %s", c.sku)
	same(a, shown.CostCurrency, a.books.purchase, "currency of the cost of %s", c.sku)
}

// value is what the stock cost.
func (c *card) value() int64 {
	if c.worth == nil || c.stock() == 0 {
		return 0
	}
	return c.worth.value
}

// compareTouchedOrders holds those orders against the books that the last step touched.
func (a *accountant) compareTouchedOrders() {
	byBill, _ := a.books.lacking()
	for _, o := range a.books.bills {
		if o.touched {
			shown, err := a.Orders.Order(a.ctx, o.id)
			a.must(err)
			a.compareOrder(o, shown.Row, byBill[o])
			o.touched = false
		}
	}
}

func (a *accountant) compareOrder(o *bill, shown order.Row, lacks int64) {
	same(a, shown.Status, o.status, "status of order %d", o.id)
	same(a, shown.Shortage(), lacks, "shortage of order %d", o.id)
	same(a, shown.Currency, o.currency, "currency of order %d", o.id)
	same(a, shown.Units, o.units(), "units of order %d", o.id)
	same(a, shown.LineCount, int64(len(o.items)), "lines of order %d", o.id)
	same(a, int64(shown.Total), o.total(), "total of order %d", o.id)
	same(a, len(shown.Lines), len(o.items), "listed lines of order %d", o.id)
	a.amounts(shown)
	for n, i := range o.items {
		line := shown.Lines[n]
		same(a, [3]int64{line.Shipped, line.Returned, line.WrittenOff}, [3]int64{i.shipped, i.returned, i.lost},
			"left, came back and lost of line %d of order %d", n, o.id)
		same(a, line.Claimed, o.wants(i), "claimed by line %d of order %d", n, o.id)
		if !o.ended() {
			same(a, line.Cancelled, i.cancelled, "given up of line %d of order %d", n, o.id)
			same(a, int64(line.Net(shown.Status)), share(i.amount, i.quantity-i.cancelled-i.returned-i.lost, i.quantity),
				"what is left of line %d of order %d", n, o.id)
		}
	}
	// A shop tells one thing in two messages, a second or two apart: either may be the one.
	if o.shop != nil && o.left != nil && shown.ShippedAt != nil && shown.ShippedAt.Sub(*o.left).Abs() < 3*time.Second {
		o.left = shown.ShippedAt
	}
	if (shown.ShippedAt == nil) != (o.left == nil) || (o.left != nil && !shown.ShippedAt.Equal(*o.left)) {
		a.fail("order %d left at %v, by the books at %v", o.id, shown.ShippedAt, o.left)
	}
}

// compareFigures holds everything against the books that sums up.
func (a *accountant) compareFigures() {
	a.compareOrders()
	a.compareTotals()
	a.compareValuations()
	a.compareEntries()
	a.compareMovements()
	a.compareOrderFigures()
	a.compareStockDays()
}

// compareOrders holds the list of orders against the books.
func (a *accountant) compareOrders() {
	byBill, _ := a.books.lacking()
	byID := map[int64]*bill{}
	for _, o := range a.books.bills {
		byID[o.id] = o
	}
	for page, listed := 1, 0; ; page++ {
		list, err := a.Orders.ListOrders(a.ctx, order.Filter{
			Ordering: order.OrdersByCreated, Page: core.Page{Number: page, Size: 100},
		})
		a.must(err)
		for _, row := range list.Rows {
			if byID[row.ID] == nil {
				a.fail("order %s is in no book", row.Number)
			}
			a.compareOrder(byID[row.ID], row, byBill[byID[row.ID]])
		}
		if listed += len(list.Rows); len(list.Rows) < 100 {
			same(a, [2]int{listed, list.Count.N}, [2]int{len(a.books.bills), len(a.books.bills)}, "how many orders are listed")
			return
		}
	}
}

// compareTotals holds the cards of the dashboard and of the products against the books.
func (a *accountant) compareTotals() {
	shown, err := a.Catalogue.Totals(a.ctx)
	a.must(err)
	var want catalogue.Totals
	low, out := map[int64]bool{}, map[int64]bool{}
	for _, c := range a.books.live() {
		stock := c.stock()
		want.Products++
		want.Stock += stock
		want.CostValue += core.Cents(c.value())
		switch {
		case stock == 0:
			want.Out++
			out[c.id] = true
		case c.minimum != nil && stock <= *c.minimum:
			want.Low++
			low[c.id] = true
		}
		if stock > 0 && c.worth == nil {
			want.WithoutCost++
		}
		if c.price != nil {
			want.SaleValue += core.Cents(*c.price * stock)
		} else if stock > 0 {
			want.WithoutPrice++
		}
		switch c.status {
		case catalogue.StatusInactive:
			want.Inactive++
		case catalogue.StatusDiscontinued:
			want.Discontinued++
		case catalogue.StatusActive, catalogue.StatusOutOfStock:
		}
	}
	want.Movements, want.Audited = shown.Movements, shown.Audited
	same(a, shown, want, "the totals")
	for _, list := range []struct {
		filter catalogue.ProductFilter
		want   map[int64]bool
	}{{catalogue.ProductFilter{LowStock: new(true)}, low}, {catalogue.ProductFilter{InStock: new(false)}, out}} {
		list.filter.Page = core.Page{Number: 1, Size: 100}
		shown, err := a.Catalogue.ListProducts(a.ctx, list.filter)
		a.must(err)
		same(a, shown.Count.N, len(list.want), "how many are low or out")
		for _, row := range shown.Rows {
			same(a, true, list.want[row.ID], "%s is low or out", row.SKU)
		}
	}
}

// compareValuations holds the value over all locations, and of each, against the books. Of a
// product at several places each has its part, to the cent, and all of them are the whole.
func (a *accountant) compareValuations() {
	shares := map[*card]int64{}
	units := int64(0)
	for _, p := range append([]*place{{}}, a.books.places...) {
		list, err := a.Ledger.ListValuations(a.ctx, ledger.ValuationFilter{
			LocationID: p.id, Page: core.Page{Number: 1, Size: 100},
		})
		a.must(err)
		same(a, list.PurchaseCurrency+list.SalesCurrency, a.books.purchase+a.books.sales, "currencies of the valuation")
		rows := map[int64]ledger.Valuation{}
		for _, row := range list.Rows {
			rows[row.Product.ID] = row
		}
		var sum, sale core.Cents
		var stock int64
		for _, c := range a.books.live() {
			here := c.stock()
			if p.id != 0 {
				here = c.at[p.id]
			}
			row, listed := rows[c.id]
			same(a, listed && row.Stock == here, true, "%s is valued with its stock at %d", c.sku, p.id)
			stock += here
			if c.price != nil {
				sale += core.Cents(*c.price * here)
				same(a, int64(row.SaleValue()), *c.price*here, "sale value of %s at %d", c.sku, p.id)
			}
			if c.worth == nil {
				same(a, text(row.CostValue), "none", "value of %s at %d", c.sku, p.id)
				continue
			}
			if p.id == 0 {
				same(a, int64(*row.CostValue), c.value(), "value of %s", c.sku)
			} else if shares[c] += int64(*row.CostValue); !a.fair(c, int64(*row.CostValue), here) {
				a.fail("%d of %s at %d are worth %d of %v", here, c.sku, p.id, *row.CostValue, c.worth)
			}
			sum += *row.CostValue
		}
		same(a, list.Totals.CostValue, sum, "value at %d", p.id)
		same(a, list.Totals.SaleValue, sale, "sale value at %d", p.id)
		same(a, list.Totals.Units, stock, "units at %d", p.id)
		if p.id != 0 {
			units += stock
		} else {
			units -= stock
		}
	}
	same(a, units, 0, "units at all places less all units")
	for c, shared := range shares {
		same(a, shared, c.value(), "value of %s at all places", c.sku)
	}
	a.comparePlaces()
}

// fair says whether a part is not a whole cent away from the exact one.
func (a *accountant) fair(c *card, part, units int64) bool {
	if c.stock() == 0 {
		return part == 0
	}
	exact := new(big.Rat).Mul(big.NewRat(c.worth.value, c.stock()), big.NewRat(units, 1))
	off := exact.Sub(exact, big.NewRat(part, 1))
	return off.Abs(off).Cmp(big.NewRat(1, 1)) < 0
}

func (a *accountant) comparePlaces() {
	rows, err := a.Ledger.Locations(a.ctx)
	a.must(err)
	for _, row := range rows {
		products, units := int64(0), int64(0)
		for _, c := range a.books.live() {
			if n := c.at[row.ID]; n > 0 {
				products, units = products+1, units+n
			}
		}
		same(a, [2]int64{row.Products, row.Units}, [2]int64{products, units}, "products and units at %d", row.ID)
	}
}

// compareEntries holds what entries come to against the books, each currency for itself.
func (a *accountant) compareEntries() {
	kinds := []ledger.EntryType{"", oneOf(a, []ledger.EntryType{"purchase", "manual", "return", "adjustment"})}
	for n, kind := range kinds {
		filter := ledger.EntryFilter{Type: kind, Page: core.Page{Number: 1, Size: 1}}
		if n == 1 && a.percent(50) {
			filter.ProductID = oneOf(a, a.books.cards).id
		}
		var want ledger.EntryTotals
		costs := map[string]int64{}
		for _, paper := range a.books.papers {
			if paper.gone || (kind != "" && paper.kind != kind) || (filter.ProductID != 0 && paper.card.id != filter.ProductID) {
				continue
			}
			want.Entries++
			want.Units += paper.quantity
			if paper.kind == "purchase" {
				want.Purchases++
			}
			if paper.cost != nil {
				costs[paper.currency] += *paper.cost * paper.quantity
			}
		}
		maps.DeleteFunc(costs, func(_ string, sum int64) bool { return sum == 0 })
		want.Cost = core.Cents(costs[a.books.purchase])
		list, err := a.Ledger.ListEntries(a.ctx, filter)
		a.must(err)
		same(a, list.Totals, want, "what entries of type %q come to", kind)
		same(a, int64(list.Count.N), want.Entries, "how many entries of type %q there are", kind)
		shown := map[string]int64{}
		for _, money := range list.Costs {
			shown[money.Currency] = int64(money.Amount)
		}
		same(a, fmt.Sprint(shown), fmt.Sprint(costs), "what entries of type %q cost", kind)
	}
}

// compareMovements holds the lists of movements against the cards: each reason comes to what
// moved for it, all of them to the stock, and the count to what is listed.
func (a *accountant) compareMovements() {
	total := 0
	for _, c := range a.books.cards {
		sums, rows := map[ledger.Reason]int64{}, 0
		for page := 1; ; page++ {
			list, err := a.Ledger.ListMovements(a.ctx, ledger.MovementFilter{
				ProductID: c.id, Page: core.Page{Number: page, Size: 100},
			})
			a.must(err)
			for _, m := range list.Rows {
				sums[m.Reason] += m.Quantity
			}
			rows += len(list.Rows)
			if len(list.Rows) < 100 {
				same(a, list.Count.N, rows, "how many movements of %s there are", c.sku)
				break
			}
		}
		total += rows
		for _, reason := range slices.Sorted(maps.Keys(sums)) {
			same(a, sums[reason], c.sums[reason], "moved of %s for %s", c.sku, reason)
		}
	}
	all, err := a.Ledger.ListMovements(a.ctx, ledger.MovementFilter{Page: core.Page{Number: 1, Size: 1}})
	a.must(err)
	same(a, all.Count.N, total, "how many movements there are")
	totals, err := a.Catalogue.Totals(a.ctx)
	a.must(err)
	same(a, totals.Movements, int64(total), "movements on the dashboard")
}

// compareStockDays holds the course of the stock against the closing stock of the days.
func (a *accountant) compareStockDays() {
	days, err := a.Ledger.StockDays(a.ctx)
	a.must(err)
	last, known := int64(0), false
	names := slices.Sorted(maps.Keys(a.books.closing))
	for _, day := range days {
		for len(names) > 0 && cmp.Compare(names[0], day.Day) <= 0 {
			last, known = a.books.closing[names[0]], true
			names = names[1:]
		}
		if known {
			same(a, day.Stock, last, "stock at the end of %s", day.Day)
		}
	}
	if len(days) > 0 {
		same(a, days[len(days)-1].Day, a.books.day(a.Now()), "the last day of the course of the stock")
	}
}

// compareOrderFigures holds statistics, trend and summary of orders against the books.
func (a *accountant) compareOrderFigures() {
	summary, err := a.Orders.OrderSummary(a.ctx)
	a.must(err)
	byStatus, amounts, kept := map[order.Status]int64{}, map[string]core.Cents{}, map[string]int64{}
	for _, o := range a.books.bills {
		byStatus[o.status]++
		if !o.ended() {
			amounts[o.currency] += core.Cents(o.total())
			kept[o.currency]++
		}
	}
	same(a, summary.Orders, int64(len(a.books.bills)), "how many orders there are")
	same(a, summary.Amount, amounts[a.books.sales], "what orders come to")
	if n := kept[a.books.sales]; n > 0 {
		same(a, int64(summary.Mean), share(int64(amounts[a.books.sales]), 1, n), "what an order comes to on average")
	}
	for _, one := range summary.ByCurrency {
		same(a, one.Amount, amounts[one.Currency], "what orders in %s come to", one.Currency)
		same(a, one.Orders, kept[one.Currency], "how many orders in %s there are", one.Currency)
	}
	for _, status := range order.Statuses {
		same(a, summary.ByStatus[status], byStatus[status], "orders that are %s", status)
		list, err := a.Orders.ListOrders(a.ctx, order.Filter{
			Status: status, Ordering: order.OrdersByCreated, Page: core.Page{Number: 1, Size: 1},
		})
		a.must(err)
		same(a, int64(list.Count.N), byStatus[status], "listed orders that are %s", status)
	}
	a.compareTrend(oneOf(a, []int{7, 30}))
}
