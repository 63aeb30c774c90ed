package inventory

import "context"

// CreateProduct adds a product. Its first stock is a movement like any other.
func (inv *Inventory) CreateProduct(ctx context.Context, actor Actor, fields ProductFields) (Product, error) {
	return once(ctx, inv.store, func(tx Tx) (Product, error) {
		product, err := createProduct(tx, actor, fields)
		if err != nil {
			return Product{}, err
		}
		return setStock(tx, actor, product, fields)
	})
}

// setStock brings a product's stock to what was written, by a movement.
func setStock(tx Tx, actor Actor, product Product, fields ProductFields) (Product, error) {
	if fields.Stock == nil || *fields.Stock == product.Stock {
		return product, nil
	}
	reason, notes := ReasonAdjustment, ""
	if product.MovementSeq == 0 {
		reason, notes = ReasonRestock, "Stock inicial"
	}
	location, lying, err := lyingAt(tx, product.ID, fields.LocationID)
	if err != nil {
		return Product{}, err
	}
	if err := mayBecome(product, *fields.Stock, lying, "stock"); err != nil {
		return Product{}, err
	}
	product, _, err = move(tx, actor, product, change{
		locationID: location.ID, quantity: *fields.Stock - product.Stock, reason: reason, notes: notes, source: SourceManual,
	})
	return product, err
}

// lyingAt is how much of a product lies at a location that may be used.
func lyingAt(tx Tx, productID, locationID int64) (Location, int64, error) {
	location, err := usableLocation(tx, locationID)
	if err != nil {
		return Location{}, 0, err
	}
	lying, err := tx.LocationStockOf(productID, location.ID)
	return location, lying, err
}

// mayBecome refuses a stock of the whole product that one location cannot make up
// the difference to: what others hold stays there.
func mayBecome(p Product, stock, lying int64, field string) error {
	if elsewhere := p.Stock - lying; stock < elsewhere {
		return FieldError(field, "En los demás almacenes hay "+units(elsewhere)+": el stock no puede ser menor")
	}
	return nil
}

// UpdateProduct changes a product; fields that are nil stay as they are.
func (inv *Inventory) UpdateProduct(ctx context.Context, actor Actor, id int64, fields ProductFields) (Product, error) {
	return once(ctx, inv.store, func(tx Tx) (Product, error) {
		before, err := tx.LockProduct(id)
		if err != nil {
			return Product{}, err
		}
		if fields.IfVersion != nil && *fields.IfVersion != before.Version {
			return Product{}, ErrStale
		}
		after, err := updateProduct(tx, actor, before, fields)
		if err != nil {
			return Product{}, err
		}
		return setStock(tx, actor, after, fields)
	})
}
