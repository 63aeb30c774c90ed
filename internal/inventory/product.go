package inventory

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Product is a thing that is bought, kept and sold.
type Product struct {
	ID          int64
	SKU         string
	Name        string
	Description string
	// Barcode is an EAN, UPC or Code 128 text, or empty.
	Barcode  string
	ImageURL string
	Status   ProductStatus
	// Stock is the sum of the product's movements, over all locations.
	Stock int64
	// Reserved is what open orders have claimed of it.
	Reserved int64
	// Shortage is how much of that is not there.
	Shortage int64
	MinStock *int64
	MaxStock *int64
	// AlertDays is how many days before running out people want to know.
	AlertDays    int
	AlertBlocked bool
	Price        *Cents
	// Cost is what a unit cost on average, of the entries that said so.
	Cost     *Cents
	Category *Label
	Brand    *Label
	Tags     []string

	CreatedAt      time.Time
	UpdatedAt      time.Time
	DeletedAt      *time.Time
	LastMovementAt *time.Time
	// Version counts the changes of this row; see ErrStale.
	Version int64

	// MovementSeq and LedgerHash are the last movement's; the next one follows them.
	MovementSeq int64
	LedgerHash  string
}

// ProductStatus is whether and how a product is sold. Its numbers are the
// API's and are stored.
type ProductStatus int

// The statuses of products.
const (
	StatusActive       ProductStatus = 1
	StatusInactive     ProductStatus = 2
	StatusDiscontinued ProductStatus = 3
	StatusOutOfStock   ProductStatus = 4
)

// productStatuses holds what a status is called in code and on screen.
var productStatuses = map[ProductStatus]struct{ code, label string }{
	StatusActive:       {"active", "Activo"},
	StatusInactive:     {"inactive", "Inactivo"},
	StatusDiscontinued: {"discontinued", "Descontinuado"},
	StatusOutOfStock:   {"out_of_stock", "Sin Stock"},
}

// Code is the status as the API names it.
func (s ProductStatus) Code() string { return productStatuses[s].code }

// Label is the status as people read it.
func (s ProductStatus) Label() string { return productStatuses[s].label }

// StatusByCode reads a status by its name.
func StatusByCode(code string) (ProductStatus, bool) {
	for status, names := range productStatuses {
		if names.code == code {
			return status, true
		}
	}
	return 0, false
}

// StockLevel says how a product stands.
type StockLevel int

// The levels of stock, the most pressing first.
const (
	LevelOut StockLevel = 0
	LevelLow StockLevel = 1
	LevelOK  StockLevel = 2
)

// Level is out when nothing is left, and low at or below the minimum; a
// missing minimum counts as zero.
func (p Product) Level() StockLevel {
	switch {
	case p.Stock == 0:
		return LevelOut
	case p.MinStock != nil && p.Stock <= *p.MinStock:
		return LevelLow
	default:
		return LevelOK
	}
}

// Available is what can be promised to the next order.
func (p Product) Available() int64 { return p.Stock - p.Reserved }

// The limits and defaults of a product's fields.
const (
	skuMax           = 64
	productNameMax   = 200
	descriptionMax   = 5000
	imageURLMax      = 2000
	tagsMax          = 30
	AlertDaysMin     = 1
	AlertDaysMax     = 365
	AlertDaysDefault = 30
)

// Errors about products.
var (
	ErrSKUTaken     = FieldError("sku", "Ya existe un producto con este SKU")
	ErrBarcodeTaken = FieldError("barcode", "Ya existe un producto con este código de barras")
	// ErrProductClaimed keeps what an open order asks for from disappearing.
	ErrProductClaimed = &Error{Kind: Conflict, Message: "Hay pedidos abiertos de este producto: envíalos o cancélalos antes de eliminarlo"}
)

