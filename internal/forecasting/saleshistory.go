package forecasting

import (
	"time"

	"estante/internal/core"
	"estante/internal/forecast"
	"estante/internal/ledger"
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
	// Zone is the time zone whose days these are: in another one they are others.
	Zone string
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
	Reason   ledger.Reason
	After    int64
	At       time.Time
	// UndoneAt is when the movement was made that this one takes back.
	UndoneAt *time.Time
}

// historyDaysMax is how many days are kept: enough for the shop's move a year
// ago, which is the farthest look back of a forecast.
const historyDaysMax = 550

type salesHistoryMemory interface {
	// SalesHistories returns those of products that have one in a time zone, by their ids.
	SalesHistories(productIDs []int64, zone string) (map[int64]SalesHistory, error)
	// WalkSalesSteps hands over what a product's history lacks, in order.
	WalkSalesSteps(productID, afterSeq int64, fn func(SalesStep) error) error
	// KeepSalesHistories writes histories, unless longer ones are there already.
	KeepSalesHistories(histories []SalesHistory) error
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
	if step.Reason.Sells() {
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
	past := forecast.History{First: today}
	if len(h.Sold) == 0 || today <= h.First {
		return past
	}
	past.First, past.Sold = max(h.First, today-historyDaysMax), sold[:0]
	anyEmpty := false
	for day := past.First; day < today; day++ {
		past.Sold = append(past.Sold, float64(h.soldOn(day)))
		anyEmpty = anyEmpty || h.openedEmpty(day)
	}
	past.EmptyNow = h.openedEmpty(today)
	if anyEmpty {
		past.Empty = make([]bool, len(past.Sold))
		for i := range past.Empty {
			past.Empty[i] = h.openedEmpty(past.First + Day(i))
		}
	}
	return past
}

// soldOn is what a day sold, less returns.
func (h *SalesHistory) soldOn(day Day) int64 {
	if i := int(day - h.First); i >= 0 && i < len(h.Sold) {
		return h.Sold[i]
	}
	return 0
}

// soldLately sums up what was sold today and on the days before.
func (h *SalesHistory) soldLately(today Day) int64 {
	sum := int64(0)
	for day := today - core.SoldDays + 1; day <= today; day++ {
		sum += h.soldOn(day)
	}
	return max(sum, 0)
}
