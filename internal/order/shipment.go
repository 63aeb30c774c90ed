package order

import (
	"context"
	"slices"
	"strconv"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
)

// told is what news says of a line of ours.
func (n ShopOrder) told(line Line) (told ShopLine, known bool) {
	for _, one := range n.Lines {
		if one.is(line) {
			return one, true
		}
	}
	return ShopLine{}, false
}

// takeBackShipment puts units back on the shelf whose shipment the shop has taken back:
// they are still to leave. What people shipped here the shop does not know of, and stays
// shipped.
func (n ShopOrder) takeBackShipment(
	tx Tx, actor core.Actor, before Order, zone *time.Location,
) (Order, error) {
	if !n.later || !slices.ContainsFunc(n.Lines, func(l ShopLine) bool { return l.Left != nil }) {
		return before, nil
	}
	lines, products, err := lockLines(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	after := before
	after.Status, after.ShippedAt, after.DeliveredAt = Processing, nil, nil
	var was, is []Line
	var changes []lineChange
	var back int64
	for i, line := range lines {
		told, known := n.told(line)
		if !known || told.Left == nil {
			continue
		}
		units := min(line.ShopLeft-*told.Left, line.returnable())
		if units <= 0 {
			continue
		}
		was = append(was, line)
		line.Shipped, line.Unshipped, line.ShopLeft = line.Shipped-units, line.Unshipped+units, *told.Left
		line.Claimed = line.claim(after.Status)
		is, lines[i], back = append(is, line), line, back+units
		changes = append(changes, lineChange{line, units})
	}
	if len(is) == 0 {
		return before, nil
	}
	if err := mayComeBack(changes, products); err != nil {
		return Order{}, err
	}
	if err := reclaim(tx, products, was, is, tx.UpdateOrderLines); err != nil {
		return Order{}, err
	}
	if err := unship(tx, actor, before, changes); err != nil {
		return Order{}, err
	}
	after.count(lines)
	return n.note(tx, actor, before, after, zone, Event{
		Kind: Moved, Detail: "La tienda ha anulado un envío: " + comesBack(back) + " y se reserva de nuevo",
	})
}

// comesBack says how many units are on the shelf again.
func comesBack(units int64) string {
	if units == 1 {
		return "vuelve 1 unidad"
	}
	return "vuelven " + ledger.Units(units)
}

// note writes what news made of an order.
func (n ShopOrder) note(
	tx Tx, actor core.Actor, before, after Order, zone *time.Location, event Event,
) (Order, error) {
	after.UpdatedAt, after.Version = tx.Now(), before.Version+1
	if err := tx.UpdateOrder(before, after, zone); err != nil {
		return Order{}, err
	}
	return after, Changed(tx, actor, core.AuditUpdate, &before, after, event)
}

// resume opens an order again that ended because nothing of it was left, when its shop adds
// something to it: an exchange for what came back, say.
func (n ShopOrder) resume(tx Tx, actor core.Actor, before Order, zone *time.Location) (Order, error) {
	if !before.Status.ended() || n.Status.ended() || !n.later {
		return before, nil
	}
	lines, products, err := lockLines(tx, before.ID)
	if err != nil || endedBy(lines) != "" {
		return before, err
	}
	events, err := tx.OrderEvents(before.ID)
	if err != nil || !endedByRefundOfShop(before.Status, events) {
		return before, err
	}
	location, err := n.locationAgain(tx, before)
	if err != nil {
		return Order{}, err
	}
	after := before
	after.Status, after.LocationID, after.ShippedAt, after.DeliveredAt = Processing, location.ID, nil, nil
	claiming := make([]Line, 0, len(lines))
	for _, line := range lines {
		line.LocationID = location.ID
		claiming = append(claiming, n.claiming(line, after.Status, products))
	}
	if err := reclaim(tx, products, lines, claiming, tx.UpdateOrderLines); err != nil {
		return Order{}, err
	}
	after.count(claiming)
	return n.note(tx, actor, before, after, zone, Event{Kind: Moved, Detail: "La tienda ha añadido artículos"})
}

// endedByRefundOfShop says that an order ended because its shop refunded all of it.
func endedByRefundOfShop(status Status, events []Event) bool {
	ended := broughtTo(status, events)
	return ended.Kind == Refunded && ended.UserID == core.System.ID
}

// giveBackTaken follows what the shop gave back to its own stock: its account of what it
// holds as taken of a line is less than the line. What was given up or came back here
// already, by whatever road, is the same units. Of an order that left and came back whole
// before it left here that is no cancellation: its refund brings it back after it has left.
func (n ShopOrder) giveBackTaken(tx Tx, actor core.Actor, order Order, zone *time.Location) (Order, error) {
	if order.Status.ended() || (order.Status.Open() && n.Status.out() && n.undone()) {
		return order, nil
	}
	if !slices.ContainsFunc(n.Lines, func(l ShopLine) bool { return l.Taken != nil }) {
		return order, nil
	}
	lines, _, err := lockLines(tx, order.ID)
	if err != nil {
		return Order{}, err
	}
	var refund Refund
	var counted []Line
	for _, line := range lines {
		told, known := n.told(line)
		if !known || told.Taken == nil {
			continue
		}
		freed := told.Quantity - *told.Taken
		if units := freed - line.Cancelled - line.Returned; units > 0 {
			refund.Lines = append(refund.Lines, RefundLine{LineID: line.ID, Quantity: units, Restock: RestockCancel})
		}
		if freed > line.ShopRefunded {
			line.ShopRefunded = freed
			counted = append(counted, line)
		}
	}
	if err := tx.UpdateOrderLines(counted); err != nil || len(refund.Lines) == 0 {
		return order, err
	}
	refund.Key = "taken:" + ledger.Reference("", order.Version)
	return refundOrder(tx, actor, order, refund, zone)
}

// takeAgain follows a shop that holds units of an order as taken again which it had given
// back to its stock, and which were given up here for that: they are to leave after all.
// What people gave up here without the shop knowing stays given up.
func (n ShopOrder) takeAgain(tx Tx, actor core.Actor, before Order, zone *time.Location) (Order, error) {
	if !n.later || n.Status.ended() || !slices.ContainsFunc(n.Lines, func(l ShopLine) bool { return l.Taken != nil }) {
		return before, nil
	}
	lines, products, err := lockLines(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	var was, is []Line
	var again int64
	for i, line := range lines {
		told, known := n.told(line)
		if !known || told.Taken == nil {
			continue
		}
		freed := told.Quantity - *told.Taken
		units := min(line.Cancelled+line.Returned-freed-line.unconfirmed(), line.Cancelled-(line.Quantity-told.Quantity))
		if units <= 0 {
			continue
		}
		was = append(was, line)
		line.Cancelled, line.ShopRefunded = line.Cancelled-units, line.ShopRefunded-units
		line.Claimed = line.claim(before.Status)
		is, lines[i], again = append(is, line), line, again+units
	}
	if len(is) == 0 {
		return before, nil
	}
	if err := reclaim(tx, products, was, is, tx.UpdateOrderLines); err != nil {
		return Order{}, err
	}
	after := before
	after.count(lines)
	return n.note(tx, actor, before, after, zone, Event{
		Kind: Updated, Detail: "La tienda vuelve a apartar lo que había liberado: " + ledger.Units(again),
	})
}

// giveUpStayed gives up what was refunded and by the shop's account neither left nor is
// still to leave, as far as its refunds did not say so: they were taken for refunds of
// units that had left, or one of them for another.
func (n ShopOrder) giveUpStayed(tx Tx, actor core.Actor, order Order, zone *time.Location) (Order, error) {
	if order.Status.ended() || !slices.ContainsFunc(n.Lines, func(l ShopLine) bool { return l.ToLeave != nil }) {
		return order, nil
	}
	lines, _, err := lockLines(tx, order.ID)
	if err != nil {
		return Order{}, err
	}
	refunded := n.refundedUnits()
	var refund Refund
	var instead []Line
	for _, line := range lines {
		told, known := n.told(line)
		if !known || told.Left == nil || told.ToLeave == nil {
			continue
		}
		stayed := line.open() - max(*told.Left-line.Shipped, 0) - *told.ToLeave
		fresh := max(refunded[line.ExternalID]-line.Cancelled-line.Returned-line.WrittenOff, 0)
		// What was taken for gone without coming back never left.
		if gone := min(stayed-fresh, line.WrittenOff); gone > 0 {
			line.WrittenOff -= gone
			instead, fresh = append(instead, line), fresh+gone
		}
		if units := min(stayed, fresh); units > 0 {
			refund.Lines = append(refund.Lines, RefundLine{LineID: line.ID, Quantity: units, Restock: RestockCancel})
		}
	}
	if err := tx.UpdateOrderLines(instead); err != nil || len(refund.Lines) == 0 {
		return order, err
	}
	refund.Key = "stayed:" + ledger.Reference("", order.Version)
	return refundOrder(tx, actor, order, refund, zone)
}

// refundedUnits is how many units of each of its lines the shop refunded.
func (n ShopOrder) refundedUnits() map[string]int64 {
	units := map[string]int64{}
	for _, refund := range n.Refunds {
		for _, line := range refund.Lines {
			units[line.LineExternalID] += line.Quantity
		}
	}
	return units
}

// shipLeft lets leave what left the shop of an order that has not left as a whole: it
// counts when it happens. What was added to an order that had left is sent in parts, too.
func (n ShopOrder) shipLeft(tx Tx, actor core.Actor, before Order, zone *time.Location) (Order, error) {
	if before.Status.ended() || n.Status.out() || n.Held {
		return before, nil
	}
	lines, err := LinesOf(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	leaving := map[int64]int64{}
	for _, line := range lines {
		if told, known := n.told(line); known && told.Left != nil {
			if units := min(*told.Left-line.Shipped, line.open()); units > 0 {
				leaving[line.ID] = units
			}
		}
	}
	if len(leaving) == 0 {
		return before, nil
	}
	return shipPart(tx, actor, before, parcel{leaving, before.LocationID, tx.Now()}, zone)
}

// parcel is how many units of each line leave, from where and when.
type parcel struct {
	leaving    map[int64]int64
	locationID int64
	at         time.Time
}

// shipPart lets some units of an order leave. It has left when they were the last.
func shipPart(tx Tx, actor core.Actor, before Order, what parcel, zone *time.Location) (Order, error) {
	lines, products, err := lockLines(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	after := before
	if after.Status == Pending {
		after.Status = Processing
	}
	from := after
	from.LocationID = what.locationID
	if err := shipUnits(tx, actor, from, lines, products, what.leaving); err != nil {
		return Order{}, err
	}
	if lines, err = LinesOf(tx, before.ID); err != nil {
		return Order{}, err
	}
	var left int64
	for _, units := range what.leaving {
		left += units
	}
	event := Event{Kind: Shipment, Detail: "Sale una parte: " + ledger.Units(left)}
	if after.follow(lines, what.at); unshipped(lines) == 0 {
		event = Event{Kind: Moved, Detail: "Sale el resto: " + ledger.Units(left)}
	}
	if what.locationID != before.LocationID {
		location, err := tx.LocationByID(what.locationID)
		if err != nil {
			return Order{}, err
		}
		event.Detail += ", de «" + location.Name + "»"
	}
	after.count(lines)
	return ShopOrder{}.note(tx, actor, before, after, zone, event)
}

// Parcel is what of an order a person sends now.
type Parcel struct {
	Lines []ParcelLine
	// IfVersion refuses it when the order is no longer at this version.
	IfVersion *int64
}

// ParcelLine is how many units of a line are in a parcel.
type ParcelLine struct {
	LineID   int64
	Quantity int64
}

// errNothingToShip is the answer to a parcel of an order that has left or ended.
var errNothingToShip = &core.Error{Kind: core.Conflict, Message: "De este pedido no queda nada por enviar"}

// ShipPart lets a part of an order leave: it leaves the stock now, and the order has left
// once nothing is left to leave.
func (s *Service) ShipPart(ctx context.Context, actor core.Actor, id int64, asked Parcel) (Detail, error) {
	if len(asked.Lines) == 0 {
		return Detail{}, core.FieldError("lines", "Elige al menos un artículo")
	}
	return core.Once(ctx, s.store, func(tx Tx) (Detail, error) {
		zone, _, err := Zone(tx)
		if err != nil {
			return Detail{}, err
		}
		order, err := tx.LockOrder(id)
		if err != nil {
			return Detail{}, err
		}
		if asked.IfVersion != nil && *asked.IfVersion != order.Version {
			return Detail{}, core.ErrStale
		}
		lines, err := LinesOf(tx, id)
		if err != nil {
			return Detail{}, err
		}
		leaving, err := asked.check(order, lines)
		if err != nil {
			return Detail{}, err
		}
		if _, err := shipPart(tx, actor, order, parcel{leaving, order.LocationID, tx.Now()}, zone); err != nil {
			return Detail{}, err
		}
		return orderDetail(tx, id)
	})
}

// check is how many units of each line leave, none more than there are still to leave.
func (p Parcel) check(order Order, lines []Line) (leaving map[int64]int64, err error) {
	open := openUnits(lines)
	if order.Status.ended() || unshipped(lines) == 0 {
		return nil, errNothingToShip
	}
	leaving = map[int64]int64{}
	wrong := core.Problems{}
	for i, line := range p.Lines {
		place := "lines[" + strconv.Itoa(i) + "]."
		left, known := open[line.LineID]
		wrong.Check(known, place+"itemId", "El artículo no es de este pedido")
		wrong.Check(line.Quantity > 0, place+"quantity", "La cantidad debe ser mayor a 0")
		wrong.Check(!known || line.Quantity <= left, place+"quantity", "De este artículo quedan por enviar "+
			ledger.Units(max(left, 0)))
		open[line.LineID] -= line.Quantity
		leaving[line.LineID] += line.Quantity
	}
	return leaving, wrong.Err()
}
