package api

import (
	"context"
	"strings"
	"time"

	"estante/internal/core"
	"estante/internal/valuation"
)

func (a *API) valueAtRoutes() {
	costs := a.may(core.ReadCosts)
	add(costs, "GET /inventory/compare/", "compareInventory", "Qué entró, salió y se perdió entre dos fechas, y su valor",
		a.compareInventory)
	add(costs, "GET /inventory/margin/", "getStockMargin", "Lo que se ganaría con lo que hay en stock", a.getStockMargin)
	add(costs, "GET /inventory/closings/", "listClosings", "Ejercicios cerrados", a.listClosings)
	add(costs, "POST /inventory/closings/", "closeInventory", "Cerrar el ejercicio en una fecha", a.closeInventory,
		created)
	add(costs, "GET /inventory/closings/{id}/", "getClosing", "Un cierre, y lo que se ha corregido desde entonces",
		a.getClosing)
	add(costs, "POST /inventory/sheets/", "askSheet", "Pedir el inventario valorado de una fecha como archivo", a.askSheet,
		created)
	add(costs, "GET /inventory/sheets/{id}/", "getSheet", "Cómo va una hoja de inventario", a.getSheet)
	add(costs, "GET /inventory/sheets/{id}/file/", "downloadSheet", "El archivo de una hoja de inventario",
		a.downloadSheet,
		reportFile)
}

// instantForms are how an instant is written, from the plainest on: a day is its end, and a
// second all of it.
var instantForms = []struct {
	form string
	span time.Duration
}{
	{"2006-01-02T15:04:05", time.Second},
	{"2006-01-02T15:04", time.Minute},
	{time.RFC3339, time.Second},
	{"2006-01-02T15:04Z07:00", time.Minute},
}

// instantOf reads an instant of the business's zone, or with one of its own. What happened
// until the end of what is named is in it.
func (a *API) instantOf(ctx context.Context, text, field string) (time.Time, error) {
	settings, err := a.inv.Core.Settings(ctx)
	if err != nil {
		return time.Time{}, err
	}
	zone := settings.Zone()
	if day, err := time.ParseInLocation(core.DateForm, text, zone); err == nil {
		return day.AddDate(0, 0, 1).Add(-time.Microsecond), nil
	}
	for _, known := range instantForms {
		if at, err := time.ParseInLocation(known.form, text, zone); err == nil {
			if at.Nanosecond() != 0 {
				return at, nil
			}
			return at.Add(known.span - time.Microsecond), nil
		}
	}
	return time.Time{}, core.FieldError(field, "Debe ser una fecha, como 2026-12-31 o 2026-12-31T23:59:59")
}

// instantBody is what the stock of an instant comes to.
type instantBody struct {
	At           time.Time         `json:"at" doc:"El momento; uno que está por venir es ahora"`
	Method       valuation.Method  `json:"method" enum:"pmp,fifo"`
	Hash         string            `json:"hash" doc:"Huella de los movimientos hasta ese momento: la misma siempre"`
	CostCurrency string            `json:"costCurrency" doc:"La de los valores"`
	Totals       ValueTotalsBody   `json:"totals"`
	Categories   []namedTotalsBody `json:"categories" doc:"Por categoría, con los nombres de hoy; vacío es sin categoría"`
	Locations    []namedTotalsBody `json:"locations"`
}

// ValueTotalsBody is what products come to together.
type ValueTotalsBody struct {
	Products         int64   `json:"products"`
	Units            int64   `json:"units"`
	CostValue        float64 `json:"costValue"`
	WithoutCost      int64   `json:"withoutCost" doc:"Productos cuyo coste no se sabía: no están en costValue"`
	UnitsWithoutCost int64   `json:"unitsWithoutCost"`
}

func valueTotalsOf(t valuation.ValueTotals, currency string) ValueTotalsBody {
	return ValueTotalsBody{t.Products, t.Units, t.Value.In(currency), t.Unknown, t.UnknownUnits}
}

type namedTotalsBody struct {
	Name string `json:"name"`
	ValueTotalsBody
}

func namedTotalsOf(currency string) func(valuation.NamedTotals) namedTotalsBody {
	return func(t valuation.NamedTotals) namedTotalsBody {
		return namedTotalsBody{t.Name, valueTotalsOf(t.ValueTotals, currency)}
	}
}

