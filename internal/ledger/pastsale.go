package ledger

import "time"

// PastSale is what was sold without moving the stock that is counted here: an order of
// before, that was brought in as history. It counts as demand on its day and nowhere
// else. What came back of such an order has negative units.
type PastSale struct {
	// ID tells which came later; those of one product are in order.
	ID        int64
	ProductID int64
	// LineID is the line of the order that sold it.
	LineID int64
	At     time.Time
	Units  int64
}

type pastSaleMemory interface {
	// InsertPastSales keeps sales of locked products, whose forecasts are then due.
	InsertPastSales(sales []PastSale) error
}
