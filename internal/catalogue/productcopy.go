package catalogue

import (
	"context"

	"estante/internal/core"
)

// DuplicateProduct makes a new product like another, with its own SKU and no stock.
func (s *Service) DuplicateProduct(ctx context.Context, actor core.Actor, id int64, sku string) (Product, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Product, error) {
		// A writer that renames one of its labels meanwhile renames it for both products or
		// for neither.
		original, err := tx.LockProduct(id)
		if err != nil {
			return Product{}, err
		}
		twin := original
		twin.ID, twin.SKU, twin.Barcode = 0, core.Line(sku), ""
		twin.Stock, twin.Reserved, twin.Shortage, twin.MovementSeq, twin.LedgerHash, twin.LastMovementAt = 0, 0, 0, 0, "", nil
		twin = twin.WithWorth(nil)
		twin.CostCurrency = ""
		twin.CreatedAt, twin.UpdatedAt, twin.Version = tx.Now(), tx.Now(), 1
		wrong := core.Problems{}
		twin.check(wrong)
		if err := wrong.Err(); err != nil {
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
		if err := core.Audit(tx, actor, core.AuditCreate, core.NounProduct, twin.ID, nil, twin.Auditable()); err != nil {
			return Product{}, err
		}
		return twin, tx.Emit(core.Event{Topic: core.TopicProducts, ID: twin.ID})
	})
}

// DeleteProduct takes a product out of every list and frees its SKU. Its
// history stays, and so does the way back: see RestoreProduct.
func (s *Service) DeleteProduct(ctx context.Context, actor core.Actor, id int64) error {
	return s.DeleteProductIf(ctx, actor, id, nil)
}

// DeleteProductIf deletes a product unless it is no longer at the version that
// was seen; nil deletes it at any.
func (s *Service) DeleteProductIf(ctx context.Context, actor core.Actor, id int64, version *int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		product, err := tx.LockProduct(id)
		if err != nil {
			return core.Nothing{}, err
		}
		if version != nil && *version != product.Version {
			return core.Nothing{}, core.ErrStale
		}
		return core.Nothing{}, deleteProduct(tx, actor, product)
	})
	return err
}

func deleteProduct(tx Tx, actor core.Actor, before Product) error {
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
	if err := core.Audit(tx, actor, core.AuditDelete, core.NounProduct, before.ID, before.Auditable(), nil); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicProducts, ID: before.ID})
}

// RestoreProduct brings a deleted product back, if nobody has taken its SKU.
func (s *Service) RestoreProduct(ctx context.Context, actor core.Actor, id int64) (Product, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Product, error) { return restoreProduct(tx, actor, id) })
}

func restoreProduct(tx Tx, actor core.Actor, id int64) (Product, error) {
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
	if err := core.Audit(tx, actor, core.AuditRestore, core.NounProduct, id, nil, after.Auditable()); err != nil {
		return Product{}, err
	}
	return after, tx.Emit(core.Event{Topic: core.TopicProducts, ID: id})
}
