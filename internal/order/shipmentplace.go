package order

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// shipElsewhere lets leave what left the shop from another place than the order is taken
// from, where that place is one of our locations. What left before is the first of what the
// shop sent.
func (n ShopOrder) shipElsewhere(tx Tx, actor core.Actor, before Order, zone *time.Location) (Order, error) {
	if before.Status.ended() || n.Held || !slices.ContainsFunc(n.Lines, ShopLine.hasParcels) {
		return before, nil
	}
	lines, err := LinesOf(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	leaving := map[int64]map[int64]int64{}
	var places []int64
	for _, line := range lines {
		told, known := n.told(line)
		if !known || told.Left == nil {
			continue
		}
		for place, units := range told.leftFrom(line.Shipped, min(*told.Left-line.Shipped, line.open())) {
			if place == 0 || place == before.LocationID {
				continue
			}
			if leaving[place] == nil {
				leaving[place] = map[int64]int64{}
				places = append(places, place)
			}
			leaving[place][line.ID] = units
		}
	}
	slices.Sort(places)
	order := before
	for _, place := range places {
		at := n.step(Shipped, order, tx.Now()).At
		if order, err = shipPart(tx, actor, order, parcel{leaving[place], place, at}, zone); err != nil {
			return Order{}, lackingAt(tx, place, err)
		}
	}
	return order, nil
}

// lackingAt says of what lacks at which place it does.
func lackingAt(tx Tx, place int64, err error) error {
	var told *core.Error
	if !errors.Is(err, ErrLacking) || !errors.As(err, &told) || len(told.Fields["items"]) == 0 {
		return err
	}
	location, failure := tx.LocationByID(place)
	if failure != nil {
		return failure
	}
	var lacking []string
	for _, sentence := range told.Fields["items"] {
		lacking = append(lacking, sentence+" en «"+location.Name+"»")
	}
	return fmt.Errorf("%w (%w)", &core.Error{
		Kind: core.Invalid, Fields: map[string][]string{"items": lacking},
	}, ErrLacking)
}

func (l ShopLine) hasParcels() bool { return len(l.Parcels) > 0 }

// leftFrom is from where so many units left that come after some others.
func (l ShopLine) leftFrom(after, units int64) map[int64]int64 {
	from := map[int64]int64{}
	for _, parcel := range l.Parcels {
		passed := min(after, parcel.Units)
		after -= passed
		left := min(parcel.Units-passed, max(units, 0))
		units -= left
		if left > 0 {
			from[parcel.LocationID] += left
		}
	}
	return from
}

// unship puts units of lines back on the shelves that they left, those that left last first.
// What has left a location that is closed by now comes back where returns do.
func unship(tx Tx, actor core.Actor, order Order, changes []lineChange) error {
	back, places, err := shelvesLeft(tx, order, changes)
	if err != nil {
		return err
	}
	done := map[int64]int64{}
	for _, place := range places {
		var here []lineChange
		ids := make([]int64, 0, len(changes))
		for _, c := range changes {
			units := back[place][c.line.ID]
			if units == 0 {
				continue
			}
			done[c.line.ID] += units
			line := c.line
			line.Unshipped += done[c.line.ID] - c.Units // As it is after this part.
			if here = append(here, lineChange{line, units}); line.ProductID != 0 {
				ids = append(ids, line.ProductID)
			}
		}
		products, err := catalogue.LockProducts(tx, ids)
		if err != nil {
			return err
		}
		if err := moveLines(tx, actor, order, products, here, lineMove{
			transition: transitionUnship, reason: ledger.ReasonReturn, locationID: place, countsAt: order.CreatedAt,
		}); err != nil {
			return err
		}
	}
	return nil
}

// shelvesLeft is how many units of each line come back to which location, and these in their order.
func shelvesLeft(tx Tx, order Order, changes []lineChange) (map[int64]map[int64]int64, []int64, error) {
	effects, err := tx.OrderEffects(order.ID)
	if err != nil {
		return nil, nil, err
	}
	usual, err := placeForReturns(tx, order)
	if err != nil {
		return nil, nil, err
	}
	back, left := map[int64]map[int64]int64{}, map[[2]int64]int64{} // What has left each shelf, by line and location.
	var shelves [][2]int64
	for _, effect := range effects {
		if !strings.HasPrefix(effect.Transition, transitionShip) && !strings.HasPrefix(effect.Transition, transitionUnship) {
			continue
		}
		movement, err := tx.MovementByID(effect.MovementID)
		if err != nil {
			return nil, nil, err
		}
		shelf := [2]int64{effect.LineID, movement.LocationID}
		left[shelf] -= effect.Quantity
		shelves = append(slices.DeleteFunc(shelves, func(s [2]int64) bool { return s == shelf }), shelf)
	}
	give := func(line, place, units int64) {
		if back[place] == nil {
			back[place] = map[int64]int64{}
		}
		back[place][line] += units
	}
	for _, c := range changes {
		units := c.Units
		for _, shelf := range slices.Backward(shelves) {
			part := min(units, left[shelf])
			if shelf[0] != c.line.ID || part <= 0 {
				continue
			}
			location, err := tx.LocationByID(shelf[1])
			if err != nil {
				return nil, nil, err
			}
			if location.Active {
				give(c.line.ID, location.ID, part)
				units -= part
			}
		}
		if units > 0 {
			give(c.line.ID, usual, units)
		}
	}
	places := make([]int64, 0, len(back))
	for place := range back {
		places = append(places, place)
	}
	slices.Sort(places)
	return back, places, nil
}
