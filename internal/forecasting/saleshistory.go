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
// movements, one after the other, and of what was sold before its stock was counted
// here, and kept so that the next ones can be added: the ledger stays the truth, and
// making it anew gives the same.
type SalesHistory struct {
	ProductID int64
	// Seq is the last movement that is in it, and Stock what it left.
	Seq   int64
	Stock int64
	// PastSale is the last sale of before that is in it.
	PastSale int64
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
	// SoldAt is on which time it counts.
	SoldAt time.Time
}

// historyDaysMax is how many days are kept: enough for the shop's move a year
// ago, which is the farthest look back of a forecast.
const historyDaysMax = 550

type salesHistoryMemory interface {
	// SalesHistories returns those of products that have one in a time zone, by their ids.
	SalesHistories(productIDs []int64, zone string) (map[int64]SalesHistory, error)
	// WalkSalesSteps hands over what a product's history lacks, in order.
	WalkSalesSteps(productID, afterSeq int64, fn func(SalesStep) error) error
	// LastPastSales are the last sales of before of those products that have any.
	LastPastSales(productIDs []int64) (map[int64]int64, error)
	// WalkPastSales hands over those that a product's history lacks, in order.
	WalkPastSales(productID, afterID int64, fn func(ledger.PastSale) error) error
	// KeepSalesHistories writes histories, unless longer ones are there already.
	KeepSalesHistories(histories []SalesHistory) error
}

// add takes the next movement in.
func (h *SalesHistory) add(step SalesStep, zone *time.Location) {
	h.reach(forecast.DayOf(step.At.In(zone)))
	if step.Reason.Sells() {
		h.sell(forecast.DayOf(step.SoldAt.In(zone)), -step.Quantity)
	}
	h.Seq, h.Stock = step.Seq, step.After
}

// addPast takes a sale of before in. What was sold then did not lie here, so that up to
// its day the ledger cannot tell on which days there was nothing to sell.
func (h *SalesHistory) addPast(sale ledger.PastSale, zone *time.Location) {
	day := forecast.DayOf(sale.At.In(zone))
	h.reach(day)
	h.sell(day, sale.Units)
	for i := range min(len(h.Empty), int(day-h.First)+1) {
		h.Empty[i] = false
	}
	h.PastSale = sale.ID
}

// reach has the history go to a day at least, and no farther back than is kept.
func (h *SalesHistory) reach(day Day) {
	if len(h.Sold) == 0 {
		// The day on which a product arrives opened without it, but nobody
		// could have asked for it before.
		h.First, h.Sold, h.Empty = day, []int64{0}, []bool{false}
	}
	for h.next() <= day {
		h.Sold, h.Empty = append(h.Sold, 0), append(h.Empty, h.without())
	}
	if extra := len(h.Sold) - historyDaysMax; extra > 0 {
		h.Sold, h.Empty, h.First = h.Sold[extra:], h.Empty[extra:], h.First+Day(extra)
	}
}

// sell counts units on a day, also on one before the first. One so old that its day is
// forgotten is forgotten too.
func (h *SalesHistory) sell(day Day, units int64) {
	if missing := int(h.First - day); missing > 0 && missing <= historyDaysMax-len(h.Sold) {
		h.First = day
		h.Sold = append(make([]int64, missing, historyDaysMax), h.Sold...)
		h.Empty = append(make([]bool, missing, historyDaysMax), h.Empty...)
	}
	if i := int(day - h.First); i >= 0 {
		h.Sold[min(i, len(h.Sold)-1)] += units
	}
}

// without says that nothing is left of what the ledger has told of. Before it told of
// anything nobody knows.
func (h *SalesHistory) without() bool { return h.Seq > 0 && h.Stock == 0 }

// next is the first day that the history says nothing of.
func (h *SalesHistory) next() Day { return h.First + Day(len(h.Sold)) }

// openedEmpty says whether a day began without stock.
func (h *SalesHistory) openedEmpty(day Day) bool {
	if i := int(day - h.First); i < len(h.Sold) {
		return i >= 0 && h.Empty[i]
	}
	return h.without()
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
