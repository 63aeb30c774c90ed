package api

import (
	"context"

	"estante/internal/core"
	"estante/internal/forecasting"
)

func (a *API) bestSellerRoutes() {
	read := a.may(core.ReadProducts)
	add(read, "GET /products/best-sellers/", "bestSellers", "Los productos que más se venden", a.bestSellers)
}

// bestSellerBody is a product that sold much lately.
type bestSellerBody struct {
	ProductID   int64    `json:"productId"`
	ProductName string   `json:"productName"`
	SKU         string   `json:"sku"`
	Sold        int64    `json:"sold" doc:"Unidades vendidas en los últimos 30 días, sin las devueltas"`
	Growth      *float64 `json:"growth" nullable:"true" doc:"Porcentaje frente a los 30 días anteriores; null si en ellos no se vendió"`
}

func bestSellerOf(s forecasting.BestSeller) bestSellerBody {
	return bestSellerBody{
		ProductID: s.Product.ID, ProductName: s.Product.Name, SKU: s.Product.SKU, Sold: s.Sold, Growth: s.Growth,
	}
}

type bestSellersInput struct {
	Limit int `query:"limit" minimum:"1" maximum:"20" default:"5"`
}

func (a *API) bestSellers(ctx context.Context, input *bestSellersInput) (*bodyOutput[[]bestSellerBody], error) {
	sellers, err := a.inv.Forecasts.BestSellers(ctx, input.Limit)
	return answerBody(each(sellers, bestSellerOf), err)
}
