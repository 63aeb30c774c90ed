package api

import (
	"context"
	"math"

	"estante/internal/core"
	"estante/internal/forecasting"
)

func (a *API) forecastWorkingRoutes() {
	read := a.may(core.ReadProducts)
	add(read, "GET /forecast/{id}/", "getForecast", "La previsión de un producto y cómo se ha hecho", a.getForecast)
}

// PastWeekBody is what seven days sold.
type PastWeekBody struct {
	DateFrom  string `json:"dateFrom" format:"date"`
	DateTo    string `json:"dateTo" format:"date"`
	Sold      int64  `json:"sold"`
	EmptyDays int    `json:"emptyDays" doc:"Días que empezaron sin stock y no cuentan"`
}

// WeekAheadBody is what seven coming days are expected to sell.
type WeekAheadBody struct {
	DateFrom string  `json:"dateFrom" format:"date"`
	DateTo   string  `json:"dateTo" format:"date"`
	Units    float64 `json:"units"`
	Low      int64   `json:"low" doc:"Ocho de cada diez veces se venderán entre estas unidades"`
	High     int64   `json:"high" doc:"y estas"`
}

// ForecastPartBody is one of the figures that a forecast is put together from.
type ForecastPartBody struct {
	Name   string  `json:"name" enum:"pooled,best,middle,own,others"`
	Units  float64 `json:"units"`
	Weight float64 `json:"weight"`
}

// PastForecastBody is what the same method would have said before 30 days that have passed.
type PastForecastBody struct {
	DateFrom         string  `json:"dateFrom" format:"date"`
	DateTo           string  `json:"dateTo" format:"date"`
	Forecast         float64 `json:"forecast"`
	Low              int64   `json:"low"`
	High             int64   `json:"high"`
	Actual           float64 `json:"actual"`
	ActualIsEstimate bool    `json:"actualIsEstimate" doc:"Algunos días no había stock y se han estimado"`
}

// ForecastAccuracyBody is how far off past forecasts of the product were.
type ForecastAccuracyBody struct {
	ErrorPercent int                `json:"errorPercent" doc:"Cuánto se equivocó, en porcentaje de lo vendido"`
	BiasPercent  int                `json:"biasPercent" doc:"Cuánto de más, o de menos si es negativo"`
	Months       []PastForecastBody `json:"months"`
}

// ForecastOrderBody is the arithmetic of what to order.
type ForecastOrderBody struct {
	Quantity     int64   `json:"quantity"`
	Stock        int64   `json:"stock"`
	Reserved     int64   `json:"reserved"`
	Incoming     int64   `json:"incoming" doc:"Lo que está en camino"`
	Position     int64   `json:"position" doc:"Stock menos lo reservado más lo que está en camino"`
	LeadDays     *int    `json:"leadDays" nullable:"true" doc:"El plazo que cuenta: del producto o de su proveedor"`
	LeadSource   string  `json:"leadDaysSource" enum:"product,supplierProduct,supplier,none" doc:"Quién dice el plazo"`
	SupplierID   *int64  `json:"supplierId" nullable:"true" doc:"El proveedor preferente, si está activo"`
	Supplier     string  `json:"supplier"`
	MinUnits     int64   `json:"minUnits" doc:"Lo mínimo que se le pide de una vez; 0 si da igual"`
	ReviewDays   int     `json:"reviewDays"`
	CoverDays    int     `json:"coverDays" doc:"Días que hay que cubrir hasta que llegue el siguiente pedido"`
	CoverUnits   float64 `json:"coverUnits" doc:"Lo que se espera vender en ellos"`
	ReorderPoint float64 `json:"reorderPoint" doc:"Se pide cuando la posición llega aquí"`
	SafetyStock  float64 `json:"safetyStock" doc:"Lo que el punto de pedido guarda por si se vende más"`
	MinStock     int64   `json:"minStock"`
	UpTo         float64 `json:"upTo" doc:"Hasta dónde se llena"`
	WantedUpTo   float64 `json:"wantedUpTo" doc:"Hasta dónde se llenaría sin stock máximo"`
	ServiceLevel int     `json:"serviceLevel"`
	Missing      int64   `json:"missing" doc:"Lo que falta, antes de redondear a paquetes"`
	PackSize     int64   `json:"packSize"`
	PackSource   string  `json:"packSizeSource" enum:"product,supplierProduct,none" doc:"Quién dice el paquete"`
	Reordered    bool    `json:"reordered" doc:"false si el producto ya no se compra"`
}

// ForecastEventSpanBody is an event on the days on which it happens this time.
type ForecastEventSpanBody struct {
	Name     string `json:"name"`
	DateFrom string `json:"dateFrom" format:"date"`
	DateTo   string `json:"dateTo" format:"date"`
	Uplift   int    `json:"uplift" doc:"En porcentaje sobre lo normal"`
}

