package inventory

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The transitions of orders that move stock; a refund has its own name. What
// leaves after a part of its line did is kept with how much had left before.
const (
	transitionShip   = "ship"
	transitionReturn = "return"
	transitionRefund = "refund:"
	transitionMatch  = transitionRefund + "antes de conocer el producto"
)

// productIDs lists the products of lines.
func productIDs(lines []OrderLine) []int64 {
	ids := make([]int64, 0, len(lines))
	for _, line := range lines {
		if line.ProductID != 0 {
			ids = append(ids, line.ProductID)
		}
	}
	return ids
}

// release gives up what the lines of an order claim.
func release(tx Tx, lines []OrderLine, products map[int64]Product) error {
	after := make([]OrderLine, 0, len(lines))
	for _, line := range lines {
		line.Claimed = 0
		after = append(after, line)
	}
	return reclaim(tx, products, lines, after, tx.UpdateOrderLines)
}

// ship takes what an order asks for out of the stock, or says what is lacking.
func ship(tx Tx, actor Actor, order Order, lines []OrderLine, products map[int64]Product) error {
	after := make([]OrderLine, 0, len(lines))
	var left []lineChange
	for _, line := range lines {
		units := line.open()
		line.Shipped += units
		line.Claimed = 0
		after = append(after, line)
		left = append(left, lineChange{line, -units})
	}
	if gone := deletedSKUs(left, products); len(gone) > 0 {
		// It waits for the product as it would for its stock.
		return fmt.Errorf("%w (%w)", &Error{Kind: Conflict, Message: "No se puede enviar: hay productos eliminados (" + strings.Join(gone, ", ") + "); recupéralos antes"}, errLacking)
	}
	if err := enough(tx, order, left); err != nil {
		return err
	}
	if err := reclaim(tx, products, lines, after, tx.UpdateOrderLines); err != nil {
		return err
	}
	return moveLines(tx, actor, order, products, left, lineMove{transition: transitionShip, reason: ReasonSale, locationID: order.LocationID})
}

// enough refuses to take away what is not there, and names each SKU with how
// many lack. Lines of the same product are looked at together.
func enough(tx Tx, order Order, leaving []lineChange) error {
	lines := make([]OrderLine, 0, len(leaving))
	wanted := map[int64]int64{}
	for _, c := range leaving {
		lines = append(lines, c.line)
		wanted[c.line.ProductID] -= c.units
	}
	lying, err := tx.StocksAt(productIDs(lines))
	if err != nil {
		return err
	}
	var lacking []string
	for _, line := range lines {
		lacks := wanted[line.ProductID] - lying[StockPlace{line.ProductID, order.LocationID}]
		if line.ProductID != 0 && lacks > 0 {
			lacking = append(lacking, fmt.Sprintf("Falta stock de %s: %s", line.SKU, lackingUnits(lacks)))
			wanted[line.ProductID] = 0 // Another line of it says the same.
		}
	}
	if len(lacking) > 0 {
		return fmt.Errorf("%w (%w)", &Error{Kind: Invalid, Fields: map[string][]string{"items": lacking}}, errLacking)
	}
	return nil
}

// errLacking tells what cannot leave for lack of stock from what is wrong.
var errLacking = errors.New("stock is lacking")

// lackingUnits counts what is not there as people do.
func lackingUnits(n int64) string {
	if n == 1 {
		return "falta 1 unidad"
	}
	return "faltan " + units(n)
}

// lineChange is how much of a line's product comes or goes.
type lineChange struct {
	line  OrderLine
	units int64
}

// deletedSKUs names what comes or goes of products that are not there any more,
// each once.
func deletedSKUs(changes []lineChange, products map[int64]Product) (gone []string) {
	for _, c := range changes {
		_, there := products[c.line.ProductID]
		if c.units != 0 && c.line.ProductID != 0 && !there && !slices.Contains(gone, c.line.SKU) {
			gone = append(gone, c.line.SKU)
		}
	}
	return gone
}

// transition names the effect of a change of a line that is as it is after it.
func (c lineChange) transition(how lineMove) string {
	if before := c.line.Shipped + c.units; how.transition == transitionShip && before > 0 {
		return fmt.Sprintf("%s:%d", transitionShip, before)
	}
	return how.transition
}

// lineMove says why and where the units of lines move.
type lineMove struct {
	transition string
	reason     Reason
	locationID int64
}

// moveLines moves the stock of lines, each product once, and leaves their
// effects. The products must be locked.
func moveLines(tx Tx, actor Actor, order Order, products map[int64]Product, lines []lineChange, how lineMove) error {
	sums := map[int64]int64{}
	var ids []int64
	for _, c := range lines {
		if c.line.ProductID == 0 || c.units == 0 {
			continue
		}
		if sums[c.line.ProductID] == 0 {
			ids = append(ids, c.line.ProductID)
		}
		sums[c.line.ProductID] += c.units
	}
	changes := make([]productChange, 0, len(ids))
	for _, id := range ids {
		changes = append(changes, productChange{products[id], change{
			locationID: how.locationID, quantity: sums[id], reason: how.reason, notes: "Pedido " + order.Number, source: SourceOrder, sourceID: order.ID,
		}})
	}
	moved, err := moveAll(tx, actor, changes)
	if err != nil {
		return err
	}
	movements := map[int64]int64{}
	for _, m := range moved {
		movements[m.Movement.ProductID] = m.Movement.ID
		if err := tx.Emit(Event{Topic: TopicStock, ID: m.Movement.ProductID}); err != nil {
			return err
		}
	}
	effects := make([]OrderEffect, 0, len(lines))
	for _, c := range lines {
		if movements[c.line.ProductID] != 0 && c.units != 0 {
			effects = append(effects, OrderEffect{
				OrderID: order.ID, LineID: c.line.ID, Transition: c.transition(how), ProductID: c.line.ProductID, Quantity: c.units,
				MovementID: movements[c.line.ProductID], At: tx.Now(),
			})
		}
	}
	return tx.InsertOrderEffects(effects)
}

// allReturnable is everything of an order that can come back, by line.
func allReturnable(lines []OrderLine) map[int64]int64 {
	units := map[int64]int64{}
	for _, line := range lines {
		units[line.ID] = line.returnable()
	}
	return units
}

// back is how much of each line comes back, and by which transition.
type back struct {
	units      map[int64]int64
	transition string
}

// bringBack puts units of shipped lines back on the shelf.
func bringBack(tx Tx, actor Actor, order Order, lines []OrderLine, products map[int64]Product, what back) error {
	var changes []lineChange
	var after []OrderLine
	for _, line := range lines {
		n := what.units[line.ID]
		if n == 0 {
			continue
		}
		line.Returned += n
		after = append(after, line)
		changes = append(changes, lineChange{line, n})
	}
	if gone := deletedSKUs(changes, products); len(gone) > 0 {
		return &Error{Kind: Conflict, Message: "No se puede devolver: hay productos eliminados (" + strings.Join(gone, ", ") + "); recupéralos antes"}
	}
	location, err := tx.LocationByID(order.LocationID)
	if err != nil {
		return err
	}
	if !location.Active {
		location.ID = MainLocation // What comes back lies somewhere that is in use.
	}
	if err := tx.UpdateOrderLines(after); err != nil {
		return err
	}
	return moveLines(tx, actor, order, products, changes, lineMove{transition: what.transition, reason: ReasonReturn, locationID: location.ID})
}
