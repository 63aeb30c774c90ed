package imports

import (
	"fmt"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/order"
)

// orderPlan is what the rows of one order would do.
type orderPlan struct {
	rows []fileRow
	// known says that an order of this number is there already.
	known bool
	order order.Order
	lines []order.Line
	// status is where the order is to be brought; it begins pending.
	status order.Status
	// left and arrived are when its goods did, if they did.
	left    time.Time
	arrived time.Time
	// past says that it was over before its stock was counted here.
	past     bool
	problems [][]RowProblem
}

// wrong is how many rows have a problem.
func (p *orderPlan) wrong() (rows int) {
	for _, problems := range p.problems {
		if len(problems) > 0 {
			rows++
		}
	}
	return rows
}

// groupsOf divides rows into those of one order each.
func groupsOf(rows []fileRow) (groups [][]fileRow) {
	for i, row := range rows {
		if i == 0 || row.group == "" || row.group != rows[i-1].group {
			groups = append(groups, nil)
		}
		last := len(groups) - 1
		groups[last] = append(groups[last], row)
	}
	return groups
}

// orderPlanner compares rows with the orders and products there are.
type orderPlanner struct {
	tx       Tx
	reader   *importReader
	zone     *time.Location
	currency string
	// first are the rows where each order was seen first.
	first map[string]int
}

// plan works out what rows would do. A caller that is going to write has locked the products.
func (p orderPlanner) plan(rows []fileRow, products []catalogue.Product) ([]orderPlan, error) {
	bySKU := make(map[string]catalogue.Product, len(products))
	for _, product := range products {
		bySKU[core.IdentityKey(product.SKU)] = product
	}
	groups := groupsOf(rows)
	known, err := knownOrders(p.tx, groups)
	if err != nil {
		return nil, err
	}
	plans := make([]orderPlan, 0, len(groups))
	for _, group := range groups {
		plan := orderPlan{rows: group, known: known[group[0].group], problems: make([][]RowProblem, len(group))}
		for i, row := range group {
			plan.problems[i] = append(plan.problems[i], row.problems...)
			// An order that is there is left as it is, also one of which nothing could be counted.
			if !plan.known && !row.order.hasQuantity && !row.wrongIn(p.reader, "quantity") {
				plan.problems[i] = append(plan.problems[i], p.reader.problem(row.row, "quantity", "La cantidad es requerida"))
			}
		}
		if !plan.known {
			p.planOrder(&plan, bySKU)
		}
		plans = append(plans, plan)
	}
	return plans, nil
}

// knownOrders says which of the numbers are taken.
func knownOrders(tx Tx, groups [][]fileRow) (map[string]bool, error) {
	numbers := make([]string, 0, len(groups))
	for _, group := range groups {
		numbers = append(numbers, group[0].order.number)
	}
	orders, err := tx.OrdersByNumbers(numbers)
	known := make(map[string]bool, len(orders))
	for _, order := range orders {
		if !importUndone(order) {
			known[core.IdentityKey(order.Number)] = true
		}
	}
	return known, err
}

// importUndone says that the order was brought by an import that was undone:
// its number is free.
func importUndone(o order.Order) bool { return o.Source == order.Import && o.ExternalID == "" }

