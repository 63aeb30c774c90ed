package order

import (
	"context"
	"fmt"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// Refund is money that went back to a customer, and what became of the goods.
type Refund struct {
	// Key is the refund's own name: the same one counts once per order.
	Key   string
	Lines []RefundLine
	// otherKey is the name that its shop may tell the same units by in another message.
	otherKey string
}

// RefundLine is what a refund says of one line of the order.
type RefundLine struct {
	LineID   int64
	Quantity int64
	Restock  Restock
	// Another says that these are other units than those that the shop told of.
	Another bool
}

// Restock says whether refunded goods come back, in the words of shops.
type Restock string

// The fates of refunded goods.
const (
	// RestockNone is money without goods: they stay where they are.
	RestockNone Restock = "no_restock"
	// RestockCancel is goods that had not left.
	RestockCancel Restock = "cancel"
	// RestockReturn is goods that came back.
	RestockReturn Restock = "return"
)

// ErrOrderEnded is the answer to a refund of an order with nothing left to refund.
var ErrOrderEnded = &core.Error{
	Kind: core.Conflict, Message: "El pedido está cancelado o devuelto: no queda nada por devolver",
}

// RefundOrder gives up or takes back a part of an order. The same refund twice
// has its effect once.
func (s *Service) RefundOrder(ctx context.Context, actor core.Actor, id int64, refund Refund) (Detail, error) {
	refund.Key = core.Clean(refund.Key)
	wrong := core.Problems{}
	wrong.Check(refund.Key != "", "key", "La devolución necesita un nombre que la distinga de las demás")
	wrong.Check(core.Characters(refund.Key) <= externalNameMax, "key", "El nombre de la devolución es demasiado largo")
	wrong.Check(len(refund.Lines) > 0, "lines", "Elige al menos un artículo")
	if err := wrong.Err(); err != nil {
		return Detail{}, err
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
		first, err := tx.ClaimRefund(id, refund.Key)
		if err != nil || !first {
			return answered(tx, id, err)
		}
		lines, err := LinesOf(tx, id)
		if err != nil {
			return Detail{}, err
		}
		if err := refund.check(order, lines); err != nil {
			return Detail{}, err
		}
		if _, err := refundOrder(tx, actor, order, refund, zone); err != nil {
			return Detail{}, err
		}
		if err := refund.noteByHand(tx, id); err != nil {
			return Detail{}, err
		}
		return orderDetail(tx, id)
	})
}

// answered is the order as it is, unless something went wrong.
func answered(tx Tx, id int64, err error) (Detail, error) {
	if err != nil {
		return Detail{}, err
	}
	return orderDetail(tx, id)
}

// noteByHand counts the units of a refund as entered here, so that the shop's word of the
// same ones is known when it comes.
func (r Refund) noteByHand(tx Tx, orderID int64) error {
	lines, err := LinesOf(tx, orderID)
	if err != nil {
		return err
	}
	var noted []Line
	for _, line := range lines {
		before := line.HandRefunded
		for _, part := range r.Lines {
			if part.LineID == line.ID {
				line.HandRefunded += part.Quantity
			}
		}
		if line.HandRefunded != before {
			noted = append(noted, line)
		}
	}
	return tx.UpdateOrderLines(noted)
}

// toldAlready asks whether units that the shop has told of are meant once more.
func toldAlready(n int64) string {
	if n == 1 {
		return "La tienda ya ha contado 1 unidad anulada o devuelta de este artículo: si esta es otra, indícalo"
	}
	return "La tienda ya ha contado " + ledger.Units(n) + " anuladas o devueltas de este artículo: " +
		"si estas son otras, indícalo"
}

// check refuses more than there is. A shop is not asked: what it says beyond
// that is left out.
func (r Refund) check(order Order, lines []Line) error {
	if order.Status == Cancelled || order.Status == Returned {
		return ErrOrderEnded
	}
	left, told := map[int64]int64{}, map[int64]int64{}
	for _, line := range lines {
		left[line.ID], told[line.ID] = line.open()+line.returnable(), line.ToldByShop()
	}
	wrong := core.Problems{}
	for i, line := range r.Lines {
		place := fmt.Sprintf("lines[%d].", i)
		_, known := left[line.LineID]
		wrong.Check(known, place+"itemId", "El artículo no es de este pedido")
		wrong.Check(line.Quantity > 0, place+"quantity", "La cantidad debe ser mayor a 0")
		wrong.Check(!known || line.Quantity <= left[line.LineID], place+"quantity",
			"De este artículo solo se "+canReturn(left[line.LineID]))
		wrong.Check(told[line.LineID] == 0 || line.Another, place+"quantity", toldAlready(told[line.LineID]))
		left[line.LineID] -= line.Quantity
		switch line.Restock {
		case RestockNone, RestockCancel, RestockReturn:
		default:
			wrong.Add(place+"restock", "No se sabe qué pasa con los artículos")
		}
	}
	return wrong.Err()
}

