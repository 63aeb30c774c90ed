package api

import (
	"context"
	"errors"
	"strings"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

func (a *API) productRoutes() {
	read, edit, remove := a.may(core.ReadProducts), a.may(core.EditProducts), a.may(core.DeleteProducts)
	add(edit, "POST /products/", "createProduct", "Crear un producto", a.createProduct, created)
	add(read, "GET /products/validate-sku/", "validateSKU", "Comprobar si un SKU está libre", a.validateSKU)
	add(read, "GET /products/{id}/", "getProduct", "Un producto", a.getProduct, lasting)
	add(edit, "PATCH /products/{id}/", "updateProduct", "Cambiar un producto", a.updateProduct)
	add(remove, "DELETE /products/{id}/", "deleteProduct", "Eliminar un producto",
		deletion(a.inv.Catalogue.DeleteProductIf))
	add(remove, "POST /products/{id}/restore/", "restoreProduct", "Recuperar un producto eliminado", a.restoreProduct)
	add(edit, "POST /products/{id}/duplicate/", "duplicateProduct", "Duplicar un producto", a.duplicateProduct, created)
}

// productBody is a product as the spec names its fields.
type productBody struct {
	IDProduct      int64      `json:"idProduct"`
	SKU            string     `json:"sku"`
	Name           string     `json:"name"`
	Description    string     `json:"description"`
	Barcode        string     `json:"barcode"`
	ImageURL       string     `json:"imageUrl" doc:"Una dirección https se sustituye por la de la imagen guardada cuando el servidor la ha traído"`
	ImageProblem   string     `json:"imageProblem" doc:"Por qué no se pudo traer la imagen de su dirección; vacío si no pasa nada"`
	CurrentStock   int64      `json:"currentStock"`
	Reserved       int64      `json:"reserved" doc:"Unidades que reclaman los pedidos abiertos"`
	Incoming       int64      `json:"incoming" doc:"Unidades en camino, por compras enviadas"`
	IncomingOn     *string    `json:"incomingOn" nullable:"true" format:"date" doc:"Cuándo se esperan las primeras; null si nadie lo ha dicho"`
	Available      int64      `json:"available" doc:"Stock menos lo reservado; negativo si falta"`
	Shortage       int64      `json:"shortage" doc:"Unidades que faltan para los pedidos abiertos"`
	MinStock       *int64     `json:"minStock" nullable:"true"`
	MaxStock       *int64     `json:"maxStock" nullable:"true"`
	AlertDays      int        `json:"alertDays"`
	AlertBlocked   bool       `json:"alertBlocked"`
	LeadDays       *int       `json:"leadDays" nullable:"true" doc:"Días entre pedirlo y recibirlo"`
	PackSize       *int64     `json:"packSize" nullable:"true" doc:"Unidades que vende el proveedor de una vez"`
	ServiceLevel   *int       `json:"serviceLevel" nullable:"true" doc:"Probabilidad, en porcentaje, de que un pedido alcance; 95 si no se indica"`
	Status         int        `json:"status" doc:"1 activo, 2 inactivo, 3 descontinuado, 4 sin stock"`
	StatusName     string     `json:"statusName"`
	Category       *string    `json:"category" nullable:"true"`
	CategoryID     *int64     `json:"categoryId" nullable:"true"`
	Brand          *string    `json:"brand" nullable:"true"`
	BrandID        *int64     `json:"brandId" nullable:"true"`
	Tags           []string   `json:"tags"`
	Price          *float64   `json:"price" nullable:"true"`
	Cost           *float64   `json:"cost" nullable:"true" doc:"Coste medio de una unidad, en la moneda de compra"`
	CostValue      *float64   `json:"costValue" nullable:"true" doc:"Lo que costó lo que hay en stock; el coste medio es esto entre las unidades"`
	SoldLast30Days int64      `json:"soldLast30Days"`
	LastMovement   *time.Time `json:"lastMovement" nullable:"true"`
	CreatedAt      time.Time  `json:"createdAt"`
	UpdatedAt      time.Time  `json:"updatedAt"`
	Version        int64      `json:"version" doc:"El número del ETag"`
}

func productOf(p catalogue.Product, sold int64) productBody {
	body := productBody{
		IDProduct: p.ID, SKU: p.SKU, Name: p.Name, Description: p.Description, Barcode: p.Barcode, ImageURL: p.ImageURL,
		ImageProblem: p.ImageProblem, CurrentStock: p.Stock, Reserved: p.Reserved, Incoming: p.Incoming,
		IncomingOn: dayOf(p.IncomingOn), Available: p.Available(), Shortage: p.Shortage, MinStock: p.MinStock,
		MaxStock:  p.MaxStock,
		AlertDays: p.AlertDays, AlertBlocked: p.AlertBlocked, LeadDays: p.LeadDays, PackSize: p.PackSize,
		ServiceLevel: p.ServiceLevel,
		Status:       int(p.Status), StatusName: p.Status.Label(), Tags: p.Tags,
		Price: amount(p.Price, p.PriceCurrency), Cost: amount(p.Cost, p.CostCurrency),
		CostValue: amount(p.StockValue(), p.CostCurrency), SoldLast30Days: sold, LastMovement: p.LastMovementAt,
		CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt, Version: p.Version,
	}
	if p.Category != nil {
		body.Category, body.CategoryID = &p.Category.Name, &p.Category.ID
	}
	if p.Brand != nil {
		body.Brand, body.BrandID = &p.Brand.Name, &p.Brand.ID
	}
	if body.Tags == nil {
		body.Tags = []string{}
	}
	return body
}

// amount is one of a currency that may not be known.
func amount(cents *core.Cents, currency string) *float64 {
	if cents == nil {
		return nil
	}
	number := cents.In(currency)
	return &number
}

// show completes products with what they sold lately.
func (a *API) show(ctx context.Context, products []catalogue.Product) ([]productBody, error) {
	ids := make([]int64, 0, len(products))
	for _, product := range products {
		ids = append(ids, product.ID)
	}
	sold, err := a.inv.Catalogue.SoldLately(ctx, ids)
	if err != nil {
		return nil, err
	}
	bodies := make([]productBody, 0, len(products))
	for _, product := range products {
		bodies = append(bodies, productOf(product, sold[product.ID]))
	}
	return bodies, nil
}

type productOutput struct {
	ETag string `header:"ETag"`
	Body *productBody
}

// shown answers with one product, or with the error that came instead.
func (a *API) shown(ctx context.Context, product catalogue.Product, err error) (*productOutput, error) {
	if err != nil {
		return nil, err
	}
	bodies, err := a.show(ctx, []catalogue.Product{product})
	if err != nil {
		return nil, err
	}
	return &productOutput{ETag: etag(product.Version), Body: &bodies[0]}, nil
}

func (a *API) getProduct(ctx context.Context, input *IDInput) (*productOutput, error) {
	found, err := a.inv.Catalogue.ProductSold(ctx, input.ID)
	if err != nil {
		return nil, err
	}
	body := productOf(found.Product, found.Sold)
	return &productOutput{ETag: etag(found.Version), Body: &body}, nil
}

// ProductFieldsInput is what people write about a product, under every name
// the spec has for it.
type ProductFieldsInput struct {
	SKU                *string              `json:"sku,omitempty"`
	Name               *string              `json:"name,omitempty"`
	ProductName        *string              `json:"productName,omitempty" deprecated:"true"`
	Description        Nullable[string]     `json:"description,omitempty"`
	ProductDescription Nullable[string]     `json:"productDescription,omitempty" deprecated:"true"`
	Barcode            Nullable[string]     `json:"barcode,omitempty"`
	ImageURL           Nullable[string]     `json:"imageUrl,omitempty"`
	ImageURLOld        Nullable[string]     `json:"imageURL,omitempty" deprecated:"true"`
	CurrentStock       *int64               `json:"currentStock,omitempty"`
	ProductStock       *int64               `json:"productStock,omitempty" deprecated:"true"`
	Stock              *int64               `json:"stock,omitempty" deprecated:"true"`
	MinStock           Nullable[int64]      `json:"minStock,omitempty"`
	MinimumStock       Nullable[int64]      `json:"minimumStock,omitempty" deprecated:"true"`
	MaxStock           Nullable[int64]      `json:"maxStock,omitempty"`
	AlertDays          *int                 `json:"alertDays,omitempty"`
	AlertinDays        *int                 `json:"alertinDays,omitempty" deprecated:"true"`
	AlertBlocked       *bool                `json:"alertBlocked,omitempty"`
	HaveAlert          *bool                `json:"haveAlert,omitempty" deprecated:"true" doc:"true desbloquea las alertas; false no cambia nada"`
	LeadDays           Nullable[int]        `json:"leadDays,omitempty"`
	PackSize           Nullable[int64]      `json:"packSize,omitempty"`
	ServiceLevel       Nullable[int]        `json:"serviceLevel,omitempty"`
	Status             *StatusInput         `json:"status,omitempty"`
	Active             *bool                `json:"active,omitempty" deprecated:"true" doc:"Solo cuenta si no se envía status"`
	Category           Nullable[LabelInput] `json:"category,omitempty"`
	CategoryName       Nullable[string]     `json:"categoryName,omitempty" deprecated:"true"`
	Brand              Nullable[LabelInput] `json:"brand,omitempty"`
	BrandName          Nullable[string]     `json:"brandName,omitempty" deprecated:"true"`
	Tags               Nullable[TagsInput]  `json:"tags,omitempty"`
	Price              Nullable[float64]    `json:"price,omitempty"`
	ProductPrice       Nullable[float64]    `json:"productPrice,omitempty" deprecated:"true"`
	LocationID         int64                `json:"locationId,omitempty" doc:"Dónde está el stock que se indica; por defecto, el almacén principal"`
}

// fields translates what was sent into the domain's words.
func (a *API) productFields(ctx context.Context, in ProductFieldsInput) (catalogue.ProductFields, error) {
	price := firstSent(in.Price, in.ProductPrice)
	fields := catalogue.ProductFields{
		SKU: in.SKU, Name: firstOf(in.Name, in.ProductName),
		Description: emptied(firstSent(in.Description, in.ProductDescription)),
		Barcode:     emptied(in.Barcode), ImageURL: emptied(firstSent(in.ImageURL, in.ImageURLOld)),
		Stock:    firstOf(in.CurrentStock, in.ProductStock, in.Stock),
		MinStock: cleared(firstSent(in.MinStock, in.MinimumStock)), MaxStock: cleared(in.MaxStock),
		AlertDays: firstOf(in.AlertDays, in.AlertinDays), AlertBlocked: in.AlertBlocked, Status: in.status(),
		LeadDays: cleared(in.LeadDays), PackSize: cleared(in.PackSize), ServiceLevel: cleared(in.ServiceLevel),
		Category: labelRef(in.Category, in.CategoryName), Brand: labelRef(in.Brand, in.BrandName), LocationID: in.LocationID,
	}
	if in.AlertBlocked == nil && in.HaveAlert != nil && *in.HaveAlert {
		unblocked := false
		fields.AlertBlocked = &unblocked
	}
	if in.Tags.Sent {
		tags := []string{}
		if in.Tags.Value != nil {
			tags = *in.Tags.Value
		}
		fields.Tags = &tags
	}
	if price.Sent {
		settings, err := a.inv.Core.Settings(ctx)
		if err != nil {
			return fields, err
		}
		cents, err := centsOf(price.Value, settings.SalesCurrency, "price")
		if err != nil {
			return fields, err
		}
		fields.Price, fields.PriceCurrency = &cents, settings.SalesCurrency
	}
	return fields, nil
}

// named puts what is wrong at the names that were sent: a client that wrote
// currentStock has no field stock to mend.
func (in ProductFieldsInput) named(err error) error {
	var refused *core.Error
	if !errors.As(err, &refused) || len(refused.Fields) == 0 {
		return err
	}
	fields := make(map[string][]string, len(refused.Fields))
	for field, messages := range refused.Fields {
		fields[in.sentAs(field)] = messages
	}
	return &core.Error{Kind: refused.Kind, Message: refused.Message, Fields: fields}
}

// sentAs is the name under which a field of the domain was sent.
func (in ProductFieldsInput) sentAs(field string) string {
	switch {
	case field == "stock" && in.CurrentStock != nil:
		return "currentStock"
	case field == "stock" && in.ProductStock != nil:
		return "productStock"
	case field == "name" && in.Name == nil && in.ProductName != nil:
		return "productName"
	case field == "description" && !in.Description.Sent && in.ProductDescription.Sent:
		return "productDescription"
	case field == "imageUrl" && !in.ImageURL.Sent && in.ImageURLOld.Sent:
		return "imageURL"
	case field == "minStock" && !in.MinStock.Sent && in.MinimumStock.Sent:
		return "minimumStock"
	case field == "alertDays" && in.AlertDays == nil && in.AlertinDays != nil:
		return "alertinDays"
	case field == "price" && !in.Price.Sent && in.ProductPrice.Sent:
		return "productPrice"
	case field == "category" && !in.Category.Sent && in.CategoryName.Sent:
		return "categoryName"
	case field == "brand" && !in.Brand.Sent && in.BrandName.Sent:
		return "brandName"
	}
	return field
}

func (in ProductFieldsInput) status() *catalogue.ProductStatus {
	if in.Status != nil {
		status := catalogue.ProductStatus(*in.Status)
		return &status
	}
	if in.Active == nil {
		return nil
	}
	status := catalogue.StatusInactive
	if *in.Active {
		status = catalogue.StatusActive
	}
	return &status
}

// centsOf reads an optional amount of a currency.
func centsOf(number *float64, currency, field string) (*core.Cents, error) {
	if number == nil {
		return nil, nil
	}
	cents, err := core.CentsOf(*number, currency)
	if errors.Is(err, core.ErrAmountTooLarge) {
		return nil, core.FieldError(field, "El importe es demasiado grande")
	}
	if err != nil {
		return nil, core.FieldError(field, "El importe debe ser un número con "+core.DecimalsAtMost(currency))
	}
	return &cents, nil
}

// emptied is a text that null empties.
func emptied(text Nullable[string]) *string {
	if !text.Sent {
		return nil
	}
	if text.Value == nil {
		return new(string)
	}
	return text.Value
}

// cleared is a value that null takes away.
func cleared[T any](value Nullable[T]) **T {
	if !value.Sent {
		return nil
	}
	return &value.Value
}

func labelRef(label Nullable[LabelInput], name Nullable[string]) *catalogue.LabelRef {
	switch {
	case label.Sent && label.Value != nil:
		ref := catalogue.LabelRef(*label.Value)
		return &ref
	case !label.Sent && name.Sent && name.Value != nil:
		return &catalogue.LabelRef{Name: *name.Value}
	case label.Sent || name.Sent:
		return &catalogue.LabelRef{}
	}
	return nil
}

type createProductInput struct{ Body ProductFieldsInput }

func (a *API) createProduct(ctx context.Context, input *createProductInput) (*productOutput, error) {
	fields, err := a.productFields(ctx, input.Body)
	if err != nil {
		return nil, input.Body.named(err)
	}
	product, err := a.inv.Ledger.CreateProduct(ctx, actorOf(ctx), fields)
	return a.shown(ctx, product, input.Body.named(err))
}

type updateProductInput struct {
	IDInput
	IfMatch
	Body ProductFieldsInput
}

func (a *API) updateProduct(ctx context.Context, input *updateProductInput) (*productOutput, error) {
	fields, err := a.productFields(ctx, input.Body)
	if err != nil {
		return nil, input.Body.named(err)
	}
	if fields.IfVersion, err = input.version(); err != nil {
		return nil, err
	}
	product, err := a.inv.Ledger.UpdateProduct(ctx, actorOf(ctx), input.ID, fields)
	return a.shown(ctx, product, input.Body.named(err))
}

func (a *API) restoreProduct(ctx context.Context, input *IDInput) (*productOutput, error) {
	product, err := a.inv.Catalogue.RestoreProduct(ctx, actorOf(ctx), input.ID)
	return a.shown(ctx, product, err)
}

type duplicateProductInput struct {
	IDInput
	Body struct {
		NewSKU string `json:"new_sku"`
	}
}

func (a *API) duplicateProduct(ctx context.Context, input *duplicateProductInput) (*productOutput, error) {
	product, err := a.inv.Catalogue.DuplicateProduct(ctx, actorOf(ctx), input.ID, input.Body.NewSKU)
	var refused *core.Error
	if errors.As(err, &refused) && refused.Fields["sku"] != nil {
		// The field has another name here.
		return nil, core.FieldError("new_sku", refused.Fields["sku"][0])
	}
	return a.shown(ctx, product, err)
}

type validateSKUInput struct {
	SKU       string `query:"sku" maxLength:"200" required:"true"`
	ExcludeID int64  `query:"exclude_id" minimum:"1"`
}

type validateSKUOutput struct {
	Body struct {
		IsAvailable bool `json:"is_available"`
	}
}

func (a *API) validateSKU(ctx context.Context, input *validateSKUInput) (*validateSKUOutput, error) {
	available, err := a.inv.Catalogue.SKUAvailable(ctx, strings.TrimSpace(input.SKU), input.ExcludeID)
	output := &validateSKUOutput{}
	output.Body.IsAvailable = available
	return output, err
}
