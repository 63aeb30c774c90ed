package api

import (
	"context"

	"estante/internal/inventory"
)

func (a *API) labelRoutes() {
	read, edit := a.may(inventory.ReadProducts), a.may(inventory.EditProducts)
	add(read, "GET /products/categories/", "listCategories", "Categorías", a.listLabels(inventory.Category), lasting)
	add(read, "GET /products/brands/", "listBrands", "Marcas", a.listLabels(inventory.Brand), lasting)
	add(read, "GET /products/tags/", "listTags", "Etiquetas", a.listLabels(inventory.Tag), lasting)
	add(edit, "PATCH /products/categories/{id}/", "renameCategory", "Renombrar o unir una categoría",
		a.renameLabel(inventory.Category))
	add(edit, "PATCH /products/brands/{id}/", "renameBrand", "Renombrar o unir una marca", a.renameLabel(inventory.Brand))
	add(edit, "PATCH /products/tags/{id}/", "renameTag", "Renombrar o unir una etiqueta", a.renameLabel(inventory.Tag))
}

type labelBody struct {
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	Products int    `json:"products" doc:"Cuántos productos la llevan"`
}

func labelBodyOf(label inventory.Label) labelBody {
	return labelBody{ID: label.ID, Name: label.Name, Products: label.Products}
}

// listLabels answers for categories, brands and tags alike.
func (a *API) listLabels(kind inventory.LabelKind) func(context.Context, *struct{}) (*bodyOutput[[]labelBody], error) {
	return func(ctx context.Context, _ *struct{}) (*bodyOutput[[]labelBody], error) {
		labels, err := a.inv.Labels(ctx, kind)
		return answerBody(each(labels, labelBodyOf), err)
	}
}

type renameLabelInput struct {
	IDInput
	Body struct {
		Name  string `json:"name"`
		Merge bool   `json:"merge,omitempty" doc:"Si el nombre ya es el de otra, unirlas; sin esto se responde 409"`
	}
}

func (a *API) renameLabel(
	kind inventory.LabelKind,
) func(context.Context, *renameLabelInput) (*bodyOutput[labelBody], error) {
	return func(ctx context.Context, input *renameLabelInput) (*bodyOutput[labelBody], error) {
		change := inventory.LabelChange{Name: input.Body.Name, Merge: input.Body.Merge}
		label, err := a.inv.RenameLabel(ctx, actorOf(ctx), kind, input.ID, change)
		return answerBody(labelBodyOf(label), err)
	}
}
