package inventory

import (
	"maps"
	"slices"
	"time"
)

// matchOrderLines gives the open orders of a channel the product that an unknown
// SKU means there: they claim its stock from now on. It returns which they are.
func matchOrderLines(tx Tx, actor Actor, channelID int64, sku string, productID int64) ([]int64, error) {
	zone, _, err := orderZone(tx)
	if err != nil {
		return nil, err
	}
	ids, err := tx.UnmatchedOrders(channelID, IdentityKey(sku))
	if err != nil {
		return nil, err
	}
	// All orders first: who holds a product never waits for an order.
	for _, id := range ids {
		if _, err := tx.LockOrder(id); err != nil {
			return nil, err
		}
	}
	for _, id := range ids {
		if err := matchOrder(tx, actor, id, IdentityKey(sku), productID, zone); err != nil {
			return nil, err
		}
	}
	return ids, nil
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
