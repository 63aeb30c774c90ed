package inventory

import (
	"context"
	"time"
)

// MovementRow is a movement with the names of what it refers to, as lists show it.
type MovementRow struct {
	Movement
	ProductName  string
	ProductSKU   string
	LocationName string
	UserName     string
	// Undone says that a later movement took it back.
	Undone bool
}

// MovementFilter says which movements a list shows, the newest first unless
// Ascending. Zero values mean all.
type MovementFilter struct {
	ProductID  int64
	LocationID int64
	// Direction is +1 for what came in, -1 for what went out.
	Direction int
	Reason    Reason
	Source    Source
	SourceID  int64
	// Search matches the product's name or SKU, or the person's name.
	Search    string
	CreatedBy string
	From      time.Time
	To        time.Time
	Ascending bool
	Page      Page
}

// ListMovements shows one page of the ledger.
func (inv *Inventory) ListMovements(ctx context.Context, filter MovementFilter) (movements List[MovementRow], err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		movements, err = tx.ListMovements(filter)
		return err
	})
	return movements, err
}
