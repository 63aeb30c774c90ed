package ledger

import (
	"cmp"
	"context"
	"slices"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// Valuation is what is in stock of a product and what that is worth, over all
// locations or at one of them.
type Valuation struct {
	Product catalogue.Product
	// Stock is that of the location asked for, or of all.
	Stock int64
	// CostValue is what the stock cost, in the purchase currency; nil where nobody said.
	CostValue *core.Cents
	// Locations is where the whole stock of the product lies.
	Locations []LocationStock
}

// SaleValue is the stock at its price, in the sales currency.
func (v Valuation) SaleValue() core.Cents { return core.Value(v.Stock, v.Product.Price) }

// ValuationFilter says which products a valuation shows. Zero values mean all.
type ValuationFilter struct {
	Search     string
	Category   catalogue.LabelRef
	LocationID int64
	// WithStock leaves out products of which nothing lies there.
	WithStock bool
	Ordering  catalogue.ProductOrdering
	Page      core.Page
}

// ValuationTotals is what the whole filtered set comes to. WithoutCost and
// WithoutPrice count the products in stock that the values leave out.
type ValuationTotals struct {
	Products     int64
	Units        int64
	CostValue    core.Cents
	SaleValue    core.Cents
	WithoutCost  int64
	WithoutPrice int64
}

// Plus adds up totals.
func (t ValuationTotals) Plus(o ValuationTotals, sign int64) ValuationTotals {
	return ValuationTotals{
		Products: t.Products + sign*o.Products, Units: t.Units + sign*o.Units,
		CostValue: t.CostValue + core.Cents(sign)*o.CostValue, SaleValue: t.SaleValue + core.Cents(sign)*o.SaleValue,
		WithoutCost: t.WithoutCost + sign*o.WithoutCost, WithoutPrice: t.WithoutPrice + sign*o.WithoutPrice,
	}
}

// Lying is how much of a product lies at a location.
type Lying struct{ LocationID, Stock int64 }

func byLocation(a, b Lying) int { return cmp.Compare(a.LocationID, b.LocationID) }

// LyingAfter is where the product lies after the movement, given where it lay before.
func (m Moved) LyingAfter(before []Lying) []Lying {
	after, found := slices.Clone(before), false
	for i := range after {
		if after[i].LocationID == m.Movement.LocationID {
			after[i].Stock += m.Movement.Quantity
			found = true
		}
	}
	if !found {
		after = append(after, Lying{m.Movement.LocationID, m.Movement.Quantity})
	}
	return after
}

// TotalsAt is what a product adds to the figures of each location where some of it
// lies; a deleted one adds nothing. Its value is shared out in the order of the
// locations, so that the shares come to all of it.
func TotalsAt(p catalogue.Product, lying []Lying) map[int64]ValuationTotals {
	slices.SortFunc(lying, byLocation)
	figures := make(map[int64]ValuationTotals, len(lying))
	shared := int64(0)
	for _, l := range lying {
		if totals := totalsOf(p, shared, l.Stock); totals != (ValuationTotals{}) {
			figures[l.LocationID] = totals
		}
		shared += l.Stock
	}
	return figures
}

// TotalsOf is what a product adds to figures over all locations.
func TotalsOf(p catalogue.Product) ValuationTotals { return totalsOf(p, 0, p.Stock) }

// totalsOf is what so many units of a product add to figures, after some others.
func totalsOf(p catalogue.Product, after, lying int64) ValuationTotals {
	if p.DeletedAt != nil || lying == 0 {
		return ValuationTotals{}
	}
	totals := ValuationTotals{Products: 1, Units: lying, SaleValue: core.Value(lying, p.Price)}
	if p.Worth == nil {
		totals.WithoutCost = 1
	} else {
		totals.CostValue = p.Worth.Share(after, lying)
	}
	if p.Price == nil {
		totals.WithoutPrice = 1
	}
	return totals
}

type valuationMemory interface {
	// ListValuations returns a page, now that it is known how many match.
	ListValuations(filter ValuationFilter, matches core.Count) ([]Valuation, error)
	ValuationTotals(filter ValuationFilter) (ValuationTotals, error)
	// StockOfProducts is where the units of several products lie.
	StockOfProducts(ids []int64) (map[int64][]LocationStock, error)
}

// ValuationList is one page of a valuation and what the whole comes to.
type ValuationList struct {
	core.List[Valuation]
	Totals           ValuationTotals
	PurchaseCurrency string
	SalesCurrency    string
}

// ListValuations shows stock by product and location with its value.
func (s *Service) ListValuations(ctx context.Context, filter ValuationFilter) (valuations ValuationList, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		valuations.PurchaseCurrency, valuations.SalesCurrency = settings.PurchaseCurrency, settings.SalesCurrency
		if filter.LocationID != 0 {
			if _, err := tx.LocationByID(filter.LocationID); core.IsNotFound(err) {
				return core.FieldError("location", "El almacén no existe")
			} else if err != nil {
				return err
			}
		}
		if valuations.Totals, err = tx.ValuationTotals(filter); err != nil {
			return err
		}
		valuations.Count = core.CountOf(valuations.Totals.Products, filter.Search != "" ||
			filter.Category != (catalogue.LabelRef{}))
		if valuations.Rows, err = tx.ListValuations(filter, valuations.Count); err != nil {
			return err
		}
		return place(tx, valuations.Rows, filter.LocationID)
	})
	return valuations, err
}

// place says of each row where the product's units lie, and what those at the location
// cost, or all where none is named.
func place(tx Tx, rows []Valuation, locationID int64) error {
	ids := make([]int64, 0, len(rows))
	for _, row := range rows {
		ids = append(ids, row.Product.ID)
	}
	stocks, err := tx.StockOfProducts(ids)
	if err != nil {
		return err
	}
	for i := range rows {
		row := &rows[i]
		row.Locations = stocks[row.Product.ID]
		row.CostValue = row.Product.StockValue()
		if locationID == 0 || row.CostValue == nil {
			continue
		}
		lying := make([]Lying, 0, len(row.Locations))
		for _, l := range row.Locations {
			lying = append(lying, Lying{l.LocationID, l.Stock})
		}
		value := TotalsAt(row.Product, lying)[locationID].CostValue
		row.CostValue = &value
	}
	return nil
}
