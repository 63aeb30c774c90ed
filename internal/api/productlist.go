package api

import (
	"context"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/report"
)

func (a *API) productListRoutes() {
	read := a.may(core.ReadProducts)
	add(read, "GET /products/", "listProducts", "Productos", a.listProducts, lasting)
	add(read, "GET /products/search/", "searchProducts", "Buscar productos", a.searchProducts, lasting)
	add(read, "GET /products/stats/", "productStats", "Cifras del catálogo", a.productStats, lasting)
	add(read, "GET /products/statistics/", "productStatistics", "Cifras del catálogo", a.productStats, lasting)
	add(read, "GET /products/low-stock/", "listUnderThreshold", "Productos con pocas unidades", a.listUnderThreshold)
	add(read, "GET /products/low_stock/", "listLowStock", "Productos por debajo de su mínimo", a.listLowStock)
	add(read, "GET /products/out-of-stock/", "listOutOfStock", "Productos agotados", a.listOutOfStock)
	add(read, "GET /products/export/", "exportProducts", "Exportar los productos", a.exportProducts, export)
}

// ProductFilterInput are the filters of the spec's list of products.
type ProductFilterInput struct {
	Search   string                    `query:"search" maxLength:"200"`
	Category string                    `query:"category" maxLength:"200" doc:"Nombre o número"`
	Brand    string                    `query:"brand" maxLength:"200" doc:"Nombre o número"`
	Tag      string                    `query:"tag" maxLength:"200" doc:"Nombre o número"`
	Status   string                    `query:"status" enum:"1,2,3,4,active,inactive,discontinued,out_of_stock"`
	InStock  Optional[bool]            `query:"inStock"`
	LowStock Optional[bool]            `query:"lowStock"`
	MinPrice Optional[float64]         `query:"minPrice" minimum:"0"`
	MaxPrice Optional[float64]         `query:"maxPrice" minimum:"0"`
	MinStock Optional[int64]           `query:"minStock" minimum:"0"`
	MaxStock Optional[int64]           `query:"maxStock" minimum:"0"`
	Ordering catalogue.ProductOrdering `query:"ordering" enum:"name,-name,sku,-sku,currentStock,-currentStock,createdAt,-createdAt,category,-category,status,-status" default:"-createdAt"`
}

func (a *API) productFilter(ctx context.Context, in ProductFilterInput) (catalogue.ProductFilter, error) {
	settings, err := a.inv.Core.Settings(ctx)
	if err != nil {
		return catalogue.ProductFilter{}, err
	}
	minPrice, err := centsOf(in.MinPrice.pointer(), settings.SalesCurrency, "minPrice")
	if err != nil {
		return catalogue.ProductFilter{}, err
	}
	maxPrice, err := centsOf(in.MaxPrice.pointer(), settings.SalesCurrency, "maxPrice")
	if err != nil {
		return catalogue.ProductFilter{}, err
	}
	status, known := catalogue.StatusByCode(in.Status)
	if !known && in.Status != "" {
		number, _ := strconv.Atoi(in.Status) // The enum leaves only names and numbers.
		status = catalogue.ProductStatus(number)
	}
	return catalogue.ProductFilter{
		Search: in.Search, Category: labelQuery(in.Category), Brand: labelQuery(in.Brand), Tag: labelQuery(in.Tag),
		Status:  status,
		InStock: in.InStock.pointer(), LowStock: in.LowStock.pointer(), MinPrice: minPrice, MaxPrice: maxPrice,
		MinStock: in.MinStock.pointer(), MaxStock: in.MaxStock.pointer(), Ordering: in.Ordering,
	}, nil
}

// labelQuery takes digits for a number and everything else for a name.
func labelQuery(text string) catalogue.LabelRef {
	if id, err := strconv.ParseInt(text, 10, 64); err == nil && id > 0 {
		return catalogue.LabelRef{ID: id}
	}
	return catalogue.LabelRef{Name: text}
}

type listProductsInput struct {
	PageInput
	ProductFilterInput
}

type listProductsOutput struct{ Body ListBody[productBody] }

func (a *API) listProducts(ctx context.Context, input *listProductsInput) (*listProductsOutput, error) {
	filter, err := a.productFilter(ctx, input.ProductFilterInput)
	if err != nil {
		return nil, err
	}
	filter.Page = input.page()
	products, err := a.inv.Catalogue.ListProducts(ctx, filter)
	if err != nil {
		return nil, err
	}
	bodies, err := a.show(ctx, products.Rows)
	if err != nil {
		return nil, err
	}
	return &listProductsOutput{Body: ListBody[productBody]{
		Results: bodies, Count: products.Count.N, CountIsCapped: products.Count.Capped,
	}}, nil
}

// plainProducts is the shape of the spec's plain lists.
type plainProducts struct{ Body []productBody }

