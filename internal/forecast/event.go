package forecast

// Event is a stretch of days on which demand is a multiple of the usual, such
// as Reyes at 1.8 or a closed August at 0.2. Past days are divided by the
// factor before anything is learnt from them, coming days are multiplied.
type Event struct {
	From, To Day // both included
	Factor   float64
}

// The factors that make sense: below the least a day would say nothing of the usual.
const (
	leastFactor   = 0.05
	largestFactor = 20
)

// uplift is the product of the factors of a day's events.
func uplift(events []Event, day Day) float64 {
	factor := 1.0
	for _, e := range events {
		if day >= e.From && day <= e.To {
			factor *= min(max(e.Factor, leastFactor), largestFactor)
		}
	}
	return factor
}
