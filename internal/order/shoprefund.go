package order

import (
	"slices"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
)

// LockShopOrder returns an order by its shop's name for it, when nobody else is
// at work on news of it.
func LockShopOrder(tx Tx, channelID int64, externalID string) (Order, error) {
	if err := tx.Lock(ShopOrder{ChannelID: channelID, ExternalID: externalID}.Lock()); err != nil {
		return Order{}, err
	}
	return tx.LockExternalOrder(channelID, externalID)
}

// Waiting is what a refund on its own waits for, as a part of a sentence about its articles.
type Waiting string

const (
	waitsForGoods Waiting = "que aquí todavía no se han enviado"
	waitsForOrder Waiting = "de los que la tienda aún no ha dicho si habían salido"
)

// ReceiveRefund takes into account a refund that a shop told on its own, by the
// same names as those that come with the order, so that it counts once. It says
// what a part of it has to wait for; nothing when all of it counted.
func ReceiveRefund(tx Tx, actor core.Actor, order Order, told ShopRefund) (after Order, waits Waiting, err error) {
	zone, _, err := Zone(tx)
	if err != nil {
		return Order{}, "", err
	}
	lines, err := LinesOf(tx, order.ID)
	if err != nil {
		return Order{}, "", err
	}
	keys, err := tx.ClaimedRefunds(order.ID)
	if err != nil {
		return Order{}, "", err
	}
	if !slices.Contains(keys, core.Cut(told.Key, externalNameMax)) && told.unclear(lines) && !order.Status.ended() {
		return order, waitsForOrder, nil
	}
	givenUp, back := ShopOrder{Refunds: []ShopRefund{told}}.refunds(lines)
	if order, err = refundAll(tx, actor, order, givenUp, zone); err != nil {
		return Order{}, "", err
	}
	if lines, err = LinesOf(tx, order.ID); err != nil {
		return Order{}, "", err
	}
	if order.Status.Open() && !back[0].of(lines) {
		if keys, err = tx.ClaimedRefunds(order.ID); err != nil || slices.Contains(keys, back[0].Key) {
			return order, "", err
		}
		return order, waitsForGoods, nil
	}
	order, err = refundAll(tx, actor, order, back, zone)
	return order, "", err
}

// unclear says that a refund on its own does not tell whether its units had left: of a line
// of which some did and others are still to leave, the order says it.
func (r ShopRefund) unclear(lines []Line) bool {
	return slices.ContainsFunc(r.Lines, func(told ShopRefundLine) bool {
		return told.Unclear && slices.ContainsFunc(lines, func(line Line) bool {
			return line.ExternalID == told.LineExternalID && line.open() > 0 && line.returnable() > 0
		})
	})
}

// NoteShopTime notes when the shop last changed an order; nil when any news of
// it counts.
func NoteShopTime(tx Tx, before Order, at *time.Time) (Order, error) {
	zone, _, err := Zone(tx)
	if err != nil {
		return Order{}, err
	}
	after := before
	after.ShopModifiedAt, after.UpdatedAt, after.Version = at, tx.Now(), before.Version+1
	return after, tx.UpdateOrder(before, after, zone)
}

// refunds are the shop's refunds of lines of ours: what was given up before it
// left, and what concerns goods that have left.
func (n ShopOrder) refunds(lines []Line) (givenUp, back []Refund) {
	ours := map[string]int64{}
	for _, line := range lines {
		ours[line.ExternalID] = line.ID
	}
	for _, told := range n.Refunds {
		key := core.Cut(told.Key, externalNameMax)
		stayed, left := Refund{Key: key + ":cancel"}, Refund{Key: key}
		for _, line := range told.Lines {
			id, known := ours[line.LineExternalID]
			switch part := (RefundLine{LineID: id, Quantity: line.Quantity, Restock: line.Restock}); {
			case !known || line.Quantity <= 0:
			case line.Restock == RestockCancel:
				stayed.Lines = append(stayed.Lines, part)
			default:
				left.Lines = append(left.Lines, part)
			}
		}
		if len(left.Lines) == 0 {
			stayed.otherKey = left.Key
		}
		if len(stayed.Lines) == 0 {
			left.otherKey = stayed.Key
		}
		givenUp, back = append(givenUp, stayed), append(back, left)
	}
	return givenUp, back
}

