package forecasting

import (
	"context"
	"time"

	"estante/internal/alert"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/forecast"
	"estante/internal/reportjob"
)

// Forecast is what is expected of one product and what to do about it, as it
// was worked out last. It is kept with the product, so that a list of them
// costs the same with a hundred products and a hundred thousand.
type Forecast struct {
	ProductID int64
	// SoldLast30 is what was sold today and on the 29 days before, less returns.
	SoldLast30 int64
	// WillSell30 is what the coming 30 days are expected to sell; eight times of
	// ten it lies between WillSellLow and WillSellHigh.
	WillSell30   float64
	WillSellLow  int64
	WillSellHigh int64
	// RunsOutIn is after how many days the available stock is as likely as not
	// used up: 0 is gone already, nil is nothing expected to sell. Early and
	// Late are the days for a chance of 10 and 90 %.
	RunsOutIn    *int
	RunsOutEarly *int
	RunsOutLate  *int
	// GoneInAlertDays is the chance, in percent, that the available stock does
	// not last the product's alert days.
	GoneInAlertDays int
	// ToDo is how many units to order or make now.
	ToDo          int64
	Method        forecast.Method
	LowConfidence bool
	// ComputedAt is nil until it has been worked out for the first time.
	ComputedAt *time.Time
}

// SameAs says whether two forecasts say the same, whenever they were made.
func (f Forecast) SameAs(o Forecast) bool {
	return f.SoldLast30 == o.SoldLast30 && f.WillSell30 == o.WillSell30 && f.WillSellLow == o.WillSellLow &&
		f.WillSellHigh == o.WillSellHigh &&
		catalogue.SamePointer(f.RunsOutIn, o.RunsOutIn) && catalogue.SamePointer(f.RunsOutEarly, o.RunsOutEarly) &&
		catalogue.SamePointer(f.RunsOutLate, o.RunsOutLate) &&
		f.GoneInAlertDays == o.GoneInAlertDays && f.ToDo == o.ToDo && f.Method == o.Method &&
		f.LowConfidence == o.LowConfidence
}

// DaysLeft is how long the stock of a product that sells lasts; nil where the
// forecast cannot say.
func (f Forecast) DaysLeft() *int {
	if f.ComputedAt == nil || f.WillSell30 <= 0 {
		return nil
	}
	return f.RunsOutIn
}

// Change is a forecast as it was kept and as it is now, with the alert
// days of its product.
type Change struct {
	Before, After Forecast
	AlertDays     int
}

// MovesLevel says whether the days that are left call for another alert. Most
// products have one day less each night, far from being short of anything.
func (c Change) MovesLevel() bool {
	return alert.LevelOfDays(c.Before.DaysLeft(), c.AlertDays) != alert.LevelOfDays(c.After.DaysLeft(), c.AlertDays)
}

// ProductState tells whether a product is still as it was read.
type ProductState struct {
	ProductID   int64
	Version     int64
	Reserved    int64
	Incoming    int64
	MovementSeq int64
	// PastSale is its last sale of before.
	PastSale int64
}

// Row is a forecast with the product it is of.
type Row struct {
	Forecast
	Product catalogue.Product
}

// Filter says which forecasts a list shows. Zero values mean all.
type Filter struct {
	Search string
	// LowStock asks for products at or below their minimum, AlertBlocked for
	// those that nobody is told about.
	LowStock     bool
	AlertBlocked bool
	Ordering     Ordering
	Page         core.Page
}

// Ordering is how a list of forecasts is sorted; a leading minus is descending.
type Ordering string

// Orderings of forecasts, ascending; each also with a leading minus. What never
// runs out comes last in both directions.
const (
	ForecastsByName      Ordering = "productName"
	ForecastsByStock     Ordering = "currentStock"
	ForecastsBySold      Ordering = "soldLast30Days"
	ForecastsByWillSell  Ordering = "willSellIn30Days"
	ForecastsByToDo      Ordering = "toDo"
	ForecastsByRunsOut   Ordering = "runsOutIn"
	ForecastsByAlertDays Ordering = "alertDays"
)

// Arrival is how much of a product is expected on a day to come.
type Arrival struct {
	ProductID int64
	Day       string
	Units     int64
}

type forecastMemory interface {
	// ArrivalsOf are what is expected of products from a day on, by product and day. What
	// should have come before it, or on no day that anybody said, is not among them.
	ArrivalsOf(ids []int64, from string) ([]Arrival, error)
	ListForecasts(filter Filter) (core.List[Row], error)
	// WalkForecasts hands over every forecast that a list would show, in its order.
	WalkForecasts(filter Filter, fn func(Row) error) error
	// ForecastsOf returns the forecasts of products, by their ids.
	ForecastsOf(ids []int64) (map[int64]Forecast, error)
	// UpdateForecasts writes new figures. Products that were deleted meanwhile
	// have no forecast any more, and get none. Alerts are looked at where the
	// days that are left have changed: nothing else in a forecast decides them.
	UpdateForecasts(changes []Change) error
	// LockProductStates returns products and keeps every other writer from
	// changing them; those that were deleted are left out.
	LockProductStates(ids []int64) ([]ProductState, error)
	forecastDueMemory
	forecastRunMemory
	forecastEventMemory
	reportjob.Memory
	salesHistoryMemory
	modelMemory
}

type forecastDueMemory interface {
	// AnyDueForecast says whether there is something to claim.
	AnyDueForecast() (bool, error)
	// ClaimDueForecasts takes products that have changed since they were last
	// worked out, so that no other process does until the lease ends. A change
	// notes its products by itself: see Tx.UpdateProduct, Tx.AppendMovements
	// and Tx.ChangeClaims.
	ClaimDueForecasts(limit int, leaseUntil time.Time) ([]DueForecast, error)
	// FinishDueForecasts notes that products have been worked out. What has
	// changed since it was claimed stays due.
	FinishDueForecasts(done []DueForecast) error
}

// DueForecast is a product that has changed since it was last worked out.
type DueForecast struct {
	ProductID int64
	// Changes tells one change from the next.
	Changes int64
}

// ListForecasts shows one page of the forecasts.
func (s *Service) ListForecasts(ctx context.Context, filter Filter) (forecasts core.List[Row], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		forecasts, err = tx.ListForecasts(filter)
		return err
	})
	return forecasts, err
}
