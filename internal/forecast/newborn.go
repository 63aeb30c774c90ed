package forecast

import "slices"

// Newborn is what is learnt from products in their first weeks.
type Newborn struct {
	// Own and Others weigh a new product's own rate and that of earlier new ones.
	Own, Others float64
	// Rate is what a new product sells in a horizon, by the mean of earlier ones.
	Rate float64
	// Median is the same by the median of each category, for what has not sold yet.
	Median map[int64]float64
	// Any is the median over all categories.
	Any float64
}

const (
	// newbornDays is how many days of its own weigh as much as the others' rate.
	newbornDays = 14
	// defaultTrust is what both rates are worth before anything is learnt.
	defaultTrust = 0.8
	// fewNewborns is how few earlier products make no median.
	fewNewborns = 5
)

// newbornAges are the ages, in days, at which past new products are looked at.
var newbornAges = [...]int{7, 14, 21}

// birth is what a past new product sold in its first horizon, and at some ages
// its rate until then and the horizon that followed.
type birth struct {
	category int64
	first    float64
	rate     [len(newbornAges)]float64
	next     [len(newbornAges)]float64
}

// newborn learns from the products of the sample that began after the shop did.
func (t *Trainer) newborn() Newborn {
	births := t.births()
	n := Newborn{Own: defaultTrust, Others: defaultTrust, Median: map[int64]float64{}}
	byCategory := map[int64][]float64{}
	var every []float64
	for _, b := range births {
		n.Rate += b.first / float64(len(births))
		every = append(every, b.first)
		byCategory[b.category] = append(byCategory[b.category], b.first)
	}
	if len(every) >= fewNewborns {
		n.Any = median(every)
	}
	for category, firsts := range byCategory {
		if len(firsts) >= fewNewborns {
			n.Median[category] = median(firsts)
		}
	}
	n.fit(births)
	return n
}

func (t *Trainer) births() []birth {
	oldest := newbornAges[len(newbornAges)-1]
	var births []birth
	for _, h := range t.sample {
		if h.First < t.shop.First+Day(t.rhythm.Horizon) || len(h.Sold) < oldest+t.rhythm.Horizon || h.Empty != nil {
			continue
		}
		b := birth{category: h.Category, first: total(h.Sold[:t.rhythm.Horizon])}
		for i, age := range newbornAges {
			b.rate[i] = total(h.Sold[:age]) / float64(age) * float64(t.rhythm.Horizon)
			b.next[i] = total(h.Sold[age : age+t.rhythm.Horizon])
		}
		births = append(births, b)
	}
	return births
}

// fit is least squares in the two trusts, drawn to their defaults.
func (n *Newborn) fit(births []birth) {
	var aa, ab, bb, ay, by float64
	for _, birth := range births {
		for i, age := range newbornAges {
			own, others := n.parts(birth.rate[i], age)
			weight := 1 / (1 + n.Rate + birth.rate[i])
			next := min(birth.next[i], capLevel*(n.Rate+birth.rate[i]))
			aa, ab, bb = aa+weight*own*own, ab+weight*own*others, bb+weight*others*others
			ay, by = ay+weight*own*next, by+weight*others*next
		}
	}
	rows := float64(len(births) * len(newbornAges))
	if rows < fewRows {
		return
	}
	pull := priorRows / rows
	ay, by = ay+pull*aa*defaultTrust, by+pull*bb*defaultTrust
	aa, bb = aa*(1+pull), bb*(1+pull)
	if determinant := aa*bb - ab*ab; determinant > 1e-9*aa*bb {
		n.Own = min(max((ay*bb-by*ab)/determinant, 0), 1.5)
		n.Others = min(max((by*aa-ay*ab)/determinant, 0), 1.5)
	}
}

// parts are a new product's own rate and the others', each by its weight at an age.
func (n *Newborn) parts(rate float64, days int) (own, others float64) {
	share := float64(days) / float64(days+newbornDays)
	return rate * share, n.Rate * (1 - share)
}

// point forecasts a product with few days behind it.
func (n *Newborn) point(rate float64, days int) float64 {
	own, others := n.parts(rate, days)
	return n.Own*own + n.Others*others
}

// usual is what the new products of a category usually sell at first.
func (n *Newborn) usual(category int64) float64 {
	if usual, known := n.Median[category]; known {
		return usual
	}
	return n.Any
}

func median(x []float64) float64 {
	slices.Sort(x)
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

func total(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += max(v, 0)
	}
	return sum
}
