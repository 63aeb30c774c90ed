package catalogue

import (
	"maps"
	"slices"
	"time"

	"estante/internal/core"
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
	// ImageSource is the address that a picture of this server's was fetched from, and
	// ImageProblem why the picture of another address could not be; mostly empty.
	ImageSource  string
	ImageProblem string
	Status       ProductStatus
	// Stock is the sum of the product's movements, over all locations.
	Stock int64
	// Reserved is what open orders have claimed of it.
	Reserved int64
	// Shortage is how much of that is not there.
	Shortage int64
	// Incoming is on its way by purchases that are sent, and IncomingOn the day on which the
	// first of it is expected; empty while nobody said.
	Incoming   int64
	IncomingOn string
	MinStock   *int64
	MaxStock   *int64
	// AlertDays is how many days before running out people want to know.
	AlertDays    int
	AlertBlocked bool
	// LeadDays pass between ordering it and its arrival, PackSize is how many
	// the supplier sells at once and ServiceLevel the chance, in percent, with
	// which an order shall last. Nil where the shop has not said.
	LeadDays     *int
	PackSize     *int64
	ServiceLevel *int
	// Price is in PriceCurrency, the currency that sales had when it was said or restated.
	Price         *core.Cents
	PriceCurrency string
	// Cost is what a unit cost on average, of the entries that said so, as it is shown:
	// Worth divided. Both are nil where no entry said.
	Cost *core.Cents
	// Worth is what the units in stock cost together or, where none is left, what the
	// last ones did. CostCurrency is the currency of both.
	Worth        *core.Worth
	CostCurrency string
	Category     *Label
	Brand        *Label
	Tags         []string

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

// ProductStatuses are all of them.
func ProductStatuses() []ProductStatus { return slices.Sorted(maps.Keys(productStatuses)) }

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

// StockValue is what the stock cost; nil where nobody said.
func (p Product) StockValue() *core.Cents {
	if p.Worth == nil {
		return nil
	}
	value := p.Worth.Value
	if p.Stock == 0 {
		value = 0
	}
	return &value
}

// WithWorth is the product with what its units cost together.
func (p Product) WithWorth(worth *core.Worth) Product {
	p.Worth, p.Cost = worth, nil
	if worth != nil {
		each := worth.Each()
		p.Cost = &each
	}
	return p
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
	LeadDaysMax      = 150
	ServiceLevelMin  = 50
	ServiceLevelMax  = 99
)

// Errors about products.
var (
	ErrSKUTaken     = core.FieldError("sku", "Ya existe un producto con este SKU")
	ErrBarcodeTaken = core.FieldError("barcode", "Ya existe un producto con este código de barras")
	// ErrProductClaimed keeps what an open order asks for from disappearing.
	ErrProductClaimed = &core.Error{
		Kind: core.Conflict, Message: "Hay pedidos abiertos de este producto: envíalos o cancélalos antes de eliminarlo",
	}
)

// QuantityMax bounds one change of stock, and what a product can be limited to.
const QuantityMax = 1_000_000_000

type productMemory interface {
	// LockProduct returns a product as it is now and keeps every other writer
	// from changing it until this transaction ends. Deleted products are not found.
	LockProduct(id int64) (Product, error)
	// LockProducts does the same for several, always in the order of their ids, so that two
	// writers that need the same ones never wait for each other in a circle. Those that do
	// not exist are left out.
	LockProducts(ids []int64) ([]Product, error)
	// LockFreeProducts does the same without waiting: those that another writer has locked
	// are left out too.
	LockFreeProducts(ids []int64) ([]Product, error)
	InsertProduct(product Product) (int64, error)
	ProductByID(id int64) (Product, error)
	// ProductsByIDs returns those that exist, in no particular order.
	ProductsByIDs(ids []int64) ([]Product, error)
	ProductBySKU(sku string) (Product, error)
	ProductByBarcode(barcode string) (Product, error)
	// UpdateProduct writes every field but stock, and the counters that depend on them.
	UpdateProduct(before, after Product) error
	ListProducts(filter ProductFilter) (core.List[Product], error)
	// SearchProducts finds by SKU first, then by the rest, for pickers.
	SearchProducts(text string, limit int) ([]Product, error)
	// ProductSold is a product with what was sold of it since.
	ProductSold(id int64, since time.Time) (SoldProduct, error)
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

// ImagePath is where pictures kept by this server are found.
const ImagePath = "/api/images/"

func SamePointer[T comparable](a, b *T) bool {
	return a == b || (a != nil && b != nil && *a == *b)
}

func SameCents(a, b *core.Cents) bool { return SamePointer(a, b) }

func (l *Label) name() string {
	if l == nil {
		return ""
	}
	return l.Name
}

// LockProducts locks several products and finds them by their ids.
func LockProducts(tx Tx, ids []int64) (map[int64]Product, error) {
	products, err := tx.LockProducts(ids)
	return ProductsByID(products), err
}

func ProductsByID(products []Product) map[int64]Product {
	found := make(map[int64]Product, len(products))
	for _, product := range products {
		found[product.ID] = product
	}
	return found
}
