package api

import (
	"context"
	"time"

	"estante/internal/valuation"
)

// ClosingBody is what was kept when the year was closed.
type ClosingBody struct {
	ID            int64            `json:"id"`
	At            time.Time        `json:"at"`
	Method        valuation.Method `json:"method" enum:"pmp,fifo"`
	Notes         string           `json:"notes"`
	CreatedBy     int64            `json:"createdBy"`
	CreatedByName string           `json:"createdByName"`
	CreatedAt     time.Time        `json:"createdAt"`
	Hash          string           `json:"hash"`
	CostCurrency  string           `json:"costCurrency"`
	Totals        ValueTotalsBody  `json:"totals"`
}

func closingOf(c valuation.ClosingRow) ClosingBody {
	return ClosingBody{
		ID: c.ID, At: c.At, Method: c.Method, Notes: c.Notes, CreatedBy: c.CreatedBy, CreatedByName: c.CreatedByName,
		CreatedAt: c.CreatedAt, Hash: c.Hash, CostCurrency: c.Currency, Totals: valueTotalsOf(c.Totals.Whole, c.Currency),
	}
}

func (a *API) listClosings(ctx context.Context, input *PageInput) (*listOutput[ClosingBody], error) {
	closings, err := a.inv.Valuation.ListClosings(ctx, input.page())
	return answerList(closings, closingOf, err)
}

type closeInventoryInput struct {
	Slow
	Body struct {
		At     string           `json:"at" maxLength:"40" doc:"Un día (su final), o una hora en la zona del negocio o con la suya"`
		Method valuation.Method `json:"method" enum:"pmp,fifo"`
		Notes  string           `json:"notes,omitempty"`
	}
}

func (a *API) closeInventory(ctx context.Context, input *closeInventoryInput) (*bodyOutput[ClosingBody], error) {
	at, err := a.instantOf(ctx, input.Body.At, "at")
	if err != nil {
		return nil, err
	}
	if err := input.allow(downloadTimeMax); err != nil {
		return nil, err
	}
	closing, err := a.inv.Valuation.CloseValues(ctx, actorOf(ctx), valuation.ClosingFields{
		At: at, Method: input.Body.Method, Notes: input.Body.Notes,
	})
	return answerBody(closingOf(closing), err)
}

// closedTotalsBody are totals with those of each category and location.
type closedTotalsBody struct {
	Totals     ValueTotalsBody   `json:"totals"`
	Categories []namedTotalsBody `json:"categories"`
	Locations  []namedTotalsBody `json:"locations"`
}

func closedTotalsOf(t valuation.ClosedTotals, currency string) closedTotalsBody {
	named := namedTotalsOf(currency)
	return closedTotalsBody{valueTotalsOf(t.Whole, currency), each(t.Categories, named), each(t.Locations, named)}
}

// checkedClosingBody is a closing beside what the ledger says today.
type checkedClosingBody struct {
	ClosingBody
	Kept      closedTotalsBody `json:"kept" doc:"Lo que se guardó, con los nombres de entonces"`
	Today     closedTotalsBody `json:"today" doc:"Lo que dicen hoy los movimientos de ese momento"`
	Matches   bool             `json:"matches" doc:"Los movimientos siguen diciendo lo mismo, producto a producto"`
	HashToday string           `json:"hashToday"`
	Later     laterBody        `json:"later" doc:"Lo escrito después sobre lo de antes: correcciones, anulaciones y ventas anteriores"`
}

type laterBody struct {
	Units     int64          `json:"units"`
	CostValue float64        `json:"costValue" doc:"Cuánto ha cambiado el valor, al precio medio"`
	Results   []movementBody `json:"results" doc:"Los más recientes primero"`
	Count     int64          `json:"count"`
}

type getClosingInput struct {
	Slow
	IDInput
	PageInput
}

func (a *API) getClosing(ctx context.Context, input *getClosingInput) (*bodyOutput[checkedClosingBody], error) {
	if err := input.allow(downloadTimeMax); err != nil {
		return nil, err
	}
	checked, err := a.inv.Valuation.Closing(ctx, input.ID, input.page())
	if err != nil {
		return nil, err
	}
	settings, err := a.inv.Core.Settings(ctx)
	if err != nil {
		return nil, err
	}
	return answerBody(checkedClosingBody{
		ClosingBody: closingOf(checked.ClosingRow), Kept: closedTotalsOf(checked.Totals, checked.Currency),
		Today: closedTotalsOf(checked.Today, checked.Currency), Matches: checked.Matches, HashToday: checked.HashToday,
		Later: laterBody{
			Units: checked.Later.Units, CostValue: checked.Later.Value.In(checked.Currency), Count: checked.Later.Movements,
			Results: each(checked.Corrections, movementOf(settings.Zone())),
		},
	}, nil)
}
