package forecast

import (
	"math"
	"testing"
)

// certain is a product that sells exactly one a day in a shop of such products.
func certain(t *testing.T) (*Model, History) {
	t.Helper()
	sold := make([]float64, 400)
	for d := range sold {
		sold[d] = 1
	}
	h := History{First: testFirst, Sold: sold}
	shop := make([]History, 60)
	for i := range shop {
		shop[i] = h
	}
	return fit(shop, h.Next()), h
}

func TestOneADayRunsOutWhenItIsUsedUp(t *testing.T) {
	m, h := certain(t)
	within(t, "thirty days of one", m.Forecast(h, Settings{}).WillSellIn30Days, 29.5, 30.5)
	for _, stock := range []int64{1, 10, 30, 90} {
		run := m.Forecast(h, Settings{Stock: stock}).RunOut
		within(t, "days", float64(run.Days), float64(stock)*0.9-1, float64(stock)*1.1+1)
		if run.Early > run.Days || run.Late < run.Days || !run.Known {
			t.Errorf("stock %d: %+v", stock, run)
		}
	}
	if run := m.Forecast(h, Settings{Stock: 5, Reserved: 5}).RunOut; !run.Known || run.Days != 0 {
		t.Errorf("all of it claimed: %+v", run)
	}
	if run := m.Forecast(h, Settings{Stock: 1_000_000}).RunOut; run.Days != FarthestDay {
		t.Errorf("a million lasts %d days", run.Days)
	}
}

func TestSilenceIsBelievedWhereNothingEverDied(t *testing.T) {
	m, h := certain(t)
	dead := History{First: h.First, Sold: append([]float64(nil), h.Sold...)}
	clear(dead.Sold[250:])
	within(t, "forecast after 150 silent days", m.Forecast(dead, Settings{}).WillSellIn30Days, 0, 0.5)
	clear(dead.Sold)
	dead.Sold[100], dead.Sold[250] = 1, 1
	within(t, "forecast of one sale in half a year", m.Forecast(dead, Settings{}).WillSellIn30Days, 0.01, 1)
}

func TestTheReplenishmentRule(t *testing.T) {
	m, h := certain(t)
	week := &Supply{LeadDays: 7, ReviewDays: DefaultReviewDays}
	order := func(s Settings) Order { return m.Forecast(h, s).Order }

	o := order(Settings{Stock: 2, Supply: week})
	if o.CoverDays != 14 || math.Abs(o.CoverMean-14) > 0.5 || o.ReorderPoint < 14 ||
		o.SafetyStock != o.ReorderPoint-o.CoverMean || o.ServiceLevel != DefaultServiceLevel {
		t.Errorf("two weeks of one a day: %+v", o)
	}
	if o.UpTo < 44 || o.Missing != int64(o.UpTo)-2 || o.Quantity != o.Missing {
		t.Errorf("filled up for 44 days: %+v", o)
	}
	if above := order(Settings{
		Stock: int64(o.ReorderPoint) + 1, Supply: week,
	}); above.Quantity != 0 || above.Missing != 0 {
		t.Errorf("above the reorder point %d are ordered", above.Quantity)
	}
	if at := order(Settings{Stock: int64(o.ReorderPoint), Supply: week}); at.Quantity == 0 {
		t.Error("at the reorder point nothing is ordered")
	}
	if p := order(Settings{Stock: 5, OnOrder: 4, Reserved: 3, Supply: week}).Position; p != 6 {
		t.Errorf("the position is %d, not 6", p)
	}
	if most := order(Settings{Stock: 2, MaxStock: 12, Supply: week}); most.UpTo != 12 || most.Quantity != 10 ||
		most.ReorderPoint <= 12 || most.Wanted != o.UpTo {
		t.Errorf("with a maximum of 12, below the reorder point: %+v", most)
	}
	if least := order(Settings{Stock: 90, MinStock: 100, Supply: week}); least.UpTo < 106 || least.Quantity < 16 {
		t.Errorf("below a minimum of 100: %+v", least)
	}
	if packs := order(Settings{Stock: 2, PackSize: 50, Supply: week}); packs.Quantity != 50*int64(
		math.Ceil(float64(packs.Missing)/50)) {
		t.Errorf("in packs of 50: %+v", packs)
	}
	if big := order(Settings{Stock: 2, MinOrder: 500, Supply: week}); big.Quantity != 500 {
		t.Errorf("at least 500: %+v", big)
	}
	if surer := order(Settings{Stock: 2, ServiceLevel: 0.99, Supply: week}); surer.ReorderPoint < o.ReorderPoint {
		t.Errorf("to be surer takes less: %v", surer.ReorderPoint)
	}
}

func TestWithoutASupplierThirtyDaysAreCovered(t *testing.T) {
	m, h := certain(t)
	f := m.Forecast(h, Settings{Stock: 10})
	if f.Order.CoverDays != 30 || f.Order.UpTo != f.Order.ReorderPoint || f.Order.Quantity != int64(f.Order.UpTo)-10 ||
		f.Order.UpTo < f.WillSellIn30Days {
		t.Errorf("thirty days: %+v", f.Order)
	}
	if m.Forecast(h, Settings{Stock: 10, MaxStock: 25}).Order.Quantity != 15 {
		t.Error("more than the maximum is ordered")
	}
}

func TestTheWorkingAddsUp(t *testing.T) {
	h := made(11, 300, steady(4))
	h.Events = []Event{{From: h.Next() + 3, To: h.Next() + 5, Factor: 1.5}}
	h.Empty = make([]bool, 300)
	h.Empty[250] = true
	w := madeModel.Working(h, Settings{Stock: 40})
	parts := 0.0
	for _, p := range w.Parts {
		parts += p.Weight * p.Units
	}
	within(t, "parts and lean against the forecast", parts*w.Lean-(w.WillSellIn30Days-w.EventUnits), -1e-9, 1e-9)
	days := 0.0
	for i, d := range w.Daily {
		days += d.Mean
		if d.Day != h.Next()+Day(i) || d.UntilLow > d.UntilHigh || i > 0 && d.UntilHigh < w.Daily[i-1].UntilHigh {
			t.Errorf("day %d: %+v", i, d)
		}
	}
	within(t, "days against the month", days-w.WillSellIn30Days, -1e-9, 1e-9)
	if w.EmptyDays != 1 || w.Daily[4].Uplift != 1.5 || w.Daily[9].Uplift != 1 || w.Method != MethodHistory ||
		w.Pattern != PatternOften {
		t.Errorf("told: %+v", w.Forecast)
	}
	if len(w.Past) != 3 || !w.Judged || w.Past[2].From != h.Next()-30 || w.Past[0].ActualIsEstimate {
		t.Fatalf("past: %+v", w.Past)
	}
	if !w.Past[1].ActualIsEstimate {
		t.Error("the month of the empty day is not called an estimate")
	}
	within(t, "error on a steady product", w.Error, 0, 0.25)
}

func TestThePastIsJudgedByWhatWasKnownThen(t *testing.T) {
	h := made(12, 300, steady(4))
	before := madeModel.Working(h, Settings{}).Past
	for d := 270; d < 300; d++ {
		h.Sold[d] *= 5
	}
	after := madeModel.Working(h, Settings{}).Past
	if before[2].Mean != after[2].Mean || after[2].Actual != 5*before[2].Actual {
		t.Errorf("the last month: forecast %v then %v, asked for %v then %v", before[2].Mean, after[2].Mean, before[2].Actual,
			after[2].Actual)
	}
}