type productMemory interface {
	InsertProduct(product Product) (int64, error)
	ProductByID(id int64) (Product, error)
	// ProductsByIDs returns those that exist, in no particular order.
	ProductsByIDs(ids []int64) ([]Product, error)
	ProductBySKU(sku string) (Product, error)
	ProductByBarcode(barcode string) (Product, error)
	// UpdateProduct writes every field but stock, and the counters that depend on them.
	UpdateProduct(before, after Product) error
	ListProducts(filter ProductFilter) (List[Product], error)
	// SearchProducts finds by SKU first, then by the rest, for pickers.
	SearchProducts(text string, limit int) ([]Product, error)
	// SoldSince is how many units of each product were sold, less returns.
	SoldSince(ids []int64, since time.Time) (map[int64]int64, error)
	// InsertProducts is InsertProduct for many; the ids are in their order.
	InsertProducts(products []Product) ([]int64, error)
	// ProductsBySKUs and ProductsByBarcodes return those that exist, in no
	// particular order; a SKU is given by its IdentityKey.
	ProductsBySKUs(keys []string) ([]Product, error)
	ProductsByBarcodes(barcodes []string) ([]Product, error)
	// LockProductsBySKUs also keeps every other writer from changing them.
	LockProductsBySKUs(keys []string) ([]Product, error)
	// WalkProducts hands over every product that a list would show, in its order.
	WalkProducts(filter ProductFilter, fn func(Product) error) error
	// DeletedProduct returns a deleted product and keeps others from changing it.
	DeletedProduct(id int64) (Product, error)
}

// ProductFilter says which products a list shows. Nil and zero mean all.
type ProductFilter struct {
	Search   string
	Category LabelRef
	Brand    LabelRef
	Tag      LabelRef
	Status   ProductStatus
	InStock  *bool
	LowStock *bool
	// StockUpTo lists 0 < stock ≤ it.
	StockUpTo *int64
	MinPrice  *Cents
	MaxPrice  *Cents
	MinStock  *int64
	MaxStock  *int64
	IDs       []int64
	Ordering  ProductOrdering
	Page      Page
}

// ProductOrdering is how a list of products is sorted; a leading minus is descending.
type ProductOrdering string

// Orderings of products, ascending; each also with a leading minus.
const (
	ProductsByName     ProductOrdering = "name"
	ProductsBySKU      ProductOrdering = "sku"
	ProductsByStock    ProductOrdering = "currentStock"
	ProductsByCreated  ProductOrdering = "createdAt"
	ProductsByCategory ProductOrdering = "category"
	ProductsByStatus   ProductOrdering = "status"
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
	Price        **Cents
	Category     *LabelRef
	Brand        *LabelRef
	Tags         *[]string
	// LocationID is where a new stock lies.
	LocationID int64
	// IfVersion refuses the change when the product is no longer at this version.
	IfVersion *int64
}

// CreateProduct adds a product. Its first stock is a movement like any other.
func (inv *Inventory) CreateProduct(ctx context.Context, actor Actor, fields ProductFields) (Product, error) {
	return once(ctx, inv, func(tx Tx) (Product, error) { return createProduct(tx, actor, fields, SourceManual, 0) })
}

// newProduct is a product before anything is said about it.
func newProduct(now time.Time) Product {
	return Product{Status: StatusActive, AlertDays: AlertDaysDefault, Tags: []string{}, CreatedAt: now, UpdatedAt: now, Version: 1}
}

func createProduct(tx Tx, actor Actor, fields ProductFields, source Source, sourceID int64) (Product, error) {
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
	if err := tx.Emit(Event{Topic: TopicProducts, ID: product.ID}); err != nil {
		return Product{}, err
	}
	return setStock(tx, actor, product, fields, source, sourceID)
}

// setStock brings a product's stock to what was written, by a movement.
func setStock(tx Tx, actor Actor, product Product, fields ProductFields, source Source, sourceID int64) (Product, error) {
	if fields.Stock == nil || *fields.Stock == product.Stock {
		return product, nil
	}
	reason, notes := ReasonAdjustment, ""
	if product.MovementSeq == 0 {
		reason, notes = ReasonRestock, "Stock inicial"
	}
	location, err := usableLocation(tx, fields.LocationID)
	if err != nil {
		return Product{}, err
	}
	// What other locations hold stays there; this one makes up the difference.
	product, _, err = move(tx, actor, product, change{
		locationID: location.ID, quantity: *fields.Stock - product.Stock, reason: reason, notes: notes, source: source, sourceID: sourceID,
	})
	return product, err
}

// UpdateProduct changes a product; fields that are nil stay as they are.
func (inv *Inventory) UpdateProduct(ctx context.Context, actor Actor, id int64, fields ProductFields) (Product, error) {
	return once(ctx, inv, func(tx Tx) (Product, error) {
		before, err := tx.LockProduct(id)
		if err != nil {
			return Product{}, err
		}
		if fields.IfVersion != nil && *fields.IfVersion != before.Version {
			return Product{}, ErrStale
		}
		return updateProduct(tx, actor, before, fields, SourceManual, 0)
	})
}

