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

// runOut finds the days by halving: demand over more days is never less.
func (o *outlook) runOut(available int64) RunOut {
	if available <= 0 {
		return RunOut{Known: true}
	}
	if o.mean(FarthestDay) <= 0 {
		return RunOut{}
	}
	days := o.daysUntil(available, 0.5, 1, FarthestDay)
	return RunOut{
		Known: true, Days: days,
		Early: o.daysUntil(available, 0.1, 1, days), Late: o.daysUntil(available, 0.9, days, FarthestDay),
	}
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
