package forecast

// Rhythm says how a series is counted and how far ahead it is forecast. The
// product lives by Daily; Monthly is for sales files that only know months.
type Rhythm struct {
	// Horizon is the number of steps whose sum is forecast.
	Horizon int
	// windows are the recent stretches, in steps, whose mean is a feature.
	windows [6]int
	// level is which of the windows stands for a product's present level.
	level int
	// block is the number of steps that exponential smoothing takes as one.
	block int
	// chance is how fast the share of selling steps follows the latest ones.
	chance float64
	// warmUp is the stretch that starts the recursions.
	warmUp int
	// weekly is true where steps are days and weekdays differ.
	weekly bool
}

// Daily forecasts the next 30 days of a series of days.
var Daily = Rhythm{
	Horizon: 30, windows: [6]int{14, 30, 60, 90, 180, 365}, level: 3,
	block: 7, chance: 0.02, warmUp: 28, weekly: true,
}

// Monthly forecasts the next month of a series of months.
var Monthly = Rhythm{
	Horizon: 1, windows: [6]int{1, 2, 3, 6, 12, 24}, level: 4,
	block: 1, chance: 0.15, warmUp: 6,
}
