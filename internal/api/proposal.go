package api

import (
	"context"

	"estante/internal/purchase"
)

// proposedLineBody is what to order of a product.
type proposedLineBody struct {
	ProductID   int64    `json:"productId"`
	SKU         string   `json:"sku"`
	Name        string   `json:"name"`
	SupplierSKU string   `json:"supplierSku"`
	ToDo        int64    `json:"toDo" doc:"Lo que pide la previsión"`
	RunsOutIn   *int     `json:"runsOutIn" nullable:"true"`
	Packs       int64    `json:"packs"`
	PackUnits   int64    `json:"packUnits"`
	Quantity    int64    `json:"quantity" doc:"En unidades: paquetes enteros, y no menos de los que vende el proveedor"`
	PackPrice   *float64 `json:"packPrice" nullable:"true"`
	TotalCost   *float64 `json:"totalCost" nullable:"true"`
}

func proposedLineOf(currency string) func(purchase.ProposedLine) proposedLineBody {
	return func(l purchase.ProposedLine) proposedLineBody {
		return proposedLineBody{
			ProductID: l.ProductID, SKU: l.SKU, Name: l.Name, SupplierSKU: l.SupplierSKU, ToDo: l.ToDo, RunsOutIn: l.RunsOutIn,
			Packs: l.Packs, PackUnits: l.PackUnits, Quantity: l.Units, PackPrice: packPrice(l.PackPrice),
			TotalCost: amount(l.Value, currency),
		}
	}
}

// proposalBody is an order to one supplier.
type proposalBody struct {
	SupplierID  int64              `json:"supplierId"`
	Supplier    string             `json:"supplier"`
	Currency    string             `json:"currency"`
	Lines       []proposedLineBody `json:"lines"`
	TotalCost   *float64           `json:"totalCost"`
	MinCost     *float64           `json:"minCost" nullable:"true" doc:"El pedido mínimo del proveedor; null si no tiene"`
	MissingCost *float64           `json:"missingCost" doc:"Lo que falta hasta el pedido mínimo del proveedor; 0 si llega"`
	Next        []proposedLineBody `json:"next" doc:"Si no llega: lo próximo del mismo proveedor que se agotará, para completar"`
	PurchaseIDs []int64            `json:"purchaseIds" doc:"Los borradores creados; ninguno si solo se mira"`
}

func proposalOf(p purchase.Proposal) proposalBody {
	line := proposedLineOf(p.Currency)
	return proposalBody{
		SupplierID: p.SupplierID, Supplier: p.SupplierName, Currency: p.Currency, Lines: each(p.Lines, line),
		TotalCost: amount(&p.Value, p.Currency), MinCost: amount(p.MinOrder, p.Currency),
		MissingCost: amount(&p.Missing, p.Currency), Next: each(p.Next, line),
		PurchaseIDs: append([]int64{}, p.PurchaseIDs...),
	}
}

// wantedBody is a product without a preferred supplier.
type wantedBody struct {
	ProductID int64  `json:"productId"`
	SKU       string `json:"sku"`
	Name      string `json:"name"`
	ToDo      int64  `json:"toDo"`
	RunsOutIn *int   `json:"runsOutIn" nullable:"true"`
}

func wantedOf(w purchase.Wanted) wantedBody {
	return wantedBody{ProductID: w.ProductID, SKU: w.SKU, Name: w.Name, ToDo: w.ToDo, RunsOutIn: w.RunsOutIn}
}

type fromForecastInput struct {
	Body struct {
		ProductIDs []int64 `json:"productIds,omitempty" doc:"Ninguno: todo lo que hay que pedir"`
		Preview    bool    `json:"preview,omitempty" doc:"Solo mirar lo que se crearía"`
	}
}

type proposalsBody struct {
	Orders          []proposalBody `json:"orders"`
	WithoutSupplier []wantedBody   `json:"withoutSupplier" doc:"Productos sin proveedor preferido: no se piden"`
}

func (a *API) purchasesFromForecast(
	ctx context.Context, input *fromForecastInput,
) (*bodyOutput[proposalsBody], error) {
	made, err := a.inv.Purchases.FromForecast(ctx, actorOf(ctx), input.Body.ProductIDs, input.Body.Preview)
	return answerBody(proposalsBody{
		Orders: each(made.Orders, proposalOf), WithoutSupplier: each(made.Without, wantedOf),
	}, err)
}
