package api

import (
	"context"

	"estante/internal/catalogue"
	"estante/internal/core"
)

func (a *API) labelRoutes() {
	read, edit := a.may(core.ReadProducts), a.may(core.EditProducts)
	add(read, "GET /products/categories/", "listCategories", "Categorías", a.listLabels(catalogue.Category), lasting)
	add(read, "GET /products/brands/", "listBrands", "Marcas", a.listLabels(catalogue.Brand), lasting)
	add(read, "GET /products/tags/", "listTags", "Etiquetas", a.listLabels(catalogue.Tag), lasting)
	add(edit, "PATCH /products/categories/{id}/", "renameCategory", "Renombrar o unir una categoría",
		a.renameLabel(catalogue.Category))
	add(edit, "PATCH /products/brands/{id}/", "renameBrand", "Renombrar o unir una marca", a.renameLabel(catalogue.Brand))
	add(edit, "PATCH /products/tags/{id}/", "renameTag", "Renombrar o unir una etiqueta", a.renameLabel(catalogue.Tag))
}

type labelBody struct {
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	Products int    `json:"products" doc:"Cuántos productos la llevan"`
}

func labelBodyOf(label catalogue.Label) labelBody {
	return labelBody{ID: label.ID, Name: label.Name, Products: label.Products}
}

// listLabels answers for categories, brands and tags alike.
func (a *API) listLabels(kind catalogue.LabelKind) func(context.Context, *struct{}) (*bodyOutput[[]labelBody], error) {
	return func(ctx context.Context, _ *struct{}) (*bodyOutput[[]labelBody], error) {
		labels, err := a.inv.Catalogue.Labels(ctx, kind)
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
	kind catalogue.LabelKind,
) func(context.Context, *renameLabelInput) (*bodyOutput[labelBody], error) {
	return func(ctx context.Context, input *renameLabelInput) (*bodyOutput[labelBody], error) {
		change := catalogue.LabelChange{Name: input.Body.Name, Merge: input.Body.Merge}
		label, err := a.inv.Catalogue.RenameLabel(ctx, actorOf(ctx), kind, input.ID, change)
		return answerBody(labelBodyOf(label), err)
	}
}
