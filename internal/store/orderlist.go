package store

import (
	"fmt"

	"estante/internal/core"
	"estante/internal/order"
)

// orderOrders are the orderings as SQL. Each has an index of its own, alone and
// within a status.
var orderOrders = map[order.Ordering]ordering{
	order.OrdersByCreated:  {table: "orders", column: "orders.created_at", index: "orders_by_created"},
	order.OrdersByTotal:    {table: "orders", column: "orders.total_cents", index: "orders_by_total"},
	order.OrdersByNumber:   {table: "orders", column: "orders.number_sort_key", index: "orders_by_number"},
	order.OrdersByCustomer: {table: "orders", column: "orders.customer_sort_key", index: "orders_by_customer"},
	order.OrdersByStatus: {
		table: "orders", column: "orders.status", then: "orders.created_at", index: "orders_by_status",
	},
}

// withinStatus are the same indexes of the orders in one status.
var withinStatus = map[string]string{
	"orders_by_created": "orders_by_status", "orders_by_total": "orders_by_status_total",
	"orders_by_number": "orders_by_status_number", "orders_by_customer": "orders_by_status_customer",
	"orders_by_status": "orders_by_status",
}

// orderOrdering is what was asked for, or the newest first.
func orderOrdering(asked order.Ordering) ordering {
	return orderingOf(orderOrders, asked, "-"+order.OrdersByCreated)
}

func orderOrder(asked order.Ordering) string { return orderOrdering(asked).sql() }

// ListOrders implements order.Tx.
func (t *tx) ListOrders(asked order.Filter) (core.List[order.Row], error) {
	var found core.List[order.Row]
	asked.Page = clamp(asked.Page)
	whole, err := t.countOrders(order.Filter{}, filter{})
	if err != nil {
		return found, err
	}
	if found.Count, err = t.countOrders(asked, t.orderFilter(asked, gathered)); err != nil {
		return found, err
	}
	order, own := orderOrdering(asked.Ordering), ""
	if asked.Status != "" {
		own = withinStatus[order.index]
	}
	ids, err := t.pick(picking{
		order: order, columns: orderFilterColumns, own: own,
		filter: func(how reading) (filter, error) { return t.orderFilter(asked, how), nil },
		page:   asked.Page, matches: found.Count, rows: int64(whole.N),
	})
	if err != nil {
		return found, err
	}
	var picked filter
	picked.in("orders.id", ids)
	found.Rows, err = all(t, scanOrderRow, `SELECT `+orderRowColumns+` FROM `+orderRowTables+picked.where()+` ORDER BY `+
		order.sql(), picked.args...)
	return found, err
}

// orderFilterColumns are the columns that filters and orders look at.
const orderFilterColumns = `orders.id, orders.status, orders.created_at, orders.total_cents, orders.number_sort_key,
	orders.customer_sort_key,
	orders.search_key`

// scanOrderAndLine reads an order with one of its lines, as far as a file has it. An order of
// which nothing could be counted has none.
func scanOrderAndLine(r row) (o order.Row, err error) {
	var line order.Line
	o, err = scanOrderRowAnd(r, &line.ID, &line.SKU, &line.Name, &line.Quantity, &line.UnitPrice, &line.Cancelled,
		&line.Shipped, &line.Returned, &line.WrittenOff, &line.Amount, &line.Priced)
	if line.ID != 0 {
		o.Lines = []order.Line{line}
	}
	return o, err
}

