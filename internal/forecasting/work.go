package forecasting

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/forecast"
	"estante/internal/ledger"
	"estante/internal/supplier"
)

// modelMemory keeps what the whole shop's past teaches.
type modelMemory interface {
	// ForecastModel returns the model that was kept last, or ErrNotFound where
	// it is not newer than the one of a time.
	ForecastModel(newerThan time.Time) (fittedAt time.Time, body []byte, err error)
	KeepForecastModel(body []byte) error
}

// models remembers the model that was read last: it changes once a night.
type models struct {
	mu       sync.Mutex
	fittedAt time.Time
	model    *forecast.Model
}

// latest is the newest model there is. A shop that has none yet is forecast by
// one that was taught nothing.
func (m *models) latest(tx Tx) (*forecast.Model, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	fittedAt, body, err := tx.ForecastModel(m.fittedAt)
	switch {
	case core.IsNotFound(err) && m.model != nil:
		return m.model, nil
	case core.IsNotFound(err):
		return forecast.NewTrainer(forecast.Daily, 0).Fit(), nil
	case err != nil:
		return nil, err
	}
	model := &forecast.Model{}
	if err := json.Unmarshal(body, model); err != nil {
		return nil, fmt.Errorf("read the forecast model: %w", err)
	}
	m.fittedAt, m.model = fittedAt, model
	return model, nil
}

// forecaster is what forecasting needs besides the product.
type forecaster struct {
	model *forecast.Model
	zone  *time.Location
	today Day
	// events are those of each category, expanded over the years.
	events     []Event
	byCategory map[int64][]forecast.Event
}

func (s *Service) newForecaster(tx Tx) (*forecaster, error) {
	settings, err := tx.Settings()
	if err != nil {
		return nil, err
	}
	f := &forecaster{zone: settings.Zone(), byCategory: map[int64][]forecast.Event{}}
	f.today = forecast.DayOf(tx.Now().In(f.zone))
	if f.events, err = tx.ForecastEvents(); err != nil {
		return nil, err
	}
	f.model, err = s.models.latest(tx)
	return f, err
}

// past is a product's history as forecasts take it.
func (f *forecaster) past(product catalogue.Product, history *SalesHistory, memory []float64) forecast.History {
	past := history.before(f.today, memory)
	if product.Category != nil {
		past.Category = product.Category.ID
	}
	known := false
	if past.Events, known = f.byCategory[past.Category]; !known {
		past.Events = expandEvents(f.events, past.Category, f.today)
		f.byCategory[past.Category] = past.Events
	}
	return past
}

// of works out the forecast of one product.
func (f *forecaster) of(
	product catalogue.Product, supply supplier.Supply, history *SalesHistory, arrivals []forecast.Arrival,
	memory []float64,
) Forecast {
	made := f.model.Forecast(f.past(product, history, memory), forecastSettings(product, supply, arrivals))
	kept := Forecast{
		ProductID: product.ID, SoldLast30: history.soldLately(f.today),
		WillSell30: toHundredths(made.WillSellIn30Days), WillSellLow: int64(made.Low), WillSellHigh: int64(made.High),
		GoneInAlertDays: int(math.Round(100 * made.GoneInAlertDays)), ToDo: made.Order.Quantity,
		Method: made.Method, LowConfidence: made.LowConfidence,
	}
	if made.RunOut.Known {
		kept.RunsOutIn, kept.RunsOutEarly, kept.RunsOutLate = &made.RunOut.Days, &made.RunOut.Early, &made.RunOut.Late
	}
	if !reordered(product) {
		kept.ToDo = 0
	}
	return kept
}

func toHundredths(units float64) float64 { return math.Round(100*units) / 100 }

// reordered says whether the shop still buys the product.
func reordered(p catalogue.Product) bool {
	return p.Status != catalogue.StatusInactive && p.Status != catalogue.StatusDiscontinued
}