func (a *API) listInventoryAt(ctx context.Context, input *listInventoryInput) (*listInventoryOutput, error) {
	byValue := strings.TrimPrefix(string(input.Ordering), "-") == string(valuation.ValuesByValue)
	if (byValue || input.Cost != valuation.CostAll) && visitOf(ctx).withheld {
		// The order of the values would tell them as well.
		return nil, errNotAllowed
	}
	at, err := a.instantOf(ctx, input.At, "at")
	if err != nil {
		return nil, err
	}
	if err := input.allow(downloadTimeMax); err != nil {
		return nil, err
	}
	list, err := a.inv.Valuation.ListValuesAt(ctx, at, input.Method, valuation.ValueFilter{
		Search: input.Search, Category: labelQuery(input.Category), LocationID: input.Location, Cost: input.Cost,
		Ordering: valuation.ValueOrdering(input.Ordering), Page: input.page(),
	})
	if err != nil {
		return nil, err
	}
	output := &listInventoryOutput{}
	output.Body.ListBody = listOf(list.List, stockAtOf(list.Currency))
	output.Body.Summary = inventorySummary{
		Products: list.Totals.Products, Units: list.Totals.Units, CostValue: list.Totals.Value.In(list.Currency),
		PurchaseCurrency: list.Currency, WithoutCost: list.Totals.Unknown,
	}
	output.Body.Instant = &instantBody{
		At: list.At, Method: list.Method, Hash: list.Hash, CostCurrency: list.Currency,
		Totals:     valueTotalsOf(list.Totals, list.Currency),
		Categories: each(list.Categories, namedTotalsOf(list.Currency)),
		Locations:  each(list.Locations, namedTotalsOf(list.Currency)),
	}
	return output, nil
}

// stockAtOf is what there was of a product. What orders wanted of it then, and its price, the
// ledger does not say.
func stockAtOf(currency string) func(valuation.StockAtRow) valuationBody {
	return func(s valuation.StockAtRow) valuationBody {
		body := valuationBody{
			ProductID: s.ProductID, ProductName: s.Product.Name, ProductSKU: s.Product.SKU, ImageURL: s.Product.ImageURL,
			Status: int(s.Product.Status), Stock: s.Units, Available: s.Units, CostValue: amount(s.Value, currency),
			Deleted: s.Product.Deleted, Locations: make([]locationStockBody, 0, len(s.Places)),
		}
		if s.Product.Category != "" {
			body.Category = &s.Product.Category
		}
		if s.Value != nil {
			one := core.Worth{Value: *s.Value, Units: s.Units}.Each()
			body.Cost = amount(&one, currency)
		}
		for _, place := range s.Places {
			body.CurrentStock += place.Units
			body.Locations = append(body.Locations, locationStockBody{
				LocationID: place.LocationID, Location: s.Locations[place.LocationID], Stock: place.Units,
				CostValue: amount(place.Value, currency),
			})
		}
		return body
	}
}

// marginBody is what is earned, in the sales currency.
type marginBody struct {
	Amount  float64  `json:"amount"`
	Percent *float64 `json:"percent" nullable:"true" doc:"Del precio, con dos decimales"`
}

func marginBodyOf(m *valuation.Margin, currency string) *marginBody {
	if m == nil {
		return nil
	}
	body := &marginBody{Amount: m.Earned.In(currency)}
	if m.Percent != nil {
		percent := float64(*m.Percent) / 100
		body.Percent = &percent
	}
	return body
}

type stockMarginBody struct {
	Known         bool        `json:"known" doc:"Hay un cambio entre las dos monedas, o son la misma"`
	SalesCurrency string      `json:"salesCurrency"`
	CostCurrency  string      `json:"costCurrency"`
	MarginRate    *float64    `json:"marginRate" nullable:"true" doc:"El cambio con que está calculado; null si es la misma moneda"`
	MarginRateOn  *string     `json:"marginRateOn" nullable:"true" doc:"De qué día es ese cambio"`
	SaleValue     float64     `json:"saleValue"`
	CostValue     float64     `json:"costValue" doc:"En la moneda de venta"`
	Margin        *marginBody `json:"margin,omitempty"`
	Products      int64       `json:"products" doc:"Con coste y precio: los que están contados"`
	LeftOut       int64       `json:"leftOut" doc:"En stock, sin coste o sin precio"`
}