// WalkOrders implements order.Tx. An order comes as many times as it has
// lines, one after the other.
func (t *tx) WalkOrders(asked order.Filter, fn func(order.Row) error) error {
	f := t.orderFilter(asked, gathered)
	var last order.Row
	err := walk(t, scanOrderAndLine, func(o order.Row) error {
		if o.ID == last.ID {
			last.Lines = append(last.Lines, o.Lines...)
			return nil
		}
		done := last
		if last = o; done.ID == 0 {
			return nil
		}
		return fn(done)
	}, `SELECT `+orderRowColumns+`, coalesce(order_lines.id, 0), coalesce(order_lines.sku, ''),
			coalesce(order_lines.name, ''), coalesce(order_lines.quantity, 0), coalesce(order_lines.unit_price_cents, 0),
			coalesce(order_lines.cancelled, 0), coalesce(order_lines.shipped, 0), coalesce(order_lines.returned, 0),
			coalesce(order_lines.written_off, 0), coalesce(order_lines.amount_cents, 0), coalesce(order_lines.priced, 0)
		FROM `+orderRowTables+`
		LEFT JOIN order_lines ON order_lines.order_id = orders.id`+f.where()+`
		ORDER BY `+orderOrder(asked.Ordering)+`, order_lines.position, order_lines.id`, f.args...)
	if err != nil || last.ID == 0 {
		return err
	}
	return fn(last)
}

var searchedOrders = searched{table: "orders", index: "order_search", rowID: "rowid"}

// partsSQL is how many hundredths make the smallest part in which amounts of an order's
// currency are kept: ten of those in thousandths.
var partsSQL = func() string {
	text := "CASE"
	for _, currency := range core.FinerCurrencies() {
		text += fmt.Sprintf(" WHEN orders.currency = '%s' THEN %d", currency, core.Parts(currency)/core.Parts(""))
	}
	return text + " ELSE 1 END"
}()

func (t *tx) orderFilter(asked order.Filter, how reading) filter {
	var f filter
	if asked.Status != "" {
		f.add("orders.status = ?", asked.Status)
	}
	if !asked.From.IsZero() {
		f.add("orders.created_at >= ?", asked.From)
	}
	if !asked.To.IsZero() {
		f.add("orders.created_at < ?", asked.To)
	}
	if asked.MinTotal != nil {
		// It is in hundredths, which is the least of what any currency keeps it in.
		f.add("orders.total_cents >= ?", *asked.MinTotal)
		f.add("orders.total_cents >= ? * "+partsSQL, *asked.MinTotal)
	}
	t.searchText(&f, searchedOrders, asked.Search, how)
	return f
}

// countOrders takes the count of all orders and of one status from the stored
// figures, and counts other lists only up to the number that a list shows.
func (t *tx) countOrders(asked order.Filter, f filter) (core.Count, error) {
	if len(f.conditions) == 0 || (len(f.conditions) == 1 && asked.Status != "") {
		figures, err := t.OrderFigures("", "")
		var n int64
		for _, figure := range figures {
			if asked.Status == "" || figure.Status == asked.Status {
				n += figure.Orders
			}
		}
		return core.CountOf(n, asked.Status != ""), err
	}
	if len(f.conditions) == 1 && !isBlank(asked.Search) {
		// The index alone knows how many, without a look at each order.
		var found filter
		t.dialect.match(&found, searchedOrders.index, searchWords(asked.Search))
		return t.countMatches(otherList, onNothingKept, `SELECT 1 FROM order_search`+found.where(), found.args)
	}
	return t.countMatches(otherList, onNothingKept, `SELECT 1 FROM orders`+f.where(), f.args)
}

// OrdersOfProduct implements order.Tx. Two lines of one order are one
// order; the index has both beside each other.
func (t *tx) OrdersOfProduct(productID int64, page core.Page) (core.List[order.Row], error) {
	const lines = `SELECT DISTINCT placed_at, order_id FROM order_lines WHERE product_id = $1`
	var found core.List[order.Row]
	var err error
	if found.Count, err = t.countMatches(otherList, onNothingKept, lines, []any{productID}); err != nil {
		return found, err
	}
	f := filter{args: []any{productID}}
	here := lines + ` ORDER BY placed_at DESC, order_id DESC`
	here += f.page(page)
	found.Rows, err = all(t, scanOrderRow, `SELECT `+orderRowColumns+` FROM (`+
		here+`) AS here JOIN orders ON orders.id = here.order_id
		JOIN locations ON locations.id = orders.location_id LEFT JOIN users ON users.id = orders.created_by
		ORDER BY orders.created_at DESC, orders.id DESC`, f.args...)
	return found, err
}
