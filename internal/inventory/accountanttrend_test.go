package inventory_test

import (
	"cmp"
	"math"
	"slices"
	"time"

	"estante/internal/core"
	"estante/internal/forecasting"
	"estante/internal/order"
)

// compareTrend holds the days of a trend and their statistics against the books.
func (a *accountant) compareTrend(period int) {
	b := a.books
	days, err := a.Orders.OrderTrend(a.ctx, period)
	a.must(err)
	same(a, len(days), period, "days of the trend")
	most, sum, before := int64(0), int64(0), int64(0)
	for n := range 2 * period {
		day := b.dayBefore(2*period - 1 - n)
		want := order.Day{Day: day, Currency: b.sales}
		for _, o := range b.bills {
			if b.day(o.placed) == day {
				if want.Orders++; o.currency == b.sales && !o.ended() {
					want.Revenue += core.Cents(o.total())
				}
			}
			if o.left != nil && b.day(*o.left) == day {
				want.Shipped++
			}
		}
		if n < period {
			before += want.Orders
			continue
		}
		same(a, days[n-period], want, "the trend of %s", day)
		most, sum = max(most, want.Orders), sum+want.Orders
	}
	shown, err := a.Orders.OrderStatistics(a.ctx, period)
	a.must(err)
	same(a, [3]int64{shown.Orders, shown.DayMost, shown.ShippedToday},
		[3]int64{sum, most, days[period-1].Shipped}, "orders, the best day of %d and what left today", period)
	same(a, shown.DayMean, float64(sum)/float64(period), "orders a day")
	if (shown.Growth == nil) != (before == 0) ||
		(before > 0 && math.Abs(*shown.Growth-100*(float64(sum)/float64(before)-1)) > 1e-9) {
		a.fail("growth is %v, by the books from %d to %d", shown.Growth, before, sum)
	}
	same(a, shown.ShippedYesterdayByNow, b.leftYesterdayByNow(), "what had left yesterday at this hour")
}

// dayBefore names the day so many days before today.
func (b *books) dayBefore(days int) string {
	year, month, day := b.a.Now().In(b.zone).Date()
	return time.Date(year, month, day-days, 12, 0, 0, 0, b.zone).Format("2006-01-02")
}

// leftYesterdayByNow counts what had left yesterday when the clock on the wall showed what
// it shows now.
func (b *books) leftYesterdayByNow() (orders int64) {
	now := b.a.Now().In(b.zone)
	hour := time.Date(now.Year(), now.Month(), now.Day()-1, now.Hour(), now.Minute(), now.Second(), 0, b.zone)
	for _, o := range b.bills {
		if o.left != nil && b.day(*o.left) == b.dayBefore(1) && o.left.Before(hour) {
			orders++
		}
	}
	return orders
}

// compareSold holds what the forecasts and the best sellers say was sold against the books,
// once everything that is due was worked out.
func (a *accountant) compareSold() {
	_, err := a.Forecasts.RefreshForecasts(a.ctx) // As every night, when a day leaves the last thirty.
	a.must(err)
	a.Foresee(a.t)
	b := a.books
	list, err := a.Forecasts.ListForecasts(a.ctx, forecasting.Filter{
		Ordering: forecasting.ForecastsByName, Page: core.Page{Number: 1, Size: 100},
	})
	a.must(err)
	sold := map[int64]int64{}
	for _, row := range list.Rows {
		sold[row.Product.ID] = row.SoldLast30
	}
	var best []*card
	ids := []int64{}
	for _, c := range b.live() {
		ids = append(ids, c.id)
		same(a, sold[c.id], b.soldLately(c), "sold by the forecast of %s", c.sku)
		if b.soldLately(c) > 0 {
			best = append(best, c)
		}
	}
	lately, err := a.Catalogue.SoldLately(a.ctx, ids)
	a.must(err)
	for _, c := range b.live() {
		same(a, lately[c.id], b.soldLately(c), "sold lately of %s in a list", c.sku)
	}
	slices.SortStableFunc(best, func(x, y *card) int { return cmp.Compare(b.soldLately(y), b.soldLately(x)) })
	sellers, err := a.Forecasts.BestSellers(a.ctx, 100)
	a.must(err)
	same(a, len(sellers), len(best), "how many sold at all")
	for n, seller := range sellers {
		same(a, seller.Sold, b.soldLately(best[n]), "sold by the best seller number %d", n+1)
		at := slices.IndexFunc(best, func(c *card) bool { return c.id == seller.Product.ID })
		same(a, at >= 0 && b.soldLately(best[at]) == seller.Sold, true, "%s is a best seller", seller.Product.SKU)
		before := b.soldBetween(best[at], 59, 30)
		if (seller.Growth == nil) != (before <= 0) ||
			(before > 0 && math.Abs(*seller.Growth-100*(float64(seller.Sold)/float64(before)-1)) > 1e-9) {
			a.fail("%s grew by %v, by the books from %d to %d", seller.Product.SKU, seller.Growth, before, seller.Sold)
		}
	}
}
