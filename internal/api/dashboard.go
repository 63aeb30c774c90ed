package api

import (
	"context"

	"estante/internal/core"
)

func (a *API) dashboardRoutes() {
	read := a.may(core.ReadProducts)
	add(read, "GET /dashboard/", "getDashboard", "El panel de control de una vez", a.dashboard)
}

// dashboardRows is how many rows each part of the dashboard has.
const dashboardRows = 5

// dashboardBody is the first screen in one answer, for other programs. The page
// itself asks for each part alone, so that one that fails takes none along.
type dashboardBody struct {
	Products        statsBody           `json:"products"`
	Alerts          alertSummaryBody    `json:"alerts"`
	Orders          orderStatisticsBody `json:"orders"`
	Trend           []trendPoint        `json:"trend"`
	AtRisk          []productBody       `json:"atRisk" doc:"Lo agotado primero, después lo que está en su mínimo"`
	BestSellers     []bestSellerBody    `json:"bestSellers"`
	ActiveAlerts    []alertBody         `json:"activeAlerts" doc:"Lo más grave primero"`
	RecentMovements []movementBody      `json:"recentMovements"`
	RecentOrders    []OrderBody         `json:"recentOrders"`
	Arriving        arrivingBody        `json:"arriving" doc:"Lo que llega esta semana de lo comprado"`
}

// arrivingBody is what should come this week.
type arrivingBody struct {
	Purchases int64 `json:"purchases" doc:"Compras que se esperan desde hoy hasta el domingo"`
	Units     int64 `json:"units" doc:"Sus unidades en camino"`
	Late      int64 `json:"late" doc:"Compras que ya deberían haber llegado"`
}

func (a *API) dashboard(ctx context.Context, input *periodInput) (*bodyOutput[dashboardBody], error) {
	output := &bodyOutput[dashboardBody]{}
	for _, part := range []func(context.Context, *periodInput, *dashboardBody) error{
		a.dashboardFigures, a.dashboardTrend, a.dashboardProducts, a.dashboardNews,
	} {
		if err := part(ctx, input, &output.Body); err != nil {
			return nil, err
		}
	}
	return output, nil
}

func (a *API) dashboardFigures(ctx context.Context, _ *periodInput, body *dashboardBody) error {
	products, err := a.productStats(ctx, nil)
	if err != nil {
		return err
	}
	alerts, err := a.alertSummary(ctx, nil)
	if err != nil {
		return err
	}
	body.Products, body.Alerts = products.Body, alerts.Body
	arriving, err := a.inv.Purchases.ArrivingThisWeek(ctx)
	body.Arriving = arrivingBody(arriving)
	return err
}

func (a *API) dashboardTrend(ctx context.Context, period *periodInput, body *dashboardBody) error {
	trend, err := a.orderTrend(ctx, period)
	if err != nil {
		return err
	}
	orders, err := a.orderStatistics(ctx, period)
	if err != nil {
		return err
	}
	body.Trend, body.Orders = trend.Body, orders.Body
	return nil
}

// dashboardProducts fills in what sells most and what may not be there to sell.
func (a *API) dashboardProducts(ctx context.Context, _ *periodInput, body *dashboardBody) error {
	sellers, err := a.bestSellers(ctx, &bestSellersInput{Limit: dashboardRows})
	if err != nil {
		return err
	}
	body.BestSellers, body.AtRisk = sellers.Body, []productBody{}
	for _, few := range []func(context.Context, *struct{}) (*plainProducts, error){a.listOutOfStock, a.listLowStock} {
		some, err := few(ctx, nil)
		if err != nil {
			return err
		}
		body.AtRisk = append(body.AtRisk, some.Body[:min(len(some.Body), dashboardRows-len(body.AtRisk))]...)
	}
	return nil
}

func (a *API) dashboardNews(ctx context.Context, _ *periodInput, body *dashboardBody) error {
	alerts, err := a.listAlerts(ctx, &listAlertsInput{
		PageInput: PageInput{Page: 1, Limit: dashboardRows}, State: "open", Ordering: "-level",
	})
	if err != nil {
		return err
	}
	movements, err := a.recentMovements(ctx, &recentInput{Limit: dashboardRows})
	if err != nil {
		return err
	}
	orders, err := a.recentOrders(ctx, &recentInput{Limit: dashboardRows})
	if err != nil {
		return err
	}
	body.ActiveAlerts, body.RecentMovements, body.RecentOrders = alerts.Body.Results, movements.Body, orders.Body
	return nil
}
