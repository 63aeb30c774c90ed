package api

import (
	"context"
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/supplier"
)

func (a *API) supplierProductRoutes() {
	read, edit := a.may(core.ReadPurchases), a.may(core.EditPurchases)
	add(read, "GET /suppliers/{id}/products/", "listSupplierProducts", "Lo que vende un proveedor", a.listSupplierProducts)
	add(edit, "POST /suppliers/{id}/products/", "addSupplierProduct", "Añadir un producto a lo que vende un proveedor",
		a.addSupplierProduct, created)
	add(edit, "PATCH /suppliers/{id}/products/{productId}/", "updateSupplierProduct",
		"Cambiar cómo vende un proveedor un producto", a.updateSupplierProduct)
	add(edit, "DELETE /suppliers/{id}/products/{productId}/", "removeSupplierProduct",
		"Quitar un producto de lo que vende un proveedor", a.removeSupplierProduct)
	add(read, "GET /suppliers/{id}/products/{productId}/prices/", "supplierPrices",
		"Los precios que ha tenido un producto de un proveedor", a.supplierPrices)
	add(read, "GET /products/{id}/suppliers/", "productSuppliers", "Quién vende un producto", a.productSuppliers)
	add(edit, "PUT /products/{id}/suppliers/", "setProductSuppliers", "Decir quién vende un producto",
		a.setProductSuppliers)
	add(edit, "POST /products/bulk/suppliers/", "assignSuppliers", "Asignar proveedor a varios productos",
		a.assignSuppliers)
}

// SupplierProductBody is a product as a supplier sells it.
type SupplierProductBody struct {
	ID             int64     `json:"id"`
	SupplierID     int64     `json:"supplierId"`
	Supplier       string    `json:"supplier"`
	SupplierActive bool      `json:"supplierIsActive"`
	ProductID      int64     `json:"productId"`
	ProductName    string    `json:"productName"`
	ProductSKU     string    `json:"productSku"`
	ImageURL       string    `json:"imageUrl"`
	CurrentStock   int64     `json:"currentStock"`
	SupplierSKU    string    `json:"supplierSku" doc:"El código del proveedor"`
	SupplierName   string    `json:"supplierName" doc:"Cómo lo llama el proveedor"`
	PackUnits      int64     `json:"packUnits"`
	PackPrice      *float64  `json:"packPrice" nullable:"true" doc:"Con cuatro decimales como mucho"`
	Currency       string    `json:"currency"`
	MinPacks       int64     `json:"minPacks"`
	LeadDays       *int      `json:"leadDays" nullable:"true" doc:"Si falta, el plazo es el del proveedor"`
	SupplierLead   *int      `json:"supplierLeadDays" nullable:"true"`
	Preferred      bool      `json:"preferred"`
	UpdatedAt      time.Time `json:"updatedAt"`
	Version        int64     `json:"version" doc:"El número del ETag"`
}

func supplierProductOf(p supplier.SupplierProductRow) SupplierProductBody {
	return SupplierProductBody{
		ID: p.ID, SupplierID: p.SupplierID, Supplier: p.Supplier, SupplierActive: p.SupplierActive, ProductID: p.ProductID,
		ProductName: p.ProductName, ProductSKU: p.ProductSKU, ImageURL: p.ImageURL, CurrentStock: p.Stock,
		SupplierSKU: p.SupplierSKU, SupplierName: p.SupplierName, PackUnits: p.PackUnits,
		PackPrice: packPrice(p.PackPrice), Currency: p.Currency, MinPacks: p.MinPacks, LeadDays: p.LeadDays,
		SupplierLead: p.SupplierLead, Preferred: p.Preferred, UpdatedAt: p.UpdatedAt, Version: p.Version,
	}
}

// SoldBody is what was written of a supplier's product.
type SoldBody struct {
	ID           int64     `json:"id"`
	SupplierID   int64     `json:"supplierId"`
	ProductID    int64     `json:"productId"`
	SupplierSKU  string    `json:"supplierSku"`
	SupplierName string    `json:"supplierName"`
	PackUnits    int64     `json:"packUnits"`
	PackPrice    *float64  `json:"packPrice" nullable:"true"`
	Currency     string    `json:"currency"`
	MinPacks     int64     `json:"minPacks"`
	LeadDays     *int      `json:"leadDays" nullable:"true"`
	Preferred    bool      `json:"preferred"`
	UpdatedAt    time.Time `json:"updatedAt"`
	Version      int64     `json:"version" doc:"El número del ETag"`
}

func shownSold(p supplier.SupplierProduct, err error) (*versionOutput[SoldBody], error) {
	return answerVersion(p.Version, SoldBody{
		ID: p.ID, SupplierID: p.SupplierID, ProductID: p.ProductID, SupplierSKU: p.SupplierSKU,
		SupplierName: p.SupplierName, PackUnits: p.PackUnits, PackPrice: packPrice(p.PackPrice), Currency: p.Currency,
		MinPacks: p.MinPacks, LeadDays: p.LeadDays, Preferred: p.Preferred, UpdatedAt: p.UpdatedAt, Version: p.Version,
	}, err)
}

