package supplier

import (
	"cmp"
	"context"

	"estante/internal/core"
)

type mergeMemory interface {
	// MergeSupplier gives everything of one supplier to another. Of a product that both
	// sell, the other's terms stay, with the prices of both in its history, and it is
	// preferred where either was.
	MergeSupplier(from, into int64) (SupplierMerge, error)
}

// SupplierMerge is what moved from one supplier to another.
type SupplierMerge struct {
	// Products moved, Shared were sold by both.
	Products  int64
	Shared    int64
	Purchases int64
	Receipts  int64
	Returns   int64
}

// noted is a merge as the audit has it.
type noted struct {
	From int64
	Name string
	SupplierMerge
}

// MergeSupplier makes two suppliers one: what was of the first is of the second from now on.
func (s *Service) MergeSupplier(ctx context.Context, actor core.Actor, from, into int64) (Supplier, error) {
	if from == into {
		return Supplier{}, core.FieldError("into", "Elige otro proveedor")
	}
	return core.Once(ctx, s.store, func(tx Tx) (Supplier, error) {
		gone, kept, err := lockBoth(tx, from, into)
		if err != nil {
			return Supplier{}, err
		}
		moved, err := tx.MergeSupplier(from, into)
		if err != nil {
			return Supplier{}, err
		}
		if moved.Purchases > 0 {
			if err := tx.AskPurchaseWords(into); err != nil {
				return Supplier{}, err
			}
		}
		before := gone
		gone.MergedInto, gone.Active, gone.UpdatedAt, gone.Version = into, false, tx.Now(), before.Version+1
		if err := tx.UpdateSupplier(before, gone); err != nil {
			return Supplier{}, err
		}
		if err := noteSupplier(tx, actor, core.AuditUpdate, from, before, gone); err != nil {
			return Supplier{}, err
		}
		after := kept
		after.UpdatedAt, after.Version = tx.Now(), kept.Version+1
		if err := tx.UpdateSupplier(kept, after); err != nil {
			return Supplier{}, err
		}
		if err := noteSupplier(tx, actor, core.AuditLink, into, nil, noted{from, gone.Name, moved}); err != nil {
			return Supplier{}, err
		}
		return after, tx.Emit(core.Event{Topic: core.TopicPurchases})
	})
}

// lockBoth locks two suppliers in the order of their ids, so that two merges never wait
// for each other in a circle.
func lockBoth(tx Tx, from, into int64) (gone, kept Supplier, err error) {
	lockGone := func() error {
		gone, err = lockSupplier(tx, from, nil)
		return err
	}
	lockKept := func() error {
		kept, err = lockSupplier(tx, into, nil)
		if core.IsNotFound(err) {
			err = core.FieldError("into", "El proveedor no existe")
		}
		return err
	}
	steps := []func() error{lockGone, lockKept}
	if into < from {
		steps[0], steps[1] = steps[1], steps[0]
	}
	// Whichever is locked first, that the one of the address is not there is said before that
	// the other is not.
	first, second := steps[0](), steps[1]()
	if into < from {
		first, second = second, first
	}
	return gone, kept, cmp.Or(first, second)
}
