package ledger

import (
	"cmp"
	"maps"
	"slices"

	"estante/internal/core"
)

// Claims is what open orders want of a product at a place, what lies there,
// and how much of the one the other does not cover.
type Claims struct {
	Stock    int64
	Reserved int64
	Shortage int64
}

// lacking is the shortage that the figures mean.
func (c Claims) lacking() int64 { return max(c.Reserved-c.Stock, 0) }

// ShortLine is a line of an open order as far as its claim goes.
type ShortLine struct {
	LineID   int64
	OrderID  int64
	Claimed  int64
	Shortage int64
}

type claimMemory interface {
	// ClaimsAt returns the claims of products at the places where they have any
	// or where something lies.
	ClaimsAt(productIDs []int64) (map[StockPlace]Claims, error)
	// ChangeClaims adds to what is claimed and short at places, and to the sums
	// of their products.
	ChangeClaims(changes map[StockPlace]Claims) error
	// ShortLines returns claims at a place that are not covered, the oldest first.
	ShortLines(place StockPlace, limit int) ([]ShortLine, error)
	// CoveredLines returns claims at a place that are covered at least in part,
	// the newest first.
	CoveredLines(place StockPlace, limit int) ([]ShortLine, error)
	SetShortages(lines []ShortLine) error
	// ClaimedAt is how many units are claimed at a location.
	ClaimedAt(locationID int64) (int64, error)
}

// Places lists the keys in one order, so that everybody takes them in the same.
func Places[T any](of map[StockPlace]T) []StockPlace {
	return slices.SortedFunc(maps.Keys(of), func(a, b StockPlace) int {
		return cmp.Or(cmp.Compare(a.ProductID, b.ProductID), cmp.Compare(a.LocationID, b.LocationID))
	})
}

// shortageStep is how many lines are looked at together.
const shortageStep = 50

// SettleShortages says anew which claims the stock of some places does not
// cover, after stock or claims have changed. The oldest orders are served
// first, so that what is lacking is always lacking to the newest: only lines
// whose figure changes are touched, however many there are. It returns how the
// shortage of each product changed.
func SettleShortages(tx Tx, at []StockPlace) (map[int64]int64, error) {
	ids := make([]int64, 0, len(at))
	for _, place := range at {
		ids = append(ids, place.ProductID)
	}
	claims, err := tx.ClaimsAt(ids)
	if err != nil {
		return nil, err
	}
	changed, changes := map[int64]int64{}, map[StockPlace]Claims{}
	for _, place := range at {
		change := claims[place].lacking() - claims[place].Shortage
		if change == 0 {
			continue
		}
		if err := shiftShortage(tx, place, change); err != nil {
			return nil, err
		}
		changes[place] = Claims{Shortage: change}
		changed[place.ProductID] += change
	}
	return changed, tx.ChangeClaims(changes)
}

// shiftShortage gives lines of a place more or less shortage.
func shiftShortage(tx Tx, place StockPlace, change int64) error {
	for change != 0 {
		find := tx.CoveredLines
		if change < 0 {
			find = tx.ShortLines
		}
		lines, err := find(place, shortageStep)
		if err != nil {
			return err
		}
		if len(lines) == 0 {
			return &core.Error{
				Kind: core.Conflict, Message: "Los pedidos abiertos y lo reservado no coinciden: comprueba los movimientos",
			}
		}
		shifted := lines[:0]
		for _, line := range lines {
			if change == 0 {
				break
			}
			// More goes up to what is claimed, less down to nothing.
			step := min(change, line.Claimed-line.Shortage)
			if change < 0 {
				step = max(change, -line.Shortage)
			}
			line.Shortage += step
			change -= step
			shifted = append(shifted, line)
			if err := tx.Emit(core.Event{Topic: core.TopicOrders, ID: line.OrderID}); err != nil {
				return err
			}
		}
		if err := tx.SetShortages(shifted); err != nil {
			return err
		}
	}
	return nil
}

// settleMoved settles the shortages that movements have changed and notes them
// on the products.
func settleMoved(tx Tx, moved []Moved) error {
	var at []StockPlace
	for _, m := range moved {
		here := m.Here
		here.Stock += m.Movement.Quantity
		if here.lacking() != here.Shortage {
			at = append(at, StockPlace{m.Movement.ProductID, m.Movement.LocationID})
		}
	}
	if len(at) == 0 {
		return nil
	}
	changed, err := SettleShortages(tx, at)
	for i := range moved {
		moved[i].After.Shortage += changed[moved[i].After.ID]
	}
	return err
}
