package inventory

import (
	"time"

	"estante/internal/forecast"
)

// Day is a day of the business's calendar, as forecasts count it.
type Day = forecast.Day

// SalesHistory is what each day of a product sold and whether the day opened
// without stock, by the days of the business. It is made of the product's
// movements, one after the other, and kept so that the next ones can be added:
// the ledger stays the truth, and making it anew gives the same.
type SalesHistory struct {
	ProductID int64
	// Seq is the last movement that is in it, and Stock what it left.
	Seq   int64
	Stock int64
	// First is the day of Sold[0]. After the last day nothing moved.
	First Day
	Sold  []int64
	// Empty marks the days that opened without stock.
	Empty []bool
}

// SalesStep is what a history needs of one movement.
type SalesStep struct {
	Seq      int64
	Quantity int64
	Reason   Reason
	After    int64
	At       time.Time
	// UndoneAt is when the movement was made that this one takes back.
	UndoneAt *time.Time
}

// historyDaysMax is how many days are kept: enough for the shop's move a year
// ago, which is the farthest look back of a forecast.
const historyDaysMax = 550

type salesHistoryMemory interface {
	// SalesHistories returns those of products that have one, by their ids.
	SalesHistories(productIDs []int64) (map[int64]SalesHistory, error)
	// WalkSalesSteps hands over what a product's history lacks, in order.
	WalkSalesSteps(productID, afterSeq int64, fn func(SalesStep) error) error
	// KeepSalesHistories writes histories, unless longer ones are there already.
	KeepSalesHistories(histories []SalesHistory) error
	// ForgetSalesHistories drops all of them: they are made anew.
	ForgetSalesHistories() error
}

// add takes the next movement in.
func (h *SalesHistory) add(step SalesStep, zone *time.Location) {
	day := forecast.DayOf(step.At.In(zone))
	if len(h.Sold) == 0 {
		// The day on which a product arrives opened without it, but nobody
		// could have asked for it before.
		h.First, h.Sold, h.Empty = day, []int64{0}, []bool{false}
	}
	for h.next() <= day {
		h.Sold, h.Empty = append(h.Sold, 0), append(h.Empty, h.Stock == 0)
	}
	if step.Reason == ReasonSale || step.Reason == ReasonReturn {
		if step.UndoneAt != nil {
			day = forecast.DayOf(step.UndoneAt.In(zone))
		}
		// A clock that was set back must not lose a sale, but one so old that
		// its day is forgotten is forgotten too.
		if i := int(day - h.First); i >= 0 || step.UndoneAt == nil {
			h.Sold[min(max(i, 0), len(h.Sold)-1)] -= step.Quantity
		}
	}
	h.Seq, h.Stock = step.Seq, step.After
	if extra := len(h.Sold) - historyDaysMax; extra > 0 {
		h.Sold, h.Empty, h.First = h.Sold[extra:], h.Empty[extra:], h.First+Day(extra)
	}
}

// next is the first day that the history says nothing of.
func (h *SalesHistory) next() Day { return h.First + Day(len(h.Sold)) }

// openedEmpty says whether a day began without stock.
func (h *SalesHistory) openedEmpty(day Day) bool {
	if i := int(day - h.First); i < len(h.Sold) {
		return i >= 0 && h.Empty[i]
	}
	return h.Stock == 0
}

// before is the history of the whole days before one, as forecasts take it.
// The memory of sold is used where it is large enough.
func (h *SalesHistory) before(today Day, sold []float64) forecast.History {
	past := forecast.History{First: h.First}
	if len(h.Sold) == 0 || today <= h.First {
		past.First = today
		return past
	}
	days := int(today - h.First)
	anyEmpty := false
	sold = sold[:0]
	for i := range days {
		if i < len(h.Sold) {
			sold = append(sold, float64(h.Sold[i]))
		} else {
			sold = append(sold, 0)
		}
		anyEmpty = anyEmpty || h.openedEmpty(h.First+Day(i))
	}
	past.Sold, past.EmptyNow = sold, h.openedEmpty(today)
	if anyEmpty {
		past.Empty = make([]bool, days)
		for i := range days {
			past.Empty[i] = h.openedEmpty(h.First + Day(i))
		}
	}
	return past
}

// soldDays is how many days "sold lately" means, today included.
const soldDays = 30

// soldLately sums up what was sold today and on the days before.
func (h *SalesHistory) soldLately(today Day) int64 {
	sum := int64(0)
	for i := max(int(today-h.First)-soldDays+1, 0); i < min(int(today-h.First)+1, len(h.Sold)); i++ {
		sum += h.Sold[i]
	}
	return max(sum, 0)
}
