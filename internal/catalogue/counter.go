package catalogue

import (
	"context"

	"estante/internal/core"
)

// Totals are figures over the whole catalogue. They are kept as products
// change, so that showing them costs the same with a hundred and a million.
type Totals struct {
	Products     int64
	Stock        int64
	Low          int64
	Out          int64
	Inactive     int64
	Discontinued int64
	// Movements counts the whole ledger, also of products that were deleted.
	Movements int64
	// Audited counts the whole audit log.
	Audited int64
	// CostValue and SaleValue are what the stock is worth at its average cost
	// and at its price; WithoutCost and WithoutPrice count the products in
	// stock that those sums leave out.
	CostValue    core.Cents
	SaleValue    core.Cents
	WithoutCost  int64
	WithoutPrice int64
}

// Plus adds up totals.
func (t Totals) Plus(o Totals, sign int64) Totals {
	return Totals{
		Products: t.Products + sign*o.Products, Stock: t.Stock + sign*o.Stock, Low: t.Low + sign*o.Low,
		Out: t.Out + sign*o.Out, Inactive: t.Inactive + sign*o.Inactive, Discontinued: t.Discontinued + sign*o.Discontinued,
		Movements: t.Movements + sign*o.Movements, Audited: t.Audited + sign*o.Audited,
		CostValue: t.CostValue + core.Cents(sign)*o.CostValue, SaleValue: t.SaleValue + core.Cents(sign)*o.SaleValue,
		WithoutCost: t.WithoutCost + sign*o.WithoutCost, WithoutPrice: t.WithoutPrice + sign*o.WithoutPrice,
	}
}

// Totals is what one product adds to the figures; a deleted one adds nothing.
func (p Product) Totals() Totals {
	if p.DeletedAt != nil || p.ID == 0 {
		return Totals{}
	}
	totals := Totals{Products: 1, Stock: p.Stock, SaleValue: core.Value(p.Stock, p.Price)}
	if value := p.StockValue(); value != nil {
		totals.CostValue = *value
	}
	if p.Stock > 0 && p.Cost == nil {
		totals.WithoutCost = 1
	}
	if p.Stock > 0 && p.Price == nil {
		totals.WithoutPrice = 1
	}
	switch p.Level() {
	case LevelOut:
		totals.Out = 1
	case LevelLow:
		totals.Low = 1
	case LevelOK:
	}
	switch p.Status {
	case StatusInactive:
		totals.Inactive = 1
	case StatusDiscontinued:
		totals.Discontinued = 1
	case StatusActive, StatusOutOfStock:
	}
	return totals
}

// TotalsChange is how the figures differ after a product changed.
func TotalsChange(before, after Product) Totals { return after.Totals().Plus(before.Totals(), -1) }

type counterMemory interface {
	// Totals are the figures as kept.
	Totals() (Totals, error)
	// CountedTotals are the figures counted anew, to check the kept ones.
	CountedTotals() (Totals, error)
}

// Totals shows the figures of the catalogue.
func (s *Service) Totals(ctx context.Context) (totals Totals, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		totals, err = tx.Totals()
		return err
	})
	return totals, err
}
