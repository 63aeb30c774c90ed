package forecast

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func TestTheDistributionSumsUp(t *testing.T) {
	for _, c := range []struct{ mean, variance float64 }{
		{0.1, 0.5},
		{1, 1},
		{4, 12},
		{60, 90},
		{300, 9000},
		{5000, 40_000},
	} {
		n := newNegbin(c.mean, c.variance)
		chance := math.Exp(n.r * math.Log(n.p))
		if chance == 0 {
			continue // Too small to be summed one by one, which is why the product does not.
		}
		sum, mean := chance, 0.0
		for x := 0.0; x < 20*c.mean+50; x++ {
			if got := n.cdf(x); math.Abs(got-sum) > 1e-8 {
				t.Fatalf("mean %v: at most %v has chance %v, not %v", c.mean, x, got, sum)
			}
			chance *= (x + n.r) / (x + 1) * (1 - n.p)
			sum += chance
			mean += (x + 1) * chance
		}
		within(t, "the mean", mean/c.mean, 0.999, 1.001)
	}
}

func TestAQuantileIsTheFirstCountThatIsEnough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mean := math.Exp(rapid.Float64Range(-4, 10).Draw(t, "log mean"))
		n := newNegbin(mean, mean*(1+math.Exp(rapid.Float64Range(-6, 6).Draw(t, "log spread"))))
		u := rapid.Float64Range(0.001, 0.999).Draw(t, "u")
		q := n.quantile(u)
		if n.cdf(q) < u-1e-9 || n.cdf(q-1) > u+1e-9 {
			t.Fatalf("mean %v, r %v: the %v quantile is %v, with chances %v and %v below", n.mean, n.r, u, q, n.cdf(q),
				n.cdf(q-1))
		}
	})
}

func TestNothingExpectedIsNothing(t *testing.T) {
	n := newNegbin(0, 0)
	if n.cdf(0) != 1 || n.quantile(0.99) != 0 || n.cdf(-1) != 0 {
		t.Errorf("an empty distribution: %v, %v", n.cdf(0), n.quantile(0.99))
	}
}

func TestCalibrationUndoesWhatIsTooNarrow(t *testing.T) {
	var counted tally
	for i := range 10_000 { // Truth is uniform, but the forecasts were sure of the middle.
		u := (float64(i) + 0.5) / 10_000
		at := 0.5 + (u-0.5)*1.6
		counted.add(min(max(at-0.001, 0), 1), min(max(at+0.001, 0.001), 1))
	}
	c := counted.calibration()
	within(t, "what was called 10 %", c.apply(0.1), 0.2, 0.3)
	within(t, "what was called 90 %", c.apply(0.9), 0.7, 0.8)
	for i := range gridSteps {
		if c[i] > c[i+1] {
			t.Fatalf("the calibration falls at %d: %v", i, c)
		}
	}
	for _, chance := range []float64{0.2, 0.3, 0.5, 0.7} {
		within(t, "there and back", c.apply(c.invert(chance)), chance-1e-9, chance+1e-9)
	}
	if c := new(tally).calibration(); math.Abs(c.apply(0.37)-0.37) > 1e-12 {
		t.Errorf("without evidence the distribution stays: %v", c.apply(0.37))
	}
}

func TestPooledWeightsAreFound(t *testing.T) {
	var n normalEquations
	r := rand.New(rand.NewPCG(1, 1))
	for range 4000 {
		var x [features]float64
		for f := range x {
			x[f] = 10 * r.Float64()
		}
		n.add(&x, 0.7*x[1]+0.3*x[4], 1)
	}
	w := n.solve()
	for f := range w {
		want := map[int]float64{1: 0.7, 4: 0.3}[f]
		within(t, "a weight", w[f], want-0.1, want+0.05)
	}
	var few normalEquations
	few.add(&[features]float64{5}, 9, 1)
	if few.solve() != equal() {
		t.Error("a single row was believed")
	}
}
