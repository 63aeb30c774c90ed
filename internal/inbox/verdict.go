package inbox

import (
	"fmt"
	"strconv"
	"strings"

	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/order"
)

// known is an order as it was before news of it came, with its lines; empty where
// nobody knew it.
type known struct {
	order.Order
	lines []order.Line
}

// knownOf finds an order that news may be of. Its lock must be held.
func knownOf(tx Tx, channelID int64, externalID string) (before known, err error) {
	if before.Order, err = tx.LockExternalOrder(channelID, externalID); core.IsNotFound(err) {
		return known{}, nil
	}
	if err != nil {
		return known{}, err
	}
	before.lines, err = order.LinesOf(tx, before.ID)
	return before, err
}

// fate is how many units of an order went which way.
type fate struct{ cancelled, returned, gone, shipped, unshipped, units int64 }

func fateOf(o order.Order, lines []order.Line) (f fate) {
	for _, line := range lines {
		f.cancelled += line.Cancelled
		f.returned += line.Returned
		f.gone += line.WrittenOff
		f.shipped += line.Shipped + line.Unshipped
		f.unshipped += line.Unshipped
	}
	f.units = o.Units
	return f
}

// since is what was added since then.
func (f fate) since(was fate) fate {
	return fate{
		f.cancelled - was.cancelled, f.returned - was.returned, f.gone - was.gone, f.shipped - was.shipped,
		f.unshipped - was.unshipped, f.units - was.units,
	}
}

// happened says what news made of an order, so that a user need not look for it.
func (k known) happened(after order.Order, lines []order.Line) string {
	added := fateOf(after, lines).since(fateOf(k.Order, k.lines))
	var said []string
	moved := k.ID != 0 && after.Status != k.Status
	if moved {
		said = append(said, "pasa a «"+after.Status.Label()+"»")
	}
	if added.shipped > 0 && k.ID != 0 && (!moved || after.Status != order.Shipped) {
		said = append(said, leave(added.shipped))
	}
	if added.unshipped > 0 {
		said = append(said, "envío anulado: "+inUnits(added.unshipped, "vuelve", "vuelven"))
	}
	if added.cancelled < 0 {
		said = append(said, inUnits(-added.cancelled, "se aparta de nuevo", "se apartan de nuevo"))
	}
	if text := k.refunded(after, added); text != "" {
		said = append(said, text)
	}
	asked := added.units + added.cancelled + added.returned + added.gone
	if k.ID != 0 && asked != 0 && k.Units > 0 && after.Units > 0 {
		said = append(said, "ahora pide "+ledger.Units(after.Units))
	}
	return strings.Join(said, "; ")
}

// refunded says what was given back, in goods or in money alone; empty for nothing.
func (k known) refunded(after order.Order, added fate) string {
	var goods []string
	for _, part := range []struct {
		units     int64
		one, many string
	}{
		{added.returned, "vuelve", "vuelven"},
		{added.gone, "no vuelve", "no vuelven"},
		{added.cancelled, "queda libre", "quedan libres"},
	} {
		if part.units > 0 {
			goods = append(goods, inUnits(part.units, part.one, part.many))
		}
	}
	money := after.Refunded - k.Refunded
	// What was cancelled without money back is no refund.
	if len(goods) == 0 && money <= 0 {
		return ""
	}
	title := "reembolso parcial"
	switch {
	case after.Units == 0 && (after.Refunded >= after.Ordered || added.returned+added.gone > 0):
		title = "reembolso total"
	case money <= 0 && added.returned+added.gone == 0:
		title = "anulación parcial"
	}
	if len(goods) == 0 {
		amount := strconv.FormatFloat(money.In(after.Currency), 'f', core.Decimals(after.Currency), 64)
		return fmt.Sprintf("%s de %s %s, sin artículos", title, strings.Replace(amount, ".", ",", 1), after.Currency)
	}
	return title + ": " + strings.Join(goods, ", ")
}

// inUnits is how many units do something.
func inUnits(n int64, one, many string) string {
	if n == 1 {
		return "1 unidad " + one
	}
	return ledger.Units(n) + " " + many
}

// leave is how many units leave.
func leave(n int64) string {
	if n == 1 {
		return "sale 1 unidad"
	}
	return "salen " + ledger.Units(n)
}

// takenVerdict is what people read of news that had its effect.
func (k known) takenVerdict(placed order.Order, lines []order.Line) string {
	happened := k.happened(placed, lines)
	switch {
	case k.ID == 0 && placed.Status.Open():
		happened = joinedBy("; ", "creado", happened)
	case k.ID == 0:
		happened = joinedBy("; ", "creado como «"+placed.Status.Label()+"»", happened)
	case happened == "":
		return "Procesado: pedido " + placed.Number + " actualizado"
	default:
		return "Procesado: pedido " + placed.Number + ", " + happened
	}
	return "Procesado: pedido " + placed.Number + " " + happened
}

// joinedBy puts two texts together, of which the second may be empty.
func joinedBy(between, first, second string) string {
	if second == "" {
		return first
	}
	return first + between + second
}
