package api

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/purchase"
)

func (a *API) supplierReturnRoutes() {
	read, edit := a.may(core.ReadPurchases), a.may(core.EditPurchases)
	add(read, "GET /supplier-returns/", "listSupplierReturns", "Devoluciones a proveedores", a.listSupplierReturns)
	add(edit, "POST /supplier-returns/", "createSupplierReturn", "Devolver a un proveedor", a.createSupplierReturn,
		created)
	add(read, "GET /supplier-returns/{id}/", "getSupplierReturn", "Una devolución a un proveedor", a.getSupplierReturn)
	add(edit, "POST /supplier-returns/{id}/undo/", "undoSupplierReturn", "Deshacer una devolución a un proveedor",
		a.undoSupplierReturn)
}

// supplierReturnLineBody is what went back of one product.
type supplierReturnLineBody struct {
	ID             int64    `json:"id"`
	ProductID      int64    `json:"productId"`
	ProductSKU     string   `json:"productSku"`
	ProductName    string   `json:"productName"`
	PurchaseID     *int64   `json:"purchaseId" nullable:"true"`
	PurchaseLineID *int64   `json:"purchaseLineId" nullable:"true"`
	Quantity       int64    `json:"quantity"`
	TotalCost      *float64 `json:"totalCost" nullable:"true" doc:"Lo que valían al salir, en la moneda de los costes"`
	MovementID     int64    `json:"movementId"`
}

func supplierReturnLineOf(l purchase.SupplierReturnLineRow, costs string) supplierReturnLineBody {
	return supplierReturnLineBody{
		ID: l.ID, ProductID: l.ProductID, ProductSKU: l.SKU, ProductName: l.Name, PurchaseID: orNull(l.PurchaseID),
		PurchaseLineID: orNull(l.LineID), Quantity: l.Quantity, TotalCost: amount(l.Value, costs), MovementID: l.MovementID,
	}
}

type supplierReturnBody struct {
	ID            int64                    `json:"id"`
	SupplierID    int64                    `json:"supplierId"`
	Supplier      string                   `json:"supplier"`
	LocationID    int64                    `json:"locationId"`
	Location      string                   `json:"location"`
	Replace       bool                     `json:"replace" doc:"El proveedor lo repone: vuelve a estar en camino"`
	Notes         string                   `json:"notes"`
	Lines         []supplierReturnLineBody `json:"lines"`
	CreatedBy     int64                    `json:"createdBy" doc:"0 cuando fue el sistema"`
	CreatedByName string                   `json:"createdByName"`
	CreatedAt     time.Time                `json:"createdAt"`
	UndoneAt      *time.Time               `json:"undoneAt" nullable:"true" doc:"Cuándo se deshizo"`
}

// supplierReturnOf is a return, given the currency of costs.
func supplierReturnOf(costs string) func(purchase.SupplierReturnRow) supplierReturnBody {
	line := func(l purchase.SupplierReturnLineRow) supplierReturnLineBody { return supplierReturnLineOf(l, costs) }
	return func(s purchase.SupplierReturnRow) supplierReturnBody {
		return supplierReturnBody{
			ID: s.ID, SupplierID: s.SupplierID, Supplier: s.SupplierName, LocationID: s.LocationID, Location: s.LocationName,
			Replace: s.Replace, Notes: s.Notes, Lines: each(s.Lines, line), CreatedBy: s.CreatedBy,
			CreatedByName: s.CreatedByName, CreatedAt: s.CreatedAt, UndoneAt: s.UndoneAt,
		}
	}
}

type listSupplierReturnsInput struct {
	PageInput
	Supplier int64 `query:"supplier" minimum:"1"`
	DaysInput
}

func (a *API) listSupplierReturns(
	ctx context.Context, input *listSupplierReturnsInput,
) (*listOutput[supplierReturnBody], error) {
	days, _, err := a.days(ctx, input.DaysInput)
	if err != nil {
		return nil, err
	}
	list, err := a.inv.Purchases.ListSupplierReturns(ctx, purchase.ReturnFilter{
		SupplierID: input.Supplier, From: days.From, To: days.To, Page: input.page(),
	})
	if err != nil {
		return nil, err
	}
	costs, err := a.costCurrency(ctx)
	return answerList(list, supplierReturnOf(costs), err)
}

// ReturnLineInput is what goes back of one product.
type ReturnLineInput struct {
	ProductID      int64 `json:"productId"`
	Quantity       int64 `json:"quantity"`
	PurchaseLineID int64 `json:"purchaseLineId,omitempty" doc:"La línea de la compra con la que llegó"`
}

type createSupplierReturnInput struct {
	Body struct {
		SupplierID int64             `json:"supplierId"`
		LocationID int64             `json:"locationId,omitempty" doc:"De dónde sale; por defecto, el almacén principal"`
		Replace    bool              `json:"replace,omitempty" doc:"El proveedor lo repone"`
		Notes      string            `json:"notes,omitempty"`
		Lines      []ReturnLineInput `json:"lines" doc:"200 como mucho"`
	}
}

func (a *API) createSupplierReturn(
	ctx context.Context, input *createSupplierReturnInput,
) (*bodyOutput[supplierReturnBody], error) {
	in := input.Body
	fields := purchase.ReturnFields{
		SupplierID: in.SupplierID, LocationID: in.LocationID, Replace: in.Replace, Notes: in.Notes,
	}
	for _, l := range in.Lines {
		fields.Lines = append(fields.Lines, purchase.ReturnLineFields{
			ProductID: l.ProductID, Quantity: l.Quantity, LineID: l.PurchaseLineID,
		})
	}
	made, err := a.inv.Purchases.ReturnToSupplier(ctx, actorOf(ctx), fields)
	return a.shownSupplierReturn(ctx, made, err)
}

func (a *API) shownSupplierReturn(
	ctx context.Context, made purchase.SupplierReturnRow, err error,
) (*bodyOutput[supplierReturnBody], error) {
	if err != nil {
		return nil, err
	}
	costs, err := a.costCurrency(ctx)
	return answerBody(supplierReturnOf(costs)(made), err)
}

func (a *API) getSupplierReturn(ctx context.Context, input *IDInput) (*bodyOutput[supplierReturnBody], error) {
	made, err := a.inv.Purchases.SupplierReturn(ctx, input.ID)
	return a.shownSupplierReturn(ctx, made, err)
}

func (a *API) undoSupplierReturn(ctx context.Context, input *IDInput) (*bodyOutput[supplierReturnBody], error) {
	made, err := a.inv.Purchases.UndoSupplierReturn(ctx, actorOf(ctx), input.ID)
	return a.shownSupplierReturn(ctx, made, err)
}
