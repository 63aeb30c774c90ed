package backtest

import (
	"math"

	"estante/internal/forecast"
)

// Estante forecasts as the product does, fitted anew at every origin.
type Estante struct{ model *forecast.Model }

// Learn fits the model by what came before the origin.
func (e *Estante) Learn(s *Sales, origin forecast.Day) {
	trainer := forecast.NewTrainer(s.Rhythm, origin)
	for _, p := range s.Products {
		trainer.Add(p.History)
	}
	e.model = trainer.Fit()
}

// Predict asks the model.
func (e *Estante) Predict(p *Prediction, h forecast.History) {
	r := e.model.Range(h, p.Stock)
	p.Forecast, p.Q10, p.Q50, p.Q90, p.Gone = r.Mean, r.Low, r.Middle, r.High, r.Gone
}

// Simple is a method that looks at one product's sales as they are, with a
// normal range around it.
type Simple struct {
	Name string
	Step func(sold []float64, r *forecast.Rhythm) float64
	// Sure gives no range: what is forecast is taken for certain.
	Sure   bool
	rhythm *forecast.Rhythm
}

// Naive says that what sold in the last horizon will sell in the next.
func Naive() *Simple {
	return &Simple{Name: "naive-30d", Sure: true, Step: func(sold []float64, r *forecast.Rhythm) float64 {
		recent := sold[max(0, len(sold)-r.Horizon):]
		return sum(recent) / float64(len(recent))
	}}
}

// Classics are textbook methods to compare with.
func Classics() []*Simple {
	var all []*Simple
	for _, c := range forecast.Classics {
		all = append(all, &Simple{Name: c.Name, Step: c.Step})
	}
	return all
}

// Learn has nothing to learn but the rhythm.
func (c *Simple) Learn(s *Sales, _ forecast.Day) { c.rhythm = &s.Rhythm }

// The normal distribution's 90 % point, and how far back its deviation is measured.
const (
	normal90    = 1.2815515655446004
	normalSteps = 365
)

// Predict forecasts and puts the range of a normal distribution around it.
func (c *Simple) Predict(p *Prediction, h forecast.History) {
	p.Forecast = c.Step(h.Sold, c.rhythm) * float64(c.rhythm.Horizon)
	deviation := 0.0
	if !c.Sure {
		deviation = deviationOf(h.Sold[max(0, len(h.Sold)-normalSteps):], c.rhythm.Horizon)
	}
	p.Q10, p.Q50, p.Q90 = max(0, p.Forecast-normal90*deviation), p.Forecast, p.Forecast+normal90*deviation
	switch {
	case deviation > 0:
		p.Gone = math.Erfc((p.Stock-0.5-p.Forecast)/(deviation*math.Sqrt2)) / 2
	case p.Forecast >= p.Stock:
		p.Gone = 1
	}
}

// deviationOf is the standard deviation of a horizon's demand, from that of its steps.
func deviationOf(sold []float64, horizon int) float64 {
	mean, squares := sum(sold)/float64(len(sold)), 0.0
	for _, x := range sold {
		squares += (x - mean) * (x - mean)
	}
	return math.Sqrt(squares / float64(len(sold)) * float64(horizon))
}