// forecastSettings are what the arithmetic needs to know of a product, and of how it is
// bought. What is on its way is not ordered again; when it runs out, only that counts whose
// day is still to come.
func forecastSettings(p catalogue.Product, supply supplier.Supply, arrivals []forecast.Arrival) forecast.Settings {
	settings := forecast.Settings{
		Stock: p.Stock, Reserved: p.Reserved, OnOrder: p.Incoming, Arrivals: arrivals, AlertDays: p.AlertDays,
		PackSize: supply.PackSize, MinOrder: supply.MinUnits,
	}
	if p.MinStock != nil {
		settings.MinStock = *p.MinStock
	}
	if p.MaxStock != nil {
		settings.MaxStock = *p.MaxStock
	}
	if supply.LeadDays != nil {
		settings.Supply = &forecast.Supply{LeadDays: *supply.LeadDays, ReviewDays: forecast.DefaultReviewDays}
	}
	if p.ServiceLevel != nil {
		settings.ServiceLevel = float64(*p.ServiceLevel) / 100
	}
	return settings
}

// reckoning is the forecasts of some products, worked out from what was read
// and not yet kept.
type reckoning struct {
	order     []int64
	products  map[int64]catalogue.Product
	histories map[int64]SalesHistory
	// arrivals are what is expected of them, the soonest first.
	arrivals map[int64][]forecast.Arrival
	// grown are the histories that lacked something.
	grown []SalesHistory
	kept  map[int64]Forecast
	// terms are those of the products' preferred suppliers.
	terms   map[int64]supplier.Terms
	changed []Change
	// worked is how many products have been worked out.
	worked int64
}

// read brings together what forecasting some products needs.
func (r *reckoning) read(tx Tx, products []catalogue.Product, zone *time.Location) error {
	if err := r.readHistories(tx, products, zone); err != nil {
		return err
	}
	if err := r.readArrivals(tx, products, zone); err != nil {
		return err
	}
	var err error
	if r.terms, err = tx.TermsOf(r.order); err != nil {
		return err
	}
	r.kept, err = tx.ForecastsOf(r.order)
	return err
}

