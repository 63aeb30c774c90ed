package catalogue

import (
	"net/url"
	"strings"
	"time"

	"estante/internal/core"
)

// ProductFields is what people write about a product.
type ProductFields struct {
	SKU          *string
	Name         *string
	Description  *string
	Barcode      *string
	ImageURL     *string
	Status       *ProductStatus
	Stock        *int64
	MinStock     **int64
	MaxStock     **int64
	AlertDays    *int
	AlertBlocked *bool
	LeadDays     **int
	PackSize     **int64
	ServiceLevel **int
	Price        **core.Cents
	// PriceCurrency is the currency in which the price was read; "" where the caller has
	// none but that of the sales.
	PriceCurrency string
	Category      *LabelRef
	Brand         *LabelRef
	Tags          *[]string
	// LocationID is where a new stock lies.
	LocationID int64
	// IfVersion refuses the change when the product is no longer at this version.
	IfVersion *int64
}

// NewProduct is a product before anything is said about it.
func NewProduct(now time.Time) Product {
	return Product{
		Status: StatusActive, AlertDays: AlertDaysDefault, Tags: []string{}, CreatedAt: now, UpdatedAt: now, Version: 1,
	}
}

// CreateProduct adds a product that has no stock yet.
func CreateProduct(tx Tx, actor core.Actor, fields ProductFields) (Product, error) {
	product, err := fields.apply(tx, actor, NewProduct(tx.Now()))
	if err != nil {
		return Product{}, err
	}
	if product.ID, err = tx.InsertProduct(product); err != nil {
		return Product{}, err
	}
	if err := core.Audit(tx, actor, core.AuditCreate, core.NounProduct, product.ID, nil, product.Auditable()); err != nil {
		return Product{}, err
	}
	return product, tx.Emit(core.Event{Topic: core.TopicProducts, ID: product.ID})
}

// UpdateProduct changes everything of a locked product but its stock.
func UpdateProduct(tx Tx, actor core.Actor, before Product, fields ProductFields) (Product, error) {
	after, err := fields.apply(tx, actor, before)
	same := after.SameAs(before)
	if err != nil || (same && after.ImageProblem == before.ImageProblem) {
		return after, err
	}
	after.Version, after.UpdatedAt = before.Version+1, tx.Now()
	if err := tx.UpdateProduct(before, after); err != nil {
		return Product{}, err
	}
	if same { // A picture is only to be tried again.
		return after, tx.Emit(core.Event{Topic: core.TopicProducts, ID: after.ID})
	}
	if err := core.Audit(tx, actor, core.AuditUpdate, core.NounProduct, after.ID, before.Auditable(),
		after.Auditable()); err != nil {
		return Product{}, err
	}
	return after, tx.Emit(core.Event{Topic: core.TopicProducts, ID: after.ID})
}

// apply returns the product as changed, checked by every rule but those of stock.
func (f ProductFields) apply(tx Tx, actor core.Actor, before Product) (Product, error) {
	after, err := f.Change(tx, actor, before)
	if err != nil {
		return Product{}, err
	}
	if err := notImporting(tx, after.Barcode, before.SKU, after.SKU); err != nil {
		return Product{}, err
	}
	if after.ImageURL != before.ImageURL {
		if err := after.CheckImage(tx); err != nil {
			return Product{}, err
		}
	}
	return after, after.checkUnique(tx)
}

// Change returns the product as changed, checked by the rules that concern no other.
func (f ProductFields) Change(tx Tx, actor core.Actor, product Product) (Product, error) {
	core.AssignLine(&product.SKU, f.SKU)
	core.AssignLine(&product.Name, f.Name)
	product.SKU = core.Line(product.SKU) // One that was kept with invisible characters loses them.
	core.AssignText(&product.Description, f.Description)
	core.AssignText(&product.Barcode, f.Barcode)
	if f.ImageURL != nil {
		var url string
		core.AssignText(&url, f.ImageURL)
		product.NameImage(url)
	}
	core.Assign(&product.Status, f.Status)
	core.Assign(&product.MinStock, f.MinStock)
	core.Assign(&product.MaxStock, f.MaxStock)
	core.Assign(&product.AlertDays, f.AlertDays)
	core.Assign(&product.AlertBlocked, f.AlertBlocked)
	core.Assign(&product.LeadDays, f.LeadDays)
	core.Assign(&product.PackSize, f.PackSize)
	core.Assign(&product.ServiceLevel, f.ServiceLevel)
	wrong := core.Problems{}
	if f.Price != nil && !SameCents(product.Price, *f.Price) {
		wrong.Check(actor.Role.May(core.EditPrices), "price", "Tu rol no permite cambiar precios")
		settings, err := tx.Settings()
		if err != nil {
			return Product{}, err
		}
		wrong.Check(f.PriceCurrency == "" || f.PriceCurrency == settings.SalesCurrency, "price",
			"La moneda de los precios acaba de cambiar: indica el precio en "+settings.SalesCurrency)
		product.Price, product.PriceCurrency = *f.Price, settings.SalesCurrency
	}
	product.check(wrong)
	if f.Stock != nil {
		wrong.Check(*f.Stock >= 0, "stock", "El stock debe ser un número mayor o igual a 0")
		wrong.Check(*f.Stock <= QuantityMax, "stock", "El stock es demasiado grande")
	}
	if err := wrong.Err(); err != nil {
		return Product{}, err
	}
	return f.label(tx, product)
}

