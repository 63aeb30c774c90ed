package forecast

import "math"

const (
	// levelPower weighs the first fit's rows so that large products do not drown small ones.
	levelPower = -1.3
	// refits is how often the fit is repeated with its surprises weighed down.
	refits = 5
	// pooledSurprise and bestSurprise are the errors, in usual changes of the
	// product, from which a row counts by its error and no longer by its square.
	pooledSurprise = 1.5
	bestSurprise   = 1.0
)

// fitWeights finds the pooled weights of every class: plain least squares
// first, then with errors measured by each product's own swing and those that
// nobody could have foreseen weighed down.
func (m *Model) fitWeights(all []lesson) {
	m.solve(all, func(l *lesson) float64 { return math.Pow(1+l.level, levelPower) })
	for range refits {
		m.solve(all, func(l *lesson) float64 {
			off := math.Abs(l.capped-m.Classes[l.class].Weights.apply(&l.feature)) / l.scale
			return pooledSurprise / max(off, pooledSurprise) / (l.scale * l.scale)
		})
	}
}

func (m *Model) solve(all []lesson, weight func(*lesson) float64) {
	var equations [classes]normalEquations
	for i := range all {
		l := &all[i]
		equations[l.class].add(&l.feature, l.capped, weight(l))
	}
	for c := range m.Classes {
		m.Classes[c].Weights = equations[c].solve()
	}
}

// fitBest finds the one feature that alone would have served a class best.
func (m *Model) fitBest(all []lesson) {
	var loss [classes][features]float64
	for i := range all {
		l := &all[i]
		for f := range l.feature {
			off := math.Abs(l.capped-l.feature[f]) / l.scale
			if off > bestSurprise {
				off = bestSurprise * (2*off - bestSurprise)
			} else {
				off *= off
			}
			loss[l.class][f] += off
		}
	}
	for c := range m.Classes {
		best := featureMiddle
		for f := range loss[c] {
			if loss[c][f] < loss[c][best] {
				best = f
			}
		}
		m.Classes[c].Best = best
	}
}

// The limits of the lean: beyond them it is the data that is odd.
const (
	leastLean   = 0.7
	largestLean = 1.3
)

// fitLean finds the multiple that makes the past forecasts of a class add up
// to what was sold. Robust fits stay below the mean of what is skewed.
func (m *Model) fitLean(all []lesson) {
	var missing, moved [classes]float64
	for i := range all {
		l := &all[i]
		plain := m.Classes[l.class].plain(&l.view)
		missing[l.class] += l.capped - plain
		moved[l.class] += plain * leaning(plain)
	}
	for c := range m.Classes {
		m.Classes[c].Lean = 1
		if moved[c] > 0 {
			m.Classes[c].Lean = min(max(1+missing[c]/moved[c], leastLean), largestLean)
		}
	}
}

// The least and the presumed wander, and how it is kept from single surprises.
const (
	leastWander  = 0.02
	priorWander  = 0.25
	wanderVolume = 1
	wanderLimit  = 3
)

// fitSpread learns how far off the forecasts were: first the variance by its
// moments, then the shape by where demand fell within the distribution.
func (m *Model) fitSpread(all []lesson) {
	var above, below [classes]float64
	for i := range all {
		l := &all[i]
		mean := m.Classes[l.class].point(&l.view)
		if mean < wanderVolume {
			continue
		}
		weight := 1 / ((1 + mean) * (1 + mean))
		off := min(math.Abs(l.actual-mean), wanderLimit*mean)
		above[l.class] += weight * (off*off - mean*l.clump)
		below[l.class] += weight * mean * mean
	}
	for c := range m.Classes {
		m.Classes[c].Wander = max((above[c]+priorRows*priorWander)/(below[c]+priorRows), leastWander)
	}
	m.calibrate(all)
}

func (m *Model) calibrate(all []lesson) {
	var tallies [classes][bins]tally
	for i := range all {
		l := &all[i]
		c := &m.Classes[l.class]
		mean := c.point(&l.view)
		d := newNegbin(mean, mean*l.clump+c.Wander*mean*mean)
		actual := math.Round(l.actual)
		tallies[l.class][binOf(mean)].add(d.cdf(actual-1), d.cdf(actual))
	}
	for c := range m.Classes {
		for b := range m.Classes[c].Calibrations {
			m.Classes[c].Calibrations[b] = tallies[c][b].calibration()
		}
	}
}
