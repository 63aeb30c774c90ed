package ledger

import (
	"context"
	"time"

	"estante/internal/core"
)

// ErrNoMovements is the answer to an export of movements when there are none.
var ErrNoMovements = &core.Error{Kind: core.Conflict, Message: "No hay movimientos para exportar"}

// WalkMovements hands over every movement that a list would show, all of one
// moment. There being none is ErrNoMovements.
func (s *Service) WalkMovements(ctx context.Context, filter MovementFilter, fn func(MovementRow) error) error {
	return core.WalkAll(ctx, s.store, ErrNoMovements, fn, func(tx Tx, fn func(MovementRow) error) error {
		return tx.WalkMovementRows(filter, fn)
	})
}

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
	Page      core.Page
}

// ListMovements shows one page of the ledger.
func (s *Service) ListMovements(
	ctx context.Context, filter MovementFilter,
) (movements core.List[MovementRow], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		movements, err = tx.ListMovements(filter)
		return err
	})
	return movements, err
}

// ChangedValue is by how much a movement changed what the stock is worth, by the average;
// nil where that is not known.
func (m Movement) ChangedValue() *core.Cents {
	if m.ValueBefore == nil || m.ValueAfter == nil {
		return nil
	}
	change := *m.ValueAfter - *m.ValueBefore
	return &change
}
