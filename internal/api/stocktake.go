package api

import (
	"context"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

func (a *API) stocktakeRoutes() {
	read, adjust := a.may(core.ReadProducts), a.may(core.AdjustStock)
	add(read, "GET /stocktakes/", "listStocktakes", "Recuentos", a.listStocktakes)
	add(adjust, "POST /stocktakes/", "openStocktake", "Abrir un recuento", a.openStocktake, created)
	add(read, "GET /stocktakes/{id}/", "getStocktake", "Un recuento", a.getStocktake)
	add(adjust, "PATCH /stocktakes/{id}/", "updateStocktake", "Enseñar u ocultar lo esperado", a.updateStocktake)
	add(adjust, "POST /stocktakes/{id}/post/", "postStocktake", "Registrar las diferencias", a.postStocktake)
	add(adjust, "POST /stocktakes/{id}/cancel/", "cancelStocktake", "Cancelar un recuento", a.cancelStocktake)
}

// stocktakeBody is a stocktake and how far it is. What a blind one expects is
// null until it is posted.
type stocktakeBody struct {
	ID            int64                 `json:"id"`
	LocationID    int64                 `json:"locationId"`
	Location      string                `json:"location"`
	CategoryID    *int64                `json:"categoryId" nullable:"true"`
	Category      *string               `json:"category" nullable:"true" doc:"null: todas"`
	Blind         bool                  `json:"blind"`
	State         ledger.StocktakeState `json:"state" enum:"open,posted,cancelled"`
	Notes         string                `json:"notes"`
	CreatedBy     int64                 `json:"createdBy" doc:"0 cuando fue el sistema"`
	CreatedByName string                `json:"createdByName"`
	CreatedAt     time.Time             `json:"createdAt"`
	EndedByName   *string               `json:"endedByName" nullable:"true"`
	EndedAt       *time.Time            `json:"endedAt" nullable:"true"`
	Lines         int64                 `json:"lines" doc:"Productos que abarca"`
	Counted       int64                 `json:"counted"`
	Uncounted     int64                 `json:"uncounted" doc:"Los que nadie ha contado: registrarlo no los toca"`
	Differing     *int64                `json:"differing" nullable:"true" doc:"null mientras sea a ciegas"`
	Version       int64                 `json:"version" doc:"El número del ETag"`
}

func stocktakeOf(s ledger.StocktakeRow) stocktakeBody {
	body := stocktakeBody{
		ID: s.ID, LocationID: s.LocationID, Location: s.LocationName, Blind: s.Blind, State: s.State, Notes: s.Notes,
		CreatedBy: s.CreatedBy, CreatedByName: s.CreatedByName, CreatedAt: s.CreatedAt, EndedAt: s.EndedAt,
		Lines: s.Lines, Counted: s.Counted, Uncounted: s.Lines - s.Counted, Version: s.Version,
	}
	if s.CategoryID != 0 {
		body.CategoryID, body.Category = &s.CategoryID, &s.CategoryName
	}
	if s.EndedAt != nil {
		body.EndedByName = &s.EndedByName
	}
	if !s.Hidden() {
		body.Differing = &s.Differing
	}
	return body
}

type listStocktakesInput struct {
	PageInput
	State    ledger.StocktakeState `query:"state" enum:"open,posted,cancelled"`
	Location int64                 `query:"location" minimum:"1"`
}

func (a *API) listStocktakes(ctx context.Context, input *listStocktakesInput) (*listOutput[stocktakeBody], error) {
	stocktakes, err := a.inv.Ledger.ListStocktakes(ctx, ledger.StocktakeFilter{
		State: input.State, LocationID: input.Location, Page: input.page(),
	})
	return answerList(stocktakes, stocktakeOf, err)
}

func shownStocktake(stocktake ledger.StocktakeRow, err error) (*versionOutput[stocktakeBody], error) {
	return answerVersion(stocktake.Version, stocktakeOf(stocktake), err)
}

func (a *API) getStocktake(ctx context.Context, input *IDInput) (*versionOutput[stocktakeBody], error) {
	return shownStocktake(a.inv.Ledger.Stocktake(ctx, input.ID))
}

type openStocktakeInput struct {
	Body struct {
		LocationID int64                `json:"locationId,omitempty" doc:"Por defecto, el almacén principal"`
		Category   Nullable[LabelInput] `json:"category,omitempty" doc:"Solo los productos de una categoría"`
		Blind      bool                 `json:"blind,omitempty" doc:"Oculta lo esperado a quien cuenta"`
		Notes      string               `json:"notes,omitempty"`
	}
}

func (a *API) openStocktake(ctx context.Context, input *openStocktakeInput) (*versionOutput[stocktakeBody], error) {
	fields := ledger.StocktakeFields{
		LocationID: input.Body.LocationID, Blind: input.Body.Blind, Notes: input.Body.Notes,
	}
	if input.Body.Category.Value != nil {
		fields.Category = catalogue.LabelRef(*input.Body.Category.Value)
	}
	return shownStocktake(a.inv.Ledger.OpenStocktake(ctx, actorOf(ctx), fields))
}

type updateStocktakeInput struct {
	IDInput
	IfMatch
	Body struct {
		Blind bool `json:"blind" doc:"false enseña lo esperado y las diferencias antes de registrarlas"`
	}
}

func (a *API) updateStocktake(ctx context.Context, input *updateStocktakeInput) (*versionOutput[stocktakeBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	return shownStocktake(a.inv.Ledger.SetBlind(ctx, actorOf(ctx), input.ID, input.Body.Blind, version))
}

func (a *API) cancelStocktake(ctx context.Context, input *IDInput) (*versionOutput[stocktakeBody], error) {
	return shownStocktake(a.inv.Ledger.CancelStocktake(ctx, actorOf(ctx), input.ID))
}

type postStocktakeOutput struct {
	Body struct {
		Stocktake stocktakeBody `json:"stocktake"`
		Movements int           `json:"movements" doc:"Diferencias registradas"`
		Skipped   int           `json:"skipped" doc:"Diferencias de productos eliminados mientras tanto"`
	}
}

func (a *API) postStocktake(ctx context.Context, input *IDInput) (*postStocktakeOutput, error) {
	posted, err := a.inv.Ledger.PostStocktake(ctx, actorOf(ctx), input.ID)
	output := &postStocktakeOutput{}
	output.Body.Stocktake = stocktakeOf(posted.Stocktake)
	output.Body.Movements, output.Body.Skipped = posted.Movements, posted.Skipped
	return output, err
}
