package forecast

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

func TestASteadySellerGoesOn(t *testing.T) {
	for _, rate := range []float64{0.05, 0.3, 2, 9} {
		total := 0.0
		for seed := range uint64(40) {
			total += madeModel.Forecast(made(1000+seed, 300, steady(rate)), Settings{}).WillSellIn30Days
		}
		within(t, "forecast over truth", total/40/(30*rate), 0.9, 1.12)
	}
}

func TestARangeHoldsAsOftenAsItSays(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	inside, above, n := 0.0, 0.0, 0.0
	for i := range 600 {
		rate := rateOf(i, 600)
		f := madeModel.Forecast(made(uint64(5000+i), 300, steady(rate)), Settings{})
		if f.WillSellIn30Days < 5 {
			continue
		}
		next := poisson(r, 30*rate)
		n++
		if next >= f.Low && next <= f.High {
			inside++
		}
		if next > f.High {
			above++
		}
	}
	within(t, "share inside the 80 % range", inside/n, 0.74, 0.92)
	within(t, "share above the 90 % point", above/n, 0.03, 0.16)
}

func TestGrowthIsFollowed(t *testing.T) {
	grows := madeModel.Forecast(made(1, 360, func(d int) float64 { return 1 + float64(d)/60 }), Settings{})
	within(t, "forecast of 7 a day, rising", grows.WillSellIn30Days, 170, 240)
}

func TestWhatHasDiedIsForecastToBeDead(t *testing.T) {
	dead := madeModel.Forecast(made(1, 400, func(d int) float64 {
		if d < 200 {
			return 3
		}
		return 0
	}), Settings{Stock: 50})
	within(t, "forecast after 200 silent days", dead.WillSellIn30Days, 0, 3)
}

func TestOneHugeDayIsNoTrend(t *testing.T) {
	h := made(3, 300, steady(2))
	before := madeModel.Forecast(h, Settings{}).WillSellIn30Days
	h.Sold[290] = 2000
	f := madeModel.Forecast(h, Settings{})
	within(t, "forecast after a huge day, over before", f.WillSellIn30Days/before, 0.9, 1.3)
	if f.TrimmedDays == 0 {
		t.Error("the huge day is not told")
	}
}

func TestAWeekdaySellerRunsOutOnItsDay(t *testing.T) {
	onDay := func(d int) float64 {
		if (testFirst + Day(d)).weekday() == 2 {
			return 10
		}
		return 0
	}
	h := History{First: testFirst, Sold: make([]float64, 350)}
	for d := range h.Sold {
		h.Sold[d] = onDay(d)
	}
	working := madeModel.Working(h, Settings{Stock: 5})
	for _, day := range working.Daily {
		if day.Day.weekday() == 2 {
			within(t, "a selling day", day.Mean, 5, 14)
		} else {
			within(t, "another day", day.Mean, 0, 2)
		}
	}
}

func TestStockOutsDoNotLowerTheForecast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.Float64Range(0.5, 8).Draw(t, "rate")
		h := made(rapid.Uint64().Draw(t, "seed"), 300, steady(rate))
		from := rapid.IntRange(200, 285).Draw(t, "from")
		days := rapid.IntRange(5, 15).Draw(t, "days")
		h.Empty = make([]bool, 300)
		for d := from; d < from+days; d++ {
			h.Sold[d], h.Empty[d] = 0, true
		}
		seen := madeModel.Forecast(h, Settings{}).WillSellIn30Days
		h.Empty = nil
		unseen := madeModel.Forecast(h, Settings{}).WillSellIn30Days
		if seen < unseen {
			t.Fatalf("with the stock-out known %.2f, taken for no demand %.2f", seen, unseen)
		}
	})
}

func TestEventsMoveTheDaysTheyAreFor(t *testing.T) {
	h := made(4, 300, steady(3))
	usual := madeModel.Forecast(h, Settings{})
	h.Events = []Event{{From: h.Next(), To: h.Next() + 9, Factor: 2}}
	f := madeModel.Forecast(h, Settings{})
	within(t, "ten of thirty days doubled", f.WillSellIn30Days/usual.WillSellIn30Days, 1.28, 1.38)
	within(t, "what the event adds", f.EventUnits, 0.9*usual.WillSellIn30Days/3, 1.1*usual.WillSellIn30Days/3)
	if f.High < usual.High {
		t.Errorf("the range fell from %v to %v", usual.High, f.High)
	}
}

