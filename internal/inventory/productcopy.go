package inventory

import "context"

// DuplicateProduct makes a new product like another, with its own SKU and no stock.
func (inv *Inventory) DuplicateProduct(ctx context.Context, actor Actor, id int64, sku string) (Product, error) {
	return once(ctx, inv.store, func(tx Tx) (Product, error) {
		// Whoever renames one of its labels meanwhile meets both of them, or neither does.
		original, err := tx.LockProduct(id)
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
	return inv.DeleteProductIf(ctx, actor, id, nil)
}

// DeleteProductIf deletes a product unless it is no longer at the version that
// was seen; nil deletes it at any.
func (inv *Inventory) DeleteProductIf(ctx context.Context, actor Actor, id int64, version *int64) error {
	_, err := once(ctx, inv.store, func(tx Tx) (nothing, error) {
		product, err := tx.LockProduct(id)
		if err != nil {
			return nothing{}, err
		}
		if version != nil && *version != product.Version {
			return nothing{}, ErrStale
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
	return once(ctx, inv.store, func(tx Tx) (Product, error) { return restoreProduct(tx, actor, id) })
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
