package ledger_test

import (
	"fmt"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/shoptest"
)

// course is the stock of the last days in one text.
func course(t *testing.T, s *shoptest.Office) string {
	t.Helper()
	days, err := s.Ledger.StockDays(t.Context())
	text := ""
	for _, day := range shoptest.Must(t, days, err) {
		text += fmt.Sprintf("%s:%d ", day.Day[len("2026-"):], day.Stock)
	}
	return text
}

func TestTheStockOfTheLastDays(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		if got := course(t, s); got != "" {
			t.Errorf("an empty shop has a course: %s", got)
		}
		drills, err := s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(100))
		shoptest.Must(t, drills, err)
		lamp := shoptest.Drill(40)
		lamp.SKU = shoptest.Ptr("LAMP")
		lamps, err := s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, lamp)
		shoptest.Must(t, lamps, err)
		// 23:30 in Madrid is the 15th; an hour later it is the 16th there and still the 15th in UTC.
		s.Pass(13*time.Hour + 30*time.Minute)
		adjusted, err := s.Ledger.AdjustStock(t.Context(), shoptest.Clerk, drills.ID, shoptest.Adjust("remove", 10))
		shoptest.Must(t, adjusted, err)
		s.Pass(time.Hour)
		adjusted, err = s.Ledger.AdjustStock(t.Context(), shoptest.Clerk, drills.ID, shoptest.Adjust("add", 5))
		shoptest.Must(t, adjusted, err)
		s.Pass(48 * time.Hour)
		if err := s.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, lamps.ID); err != nil {
			t.Fatal(err)
		}
		if got := course(t, s); got != "11-15:130 11-16:135 11-17:135 11-18:95 " {
			t.Errorf("in Madrid: %s", got)
		}
		s.Pass(24 * time.Hour)
		restored, err := s.Catalogue.RestoreProduct(t.Context(), shoptest.Clerk, lamps.ID)
		shoptest.Must(t, restored, err)
		settings, err := s.UpdateSettings(t.Context(), shoptest.Boss, core.SettingsChange{TimeZone: shoptest.Ptr("UTC")})
		shoptest.Must(t, settings, err)
		if got := course(t, s); got != "11-15:135 11-16:135 11-17:95 11-18:135 " {
			t.Errorf("in UTC: %s", got)
		}
		shoptest.Clean(t, s.Inventory)
		s.Pass(60 * 24 * time.Hour)
		if days, err := s.Ledger.StockDays(t.Context()); len(shoptest.Must(t, days, err)) != 31 || days[0].Stock != 135 {
			t.Errorf("two months later: %+v", days)
		}
	})
}
