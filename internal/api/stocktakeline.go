package api

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
)

func (a *API) stocktakeLineRoutes() {
	read, adjust := a.may(core.ReadProducts), a.may(core.AdjustStock)
	add(read, "GET /stocktakes/{id}/lines/", "listStocktakeLines", "Líneas de un recuento", a.listStocktakeLines)
	add(adjust, "PUT /stocktakes/{id}/lines/{productId}/", "countProduct", "Anotar lo contado", a.countProduct)
	add(adjust, "POST /stocktakes/{id}/scan/", "scanProduct", "Sumar lo escaneado", a.scanProduct)
}

type stocktakeLineBody struct {
	ProductID     int64      `json:"productId"`
	ProductName   string     `json:"productName"`
	ProductSKU    string     `json:"productSku"`
	Barcode       string     `json:"barcode"`
	ImageURL      string     `json:"imageUrl"`
	Category      string     `json:"category"`
	Expected      *int64     `json:"expected" nullable:"true" doc:"El stock al contarlo, o al abrir el recuento; null mientras sea a ciegas"`
	Counted       *int64     `json:"counted" nullable:"true" doc:"null: sin contar"`
	Difference    *int64     `json:"difference" nullable:"true" doc:"null sin contar o mientras sea a ciegas"`
	CountedByName *string    `json:"countedByName" nullable:"true"`
	CountedAt     *time.Time `json:"countedAt" nullable:"true"`
	MovementID    *int64     `json:"movementId" nullable:"true" doc:"El movimiento que registró la diferencia"`
}

func stocktakeLineOf(hidden bool) func(ledger.StocktakeLineRow) stocktakeLineBody {
	return func(l ledger.StocktakeLineRow) stocktakeLineBody {
		body := stocktakeLineBody{
			ProductID: l.ProductID, ProductName: l.ProductName, ProductSKU: l.ProductSKU, Barcode: l.Barcode,
			ImageURL: l.ImageURL, Category: l.CategoryName, Counted: l.Counted, CountedAt: l.CountedAt,
		}
		if l.CountedAt != nil {
			body.CountedByName = &l.CountedByName
		}
		if l.MovementID != 0 {
			body.MovementID = &l.MovementID
		}
		if hidden {
			return body
		}
		body.Expected = &l.Expected
		if l.Counted != nil {
			difference := l.Difference()
			body.Difference = &difference
		}
		return body
	}
}

type listStocktakeLinesInput struct {
	IDInput
	PageInput
	Search          string `query:"search" maxLength:"200" doc:"Nombre, SKU, código de barras o marca"`
	OnlyDifferences bool   `query:"onlyDifferences" doc:"Lo contado que no es lo esperado"`
	OnlyPending     bool   `query:"onlyPending" doc:"Lo que nadie ha contado"`
}

func (a *API) listStocktakeLines(
	ctx context.Context, input *listStocktakeLinesInput,
) (*listOutput[stocktakeLineBody], error) {
	stocktake, lines, err := a.inv.Ledger.ListStocktakeLines(ctx, input.ID, ledger.StocktakeLineFilter{
		Search: input.Search, Differing: input.OnlyDifferences, Pending: input.OnlyPending, Page: input.page(),
	})
	return answerList(lines, stocktakeLineOf(stocktake.Hidden()), err)
}

type countOutput struct {
	Body struct {
		Stocktake stocktakeBody     `json:"stocktake"`
		Line      stocktakeLineBody `json:"line"`
	}
}

func counted(result ledger.CountedLine, err error) (*countOutput, error) {
	output := &countOutput{}
	output.Body.Stocktake = stocktakeOf(result.Stocktake)
	output.Body.Line = stocktakeLineOf(result.Stocktake.Hidden())(result.Line)
	return output, err
}

type countProductInput struct {
	IDInput
	ProductID int64 `path:"productId" minimum:"1"`
	Body      struct {
		Counted Nullable[int64] `json:"counted" doc:"Cuántas hay; null borra lo contado"`
	}
}

func (a *API) countProduct(ctx context.Context, input *countProductInput) (*countOutput, error) {
	return counted(a.inv.Ledger.CountProduct(ctx, actorOf(ctx), input.ID, input.ProductID, input.Body.Counted.Value))
}

type scanProductInput struct {
	IDInput
	Body struct {
		Code     string `json:"code" maxLength:"200" doc:"Código de barras o SKU"`
		Quantity *int64 `json:"quantity,omitempty" doc:"Por defecto, 1"`
	}
}

func (a *API) scanProduct(ctx context.Context, input *scanProductInput) (*countOutput, error) {
	quantity := int64(1)
	if input.Body.Quantity != nil {
		quantity = *input.Body.Quantity
	}
	return counted(a.inv.Ledger.ScanProduct(ctx, actorOf(ctx), input.ID, input.Body.Code, quantity))
}
