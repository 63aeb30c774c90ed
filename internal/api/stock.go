package api

import (
	"context"
	"errors"

	"estante/internal/core"
	"estante/internal/ledger"
)

func (a *API) stockRoutes() {
	adjust := a.may(core.AdjustStock)
	add(adjust, "POST /products/adjust-stock/", "adjustNamedStock", "Ajustar el stock", a.adjustNamedStock)
	add(adjust, "POST /products/{id}/adjust_stock/", "adjustStock", "Ajustar el stock", a.adjustStock)
}

// AdjustBody is an adjustment of stock, in the words of both of the spec's callers.
type AdjustBody struct {
	Quantity      int64  `json:"quantity" doc:"Con set puede ser 0"`
	Type          string `json:"type" enum:"in,out,add,remove,set"`
	Reason        string `json:"reason,omitempty" enum:"restock,sale,damage,adjustment,return,transfer,other"`
	Notes         string `json:"notes,omitempty"`
	LocationID    int64  `json:"locationId,omitempty" doc:"Por defecto, el almacén principal. Con set, la cantidad es la de ese almacén; sin él, la de todo el producto, y el principal pone la diferencia"`
	ExpectedStock *int64 `json:"expectedStock,omitempty" doc:"Con set: el stock que se vio, del producto o del almacén indicado; si ya no es ese, 409"`
}

// adjustmentTypes are the names of the types, of which two have two.
var adjustmentTypes = map[string]ledger.AdjustmentType{
	"in": ledger.AdjustAdd, "add": ledger.AdjustAdd, "out": ledger.AdjustRemove, "remove": ledger.AdjustRemove,
	"set": ledger.AdjustSet,
}

type adjustStockInput struct {
	IDInput
	Body AdjustBody
}

type adjustStockOutput struct{ Body adjustedBody }

// adjustedBody has no name of its own in the document.
type adjustedBody = struct {
	NewStock   int64       `json:"new_stock"`
	MovementID *int64      `json:"movementId" nullable:"true" doc:"null si el stock ya era ese"`
	Product    productBody `json:"product"`
}

func (a *API) adjustStock(ctx context.Context, input *adjustStockInput) (*adjustStockOutput, error) {
	return a.adjust(ctx, input.ID, input.Body)
}

type adjustNamedStockInput struct {
	Body struct {
		ProductID int64 `json:"productId"`
		AdjustBody
	}
}

func (a *API) adjustNamedStock(ctx context.Context, input *adjustNamedStockInput) (*adjustStockOutput, error) {
	output, err := a.adjust(ctx, input.Body.ProductID, input.Body.AdjustBody)
	if errors.Is(err, core.ErrNotFound) {
		// Here the product is a field of the body and not a part of the address.
		return nil, core.FieldError("productId", "El producto no existe")
	}
	return output, err
}

func (a *API) adjust(ctx context.Context, productID int64, in AdjustBody) (*adjustStockOutput, error) {
	adjusted, err := a.inv.Ledger.AdjustStock(ctx, actorOf(ctx), productID, ledger.Adjustment{
		Type: adjustmentTypes[in.Type], Quantity: in.Quantity, Reason: ledger.Reason(in.Reason), Notes: in.Notes,
		LocationID: in.LocationID, ExpectedStock: in.ExpectedStock,
	})
	return a.adjusted(ctx, adjusted, err)
}

func (a *API) adjusted(ctx context.Context, adjusted ledger.Adjusted, err error) (*adjustStockOutput, error) {
	output := &adjustStockOutput{}
	switch {
	case err != nil:
		return nil, err
	case adjusted.Sold != nil:
		output.Body.Product = productOf(adjusted.Product, *adjusted.Sold)
	default:
		shown, err := a.shown(ctx, adjusted.Product, nil)
		if err != nil {
			return nil, err
		}
		output.Body.Product = *shown.Body
	}
	output.Body.NewStock = adjusted.Product.Stock
	if adjusted.Movement != nil {
		output.Body.MovementID = &adjusted.Movement.ID
	}
	return output, nil
}
