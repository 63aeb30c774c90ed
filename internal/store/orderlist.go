package store

import (
	"strings"

	"estante/internal/inventory"
)

// orderOrders are the orderings as SQL. Each has an index of its own, alone and
// within a status.
var orderOrders = map[inventory.OrderOrdering]string{
	inventory.OrdersByCreated:  "orders.created_at",
	inventory.OrdersByTotal:    "orders.total_cents",
	inventory.OrdersByNumber:   "orders.number_sort_key",
	inventory.OrdersByCustomer: "orders.customer_sort_key",
	inventory.OrdersByStatus:   "orders.status",
}

func orderOrder(ordering inventory.OrderOrdering) string {
	name, descending := strings.CutPrefix(string(ordering), "-")
	column, known := orderOrders[inventory.OrderOrdering(name)]
	if !known {
		column, descending = orderOrders[inventory.OrdersByCreated], true
	}
	direction := ""
	if descending {
		direction = " DESC"
	}
	order := column + direction
	if inventory.OrderOrdering(name) == inventory.OrdersByStatus {
		order += ", orders.created_at" + direction
	}
	return order + ", orders.id" + direction
}

// ListOrders implements inventory.Tx.
func (t *tx) ListOrders(asked inventory.OrderFilter) (inventory.List[inventory.OrderRow], error) {
	var found inventory.List[inventory.OrderRow]
	f := t.orderFilter(asked)
	var err error
	if found.Count, err = t.countOrders(asked, f); err != nil {
		return found, err
	}
	query := `SELECT ` + orderRowColumns + ` FROM ` + orderTables + f.where() + ` ORDER BY ` + orderOrder(asked.Ordering)
	query += f.page(asked.Page)
	found.Rows, err = all(t, scanOrderRow, query, f.args...)
	return found, err
}

// WalkOrders implements inventory.Tx.
func (t *tx) WalkOrders(asked inventory.OrderFilter, fn func(inventory.OrderRow) error) error {
	f := t.orderFilter(asked)
	return walk(t, scanOrderRow, fn, `SELECT `+orderRowColumns+` FROM `+orderTables+f.where()+` ORDER BY `+orderOrder(asked.Ordering), f.args...)
}

func (t *tx) orderFilter(asked inventory.OrderFilter) filter {
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
		f.add("orders.total_cents >= ?", *asked.MinTotal)
	}
	t.searchText(&f, searched{table: "orders", index: "order_search", starts: []string{"number_sort_key", "customer_sort_key"}}, asked.Search)
	return f
}

// countOrders takes the count of everything and of one status from the kept
// figures and counts others as far as anybody looks.
func (t *tx) countOrders(asked inventory.OrderFilter, f filter) (inventory.Count, error) {
	if len(f.conditions) == 0 || (len(f.conditions) == 1 && asked.Status != "") {
		figures, err := t.OrderFigures("", "")
		var n int64
		for _, figure := range figures {
			if asked.Status == "" || figure.Status == asked.Status {
				n += figure.Orders
			}
		}
		return inventory.Count{N: int(n)}, err
	}
	return t.capped(`SELECT 1 FROM orders`+f.where(), f.args)
}

// OrdersOfProduct implements inventory.Tx. Two lines of one order are one
// order; the index has both beside each other.
func (t *tx) OrdersOfProduct(productID int64, page inventory.Page) (inventory.List[inventory.OrderRow], error) {
	const lines = `SELECT DISTINCT placed_at, order_id FROM order_lines WHERE product_id = $1`
	var found inventory.List[inventory.OrderRow]
	var err error
	if found.Count, err = t.capped(lines, []any{productID}); err != nil {
		return found, err
	}
	f := filter{args: []any{productID}}
	here := lines + ` ORDER BY placed_at DESC, order_id DESC`
	here += f.page(page)
	found.Rows, err = all(t, scanOrderRow, `SELECT `+orderRowColumns+` FROM (`+here+`) AS here JOIN orders ON orders.id = here.order_id
		JOIN locations ON locations.id = orders.location_id LEFT JOIN users ON users.id = orders.created_by
		ORDER BY orders.created_at DESC, orders.id DESC`, f.args...)
	return found, err
}
