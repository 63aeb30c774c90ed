package order_test

import (
	"slices"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/order"
	"estante/internal/shoptest"
)

// days with orders in a trend, as "day: orders/cents".
func busy(t *testing.T, s *shoptest.Office, period int) map[string][2]int64 {
	t.Helper()
	trend, err := s.Orders.OrderTrend(t.Context(), period)
	if shoptest.Must(t, trend, err); len(trend) != period {
		t.Errorf("a trend of %d days has %d", period, len(trend))
	}
	days := map[string][2]int64{}
	for _, day := range trend {
		if day.Orders > 0 {
			days[day.Day] = [2]int64{day.Orders, int64(day.Revenue)}
		}
	}
	return days
}

func TestDaysOfOrdersAreTheBusinesss(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product, err := s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(100))
		shoptest.Must(t, product, err)
		// 23:30 in Madrid is the 15th; an hour later it is the 16th there and still the 15th in UTC.
		s.Pass(13*time.Hour + 30*time.Minute)
		shoptest.Place(t, s.Inventory, shoptest.Item(product.ID, 1))
		s.Pass(time.Hour)
		late := shoptest.Place(t, s.Inventory, shoptest.Item(product.ID, 2))
		if got := busy(t, s, 7); len(got) != 2 || got["2026-11-15"] != [2]int64{1, 1000} ||
			got["2026-11-16"] != [2]int64{1, 2000} {
			t.Errorf("in Madrid: %v", got)
		}
		shoptest.MoveTo(t, s.Inventory, late.ID, "cancelled")
		if got := busy(t, s, 30); got["2026-11-16"] != [2]int64{1, 0} {
			t.Errorf("a cancelled order earns: %v", got)
		}
		shoptest.Clean(t, s.Inventory)
		settings, err := s.UpdateSettings(t.Context(), shoptest.Boss, core.SettingsChange{TimeZone: shoptest.Ptr("UTC")})
		shoptest.Must(t, settings, err)
		if got := busy(t, s, 7); len(got) != 1 || got["2026-11-15"] != [2]int64{2, 1000} {
			t.Errorf("in UTC: %v", got)
		}
		shoptest.Clean(t, s.Inventory)
	})
}

func TestStatisticsCompareWithThePeriodBefore(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product, err := s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(100))
		shoptest.Must(t, product, err)
		statistics := func() order.Statistics {
			t.Helper()
			now, err := s.Orders.OrderStatistics(t.Context(), 7)
			return shoptest.Must(t, now, err)
		}
		shoptest.Place(t, s.Inventory, shoptest.Item(product.ID, 1))
		shoptest.Place(t, s.Inventory, shoptest.Item(product.ID, 1))
		if got := statistics(); got.Orders != 2 || got.DayMost != 2 || got.Growth != nil {
			t.Errorf("the first week: %+v", got)
		}
		s.Pass(7 * 24 * time.Hour)
		shoptest.Place(t, s.Inventory, shoptest.Item(product.ID, 1))
		if got := statistics(); got.Orders != 1 || got.DayMean != 1.0/7 || got.Growth == nil || *got.Growth != -50 {
			t.Errorf("the second week: %+v", got)
		}
		if _, err := s.Orders.OrderStatistics(t.Context(), 8); shoptest.Refusal(err, "periodo") == "" {
			t.Errorf("a period of 8 days: %v", err)
		}
	})
}

func TestTodayIsComparedWithYesterdayUntilTheSameHour(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product, err := s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(100))
		shoptest.Must(t, product, err)
		ship := func() {
			t.Helper()
			placed := shoptest.Place(t, s.Inventory, shoptest.Item(product.ID, 1))
			shoptest.MoveTo(t, s.Inventory, placed.ID, "processing", "shipped")
		}
		ship()
		s.Pass(6 * time.Hour)
		ship()
		s.Pass(18*time.Hour + time.Minute)
		statistics, err := s.Orders.OrderStatistics(t.Context(), 7)
		if shoptest.Must(t, statistics, err); statistics.ShippedToday != 0 || statistics.ShippedYesterdayByNow != 1 {
			t.Errorf("a day later: %d today, %d yesterday by now", statistics.ShippedToday, statistics.ShippedYesterdayByNow)
		}
		s.Pass(6 * time.Hour)
		statistics, err = s.Orders.OrderStatistics(t.Context(), 7)
		if shoptest.Must(t, statistics, err); statistics.ShippedYesterdayByNow != 2 {
			t.Errorf("six hours later: %d yesterday by now", statistics.ShippedYesterdayByNow)
		}
	})
}

func TestSummaryOfAllOrders(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product, err := s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(100))
		shoptest.Must(t, product, err)
		// The shop opened in May: that is one month too far back to be shown.
		s.Pass(-180 * 24 * time.Hour)
		shoptest.Place(t, s.Inventory, shoptest.Item(product.ID, 9))
		s.Pass(180 * 24 * time.Hour)
		sent := shoptest.Place(t, s.Inventory, shoptest.Item(product.ID, 1))
		shoptest.Place(t, s.Inventory, shoptest.Item(product.ID, 2))
		gone := shoptest.Place(t, s.Inventory, shoptest.Item(product.ID, 5))
		shoptest.MoveTo(t, s.Inventory, gone.ID, "cancelled")
		shoptest.MoveTo(t, s.Inventory, sent.ID, "processing", "shipped", "delivered")
		summary, err := s.Orders.OrderSummary(t.Context())
		if shoptest.Must(t, summary, err); summary.Orders != 4 || summary.Amount != 12000 || summary.Mean != 4000 ||
			summary.ByStatus["delivered"] != 1 ||
			summary.ByStatus["cancelled"] != 1 || summary.ByStatus["returned"] != 0 || summary.ShippedToday != 1 ||
			summary.ShippedYesterday != 0 {
			t.Errorf("summary %+v", summary)
		}
		var months []string
		for _, month := range summary.ByMonth {
			months = append(months, month.Month)
		}
		if !slices.Equal(months, []string{"2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11"}) ||
			summary.ByMonth[5] != (order.Month{Month: "2026-11", Orders: 3, Amount: 3000}) {
			t.Errorf("months %+v", summary.ByMonth)
		}
		s.Pass(24 * time.Hour)
		if next, err := s.Orders.OrderSummary(t.Context()); err != nil || next.ShippedToday != 0 ||
			next.ShippedYesterday != 1 {
			t.Errorf("the day after: %+v, %v", next, err)
		}
		shoptest.Clean(t, s.Inventory)
	})
}