// planOrder works out the order that rows make, by the same rules as if it were typed.
func (p orderPlanner) planOrder(plan *orderPlan, products map[string]catalogue.Product) {
	first := plan.rows[0]
	if at, before := p.first[first.group]; before && first.group != "" {
		p.blame(plan, 0, "number", fmt.Sprintf("El pedido ya aparece en la fila %d: pon sus filas una debajo de otra", at))
		return
	}
	p.first[first.group] = first.row.Number
	cells, now := first.order, p.tx.Now()
	plan.order = order.Order{
		Number: cells.number, ExternalID: cells.number, Source: order.Import, Status: order.Pending, Currency: cells.currency,
		CustomerName: cells.customer, CustomerEmail: cells.email, ShippingAddress: cells.address, Notes: cells.notes,
		CreatedAt: cells.firstMoment(p.zone, now), UpdatedAt: now, ReceivedAt: now, Processed: true, Version: 1,
	}
	if plan.status = cells.status; plan.status == "" {
		plan.status = order.Pending
	}
	if plan.order.Currency == "" {
		plan.order.Currency = p.currencyOf(first.said)
	}
	if cells.customer == "" {
		p.blame(plan, 0, "customerName", "El nombre del cliente es requerido")
	}
	if plan.order.CreatedAt.After(now) {
		p.blame(plan, 0, "date", afterToday)
	}
	plan.past = p.reader.mapping.History && len(plan.status.Leaving()) > 0
	p.planDates(plan)
	for i := range plan.rows {
		p.agree(plan, i)
		p.planLine(plan, i, products)
	}
	if err := plan.order.Sum(plan.lines); err != nil {
		p.blame(plan, 0, "totalAmount", core.Sentence(err))
	}
	if cells.total != nil {
		total, ok := cells.total.in(plan.order.Currency)
		if !ok || total > order.TotalMax {
			p.blame(plan, 0, "totalAmount", amountIs("El total", ok, plan.order.Currency))
		}
		plan.order.Place(total, plan.lines)
	}
}

// amountIs says why an amount cannot be kept in a currency.
func amountIs(what string, small bool, currency string) string {
	if small {
		return what + " es demasiado grande"
	}
	return what + " debe ser un número con " + core.DecimalsAtMost(currency)
}

// planLine works out the line that a row makes.
func (p orderPlanner) planLine(plan *orderPlan, i int, products map[string]catalogue.Product) {
	row := plan.rows[i]
	product, found := products[row.skuKey]
	price, exact := order.PriceIn(product, plan.order.Currency), true
	if row.order.price != nil {
		price = new(core.Cents)
		*price, exact = row.order.price.in(plan.order.Currency)
	}
	switch {
	case len(row.problems) > 0:
	case !isCurrency(row.said, plan.order.Currency):
		p.blame(plan, i, "unitPrice", fmt.Sprintf("El precio está en %s y el pedido en %s", row.said, plan.order.Currency))
	case !exact || price != nil && *price > core.MoneyMax:
		p.blame(plan, i, "unitPrice", amountIs("El precio", exact, plan.order.Currency))
	case i >= order.LinesMax:
		p.blame(plan, i, "number", fmt.Sprintf("Son demasiados artículos: %d como mucho", order.LinesMax))
	case row.order.sku == "":
		// An order that is here already may have such lines: shops send them.
		p.blame(plan, i, "sku", core.Required("sku"))
	case !found:
		p.blame(plan, i, "sku", "No hay ningún producto con este SKU")
	case price == nil:
		p.blame(plan, i, "unitPrice", "El producto no tiene precio en "+plan.order.Currency+": indícalo")
	default:
		plan.lines = append(plan.lines, order.NewLine(product, row.order.quantity, *price))
	}
}

// currencyOf is the currency of an order that names none but beside its prices.
func (p orderPlanner) currencyOf(said string) string {
	switch {
	case isCurrency(said, p.currency):
		return p.currency
	case said == "$":
		return dollars[0]
	}
	return said
}

// wholeOrder are the fields that are about the order and not about a line.
var wholeOrder = []struct {
	field Field
	value func(orderCells) any
}{
	{"date", func(c orderCells) any { return c.placed.at }},
	{"customerName", func(c orderCells) any { return c.customer }},
	{"customerEmail", func(c orderCells) any { return c.email }},
	{"status", func(c orderCells) any { return c.status }},
	{"totalAmount", func(c orderCells) any { return optionalAmount(c.total) }},
	{"currency", func(c orderCells) any { return c.currency }},
	{"shippedAt", func(c orderCells) any { return c.shipped.at }},
	{"deliveredAt", func(c orderCells) any { return c.delivered.at }},
}

