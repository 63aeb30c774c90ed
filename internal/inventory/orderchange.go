package inventory

import (
	"context"
	"time"
)

// OrderChange is what people change of an order; nil leaves it.
type OrderChange struct {
	CustomerName    *string
	CustomerEmail   *string
	ShippingAddress *Address
	BillingAddress  *Address
	Notes           *string
	// Items replace those of an order written by hand while it is pending.
	Items *[]OrderItem
	// Status moves the order, after everything else.
	Status *OrderStatus
	// IfVersion refuses the change when the order is no longer at this version.
	IfVersion *int64
}

// Errors about changing orders.
var (
	ErrOrderClosed = &Error{Kind: Conflict, Message: "El pedido ya no está abierto: solo se pueden cambiar sus notas"}
	ErrOrderItems  = &Error{Kind: Conflict, Message: "Los artículos solo se pueden cambiar mientras el pedido está pendiente"}
	ErrOrderOfShop = &Error{Kind: Conflict, Message: "Este pedido viene de una tienda: cambia sus artículos allí"}
)

// UpdateOrder changes an order. Asking for the status it has changes nothing,
// so that a request sent twice has its effect once.
func (inv *Inventory) UpdateOrder(ctx context.Context, actor Actor, id int64, change OrderChange) (OrderDetail, error) {
	if change.Status != nil && !change.Status.known() {
		return OrderDetail{}, FieldError("status", "El estado no existe")
	}
	return once(ctx, inv.store, func(tx Tx) (OrderDetail, error) {
		zone, _, err := orderZone(tx)
		if err != nil {
			return OrderDetail{}, err
		}
		order, err := tx.LockOrder(id)
		if err != nil {
			return OrderDetail{}, err
		}
		if change.IfVersion != nil && *change.IfVersion != order.Version {
			return OrderDetail{}, ErrStale
		}
		if order, err = editOrder(tx, actor, order, change, zone); err != nil {
			return OrderDetail{}, err
		}
		if change.Status != nil && *change.Status != order.Status {
			if _, err = moveOrder(tx, actor, order, *change.Status, zone); err != nil {
				return OrderDetail{}, err
			}
		}
		return orderDetail(tx, id)
	})
}

// editOrder changes what people wrote about an order.
func editOrder(tx Tx, actor Actor, before Order, change OrderChange, zone *time.Location) (Order, error) {
	after := change.apply(before)
	if err := after.mayReplace(before, change); err != nil {
		return Order{}, err
	}
	if change.Items != nil {
		var err error
		if after, err = replaceItems(tx, after, *change.Items); err != nil {
			return Order{}, err
		}
	} else if after == before {
		return before, nil
	}
	after.UpdatedAt, after.Version = tx.Now(), before.Version+1
	if err := tx.UpdateOrder(before, after, zone); err != nil {
		return Order{}, err
	}
	return after, orderChanged(tx, actor, AuditUpdate, &before, after, OrderEvent{Kind: OrderEdited})
}

func (c OrderChange) apply(order Order) Order {
	setText(&order.CustomerName, c.CustomerName)
	setText(&order.CustomerEmail, c.CustomerEmail)
	setText(&order.Notes, c.Notes)
	if c.ShippingAddress != nil {
		order.ShippingAddress = c.ShippingAddress.clean()
	}
	if c.BillingAddress != nil {
		order.BillingAddress = c.BillingAddress.clean()
	}
	return order
}

// mayReplace says whether an order may become what somebody made of it.
func (o Order) mayReplace(before Order, change OrderChange) error {
	wrong := problems{}
	o.check(wrong)
	if change.Items != nil {
		checkItems(wrong, *change.Items)
	}
	if err := wrong.err(); err != nil {
		return err
	}
	before.Notes = o.Notes
	switch {
	case o != before && !before.Status.Open():
		return ErrOrderClosed
	case change.Items != nil && before.Status != OrderPending:
		return ErrOrderItems
	case change.Items != nil && before.ChannelID != 0:
		return ErrOrderOfShop
	}
	return nil
}

