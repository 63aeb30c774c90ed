package api

import (
	"context"
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/valuation"
)

func (a *API) valuationRoutes() {
	read := a.may(core.ReadProducts)
	add(read, "GET /inventory/", "listInventory", "Stock por producto y almacén, con su valor", a.listInventory)
}

// valuationBody is what is in stock of a product, where, and what it is worth.
type valuationBody struct {
	ProductID    int64               `json:"productId"`
	ProductName  string              `json:"productName"`
	ProductSKU   string              `json:"productSku"`
	ImageURL     string              `json:"imageUrl"`
	Category     *string             `json:"category" nullable:"true"`
	Status       int                 `json:"status" doc:"1 activo, 2 inactivo, 3 descontinuado, 4 sin stock"`
	Stock        int64               `json:"stock" doc:"En el almacén pedido, o en todos"`
	CurrentStock int64               `json:"currentStock" doc:"En todos los almacenes"`
	MinStock     *int64              `json:"minStock" nullable:"true"`
	Reserved     int64               `json:"reserved"`
	Available    int64               `json:"available"`
	Cost         *float64            `json:"cost" nullable:"true" doc:"Coste medio de una unidad, en la moneda de compra"`
	Price        *float64            `json:"price" nullable:"true"`
	CostValue    *float64            `json:"costValue" nullable:"true" doc:"Stock por coste; null si no se sabe el coste"`
	SaleValue    *float64            `json:"saleValue" nullable:"true" doc:"Stock por precio; null si no tiene precio"`
	Margin       *marginBody         `json:"margin,omitempty" doc:"Lo que se gana con una unidad; falta si no se sabe el coste o el precio, o son de monedas sin cambio"`
	Locations    []locationStockBody `json:"locations" doc:"Dónde está lo que hay"`
	Deleted      bool                `json:"deleted,omitempty" doc:"De una fecha: el producto se ha eliminado"`
}

func valuationOf(v ledger.Valuation, exchange valuation.Exchange) valuationBody {
	p := v.Product
	body := valuationBody{
		ProductID: p.ID, ProductName: p.Name, ProductSKU: p.SKU, ImageURL: p.ImageURL, Status: int(p.Status), Stock: v.Stock,
		CurrentStock: p.Stock, MinStock: p.MinStock, Reserved: p.Reserved, Available: p.Available(),
		Cost:  amount(p.Cost, p.CostCurrency),
		Price: amount(p.Price, p.PriceCurrency), Locations: each(v.Locations, locationStockOf),
	}
	if p.Category != nil {
		body.Category = &p.Category.Name
	}
	body.CostValue, body.Margin = amount(v.CostValue, p.CostCurrency), marginBodyOf(exchange.Margin(p), p.PriceCurrency)
	if p.Price != nil {
		value := v.SaleValue()
		body.SaleValue = amount(&value, p.PriceCurrency)
	}
	return body
}

type listInventoryInput struct {
	Slow
	PageInput
	Search        string                    `query:"search" maxLength:"200"`
	Category      string                    `query:"category" maxLength:"200" doc:"Nombre o número"`
	Location      int64                     `query:"location" minimum:"1"`
	OnlyWithStock bool                      `query:"onlyWithStock"`
	Ordering      catalogue.ProductOrdering `query:"ordering" enum:"name,-name,sku,-sku,currentStock,-currentStock,category,-category,costValue,-costValue" default:"name"`
	At            string                    `query:"at" maxLength:"40" doc:"Lo que había en un momento: un día (su final), o una hora en la zona del negocio o con la suya"`
	Method        valuation.Method          `query:"method" enum:"pmp,fifo" default:"pmp" doc:"De una fecha: precio medio ponderado, o primera entrada primera salida"`
	Cost          valuation.KnownCost       `query:"cost" enum:"all,known,unknown" default:"all" doc:"De una fecha: solo los productos cuyo coste se sabía, o solo los demás"`
}

// inventorySummary is what the whole filtered set comes to.
type inventorySummary struct {
	Products         int64   `json:"products"`
	Units            int64   `json:"units"`
	CostValue        float64 `json:"costValue"`
	PurchaseCurrency string  `json:"purchaseCurrency"`
	SaleValue        float64 `json:"saleValue"`
	SalesCurrency    string  `json:"salesCurrency"`
	WithoutCost      int64   `json:"withoutCost" doc:"Productos con stock cuyo coste no se sabe: no están en costValue"`
	WithoutPrice     int64   `json:"withoutPrice" doc:"Productos con stock y sin precio: no están en saleValue"`
}

type listInventoryOutput struct {
	Body struct {
		ListBody[valuationBody]
		Summary inventorySummary `json:"summary"`
		Instant *instantBody     `json:"instant,omitempty" doc:"De una fecha: cuál, y lo que suma"`
	}
}

func (a *API) listInventory(ctx context.Context, input *listInventoryInput) (*listInventoryOutput, error) {
	if input.At != "" {
		return a.listInventoryAt(ctx, input)
	}
	if strings.TrimPrefix(string(input.Ordering), "-") == string(valuation.ValuesByValue) {
		return nil, core.FieldError("ordering", "Por valor solo se puede ordenar lo de una fecha")
	}
	valuations, err := a.inv.Ledger.ListValuations(ctx, ledger.ValuationFilter{
		Search: input.Search, Category: labelQuery(input.Category), LocationID: input.Location,
		WithStock: input.OnlyWithStock, Ordering: input.Ordering, Page: input.page(),
	})
	if err != nil {
		return nil, err
	}
	settings, err := a.inv.Core.Settings(ctx)
	if err != nil {
		return nil, err
	}
	exchange, _ := valuation.ExchangeOf(settings)
	output := &listInventoryOutput{}
	output.Body.ListBody = listOf(valuations.List, func(v ledger.Valuation) valuationBody {
		return valuationOf(v, exchange)
	})
	totals := valuations.Totals
	output.Body.Summary = inventorySummary{
		Products: totals.Products, Units: totals.Units, CostValue: totals.CostValue.In(valuations.PurchaseCurrency),
		PurchaseCurrency: valuations.PurchaseCurrency, SaleValue: totals.SaleValue.In(valuations.SalesCurrency),
		SalesCurrency: valuations.SalesCurrency, WithoutCost: totals.WithoutCost, WithoutPrice: totals.WithoutPrice,
	}
	return output, nil
}
