package forecast

// The volumes, in units per horizon, below which forecasts are calibrated together.
var volumes = [...]float64{1, 3, 10, 40, 150}

const (
	bins = len(volumes) + 1
	// gridSteps is how finely a calibration is kept.
	gridSteps = 50
	// calibrationRows is how many past forecasts weigh as much as the bare distribution.
	calibrationRows = 100
)

func binOf(mean float64) int {
	for i, limit := range volumes {
		if mean < limit {
			return i
		}
	}
	return bins - 1
}

// Calibration says how often past demand really stayed below the point that
// the bare distribution gave a chance: at i/50 it should have been i/50.
type Calibration [gridSteps + 1]float64

// tally gathers where past demand fell within its distribution.
type tally struct {
	at   Calibration
	rows float64
}

// add counts one past demand in. A count has a stretch of chances of its own,
// from below it to it, over which it is spread evenly.
func (t *tally) add(below, upTo float64) {
	t.rows++
	for i := range t.at {
		u := float64(i) / gridSteps
		switch {
		case u >= upTo:
			t.at[i]++
		case u > below:
			t.at[i] += (u - below) / (upTo - below)
		}
	}
}

// calibration is what the tally says, drawn to a straight line while it knows little.
func (t *tally) calibration() Calibration {
	var c Calibration
	trust := t.rows / (t.rows + calibrationRows)
	for i := range c {
		u := float64(i) / gridSteps
		c[i] = (1 - trust) * u
		if t.rows > 0 {
			c[i] += trust * t.at[i] / t.rows
		}
	}
	c[0], c[gridSteps] = 0, 1
	return c
}

// apply turns the bare distribution's chance into the calibrated one.
func (c *Calibration) apply(u float64) float64 {
	at := min(max(u, 0), 1) * gridSteps
	i := min(int(at), gridSteps-1)
	return c[i] + (at-float64(i))*(c[i+1]-c[i])
}

// invert is the bare chance that has a calibrated one.
func (c *Calibration) invert(chance float64) float64 {
	for i := range gridSteps {
		if c[i+1] >= chance {
			if c[i+1] <= c[i] {
				return float64(i+1) / gridSteps
			}
			return (float64(i) + max(chance-c[i], 0)/(c[i+1]-c[i])) / gridSteps
		}
	}
	return 1
}