// replaceItems gives a pending order other lines. Products of both are locked
// together, in one order.
func replaceItems(tx Tx, order Order, items []OrderItem) (Order, error) {
	old, err := linesOf(tx, order.ID)
	if err != nil {
		return Order{}, err
	}
	lines, products, err := itemLines(tx, items, productIDs(old))
	if err != nil {
		return Order{}, err
	}
	if err := order.sum(lines); err != nil {
		return Order{}, err
	}
	// What the old lines lack is known for sure only now.
	if old, err = linesOf(tx, order.ID); err != nil {
		return Order{}, err
	}
	none := func([]OrderLine) error { return tx.DeleteOrderLines(order.ID) }
	if err := reclaim(tx, products, old, nil, none); err != nil {
		return Order{}, err
	}
	return order, insertLines(tx, order, lines, products)
}

func linesOf(tx Tx, orderID int64) ([]OrderLine, error) {
	lines, err := tx.OrderLines([]int64{orderID})
	return lines[orderID], err
}

// lockLines returns the lines of a locked order, with their products locked.
// What a line lacks changes with any other order of its product, so it is read
// when nobody else can change it.
func lockLines(tx Tx, orderID int64) ([]OrderLine, map[int64]Product, error) {
	lines, err := linesOf(tx, orderID)
	if err != nil {
		return nil, nil, err
	}
	products, err := lockProducts(tx, productIDs(lines))
	if err != nil {
		return nil, nil, err
	}
	lines, err = linesOf(tx, orderID)
	return lines, products, err
}

// moveOrder gives an order another status, with its effect on the stock.
func moveOrder(tx Tx, actor Actor, before Order, to OrderStatus, zone *time.Location) (Order, error) {
	return moveOrderAt(tx, actor, before, orderStep{to, tx.Now()}, zone)
}

// orderStep is a status that an order reaches, and when it did.
type orderStep struct {
	to OrderStatus
	at time.Time
}

// moveOrderAt is moveOrder for what may have happened before we heard of it.
// The stock leaves now all the same: a ledger is not written into the past.
func moveOrderAt(tx Tx, actor Actor, before Order, step orderStep, zone *time.Location) (Order, error) {
	if way := before.Status.way(step.to); len(way) != 1 {
		return Order{}, errOrderMove(before.Status, step.to)
	}
	lines, products, err := lockLines(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	after := before
	after.Status, after.UpdatedAt, after.Version = step.to, tx.Now(), before.Version+1
	switch step.to {
	case OrderShipped:
		after.ShippedAt = &step.at
		err = ship(tx, actor, after, lines, products)
	case OrderDelivered:
		after.DeliveredAt = &step.at
	case OrderCancelled:
		err = release(tx, lines, products)
	case OrderReturned:
		err = bringBack(tx, actor, after, lines, products, back{allReturnable(lines), transitionReturn})
	case OrderPending, OrderProcessing:
	}
	if err != nil {
		return Order{}, err
	}
	if err := tx.UpdateOrder(before, after, zone); err != nil {
		return Order{}, err
	}
	return after, orderChanged(tx, actor, AuditUpdate, &before, after, OrderEvent{Kind: OrderMoved})
}

// orderChanged leaves the audit row, the line of the timeline and the event of
// a change.
func orderChanged(tx Tx, actor Actor, action AuditAction, before *Order, after Order, event OrderEvent) error {
	var was any
	if before != nil {
		was = before.auditable()
	}
	is := after.auditable()
	if event.Kind == OrderRefunded {
		// What became of its articles is in the lines, which are not kept here.
		is.Change = event.Detail
	}
	if err := audit(tx, actor, action, nounOrder, after.ID, was, is); err != nil {
		return err
	}
	event.OrderID, event.At, event.UserID, event.Status = after.ID, tx.Now(), actor.ID, after.Status
	if err := tx.InsertOrderEvent(event); err != nil {
		return err
	}
	if err := tellOrder(tx, before, after, event.Kind); err != nil {
		return err
	}
	return tx.Emit(Event{Topic: TopicOrders, ID: after.ID})
}

// orderNote is what the audit keeps of an order.
type orderNote struct {
	Number                          string
	Status                          OrderStatus
	Total                           Cents
	Currency                        string
	CustomerName, CustomerEmail     string
	ShippingAddress, BillingAddress Address
	Notes                           string
	Lines, Units                    int64
	Change                          string `json:",omitempty"`
}

func (o Order) auditable() orderNote {
	return orderNote{
		Number: o.Number, Status: o.Status, Total: o.Total, Currency: o.Currency, CustomerName: o.CustomerName, CustomerEmail: o.CustomerEmail,
		ShippingAddress: o.ShippingAddress, BillingAddress: o.BillingAddress, Notes: o.Notes, Lines: o.LineCount, Units: o.Units,
	}
}
