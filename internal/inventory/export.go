package inventory

import (
	"context"
	"errors"
)

// ErrNoProducts is the answer to an export of products when there are none.
var ErrNoProducts = &Error{Kind: Conflict, Message: "No hay productos para exportar"}

// ErrNoMovements is the answer to an export of movements when there are none.
var ErrNoMovements = &Error{Kind: Conflict, Message: "No hay movimientos para exportar"}

// ErrInterrupted refuses to begin a walk again that has handed over rows.
var ErrInterrupted = errors.New("the walk was interrupted")

// WalkProducts hands over every product that a list would show, all of one
// moment. There being none is ErrNoProducts.
func (inv *Inventory) WalkProducts(ctx context.Context, filter ProductFilter, fn func(Product) error) error {
	return walkAll(ctx, inv.store, ErrNoProducts, fn, func(tx Tx, fn func(Product) error) error { return tx.WalkProducts(filter, fn) })
}

// WalkMovements hands over every movement that a list would show, all of one
// moment. There being none is ErrNoMovements.
func (inv *Inventory) WalkMovements(ctx context.Context, filter MovementFilter, fn func(MovementRow) error) error {
	return walkAll(ctx, inv.store, ErrNoMovements, fn, func(tx Tx, fn func(MovementRow) error) error { return tx.WalkMovementRows(filter, fn) })
}

// walkAll walks in one snapshot, and never twice: what fn has written cannot
// be taken back.
func walkAll[T any](ctx context.Context, store Store, none error, fn func(T) error, walk func(Tx, func(T) error) error) error {
	walked := 0
	return store.Snapshot(ctx, func(tx Tx) error {
		if walked > 0 {
			return ErrInterrupted
		}
		err := walk(tx, func(row T) error {
			walked++
			return fn(row)
		})
		if err == nil && walked == 0 {
			return none
		}
		return err
	})
}
