package api

import (
	"context"

	"estante/internal/catalogue"
	"estante/internal/core"
)

func (a *API) bulkRoutes() {
	edit := a.may(core.EditProducts)
	add(edit, "POST /products/bulk/", "changeProducts", "Cambiar varios productos", a.changeProducts)
}

// BulkItemBody is what happens to one of many products. An answer's undo holds
// items of the same shape: sent back, they take the change back.
type BulkItemBody struct {
	ID       int64                `json:"id"`
	Status   *StatusInput         `json:"status,omitempty"`
	Category Nullable[LabelInput] `json:"category,omitempty"`
	MinStock Nullable[int64]      `json:"minStock,omitempty"`
	Deleted  *bool                `json:"deleted,omitempty" doc:"true lo elimina, false lo recupera"`
}

type changeProductsInput struct {
	Body struct {
		Items []BulkItemBody `json:"items" maxItems:"500"`
	}
}

type changeProductsOutput struct {
	Body struct {
		Changed int              `json:"changed"`
		Undo    []map[string]any `json:"undo" doc:"Los items que deshacen este cambio"`
	}
}

func (a *API) changeProducts(ctx context.Context, input *changeProductsInput) (*changeProductsOutput, error) {
	items := make([]catalogue.BulkItem, 0, len(input.Body.Items))
	for _, in := range input.Body.Items {
		item := catalogue.BulkItem{
			ID: in.ID, Category: labelRef(in.Category, Nullable[string]{}), SetMinStock: in.MinStock.Sent,
			MinStock: in.MinStock.Value, Deleted: in.Deleted,
		}
		if in.Status != nil {
			status := catalogue.ProductStatus(*in.Status)
			item.Status = &status
		}
		items = append(items, item)
	}
	undo, err := a.inv.Catalogue.ChangeProducts(ctx, actorOf(ctx), items)
	if err != nil {
		return nil, err
	}
	output := &changeProductsOutput{}
	output.Body.Changed, output.Body.Undo = len(undo), make([]map[string]any, 0, len(undo))
	for _, item := range undo {
		output.Body.Undo = append(output.Body.Undo, undoOf(item))
	}
	return output, nil
}

// undoOf writes only what the change touched: null means empty, not untouched.
func undoOf(item catalogue.BulkItem) map[string]any {
	body := map[string]any{"id": item.ID}
	if item.Status != nil {
		body["status"] = int(*item.Status)
	}
	if item.Category != nil {
		body["category"] = item.Category.Name
	}
	if item.SetMinStock {
		body["minStock"] = item.MinStock
	}
	if item.Deleted != nil {
		body["deleted"] = *item.Deleted
	}
	return body
}
