package forecast

// Model is what a shop's whole past teaches about forecasting one product. It
// is fitted every night and small enough to be kept, so that one product can
// be forecast again at any time. It is not changed once fitted.
type Model struct {
	Shop    Shop
	Classes [classes]Class
	Newborn Newborn
	// rhythm is nil for the one the product lives by, so that a stored model needs none.
	rhythm *Rhythm
}

// Class is what is learnt from products of one kind.
type Class struct {
	// Weights are those of the features in the pooled forecast.
	Weights Weights
	// Best is the feature that alone would have served best.
	Best int
	// Lean is the multiple by which past demand exceeded its forecasts.
	Lean float64
	// Wander is how far, as a squared share, demand moves away from any forecast.
	Wander float64
	// Calibrations are by volume.
	Calibrations [bins]Calibration
}

func (m *Model) pace() *Rhythm {
	if m.rhythm == nil {
		return &Daily
	}
	return m.rhythm
}

// calendarAt is what the shop knew of the calendar on the morning of a day.
func (m *Model) calendarAt(day Day) calendar {
	if !m.pace().weekly {
		return calendar{first: m.Shop.First, profile: flat, move: 1}
	}
	return calendar{first: m.Shop.First, profile: m.Shop.profile(day), move: m.Shop.move(day)}
}

// How the parts of a point forecast count.
const (
	pooledShare = 0.5
	bestShare   = 0.35
	middleShare = 0.15
	// leanUnits is the volume at which half of a class's lean is applied: the
	// lean is learnt in units, and small products hardly speak there.
	leanUnits = 20
)

// plain is the forecast before the lean: half from the weights that all
// products taught, the rest from the method that served best and the median,
// all of it less for a product that has fallen silent.
func (c *Class) plain(v *view) float64 {
	return v.alive * (pooledShare*c.Weights.apply(&v.feature) + bestShare*v.feature[c.Best] + middleShare*v.middle)
}

// leaning is the share of a forecast that the lean moves.
func leaning(plain float64) float64 {
	return plain / (plain + leanUnits)
}

// point is the forecast of the horizon's demand.
func (c *Class) point(v *view) float64 {
	plain := c.plain(v)
	return plain * (1 + leaning(plain)*(c.Lean-1))
}

// demand is the distribution of demand over some days.
type demand struct {
	negbin
	calibration *Calibration
}

// spread is what the distribution of a product's demand needs besides its mean.
type spread struct {
	clump       float64
	wander      float64
	calibration *Calibration
}

func (c *Class) spread(clump, horizonMean float64) spread {
	return spread{clump, c.Wander, &c.Calibrations[binOf(horizonMean)]}
}

func (s *spread) around(mean float64) demand {
	return demand{newNegbin(mean, mean*s.clump+s.wander*mean*mean), s.calibration}
}

// quantile is the demand that is not exceeded with a chance.
func (d *demand) quantile(chance float64) float64 {
	return d.negbin.quantile(d.calibration.invert(chance))
}

// reaches is the chance that demand is at least so many units.
func (d *demand) reaches(units float64) float64 {
	if units <= 0 {
		return 1
	}
	return 1 - d.calibration.apply(d.cdf(units-1))
}
