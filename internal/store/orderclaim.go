package store

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"estante/internal/ledger"
)

// ClaimsAt implements ledger.Tx.
func (t *tx) ClaimsAt(productIDs []int64) (map[ledger.StockPlace]ledger.Claims, error) {
	claims := map[ledger.StockPlace]ledger.Claims{}
	for start := 0; start < len(productIDs); start += idsMax {
		var f filter
		f.anyOf("product_id", productIDs[start:min(start+idsMax, len(productIDs))])
		err := walk(t, func(r row) (place ledger.StockPlace, err error) {
			var c ledger.Claims
			err = r.Scan(&place.ProductID, &place.LocationID, &c.Stock, &c.Reserved, &c.Shortage)
			claims[place] = c
			return place, err
		}, func(ledger.StockPlace) error { return nil },
			`SELECT product_id, location_id, stock, reserved, shortage FROM stock_levels`+f.where(), f.args...)
		if err != nil {
			return nil, err
		}
	}
	return claims, nil
}

// ChangeClaims implements ledger.Tx.
func (t *tx) ChangeClaims(changes map[ledger.StockPlace]ledger.Claims) error {
	at := slices.SortedFunc(maps.Keys(changes), func(a, b ledger.StockPlace) int {
		return cmp.Or(cmp.Compare(a.ProductID, b.ProductID), cmp.Compare(a.LocationID, b.LocationID))
	})
	for _, place := range at {
		change := changes[place]
		t.touchClaimed(place.ProductID, -change.Reserved)
		t.forecasts.move(place.ProductID)
		t.claims++
		if err := t.changeClaims(place, change); err != nil {
			return fmt.Errorf("change claims: %w", err)
		}
		if err := t.change(`UPDATE products SET reserved = reserved + $1, shortage = shortage + $2 WHERE id = $3`,
			change.Reserved, change.Shortage, place.ProductID); err != nil {
			return fmt.Errorf("change claims of product: %w", err)
		}
	}
	return nil
}

// changeClaims changes one place. An upsert would check the constraint against
// the change instead of the sum, so the first claim is a case of its own.
func (t *tx) changeClaims(place ledger.StockPlace, change ledger.Claims) error {
	touched, err := t.exec(`UPDATE stock_levels SET reserved = reserved + $1, shortage = shortage + $2
		WHERE product_id = $3 AND location_id = $4`,
		change.Reserved, change.Shortage, place.ProductID, place.LocationID)
	if err != nil || touched == 1 {
		return err
	}
	_, err = t.exec(`INSERT INTO stock_levels (product_id, location_id, stock, reserved, shortage)
		VALUES ($1, $2, 0, $3, $4)`,
		place.ProductID, place.LocationID, change.Reserved, change.Shortage)
	return err
}

func scanShortLine(r row) (l ledger.ShortLine, err error) {
	err = r.Scan(&l.LineID, &l.OrderID, &l.Claimed, &l.Shortage)
	return l, err
}

// ShortLines implements ledger.Tx.
func (t *tx) ShortLines(place ledger.StockPlace, limit int) ([]ledger.ShortLine, error) {
	return all(t, scanShortLine, `SELECT id, order_id, claimed, shortage FROM order_lines
		WHERE product_id = $1 AND location_id = $2 AND shortage > 0 ORDER BY placed_at, id LIMIT $3`, place.ProductID,
		place.LocationID, limit)
}

// CoveredLines implements ledger.Tx.
func (t *tx) CoveredLines(place ledger.StockPlace, limit int) ([]ledger.ShortLine, error) {
	return all(t, scanShortLine, `SELECT id, order_id, claimed, shortage FROM order_lines
		WHERE product_id = $1 AND location_id = $2 AND claimed > shortage ORDER BY placed_at DESC, id DESC LIMIT $3`,
		place.ProductID, place.LocationID, limit)
}

// SetShortages implements ledger.Tx.
func (t *tx) SetShortages(lines []ledger.ShortLine) error {
	for _, l := range lines {
		if err := t.change(`UPDATE order_lines SET shortage = $1 WHERE id = $2`, l.Shortage, l.LineID); err != nil {
			return fmt.Errorf("set shortage: %w", err)
		}
	}
	return nil
}

// ClaimedAt implements ledger.Tx.
func (t *tx) ClaimedAt(locationID int64) (int64, error) {
	return one(t, scanID, `SELECT CAST(coalesce(sum(reserved), 0) AS BIGINT) FROM stock_levels WHERE location_id = $1`,
		locationID)
}