// guessing is news whose refunds are of units that never left only as far as such units are
// not known yet: refunds that were counted before are of those that are. Where the shop's
// words tell more of them, its own word stands.
func (n ShopOrder) guessing(tx Tx, orderID int64, lines []Line) (ShopOrder, error) {
	guessed := func(told ShopRefundLine) bool { return told.Said != "" }
	if !slices.ContainsFunc(n.Refunds, func(r ShopRefund) bool { return slices.ContainsFunc(r.Lines, guessed) }) {
		return n, nil
	}
	keys, err := tx.ClaimedRefunds(orderID)
	if err != nil {
		return n, err
	}
	counted := func(r ShopRefund) bool {
		key := core.Cut(r.Key, externalNameMax)
		return slices.Contains(keys, key) || slices.Contains(keys, key+":cancel")
	}
	stayed := n.stayed(lines)
	fresh := slices.Clone(n.Refunds)
	for _, refund := range fresh {
		for _, told := range refund.Lines {
			if told.Restock == RestockCancel && told.Said == "" && !counted(refund) {
				stayed[told.LineExternalID] -= told.Quantity
			}
		}
	}
	for i, refund := range fresh {
		if counted(refund) {
			continue
		}
		fresh[i].Lines = nil
		for _, told := range refund.Lines {
			if told.Said == "" {
				fresh[i].Lines = append(fresh[i].Lines, told)
				continue
			}
			inside, outside := told, told
			inside.Quantity = min(max(stayed[told.LineExternalID], 0), told.Quantity)
			stayed[told.LineExternalID] -= inside.Quantity
			outside.Quantity, outside.Restock = told.Quantity-inside.Quantity, told.Said
			fresh[i].Lines = append(fresh[i].Lines, inside, outside) // One of no units says nothing.
		}
	}
	n.Refunds = fresh
	return n, nil
}

// stayed is how many units of each line never left by the shop's account and were not given
// up by its word before.
func (n ShopOrder) stayed(lines []Line) map[string]int64 {
	stayed := map[string]int64{}
	for _, line := range lines {
		if told, known := n.told(line); known && told.Left != nil && told.ToLeave != nil {
			stayed[line.ExternalID] = told.Quantity - *told.Left - *told.ToLeave - max(line.Cancelled-line.unconfirmed(), 0)
		}
	}
	return stayed
}

// unconfirmed is how many units were given up or came back here of which the shop has told
// no refund yet.
func (l Line) unconfirmed() int64 { return max(l.Cancelled+l.Returned+l.WrittenOff-l.ShopRefunded, 0) }

// of says whether a refund is of units that have left, or that are settled here already, all
// of them.
func (r Refund) of(lines []Line) bool {
	out := map[int64]int64{}
	for _, line := range lines {
		out[line.ID] = line.returnable() + line.unconfirmed()
	}
	for _, line := range r.Lines {
		if out[line.LineID] -= line.Quantity; out[line.LineID] < 0 {
			return false
		}
	}
	return true
}

// refundPart takes those refunds into account that are of units of an open order which have
// left it already. The others wait for theirs to leave.
func (n ShopOrder) refundPart(tx Tx, actor core.Actor, order Order, back []Refund, zone *time.Location) error {
	for _, refund := range back {
		lines, err := LinesOf(tx, order.ID)
		if err != nil {
			return err
		}
		if !refund.of(lines) {
			continue
		}
		if order, err = refundAll(tx, actor, order, []Refund{refund}, zone); err != nil {
			return err
		}
	}
	return nil
}

// refundAll takes those refunds of a shop into account that were not yet. A refund of which
// one part is given up and another comes back has two names; where it has one part alone
// the shop's other message of it may tell it as the other, so that both names are used up.
func refundAll(tx Tx, actor core.Actor, order Order, refunds []Refund, zone *time.Location) (Order, error) {
	for _, refund := range refunds {
		if len(refund.Lines) == 0 || order.Status == Cancelled || order.Status == Returned {
			continue
		}
		first, err := tx.ClaimRefund(order.ID, refund.Key)
		if err != nil {
			return Order{}, err
		}
		if !first {
			continue
		}
		if refund.otherKey != "" {
			if _, err := tx.ClaimRefund(order.ID, refund.otherKey); err != nil {
				return Order{}, err
			}
		}
		if order, err = refundOfShop(tx, actor, order, refund, zone); err != nil {
			return Order{}, err
		}
	}
	return order, nil
}

// refundOfShop has the effect of a refund that a shop tells for the first time. Units that
// were given up or came back here already, because a person entered what the shop tells
// now, are the same units: each line is counted before anything moves.
func refundOfShop(
	tx Tx, actor core.Actor, before Order, refund Refund, zone *time.Location,
) (Order, error) {
	lines, _, err := lockLines(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	var counted []Line
	known := map[int64]int64{} // Units of each line that are refunded here and that the shop had not told.
	for _, line := range lines {
		known[line.ID] = line.Cancelled + line.Returned + line.WrittenOff - line.ShopRefunded
		told := line.ShopRefunded
		for _, part := range refund.Lines {
			if part.LineID == line.ID {
				line.ShopRefunded += part.Quantity
			}
		}
		if line.ShopRefunded != told {
			counted = append(counted, line)
		}
	}
	if err := tx.UpdateOrderLines(counted); err != nil {
		return Order{}, err
	}
	var matched int64
	fresh := Refund{Key: refund.Key}
	for _, part := range refund.Lines {
		same := max(min(known[part.LineID], part.Quantity), 0)
		known[part.LineID] -= same
		matched += same
		if part.Quantity -= same; part.Quantity > 0 {
			fresh.Lines = append(fresh.Lines, part)
		}
	}
	after, err := refundOrder(tx, actor, before, fresh, zone)
	if err != nil || matched == 0 {
		return after, err
	}
	return ShopOrder{}.note(tx, actor, after, after, zone, Event{
		Kind: Updated, Detail: "La tienda confirma lo que ya se había anulado o devuelto aquí: " + ledger.Units(matched),
	})
}
