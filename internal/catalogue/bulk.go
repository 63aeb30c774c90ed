package catalogue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"estante/internal/core"
)

// BulkMax is how many products one bulk change may name.
const BulkMax = 500

// BulkItem is what a bulk change does to one product; nil leaves it. A minimum
// of nil is a value of its own, so SetMinStock says whether it is meant.
// Deleted takes the product out of the lists, or brings it back.
type BulkItem struct {
	ID          int64
	Status      *ProductStatus
	Category    *LabelRef
	SetMinStock bool
	MinStock    *int64
	Deleted     *bool
}

// ChangeProducts changes many products, all or none, and returns the bulk
// change that takes it back: one item for each product that is not as before.
func (s *Service) ChangeProducts(ctx context.Context, actor core.Actor, items []BulkItem) ([]BulkItem, error) {
	if err := checkBulk(actor, items); err != nil {
		return nil, err
	}
	return core.Once(ctx, s.store, func(tx Tx) ([]BulkItem, error) {
		order := make([]int, len(items))
		for i := range items {
			order[i] = i
		}
		// Everybody locks products in the same order, so that two bulk changes
		// wait for each other instead of each holding what the other needs.
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(items[a].ID, items[b].ID) })
		undo := make([]BulkItem, 0, len(items))
		for _, i := range order {
			before, changed, err := changeOne(tx, actor, items[i])
			if err != nil {
				return nil, atItem(err, i)
			}
			if changed {
				undo = append(undo, before)
			}
		}
		return undo, nil
	})
}

func checkBulk(actor core.Actor, items []BulkItem) error {
	wrong := core.Problems{}
	wrong.Check(len(items) > 0, "items", "Elige al menos un producto")
	wrong.Check(len(items) <= BulkMax, "items", fmt.Sprintf("Elige %d productos como mucho", BulkMax))
	if err := wrong.Err(); err != nil {
		return err
	}
	seen := map[int64]bool{}
	for i, item := range items {
		wrong.Check(!seen[item.ID], fmt.Sprintf("items[%d].id", i), "El producto está repetido")
		seen[item.ID] = true
		if item.Deleted != nil && !actor.Role.May(core.DeleteProducts) {
			return &core.Error{Kind: core.Forbidden, Message: "Tu rol no permite eliminar productos"}
		}
	}
	return wrong.Err()
}

// changeOne changes one product and returns what takes it back. It says whether
// there is anything to take back.
func changeOne(tx Tx, actor core.Actor, item BulkItem) (undo BulkItem, changed bool, err error) {
	if item.Deleted != nil && !*item.Deleted {
		if _, err := restoreProduct(tx, actor, item.ID); err != nil {
			return BulkItem{}, false, err
		}
	}
	before, err := tx.LockProduct(item.ID)
	if err != nil {
		return BulkItem{}, false, err
	}
	undo = BulkItem{ID: item.ID}
	if item.Status != nil {
		undo.Status = &before.Status
	}
	if item.Category != nil {
		undo.Category = &LabelRef{Name: before.Category.name()}
	}
	fields := ProductFields{Status: item.Status, Category: item.Category}
	if item.SetMinStock {
		undo.SetMinStock, undo.MinStock = true, before.MinStock
		fields.MinStock = &item.MinStock
	}
	after, err := UpdateProduct(tx, actor, before, fields)
	if err != nil || item.Deleted == nil {
		return undo, after.Version != before.Version, err
	}
	opposite := !*item.Deleted
	undo.Deleted = &opposite
	if *item.Deleted {
		err = namedClaim(deleteProduct(tx, actor, after), after)
	}
	return undo, true, err
}

// namedClaim says which of many products the open orders are of.
func namedClaim(err error, product Product) error {
	if !errors.Is(err, ErrProductClaimed) {
		return err
	}
	return &core.Error{
		Kind: core.Conflict, Message: fmt.Sprintf(
			"Hay pedidos abiertos de %s (%s): envíalos o cancélalos antes de eliminarlo", product.Name, product.SKU),
	}
}

// atItem says which of many products an error is about.
func atItem(err error, i int) error {
	var known *core.Error
	switch {
	case core.IsNotFound(err):
		return core.FieldError(fmt.Sprintf("items[%d].id", i), "El producto no existe")
	case errors.As(err, &known) && len(known.Fields) > 0:
		named := core.Problems{}
		for field, messages := range known.Fields {
			named.Add(fmt.Sprintf("items[%d].%s", i, field), messages[0])
		}
		return named.Err()
	}
	return err
}
