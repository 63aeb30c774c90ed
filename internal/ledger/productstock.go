package ledger

import (
	"context"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// CreateProduct adds a product. Its first stock is a movement like any other.
func (s *Service) CreateProduct(
	ctx context.Context, actor core.Actor, fields catalogue.ProductFields,
) (catalogue.Product, error) {
	return core.Once(ctx, s.store, func(tx Tx) (catalogue.Product, error) {
		product, err := catalogue.CreateProduct(tx, actor, fields)
		if err != nil {
			return catalogue.Product{}, err
		}
		return setStock(tx, actor, product, fields)
	})
}

// setStock brings a product's stock to what was written, by a movement.
func setStock(
	tx Tx, actor core.Actor, product catalogue.Product, fields catalogue.ProductFields,
) (catalogue.Product, error) {
	if fields.Stock == nil || *fields.Stock == product.Stock {
		return product, nil
	}
	reason, notes := ReasonAdjustment, ""
	if product.MovementSeq == 0 {
		reason, notes = ReasonRestock, "Stock inicial"
	}
	location, lying, err := lyingAt(tx, product.ID, fields.LocationID)
	if err != nil {
		return catalogue.Product{}, err
	}
	if err := mayBecome(product, *fields.Stock, lying, "stock"); err != nil {
		return catalogue.Product{}, err
	}
	product, _, err = move(tx, actor, product, Change{
		LocationID: location.ID, Quantity: *fields.Stock - product.Stock, Reason: reason, Notes: notes, Source: SourceManual,
	})
	return product, err
}

// lyingAt is how much of a product lies at a location that may be used.
func lyingAt(tx Tx, productID, locationID int64) (Location, int64, error) {
	location, err := UsableLocation(tx, locationID)
	if err != nil {
		return Location{}, 0, err
	}
	lying, err := tx.LocationStockOf(productID, location.ID)
	return location, lying, err
}

// mayBecome refuses a stock of the whole product that one location cannot make up
// the difference to: what others hold stays there.
func mayBecome(p catalogue.Product, stock, lying int64, field string) error {
	if elsewhere := p.Stock - lying; stock < elsewhere {
		return core.FieldError(field, "En los demás almacenes hay "+Units(elsewhere)+": el stock no puede ser menor")
	}
	return nil
}

// UpdateProduct changes a product; fields that are nil stay as they are.
func (s *Service) UpdateProduct(
	ctx context.Context, actor core.Actor, id int64, fields catalogue.ProductFields,
) (catalogue.Product, error) {
	return core.Once(ctx, s.store, func(tx Tx) (catalogue.Product, error) {
		before, err := tx.LockProduct(id)
		if err != nil {
			return catalogue.Product{}, err
		}
		if fields.IfVersion != nil && *fields.IfVersion != before.Version {
			return catalogue.Product{}, core.ErrStale
		}
		after, err := catalogue.UpdateProduct(tx, actor, before, fields)
		if err != nil {
			return catalogue.Product{}, err
		}
		return setStock(tx, actor, after, fields)
	})
}
