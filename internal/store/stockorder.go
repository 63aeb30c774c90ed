package store

import (
	"strings"

	"estante/internal/core"
	"estante/internal/ledger"
)

// stockColumn is the column that a list of products ordered by stock is sorted by.
const stockColumn = "products.stock"

// besideStock are the columns of products that the table stock_order repeats.
// PostgreSQL has the indexes of the stock there: every movement changes it, and on
// the products themselves all of their indexes would be written with it.
var besideStock = strings.NewReplacer(
	stockColumn, "stock_order.stock", "products.level", "stock_order.level", "products.alert_blocked",
	"stock_order.alert_blocked",
)

// byStock is a question to products for which an index of their stock is wanted:
// the tables it begins with, and the conditions and the order that follow.
func (t *tx) byStock(products, rest string) string {
	if !t.dialect.stockApart {
		return products + rest
	}
	return products + " JOIN stock_order ON stock_order.product_id = products.id" + besideStock.Replace(rest)
}

// sorted is a question to a table whose rows are read in an order.
func (t *tx) sorted(o ordering, table, rest string) string {
	if o.column != stockColumn {
		return table + rest
	}
	return t.byStock(table, rest)
}

// sortMoved writes what products are sorted by after movements that changed nothing
// of them but the stock. Of all other changes a trigger does.
func (t *tx) sortMoved(moved []ledger.Moved) error {
	if !t.dialect.stockApart {
		return nil
	}
	var rows [][]any
	for _, m := range moved {
		if m.OnlyStock() {
			rows = append(rows, []any{m.After.ID, m.After.Stock})
		}
	}
	casts := []string{"BIGINT", "BIGINT"}
	return t.inBatches(len(rows), len(casts), func(from, to int) error {
		// A product that was deleted is not sorted.
		return t.later(anyRows, updateFrom(`UPDATE stock_order SET stock = v.column2`, to-from, casts,
			`stock_order.product_id = v.column1`),
			flatten(rows[from:to])...)
	})
}

// StockOrderCounts implements verify.Tx.
func (t *tx) StockOrderCounts() ([]core.KeptCount, error) {
	if !t.dialect.stockApart {
		return nil, nil
	}
	agreeing := core.KeptCount{What: "El número de productos bien ordenados por su stock"}
	return all(t, func(r row) (core.KeptCount, error) {
		err := r.Scan(&agreeing.Kept, &agreeing.Counted)
		return agreeing, err
	}, `SELECT count(CASE WHEN o.stock = p.stock AND o.level = p.level AND o.alert_blocked = p.alert_blocked THEN 1 END),
		count(*)
		FROM (SELECT id, stock, level, alert_blocked FROM products WHERE deleted_at IS NULL) AS p
		FULL JOIN stock_order AS o ON o.product_id = p.id`)
}
