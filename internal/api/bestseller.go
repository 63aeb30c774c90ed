package api

import (
	"context"

	"estante/internal/inventory"
)

func (a *API) bestSellerRoutes() {
	read := a.may(inventory.ReadProducts)
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

type bestSellersInput struct {
	Limit int `query:"limit" minimum:"1" maximum:"20" default:"5"`
}

type bestSellersOutput struct{ Body []bestSellerBody }

func (a *API) bestSellers(ctx context.Context, input *bestSellersInput) (*bestSellersOutput, error) {
	sellers, err := a.inv.BestSellers(ctx, input.Limit)
	output := &bestSellersOutput{Body: make([]bestSellerBody, 0, len(sellers))}
	for _, seller := range sellers {
		output.Body = append(output.Body, bestSellerBody{
			ProductID: seller.Product.ID, ProductName: seller.Product.Name, SKU: seller.Product.SKU, Sold: seller.Sold, Growth: seller.Growth,
		})
	}
	return output, err
}
