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

// The transitions of orders that move stock; a refund has its own name. What
// leaves after a part of its line did is kept with how much had left before.
const (
	transitionShip   = "ship"
	transitionUnship = "unship"
	transitionReturn = "return"
	transitionRefund = "refund:"
	transitionMatch  = transitionRefund + "antes de conocer el producto"
)

// productIDs lists the products of lines.
func productIDs(lines []Line) []int64 {
	ids := make([]int64, 0, len(lines))
	for _, line := range lines {
		if line.ProductID != 0 {
			ids = append(ids, line.ProductID)
		}
	}
	return ids
}

// release gives up what the lines of an order claim.
func release(tx Tx, lines []Line, products map[int64]catalogue.Product) ([]Line, error) {
	after := make([]Line, 0, len(lines))
	for _, line := range lines {
		line.Claimed = 0
		after = append(after, line)
	}
	return after, reclaim(tx, products, lines, after, tx.UpdateOrderLines)
}

// cancel gives up an order that is being cancelled. Where a part of it has left, the rest
// alone is cancelled, and the order has left.
func cancel(tx Tx, order Order, lines []Line, products map[int64]catalogue.Product) (Order, error) {
	var left int64
	for _, line := range lines {
		left += line.Shipped
	}
	if left == 0 {
		_, err := release(tx, lines, products)
		return order, err
	}
	after := slices.Clone(lines)
	for i := range after {
		after[i].Cancelled += after[i].open()
		after[i].Claimed = 0
	}
	if err := reclaim(tx, products, lines, after, tx.UpdateOrderLines); err != nil {
		return Order{}, err
	}
	order.follow(after, tx.Now())
	order.count(after)
	return order, nil
}

// follow gives an order the status that its lines have come to: it has left when nothing
// is left to leave, and ended when nothing of it is with the customer.
func (o *Order) follow(lines []Line, now time.Time) {
	switch ended := endedBy(lines); {
	case ended != "":
		o.Status = ended
	case unshipped(lines) == 0 && !o.Status.out():
		o.Status, o.ShippedAt = Shipped, &now
	}
}

// openUnits is everything of an order that is still to leave, by line.
func openUnits(lines []Line) map[int64]int64 {
	units := map[int64]int64{}
	for _, line := range lines {
		units[line.ID] = line.open()
	}
	return units
}

// ship takes all that an order still asks for out of the stock, or says what is lacking.
func ship(tx Tx, actor core.Actor, order Order, lines []Line, products map[int64]catalogue.Product) error {
	return shipUnits(tx, actor, order, lines, products, openUnits(lines))
}

// shipUnits takes some units of lines out of the stock, or says what is lacking.
func shipUnits(
	tx Tx, actor core.Actor, order Order, lines []Line, products map[int64]catalogue.Product, leaving map[int64]int64,
) error {
	after := make([]Line, 0, len(lines))
	var left []lineChange
	for _, line := range lines {
		units := leaving[line.ID]
		line.Shipped += units
		line.Claimed = line.claim(order.Status)
		after = append(after, line)
		left = append(left, lineChange{line, -units})
	}
	if gone := deletedSKUs(left, products); len(gone) > 0 {
		// It waits for the product as it would for its stock.
		return fmt.Errorf("%w (%w)", &core.Error{
			Kind: core.Conflict, Message: "No se puede enviar: hay productos eliminados (" + strings.Join(gone,
				", ") + "); recupéralos antes",
		}, ErrLacking)
	}
	if err := enough(tx, order, left); err != nil {
		return err
	}
	if err := reclaim(tx, products, lines, after, tx.UpdateOrderLines); err != nil {
		return err
	}
	return moveLines(tx, actor, order, products, left, lineMove{
		transition: transitionShip, reason: ledger.ReasonSale, locationID: order.LocationID, countsAt: order.CreatedAt,
	})
}

// enough refuses to take away what is not there, and names each SKU with how
// many lack. Lines of the same product are looked at together.
func enough(tx Tx, order Order, leaving []lineChange) error {
	lines := make([]Line, 0, len(leaving))
	wanted := map[int64]int64{}
	for _, c := range leaving {
		lines = append(lines, c.line)
		wanted[c.line.ProductID] -= c.Units
	}
	lying, err := tx.StocksAt(productIDs(lines))
	if err != nil {
		return err
	}
	var lacking []string
	for _, line := range lines {
		lacks := wanted[line.ProductID] - lying[ledger.StockPlace{ProductID: line.ProductID, LocationID: order.LocationID}]
		if line.ProductID != 0 && lacks > 0 {
			lacking = append(lacking, fmt.Sprintf("Falta stock de %s: %s", line.SKU, LackingUnits(lacks)))
			wanted[line.ProductID] = 0 // Another line of it says the same.
		}
	}
	if len(lacking) > 0 {
		return fmt.Errorf("%w (%w)", &core.Error{
			Kind: core.Invalid, Fields: map[string][]string{"items": lacking},
		}, ErrLacking)
	}
	return nil
}

// ErrLacking tells what cannot leave for lack of stock from what is wrong.
var ErrLacking = errors.New("stock is lacking")

