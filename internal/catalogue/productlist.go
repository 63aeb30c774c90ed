package catalogue

import (
	"context"

	"estante/internal/core"
)

// ErrNoProducts is the answer to an export of products when there are none.
var ErrNoProducts = &core.Error{Kind: core.Conflict, Message: "No hay productos para exportar"}

// WalkProducts hands over every product that a list would show, all of one
// moment. There being none is ErrNoProducts.
func (s *Service) WalkProducts(ctx context.Context, filter ProductFilter, fn func(Product) error) error {
	return core.WalkAll(ctx, s.store, ErrNoProducts, fn, func(tx Tx, fn func(Product) error) error {
		return tx.WalkProducts(filter, fn)
	})
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
	MinPrice  *core.Cents
	MaxPrice  *core.Cents
	MinStock  *int64
	MaxStock  *int64
	IDs       []int64
	Ordering  ProductOrdering
	Page      core.Page
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

// Product returns one product.
func (s *Service) Product(ctx context.Context, id int64) (product Product, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		product, err = tx.ProductByID(id)
		return err
	})
	return product, err
}

// ListProducts shows one page of the catalogue.
func (s *Service) ListProducts(ctx context.Context, filter ProductFilter) (products core.List[Product], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		products, err = tx.ListProducts(filter)
		return err
	})
	return products, err
}

// SearchProducts finds products for a picker, those with the SKU first.
func (s *Service) SearchProducts(ctx context.Context, text string, limit int) (products []Product, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		products, err = tx.SearchProducts(text, limit)
		return err
	})
	return products, err
}

// SKUAvailable says whether a SKU is free, for everyone or for one product.
func (s *Service) SKUAvailable(ctx context.Context, sku string, exceptID int64) (available bool, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		other, err := tx.ProductBySKU(core.Line(sku))
		available = core.IsNotFound(err) || (err == nil && other.ID == exceptID)
		if core.IsNotFound(err) {
			return nil
		}
		return err
	})
	return available && core.Line(sku) != "", err
}

// SoldProduct is a product with how many units of it were sold, less returns.
type SoldProduct struct {
	Product
	Sold int64
}

// ProductSold is a product with what it sold lately.
func (s *Service) ProductSold(ctx context.Context, id int64) (found SoldProduct, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		since, err := s.core.Lately(ctx, tx)
		if err != nil {
			return err
		}
		found, err = tx.ProductSold(id, since)
		return err
	})
	return found, err
}

// SoldLately is how many units of each product were sold today and on the 29
// days before, less returns, by the days of the business.
func (s *Service) SoldLately(ctx context.Context, ids []int64) (sold map[int64]int64, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		since, err := s.core.Lately(ctx, tx)
		if err != nil {
			return err
		}
		sold, err = tx.SoldSince(ids, since)
		return err
	})
	return sold, err
}
