package api

import (
	"context"
	"strconv"

	"estante/internal/core"
	"estante/internal/order"
)

func (a *API) orderStatsRoutes() {
	read := a.may(core.ReadOrders)
	add(read, "GET /pedidos/tendencia/", "orderTrend", "Pedidos de cada día", a.orderTrend)
	add(read, "GET /pedidos/estadisticas/", "orderStatistics", "Cifras de los últimos días", a.orderStatistics)
	add(read, "GET /pedidos/summary/", "orderSummary", "Cifras de todos los pedidos", a.orderSummary)
}

type periodInput struct {
	Periodo string `query:"periodo" enum:"7,30" default:"30" doc:"Los últimos días, hoy incluido"`
}

// days is the period as a number.
func (p periodInput) days() int {
	days, _ := strconv.Atoi(p.Periodo) // It is one of the two.
	return days
}

// trendPoint is one day of the business.
type trendPoint struct {
	Date    string  `json:"date" doc:"aaaa-mm-dd"`
	Orders  int64   `json:"orders"`
	Shipped int64   `json:"shipped" doc:"Pedidos enviados ese día, llegaran cuando llegaran"`
	Revenue float64 `json:"revenue" doc:"En la moneda de venta, sin lo cancelado ni lo devuelto"`
}

func trendPointOf(d order.Day) trendPoint {
	return trendPoint{Date: d.Day, Orders: d.Orders, Shipped: d.Shipped, Revenue: d.Revenue.In(d.Currency)}
}

func (a *API) orderTrend(ctx context.Context, input *periodInput) (*bodyOutput[[]trendPoint], error) {
	days, err := a.inv.Orders.OrderTrend(ctx, input.days())
	return answerBody(each(days, trendPointOf), err)
}

type orderStatisticsBody struct {
	Total      int64    `json:"total_pedidos"`
	DailyMean  float64  `json:"promedio_diario"`
	DailyMost  int64    `json:"maximo_diario"`
	GrowthRate *float64 `json:"growth_rate" nullable:"true" doc:"Porcentaje frente al periodo anterior; null si en él no hubo pedidos"`
	Periodo    int      `json:"periodo"`

	ShippedToday          int64 `json:"shippedToday"`
	ShippedYesterdayByNow int64 `json:"shippedYesterdayByNow" doc:"Los que habían salido ayer a esta misma hora"`
}

func (a *API) orderStatistics(ctx context.Context, input *periodInput) (*bodyOutput[orderStatisticsBody], error) {
	statistics, err := a.inv.Orders.OrderStatistics(ctx, input.days())
	return answerBody(orderStatisticsBody{
		Total: statistics.Orders, DailyMean: statistics.DayMean, DailyMost: statistics.DayMost,
		GrowthRate: statistics.Growth, Periodo: statistics.Period, ShippedToday: statistics.ShippedToday,
		ShippedYesterdayByNow: statistics.ShippedYesterdayByNow,
	}, err)
}

// orderMonth is one month, the spec's names.
type orderMonth struct {
	Month  string  `json:"month" doc:"aaaa-mm"`
	Count  int64   `json:"count"`
	Amount float64 `json:"amount"`
}

type currencyAmount struct {
	Currency string  `json:"currency"`
	Count    int64   `json:"count"`
	Amount   float64 `json:"amount"`
}

type orderSummaryOutput struct {
	Body struct {
		TotalOrders       int64            `json:"totalOrders"`
		TotalAmount       float64          `json:"totalAmount" doc:"En la moneda de venta, sin lo cancelado ni lo devuelto"`
		AverageOrderValue float64          `json:"averageOrderValue" doc:"De los pedidos que cuentan en totalAmount"`
		Currency          string           `json:"currency"`
		OrdersByStatus    map[string]int64 `json:"ordersByStatus"`
		OrdersByMonth     []orderMonth     `json:"ordersByMonth" doc:"Los últimos seis meses, el actual el último"`
		AmountsByCurrency []currencyAmount `json:"amountsByCurrency" doc:"La moneda de venta la primera"`
		ShippedToday      int64            `json:"shippedToday"`
		ShippedYesterday  int64            `json:"shippedYesterday"`
	}
}

func (a *API) orderSummary(ctx context.Context, _ *empty) (*orderSummaryOutput, error) {
	summary, err := a.inv.Orders.OrderSummary(ctx)
	output := &orderSummaryOutput{}
	body := &output.Body
	body.TotalOrders, body.Currency = summary.Orders, summary.Currency
	body.TotalAmount, body.AverageOrderValue = summary.Amount.In(summary.Currency), summary.Mean.In(summary.Currency)
	body.ShippedToday, body.ShippedYesterday = summary.ShippedToday, summary.ShippedYesterday
	body.OrdersByStatus = map[string]int64{}
	for _, status := range order.Statuses {
		body.OrdersByStatus[string(status)] = summary.ByStatus[status]
	}
	body.OrdersByMonth = make([]orderMonth, 0, len(summary.ByMonth))
	for _, month := range summary.ByMonth {
		body.OrdersByMonth = append(body.OrdersByMonth, orderMonth{
			Month: month.Month, Count: month.Orders, Amount: month.Amount.In(summary.Currency),
		})
	}
	body.AmountsByCurrency = make([]currencyAmount, 0, len(summary.ByCurrency))
	for _, amount := range summary.ByCurrency {
		body.AmountsByCurrency = append(body.AmountsByCurrency, currencyAmount{
			Currency: amount.Currency, Count: amount.Orders, Amount: amount.Amount.In(amount.Currency),
		})
	}
	return output, err
}
