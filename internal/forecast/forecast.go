// Package forecast is arithmetic: a product's past sales in, its coming demand
// with a range, a run-out day and a quantity to order out. It has no clock, no
// database and no chance in it: the same past always gives the same figures.
package forecast

import (
	"math"
	"sync"
)

// Settings are what is known of a product besides its past.
type Settings struct {
	// Stock is what lies there, Reserved what open orders have claimed of it
	// and OnOrder what is on its way.
	Stock, Reserved, OnOrder int64
	// Arrivals are what of OnOrder is expected on a day to come, the soonest first.
	Arrivals []Arrival
	// MinStock and MaxStock are the shop's own limits; 0 is none.
	MinStock, MaxStock int64
	// Supply says how the product is bought; nil where that is not known.
	Supply *Supply
	// ServiceLevel is the chance with which an order shall last; 0 is DefaultServiceLevel.
	ServiceLevel float64
	// PackSize and MinOrder are the supplier's; 0 is 1.
	PackSize, MinOrder int64
	// AlertDays is how early the shop wants to know; 0 is DefaultAlertDays.
	AlertDays int
}

// What counts where a product has no setting of its own.
const (
	DefaultServiceLevel = 0.95
	DefaultAlertDays    = 30
	DefaultReviewDays   = 7
)

// Method is how a forecast was made.
type Method string

// The methods, from the one that knows most to the one that knows least.
const (
	// MethodHistory is the product's own past, weighed by what all products taught.
	MethodHistory Method = "history"
	// MethodNew is a product of less than a month, leaning on earlier new ones.
	MethodNew Method = "new"
	// MethodUnsold has not sold yet: what new products of its category usually sell.
	MethodUnsold Method = "unsold"
	// MethodNone never sold in a month or more.
	MethodNone Method = "none"
)

// Pattern is how often a product sells.
type Pattern string

// The patterns, by class.
const (
	PatternOften     Pattern = "often"
	PatternSometimes Pattern = "sometimes"
	PatternRarely    Pattern = "rarely"
	PatternYoung     Pattern = "young"
)

var patterns = [classes]Pattern{
	often: PatternOften, sometimes: PatternSometimes, rarely: PatternRarely, young: PatternYoung,
}

// Forecast is what one product will do, and what to do about it.
type Forecast struct {
	// SoldLast30Days is what left the shelf, WillSellIn30Days what is expected to.
	SoldLast30Days, WillSellIn30Days float64
	// Low, Middle and High are the units that 30 days will not exceed with a
	// chance of 10, 50 and 90 %.
	Low, Middle, High float64
	// EventUnits is how much of WillSellIn30Days the events add or take away.
	EventUnits float64
	RunOut     RunOut
	// GoneInAlertDays is the chance that the available stock does not last the alert days.
	GoneInAlertDays float64
	Order           Order
	Method          Method
	Pattern         Pattern
	// LowConfidence is true where the past is too short to rely on.
	LowConfidence bool
	// HistoryDays is the product's age; EmptyDays of them had no stock and were
	// left out, RaisedDays ran out and were filled up, TrimmedDays were cut.
	HistoryDays, EmptyDays, RaisedDays, TrimmedDays int
}

// outlook is a forecast before it is put in figures.
type outlook struct {
	view
	spread spread
	method Method
	// base is the demand of the horizon without events.
	base float64
	// ahead[d] is the share of base, events included, of the first d days.
	ahead *[FarthestDay + 1]float64
}

// FarthestDay is as far ahead as anything is said.
const FarthestDay = 365

var workspaces = sync.Pool{New: func() any { return new(workspace) }}

// Forecast forecasts one product. It is safe to call from many places at once.
func (m *Model) Forecast(h History, s Settings) Forecast {
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	o := m.outlook(w, h)
	return w.figures(&o, h, s)
}