// check notes what is wrong with the fields of one product.
func (p Product) check(wrong core.Problems) {
	wrong.Require(p.SKU, "sku")
	wrong.Check(core.Characters(p.SKU) <= skuMax, "sku", "El SKU es demasiado largo")
	wrong.Check(!strings.ContainsFunc(p.SKU, func(r rune) bool {
		return r < ' ' || r == 0x7f
	}), "sku", "El SKU contiene caracteres no permitidos")
	wrong.Require(p.Name, "name")
	wrong.Check(core.Characters(p.Name) <= productNameMax, "name", "El nombre es demasiado largo")
	wrong.Check(core.Characters(p.Description) <= descriptionMax, "description", "La descripción es demasiado larga")
	wrong.Check(p.Barcode == "" || ValidBarcode(p.Barcode), "barcode", "El código de barras no es válido")
	wrong.Check(p.ImageURL == "" || validImageURL(p.ImageURL), "imageUrl", "La imagen debe tener una dirección https")
	if _, known := productStatuses[p.Status]; !known {
		wrong.Add("status", "El estado no existe")
	}
	checkBound(wrong, p.MinStock, "minStock", "El stock mínimo")
	checkBound(wrong, p.MaxStock, "maxStock", "El stock máximo")
	if p.MinStock != nil && p.MaxStock != nil {
		wrong.Check(*p.MaxStock >= *p.MinStock, "maxStock", "El stock máximo no puede ser menor que el mínimo")
	}
	wrong.Check(p.AlertDays >= AlertDaysMin && p.AlertDays <= AlertDaysMax, "alertDays",
		"Los días de alerta deben ser un número entre 1 y 365")
	wrong.Check(p.LeadDays == nil || (*p.LeadDays >= 0 && *p.LeadDays <= LeadDaysMax), "leadDays",
		"El plazo de entrega debe ser un número entre 0 y 150")
	wrong.Check(p.PackSize == nil || *p.PackSize >= 1, "packSize", "Las unidades por paquete deben ser al menos 1")
	wrong.Check(p.PackSize == nil || *p.PackSize <= QuantityMax, "packSize", "Las unidades por paquete son demasiadas")
	wrong.Check(p.ServiceLevel == nil || (*p.ServiceLevel >= ServiceLevelMin && *p.ServiceLevel <= ServiceLevelMax),
		"serviceLevel", "El nivel de servicio debe ser un número entre 50 y 99")
	wrong.Check(p.Price == nil || *p.Price >= 0, "price", "El precio debe ser un número mayor o igual a 0")
	wrong.Check(p.Price == nil || *p.Price <= core.MoneyMax, "price", "El precio es demasiado grande")
}

func checkBound(wrong core.Problems, bound *int64, field, name string) {
	wrong.Check(bound == nil || *bound >= 0, field, name+" debe ser un número mayor o igual a 0")
	wrong.Check(bound == nil || *bound <= QuantityMax, field, name+" es demasiado grande")
}

// label gives the product its category, brand and tags.
func (f ProductFields) label(tx Tx, product Product) (Product, error) {
	var err error
	if f.Category != nil {
		if product.Category, err = f.Category.resolve(tx, Category); err != nil {
			return Product{}, err
		}
	}
	if f.Brand != nil {
		if product.Brand, err = f.Brand.resolve(tx, Brand); err != nil {
			return Product{}, err
		}
	}
	if f.Tags == nil {
		return product, nil
	}
	if len(*f.Tags) > tagsMax {
		return Product{}, core.FieldError("tags", "Hay demasiadas etiquetas")
	}
	product.Tags = []string{}
	seen := map[string]bool{}
	for _, name := range *f.Tags {
		tag, err := LabelRef{Name: name}.resolve(tx, Tag)
		if err != nil {
			return Product{}, err
		}
		if tag != nil && !seen[tag.Name] {
			seen[tag.Name] = true
			product.Tags = append(product.Tags, tag.Name)
		}
	}
	return product, nil
}

// checkUnique refuses a SKU or barcode that another product has.
func (p Product) checkUnique(tx Tx) error {
	other, err := tx.ProductBySKU(p.SKU)
	if err == nil && other.ID != p.ID {
		return ErrSKUTaken
	}
	if err != nil && !core.IsNotFound(err) {
		return err
	}
	if p.Barcode == "" {
		return nil
	}
	other, err = tx.ProductByBarcode(p.Barcode)
	if err == nil && other.ID != p.ID {
		return ErrBarcodeTaken
	}
	if err != nil && !core.IsNotFound(err) {
		return err
	}
	return nil
}

// validImageURL takes https addresses and pictures kept by this server.
func validImageURL(text string) bool {
	if len(text) > imageURLMax {
		return false
	}
	if strings.HasPrefix(text, ImagePath) {
		return true
	}
	address, err := url.Parse(text)
	// A password in an address would be told to everybody who sees the picture.
	return err == nil && address.Scheme == "https" && address.Host != "" && address.User == nil
}
