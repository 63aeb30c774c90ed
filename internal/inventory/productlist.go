package inventory

import (
	"context"
	"time"
)

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

// SoldProduct is a product with how many units of it were sold, less returns.
type SoldProduct struct {
	Product
	Sold int64
}

// ProductSold is a product with what it sold lately.
func (inv *Inventory) ProductSold(ctx context.Context, id int64) (found SoldProduct, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		since, err := inv.lately(ctx, tx)
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
func (inv *Inventory) SoldLately(ctx context.Context, ids []int64) (sold map[int64]int64, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		since, err := inv.lately(ctx, tx)
		if err != nil {
			return err
		}
		sold, err = tx.SoldSince(ids, since)
		return err
	})
	return sold, err
}

// lately is when the first of the days began whose sales are of late. It is asked
// where nothing is written: what a write sees may never be committed.
func (inv *Inventory) lately(ctx context.Context, tx Tx) (time.Time, error) {
	settings, known := inv.settings.find(struct{}{}, editionOf(ctx))
	if !known {
		var err error
		if settings, err = tx.Settings(); err != nil {
			return time.Time{}, err
		}
		inv.settings.keep(struct{}{}, editionOf(ctx), settings)
	}
	return settings.lately(tx.Now()), nil
}

func (s Settings) lately(now time.Time) time.Time {
	year, month, day := now.In(s.Zone()).Date()
	return time.Date(year, month, day-soldDays+1, 0, 0, 0, 0, s.Zone())
}