type listSupplierProductsInput struct {
	IDInput
	PageInput
	Search   string `query:"search" maxLength:"200" doc:"Nombre, SKU o código de barras, o el código del proveedor"`
	Ordering string `query:"ordering" enum:"name,-name,supplierSku,-supplierSku,updatedAt,-updatedAt" default:"name"`
}

func (a *API) listSupplierProducts(
	ctx context.Context, input *listSupplierProductsInput,
) (*listOutput[SupplierProductBody], error) {
	products, err := a.inv.Suppliers.ListSupplierProducts(ctx, supplier.SupplierProductFilter{
		SupplierID: input.ID, Search: input.Search, Ordering: supplier.SupplierProductOrdering(input.Ordering),
		Page: input.page(),
	})
	return answerList(products, supplierProductOf, err)
}

// SoldInput is what people write of a supplier's product.
type SoldInput struct {
	SupplierSKU  *string           `json:"supplierSku,omitempty"`
	SupplierName *string           `json:"supplierName,omitempty"`
	PackUnits    *int64            `json:"packUnits,omitempty" doc:"Por defecto, 1"`
	PackPrice    Nullable[float64] `json:"packPrice,omitempty" doc:"En la moneda del proveedor, con cuatro decimales como mucho"`
	MinPacks     *int64            `json:"minPacks,omitempty" doc:"Por defecto, 1"`
	LeadDays     Nullable[int]     `json:"leadDays,omitempty"`
	Preferred    *bool             `json:"preferred,omitempty" doc:"Un producto tiene un proveedor preferente como mucho"`
}

// change translates what people wrote; place comes before the name of a field at fault.
func (in SoldInput) change(place string) (supplier.SupplierProductChange, error) {
	change := supplier.SupplierProductChange{
		SupplierSKU: in.SupplierSKU, SupplierName: in.SupplierName, PackUnits: in.PackUnits, MinPacks: in.MinPacks,
		LeadDays: cleared(in.LeadDays), Preferred: in.Preferred,
	}
	if !in.PackPrice.Sent {
		return change, nil
	}
	price, err := packPriceOf(in.PackPrice.Value, place+"packPrice")
	change.PackPrice = &price
	return change, err
}

type addSupplierProductInput struct {
	IDInput
	Body struct {
		ProductID int64 `json:"productId"`
		SoldInput
	}
}

func (a *API) addSupplierProduct(
	ctx context.Context, input *addSupplierProductInput,
) (*versionOutput[SoldBody], error) {
	change, err := input.Body.change("")
	if err != nil {
		return nil, err
	}
	return shownSold(a.inv.Suppliers.AddSupplierProduct(ctx, actorOf(ctx), input.ID, input.Body.ProductID, change))
}

// SoldIDInput names a product of a supplier.
type SoldIDInput struct {
	IDInput
	ProductID int64 `path:"productId"`
}

type updateSupplierProductInput struct {
	SoldIDInput
	IfMatch
	Body SoldInput
}

func (a *API) updateSupplierProduct(
	ctx context.Context, input *updateSupplierProductInput,
) (*versionOutput[SoldBody], error) {
	change, err := input.Body.change("")
	if err != nil {
		return nil, err
	}
	if change.IfVersion, err = input.version(); err != nil {
		return nil, err
	}
	return shownSold(a.inv.Suppliers.UpdateSupplierProduct(ctx, actorOf(ctx), input.ID, input.ProductID, change))
}

type removeSupplierProductInput struct {
	SoldIDInput
	IfMatch
}

func (a *API) removeSupplierProduct(ctx context.Context, input *removeSupplierProductInput) (*empty, error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	return nil, a.inv.Suppliers.RemoveSupplierProduct(ctx, actorOf(ctx), input.ID, input.ProductID, version)
}

type supplierPricesInput struct {
	SoldIDInput
	PageInput
}

// SupplierPriceBody is what a supplier asked for a product from a moment on.
type SupplierPriceBody struct {
	ID            int64                `json:"id"`
	PackUnits     int64                `json:"packUnits"`
	PackPrice     *float64             `json:"packPrice" nullable:"true"`
	Currency      string               `json:"currency"`
	Source        supplier.PriceSource `json:"source" enum:"manual,import,receipt"`
	CreatedBy     int64                `json:"createdBy" doc:"0 cuando fue el sistema"`
	CreatedByName string               `json:"createdByName"`
	CreatedAt     time.Time            `json:"createdAt"`
}

func (a *API) supplierPrices(ctx context.Context, input *supplierPricesInput) (*listOutput[SupplierPriceBody], error) {
	prices, err := a.inv.Suppliers.ListPrices(ctx, input.ID, input.ProductID, input.page())
	return answerList(prices, func(p supplier.PriceChange) SupplierPriceBody {
		return SupplierPriceBody{
			ID: p.ID, PackUnits: p.PackUnits, PackPrice: packPrice(p.PackPrice), Currency: p.Currency, Source: p.Source,
			CreatedBy: p.UserID, CreatedByName: p.UserName, CreatedAt: p.At,
		}
	}, err)
}

