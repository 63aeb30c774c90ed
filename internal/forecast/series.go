package forecast

import "math"

// History is what the ledger knows about one product's demand.
type History struct {
	// First is the day of Sold[0]: the product's first sale or first receipt.
	First Day
	// Sold is the net quantity sold on each day, up to the last whole day.
	Sold []float64
	// Empty marks the days that opened without stock. It may be nil where none did.
	Empty []bool
	// EmptyNow says that the first day to be forecast opens without stock.
	EmptyNow bool
	// Events are those that concern the product, past and coming.
	Events []Event
	// Category is whatever number the shop gives a product's category.
	Category int64
}

// Next is the first day after the history: the first one to be forecast.
func (h History) Next() Day { return h.First + Day(len(h.Sold)) }

// Until is the history as it was known on the morning of a day.
func (h History) Until(day Day) History {
	n := int(day - h.First)
	if n >= len(h.Sold) {
		return h
	}
	n = max(n, 0)
	past := h
	past.Sold, past.EmptyNow = h.Sold[:n], h.emptyAt(n)
	if h.Empty != nil {
		past.Empty = h.Empty[:n]
	}
	return past
}

// emptyAt says whether the i-th day opened without stock; the one after the last is today.
func (h History) emptyAt(i int) bool {
	if i >= len(h.Sold) {
		return h.EmptyNow
	}
	return h.Empty != nil && h.Empty[i]
}

// series is a history made ready for arithmetic: the days that had stock, with
// what they would have sold, and nothing of the others.
type series struct {
	value   []float64
	weekday []uint8
	// sum[i] is the sum of the first i values.
	sum []float64
	// runOuts are the places in value of the days on which the shelf ran empty.
	runOuts []int
	// age is the number of calendar steps since the first.
	age int
	// empty, raised and trimmed count the days left out, filled up and cut.
	empty, raised, trimmed int
	// selling is the number of days that sold anything.
	selling int
	largest float64
	// clump is the size of a typical sale, Σx²/Σx: demand that comes in lots varies more.
	clump float64
	// end is the first day after the series.
	end Day
}

// load fills the series from a history, reusing its memory.
func (s *series) load(h History) {
	*s = series{
		value: s.value[:0], weekday: s.weekday[:0], sum: append(s.sum[:0], 0), runOuts: s.runOuts[:0], age: len(h.Sold),
		end: h.Next(),
	}
	for i, sold := range h.Sold {
		if h.emptyAt(i) {
			s.empty++
			continue
		}
		day := h.First + Day(i)
		if h.emptyAt(i+1) && sold > 0 {
			s.runOuts = append(s.runOuts, len(s.value))
		}
		s.value = append(s.value, max(sold, 0)/uplift(h.Events, day))
		s.weekday = append(s.weekday, uint8(day.weekday())) //nolint:gosec // A weekday is below seven.
	}
	s.fillRunOuts()
	s.measure()
	s.trim()
	for _, x := range s.value {
		s.sum = append(s.sum, s.sum[len(s.sum)-1]+x)
	}
}

// scarceDays is how few comparable days are too few to learn from.
const scarceDays = 3

// fillRunOuts raises each day on which the shelf ran empty to what a full day
// sells that sells at least as much: such a day saw the least of its demand.
func (s *series) fillRunOuts() {
	if len(s.runOuts) == 0 {
		return
	}
	full := make([]float64, 0, len(s.value))
	next := 0
	for i, x := range s.value {
		if next < len(s.runOuts) && s.runOuts[next] == i {
			next++
		} else {
			full = append(full, x)
		}
	}
	for _, i := range s.runOuts {
		sold, days, total := s.value[i], 0, 0.0
		for _, x := range full {
			if x >= sold {
				days, total = days+1, total+x
			}
		}
		if days < scarceDays {
			s.value[i] = 1.5 * sold
		} else {
			s.value[i] = total / float64(days)
		}
		s.raised++
	}
}

// measure looks at the sizes of the days before the largest are cut.
func (s *series) measure() {
	var sum, squares float64
	for _, x := range s.value {
		if x > 0 {
			s.selling++
			sum, squares = sum+x, squares+x*x
			s.largest = max(s.largest, x)
		}
	}
	s.clump = 1
	if sum > 0 {
		s.clump = squares / sum
	}
}

// What makes a day an outlier: almost two deviations of the logarithms of the selling
// days, where there are enough of them and they differ enough to tell.
const (
	outlierDays      = 5
	outlierWidth     = 1.8
	outlierDeviation = 0.3
)

// trim cuts days that are far above the product's others, so that one order
// by a reseller does not become a forecast.
func (s *series) trim() {
	if s.selling < outlierDays {
		return
	}
	var sum, squares float64
	for _, x := range s.value {
		if x > 0 {
			log := math.Log(x)
			sum, squares = sum+log, squares+log*log
		}
	}
	n := float64(s.selling)
	mean := sum / n
	deviation := math.Sqrt(max(squares/n-mean*mean, 0))
	if deviation < outlierDeviation {
		return
	}
	limit := math.Exp(mean + outlierWidth*deviation)
	for i, x := range s.value {
		if x > limit {
			s.value[i] = limit
			s.trimmed++
		}
	}
}

// days is the number of days that had stock.
func (s *series) days() int { return len(s.value) }

// rate is the mean of the last n days that had stock, or of all there are.
func (s *series) rate(n int) float64 {
	n = min(n, len(s.value))
	if n == 0 {
		return 0
	}
	return max(s.sum[len(s.value)]-s.sum[len(s.value)-n], 0) / float64(n)
}

// swing is the root of the mean squared change from one horizon's demand to the
// next: how much a product usually surprises.
func (s *series) swing(horizon int) float64 {
	squares, changes := 0.0, 0
	for end := len(s.value); end-2*horizon >= 0; end -= horizon {
		change := s.sum[end] - 2*s.sum[end-horizon] + s.sum[end-2*horizon]
		squares += change * change
		changes++
	}
	if changes == 0 {
		// Nothing is known yet, so the product may surprise by twice what it sells.
		return 2 * float64(horizon) * s.rate(horizon)
	}
	return math.Sqrt(squares / float64(changes))
}

// A product is believed dead when it has been silent for many times its usual
// gap between two sales: it fades from so many gaps on, by as many again.
const (
	silentGaps = 8
	fadingGaps = 4
)

// alive is 1 while a product's silence is nothing unusual and fades to 0 after.
func (s *series) alive() float64 {
	silent := 0
	for silent < len(s.value) && s.value[len(s.value)-1-silent] == 0 {
		silent++
	}
	gaps := float64(silent) * s.sellingShare()
	return math.Exp(min(silentGaps-gaps, 0) / fadingGaps)
}

// sellingShare is the share of days with stock that sold anything.
func (s *series) sellingShare() float64 {
	if len(s.value) == 0 {
		return 0
	}
	return float64(s.selling) / float64(len(s.value))
}
