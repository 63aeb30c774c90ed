package forecast

import (
	"math"
	"runtime"
	"sync"
)

const (
	// SampleMax is the most products that a model is fitted on.
	SampleMax = 5000
	// lessons is how many past horizons of each product it learns from.
	lessons = 12
	// knownShare is the share of a horizon's days, one in so many, that must
	// have had stock for its demand to be known.
	knownShare = 3
	// trainers is how many products are looked at at once.
	trainers = 2
)

// Trainer gathers a shop's products one after the other and fits a model.
type Trainer struct {
	rhythm Rhythm
	today  Day
	shop   Shop
	sample []History
	// Every stride-th product is kept, so that the sample is spread over all.
	stride, seen int
}

// NewTrainer begins a fit by what is known on the morning of a day.
func NewTrainer(r Rhythm, today Day) *Trainer {
	return &Trainer{rhythm: r, today: today, stride: 1}
}

// Wants says whether the trainer will keep the next product that is added, so that the
// caller that adds it knows whether its slices may be used again.
func (t *Trainer) Wants() bool { return t.seen%t.stride == 0 }

// Add counts a product in. The trainer keeps the slices of those it wants until Fit.
func (t *Trainer) Add(h History) {
	h = h.Until(t.today)
	if len(h.Sold) == 0 {
		return
	}
	t.shop.add(h)
	if t.Wants() {
		t.sample = append(t.sample, h)
	}
	t.seen++
	if len(t.sample) > SampleMax {
		t.thin()
	}
}

// thin drops every second product of the sample.
func (t *Trainer) thin() {
	half := (len(t.sample) + 1) / 2
	for i := range half {
		t.sample[i] = t.sample[2*i]
	}
	clear(t.sample[half:])
	t.sample = t.sample[:half]
	t.stride *= 2
}

// Fit learns from everything that was added.
func (t *Trainer) Fit() *Model {
	m := &Model{Shop: t.shop, rhythm: &t.rhythm}
	all := t.lessons(m)
	m.fitWeights(all)
	m.fitBest(all)
	m.fitLean(all)
	m.fitSpread(all)
	m.Newborn = t.newborn()
	return m
}

// lesson is one past forecast and what came of it.
type lesson struct {
	view
	clump float64
	// scale is how much a change of the product's demand is worth.
	scale  float64
	actual float64
	// capped is the actual demand without what nobody could have foreseen.
	capped float64
}

// lessons looks at every product of the sample at its last month-ends, with
// what was known then. The work is shared out; the order of the result is not
// left to chance.
func (t *Trainer) lessons(m *Model) []lesson {
	var calendars [lessons + 1]calendar
	for k := 1; k <= lessons; k++ {
		calendars[k] = m.calendarAt(t.origin(k))
	}
	parts := make([][]lesson, len(t.sample))
	workers := min(runtime.GOMAXPROCS(0), trainers)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			var w workspace
			for i := worker; i < len(t.sample); i += workers {
				parts[i] = t.lessonsOf(&w, t.sample[i], &calendars)
			}
		})
	}
	group.Wait()
	var all []lesson
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

// origin is the k-th month-end before today.
func (t *Trainer) origin(k int) Day {
	return t.today - Day(k*t.rhythm.Horizon)
}

func (t *Trainer) lessonsOf(w *workspace, h History, calendars *[lessons + 1]calendar) []lesson {
	w.load(h)
	truth := w.truth(h, true)
	var found []lesson
	for k := 1; k <= lessons; k++ {
		age := int(t.origin(k) - h.First)
		if age < t.rhythm.Horizon {
			break
		}
		actual, known := truth.of(age, t.rhythm.Horizon)
		if !known {
			continue
		}
		w.load(h.Until(t.origin(k)))
		if w.series.days() == 0 {
			continue
		}
		found = append(found, w.lesson(&t.rhythm, calendars[k], actual))
	}
	return found
}

// How far above a product's level and its largest day demand is still believed.
const (
	capLevel = 4
	capDay   = 2
)

func (w *workspace) lesson(r *Rhythm, c calendar, actual float64) lesson {
	l := lesson{view: w.look(r, c), clump: w.series.clump, actual: actual}
	l.scale = math.Hypot(1, w.series.swing(r.Horizon))
	l.capped = min(actual, capLevel*l.level+capDay*w.series.largest)
	return l
}

// truth answers what past days really asked for, where that is known.
type truth struct {
	sum   []float64
	known []int
}

// of is the demand of a stretch of days as if all of them had had stock, and
// whether enough of them had.
func (t *truth) of(from, days int) (demand float64, enough bool) {
	known := t.known[from+days] - t.known[from]
	if known*knownShare < days {
		return 0, false
	}
	return (t.sum[from+days] - t.sum[from]) * float64(days) / float64(known), true
}

// truth is the uncut demand of the days that had stock, run-outs filled up;
// usual takes events out of it. The history must be the one that is loaded.
func (w *workspace) truth(h History, usual bool) truth {
	t := truth{make([]float64, 1, len(h.Sold)+1), make([]int, 1, len(h.Sold)+1)}
	at := 0
	for i, sold := range h.Sold {
		sum, known := t.sum[i], t.known[i]
		if !h.emptyAt(i) {
			factor := uplift(h.Events, h.First+Day(i))
			x := max(sold, 0) / factor
			if h.emptyAt(i + 1) {
				x = max(x, w.series.value[at])
			}
			if !usual {
				x *= factor
			}
			sum, known, at = sum+x, known+1, at+1
		}
		t.sum, t.known = append(t.sum, sum), append(t.known, known)
	}
	return t
}
