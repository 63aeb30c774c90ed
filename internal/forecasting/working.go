package forecasting

import (
	"context"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/forecast"
	"estante/internal/supplier"
)

// Working is one product's forecast with everything a person needs to
// follow it, worked out from the ledger as it is now.
type Working struct {
	Row
	Working forecast.Working
	// Weeks are the weeks up to today, the oldest first.
	Weeks []PastWeek
	// Events are those that move the coming 30 days.
	Events []EventSpan
	// Reordered is false for what the shop no longer buys, and Supply is how it buys.
	Reordered bool
	Supply    supplier.Supply
}

// PastWeek is what seven days sold, and how many of them opened without stock.
type PastWeek struct {
	From, To  Day
	Sold      int64
	EmptyDays int
}

// EventSpan is an event on the days on which it happens this time.
type EventSpan struct {
	Name     string
	From, To Day
	Uplift   int
}

// workingWeeks is how many past weeks are shown: half a year.
const workingWeeks = 26

// ForecastWorking works out one product and shows how.
func (s *Service) ForecastWorking(ctx context.Context, productID int64) (working Working, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		f, err := s.newForecaster(tx)
		if err != nil {
			return err
		}
		product, err := tx.ProductByID(productID)
		if err != nil {
			return err
		}
		var r reckoning
		if err := r.read(tx, []catalogue.Product{product}, f.zone); err != nil {
			return err
		}
		history := r.histories[productID]
		supply, arrivals := r.supply(productID), r.arrivals[productID]
		working = Working{Reordered: reordered(product), Weeks: history.weeks(f.today), Supply: supply}
		working.Product, working.Forecast = product, f.of(product, supply, &history, arrivals, nil)
		now := tx.Now()
		working.ComputedAt = &now
		working.Working = f.model.Working(f.past(product, &history, nil), forecastSettings(product, supply, arrivals))
		working.Events = f.coming(product)
		return nil
	})
	return working, err
}

// weeks sums the days before today up by sevens, back to the first day.
func (h *SalesHistory) weeks(today Day) []PastWeek {
	weeks := []PastWeek{}
	if len(h.Sold) == 0 {
		return weeks
	}
	for n := workingWeeks; n >= 1; n-- {
		week := PastWeek{From: today - Day(7*n), To: today - Day(7*n) + 6}
		if week.To < h.First {
			continue
		}
		for day := week.From; day <= week.To; day++ {
			week.Sold += h.soldOn(day)
			if day >= h.First && h.openedEmpty(day) {
				week.EmptyDays++
			}
		}
		week.Sold = max(week.Sold, 0)
		weeks = append(weeks, week)
	}
	return weeks
}

// coming are the events of a product in the coming 30 days.
func (f *forecaster) coming(product catalogue.Product) []EventSpan {
	spans := []EventSpan{}
	for _, event := range f.events {
		if event.Category != nil && (product.Category == nil || event.Category.ID != product.Category.ID) {
			continue
		}
		for _, span := range event.spans(f.today) {
			if span.To >= f.today && span.From < f.today+core.SoldDays {
				spans = append(spans, EventSpan{Name: event.Name, From: span.From, To: span.To, Uplift: event.Uplift})
			}
		}
	}
	return spans
}

// DayText writes a day as the API does.
func DayText(day Day) string { return day.Time().In(time.UTC).Format(core.DateForm) }
