package forecasting

import (
	"cmp"
	"context"
	"slices"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/forecast"
)

// BestSeller is a product that sold much lately.
type BestSeller struct {
	Product catalogue.Product
	// Sold is what was sold today and on the 29 days before, less returns.
	Sold int64
	// Growth is the change against the 30 days before those in per cent; nil
	// when nothing was sold then.
	Growth *float64
}

// BestSellers are the products that sold most in the last 30 days, the best
// first. What sold nothing is none of them.
func (s *Service) BestSellers(ctx context.Context, limit int) (sellers []BestSeller, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		best, err := tx.ListForecasts(Filter{Ordering: "-" + ForecastsBySold, Page: core.Page{Number: 1, Size: limit}})
		if err != nil {
			return err
		}
		var products []catalogue.Product
		for _, row := range best.Rows {
			if row.SoldLast30 > 0 {
				products = append(products, row.Product)
			}
		}
		var r reckoning
		if err := r.read(tx, products, settings.Zone()); err != nil {
			return err
		}
		today := forecast.DayOf(tx.Now().In(settings.Zone()))
		sellers = nil
		for _, product := range products {
			history := r.histories[product.ID]
			sellers = append(sellers, history.seller(product, today))
		}
		// The kept figures that chose them may be a moment older than these.
		slices.SortStableFunc(sellers, func(a, b BestSeller) int { return cmp.Compare(b.Sold, a.Sold) })
		return nil
	})
	return sellers, err
}

// seller compares the last days with as many before them.
func (h *SalesHistory) seller(product catalogue.Product, today Day) BestSeller {
	seller := BestSeller{Product: product}
	var before int64
	for day := today - core.SoldDays + 1; day <= today; day++ {
		seller.Sold += h.soldOn(day)
		before += h.soldOn(day - core.SoldDays)
	}
	if before > 0 {
		growth := 100 * float64(seller.Sold-before) / float64(before)
		seller.Growth = &growth
	}
	return seller
}
