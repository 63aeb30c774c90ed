package api

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/forecasting"
)

func (a *API) forecastRoutes() {
	read := a.may(core.ReadProducts)
	add(read, "GET /forecast/", "listForecasts", "Previsión de stock", a.listForecasts, lasting)
	add(read, "GET /forecast/run/", "getForecastRun", "Cuándo se calcularon las previsiones", a.getForecastRun)
	add(read, "POST /forecast/refresh/", "refreshForecasts", "Calcular todas las previsiones", a.refreshForecasts)
}

// ForecastBody is what is expected of a product, as the spec names its fields.
type ForecastBody struct {
	ProductID        int64      `json:"productId"`
	ProductName      string     `json:"productName"`
	SKU              string     `json:"sku"`
	ImageURL         string     `json:"imageUrl"`
	Category         *string    `json:"category" nullable:"true"`
	CurrentStock     int64      `json:"currentStock"`
	Available        int64      `json:"available" doc:"Stock menos lo reservado"`
	Incoming         int64      `json:"incoming" doc:"Unidades en camino: no se vuelven a pedir"`
	IncomingOn       *string    `json:"incomingOn" nullable:"true" format:"date" doc:"Cuándo se esperan las primeras"`
	MinStock         *int64     `json:"minStock" nullable:"true"`
	MaxStock         *int64     `json:"maxStock" nullable:"true"`
	SoldLast30Days   int64      `json:"soldLast30Days"`
	WillSellIn30Days float64    `json:"willSellIn30Days" doc:"Unidades que se espera vender en los próximos 30 días"`
	WillSellLow      int64      `json:"willSellLow" doc:"Ocho de cada diez veces se venderán entre estas unidades"`
	WillSellHigh     int64      `json:"willSellHigh" doc:"y estas"`
	ToDo             int64      `json:"toDo" doc:"Unidades que pedir o hacer ahora"`
	RunsOutIn        *int       `json:"runsOutIn" nullable:"true" doc:"Días hasta que se agota lo disponible: 0 es agotado, null es que no se espera vender"`
	RunsOutEarly     *int       `json:"runsOutEarly" nullable:"true" doc:"Los mismos días con una probabilidad del 10 %"`
	RunsOutLate      *int       `json:"runsOutLate" nullable:"true" doc:"y del 90 %"`
	GoneInAlertDays  int        `json:"goneInAlertDays" doc:"Probabilidad, en porcentaje, de que no dure los días de alerta"`
	AlertDays        int        `json:"alertDays"`
	AlertBlocked     bool       `json:"alertBlocked"`
	LeadDays         *int       `json:"leadDays" nullable:"true"`
	PackSize         *int64     `json:"packSize" nullable:"true"`
	ServiceLevel     *int       `json:"serviceLevel" nullable:"true"`
	Method           string     `json:"method" enum:"history,new,unsold,none"`
	LowConfidence    bool       `json:"lowConfidence"`
	LastMovement     *time.Time `json:"lastMovement" nullable:"true"`
	ComputedAt       *time.Time `json:"computedAt" nullable:"true"`
	Version          int64      `json:"version" doc:"El número del ETag del producto"`
}

func forecastOf(f forecasting.Row) ForecastBody {
	p := f.Product
	body := ForecastBody{
		ProductID: p.ID, ProductName: p.Name, SKU: p.SKU, ImageURL: p.ImageURL, CurrentStock: p.Stock,
		Available: p.Available(), Incoming: p.Incoming, IncomingOn: dayOf(p.IncomingOn), MinStock: p.MinStock,
		MaxStock: p.MaxStock, SoldLast30Days: f.SoldLast30,
		WillSellIn30Days: f.WillSell30, WillSellLow: f.WillSellLow, WillSellHigh: f.WillSellHigh, ToDo: f.ToDo,
		RunsOutIn: f.RunsOutIn, RunsOutEarly: f.RunsOutEarly, RunsOutLate: f.RunsOutLate, GoneInAlertDays: f.GoneInAlertDays,
		AlertDays: p.AlertDays, AlertBlocked: p.AlertBlocked, LeadDays: p.LeadDays, PackSize: p.PackSize,
		ServiceLevel: p.ServiceLevel, Method: string(f.Method), LowConfidence: f.LowConfidence,
		LastMovement: p.LastMovementAt, ComputedAt: f.ComputedAt, Version: p.Version,
	}
	if p.Category != nil {
		body.Category = &p.Category.Name
	}
	return body
}

// ForecastFilterInput are the filters of the list of forecasts.
type ForecastFilterInput struct {
	Search       string               `query:"search" maxLength:"200" doc:"Nombre o SKU"`
	LowStock     bool                 `query:"lowStock" doc:"Solo los que están en su mínimo o por debajo"`
	AlertBlocked bool                 `query:"alertBlocked" doc:"Solo los que tienen la alerta bloqueada"`
	Ordering     forecasting.Ordering `query:"ordering" enum:"productName,-productName,currentStock,-currentStock,soldLast30Days,-soldLast30Days,willSellIn30Days,-willSellIn30Days,toDo,-toDo,runsOutIn,-runsOutIn,alertDays,-alertDays" default:"runsOutIn" doc:"Lo que no se agota va siempre al final"`
}

func (in ForecastFilterInput) filter() forecasting.Filter {
	return forecasting.Filter{
		Search: in.Search, LowStock: in.LowStock, AlertBlocked: in.AlertBlocked, Ordering: in.Ordering,
	}
}

type listForecastsInput struct {
	PageInput
	ForecastFilterInput
}

func (a *API) listForecasts(ctx context.Context, input *listForecastsInput) (*listOutput[ForecastBody], error) {
	filter := input.filter()
	filter.Page = input.page()
	forecasts, err := a.inv.Forecasts.ListForecasts(ctx, filter)
	return answerList(forecasts, forecastOf, err)
}

// ForecastRunBody says when everything was worked out last, or how far that is.
type ForecastRunBody struct {
	State     string     `json:"state" enum:"asked,running,done"`
	Total     int64      `json:"total" doc:"Productos que calcular"`
	Done      int64      `json:"done" doc:"Productos ya calculados"`
	AskedAt   time.Time  `json:"askedAt"`
	StartedAt *time.Time `json:"startedAt" nullable:"true"`
	EndedAt   *time.Time `json:"endedAt" nullable:"true"`
}

func runOf(run forecasting.Run) ForecastRunBody {
	return ForecastRunBody{
		State: string(run.State), Total: run.Total, Done: run.Done, AskedAt: run.AskedAt, StartedAt: run.StartedAt,
		EndedAt: run.EndedAt,
	}
}

func (a *API) getForecastRun(ctx context.Context, _ *struct{}) (*bodyOutput[ForecastRunBody], error) {
	run, err := a.inv.Forecasts.LastForecastRun(ctx)
	return answerBody(runOf(run), err)
}

func (a *API) refreshForecasts(ctx context.Context, _ *struct{}) (*bodyOutput[ForecastRunBody], error) {
	run, err := a.inv.Forecasts.RefreshForecasts(ctx)
	return answerBody(runOf(run), err)
}