func updateProduct(tx Tx, actor Actor, before Product, fields ProductFields, source Source, sourceID int64) (Product, error) {
	after, err := fields.apply(tx, actor, before)
	if err != nil {
		return Product{}, err
	}
	if !after.sameAs(before) {
		after.Version, after.UpdatedAt = before.Version+1, tx.Now()
		if err := tx.UpdateProduct(before, after); err != nil {
			return Product{}, err
		}
		if err := audit(tx, actor, AuditUpdate, nounProduct, after.ID, before.auditable(), after.auditable()); err != nil {
			return Product{}, err
		}
		if err := tx.Emit(Event{Topic: TopicProducts, ID: after.ID}); err != nil {
			return Product{}, err
		}
	}
	return setStock(tx, actor, after, fields, source, sourceID)
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
	checkBound(wrong, p.MinStock, "minStock", "El stock mínimo debe ser un número mayor o igual a 0")
	checkBound(wrong, p.MaxStock, "maxStock", "El stock máximo debe ser un número mayor o igual a 0")
	if p.MinStock != nil && p.MaxStock != nil {
		wrong.check(*p.MaxStock >= *p.MinStock, "maxStock", "El stock máximo no puede ser menor que el mínimo")
	}
	wrong.check(p.AlertDays >= AlertDaysMin && p.AlertDays <= AlertDaysMax, "alertDays", "Los días de alerta deben ser un número entre 1 y 365")
	wrong.check(p.Price == nil || (*p.Price >= 0 && *p.Price <= moneyMax), "price", "El precio debe ser un número mayor o igual a 0")
}

func checkBound(wrong problems, bound *int64, field, message string) {
	wrong.check(bound == nil || (*bound >= 0 && *bound <= QuantityMax), field, message)
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

// ImagePath is where pictures kept by this server are found.
const ImagePath = "/api/images/"

// DuplicateProduct makes a new product like another, with its own SKU and no stock.
func (inv *Inventory) DuplicateProduct(ctx context.Context, actor Actor, id int64, sku string) (Product, error) {
	return once(ctx, inv, func(tx Tx) (Product, error) {
		original, err := tx.ProductByID(id)
		if err != nil {
			return Product{}, err
		}
		twin := original
		twin.ID, twin.SKU, twin.Barcode = 0, Clean(sku), ""
		twin.Stock, twin.Reserved, twin.Shortage, twin.MovementSeq, twin.LedgerHash, twin.LastMovementAt, twin.Cost = 0, 0, 0, 0, "", nil, nil
		twin.CreatedAt, twin.UpdatedAt, twin.Version = tx.Now(), tx.Now(), 1
		wrong := problems{}
		twin.check(wrong)
		if err := wrong.err(); err != nil {
			return Product{}, err
		}
		if err := notImporting(tx, "", twin.SKU); err != nil {
			return Product{}, err
		}
		if err := twin.checkUnique(tx); err != nil {
			return Product{}, err
		}
		if twin.ID, err = tx.InsertProduct(twin); err != nil {
			return Product{}, err
		}
		if err := audit(tx, actor, AuditCreate, nounProduct, twin.ID, nil, twin.auditable()); err != nil {
			return Product{}, err
		}
		return twin, tx.Emit(Event{Topic: TopicProducts, ID: twin.ID})
	})
}

// DeleteProduct takes a product out of every list and frees its SKU. Its
// history stays, and so does the way back: see RestoreProduct.
func (inv *Inventory) DeleteProduct(ctx context.Context, actor Actor, id int64) error {
	_, err := once(ctx, inv, func(tx Tx) (nothing, error) {
		product, err := tx.LockProduct(id)
		if err != nil {
			return nothing{}, err
		}
		return nothing{}, deleteProduct(tx, actor, product)
	})
	return err
}

func deleteProduct(tx Tx, actor Actor, before Product) error {
	if before.Reserved > 0 {
		return ErrProductClaimed
	}
	if err := notImporting(tx, "", before.SKU); err != nil {
		return err
	}
	now := tx.Now()
	after := before
	after.DeletedAt, after.UpdatedAt, after.Version = &now, now, before.Version+1
	if err := tx.UpdateProduct(before, after); err != nil {
		return err
	}
	if err := audit(tx, actor, AuditDelete, nounProduct, before.ID, before.auditable(), nil); err != nil {
		return err
	}
	return tx.Emit(Event{Topic: TopicProducts, ID: before.ID})
}

// RestoreProduct brings a deleted product back, if nobody has taken its SKU.
func (inv *Inventory) RestoreProduct(ctx context.Context, actor Actor, id int64) (Product, error) {
	return once(ctx, inv, func(tx Tx) (Product, error) { return restoreProduct(tx, actor, id) })
}

func restoreProduct(tx Tx, actor Actor, id int64) (Product, error) {
	before, err := tx.DeletedProduct(id)
	if err != nil {
		return Product{}, err
	}
	after := before
	after.DeletedAt, after.UpdatedAt, after.Version = nil, tx.Now(), before.Version+1
	if err := notImporting(tx, after.Barcode, after.SKU); err != nil {
		return Product{}, err
	}
	if err := after.checkUnique(tx); err != nil {
		return Product{}, err
	}
	if err := tx.UpdateProduct(before, after); err != nil {
		return Product{}, err
	}
	if err := audit(tx, actor, AuditRestore, nounProduct, id, nil, after.auditable()); err != nil {
		return Product{}, err
	}
	return after, tx.Emit(Event{Topic: TopicProducts, ID: id})
}

// Product returns one product.
func (inv *Inventory) Product(ctx context.Context, id int64) (product Product, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		product, err = tx.ProductByID(id)
		return err
	})
	return product, err
}

