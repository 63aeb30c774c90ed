package forecasting_test

import (
	"testing"
	"time"

	"estante/internal/shoptest"
)

// The best sellers of the last 30 days come with their growth, returns taken
// off; what sold nothing lately is none of them.
func TestBestSellersOfTheLastDays(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		old, rising, fresh := s.Ware(t, "Antes", 100), s.Ware(t, "Sube", 100), s.Ware(t, "Nuevo", 100)
		s.Ware(t, "Parado", 100)
		s.Sell(t, old, 50)
		s.Pass(20 * 24 * time.Hour)
		s.Sell(t, rising, 10)
		s.Pass(31 * 24 * time.Hour)
		s.Sell(t, rising, 15)
		s.Sell(t, fresh, 9)
		s.Foresee(t)
		sellers, err := s.Forecasts.BestSellers(t.Context(), 5)
		if err != nil || len(sellers) != 2 {
			t.Fatalf("%d best sellers, want 2: %v", len(sellers), err)
		}
		first, second := sellers[0], sellers[1]
		if first.Product.ID != rising.ID || first.Sold != 15 || first.Growth == nil || *first.Growth != 50 {
			t.Errorf("the first is %q with %d and %v, want «Sube» with 15, half as many again", first.Product.Name, first.Sold,
				first.Growth)
		}
		if second.Product.ID != fresh.ID || second.Sold != 9 || second.Growth != nil {
			t.Errorf("the second is %q with %d and %v, want «Nuevo» with 9 and nothing to compare", second.Product.Name,
				second.Sold, second.Growth)
		}
		// A sale of a moment ago counts although the forecast is of before it.
		s.Sell(t, fresh, 8)
		if sellers, err = s.Forecasts.BestSellers(t.Context(), 5); err != nil || sellers[0].Product.ID != fresh.ID ||
			sellers[0].Sold != 17 {
			t.Errorf("after eight more: %+v, %v", sellers, err)
		}
	})
}
