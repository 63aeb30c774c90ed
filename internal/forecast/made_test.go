package forecast

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The tests know the truth, because they make it: every series here comes from
// a rate that is written down beside it.

const testFirst = Day(18_000)

// poisson draws a count with a mean.
func poisson(r *rand.Rand, mean float64) float64 {
	limit, product, n := math.Exp(-mean), r.Float64(), 0.0
	for product > limit {
		product *= r.Float64()
		n++
	}
	return n
}

// made is a history of counts around the rate of each day.
func made(seed uint64, days int, rate func(d int) float64) History {
	r := rand.New(rand.NewPCG(seed, 7))
	sold := make([]float64, days)
	for d := range sold {
		sold[d] = poisson(r, rate(d))
	}
	return History{First: testFirst, Sold: sold}
}

func steady(rate float64) func(int) float64 { return func(int) float64 { return rate } }

// madeShop is a shop of every volume, from one in 50 days to 12 a day: most
// sell steadily, one in five grows by half a year after year and one in five dies.
func madeShop(products, days int) []History {
	shop := make([]History, products)
	for i := range shop {
		rate, death := rateOf(i, products), 100+37*i%days
		shop[i] = made(uint64(i), days, func(d int) float64 {
			switch {
			case i%5 == 1:
				return rate * (1 + float64(d)/730)
			case i%5 == 3 && d > death:
				return 0
			default:
				return rate
			}
		})
	}
	return shop
}

func rateOf(i, products int) float64 {
	return 0.02 * math.Pow(600, float64(i)/float64(products))
}

func fit(shop []History, today Day) *Model {
	trainer := NewTrainer(Daily, today)
	for _, h := range shop {
		trainer.Add(h)
	}
	return trainer.Fit()
}

// madeModel is fitted once for all tests that only read it.
var madeModel = fit(madeShop(300, 400), testFirst+400)

func within(t *testing.T, what string, got, least, most float64) {
	t.Helper()
	if !(got >= least && got <= most) {
		t.Errorf("%s is %.3f, not between %.3f and %.3f", what, got, least, most)
	}
}