// outlook looks at a product's past and at the days to come. To know that
// there was no stock can only raise a forecast, so it never falls below the one
// that takes such days for days without demand.
func (m *Model) outlook(w *workspace, h History) outlook {
	var blind outlook
	if h.Empty != nil || h.EmptyNow {
		seen := h
		seen.Empty, seen.EmptyNow = nil, false
		blind = m.past(w, seen)
	}
	o := m.past(w, h)
	if blind.method == MethodHistory && o.method == MethodHistory && blind.base > o.base {
		o = blind
	}
	w.weigh(o.profile, m.pace().Horizon, h.Events)
	return o
}

// past puts together what a product's past says about the coming horizon.
func (m *Model) past(w *workspace, h History) outlook {
	w.load(h)
	r := m.pace()
	o := outlook{view: w.look(r, m.calendarAt(h.Next())), ahead: &w.ahead}
	s := &w.series
	switch {
	case s.selling == 0 && s.age < r.Horizon:
		o.method, o.base = MethodUnsold, m.Newborn.usual(h.Category)
	case s.selling == 0:
		o.method = MethodNone
	case s.age < r.Horizon:
		o.method, o.base = MethodNew, m.Newborn.point(float64(r.Horizon)*s.rate(s.days()), s.days())
	default:
		o.method, o.base = MethodHistory, m.Classes[o.class].point(&o.view)
	}
	if o.method == MethodNew || o.method == MethodUnsold {
		o.class = young
	}
	o.spread = m.Classes[o.class].spread(s.clump, o.base)
	return o
}

// weigh fills in how demand spreads over the days to come.
func (w *workspace) weigh(p Profile, horizon int, events []Event) {
	month := 0.0
	for d := range FarthestDay {
		day := w.series.end + Day(d)
		weight := p[day.weekday()]
		if d < horizon {
			month += weight
		}
		w.ahead[d+1] = w.ahead[d] + weight*uplift(events, day)
	}
	for d := range w.ahead {
		w.ahead[d] /= month
	}
}

// mean is the expected demand of the first days to come.
func (o *outlook) mean(days int) float64 {
	return o.base * o.ahead[min(max(days, 0), FarthestDay)]
}

// over is the distribution of the demand of the first days to come.
func (o *outlook) over(days int) demand {
	return o.spread.around(o.mean(days))
}

// lowConfidenceDays is how many days with stock are too few to rely on.
const lowConfidenceDays = 60

func (w *workspace) figures(o *outlook, h History, s Settings) Forecast {
	month := o.over(30)
	available := s.Stock - s.Reserved
	alertDays := orDefault(s.AlertDays, DefaultAlertDays)
	return Forecast{
		SoldLast30Days:   math.Max(sum(h.Sold[max(0, len(h.Sold)-30):]), 0),
		WillSellIn30Days: o.mean(30), EventUnits: o.mean(30) - o.base,
		Low: month.quantile(0.1), Middle: month.quantile(0.5), High: month.quantile(0.9),
		RunOut: o.runOut(available, s.Arrivals), GoneInAlertDays: o.goneWithin(alertDays, available, s.Arrivals),
		Order: o.order(s), Method: o.method, Pattern: patterns[o.class],
		LowConfidence: o.method != MethodHistory || w.series.days() < lowConfidenceDays,
		HistoryDays:   w.series.age, EmptyDays: w.series.empty, RaisedDays: w.series.raised, TrimmedDays: w.series.trimmed,
	}
}

// Range is the demand of the coming horizon alone.
type Range struct {
	Mean, Low, Middle, High float64
	// Gone is the chance that it takes the whole of some units.
	Gone float64
}

// Range forecasts the coming horizon of a product with so many units on its shelf.
func (m *Model) Range(h History, units float64) Range {
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	o := m.outlook(w, h)
	d := o.over(m.pace().Horizon)
	return Range{d.mean, d.quantile(0.1), d.quantile(0.5), d.quantile(0.9), d.reaches(units)}
}

func sum(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum
}

func orDefault[N int | int64 | float64](value, usual N) N {
	if value <= 0 {
		return usual
	}
	return value
}
