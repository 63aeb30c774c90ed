package store

import (
	"fmt"

	"estante/internal/ledger"
)

// InsertPastSales implements ledger.Tx.
func (t *tx) InsertPastSales(sales []ledger.PastSale) error {
	if len(sales) > 0 {
		t.edited() // What was sold is remembered for as long as nothing changes.
	}
	rows := make([][]any, 0, len(sales))
	for _, sale := range sales {
		rows = append(rows, []any{sale.ProductID, sale.LineID, sale.At, sale.Units})
		t.forecasts.move(sale.ProductID)
	}
	if err := t.insertMany("past_sales (product_id, line_id, at, units)", rows); err != nil {
		return fmt.Errorf("insert past sales: %w", err)
	}
	return nil
}

// LastPastSales implements forecasting.Tx.
func (t *tx) LastPastSales(productIDs []int64) (map[int64]int64, error) {
	last := map[int64]int64{}
	for start := 0; start < len(productIDs); start += idsMax {
		var f filter
		f.anyOf("product_id", productIDs[start:min(start+idsMax, len(productIDs))])
		type newest struct{ productID, id int64 }
		err := walk(t, func(r row) (n newest, err error) {
			err = r.Scan(&n.productID, &n.id)
			return n, err
		}, func(n newest) error {
			last[n.productID] = n.id
			return nil
		}, `SELECT product_id, max(id) FROM past_sales`+f.where()+` GROUP BY product_id`, f.args...)
		if err != nil {
			return nil, fmt.Errorf("last past sales: %w", err)
		}
	}
	return last, nil
}

// WalkPastSales implements forecasting.Tx.
func (t *tx) WalkPastSales(productID, afterID int64, fn func(ledger.PastSale) error) error {
	return walk(t, func(r row) (s ledger.PastSale, err error) {
		err = r.Scan(&s.ID, &s.ProductID, &s.LineID, toTime(&s.At), &s.Units)
		return s, err
	}, fn, `SELECT id, product_id, line_id, at, units FROM past_sales WHERE product_id = $1 AND id > $2 ORDER BY id`,
		productID, afterID)
}
