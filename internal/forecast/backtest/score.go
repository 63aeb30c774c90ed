package backtest

import (
	"math"
	"slices"

	"estante/internal/forecast"
)

// Score sums up how good predictions were. A figure that cannot be told, for
// want of demand, is NaN.
type Score struct {
	Rows int
	// MAE is the mean absolute error, WAPE its share of the demand.
	MAE, WAPE float64
	// Bias is how much too high all forecasts together were, as a share.
	Bias float64
	// RMSSE is the mean over products of the root mean squared error in
	// multiples of the product's usual change.
	RMSSE float64
	// WQL90 is the weighted loss of the 90 % quantile.
	WQL90 float64
	// Coverage80 is the share of demand inside the 80 % range, of forecasts of at least 5.
	Coverage80 float64
	// Brier is the mean squared error of the chance to sell out.
	Brier float64
}

// coveredVolume is the forecast from which ranges are judged.
const coveredVolume = 5

// Judge compares predictions with what came.
func Judge(predictions []Prediction) Score {
	var actual, off, signed, pinball, brier, ranged, inside float64
	for i := range predictions {
		p := &predictions[i]
		e := p.Forecast - p.Actual
		actual, off, signed = actual+p.Actual, off+math.Abs(e), signed+e
		pinball += max(0.9*(p.Actual-p.Q90), 0.1*(p.Q90-p.Actual))
		if p.Forecast >= coveredVolume {
			ranged++
			if p.Actual >= p.Q10 && p.Actual <= p.Q90 {
				inside++
			}
		}
		gone := 0.0
		if p.Actual >= p.Stock {
			gone = 1
		}
		brier += (p.Gone - gone) * (p.Gone - gone)
	}
	n := float64(len(predictions))
	return Score{
		Rows: len(predictions), MAE: off / n, WAPE: off / actual, Bias: signed / actual, RMSSE: rmsse(predictions),
		WQL90: 2 * pinball / actual, Coverage80: inside / ranged, Brier: brier / n,
	}
}

// rmsse takes each product's errors together and then the mean over products.
func rmsse(predictions []Prediction) float64 {
	type errors struct{ squares, rows float64 }
	bySKU := map[string]*errors{}
	var skus []string
	for i := range predictions {
		p := &predictions[i]
		if p.Scale <= 0 {
			continue
		}
		if bySKU[p.SKU] == nil {
			bySKU[p.SKU] = &errors{}
			skus = append(skus, p.SKU)
		}
		e := (p.Forecast - p.Actual) / p.Scale
		bySKU[p.SKU].squares += e * e
		bySKU[p.SKU].rows++
	}
	slices.Sort(skus) // Sums of floats depend on their order.
	total := 0.0
	for _, sku := range skus {
		total += math.Sqrt(bySKU[sku].squares / bySKU[sku].rows)
	}
	return total / float64(len(skus))
}

// BiasAgainst is the bias of predictions made from what a shop could sell,
// against the sales of a file that saw the whole demand.
func BiasAgainst(predictions []Prediction, truth *Sales) float64 {
	whole := map[string]forecast.History{}
	for _, p := range truth.Products {
		whole[p.SKU] = p.History
	}
	predicted, actual := 0.0, 0.0
	for i := range predictions {
		p := &predictions[i]
		h, known := whole[p.SKU]
		from := int(p.Origin - h.First)
		if !known || from < 0 || from+truth.Rhythm.Horizon > len(h.Sold) {
			continue
		}
		predicted += p.Forecast
		actual += sum(h.Sold[from : from+truth.Rhythm.Horizon])
	}
	return predicted/actual - 1
}