func TestAPastEventIsNotTakenForATrend(t *testing.T) {
	h := made(6, 300, func(d int) float64 {
		if d >= 270 {
			return 12
		}
		return 3
	})
	fooled := madeModel.Forecast(h, Settings{}).WillSellIn30Days
	h.Events = []Event{{From: testFirst + 270, To: testFirst + 299, Factor: 4}}
	told := madeModel.Forecast(h, Settings{}).WillSellIn30Days
	within(t, "after an event that was told", told, 70, 115)
	if fooled < 1.5*told {
		t.Errorf("without being told it is %v", fooled)
	}
}

func TestNewProductsLeanOnEarlierOnes(t *testing.T) {
	shop := madeShop(200, 400)
	for i := range 80 { // Newborns of one category sell one a day.
		h := made(uint64(9000+i), 150, steady(1))
		h.First, h.Category = testFirst+250, 5
		shop = append(shop, h)
	}
	m := fit(shop, testFirst+400)
	fresh := func(days int, rate float64, category int64) Forecast {
		return m.Forecast(History{
			First: testFirst + 400 - Day(days), Sold: made(77, days, steady(rate)).Sold, Category: category,
		}, Settings{Stock: 9})
	}
	unsold := fresh(0, 0, 5)
	if unsold.Method != MethodUnsold || !unsold.LowConfidence {
		t.Errorf("a product without a day: %v", unsold.Method)
	}
	within(t, "what its category sells at first", unsold.WillSellIn30Days, 26, 34)
	if f := fresh(7, 4, 5); f.Method != MethodNew || f.WillSellIn30Days < 40 || f.WillSellIn30Days > 130 ||
		!f.LowConfidence {
		t.Errorf("a week of 4 a day among newborns of 1 a day: %v, %.1f", f.Method, f.WillSellIn30Days)
	}
	if never := fresh(90, 0, 5); never.Method != MethodNone || never.WillSellIn30Days != 0 || never.RunOut.Known ||
		never.Order.Quantity != 0 {
		t.Errorf("three months without a sale: %+v", never)
	}
}

// anyHistory draws what a ledger may hold, sensible or not.
func anyHistory(t *rapid.T) History {
	days := rapid.IntRange(0, 420).Draw(t, "days")
	h := made(rapid.Uint64().Draw(t, "seed"), days, steady(math.Exp(rapid.Float64Range(-5, 4).Draw(t, "log rate"))))
	h.EmptyNow = rapid.Bool().Draw(t, "empty now")
	if rapid.Bool().Draw(t, "has stock-outs") {
		h.Empty = make([]bool, days)
		share := rapid.Float64Range(0, 1).Draw(t, "empty share")
		r := rand.New(rand.NewPCG(uint64(days), 3))
		for d := range h.Empty {
			if h.Empty[d] = r.Float64() < share; h.Empty[d] {
				h.Sold[d] = 0
			}
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "oddities") {
		if days > 0 {
			h.Sold[rapid.IntRange(0, days-1).Draw(t, "odd day")] = rapid.SampledFrom([]float64{-5, 1e6, 3000}).Draw(t, "odd")
		}
	}
	if rapid.Bool().Draw(t, "has event") {
		from := testFirst + Day(rapid.IntRange(0, 450).Draw(t, "event"))
		h.Events = []Event{{From: from, To: from + 20, Factor: rapid.Float64Range(-1, 30).Draw(t, "factor")}}
	}
	return h
}

func anySettings(t *rapid.T) Settings {
	s := Settings{
		Stock: rapid.Int64Range(0, 500).Draw(t, "stock"), Reserved: rapid.Int64Range(0, 50).Draw(t, "reserved"),
		MinStock: rapid.Int64Range(0, 40).Draw(t, "min"), MaxStock: rapid.Int64Range(0, 600).Draw(t, "max"),
		PackSize: rapid.Int64Range(0, 24).Draw(t, "pack"), ServiceLevel: rapid.Float64Range(-1, 2).Draw(t, "service"),
	}
	if rapid.Bool().Draw(t, "has supply") {
		s.Supply = &Supply{
			LeadDays: rapid.IntRange(-5, 900).Draw(t, "lead"), ReviewDays: rapid.IntRange(0, 30).Draw(t, "review"),
		}
	}
	return s
}

func TestWhateverTheLedgerHoldsTheFiguresMakeSense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, s := anyHistory(t), anySettings(t)
		f := madeModel.Forecast(h, s)
		for _, x := range []float64{
			f.WillSellIn30Days, f.Low, f.Middle, f.High, f.GoneInAlertDays, f.Order.ReorderPoint,
			f.Order.UpTo, f.Order.SafetyStock,
		} {
			if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
				t.Fatalf("a figure is %v: %+v", x, f)
			}
		}
		if f.Low > f.Middle || f.Middle > f.High {
			t.Fatalf("the range is out of order: %v, %v, %v", f.Low, f.Middle, f.High)
		}
		if r := f.RunOut; r.Known && (r.Early > r.Days || r.Days > r.Late || r.Late > FarthestDay) || !r.Known &&
			f.WillSellIn30Days > 0 {
			t.Fatalf("runs out %+v", r)
		}
		if s.PackSize > 0 && f.Order.Quantity%s.PackSize != 0 || f.Order.Quantity < f.Order.Missing {
			t.Fatalf("orders %d for %d in packs of %d", f.Order.Quantity, f.Order.Missing, s.PackSize)
		}
		if again := madeModel.Forecast(h, s); !reflect.DeepEqual(f, again) {
			t.Fatalf("asked again it says %+v, not %+v", again, f)
		}
		if working := madeModel.Working(h, s); !reflect.DeepEqual(working.Forecast, f) {
			t.Fatalf("the working shows %+v, not %+v", working.Forecast, f)
		}
	})
}

