package inventory_test

import (
	"slices"
	"testing"
	"time"

	"estante/internal/inventory"
)

// days with orders in a trend, as "day: orders/cents".
func busy(t *testing.T, s *office, period int) map[string][2]int64 {
	t.Helper()
	trend, err := s.OrderTrend(t.Context(), period)
	if must(t, trend, err); len(trend) != period {
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
	eachOffice(t, func(t *testing.T, s *office) {
		product, err := s.CreateProduct(t.Context(), clerk, drill(100))
		must(t, product, err)
		// 23:30 in Madrid is the 15th; an hour later it is the 16th there and still the 15th in UTC.
		s.pass(13*time.Hour + 30*time.Minute)
		place(t, s.Inventory, item(product.ID, 1))
		s.pass(time.Hour)
		late := place(t, s.Inventory, item(product.ID, 2))
		if got := busy(t, s, 7); len(got) != 2 || got["2026-11-15"] != [2]int64{1, 1000} || got["2026-11-16"] != [2]int64{1, 2000} {
			t.Errorf("in Madrid: %v", got)
		}
		moveTo(t, s.Inventory, late.ID, "cancelled")
		if got := busy(t, s, 30); got["2026-11-16"] != [2]int64{1, 0} {
			t.Errorf("a cancelled order earns: %v", got)
		}
		clean(t, s.Inventory)
		settings, err := s.UpdateSettings(t.Context(), boss, inventory.SettingsChange{TimeZone: ptr("UTC")})
		must(t, settings, err)
		if got := busy(t, s, 7); len(got) != 1 || got["2026-11-15"] != [2]int64{2, 1000} {
			t.Errorf("in UTC: %v", got)
		}
		clean(t, s.Inventory)
	})
}

func TestStatisticsCompareWithThePeriodBefore(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		product, err := s.CreateProduct(t.Context(), clerk, drill(100))
		must(t, product, err)
		statistics := func() inventory.OrderStatistics {
			t.Helper()
			now, err := s.OrderStatistics(t.Context(), 7)
			return must(t, now, err)
		}
		place(t, s.Inventory, item(product.ID, 1))
		place(t, s.Inventory, item(product.ID, 1))
		if got := statistics(); got.Orders != 2 || got.DayMost != 2 || got.Growth != nil {
			t.Errorf("the first week: %+v", got)
		}
		s.pass(7 * 24 * time.Hour)
		place(t, s.Inventory, item(product.ID, 1))
		if got := statistics(); got.Orders != 1 || got.DayMean != 1.0/7 || got.Growth == nil || *got.Growth != -50 {
			t.Errorf("the second week: %+v", got)
		}
		if _, err := s.OrderStatistics(t.Context(), 8); refusal(err, "periodo") == "" {
			t.Errorf("a period of 8 days: %v", err)
		}
	})
}

func TestSummaryOfAllOrders(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		product, err := s.CreateProduct(t.Context(), clerk, drill(100))
		must(t, product, err)
		// The shop opened in May: that is one month too far back to be shown.
		s.pass(-180 * 24 * time.Hour)
		place(t, s.Inventory, item(product.ID, 9))
		s.pass(180 * 24 * time.Hour)
		sent := place(t, s.Inventory, item(product.ID, 1))
		place(t, s.Inventory, item(product.ID, 2))
		gone := place(t, s.Inventory, item(product.ID, 5))
		moveTo(t, s.Inventory, gone.ID, "cancelled")
		moveTo(t, s.Inventory, sent.ID, "processing", "shipped", "delivered")
		summary, err := s.OrderSummary(t.Context())
		if must(t, summary, err); summary.Orders != 4 || summary.Amount != 12000 || summary.Mean != 4000 || summary.ByStatus["delivered"] != 1 ||
			summary.ByStatus["cancelled"] != 1 || summary.ByStatus["returned"] != 0 || summary.ShippedToday != 1 || summary.ShippedYesterday != 0 {
			t.Errorf("summary %+v", summary)
		}
		var months []string
		for _, month := range summary.ByMonth {
			months = append(months, month.Month)
		}
		if !slices.Equal(months, []string{"2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11"}) ||
			summary.ByMonth[5] != (inventory.OrderMonth{Month: "2026-11", Orders: 3, Amount: 3000}) {
			t.Errorf("months %+v", summary.ByMonth)
		}
		s.pass(24 * time.Hour)
		if next, err := s.OrderSummary(t.Context()); err != nil || next.ShippedToday != 0 || next.ShippedYesterday != 1 {
			t.Errorf("the day after: %+v, %v", next, err)
		}
		clean(t, s.Inventory)
	})
}
