package order_test

import (
	"testing"
	"time"

	"estante/internal/ledger"
	"estante/internal/order"
	"estante/internal/shoptest"
)

// A shop's order that is told late was sold when the shop says, while the ledger has it
// where it was written; what comes back today comes back today.
func TestAShopsOrderToldLateCountsOnItsDay(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product := s.Ware(t, "Taladro", 50)
		tell := func(number string, daysAgo int, units int64) order.Detail {
			told := news(0, order.Shipped, sells("a", product.SKU, units))
			told.ExternalID, told.Number = number, number
			told.PlacedAt = s.Now().AddDate(0, 0, -daysAgo)
			told.ModifiedAt = told.PlacedAt
			placed, _ := receive(t, s.Inventory, told)
			return placed
		}
		sold := func(when string, want int64) {
			t.Helper()
			s.Foresee(t)
			now := shoptest.Must1(s.Catalogue.ProductSold(t.Context(), product.ID))(t)
			foreseen := shoptest.Must1(s.Forecasts.ForecastWorking(t.Context(), product.ID))(t)
			if now.Sold != want || foreseen.SoldLast30 != want {
				t.Errorf("%s sold %d and %d, want %d", when, now.Sold, foreseen.SoldLast30, want)
			}
		}
		tell("old", 40, 7)
		sold("an order of forty days ago", 0)
		recent := tell("recent", 29, 5)
		tell("ahead", -1, 1) // Their clock is ahead of ours.
		sold("one of 29 days ago and one of today", 6)
		s.Pass(24 * time.Hour)
		sold("a day later", 1)
		s.Sell(t, product, 4)
		shoptest.MoveTo(t, s.Inventory, recent.ID, order.Returned)
		sold("what comes back comes back today", 0)
		moved := shoptest.Must1(s.Ledger.ListMovements(t.Context(), ledger.MovementFilter{
			Source: ledger.SourceOrder, SourceID: recent.ID, Ascending: true,
		}))(t).Rows
		if len(moved) != 2 || moved[0].SoldAt == nil || !moved[0].SoldAt.Equal(recent.CreatedAt) || moved[1].SoldAt != nil {
			t.Errorf("moved %+v", moved)
		}
		shoptest.Clean(t, s.Inventory)
	})
}