func (a *API) getStockMargin(ctx context.Context, _ *struct{}) (*bodyOutput[stockMarginBody], error) {
	margin, err := a.inv.Valuation.StockMargin(ctx)
	if err != nil {
		return nil, err
	}
	body := stockMarginBody{
		Known: margin.Known, SalesCurrency: margin.To, CostCurrency: margin.From, SaleValue: margin.Sale.In(margin.To),
		Margin: marginBodyOf(margin.Margin, margin.To), Products: margin.Products, LeftOut: margin.LeftOut,
	}
	if margin.Margin != nil {
		body.CostValue = margin.Cost.In(margin.To)
	}
	body.MarginRate, body.MarginRateOn = marginRateOf(core.Settings{MarginRate: margin.Rate, MarginRateOn: margin.On})
	return answerBody(body, nil)
}

type compareInventoryInput struct {
	Slow
	PageInput
	From     string           `query:"from" required:"true" maxLength:"40"`
	To       string           `query:"to" required:"true" maxLength:"40"`
	Method   valuation.Method `query:"method" enum:"pmp,fifo" default:"pmp"`
	Search   string           `query:"search" maxLength:"200"`
	Category string           `query:"category" maxLength:"200" doc:"Nombre o número"`
}

// CourseBody is how units and value went: before, plus what came, less what left, is after.
type CourseBody struct {
	Before sideBody   `json:"before"`
	After  sideBody   `json:"after"`
	Flows  []flowBody `json:"flows"`
}

type sideBody struct {
	Units            int64   `json:"units"`
	CostValue        float64 `json:"costValue"`
	UnitsWithoutCost int64   `json:"unitsWithoutCost"`
}

type flowBody struct {
	Kind         valuation.Kind `json:"kind" enum:"bought,returned,sold,sentBack,damaged,counted,adjusted,other,carried,revalued,firstCost"`
	UnitsIn      int64          `json:"unitsIn"`
	UnitsOut     int64          `json:"unitsOut"`
	CostValueIn  float64        `json:"costValueIn"`
	CostValueOut float64        `json:"costValueOut"`
}

func courseOf(c valuation.Course, currency string) CourseBody {
	side := func(s valuation.Side) sideBody { return sideBody{s.Units, s.Value.In(currency), s.Unknown} }
	body := CourseBody{Before: side(c.Before), After: side(c.After), Flows: []flowBody{}}
	for _, kind := range valuation.Kinds {
		if f := c.Flows[kind]; f != nil {
			body.Flows = append(body.Flows, flowBody{
				kind, f.In, f.Out, f.ValueIn.In(currency), f.ValueOut.In(currency),
			})
		}
	}
	return body
}

type productCourseBody struct {
	ProductID   int64  `json:"productId"`
	ProductName string `json:"productName"`
	ProductSKU  string `json:"productSku"`
	Deleted     bool   `json:"deleted"`
	CourseBody
}

type compareInventoryOutput struct {
	Body struct {
		From         time.Time        `json:"from"`
		To           time.Time        `json:"to"`
		Method       valuation.Method `json:"method" enum:"pmp,fifo"`
		CostCurrency string           `json:"costCurrency"`
		Totals       CourseBody       `json:"totals"`
		ListBody[productCourseBody]
	}
}

func (a *API) compareInventory(ctx context.Context, input *compareInventoryInput) (*compareInventoryOutput, error) {
	from, err := a.instantOf(ctx, input.From, "from")
	if err != nil {
		return nil, err
	}
	to, err := a.instantOf(ctx, input.To, "to")
	if err != nil {
		return nil, err
	}
	if err := input.allow(downloadTimeMax); err != nil {
		return nil, err
	}
	c, err := a.inv.Valuation.CompareValues(ctx, from, to, input.Method, valuation.CompareFilter{
		Search: input.Search, Category: labelQuery(input.Category), Page: input.page(),
	})
	if err != nil {
		return nil, err
	}
	output := &compareInventoryOutput{}
	output.Body.From, output.Body.To, output.Body.Method = c.From, c.To, c.Method
	output.Body.CostCurrency, output.Body.Totals = c.Currency, courseOf(c.Course, c.Currency)
	output.Body.ListBody = listOf(core.List[valuation.ProductCourse]{Rows: c.Rows, Count: c.Count},
		func(p valuation.ProductCourse) productCourseBody {
			return productCourseBody{
				ProductID: p.ProductID, ProductName: p.Product.Name, ProductSKU: p.Product.SKU, Deleted: p.Product.Deleted,
				CourseBody: courseOf(p.Course, c.Currency),
			}
		})
	return output, nil
}
