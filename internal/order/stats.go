package order

import (
	"context"
	"time"

	"estante/internal/core"
)

// Day is one day of a trend. Revenue leaves out what was cancelled or
// returned, and orders in other currencies than the business's. Shipped is how
// many left that day, whenever they had come.
type Day struct {
	Day      string
	Orders   int64
	Shipped  int64
	Revenue  core.Cents
	Currency string
}

// trendPeriods are the lengths a trend can have, in days.
var trendPeriods = map[int]bool{7: true, 30: true}

// ErrPeriod is the answer to a length of time that there is no trend of.
var ErrPeriod = core.FieldError("periodo", "El periodo debe ser 7 o 30 días")

// OrderTrend is how many orders came on each of the last days, today the last
// of them, days without any included.
func (s *Service) OrderTrend(ctx context.Context, period int) (days []Day, err error) {
	if !trendPeriods[period] {
		return nil, ErrPeriod
	}
	err = core.Read(ctx, s.store, func(tx Tx) error {
		days, err = orderDays(tx, period)
		return err
	})
	return days, err
}

// orderDays reads the last days from the kept figures.
func orderDays(tx Tx, count int) ([]Day, error) {
	settings, err := tx.Settings()
	if err != nil {
		return nil, err
	}
	names := core.LastDays(tx.Now().In(settings.Zone()), count)
	rows, err := tx.OrderFigures(names[0], names[count-1])
	if err != nil {
		return nil, err
	}
	days := make([]Day, count)
	at := make(map[string]*Day, count)
	for i, name := range names {
		days[i].Day, days[i].Currency = name, settings.SalesCurrency
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

// Statistics is what a period of days comes to.
type Statistics struct {
	Period  int
	Orders  int64
	DayMean float64
	DayMost int64
	// Growth is the change against the period before in per cent; nil when
	// there was no order in it to compare with.
	Growth *float64
	// ShippedToday is how many left today, and ShippedYesterdayByNow how many had
	// left yesterday at this hour: a morning is not compared with a whole day.
	ShippedToday          int64
	ShippedYesterdayByNow int64
}

// OrderStatistics sums up the last days.
func (s *Service) OrderStatistics(ctx context.Context, period int) (statistics Statistics, err error) {
	if !trendPeriods[period] {
		return statistics, ErrPeriod
	}
	err = core.Read(ctx, s.store, func(tx Tx) error {
		days, err := orderDays(tx, 2*period)
		if err != nil {
			return err
		}
		statistics = sumDays(days, period)
		statistics.ShippedToday = days[len(days)-1].Shipped
		statistics.ShippedYesterdayByNow, err = shippedYesterdayByNow(tx)
		return err
	})
	return statistics, err
}

// shippedYesterdayByNow counts what had left yesterday when the clock of the
// business showed what it shows now.
func shippedYesterdayByNow(tx Tx) (int64, error) {
	settings, err := tx.Settings()
	if err != nil {
		return 0, err
	}
	sameHour := tx.Now().In(settings.Zone()).AddDate(0, 0, -1)
	year, month, day := sameHour.Date()
	return tx.ShippedBetween(time.Date(year, month, day, 0, 0, 0, 0, settings.Zone()), sameHour)
}

// sumDays sums up the second half of some days and compares it with the first.
func sumDays(days []Day, period int) Statistics {
	statistics := Statistics{Period: period}
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

// Amount is what orders in one currency come to.
type Amount struct {
	Currency string
	Orders   int64
	Amount   core.Cents
}

// Month is one month of orders in the business's currency. Amounts leave
// out what was cancelled or returned.
type Month struct {
	// Month is as in 2026-11.
	Month  string
	Orders int64
	Amount core.Cents
}

// Summary is what all orders come to, for the cards of the page. Amounts
// leave out what was cancelled or returned, and the mean is of the rest.
type Summary struct {
	Orders   int64
	Currency string
	Amount   core.Cents
	Mean     core.Cents
	ByStatus map[Status]int64
	// ByCurrency is the amount of each currency there is, the business's first.
	ByCurrency []Amount
	// ByMonth is the last months, the oldest first.
	ByMonth          []Month
	ShippedToday     int64
	ShippedYesterday int64
}

// summaryMonths is how far the page looks back.
const summaryMonths = 6

// OrderSummary sums up all orders from the kept figures.
func (s *Service) OrderSummary(ctx context.Context) (summary Summary, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
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
		recent, err := tx.OrderFigures(months[0]+"-01", today.Format(core.DateForm))
		if err != nil {
			return err
		}
		summary = sumOrders(whole, settings.SalesCurrency)
		summary.addRecent(recent, months, core.LastDays(today, 2))
		return nil
	})
	return summary, err
}

// sumOrders sums up the figures of all time.
func sumOrders(whole []FigureRow, currency string) Summary {
	summary := Summary{Currency: currency, ByStatus: map[Status]int64{}, ByCurrency: []Amount{{Currency: currency}}}
	for _, status := range Statuses {
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
			summary.ByCurrency = append(summary.ByCurrency, Amount{Currency: row.Currency})
		}
		summary.ByCurrency[i].Orders += row.Orders
		summary.ByCurrency[i].Amount += row.Amount
	}
	own := summary.ByCurrency[0]
	summary.Amount = own.Amount
	if own.Orders > 0 {
		summary.Mean = (own.Amount + core.Cents(own.Orders)/2) / core.Cents(own.Orders)
	}
	return summary
}

// addRecent adds the months and what left today and yesterday.
func (s *Summary) addRecent(recent []FigureRow, months, days []string) {
	place := map[string]int{}
	for i, month := range months {
		place[month] = i
		s.ByMonth = append(s.ByMonth, Month{Month: month})
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
