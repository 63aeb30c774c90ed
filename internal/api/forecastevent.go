package api

import (
	"context"

	"estante/internal/core"
	"estante/internal/forecasting"
)

func (a *API) forecastEventRoutes() {
	read, edit := a.may(core.ReadProducts), a.may(core.EditProducts)
	add(read, "GET /forecast/events/", "listForecastEvents", "Eventos que cambian la demanda", a.listForecastEvents)
	add(edit, "POST /forecast/events/", "createForecastEvent", "Añadir un evento", a.createForecastEvent, created)
	add(edit, "PATCH /forecast/events/{id}/", "updateForecastEvent", "Cambiar un evento", a.updateForecastEvent)
	add(edit, "DELETE /forecast/events/{id}/", "deleteForecastEvent", "Eliminar un evento", a.deleteForecastEvent)
}

// ForecastEventBody is a time at which demand is not the usual.
type ForecastEventBody struct {
	ID         int64   `json:"id"`
	Name       string  `json:"name"`
	DateFrom   string  `json:"dateFrom" format:"date" doc:"Primer día"`
	DateTo     string  `json:"dateTo" format:"date" doc:"Último día"`
	Uplift     int     `json:"uplift" doc:"En porcentaje sobre lo normal: 80 es casi el doble, -50 la mitad"`
	Category   *string `json:"category" nullable:"true" doc:"null es para todos los productos"`
	CategoryID *int64  `json:"categoryId" nullable:"true"`
	Yearly     bool    `json:"yearly" doc:"Se repite cada año"`
}

func forecastEventOf(e forecasting.Event) ForecastEventBody {
	body := ForecastEventBody{
		ID: e.ID, Name: e.Name, DateFrom: e.FirstDay, DateTo: e.LastDay, Uplift: e.Uplift, Yearly: e.Yearly,
	}
	if e.Category != nil {
		body.Category, body.CategoryID = &e.Category.Name, &e.Category.ID
	}
	return body
}

func (a *API) listForecastEvents(ctx context.Context, _ *struct{}) (*listOutput[ForecastEventBody], error) {
	events, err := a.inv.Forecasts.ForecastEvents(ctx)
	return answerList(whole(events), forecastEventOf, err)
}

// ForecastEventInput is what people write about an event.
type ForecastEventInput struct {
	Name     *string              `json:"name,omitempty"`
	DateFrom *string              `json:"dateFrom,omitempty"`
	DateTo   *string              `json:"dateTo,omitempty"`
	Uplift   *int                 `json:"uplift,omitempty"`
	Category Nullable[LabelInput] `json:"category,omitempty"`
	Yearly   *bool                `json:"yearly,omitempty"`
}

func (in ForecastEventInput) fields() forecasting.EventFields {
	return forecasting.EventFields{
		Name: in.Name, FirstDay: in.DateFrom, LastDay: in.DateTo, Uplift: in.Uplift,
		Category: labelRef(in.Category, Nullable[string]{}), Yearly: in.Yearly,
	}
}

type createForecastEventInput struct{ Body ForecastEventInput }

func (a *API) createForecastEvent(
	ctx context.Context, input *createForecastEventInput,
) (*bodyOutput[ForecastEventBody], error) {
	event, err := a.inv.Forecasts.CreateForecastEvent(ctx, actorOf(ctx), input.Body.fields())
	return answerBody(forecastEventOf(event), err)
}

type updateForecastEventInput struct {
	IDInput
	Body ForecastEventInput
}

func (a *API) updateForecastEvent(
	ctx context.Context, input *updateForecastEventInput,
) (*bodyOutput[ForecastEventBody], error) {
	event, err := a.inv.Forecasts.UpdateForecastEvent(ctx, actorOf(ctx), input.ID, input.Body.fields())
	return answerBody(forecastEventOf(event), err)
}

func (a *API) deleteForecastEvent(ctx context.Context, input *IDInput) (*empty, error) {
	return nil, a.inv.Forecasts.DeleteForecastEvent(ctx, actorOf(ctx), input.ID)
}
