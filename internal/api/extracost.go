package api

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/purchase"
)

func (a *API) extraCostRoutes() {
	edit := a.may(core.EditPurchases)
	add(edit, "POST /purchases/{id}/extra-costs/", "addExtraCost", "Añadir un gasto a una compra", a.addExtraCost, created)
	add(edit, "POST /purchases/{id}/extra-costs/{extraId}/undo/", "undoExtraCost", "Quitar un gasto de una compra",
		a.undoExtraCost)
}

// extraCostBody is what a purchase costs besides its lines. All of it is told to those alone who
// may see costs.
type extraCostBody struct {
	ID            int64              `json:"id"`
	ReceiptID     *int64             `json:"receiptId" nullable:"true" doc:"La recepción; null si es de toda la compra"`
	Kind          purchase.ExtraKind `json:"kind" enum:"transport,customs,other"`
	KindName      string             `json:"kindName"`
	Amount        float64            `json:"amount"`
	Currency      string             `json:"currency"`
	Rate          *float64           `json:"rate" nullable:"true"`
	TotalCost     *float64           `json:"totalCost" doc:"En la moneda de los costes"`
	ShareBy       purchase.Sharing   `json:"shareBy" enum:"value,units,hand"`
	SharedCost    *float64           `json:"sharedCost" doc:"Lo repartido ya entre lo que ha llegado"`
	RaisedCost    *float64           `json:"raisedCost" doc:"De lo repartido, lo que sube el valor del stock"`
	SoldCost      *float64           `json:"soldCost" doc:"De lo repartido, lo que era de unidades que ya habían salido"`
	Notes         string             `json:"notes"`
	CreatedByName string             `json:"createdByName"`
	CreatedAt     time.Time          `json:"createdAt"`
	UndoneAt      *time.Time         `json:"undoneAt" nullable:"true" doc:"Cuándo se quitó"`
}

func extraCostOf(e purchase.ExtraCost) extraCostBody {
	var shared, raised, sold core.Cents
	for _, share := range e.Shares {
		shared, raised, sold = shared+share.Amount, raised+share.Raised, sold+share.Sold
	}
	return extraCostBody{
		ID: e.ID, ReceiptID: orNull(e.ReceiptID), Kind: e.Kind, KindName: e.Kind.Label(), Amount: e.Amount.In(e.Currency),
		Currency: e.Currency, Rate: numberOf(e.Rate), TotalCost: amount(&e.Cost, e.CostCurrency), ShareBy: e.ShareBy,
		SharedCost: amount(&shared, e.CostCurrency), RaisedCost: amount(&raised, e.CostCurrency),
		SoldCost: amount(&sold, e.CostCurrency), Notes: e.Notes,
		CreatedByName: e.CreatedByName, CreatedAt: e.CreatedAt, UndoneAt: e.UndoneAt,
	}
}

// HandShareInput is the part of an extra cost that a person gives to a line of a receipt.
type HandShareInput struct {
	ReceiptLineID int64   `json:"receiptLineId"`
	Amount        float64 `json:"amount" doc:"En la moneda de los costes"`
}

type addExtraCostInput struct {
	IDInput
	Body struct {
		ReceiptID int64              `json:"receiptId,omitempty" doc:"Por defecto, es de toda la compra"`
		Kind      purchase.ExtraKind `json:"kind" enum:"transport,customs,other"`
		Amount    float64            `json:"amount"`
		Currency  string             `json:"currency,omitempty" doc:"Por defecto, la de la compra"`
		Rate      *float64           `json:"rate,omitempty" nullable:"true" doc:"Cuánto vale 1 de su moneda en la de los costes"`
		ShareBy   purchase.Sharing   `json:"shareBy" enum:"value,units,hand"`
		Shares    []HandShareInput   `json:"shares,omitempty" doc:"A mano: la parte de cada línea recibida; suman el importe"`
		Notes     string             `json:"notes,omitempty"`
	}
}

func (a *API) addExtraCost(ctx context.Context, input *addExtraCostInput) (*versionOutput[purchaseDetailBody], error) {
	in := input.Body
	rate, err := rateOf(in.Rate, "rate")
	if err != nil {
		return nil, err
	}
	of, err := a.inv.Purchases.Purchase(ctx, input.ID)
	if err != nil {
		return nil, err
	}
	costs, err := a.costCurrency(ctx)
	if err != nil {
		return nil, err
	}
	cents, err := centsOf(&in.Amount, cmp.Or(in.Currency, of.Currency), "amount")
	if err != nil {
		return nil, err
	}
	fields := purchase.ExtraFields{
		ReceiptID: in.ReceiptID, Kind: in.Kind, Amount: *cents, Currency: in.Currency, Rate: rate, ShareBy: in.ShareBy,
		Notes: in.Notes,
	}
	for i, share := range in.Shares {
		part, err := centsOf(&share.Amount, costs, fmt.Sprintf("shares[%d].amount", i))
		if err != nil {
			return nil, err
		}
		fields.Shares = append(fields.Shares, purchase.HandShare{ReceiptLineID: share.ReceiptLineID, Amount: *part})
	}
	detail, err := a.inv.Purchases.AddExtraCost(ctx, actorOf(ctx), input.ID, fields)
	return a.shownPurchase(ctx, detail, err)
}

type undoExtraCostInput struct {
	IDInput
	ExtraID int64 `path:"extraId"`
}

func (a *API) undoExtraCost(
	ctx context.Context, input *undoExtraCostInput,
) (*versionOutput[purchaseDetailBody], error) {
	detail, err := a.inv.Purchases.UndoExtraCost(ctx, actorOf(ctx), input.ID, input.ExtraID)
	return a.shownPurchase(ctx, detail, err)
}