func (a *API) plain(ctx context.Context, products []catalogue.Product, err error) (*plainProducts, error) {
	if err != nil {
		return nil, err
	}
	bodies, err := a.show(ctx, products)
	return &plainProducts{Body: bodies}, err
}

type searchProductsInput struct {
	Q        string          `query:"q" maxLength:"200"`
	Limit    int             `query:"limit" minimum:"1" maximum:"100" default:"10"`
	StockMin Optional[int64] `query:"stock_min" minimum:"0"`
	StockMax Optional[int64] `query:"stock_max" minimum:"0"`
}

// searchProducts finds by text, by stock or by both, as the spec's two callers do.
func (a *API) searchProducts(ctx context.Context, input *searchProductsInput) (*plainProducts, error) {
	if !input.StockMin.Sent && !input.StockMax.Sent {
		products, err := a.inv.Catalogue.SearchProducts(ctx, input.Q, input.Limit)
		return a.plain(ctx, products, err)
	}
	found, err := a.inv.Catalogue.ListProducts(ctx, catalogue.ProductFilter{
		Search: input.Q, MinStock: input.StockMin.pointer(), MaxStock: input.StockMax.pointer(),
		Ordering: catalogue.ProductsByStock, Page: core.Page{Number: 1, Size: input.Limit},
	})
	return a.plain(ctx, found.Rows, err)
}

// attention lists products that need it, those with the least stock first.
func (a *API) attention(ctx context.Context, filter catalogue.ProductFilter) (*plainProducts, error) {
	filter.Ordering, filter.Page = catalogue.ProductsByStock, core.Page{Number: 1, Size: core.PageSizeMax}
	found, err := a.inv.Catalogue.ListProducts(ctx, filter)
	return a.plain(ctx, found.Rows, err)
}

type lowStockInput struct {
	Threshold int64 `query:"threshold" minimum:"0" maximum:"1000000000" default:"10"`
}

func (a *API) listUnderThreshold(ctx context.Context, input *lowStockInput) (*plainProducts, error) {
	return a.attention(ctx, catalogue.ProductFilter{StockUpTo: &input.Threshold})
}

func (a *API) listLowStock(ctx context.Context, _ *struct{}) (*plainProducts, error) {
	yes := true
	return a.attention(ctx, catalogue.ProductFilter{LowStock: &yes})
}

func (a *API) listOutOfStock(ctx context.Context, _ *struct{}) (*plainProducts, error) {
	no := false
	return a.attention(ctx, catalogue.ProductFilter{InStock: &no})
}

type statsBody struct {
	TotalProducts        int64      `json:"totalProducts"`
	TotalStock           int64      `json:"totalStock"`
	LowStockProducts     int64      `json:"lowStockProducts"`
	OutOfStockProducts   int64      `json:"outOfStockProducts"`
	InactiveProducts     int64      `json:"inactiveProducts"`
	DiscontinuedProducts int64      `json:"discontinuedProducts"`
	StockDays            []stockDay `json:"stockDays" doc:"El stock total al final de cada día, de hace 30 días a hoy, sin los de antes del primer movimiento"`
}

type statsOutput struct{ Body statsBody }

type stockDay struct {
	Date  string `json:"date" format:"date"`
	Stock int64  `json:"stock"`
}

func (a *API) productStats(ctx context.Context, _ *struct{}) (*statsOutput, error) {
	totals, err := a.inv.Catalogue.Totals(ctx)
	if err != nil {
		return nil, err
	}
	days, err := a.inv.Ledger.StockDays(ctx)
	if err != nil {
		return nil, err
	}
	output := &statsOutput{}
	output.Body.TotalProducts, output.Body.TotalStock = totals.Products, totals.Stock
	output.Body.LowStockProducts, output.Body.OutOfStockProducts = totals.Low, totals.Out
	output.Body.InactiveProducts, output.Body.DiscontinuedProducts = totals.Inactive, totals.Discontinued
	output.Body.StockDays = make([]stockDay, 0, len(days))
	for _, day := range days {
		output.Body.StockDays = append(output.Body.StockDays, stockDay{Date: day.Day, Stock: day.Stock})
	}
	return output, nil
}

type exportProductsInput struct {
	ExportInput
	ProductFilterInput
	IDs []int64 `query:"ids" maxItems:"500" doc:"Solo estos productos"`
}

func (a *API) exportProducts(ctx context.Context, input *exportProductsInput) (*huma.StreamResponse, error) {
	filter, err := a.productFilter(ctx, input.ProductFilterInput)
	if err != nil {
		return nil, err
	}
	if len(input.IDs) > 0 {
		filter.IDs = input.IDs
	}
	walk := func(row func(catalogue.Product) error) error { return a.inv.Catalogue.WalkProducts(ctx, filter, row) }
	return exportRows(ctx, a, &input.ExportInput, "productos", report.Products, walk)
}
