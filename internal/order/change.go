package order

import (
	"context"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// Change is what people change of an order; nil leaves it.
type Change struct {
	CustomerName    *string
	CustomerEmail   *string
	ShippingAddress *Address
	BillingAddress  *Address
	Notes           *string
	// Items replace those of an order written by hand while it is pending.
	Items *[]Item
	// Status moves the order, after everything else.
	Status *Status
	// IfVersion refuses the change when the order is no longer at this version.
	IfVersion *int64
}

// Errors about changing orders.
var (
	ErrOrderClosed = &core.Error{
		Kind: core.Conflict, Message: "El pedido ya no está abierto: solo se pueden cambiar sus notas",
	}
	ErrOrderItems = &core.Error{
		Kind: core.Conflict, Message: "Los artículos solo se pueden cambiar mientras el pedido está pendiente",
	}
	ErrOrderOfShop = &core.Error{
		Kind: core.Conflict, Message: "Este pedido viene de una tienda: cambia sus artículos allí",
	}
)

// UpdateOrder changes an order. Asking for the status it has changes nothing,
// so that a request sent twice has its effect once.
func (s *Service) UpdateOrder(ctx context.Context, actor core.Actor, id int64, change Change) (Detail, error) {
	if change.Status != nil && !change.Status.known() {
		return Detail{}, core.FieldError("status", "El estado no existe")
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
		if change.IfVersion != nil && *change.IfVersion != order.Version {
			return Detail{}, core.ErrStale
		}
		if order, err = editOrder(tx, actor, order, change, zone); err != nil {
			return Detail{}, err
		}
		if change.Status != nil && *change.Status != order.Status {
			if _, err = MoveOrder(tx, actor, order, *change.Status, zone); err != nil {
				return Detail{}, err
			}
		}
		return orderDetail(tx, id)
	})
}

// editOrder changes what people wrote about an order.
func editOrder(tx Tx, actor core.Actor, before Order, change Change, zone *time.Location) (Order, error) {
	after := change.apply(before)
	if err := after.mayReplace(before, change); err != nil {
		return Order{}, err
	}
	if change.Items != nil {
		var err error
		if after, err = replaceItems(tx, actor, after, *change.Items); err != nil {
			return Order{}, err
		}
	} else if after == before {
		return before, nil
	}
	after.UpdatedAt, after.Version = tx.Now(), before.Version+1
	if err := tx.UpdateOrder(before, after, zone); err != nil {
		return Order{}, err
	}
	return after, Changed(tx, actor, core.AuditUpdate, &before, after, Event{Kind: Edited})
}

func (c Change) apply(order Order) Order {
	core.AssignLine(&order.CustomerName, c.CustomerName)
	core.AssignLine(&order.CustomerEmail, c.CustomerEmail)
	core.AssignText(&order.Notes, c.Notes)
	if c.ShippingAddress != nil {
		order.ShippingAddress = c.ShippingAddress.clean()
	}
	if c.BillingAddress != nil {
		order.BillingAddress = c.BillingAddress.clean()
	}
	return order
}

