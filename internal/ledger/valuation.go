package ledger

import (
	"context"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// Valuation is what is in stock of a product and what that is worth, over all
// locations or at one of them.
type Valuation struct {
	Product catalogue.Product
	// Stock is that of the location asked for, or of all.
	Stock int64
	// Locations is where the whole stock of the product lies.
	Locations []LocationStock
}

// CostValue is the stock at its average cost, in the purchase currency.
func (v Valuation) CostValue() core.Cents { return core.Value(v.Stock, v.Product.Cost) }

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

// TotalsAt is what a product adds to the figures of a location where some of
// it lies; a deleted one adds nothing.
func TotalsAt(p catalogue.Product, lying int64) ValuationTotals {
	if p.DeletedAt != nil || lying == 0 {
		return ValuationTotals{}
	}
	totals := ValuationTotals{
		Products: 1, Units: lying, CostValue: core.Value(lying, p.Cost), SaleValue: core.Value(lying, p.Price),
	}
	if p.Cost == nil {
		totals.WithoutCost = 1
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
		return place(tx, valuations.Rows)
	})
	return valuations, err
}

// place says of each row where the product's units lie.
func place(tx Tx, rows []Valuation) error {
	ids := make([]int64, 0, len(rows))
	for _, row := range rows {
		ids = append(ids, row.Product.ID)
	}
	stocks, err := tx.StockOfProducts(ids)
	if err != nil {
		return err
	}
	for i := range rows {
		rows[i].Locations = stocks[rows[i].Product.ID]
	}
	return nil
}