// optionalAmount is an amount that may not be given, so that two can be compared.
func optionalAmount(amount *exactAmount) exactAmount {
	if amount == nil {
		return 0
	}
	return *amount
}

// agree refuses a row that says something else of the order than its first one.
// What it leaves empty it does not say.
func (p orderPlanner) agree(plan *orderPlan, i int) {
	for _, part := range wholeOrder {
		said, first := part.value(plan.rows[i].order), part.value(plan.rows[0].order)
		if said != first && said != part.value(orderCells{}) {
			p.blame(plan, i, part.field, fmt.Sprintf("No coincide con la fila %d, que es del mismo pedido",
				plan.rows[0].row.Number))
		}
	}
}

// blame notes what is wrong with a cell, unless that is known.
func (p orderPlanner) blame(plan *orderPlan, i int, field Field, sentence string) {
	problem := p.reader.problem(plan.rows[i].row, field, sentence)
	for _, other := range plan.problems[i] {
		if other.Column == problem.Column {
			return
		}
	}
	plan.problems[i] = append(plan.problems[i], problem)
}

// look compares rows with the orders and products there are.
func (orderImporter) look(tx Tx, _ core.Actor, r *importReader) func([]fileRow, *Preview) error {
	stock, first := stockAhead{left: map[int64]int64{}}, map[string]int{}
	return func(rows []fileRow, preview *Preview) error {
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		if stock.locationID, err = importLocation(tx, r.mapping.LocationID); err != nil {
			return err
		}
		products, err := tx.ProductsBySKUs(skuKeys(rows))
		if err != nil {
			return err
		}
		planner := orderPlanner{tx, r, settings.Zone(), settings.SalesCurrency, first}
		plans, err := planner.plan(rows, products)
		if err != nil {
			return err
		}
		for i := range plans {
			if err := stock.take(planner, &plans[i]); err != nil {
				return err
			}
			preview.countOrder(plans[i])
		}
		return nil
	}
}

// countOrder adds what the rows of one order would do. Rows are counted as rows
// and what comes of them as orders.
func (p *Preview) countOrder(plan orderPlan) {
	p.Total += len(plan.rows)
	wrong := plan.wrong()
	switch p.Wrong += wrong; {
	case wrong > 0:
	case plan.known:
		p.Unchanged++
	default:
		p.Create++
		if len(plan.status.Leaving()) > 0 {
			p.Left++
		}
	}
	for _, problems := range plan.problems {
		p.Problems = append(p.Problems, problems[:min(len(problems), problemsMax-len(p.Problems))]...)
	}
}

// stockAhead is the stock that orders before in the file leave to those after.
type stockAhead struct {
	locationID int64
	left       map[int64]int64
}

// take counts what an order that has left the house takes, and names what
// there is not enough of.
func (s stockAhead) take(p orderPlanner, plan *orderPlan) error {
	if plan.known || plan.past || plan.wrong() > 0 || len(plan.status.Leaving()) == 0 {
		return nil
	}
	var unseen []int64
	wanted := map[int64]int64{}
	for _, line := range plan.lines {
		if _, seen := s.left[line.ProductID]; !seen {
			unseen = append(unseen, line.ProductID)
		}
		wanted[line.ProductID] += line.Quantity
	}
	lying, err := p.tx.StocksAt(unseen)
	if err != nil {
		return err
	}
	for _, id := range unseen {
		s.left[id] = lying[ledger.StockPlace{ProductID: id, LocationID: s.locationID}]
	}
	for i, line := range plan.lines {
		lacks := wanted[line.ProductID] - s.left[line.ProductID]
		if lacks > 0 {
			p.blame(plan, i, "quantity", fmt.Sprintf("Falta stock de %s: %s", line.SKU, order.LackingUnits(lacks)))
			wanted[line.ProductID] = 0 // Another line of it says the same.
		}
	}
	if plan.status != order.Returned {
		for id, units := range wanted {
			s.left[id] -= units
		}
	}
	return nil
}
