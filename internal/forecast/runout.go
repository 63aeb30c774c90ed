package forecast

// RunOut says when the available stock is used up.
type RunOut struct {
	// Known is false where nothing is expected to sell: then there is no such day.
	Known bool
	// Days is the number of days after which it is as likely as not that the
	// stock is gone; 0 is gone already, FarthestDay means then or later.
	Days int
	// Early and Late are the same for a chance of 10 and 90 %.
	Early, Late int
}

// Arrival is so many units on the day after which so many days have passed.
type Arrival struct {
	Days  int
	Units int64
}

// runOut finds the days by halving: demand over more days is never less.
func (o *outlook) runOut(available int64, arrivals []Arrival) RunOut {
	if available <= 0 {
		return RunOut{Known: true}
	}
	if o.mean(FarthestDay) <= 0 {
		return RunOut{}
	}
	days := o.daysWith(available, arrivals, 0.5)
	return RunOut{
		Known: true, Days: days,
		Early: min(o.daysWith(available, arrivals, 0.1), days), Late: max(o.daysWith(available, arrivals, 0.9), days),
	}
}

// daysWith is the first day after which the stock is gone with a chance, when more comes on
// some days: what is gone before the lorry is there ran out, whatever it brings.
func (o *outlook) daysWith(available int64, arrivals []Arrival, chance float64) int {
	for _, arrival := range arrivals {
		if arrival.Days >= FarthestDay {
			break
		}
		if days := o.daysUntil(available, chance, 1, FarthestDay); days < arrival.Days {
			return days
		}
		available += arrival.Units
	}
	return o.daysUntil(available, chance, 1, FarthestDay)
}

// goneWithin is the chance that the stock is gone some time within so many days.
func (o *outlook) goneWithin(days int, available int64, arrivals []Arrival) float64 {
	chance := 0.0
	for _, arrival := range arrivals {
		if arrival.Days > days {
			break
		}
		before := o.over(arrival.Days)
		chance = max(chance, before.reaches(float64(available)))
		available += arrival.Units
	}
	whole := o.over(days)
	return max(chance, whole.reaches(float64(available)))
}

// daysUntil is the first day between two after which the stock is gone with a chance.
func (o *outlook) daysUntil(available int64, chance float64, low, high int) int {
	for low < high {
		middle := (low + high) / 2
		d := o.over(middle)
		if d.reaches(float64(available)) >= chance {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}
