package inventory

import (
	"context"
	"time"
)

// OrderDay is one day of a trend. Revenue leaves out what was cancelled or
// returned, and orders in other currencies than the business's. Shipped is how
// many left that day, whenever they had come.
type OrderDay struct {
	Day     string
	Orders  int64
	Shipped int64
	Revenue Cents
}

// trendPeriods are the lengths a trend can have, in days.
var trendPeriods = map[int]bool{7: true, 30: true}

// ErrPeriod is the answer to a length of time that there is no trend of.
var ErrPeriod = FieldError("periodo", "El periodo debe ser 7 o 30 días")

// OrderTrend is how many orders came on each of the last days, today the last
// of them, days without any included.
func (inv *Inventory) OrderTrend(ctx context.Context, period int) (days []OrderDay, err error) {
	if !trendPeriods[period] {
		return nil, ErrPeriod
	}
	err = inv.store.Read(ctx, func(tx Tx) error {
		days, err = orderDays(tx, period)
		return err
	})
	return days, err
}

// orderDays reads the last days from the kept figures.
func orderDays(tx Tx, count int) ([]OrderDay, error) {
	settings, err := tx.Settings()
	if err != nil {
		return nil, err
	}
	names := lastDays(tx.Now().In(settings.Zone()), count)
	rows, err := tx.OrderFigures(names[0], names[count-1])
	if err != nil {
		return nil, err
	}
	days := make([]OrderDay, count)
	at := make(map[string]*OrderDay, count)
	for i, name := range names {
		days[i].Day = name
		at[name] = &days[i]
	}
	for _, row := range rows {
		day := at[row.Day]
		day.Orders += row.Orders
		day.Shipped += row.Shipped
		if row.Currency == settings.SalesCurrency && row.Status.sold() {
			day.Revenue += row.Amount
		}
	}
	return days, nil
}

// lastDays names the days up to today, by the calendar: one with 23 hours
// counts as any other.
func lastDays(today time.Time, count int) []string {
	names := make([]string, count)
	year, month, day := today.Date()
	for i := range names {
		names[i] = time.Date(year, month, day-count+1+i, 12, 0, 0, 0, time.UTC).Format(dateForm)
	}
	return names
}

// OrderStatistics is what a period of days comes to.
type OrderStatistics struct {
	Period  int
	Orders  int64
	DayMean float64
	DayMost int64
	// Growth is the change against the period before in per cent; nil when
	// there was no order in it to compare with.
	Growth *float64
}

// OrderStatistics sums up the last days.
func (inv *Inventory) OrderStatistics(ctx context.Context, period int) (statistics OrderStatistics, err error) {
	if !trendPeriods[period] {
		return statistics, ErrPeriod
	}
	err = inv.store.Read(ctx, func(tx Tx) error {
		days, err := orderDays(tx, 2*period)
		if err == nil {
			statistics = sumDays(days, period)
		}
		return err
	})
	return statistics, err
}

// sumDays sums up the second half of some days and compares it with the first.
func sumDays(days []OrderDay, period int) OrderStatistics {
	statistics := OrderStatistics{Period: period}
	var before int64
	for i, day := range days {
		if i < period {
			before += day.Orders
			continue
		}
		statistics.Orders += day.Orders
		statistics.DayMost = max(statistics.DayMost, day.Orders)
	}
	statistics.DayMean = float64(statistics.Orders) / float64(period)
	if before > 0 {
		growth := 100 * float64(statistics.Orders-before) / float64(before)
		statistics.Growth = &growth
	}
	return statistics
}

// OrderAmount is what orders in one currency come to.
type OrderAmount struct {
	Currency string
	Orders   int64
	Amount   Cents
}

// OrderMonth is one month of orders in the business's currency. Amounts leave
// out what was cancelled or returned.
type OrderMonth struct {
	// Month is as in 2026-11.
	Month  string
	Orders int64
	Amount Cents
}

// OrderSummary is what all orders come to, for the cards of the page. Amounts
// leave out what was cancelled or returned, and the mean is of the rest.
type OrderSummary struct {
	Orders   int64
	Currency string
	Amount   Cents
	Mean     Cents
	ByStatus map[OrderStatus]int64
	// ByCurrency is the amount of each currency there is, the business's first.
	ByCurrency []OrderAmount
	// ByMonth is the last months, the oldest first.
	ByMonth          []OrderMonth
	ShippedToday     int64
	ShippedYesterday int64
}

// summaryMonths is how far the page looks back.
const summaryMonths = 6

// OrderSummary sums up all orders from the kept figures.
func (inv *Inventory) OrderSummary(ctx context.Context) (summary OrderSummary, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		whole, err := tx.OrderFigures("", "")
		if err != nil {
			return err
		}
		today := tx.Now().In(settings.Zone())
		months := lastMonths(today, summaryMonths)
		recent, err := tx.OrderFigures(months[0]+"-01", today.Format(dateForm))
		if err != nil {
			return err
		}
		summary = sumOrders(whole, settings.SalesCurrency)
		summary.addRecent(recent, months, lastDays(today, 2))
		return nil
	})
	return summary, err
}

// sumOrders sums up the figures of all time.
func sumOrders(whole []OrderFigureRow, currency string) OrderSummary {
	summary := OrderSummary{Currency: currency, ByStatus: map[OrderStatus]int64{}, ByCurrency: []OrderAmount{{Currency: currency}}}
	for _, status := range OrderStatuses {
		summary.ByStatus[status] = 0
	}
	place := map[string]int{currency: 0}
	for _, row := range whole {
		summary.Orders += row.Orders
		summary.ByStatus[row.Status] += row.Orders
		if !row.Status.sold() || row.Orders == 0 {
			continue
		}
		i, known := place[row.Currency]
		if !known {
			i = len(summary.ByCurrency)
			place[row.Currency] = i
			summary.ByCurrency = append(summary.ByCurrency, OrderAmount{Currency: row.Currency})
		}
		summary.ByCurrency[i].Orders += row.Orders
		summary.ByCurrency[i].Amount += row.Amount
	}
	own := summary.ByCurrency[0]
	summary.Amount = own.Amount
	if own.Orders > 0 {
		summary.Mean = (own.Amount + Cents(own.Orders)/2) / Cents(own.Orders)
	}
	return summary
}

// addRecent adds the months and what left today and yesterday.
func (s *OrderSummary) addRecent(recent []OrderFigureRow, months, days []string) {
	place := map[string]int{}
	for i, month := range months {
		place[month] = i
		s.ByMonth = append(s.ByMonth, OrderMonth{Month: month})
	}
	for _, row := range recent {
		switch row.Day {
		case days[1]:
			s.ShippedToday += row.Shipped
		case days[0]:
			s.ShippedYesterday += row.Shipped
		}
		month := &s.ByMonth[place[row.Day[:len("2026-11")]]]
		month.Orders += row.Orders
		if row.Currency == s.Currency && row.Status.sold() {
			month.Amount += row.Amount
		}
	}
}

// lastMonths names the months up to this one.
func lastMonths(today time.Time, count int) []string {
	names := make([]string, count)
	for i := range names {
		names[i] = time.Date(today.Year(), today.Month()-time.Month(count-1-i), 1, 12, 0, 0, 0, time.UTC).Format("2006-01")
	}
	return names
}
