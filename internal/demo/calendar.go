package demo

import (
	"context"
	"fmt"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/forecasting"
	"estante/internal/inventory"
)

// campaign is a time at which the shop expects to sell more or less.
type campaign struct {
	name     string
	month    time.Month
	from, to int
	uplift   int
	category string
}

// campaigns are all still to come: the story of the past year knows none, so
// nothing of it may be explained by them.
var campaigns = []campaign{
	{"Black Friday", time.November, 26, 30, 60, ""},
	{"Reyes", time.January, 2, 5, 40, "Herramienta eléctrica"},
	{"Campaña de jardín", time.April, 10, 30, 50, "Jardín"},
	{"Vacaciones de agosto", time.August, 10, 25, -40, ""},
}

// plan enters the campaigns of the coming year.
func plan(ctx context.Context, inv *inventory.Inventory, actor core.Actor, now time.Time) error {
	for _, c := range campaigns {
		year := now.Year()
		if time.Date(year, c.month, c.from, 0, 0, 0, 0, now.Location()).Before(now) {
			year++
		}
		first := time.Date(year, c.month, c.from, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		last := time.Date(year, c.month, c.to, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		if _, err := inv.Forecasts.CreateForecastEvent(ctx, actor, forecasting.EventFields{
			Name: &c.name, FirstDay: &first, LastDay: &last, Uplift: &c.uplift, Category: &catalogue.LabelRef{Name: c.category},
		}); err != nil {
			return fmt.Errorf("plan %s: %w", c.name, err)
		}
	}
	return nil
}
