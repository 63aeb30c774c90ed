package backtest

import (
	"math"

	"estante/internal/forecast"
)

// Prediction is one product's forecast at one origin, and what came of it.
type Prediction struct {
	SKU string
	// Origin is the first day, or the month, that was forecast.
	Origin                  forecast.Day
	Forecast, Q10, Q50, Q90 float64
	Actual                  float64
	// Stock is the shelf that Gone, the chance of selling out, assumes.
	Stock, Gone float64
	// Scale is the product's usual change from one horizon to the next, up to
	// the origin; 0 where none is known yet.
	Scale float64
}

// Forecaster makes the figures of predictions by what was known at an origin.
type Forecaster interface {
	// Learn is shown the whole file, of which it may look at what lies before the origin.
	Learn(s *Sales, origin forecast.Day)
	// Predict is given one product's history up to the origin.
	Predict(p *Prediction, h forecast.History)
}

// originsMax is the most origins that are replayed unless more are asked for.
const originsMax = 12

// DefaultOrigins is half of the whole horizons in the file, twelve at most: the
// other half is there to learn from.
func (s *Sales) DefaultOrigins() int {
	return min(int(s.End-s.First)/s.Rhythm.Horizon/2, originsMax)
}

// Replay forecasts the last horizons of the file one after the other. A product
// takes part once it is one horizon old.
func Replay(s *Sales, origins int, f Forecaster) []Prediction {
	origins = min(origins, int(s.End-s.First)/s.Rhythm.Horizon)
	var all []Prediction
	for k := range origins {
		origin := s.End - forecast.Day((origins-k)*s.Rhythm.Horizon)
		f.Learn(s, origin)
		for i, product := range s.Products {
			h := product.History
			age := int(origin - h.First)
			if age < s.Rhythm.Horizon {
				continue
			}
			p := Prediction{
				SKU: product.SKU, Origin: origin, Actual: sum(h.Sold[age : age+s.Rhythm.Horizon]),
				Stock: s.shelf(h.Sold[:age], i+k), Scale: s.scale(h.Sold[:age]),
			}
			f.Predict(&p, h.Until(origin))
			all = append(all, p)
		}
	}
	return all
}

// shelfFactors are the shares of a usual month that lie on the shelf, in turn
// over products and origins.
var shelfFactors = [...]float64{0.25, 0.5, 1, 1.5}

// shelfHorizons is how far back a usual month is measured.
const shelfHorizons = 6

// shelf is a stock that may or may not last.
func (s *Sales) shelf(sold []float64, turn int) float64 {
	recent := sold[max(0, len(sold)-shelfHorizons*s.Rhythm.Horizon):]
	month := sum(recent) / float64(len(recent)) * float64(s.Rhythm.Horizon)
	return max(1, math.Round(shelfFactors[turn%len(shelfFactors)]*month))
}

// scale is the root of the mean squared change of successive horizons' sums,
// on daily files at least one unit.
func (s *Sales) scale(sold []float64) float64 {
	n := s.Rhythm.Horizon
	squares, changes := 0.0, 0
	for end := len(sold); end-2*n >= 0; end -= n {
		change := sum(sold[end-n:end]) - sum(sold[end-2*n:end-n])
		squares += change * change
		changes++
	}
	if changes == 0 {
		return 0
	}
	root := math.Sqrt(squares / float64(changes))
	if !s.Monthly {
		root = max(root, 1)
	}
	return root
}

func sum(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	return total
}
