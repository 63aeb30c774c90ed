package purchase

import (
	"context"

	"estante/internal/core"
	"estante/internal/supplier"
)

type purchaseWordsMemory interface {
	// TakePurchaseWords locks a supplier whose purchases are, and that no other process has locked.
	TakePurchaseWords() (supplierID int64, found bool, err error)
	// NextPurchasesOfWords locks the next purchases of that supplier, the oldest first.
	NextPurchasesOfWords(supplierID int64, limit int) ([]Purchase, error)
	// KeepPurchaseWords notes up to which purchase it is done, or, with none, that it is done with all.
	KeepPurchaseWords(supplierID int64, last *Purchase) error
}

// wordsBatch is how many purchases are written in one transaction, so that others wait for a moment only.
const wordsBatch = 100

// WorkOnPurchaseWords has searches find some purchases by what their supplier is called now. It says whether there may
// be more to do.
func (s *Service) WorkOnPurchaseWords(ctx context.Context) (more bool, err error) {
	err = core.Write(ctx, s.store, func(tx Tx) error {
		supplierID, found, err := tx.TakePurchaseWords()
		if more = found; err != nil || !found {
			return err
		}
		seller, err := tx.SupplierByID(supplierID)
		if err != nil {
			return err
		}
		purchases, err := tx.NextPurchasesOfWords(supplierID, wordsBatch)
		if err != nil {
			return err
		}
		for _, p := range purchases {
			if err := rewrite(tx, p, seller); err != nil {
				return err
			}
		}
		var last *Purchase
		if len(purchases) == wordsBatch {
			last = &purchases[len(purchases)-1]
		}
		if err := tx.KeepPurchaseWords(supplierID, last); err != nil {
			return err
		}
		return tx.Emit(core.Event{Topic: core.TopicPurchases})
	})
	return more, err
}

// rewrite has searches find a locked purchase by what it and its supplier are called now.
func rewrite(tx Tx, p Purchase, seller supplier.Supplier) error {
	lines, err := tx.PurchaseLines(p.ID)
	if err != nil {
		return err
	}
	receipts, err := tx.ReceiptsOf(p.ID)
	if err != nil {
		return err
	}
	return searchBy(tx, p, seller.Name, lines, receipts)
}
