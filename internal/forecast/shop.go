package forecast

// Shop is what all products together say about the calendar.
type Shop struct {
	// First is the day of Total[0].
	First Day
	// Total is what the whole shop sold on each day.
	Total []float64
}

// add counts one product's sales in.
func (s *Shop) add(h History) {
	if len(h.Sold) == 0 {
		return
	}
	if len(s.Total) == 0 {
		s.First = h.First
	}
	if before := int(s.First - h.First); before > 0 {
		s.Total = append(make([]float64, before, before+len(s.Total)), s.Total...)
		s.First = h.First
	}
	if after := int(h.Next()-s.First) - len(s.Total); after > 0 {
		s.Total = append(s.Total, make([]float64, after)...)
	}
	for i, sold := range h.Sold {
		day := h.First + Day(i)
		s.Total[day-s.First] += max(sold, 0) / uplift(h.Events, day)
	}
}

// between sums the shop's sales from a day up to, and without, another.
func (s *Shop) between(from, to Day) float64 {
	sum := 0.0
	for i := max(int(from-s.First), 0); i < min(int(to-s.First), len(s.Total)); i++ {
		sum += s.Total[i]
	}
	return sum
}

// Profile is the weight of each weekday, 1 on average.
type Profile [7]float64

// flat is the profile of a shop that does not know its weekdays.
var flat = Profile{1, 1, 1, 1, 1, 1, 1}

// profileDays is how far back the shop's weekdays are looked at.
const profileDays = 364

// profile is the shop's weekdays as they were known on the morning of a day.
func (s *Shop) profile(day Day) Profile {
	from := max(day-profileDays, s.First)
	if day-from < 28 {
		return flat
	}
	var p Profile
	var days [7]float64
	sum := 0.0
	for d := from; d < day && int(d-s.First) < len(s.Total); d++ {
		p[d.weekday()] += s.Total[d-s.First]
		days[d.weekday()]++
		sum += s.Total[d-s.First]
	}
	if sum <= 0 {
		return flat
	}
	for w := range p {
		p[w] /= max(days[w], 1)
	}
	return p.normal()
}

// normal scales a profile to 1 on average.
func (p Profile) normal() Profile {
	sum := 0.0
	for _, x := range p {
		sum += x
	}
	if sum <= 0 {
		return flat
	}
	for w := range p {
		p[w] *= 7 / sum
	}
	return p
}

// The limits of what the calendar alone may move a forecast by.
const (
	leastMove   = 0.6
	largestMove = 1.6
)

// move is how the shop's sales of the coming 30 days compared with the 90 days
// before them one year ago, 1 where that is not known.
func (s *Shop) move(day Day) float64 {
	then := day - 365
	if then-90 < s.First {
		return 1
	}
	before := s.between(then-90, then) / 90
	after := s.between(then, then+30) / 30
	if before <= 0 || after <= 0 {
		return 1
	}
	return min(max(after/before, leastMove), largestMove)
}
