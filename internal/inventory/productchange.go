package inventory

import (
	"net/url"
	"strings"
	"time"
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
	Price        **Cents
	Category     *LabelRef
	Brand        *LabelRef
	Tags         *[]string
	// LocationID is where a new stock lies.
	LocationID int64
	// IfVersion refuses the change when the product is no longer at this version.
	IfVersion *int64
}

// newProduct is a product before anything is said about it.
func newProduct(now time.Time) Product {
	return Product{Status: StatusActive, AlertDays: AlertDaysDefault, Tags: []string{}, CreatedAt: now, UpdatedAt: now, Version: 1}
}

// createProduct adds a product that has no stock yet.
func createProduct(tx Tx, actor Actor, fields ProductFields) (Product, error) {
	product, err := fields.apply(tx, actor, newProduct(tx.Now()))
	if err != nil {
		return Product{}, err
	}
	if product.ID, err = tx.InsertProduct(product); err != nil {
		return Product{}, err
	}
	if err := audit(tx, actor, AuditCreate, nounProduct, product.ID, nil, product.auditable()); err != nil {
		return Product{}, err
	}
	return product, tx.Emit(Event{Topic: TopicProducts, ID: product.ID})
}

// updateProduct changes everything of a locked product but its stock.
func updateProduct(tx Tx, actor Actor, before Product, fields ProductFields) (Product, error) {
	after, err := fields.apply(tx, actor, before)
	if err != nil || after.SameAs(before) {
		return after, err
	}
	after.Version, after.UpdatedAt = before.Version+1, tx.Now()
	if err := tx.UpdateProduct(before, after); err != nil {
		return Product{}, err
	}
	if err := audit(tx, actor, AuditUpdate, nounProduct, after.ID, before.auditable(), after.auditable()); err != nil {
		return Product{}, err
	}
	return after, tx.Emit(Event{Topic: TopicProducts, ID: after.ID})
}

// apply returns the product as changed, checked by every rule but those of stock.
func (f ProductFields) apply(tx Tx, actor Actor, before Product) (Product, error) {
	after, err := f.change(tx, actor, before)
	if err != nil {
		return Product{}, err
	}
	if err := notImporting(tx, after.Barcode, before.SKU, after.SKU); err != nil {
		return Product{}, err
	}
	if after.ImageURL != before.ImageURL {
		if err := after.checkImage(tx); err != nil {
			return Product{}, err
		}
	}
	return after, after.checkUnique(tx)
}

// change returns the product as changed, checked by the rules that concern no other.
func (f ProductFields) change(tx Tx, actor Actor, product Product) (Product, error) {
	setText(&product.SKU, f.SKU)
	setText(&product.Name, f.Name)
	setText(&product.Description, f.Description)
	setText(&product.Barcode, f.Barcode)
	setText(&product.ImageURL, f.ImageURL)
	set(&product.Status, f.Status)
	set(&product.MinStock, f.MinStock)
	set(&product.MaxStock, f.MaxStock)
	set(&product.AlertDays, f.AlertDays)
	set(&product.AlertBlocked, f.AlertBlocked)
	set(&product.LeadDays, f.LeadDays)
	set(&product.PackSize, f.PackSize)
	set(&product.ServiceLevel, f.ServiceLevel)
	wrong := problems{}
	if f.Price != nil && !sameCents(product.Price, *f.Price) {
		wrong.check(actor.Role.May(EditPrices), "price", "Tu rol no permite cambiar precios")
		product.Price = *f.Price
	}
	product.check(wrong)
	if f.Stock != nil {
		wrong.check(*f.Stock >= 0, "stock", "El stock debe ser un número mayor o igual a 0")
		wrong.check(*f.Stock <= QuantityMax, "stock", "El stock es demasiado grande")
	}
	if err := wrong.err(); err != nil {
		return Product{}, err
	}
	return f.label(tx, product)
}

// check notes what is wrong with the fields of one product.
func (p Product) check(wrong problems) {
	wrong.require(p.SKU, "sku")
	wrong.check(characters(p.SKU) <= skuMax, "sku", "El SKU es demasiado largo")
	wrong.check(!strings.ContainsFunc(p.SKU, func(r rune) bool { return r < ' ' || r == 0x7f }), "sku", "El SKU contiene caracteres no permitidos")
	wrong.require(p.Name, "name")
	wrong.check(characters(p.Name) <= productNameMax, "name", "El nombre es demasiado largo")
	wrong.check(characters(p.Description) <= descriptionMax, "description", "La descripción es demasiado larga")
	wrong.check(p.Barcode == "" || ValidBarcode(p.Barcode), "barcode", "El código de barras no es válido")
	wrong.check(p.ImageURL == "" || validImageURL(p.ImageURL), "imageUrl", "La imagen debe tener una dirección https")
	if _, known := productStatuses[p.Status]; !known {
		wrong.add("status", "El estado no existe")
	}
	checkBound(wrong, p.MinStock, "minStock", "El stock mínimo")
	checkBound(wrong, p.MaxStock, "maxStock", "El stock máximo")
	if p.MinStock != nil && p.MaxStock != nil {
		wrong.check(*p.MaxStock >= *p.MinStock, "maxStock", "El stock máximo no puede ser menor que el mínimo")
	}
	wrong.check(p.AlertDays >= AlertDaysMin && p.AlertDays <= AlertDaysMax, "alertDays", "Los días de alerta deben ser un número entre 1 y 365")
	wrong.check(p.LeadDays == nil || (*p.LeadDays >= 0 && *p.LeadDays <= LeadDaysMax), "leadDays", "El plazo de entrega debe ser un número entre 0 y 150")
	wrong.check(p.PackSize == nil || *p.PackSize >= 1, "packSize", "Las unidades por paquete deben ser al menos 1")
	wrong.check(p.PackSize == nil || *p.PackSize <= QuantityMax, "packSize", "Las unidades por paquete son demasiadas")
	wrong.check(p.ServiceLevel == nil || (*p.ServiceLevel >= ServiceLevelMin && *p.ServiceLevel <= ServiceLevelMax),
		"serviceLevel", "El nivel de servicio debe ser un número entre 50 y 99")
	wrong.check(p.Price == nil || *p.Price >= 0, "price", "El precio debe ser un número mayor o igual a 0")
	wrong.check(p.Price == nil || *p.Price <= moneyMax, "price", "El precio es demasiado grande")
}

func checkBound(wrong problems, bound *int64, field, name string) {
	wrong.check(bound == nil || *bound >= 0, field, name+" debe ser un número mayor o igual a 0")
	wrong.check(bound == nil || *bound <= QuantityMax, field, name+" es demasiado grande")
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
		return Product{}, FieldError("tags", "Hay demasiadas etiquetas")
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
	if err != nil && !isNotFound(err) {
		return err
	}
	if p.Barcode == "" {
		return nil
	}
	other, err = tx.ProductByBarcode(p.Barcode)
	if err == nil && other.ID != p.ID {
		return ErrBarcodeTaken
	}
	if err != nil && !isNotFound(err) {
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
	return err == nil && address.Scheme == "https" && address.Host != ""
}
