package forecast

import "math"

// Working is a forecast with everything a person needs to follow it.
type Working struct {
	Forecast
	// Parts are the figures that the forecast was put together from.
	Parts []Part
	// Lean is what the sum of the parts is multiplied by: how far past demand
	// exceeded such forecasts, and less for a product that has fallen silent.
	Lean float64
	// Daily is the coming 30 days one by one.
	Daily []DayAhead
	// Weeks is the coming four weeks, each with its own range.
	Weeks []WeekAhead
	// Past is what the same method would have said before each of the last
	// horizons, the latest last, and what came.
	Past []PastForecast
	// Error and Bias sum Past up, as shares of what was asked for. Without
	// demand in that time there is no share, and Judged is false.
	Judged      bool
	Error, Bias float64
}

// Part is one figure of a forecast and how much it counts.
type Part struct {
	Name   PartName
	Units  float64
	Weight float64
}

// PartName says what a part is.
type PartName string

// The parts of a forecast from history, and of one for a new product.
const (
	PartPooled PartName = "pooled"
	PartBest   PartName = "best"
	PartMiddle PartName = "middle"
	PartOwn    PartName = "own"
	PartOthers PartName = "others"
)

// DayAhead is one coming day: what is expected on it, and the range of
// everything sold until its end.
type DayAhead struct {
	Day                        Day
	Mean, Uplift               float64
	UntilLow, Until, UntilHigh float64
}

// WeekAhead is one coming week: what is expected of it, and between what it
// will lie eight times of ten.
type WeekAhead struct {
	From            Day
	Mean, Low, High float64
}

// weeksAhead is how many weeks are looked at one by one.
const weeksAhead = 4

// PastForecast is a forecast of 30 days that have passed.
type PastForecast struct {
	From            Day
	Mean, Low, High float64
	Actual          float64
	// ActualIsEstimate is true where some days had no stock and were filled up from the others.
	ActualIsEstimate bool
}

// judgedHorizons is how many past horizons a product is judged by: a quarter.
const judgedHorizons = 3

// Working forecasts one product and shows how.
func (m *Model) Working(h History, s Settings) Working {
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	o := m.outlook(w, h)
	working := Working{Forecast: w.figures(&o, h, s), Lean: 1}
	working.Parts = m.parts(w, &o)
	if o.method == MethodHistory {
		plain := m.Classes[o.class].plain(&o.view)
		working.Lean = o.alive * (1 + leaning(plain)*(m.Classes[o.class].Lean-1))
	}
	working.Daily = o.daily(h)
	working.Weeks = o.weeks(h)
	working.judge(m, w, h)
	return working
}

func (m *Model) parts(w *workspace, o *outlook) []Part {
	switch o.method {
	case MethodHistory:
		c := &m.Classes[o.class]
		return []Part{
			{PartPooled, c.Weights.apply(&o.feature), pooledShare},
			{PartBest, o.feature[c.Best], bestShare},
			{PartMiddle, o.middle, middleShare},
		}
	case MethodNew:
		n, days := &m.Newborn, w.series.days()
		share := float64(days) / float64(days+newbornDays)
		return []Part{
			{PartOwn, float64(m.pace().Horizon) * w.series.rate(days), n.Own * share},
			{PartOthers, n.Rate, n.Others * (1 - share)},
		}
	case MethodUnsold:
		return []Part{{PartOthers, o.base, 1}}
	case MethodNone:
	}
	return nil
}

func (o *outlook) daily(h History) []DayAhead {
	next := h.Next()
	days := make([]DayAhead, 30)
	for d := range days {
		until := o.over(d + 1)
		days[d] = DayAhead{
			Day: next + Day(d), Mean: o.mean(d+1) - o.mean(d), Uplift: uplift(h.Events, next+Day(d)),
			UntilLow: until.quantile(0.1), Until: o.mean(d + 1), UntilHigh: until.quantile(0.9),
		}
	}
	return days
}

func (o *outlook) weeks(h History) []WeekAhead {
	weeks := make([]WeekAhead, weeksAhead)
	for w := range weeks {
		week := o.spread.around(o.mean(7*w+7) - o.mean(7*w))
		weeks[w] = WeekAhead{From: h.Next() + Day(7*w), Mean: week.mean, Low: week.quantile(0.1), High: week.quantile(0.9)}
	}
	return weeks
}

// judge forecasts the last horizons from what was known before each of them.
func (working *Working) judge(m *Model, w *workspace, h History) {
	horizon := m.pace().Horizon
	w.load(h)
	truth := w.truth(h, false)
	off, signed, actual := 0.0, 0.0, 0.0
	for k := judgedHorizons; k >= 1; k-- {
		age := len(h.Sold) - k*horizon
		if age < horizon {
			continue
		}
		demand, known := truth.of(age, horizon)
		if !known {
			continue
		}
		from := h.First + Day(age)
		past := m.outlook(w, h.Until(from))
		month := past.over(horizon)
		working.Past = append(working.Past, PastForecast{
			From: from, Mean: past.mean(horizon), Low: month.quantile(0.1), High: month.quantile(0.9),
			Actual: demand, ActualIsEstimate: truth.known[age+horizon]-truth.known[age] < horizon,
		})
		off += math.Abs(past.mean(horizon) - demand)
		signed += past.mean(horizon) - demand
		actual += demand
	}
	if actual > 0 {
		working.Judged, working.Error, working.Bias = true, off/actual, signed/actual
	}
}