// ListProducts shows one page of the catalogue.
func (inv *Inventory) ListProducts(ctx context.Context, filter ProductFilter) (products List[Product], err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		products, err = tx.ListProducts(filter)
		return err
	})
	return products, err
}

// SearchProducts finds products for a picker, those with the SKU first.
func (inv *Inventory) SearchProducts(ctx context.Context, text string, limit int) (products []Product, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		products, err = tx.SearchProducts(text, limit)
		return err
	})
	return products, err
}

// SKUAvailable says whether a SKU is free, for everyone or for one product.
func (inv *Inventory) SKUAvailable(ctx context.Context, sku string, exceptID int64) (available bool, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		other, err := tx.ProductBySKU(Clean(sku))
		available = isNotFound(err) || (err == nil && other.ID == exceptID)
		if isNotFound(err) {
			return nil
		}
		return err
	})
	return available && Clean(sku) != "", err
}

// StockByLocation says where the units of a product lie.
func (inv *Inventory) StockByLocation(ctx context.Context, id int64) (stocks []LocationStock, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		if _, err := tx.ProductByID(id); err != nil {
			return err
		}
		stocks, err = tx.StockByLocation(id)
		return err
	})
	return stocks, err
}

// soldWindow is what "sold lately" means.
const soldWindow = 30 * 24 * time.Hour

// SoldLately is how many units of each product were sold in the last 30 days, less returns.
func (inv *Inventory) SoldLately(ctx context.Context, ids []int64) (sold map[int64]int64, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		sold, err = tx.SoldSince(ids, tx.Now().Add(-soldWindow))
		return err
	})
	return sold, err
}

// sameAs says whether two states of a product differ in nothing people wrote.
func (p Product) sameAs(o Product) bool {
	return p.SKU == o.SKU && p.Name == o.Name && p.Description == o.Description && p.Barcode == o.Barcode && p.ImageURL == o.ImageURL &&
		p.Status == o.Status && samePointer(p.MinStock, o.MinStock) && samePointer(p.MaxStock, o.MaxStock) && p.AlertDays == o.AlertDays &&
		p.AlertBlocked == o.AlertBlocked && sameCents(p.Price, o.Price) && p.Category.name() == o.Category.name() &&
		p.Brand.name() == o.Brand.name() && slices.Equal(p.Tags, o.Tags)
}

func samePointer[T comparable](a, b *T) bool {
	return a == b || (a != nil && b != nil && *a == *b)
}

func sameCents(a, b *Cents) bool { return samePointer(a, b) }

func (l *Label) name() string {
	if l == nil {
		return ""
	}
	return l.Name
}

// productNote is what the audit keeps of a product: what people wrote, by the names they know.
type productNote struct {
	SKU, Name, Description, Barcode, ImageURL, Status string
	MinStock, MaxStock                                *int64
	AlertDays                                         int
	AlertBlocked                                      bool
	Price                                             *Cents
	Category, Brand                                   string
	Tags                                              []string
}

func (p Product) auditable() productNote {
	return productNote{
		SKU: p.SKU, Name: p.Name, Description: p.Description, Barcode: p.Barcode, ImageURL: p.ImageURL, Status: p.Status.Code(),
		MinStock: p.MinStock, MaxStock: p.MaxStock, AlertDays: p.AlertDays, AlertBlocked: p.AlertBlocked, Price: p.Price,
		Category: p.Category.name(), Brand: p.Brand.name(), Tags: p.Tags,
	}
}
