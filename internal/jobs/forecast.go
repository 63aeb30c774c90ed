package jobs

import (
	"context"
	"log/slog"
	"time"

	"estante/internal/inventory"
)

const (
	// forecastEvery is how often it is looked whether a night's run is due.
	forecastEvery = 30 * time.Second
	// forecastSettle lets changes that come one after the other be worked out
	// together.
	forecastSettle = 200 * time.Millisecond
)

// workOnForecasts works out products soon after they change, and everything
// every night.
func workOnForecasts(ctx context.Context, inv *inventory.Inventory, wake <-chan struct{}, log *slog.Logger) {
	clock := time.NewTicker(forecastEvery)
	defer clock.Stop()
	for {
		for more := true; more && ctx.Err() == nil; {
			var err error
			if more, err = workOnForecastsOnce(ctx, inv); err != nil && ctx.Err() == nil {
				log.Error("forecasts not worked out; they will be tried again", "error", err)
				more = false
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-clock.C:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(forecastSettle):
		}
	}
}

// workOnForecastsOnce does one piece of what is due and says whether there may
// be more.
func workOnForecastsOnce(ctx context.Context, inv *inventory.Inventory) (bool, error) {
	if err := inv.AskNightlyForecasts(ctx); err != nil {
		return false, err
	}
	ran, err := inv.WorkOnForecastRuns(ctx)
	if err != nil {
		return false, err
	}
	more, err := inv.WorkOnDueForecasts(ctx)
	return ran || more, err
}

// workOnForecastReports writes the reports that people ask for.
func workOnForecastReports(ctx context.Context, inv *inventory.Inventory, wake <-chan struct{}, log *slog.Logger) {
	clock := time.NewTicker(forecastEvery)
	defer clock.Stop()
	for {
		worked, err := inv.WorkOnForecastReports(ctx)
		if err != nil && ctx.Err() == nil {
			log.Error("report not written", "error", err)
		}
		if worked && err == nil {
			continue // Another may be waiting.
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-clock.C:
		}
	}
}
