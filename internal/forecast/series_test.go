package forecast

import (
	"slices"
	"testing"
)

func loaded(h History) *series {
	var s series
	s.load(h)
	return &s
}

func TestDaysWithoutStockAreNotDaysWithoutDemand(t *testing.T) {
	s := loaded(History{Sold: []float64{2, 3, 0, 0, 4}, Empty: []bool{false, false, true, true, false}})
	// The second day ran out: too few days sold as much, so it counts one and a half times.
	if want := []float64{2, 4.5, 4}; !slices.Equal(s.value, want) || s.empty != 2 || s.raised != 1 {
		t.Errorf("kept %v, %d empty, %d raised; want %v, 2 and 1", s.value, s.empty, s.raised, want)
	}
}

func TestARunOutDayIsRaisedToComparableDays(t *testing.T) {
	s := loaded(History{Sold: []float64{1, 5, 7, 6, 4, 0}, Empty: []bool{false, false, false, false, false, true}})
	if s.value[4] != 6 { // The mean of 5, 7 and 6, the full days that sold at least 4.
		t.Errorf("raised to %v, not 6", s.value[4])
	}
}

func TestTodayWithoutStockMakesYesterdayARunOut(t *testing.T) {
	if s := loaded(History{Sold: []float64{1, 4}, EmptyNow: true}); s.value[1] != 6 {
		t.Errorf("the last day counts %v, not 6", s.value[1])
	}
}

func TestAnOutlierIsCutAndTheRestIsNot(t *testing.T) {
	sold := []float64{3, 4, 5, 6, 5, 4, 3, 5, 4, 900, 5, 6}
	s := loaded(History{Sold: sold})
	if s.trimmed != 1 || s.value[9] >= 450 || s.value[9] < 6 {
		t.Errorf("cut %d days, the large one to %v", s.trimmed, s.value[9])
	}
	if s.value[0] != 3 || s.value[11] != 6 || s.largest != 900 {
		t.Errorf("other days changed: %v, largest %v", s.value, s.largest)
	}
}

func TestPastEventsAreTakenOut(t *testing.T) {
	h := History{First: 100, Sold: []float64{2, 6, 6, 2}, Events: []Event{{From: 101, To: 102, Factor: 3}}}
	if s := loaded(h); !slices.Equal(s.value, []float64{2, 2, 2, 2}) {
		t.Errorf("usual days are %v", s.value)
	}
}

func TestUntilForgetsWhatCameLater(t *testing.T) {
	h := History{First: 10, Sold: []float64{1, 2, 3}, Empty: []bool{false, false, true}}
	past := h.Until(12)
	if len(past.Sold) != 2 || !past.EmptyNow || past.Next() != 12 {
		t.Errorf("until the 12th: %+v", past)
	}
	if early := h.Until(5); len(early.Sold) != 0 {
		t.Errorf("before its first day a product has sold %v", early.Sold)
	}
}

func TestNegativeDaysAreReturns(t *testing.T) {
	if s := loaded(History{Sold: []float64{3, -2, 4}}); s.value[1] != 0 {
		t.Errorf("a day of returns asks for %v", s.value[1])
	}
}