// ForecastWorkingBody is one product's forecast and how it was made.
type ForecastWorkingBody struct {
	ForecastBody
	History     []PastWeekBody          `json:"history"`
	Ahead       []WeekAheadBody         `json:"ahead"`
	Pattern     string                  `json:"pattern" enum:"often,sometimes,rarely,young"`
	Parts       []ForecastPartBody      `json:"parts"`
	Lean        float64                 `json:"lean" doc:"Por cuánto se multiplica la suma de las partes"`
	EventUnits  float64                 `json:"eventUnits" doc:"Unidades que añaden o quitan los eventos"`
	HistoryDays int                     `json:"historyDays"`
	EmptyDays   int                     `json:"emptyDays" doc:"Días que empezaron sin stock y no cuentan"`
	RaisedDays  int                     `json:"raisedDays" doc:"Días en que se agotó y se completan"`
	TrimmedDays int                     `json:"trimmedDays" doc:"Días de venta excepcional que se recortan"`
	Accuracy    *ForecastAccuracyBody   `json:"accuracy,omitempty" doc:"Falta si en los últimos tres meses no se vendió"`
	Order       ForecastOrderBody       `json:"order"`
	Events      []ForecastEventSpanBody `json:"events"`
}

func (a *API) getForecast(ctx context.Context, input *IDInput) (*bodyOutput[ForecastWorkingBody], error) {
	working, err := a.inv.Forecasts.ForecastWorking(ctx, input.ID)
	if err != nil {
		return nil, err
	}
	return answerBody(workingOf(working), nil)
}

func workingOf(w forecasting.Working) ForecastWorkingBody {
	made := w.Working
	body := ForecastWorkingBody{
		ForecastBody: forecastOf(w.Row), Pattern: string(made.Pattern), Lean: toHundredths(made.Lean),
		EventUnits: toHundredths(made.EventUnits), HistoryDays: made.HistoryDays, EmptyDays: made.EmptyDays,
		RaisedDays: made.RaisedDays, TrimmedDays: made.TrimmedDays, History: []PastWeekBody{}, Ahead: []WeekAheadBody{},
		Parts: []ForecastPartBody{}, Events: []ForecastEventSpanBody{}, Order: forecastOrderOf(w),
	}
	for _, week := range w.Weeks {
		body.History = append(body.History, PastWeekBody{
			DateFrom: forecasting.DayText(week.From), DateTo: forecasting.DayText(week.To), Sold: week.Sold,
			EmptyDays: week.EmptyDays,
		})
	}
	for _, week := range made.Weeks {
		body.Ahead = append(body.Ahead, WeekAheadBody{
			DateFrom: forecasting.DayText(week.From), DateTo: forecasting.DayText(week.From + 6),
			Units: toHundredths(week.Mean), Low: int64(week.Low), High: int64(week.High),
		})
	}
	for _, part := range made.Parts {
		body.Parts = append(body.Parts, ForecastPartBody{
			Name: string(part.Name), Units: toHundredths(part.Units), Weight: toHundredths(part.Weight),
		})
	}
	for _, event := range w.Events {
		body.Events = append(body.Events, ForecastEventSpanBody{
			Name: event.Name, DateFrom: forecasting.DayText(event.From), DateTo: forecasting.DayText(event.To),
			Uplift: event.Uplift,
		})
	}
	if made.Judged {
		body.Accuracy = accuracyOf(w)
	}
	return body
}

func accuracyOf(w forecasting.Working) *ForecastAccuracyBody {
	body := &ForecastAccuracyBody{
		ErrorPercent: percent(w.Working.Error), BiasPercent: percent(w.Working.Bias), Months: []PastForecastBody{},
	}
	for _, past := range w.Working.Past {
		body.Months = append(body.Months, PastForecastBody{
			DateFrom: forecasting.DayText(past.From), DateTo: forecasting.DayText(past.From + 29),
			Forecast: toHundredths(past.Mean),
			Low:      int64(past.Low), High: int64(past.High), Actual: toHundredths(past.Actual),
			ActualIsEstimate: past.ActualIsEstimate,
		})
	}
	return body
}

func forecastOrderOf(w forecasting.Working) ForecastOrderBody {
	order, product, supply := w.Working.Order, w.Product, w.Supply
	body := ForecastOrderBody{
		Quantity: w.ToDo, Stock: product.Stock, Reserved: product.Reserved, Incoming: product.Incoming,
		Position: order.Position, LeadDays: supply.LeadDays, LeadSource: string(supply.LeadSource),
		Supplier: supply.SupplierName, MinUnits: supply.MinUnits, PackSource: string(supply.PackSource),
		CoverDays: order.CoverDays, CoverUnits: toHundredths(order.CoverMean),
		ReorderPoint: toHundredths(order.ReorderPoint), SafetyStock: toHundredths(order.SafetyStock),
		UpTo: toHundredths(order.UpTo), WantedUpTo: toHundredths(order.Wanted), ServiceLevel: percent(order.ServiceLevel),
		Missing: order.Missing, PackSize: max(supply.PackSize, 1),
		Reordered: w.Reordered, ReviewDays: order.CoverDays,
	}
	if supply.LeadDays != nil {
		body.ReviewDays -= *supply.LeadDays
	}
	if supply.SupplierID != 0 {
		body.SupplierID = &supply.SupplierID
	}
	if product.MinStock != nil {
		body.MinStock = *product.MinStock
	}
	return body
}

func toHundredths(x float64) float64 { return math.Round(100*x) / 100 }

func percent(share float64) int { return int(math.Round(100 * share)) }
