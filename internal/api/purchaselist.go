package api

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/core"
	"estante/internal/purchase"
	"estante/internal/report"
)

// PurchaseFilterInput are the filters of the list of purchases.
type PurchaseFilterInput struct {
	Search   string          `query:"search" maxLength:"200" doc:"Número, proveedor, SKU o nombre de un producto, o albarán"`
	IDs      []int64         `query:"ids" maxItems:"100" doc:"Solo estas compras"`
	Status   purchase.Status `query:"status" enum:"draft,sent,received,closed,cancelled"`
	Supplier int64           `query:"supplier" minimum:"1"`
	Product  int64           `query:"product" minimum:"1" doc:"Las que piden este producto"`
	Late     bool            `query:"late" doc:"Solo las que ya deberían haber llegado"`
	DaysInput
	Ordering purchase.Ordering `query:"ordering" enum:"due,-due,createdAt,-createdAt,number,-number,totalCost,-totalCost,expectedOn,-expectedOn" default:"-due" doc:"-due: las que más tardan, primero; después, las demás, de la más nueva a la más antigua"`
}

func (a *API) purchaseFilter(ctx context.Context, input PurchaseFilterInput) (purchase.Filter, error) {
	days, _, err := a.days(ctx, input.DaysInput)
	ordering := input.Ordering
	if ordering == purchase.ByTotal || ordering == "-"+purchase.ByTotal {
		// The order of what they cost tells it.
		if !actorOf(ctx).Role.May(core.ReadCosts) {
			ordering = ""
		}
	}
	return purchase.Filter{
		Search: input.Search, IDs: input.IDs, Status: input.Status, SupplierID: input.Supplier, ProductID: input.Product,
		Late: input.Late, From: days.From, To: days.To, Ordering: ordering,
	}, err
}

type listPurchasesInput struct {
	PageInput
	PurchaseFilterInput
}

// purchaseStates is how many purchases are in each state.
type purchaseStates struct {
	Draft     int64 `json:"draft"`
	Sent      int64 `json:"sent"`
	Received  int64 `json:"received"`
	Closed    int64 `json:"closed"`
	Cancelled int64 `json:"cancelled"`
}

type listPurchasesOutput struct {
	Body struct {
		ListBody[PurchaseBody]
		States purchaseStates `json:"states" doc:"Cuántas hay en cada estado, sin filtros"`
	}
}

func (a *API) listPurchases(ctx context.Context, input *listPurchasesInput) (*listPurchasesOutput, error) {
	filter, err := a.purchaseFilter(ctx, input.PurchaseFilterInput)
	if err != nil {
		return nil, err
	}
	filter.Page = input.page()
	costs, err := a.costCurrency(ctx)
	if err != nil {
		return nil, err
	}
	list, err := a.inv.Purchases.ListPurchases(ctx, filter)
	output := &listPurchasesOutput{}
	output.Body.ListBody = listOf(list.List, func(p purchase.Row) PurchaseBody { return purchaseOf(p, list.Today, costs) })
	output.Body.States = purchaseStates{
		Draft: list.States[purchase.Draft], Sent: list.States[purchase.Sent], Received: list.States[purchase.Received],
		Closed: list.States[purchase.Closed], Cancelled: list.States[purchase.Cancelled],
	}
	return output, err
}

type exportPurchasesInput struct {
	ExportInput
	PurchaseFilterInput
}

func (a *API) exportPurchases(ctx context.Context, input *exportPurchasesInput) (*huma.StreamResponse, error) {
	filter, err := a.purchaseFilter(ctx, input.PurchaseFilterInput)
	if err != nil {
		return nil, err
	}
	walk := func(row func(purchase.Row) error) error { return a.inv.Purchases.WalkPurchases(ctx, filter, row) }
	costs := ""
	if actorOf(ctx).Role.May(core.ReadCosts) {
		if costs, err = a.costCurrency(ctx); err != nil {
			return nil, err
		}
	}
	return exportRows(ctx, a, &input.ExportInput, "compras", report.Purchases(costs), walk)
}

// pendingPurchaseBody is what is on its way of a product by one purchase.
type pendingPurchaseBody struct {
	LineID      int64   `json:"lineId"`
	PurchaseID  int64   `json:"purchaseId"`
	Number      string  `json:"number"`
	SupplierID  int64   `json:"supplierId"`
	Supplier    string  `json:"supplier"`
	ProductID   int64   `json:"productId"`
	ProductSKU  string  `json:"productSku"`
	ProductName string  `json:"productName"`
	Pending     int64   `json:"pending"`
	ExpectedOn  *string `json:"expectedOn" nullable:"true" format:"date"`
}

func pendingPurchaseOf(p purchase.Pending) pendingPurchaseBody {
	return pendingPurchaseBody{
		LineID: p.LineID, PurchaseID: p.PurchaseID, Number: p.Number, SupplierID: p.SupplierID, Supplier: p.SupplierName,
		ProductID: p.ProductID, ProductSKU: p.SKU, ProductName: p.Name, Pending: p.Units, ExpectedOn: dayOf(p.ExpectedOn),
	}
}

type listPendingInput struct {
	PageInput
	Product int64 `query:"product" minimum:"1"`
}

func (a *API) listPendingPurchases(
	ctx context.Context, input *listPendingInput,
) (*listOutput[pendingPurchaseBody], error) {
	list, err := a.inv.Purchases.Pending(ctx, input.Product, input.page())
	return answerList(list, pendingPurchaseOf, err)
}
