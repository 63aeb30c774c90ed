package order

import (
	"maps"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// place is where a line claims.
func (l Line) place() ledger.StockPlace {
	return ledger.StockPlace{ProductID: l.ProductID, LocationID: l.LocationID}
}

// claimChanges is what other lines in the place of these mean for the claims. What was
// short of the old ones is forgotten, and the new ones have nothing short yet:
// settleShortages says which order lacks what.
func claimChanges(before, after []Line) map[ledger.StockPlace]ledger.Claims {
	changes := map[ledger.StockPlace]ledger.Claims{}
	add := func(line Line, sign int64) {
		if line.ProductID == 0 {
			return
		}
		change := changes[line.place()]
		change.Reserved += sign * line.Claimed
		change.Shortage += sign * line.Shortage
		changes[line.place()] = change
	}
	for _, line := range before {
		add(line, -1)
	}
	for _, line := range after {
		add(line, 1)
	}
	maps.DeleteFunc(changes, func(_ ledger.StockPlace, c ledger.Claims) bool { return c == ledger.Claims{} })
	return changes
}

// reclaim writes lines of an order in the place of what they were, with what
// that means for the claims on the stock. Products of both must be locked, and
// are noted with what is then claimed of them.
func reclaim(tx Tx, products map[int64]catalogue.Product, before, after []Line, write func([]Line) error) error {
	for i := range after {
		after[i].Shortage = 0
	}
	changes := claimChanges(before, after)
	if err := tx.ChangeClaims(changes); err != nil {
		return err
	}
	if err := write(after); err != nil {
		return err
	}
	changed, err := ledger.SettleShortages(tx, ledger.Places(changes))
	if err != nil {
		return err
	}
	for place, change := range changes {
		product := products[place.ProductID]
		product.Reserved += change.Reserved
		product.Shortage += change.Shortage
		products[place.ProductID] = product
		if err := tx.Emit(core.Event{Topic: core.TopicStock, ID: place.ProductID}); err != nil {
			return err
		}
	}
	for id, change := range changed {
		product := products[id]
		product.Shortage += change
		products[id] = product
	}
	return nil
}