// SupplyBody is on which terms a product is bought, and who says so.
type SupplyBody struct {
	SupplierID     *int64 `json:"supplierId" nullable:"true" doc:"El preferente, si está activo"`
	Supplier       string `json:"supplier"`
	LeadDays       *int   `json:"leadDays" nullable:"true"`
	LeadDaysSource string `json:"leadDaysSource" enum:"product,supplierProduct,supplier,none"`
	PackSize       int64  `json:"packSize"`
	PackSizeSource string `json:"packSizeSource" enum:"product,supplierProduct,none"`
	MinUnits       int64  `json:"minUnits" doc:"Lo mínimo que se pide de una vez; 0 si da igual"`
}

func supplyOf(s supplier.Supply) SupplyBody {
	body := SupplyBody{
		Supplier: s.SupplierName, LeadDays: s.LeadDays, LeadDaysSource: string(s.LeadSource), PackSize: max(s.PackSize, 1),
		PackSizeSource: string(s.PackSource), MinUnits: s.MinUnits,
	}
	if s.SupplierID != 0 {
		body.SupplierID = &s.SupplierID
	}
	return body
}

type productSuppliersOutput struct {
	Body struct {
		ListBody[SupplierProductBody]
		Supply SupplyBody `json:"supply" doc:"Cómo se compra: lo que diga el producto, y si no, su proveedor preferente"`
	}
}

func (a *API) productSuppliers(ctx context.Context, input *IDInput) (*productSuppliersOutput, error) {
	suppliers, supply, err := a.inv.Suppliers.ProductSuppliers(ctx, input.ID)
	output := &productSuppliersOutput{}
	output.Body.ListBody = listOf(whole(suppliers), supplierProductOf)
	output.Body.Supply = supplyOf(supply)
	return output, err
}

// ProductSupplierInput is a supplier of a product as the product's form writes it.
type ProductSupplierInput struct {
	SupplierID int64 `json:"supplierId"`
	SoldInput
}

type setProductSuppliersInput struct {
	IDInput
	Body struct {
		Suppliers []ProductSupplierInput `json:"suppliers" doc:"Todos; los que falten dejan de venderlo. 50 como mucho"`
	}
}

func (a *API) setProductSuppliers(
	ctx context.Context, input *setProductSuppliersInput,
) (*productSuppliersOutput, error) {
	wanted := make([]supplier.ProductSupplier, 0, len(input.Body.Suppliers))
	for i, in := range input.Body.Suppliers {
		change, err := in.change(fmt.Sprintf("suppliers[%d].", i))
		if err != nil {
			return nil, err
		}
		wanted = append(wanted, supplier.ProductSupplier{SupplierID: in.SupplierID, SupplierProductChange: change})
	}
	if err := a.inv.Suppliers.SetProductSuppliers(ctx, actorOf(ctx), input.ID, wanted); err != nil {
		return nil, err
	}
	return a.productSuppliers(ctx, &input.IDInput)
}

// AssignItemBody says where one of many products is bought. An answer's undo holds items of
// the same shape: sent back, they take the change back.
type AssignItemBody struct {
	ID         int64  `json:"id" doc:"El producto"`
	SupplierID *int64 `json:"supplierId" nullable:"true" doc:"Su proveedor preferente; null para ninguno"`
	Unlink     int64  `json:"unlink,omitempty" doc:"Un proveedor que deja de venderlo"`
}

type assignSuppliersInput struct {
	Body struct {
		Items []AssignItemBody `json:"items" maxItems:"500"`
	}
}

type assignSuppliersOutput struct {
	Body struct {
		Changed int              `json:"changed"`
		Undo    []AssignItemBody `json:"undo" doc:"Los items que deshacen este cambio"`
	}
}

func (a *API) assignSuppliers(ctx context.Context, input *assignSuppliersInput) (*assignSuppliersOutput, error) {
	items := make([]supplier.AssignItem, 0, len(input.Body.Items))
	for _, in := range input.Body.Items {
		item := supplier.AssignItem{ProductID: in.ID, Unlink: in.Unlink}
		if in.SupplierID != nil {
			item.SupplierID = *in.SupplierID
		}
		items = append(items, item)
	}
	undo, err := a.inv.Suppliers.AssignSuppliers(ctx, actorOf(ctx), items)
	output := &assignSuppliersOutput{}
	output.Body.Changed = len(undo)
	output.Body.Undo = each(undo, func(item supplier.AssignItem) AssignItemBody {
		body := AssignItemBody{ID: item.ProductID, Unlink: item.Unlink}
		if item.SupplierID != 0 {
			body.SupplierID = &item.SupplierID
		}
		return body
	})
	return output, err
}