// LackingUnits counts what is not there as people do.
func LackingUnits(n int64) string {
	if n == 1 {
		return "falta 1 unidad"
	}
	return "faltan " + ledger.Units(n)
}

// lineChange is how much of a line's product comes or goes.
type lineChange struct {
	line  Line
	Units int64
}

// deletedSKUs names what comes or goes of products that are not there any more,
// each once.
func deletedSKUs(changes []lineChange, products map[int64]catalogue.Product) (gone []string) {
	for _, c := range changes {
		_, there := products[c.line.ProductID]
		if c.Units != 0 && c.line.ProductID != 0 && !there && !slices.Contains(gone, c.line.SKU) {
			gone = append(gone, c.line.SKU)
		}
	}
	return gone
}

// transition names the effect of a change of a line that is as it is after it.
func (c lineChange) transition(how lineMove) string {
	switch left := c.line.Shipped + c.line.Unshipped; {
	case how.transition == transitionShip && left+c.Units > 0:
		return fmt.Sprintf("%s:%d", transitionShip, left+c.Units)
	case how.transition == transitionUnship:
		return fmt.Sprintf("%s:%d", transitionUnship, c.line.Unshipped)
	}
	return how.transition
}

// lineMove says why and where the units of lines move.
type lineMove struct {
	transition string
	reason     ledger.Reason
	locationID int64
	// countsAt is on which time it counts as demand; zero is now.
	countsAt time.Time
}

// moveLines moves the stock of lines, each product once, and leaves their
// effects. The products must be locked.
func moveLines(
	tx Tx, actor core.Actor, order Order, products map[int64]catalogue.Product, lines []lineChange, how lineMove,
) error {
	sums := map[int64]int64{}
	var ids []int64
	for _, c := range lines {
		if c.line.ProductID == 0 || c.Units == 0 {
			continue
		}
		if sums[c.line.ProductID] == 0 {
			ids = append(ids, c.line.ProductID)
		}
		sums[c.line.ProductID] += c.Units
	}
	changes := make([]ledger.ProductChange, 0, len(ids))
	for _, id := range ids {
		changes = append(changes, ledger.ProductChange{Product: products[id], Change: ledger.Change{
			LocationID: how.locationID, Quantity: sums[id], Reason: how.reason, Notes: "Pedido " + order.Number,
			Source: ledger.SourceOrder, SourceID: order.ID, SoldAt: how.countsAt,
		}})
	}
	moved, err := ledger.MoveAll(tx, actor, changes)
	if err != nil {
		return err
	}
	movements := map[int64]int64{}
	for _, m := range moved {
		movements[m.Movement.ProductID] = m.Movement.ID
		if err := tx.Emit(core.Event{Topic: core.TopicStock, ID: m.Movement.ProductID}); err != nil {
			return err
		}
	}
	effects := make([]Effect, 0, len(lines))
	for _, c := range lines {
		if movements[c.line.ProductID] != 0 && c.Units != 0 {
			effects = append(effects, Effect{
				OrderID: order.ID, LineID: c.line.ID, Transition: c.transition(how), ProductID: c.line.ProductID, Quantity: c.Units,
				MovementID: movements[c.line.ProductID], At: tx.Now(),
			})
		}
	}
	return tx.InsertOrderEffects(effects)
}

// allReturnable is everything of an order that can come back, by line.
func allReturnable(lines []Line) map[int64]int64 {
	units := map[int64]int64{}
	for _, line := range lines {
		units[line.ID] = line.returnable()
	}
	return units
}

// back is how much of each line comes back, and by which transition.
type back struct {
	Units      map[int64]int64
	transition string
	// at is when it came back; zero is now.
	at time.Time
}

// bringBack puts units of shipped lines back on the shelf.
func bringBack(
	tx Tx, actor core.Actor, order Order, lines []Line, products map[int64]catalogue.Product, what back,
) error {
	var changes []lineChange
	var after []Line
	for _, line := range lines {
		n := what.Units[line.ID]
		if n == 0 {
			continue
		}
		line.Returned += n
		after = append(after, line)
		changes = append(changes, lineChange{line, n})
	}
	if err := mayComeBack(changes, products); err != nil {
		return err
	}
	locationID, err := placeForReturns(tx, order)
	if err != nil {
		return err
	}
	if err := tx.UpdateOrderLines(after); err != nil {
		return err
	}
	return moveLines(tx, actor, order, products, changes, lineMove{
		transition: what.transition, reason: ledger.ReasonReturn, locationID: locationID, countsAt: what.at,
	})
}

// mayComeBack refuses goods of products that are not there any more.
func mayComeBack(changes []lineChange, products map[int64]catalogue.Product) error {
	gone := deletedSKUs(changes, products)
	if len(gone) == 0 {
		return nil
	}
	return &core.Error{
		Kind: core.Conflict, Message: "No se puede devolver: hay productos eliminados (" + strings.Join(gone,
			", ") + "); recupéralos antes",
	}
}

// placeForReturns is where what comes back of an order lies: where it left, or somewhere
// that is in use.
func placeForReturns(tx Tx, order Order) (int64, error) {
	location, err := tx.LocationByID(order.LocationID)
	if err != nil || location.Active {
		return location.ID, err
	}
	return ledger.MainLocation, nil
}