func TestTenTimesTheSalesIsTenTimesTheForecast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := made(rapid.Uint64().Draw(t, "seed"), 300, steady(rapid.Float64Range(2, 20).Draw(t, "rate")))
		one := madeModel.Forecast(h, Settings{}).WillSellIn30Days
		for d := range h.Sold {
			h.Sold[d] *= 10
		}
		if ten := madeModel.Forecast(h, Settings{}).WillSellIn30Days; ten < 9*one || ten > 11*one {
			t.Fatalf("from %v to %v", one, ten)
		}
	})
}

func TestMoreStockLastsLongerAndOrdersLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, s := anyHistory(t), anySettings(t)
		few := madeModel.Forecast(h, s)
		s.Stock += rapid.Int64Range(1, 300).Draw(t, "more")
		many := madeModel.Forecast(h, s)
		if few.RunOut.Known && many.RunOut.Known && many.RunOut.Days < few.RunOut.Days ||
			many.GoneInAlertDays > few.GoneInAlertDays {
			t.Fatalf("with more stock %+v instead of %+v", many.RunOut, few.RunOut)
		}
		if many.Order.Quantity > few.Order.Quantity {
			t.Fatalf("with more stock %d are ordered instead of %d", many.Order.Quantity, few.Order.Quantity)
		}
	})
}

// The nightly run makes a hundred thousand of them. The race detector adds a
// few allocations of its own; one a day of history would be hundreds.
func TestAForecastLeavesNoRubbish(t *testing.T) {
	h := made(8, 374, steady(1.5))
	s := Settings{Stock: 30, Supply: &Supply{LeadDays: 7, ReviewDays: 7}}
	if n := testing.AllocsPerRun(50, func() { madeModel.Forecast(h, s) }); n > 20 {
		t.Errorf("a forecast makes %v allocations", n)
	}
}

func TestAKeptModelForecastsTheSame(t *testing.T) {
	text, err := json.Marshal(madeModel)
	if err != nil {
		t.Fatal(err)
	}
	var kept Model
	if err := json.Unmarshal(text, &kept); err != nil {
		t.Fatal(err)
	}
	h := made(8, 200, steady(1.5))
	if a, b := madeModel.Forecast(h, Settings{Stock: 30}), kept.Forecast(h, Settings{Stock: 30}); !reflect.DeepEqual(a,
		b) {
		t.Errorf("kept it says %+v, not %+v", b, a)
	}
	if len(text) > 100_000 {
		t.Errorf("a model takes %d bytes", len(text))
	}
}

func TestAShopWithoutAPastCanBeAsked(t *testing.T) {
	m := NewTrainer(Daily, testFirst).Fit()
	if f := m.Forecast(History{First: testFirst}, Settings{Stock: 4}); f.WillSellIn30Days != 0 || f.RunOut.Known {
		t.Errorf("the first product of a new shop: %+v", f)
	}
	within(t, "a steady seller in an unknown shop", m.Forecast(made(2, 120, steady(2)), Settings{}).WillSellIn30Days, 45,
		75)
}
