package inventory_test

import (
	"fmt"
	"testing"
	"time"

	"estante/internal/inventory"
)

// course is the stock of the last days in one text.
func course(t *testing.T, s *office) string {
	t.Helper()
	days, err := s.StockDays(t.Context())
	text := ""
	for _, day := range must(t, days, err) {
		text += fmt.Sprintf("%s:%d ", day.Day[len("2026-"):], day.Stock)
	}
	return text
}

func TestTheStockOfTheLastDays(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		if got := course(t, s); got != "" {
			t.Errorf("an empty shop has a course: %s", got)
		}
		drills, err := s.CreateProduct(t.Context(), clerk, drill(100))
		must(t, drills, err)
		lamp := drill(40)
		lamp.SKU = ptr("LAMP")
		lamps, err := s.CreateProduct(t.Context(), clerk, lamp)
		must(t, lamps, err)
		// 23:30 in Madrid is the 15th; an hour later it is the 16th there and still the 15th in UTC.
		s.pass(13*time.Hour + 30*time.Minute)
		adjusted, err := s.AdjustStock(t.Context(), clerk, drills.ID, adjust("remove", 10))
		must(t, adjusted, err)
		s.pass(time.Hour)
		adjusted, err = s.AdjustStock(t.Context(), clerk, drills.ID, adjust("add", 5))
		must(t, adjusted, err)
		s.pass(48 * time.Hour)
		if err := s.DeleteProduct(t.Context(), clerk, lamps.ID); err != nil {
			t.Fatal(err)
		}
		if got := course(t, s); got != "11-15:130 11-16:135 11-17:135 11-18:95 " {
			t.Errorf("in Madrid: %s", got)
		}
		s.pass(24 * time.Hour)
		restored, err := s.RestoreProduct(t.Context(), clerk, lamps.ID)
		must(t, restored, err)
		settings, err := s.UpdateSettings(t.Context(), boss, inventory.SettingsChange{TimeZone: ptr("UTC")})
		must(t, settings, err)
		if got := course(t, s); got != "11-15:135 11-16:135 11-17:95 11-18:135 " {
			t.Errorf("in UTC: %s", got)
		}
		clean(t, s.Inventory)
		s.pass(60 * 24 * time.Hour)
		if days, err := s.StockDays(t.Context()); len(must(t, days, err)) != 31 || days[0].Stock != 135 {
			t.Errorf("two months later: %+v", days)
		}
	})
}
