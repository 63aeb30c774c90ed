package inventory

import (
	"context"
	"maps"
	"slices"
	"time"
)

// MatchOrderLines says which product an unknown SKU means. Open orders that
// ask for it claim its stock from now on. It returns how many there are.
func (inv *Inventory) MatchOrderLines(ctx context.Context, actor Actor, sku string, productID int64) (matched int, err error) {
	return once(ctx, inv, func(tx Tx) (int, error) {
		if _, err := tx.ProductByID(productID); err != nil {
			return 0, err
		}
		zone, _, err := orderZone(tx)
		if err != nil {
			return 0, err
		}
		ids, err := tx.UnmatchedOrders(IdentityKey(sku))
		if err != nil {
			return 0, err
		}
		// All orders first: who holds a product never waits for an order.
		for _, id := range ids {
			if _, err := tx.LockOrder(id); err != nil {
				return 0, err
			}
		}
		for _, id := range ids {
			if err := matchOrder(tx, actor, id, IdentityKey(sku), productID, zone); err != nil {
				return 0, err
			}
		}
		return len(ids), nil
	})
}

func matchOrder(tx Tx, actor Actor, id int64, skuKey string, productID int64, zone *time.Location) error {
	before, err := tx.LockOrder(id)
	if err != nil || !before.Status.Open() {
		return err
	}
	lines, err := linesOf(tx, id)
	if err != nil {
		return err
	}
	products, err := lockProducts(tx, append(productIDs(lines), productID))
	if err != nil {
		return err
	}
	if lines, err = linesOf(tx, id); err != nil {
		return err
	}
	product, found := products[productID]
	if !found {
		return ErrNotFound
	}
	was, is := map[int64]OrderLine{}, map[int64]OrderLine{}
	for i, line := range lines {
		if line.ProductID == 0 && IdentityKey(line.SKU) == skuKey {
			was[line.ID] = line
			line.ProductID, line.SKU, line.Name = product.ID, product.SKU, product.Name
			line.Claimed = line.claim(before.Status)
			is[line.ID] = line
			lines[i] = line
		}
	}
	if err := reclaim(tx, products, slices.Collect(maps.Values(was)), slices.Collect(maps.Values(is)), tx.UpdateOrderLines); err != nil {
		return err
	}
	after := before
	after.count(lines)
	after.UpdatedAt, after.Version = tx.Now(), before.Version+1
	if err := tx.UpdateOrder(before, after, zone); err != nil {
		return err
	}
	return orderChanged(tx, actor, AuditUpdate, &before, after, OrderEvent{Kind: OrderMatched, Detail: "El SKU desconocido es " + product.SKU})
}
