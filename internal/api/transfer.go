package api

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
)

func (a *API) transferRoutes() {
	read, adjust := a.may(core.ReadProducts), a.may(core.AdjustStock)
	add(read, "GET /transfers/", "listTransfers", "Traspasos entre almacenes", a.listTransfers)
	add(adjust, "POST /transfers/", "createTransfer", "Traspasar stock", a.createTransfer, created)
	add(adjust, "POST /transfers/{id}/undo/", "undoTransfer", "Deshacer un traspaso", a.undoTransfer)
}

type transferBody struct {
	ID             int64      `json:"id"`
	ProductID      int64      `json:"productId"`
	ProductName    string     `json:"productName"`
	ProductSKU     string     `json:"productSku"`
	FromLocationID int64      `json:"fromLocationId"`
	FromLocation   string     `json:"fromLocation"`
	ToLocationID   int64      `json:"toLocationId"`
	ToLocation     string     `json:"toLocation"`
	Quantity       int64      `json:"quantity"`
	Notes          string     `json:"notes"`
	CreatedBy      int64      `json:"createdBy" doc:"0 cuando fue el sistema"`
	CreatedByName  string     `json:"createdByName"`
	CreatedAt      time.Time  `json:"createdAt"`
	UndoneAt       *time.Time `json:"undoneAt" nullable:"true" doc:"Cuándo se deshizo"`
}

func transferOf(t ledger.TransferRow) transferBody {
	return transferBody{
		ID: t.ID, ProductID: t.ProductID, ProductName: t.ProductName, ProductSKU: t.ProductSKU,
		FromLocationID: t.FromLocationID, FromLocation: t.FromName, ToLocationID: t.ToLocationID, ToLocation: t.ToName,
		Quantity: t.Quantity, Notes: t.Notes, CreatedBy: t.CreatedBy, CreatedByName: t.CreatedByName, CreatedAt: t.CreatedAt,
		UndoneAt: t.UndoneAt,
	}
}

type listTransfersInput struct {
	PageInput
	Product  int64  `query:"product" minimum:"1"`
	Location int64  `query:"location" minimum:"1" doc:"De origen o de destino"`
	Search   string `query:"search" maxLength:"200" doc:"Nombre o SKU del producto"`
	DaysInput
}

func (a *API) listTransfers(ctx context.Context, input *listTransfersInput) (*listOutput[transferBody], error) {
	days, _, err := a.days(ctx, input.DaysInput)
	if err != nil {
		return nil, err
	}
	transfers, err := a.inv.Ledger.ListTransfers(ctx, ledger.TransferFilter{
		ProductID: input.Product, LocationID: input.Location, Search: input.Search, From: days.From, To: days.To,
		Page: input.page(),
	})
	return answerList(transfers, transferOf, err)
}

type createTransferInput struct {
	Body struct {
		ProductID      int64  `json:"productId"`
		FromLocationID int64  `json:"fromLocationId"`
		ToLocationID   int64  `json:"toLocationId"`
		Quantity       int64  `json:"quantity"`
		Notes          string `json:"notes,omitempty"`
	}
}

func (a *API) createTransfer(ctx context.Context, input *createTransferInput) (*bodyOutput[transferBody], error) {
	transfer, err := a.inv.Ledger.CreateTransfer(ctx, actorOf(ctx), ledger.TransferFields(input.Body))
	return answerBody(transferOf(transfer), err)
}

func (a *API) undoTransfer(ctx context.Context, input *IDInput) (*bodyOutput[transferBody], error) {
	transfer, err := a.inv.Ledger.UndoTransfer(ctx, actorOf(ctx), input.ID)
	return answerBody(transferOf(transfer), err)
}
