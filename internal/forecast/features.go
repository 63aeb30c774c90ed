package forecast

import "slices"

// The features of a product: what several ways of looking at its past say
// about the coming horizon, in units. They are the columns of the pooled fit.
const (
	featureBest = 6 + iota // the means of the six windows come first
	featureSlow
	featureMiddle
	featureFast
	featureTSB
	featureWeekday
	featureYear
	features
)

// The weights of the three smoothings that are the same for all products.
const (
	slowWeight   = 0.1
	middleWeight = 0.2
	fastWeight   = 0.35
	// weekdayWeight is that of the smoothing that knows weekdays.
	weekdayWeight = 0.1
)

// The classes of products that are fitted apart: by the share of days that
// sell, and those that the shop has only just begun to sell.
const (
	often = iota
	sometimes
	rarely
	young
	classes
)

// youngHorizons is how long a product counts as young.
const youngHorizons = 3

// view is everything the forecast reads from one product's past.
type view struct {
	feature [features]float64
	// middle is the median of methods of different speed, which no single oddity moves.
	middle float64
	// alive is how far the product can still be believed to sell, from 1 to 0.
	alive float64
	// level is what the product sells in a horizon nowadays.
	level   float64
	class   int
	profile Profile
}

// calendar is what the shop knew on the morning of a day.
type calendar struct {
	// first is the shop's first day: what was sold then may be older than it looks.
	first   Day
	profile Profile
	move    float64
}

// workspace is memory that one forecast after another can use.
type workspace struct {
	series series
	buffer []float64
	// ahead[d] is the weight of the first d days to come.
	ahead [FarthestDay + 1]float64
}

// load makes a history ready, and the memory large enough for it.
func (w *workspace) load(h History) {
	w.series.load(h)
	if cap(w.buffer) < len(h.Sold) {
		w.buffer = make([]float64, 0, 2*len(h.Sold))
	}
}

// look computes a product's view from the loaded series.
func (w *workspace) look(r *Rhythm, c calendar) view {
	s := &w.series
	horizon := float64(r.Horizon)
	v := view{class: s.class(r, c), profile: flat, alive: s.alive()}
	for i, n := range r.windows {
		v.feature[i] = horizon * s.rate(n)
	}
	v.level = v.feature[r.level]
	w.smoothings(r, &v)
	v.feature[featureTSB] = horizon * tsb(s.value, r)
	v.feature[featureYear] = v.level * c.move
	if r.weekly {
		v.profile = s.weekdays(c.profile)
		v.feature[featureWeekday] = w.byWeekday(v.profile, r.Horizon)
	} else {
		v.feature[featureWeekday] = horizon * s.rate(s.days())
	}
	five := [...]float64{
		v.level, v.feature[featureSlow], v.feature[featureMiddle], v.feature[featureFast],
		v.feature[featureTSB],
	}
	slices.Sort(five[:])
	v.middle = five[len(five)/2]
	return v
}

func (w *workspace) smoothings(r *Rhythm, v *view) {
	sums := blocks(w.series.value, r.block, w.buffer)
	if len(sums) == 0 {
		for _, f := range []int{featureBest, featureSlow, featureMiddle, featureFast} {
			v.feature[f] = v.level
		}
		return
	}
	perBlock := float64(r.Horizon) / float64(r.block)
	v.feature[featureBest] = perBlock * smoothBest(sums)
	v.feature[featureSlow] = perBlock * smooth(sums, slowWeight)
	v.feature[featureMiddle] = perBlock * smooth(sums, middleWeight)
	v.feature[featureFast] = perBlock * smooth(sums, fastWeight)
}

// class finds a product's class. What was there when the shop's own records
// begin is not young, however short its history.
func (s *series) class(r *Rhythm, c calendar) int {
	born := s.end - Day(s.age)
	share := s.sellingShare()
	switch {
	case s.age < youngHorizons*r.Horizon && born >= c.first+Day(r.Horizon):
		return young
	case share >= 0.4:
		return often
	case share >= 0.1:
		return sometimes
	default:
		return rarely
	}
}

// priorWeeks is how many weeks of its own a product needs to weigh as much as the shop.
const priorWeeks = 8

// weekdays is the product's own profile, leaning on the shop's.
func (s *series) weekdays(shop Profile) Profile {
	var sum, days [7]float64
	for i, x := range s.value {
		sum[s.weekday[i]] += x
		days[s.weekday[i]]++
	}
	mean := s.rate(s.days())
	if mean <= 0 {
		return shop
	}
	var p Profile
	for w := range p {
		p[w] = (sum[w]/mean + priorWeeks*shop[w]) / (days[w] + priorWeeks)
	}
	return p.normal()
}

// byWeekday smooths weeks of demand relative to their weekdays' weights and
// spreads the level over the weekdays to come.
func (w *workspace) byWeekday(p Profile, horizon int) float64 {
	s := &w.series
	ratios := w.buffer[:0]
	for i := len(s.value) % 7; i+7 <= len(s.value); i += 7 {
		sold, weight := 0.0, 0.0
		for j := i; j < i+7; j++ {
			sold, weight = sold+s.value[j], weight+p[s.weekday[j]]
		}
		if weight > 0 {
			ratios = append(ratios, sold/weight)
		}
	}
	if len(ratios) == 0 {
		return float64(horizon) * s.rate(s.days())
	}
	ahead := 0.0
	for d := range horizon {
		ahead += p[(s.end + Day(d)).weekday()]
	}
	return smooth(ratios, weekdayWeight) * ahead
}