// readArrivals reads what is expected of the products of which something is on its way.
func (r *reckoning) readArrivals(tx Tx, products []catalogue.Product, zone *time.Location) error {
	r.arrivals = map[int64][]forecast.Arrival{}
	var ids []int64
	for _, product := range products {
		if product.Incoming > 0 {
			ids = append(ids, product.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	now := tx.Now().In(zone)
	today := forecast.DayOf(now)
	arrivals, err := tx.ArrivalsOf(ids, now.Format(core.DateForm))
	for _, arrival := range arrivals {
		day, err := time.Parse(core.DateForm, arrival.Day)
		if err != nil {
			return fmt.Errorf("read the day of an arrival: %w", err)
		}
		r.arrivals[arrival.ProductID] = append(r.arrivals[arrival.ProductID], forecast.Arrival{
			Days: int(forecast.DayOf(day) - today), Units: arrival.Units,
		})
	}
	return err
}

// readHistories reads the products' pasts and adds what they lack.
func (r *reckoning) readHistories(tx Tx, products []catalogue.Product, zone *time.Location) error {
	r.products = make(map[int64]catalogue.Product, len(products))
	for _, product := range products {
		r.order = append(r.order, product.ID)
		r.products[product.ID] = product
	}
	var err error
	if r.histories, err = tx.SalesHistories(r.order, zone.String()); err != nil {
		return err
	}
	past, err := tx.LastPastSales(r.order)
	if err != nil {
		return err
	}
	for _, product := range products {
		history, err := upToDate(tx, product, past[product.ID], r.histories[product.ID], zone)
		if err != nil {
			return err
		}
		if was := r.histories[product.ID]; history.Seq != was.Seq || history.PastSale != was.PastSale {
			r.grown = append(r.grown, history)
		}
		r.histories[product.ID] = history
	}
	return nil
}

// upToDate adds to a history what the ledger has in addition, and what was sold before
// it up to a last one of those sales.
func upToDate(
	tx Tx, product catalogue.Product, lastPast int64, history SalesHistory, zone *time.Location,
) (SalesHistory, error) {
	history.ProductID, history.Zone = product.ID, zone.String()
	if history.Seq < product.MovementSeq {
		err := tx.WalkSalesSteps(product.ID, history.Seq, func(step SalesStep) error {
			history.add(step, zone)
			return nil
		})
		if err != nil {
			return history, err
		}
	}
	if history.PastSale >= lastPast {
		return history, nil
	}
	err := tx.WalkPastSales(product.ID, history.PastSale, func(sale ledger.PastSale) error {
		history.addPast(sale, zone)
		return nil
	})
	return history, err
}

// work forecasts the products that were read and notes what is new of them.
func (r *reckoning) work(f *forecaster) {
	memory := make([]float64, 0, historyDaysMax)
	for _, id := range r.order {
		history := r.histories[id]
		made := f.of(r.products[id], r.supply(id), &history, r.arrivals[id], memory)
		if !made.SameAs(r.kept[id]) || r.kept[id].ComputedAt == nil {
			r.changed = append(r.changed, Change{Before: r.kept[id], After: made, AlertDays: r.products[id].AlertDays})
		}
	}
	r.worked = int64(len(r.order))
}

// supply is how a product is bought.
func (r *reckoning) supply(id int64) supplier.Supply {
	return supplier.SupplyOf(r.products[id], r.terms[id])
}

// keep writes what has changed, unless the product did meanwhile: then it is
// due again, and a newer figure may be there already.
func (r *reckoning) keep(tx Tx) error {
	if err := tx.KeepSalesHistories(r.grown); err != nil || len(r.changed) == 0 {
		return err
	}
	ids := make([]int64, 0, len(r.changed))
	for _, change := range r.changed {
		ids = append(ids, change.After.ProductID)
	}
	states, err := tx.LockProductStates(ids)
	if err != nil {
		return err
	}
	unchanged := make(map[int64]bool, len(states))
	for _, is := range states {
		was := r.products[is.ProductID]
		unchanged[is.ProductID] = is.Version == was.Version && is.Reserved == was.Reserved &&
			is.Incoming == was.Incoming &&
			is.MovementSeq == r.histories[is.ProductID].Seq && is.PastSale == r.histories[is.ProductID].PastSale
	}
	now := tx.Now()
	fresh := make([]Change, 0, len(r.changed))
	for _, change := range r.changed {
		if unchanged[change.After.ProductID] {
			change.After.ComputedAt = &now
			fresh = append(fresh, change)
		}
	}
	return tx.UpdateForecasts(fresh)
}

// How products that have changed are worked out: so many at once that writing
// them keeps nobody waiting.
const (
	dueBatch = 100
	dueLease = time.Minute
)

// WorkOnDueForecasts works out products that have changed and says whether
// there may be more of them. Of several processes one takes each product.
func (s *Service) WorkOnDueForecasts(ctx context.Context) (more bool, err error) {
	var any bool
	err = core.Read(ctx, s.store, func(tx Tx) error {
		any, err = tx.AnyDueForecast()
		return err
	})
	if err != nil || !any {
		return false, err
	}
	var due []DueForecast
	err = core.Write(core.InBackground(ctx), s.store, func(tx Tx) error {
		due, err = tx.ClaimDueForecasts(dueBatch, tx.Now().Add(dueLease))
		return err
	})
	if err != nil || len(due) == 0 {
		return false, err
	}
	return len(due) == dueBatch, s.workOnDue(ctx, due)
}

func (s *Service) workOnDue(ctx context.Context, due []DueForecast) error {
	ids := make([]int64, 0, len(due))
	for _, one := range due {
		ids = append(ids, one.ProductID)
	}
	var r reckoning
	err := core.Read(ctx, s.store, func(tx Tx) error {
		r = reckoning{}
		f, err := s.newForecaster(tx)
		if err != nil {
			return err
		}
		products, err := tx.ProductsByIDs(ids)
		if err != nil {
			return err
		}
		if err := r.read(tx, products, f.zone); err != nil {
			return err
		}
		r.work(f)
		return nil
	})
	if err != nil {
		return fmt.Errorf("work out forecasts: %w", err)
	}
	err = core.Write(core.InBackground(ctx), s.store, func(tx Tx) error {
		// Their alerts are looked at when they are no longer due, so that
		// nobody else may change them meanwhile, also those that stay the same.
		if _, err := tx.LockProductStates(ids); err != nil {
			return err
		}
		return errors.Join(r.keep(tx), tx.FinishDueForecasts(due), r.tell(tx))
	})
	if err != nil {
		return fmt.Errorf("keep forecasts: %w", err)
	}
	return nil
}

// tell lets pages know of new figures: of one product by its name, of several at once.
func (r *reckoning) tell(tx Tx) error {
	switch len(r.changed) {
	case 0:
		return nil
	case 1:
		return tx.Emit(core.Event{Topic: core.TopicForecasts, ID: r.changed[0].After.ProductID})
	default:
		return tx.Emit(core.Event{Topic: core.TopicForecasts})
	}
}
