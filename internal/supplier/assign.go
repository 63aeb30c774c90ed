package supplier

import (
	"context"
	"fmt"
	"slices"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// AssignItem makes a supplier the preferred one of a product, or none where SupplierID is
// zero. Who does not sell the product yet does from then on; Unlink takes the product from
// what another sells, as an undo needs.
type AssignItem struct {
	ProductID  int64
	SupplierID int64
	Unlink     int64
}

// AssignSuppliers says of many products where they are bought, of all or none, and returns
// the change that takes it back: one item for each product that is not as before.
func (s *Service) AssignSuppliers(ctx context.Context, actor core.Actor, items []AssignItem) ([]AssignItem, error) {
	if err := checkAssigned(items); err != nil {
		return nil, err
	}
	return core.Once(ctx, s.store, func(tx Tx) ([]AssignItem, error) {
		suppliers, err := holdAssigned(tx, items)
		if err != nil {
			return nil, err
		}
		products, err := lockAssigned(tx, items)
		if err != nil {
			return nil, err
		}
		sold, err := soldBy(tx, products)
		if err != nil {
			return nil, err
		}
		undo, wrong := make([]AssignItem, 0, len(items)), core.Problems{}
		for i, item := range items {
			product, found := products[item.ProductID]
			if !found {
				wrong.Add(itemAt(i)+"id", "El producto no existe")
				continue
			}
			back, changed, err := assign(tx, actor, product, suppliers, sold[item.ProductID], item)
			if err != nil && !wrong.Under(itemAt(i), err) {
				return nil, err
			}
			if changed {
				undo = append(undo, back)
			}
		}
		return undo, wrong.Err()
	})
}

func itemAt(i int) string { return fmt.Sprintf("items[%d].", i) }

func checkAssigned(items []AssignItem) error {
	wrong := core.Problems{}
	wrong.Check(len(items) > 0, "items", "Elige al menos un producto")
	wrong.Check(len(items) <= catalogue.BulkMax, "items", fmt.Sprintf("Elige %d productos como mucho", catalogue.BulkMax))
	seen := map[int64]bool{}
	for i, item := range items {
		wrong.Check(!seen[item.ProductID], itemAt(i)+"id", "El producto está repetido")
		seen[item.ProductID] = true
	}
	return wrong.Err()
}

// holdAssigned holds the suppliers of a bulk change, in the order of their ids.
func holdAssigned(tx Tx, items []AssignItem) (map[int64]Supplier, error) {
	places := map[int64]int{}
	ids := make([]int64, 0, len(items))
	for i, item := range items {
		for _, id := range []int64{item.SupplierID, item.Unlink} {
			if _, seen := places[id]; !seen && id != 0 {
				places[id] = i
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	held, wrong := map[int64]Supplier{}, core.Problems{}
	for _, id := range ids {
		supplier, err := UsableSupplier(tx, id)
		if err != nil && !wrong.Under(itemAt(places[id]), err) {
			return nil, err
		}
		held[id] = supplier
	}
	return held, wrong.Err()
}

func soldBy(tx Tx, products map[int64]catalogue.Product) (map[int64][]SupplierProduct, error) {
	ids := make([]int64, 0, len(products))
	for id := range products {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return tx.SuppliersOf(ids)
}

// assign changes where one product is bought. It says whether anything did change, and
// what takes it back.
func assign(
	tx Tx, actor core.Actor, product catalogue.Product, suppliers map[int64]Supplier, sold []SupplierProduct,
	item AssignItem,
) (back AssignItem, changed bool, err error) {
	back = AssignItem{ProductID: product.ID}
	var wanted *SupplierProduct
	for i, s := range sold {
		if s.Preferred {
			back.SupplierID = s.SupplierID
		}
		if s.SupplierID == item.SupplierID {
			wanted = &sold[i]
		}
	}
	yes := true
	prefer := SupplierProductChange{Preferred: &yes}
	switch {
	case item.SupplierID == 0:
		changed = back.SupplierID != 0
		err = preferNone(tx, actor, product, sold)
	case wanted == nil:
		changed, back.Unlink = true, item.SupplierID
		_, err = addSold(tx, actor, suppliers[item.SupplierID], product, prefer)
	case !wanted.Preferred:
		changed = true
		_, err = changeSold(tx, actor, suppliers[item.SupplierID], product, *wanted, prefer)
	}
	if err != nil || item.Unlink == 0 || item.Unlink == item.SupplierID {
		return back, changed, err
	}
	at := slices.IndexFunc(sold, func(s SupplierProduct) bool { return s.SupplierID == item.Unlink })
	if at < 0 {
		return back, changed, nil
	}
	return back, true, removeSold(tx, actor, product, sold[at])
}