// mayReplace says whether an order may become what an edit made of it.
func (o Order) mayReplace(before Order, change Change) error {
	wrong := core.Problems{}
	o.check(wrong)
	if change.Items != nil {
		checkItems(wrong, *change.Items)
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	before.Notes = o.Notes
	switch {
	case o != before && !before.Status.Open():
		return ErrOrderClosed
	case change.Items != nil && before.Status != Pending:
		return ErrOrderItems
	case change.Items != nil && before.ChannelID != 0:
		return ErrOrderOfShop
	}
	return nil
}

// replaceItems gives a pending order other lines. Products of both are locked
// together, in one order.
func replaceItems(tx Tx, actor core.Actor, order Order, items []Item) (Order, error) {
	old, err := LinesOf(tx, order.ID)
	if err != nil {
		return Order{}, err
	}
	lines, products, err := itemLines(tx, order, items, productIDs(old))
	if err != nil {
		return Order{}, err
	}
	if err := checkPrices(tx, actor, order, lines, old, products); err != nil {
		return Order{}, err
	}
	if err := order.Sum(lines); err != nil {
		return Order{}, err
	}
	// What the old lines lack is known for sure only now.
	if old, err = LinesOf(tx, order.ID); err != nil {
		return Order{}, err
	}
	none := func([]Line) error { return tx.DeleteOrderLines(order.ID) }
	if err := reclaim(tx, products, old, nil, none); err != nil {
		return Order{}, err
	}
	return order, insertLines(tx, order, lines, products)
}

func LinesOf(tx Tx, orderID int64) ([]Line, error) {
	lines, err := tx.OrderLines([]int64{orderID})
	return lines[orderID], err
}

// lockLines returns the lines of a locked order, with their products locked.
// What a line lacks changes with any other order of its product, so it is read
// when nobody else can change it.
func lockLines(tx Tx, orderID int64) ([]Line, map[int64]catalogue.Product, error) {
	lines, err := LinesOf(tx, orderID)
	if err != nil {
		return nil, nil, err
	}
	products, err := catalogue.LockProducts(tx, productIDs(lines))
	if err != nil {
		return nil, nil, err
	}
	lines, err = LinesOf(tx, orderID)
	return lines, products, err
}

// MoveOrder gives an order another status, with its effect on the stock.
func MoveOrder(tx Tx, actor core.Actor, before Order, to Status, zone *time.Location) (Order, error) {
	return MoveOrderAt(tx, actor, before, Step{to, tx.Now()}, zone)
}

// Step is a status that an order reaches, and when it did.
type Step struct {
	To Status
	At time.Time
}

// MoveOrderAt is moveOrder for what may have happened before we heard of it.
// The stock leaves now all the same: a ledger is not written into the past. The sale
// counts on the day of the order, and what comes back on that of the step.
func MoveOrderAt(tx Tx, actor core.Actor, before Order, step Step, zone *time.Location) (Order, error) {
	if way := before.Status.Way(step.To); len(way) != 1 {
		return Order{}, errOrderMove(before.Status, step.To)
	}
	lines, products, err := lockLines(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	after := before
	after.Status, after.UpdatedAt, after.Version = step.To, tx.Now(), before.Version+1
	switch step.To {
	case Shipped:
		after.ShippedAt = &step.At
		err = ship(tx, actor, after, lines, products)
	case Delivered:
		after.DeliveredAt = &step.At
	case Cancelled:
		after, err = cancel(tx, after, lines, products)
	case Returned:
		if lines, err = release(tx, lines, products); err == nil {
			err = bringBack(tx, actor, after, lines, products, back{allReturnable(lines), transitionReturn, step.At})
		}
	case Pending, Processing:
	}
	if err != nil {
		return Order{}, err
	}
	if after.Status.ended() {
		after.Units, after.Total = 0, 0
	}
	if err := tx.UpdateOrder(before, after, zone); err != nil {
		return Order{}, err
	}
	return after, Changed(tx, actor, core.AuditUpdate, &before, after, Event{Kind: Moved})
}

// Changed leaves the audit row, the line of the timeline and the event of
// a change.
func Changed(tx Tx, actor core.Actor, action core.AuditAction, before *Order, after Order, event Event) error {
	var was any
	if before != nil {
		was = before.auditable()
	}
	is := after.auditable()
	if event.Kind == Refunded {
		// What became of its articles is in the lines, which are not kept here.
		is.Change = event.Detail
	}
	if err := core.Audit(tx, actor, action, core.NounOrder, after.ID, was, is); err != nil {
		return err
	}
	event.OrderID, event.At, event.UserID, event.Status = after.ID, tx.Now(), actor.ID, after.Status
	if err := tx.InsertOrderEvent(event); err != nil {
		return err
	}
	if err := tellOrder(tx, before, after, event.Kind); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicOrders, ID: after.ID})
}

// orderNote is what the audit keeps of an order.
type orderNote struct {
	Number                          string
	Status                          Status
	Total                           core.Cents
	Currency                        string
	CustomerName, CustomerEmail     string
	ShippingAddress, BillingAddress Address
	Notes                           string
	Lines, Units                    int64
	Change                          string `json:",omitempty"`
}

func (o Order) auditable() orderNote {
	return orderNote{
		Number: o.Number, Status: o.Status, Total: o.Total, Currency: o.Currency, CustomerName: o.CustomerName,
		CustomerEmail:   o.CustomerEmail,
		ShippingAddress: o.ShippingAddress, BillingAddress: o.BillingAddress, Notes: o.Notes, Lines: o.LineCount,
		Units: o.Units,
	}
}