func canReturn(n int64) string {
	if n == 1 {
		return "puede devolver 1 unidad"
	}
	return "pueden devolver " + ledger.Units(max(n, 0))
}

// refundOrder has the effect of a refund that is taken into account for the
// first time. What has not left is given up; what has left comes back or not.
func refundOrder(tx Tx, actor core.Actor, before Order, refund Refund, zone *time.Location) (Order, error) {
	lines, products, err := lockLines(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	given, returned, changed := refund.fates(lines)
	if changed == (refunded{}) {
		return before, nil
	}
	if lines, err = giveUp(tx, before, lines, products, given); err != nil {
		return Order{}, err
	}
	refunded := back{Units: returned, transition: transitionRefund + refund.Key}
	if err := bringBack(tx, actor, before, lines, products, refunded); err != nil {
		return Order{}, err
	}
	if lines, err = LinesOf(tx, before.ID); err != nil {
		return Order{}, err
	}
	after := before
	after.UpdatedAt, after.Version = tx.Now(), before.Version+1
	after.follow(lines, tx.Now())
	after.count(lines)
	if err := tx.UpdateOrder(before, after, zone); err != nil {
		return Order{}, err
	}
	return after, Changed(tx, actor, core.AuditUpdate, &before, after, Event{Kind: Refunded, Detail: changed.String()})
}

// refunded is how many units of an order were given up before leaving, and how
// many after it.
type refunded struct{ cancelled, returned int64 }

func (r refunded) String() string {
	switch {
	case r.returned == 0:
		return "Anulación de " + ledger.Units(r.cancelled)
	case r.cancelled == 0:
		return "Devolución de " + ledger.Units(r.returned)
	}
	return "Anulación de " + ledger.Units(r.cancelled) + " y devolución de " + ledger.Units(r.returned)
}

// lineFate is how much of a line is given up before leaving, and how much is
// refunded without coming back.
type lineFate struct{ cancelled, writtenOff int64 }

// fates says what becomes of which line: what is given up or written off, and
// what comes back. More than there is of a line is left out.
func (r Refund) fates(lines []Line) (given map[int64]lineFate, returned map[int64]int64, changed refunded) {
	open, out := map[int64]int64{}, map[int64]int64{}
	for _, line := range lines {
		open[line.ID], out[line.ID] = line.open(), line.returnable()
	}
	given, returned = map[int64]lineFate{}, map[int64]int64{}
	for _, line := range r.Lines {
		// What has not left is given up, whatever the shop calls it. Of a line that has left
		// in part, what comes back did leave.
		cancelled := min(line.Quantity, open[line.LineID])
		if line.Restock != RestockCancel {
			cancelled = min(max(line.Quantity-out[line.LineID], 0), open[line.LineID])
		}
		rest := min(line.Quantity-cancelled, out[line.LineID])
		open[line.LineID] -= cancelled
		out[line.LineID] -= rest
		fate := given[line.LineID]
		fate.cancelled += cancelled
		if line.Restock == RestockNone {
			fate.writtenOff += rest
		} else {
			returned[line.LineID] += rest
		}
		given[line.LineID] = fate
		changed.cancelled += cancelled
		changed.returned += rest
	}
	return given, returned, changed
}

// giveUp writes what is cancelled and written off, with the claims that frees, and returns
// the lines as they are then: what they lack is known for sure only now.
func giveUp(
	tx Tx, order Order, lines []Line, products map[int64]catalogue.Product, given map[int64]lineFate,
) ([]Line, error) {
	var touched, changed []Line
	for _, line := range lines {
		fate := given[line.ID]
		if fate == (lineFate{}) {
			continue
		}
		touched = append(touched, line)
		line.Cancelled += fate.cancelled
		line.WrittenOff += fate.writtenOff
		line.Claimed = line.claim(order.Status)
		changed = append(changed, line)
	}
	if len(changed) == 0 {
		return lines, nil
	}
	if err := reclaim(tx, products, touched, changed, tx.UpdateOrderLines); err != nil {
		return nil, err
	}
	return LinesOf(tx, order.ID)
}

// endedBy is the status of an order of which nothing is left; empty while
// something is.
func endedBy(lines []Line) Status {
	var shipped int64
	for _, line := range lines {
		if line.open() > 0 || line.returnable() > 0 {
			return ""
		}
		shipped += line.Shipped
	}
	switch {
	case len(lines) == 0:
		return "" // All it has are odd lines, of which nobody can say.
	case shipped > 0:
		return Returned
	}
	return Cancelled
}
