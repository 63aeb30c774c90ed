package order

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// moreNews writes what a shop changed of an order that is known. Its lines
// become the shop's, also after it has left or was cancelled: it then claims
// nothing, but it reads as the shop has it.
func moreNews(tx Tx, actor core.Actor, before Order, news ShopOrder, zone *time.Location) (Order, error) {
	after := news.onto(before)
	old, err := LinesOf(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	if old, err = reviseLines(tx, before, old, news); err != nil {
		return Order{}, err
	}
	after.count(old)
	same := after
	same.ShopModifiedAt = before.ShopModifiedAt
	if same == before && before.ShopModifiedAt != nil && before.ShopModifiedAt.Equal(news.ModifiedAt) {
		return before, nil
	}
	after.UpdatedAt, after.Version = tx.Now(), before.Version+1
	if err := tx.UpdateOrder(before, after, zone); err != nil {
		return Order{}, err
	}
	return after, Changed(tx, actor, core.AuditUpdate, &before, after, Event{
		Kind: Updated, Detail: unmatchedDetail(after),
	})
}

// lines makes lines of the shop's, except those that are known already, and
// locks the products of all.
func (n ShopOrder) lines(tx Tx, known []Line) ([]Line, map[int64]catalogue.Product, error) {
	n.Lines = slices.Clone(n.Lines)
	if err := n.find(tx); err != nil {
		return nil, nil, err
	}
	ids := productIDs(known)
	lines := make([]Line, 0, len(n.Lines))
	for _, line := range n.Lines {
		if slices.ContainsFunc(known, line.is) {
			continue
		}
		made := line.onto(Line{
			ProductID: line.ProductID, SKU: core.Cut(core.Line(line.SKU), TextMax),
			Name: core.Cut(core.Line(line.Name), TextMax), ExternalID: line.ExternalID,
			Article:   ArticleOf(line.Article, line.SKU, line.Name),
			Unstocked: line.Unstocked && line.ProductID == 0,
			Quantity:  line.Quantity, ShopTaken: takenUnknown,
		}, n, Pending)
		ids = append(ids, made.ProductID)
		lines = append(lines, made)
	}
	products, err := catalogue.LockProducts(tx, ids)
	for i := range lines {
		if product, found := products[lines[i].ProductID]; found {
			lines[i].SKU, lines[i].Name = product.SKU, product.Name
		} else {
			lines[i].ProductID = 0 // It was deleted meanwhile: nobody knows what it is.
		}
	}
	return lines, products, err
}

// is says whether a line of ours is the shop's.
func (l ShopLine) is(ours Line) bool {
	if l.ExternalID != "" || ours.ExternalID != "" {
		return l.ExternalID == ours.ExternalID
	}
	return core.IdentityKey(l.SKU) == core.IdentityKey(ours.SKU)
}

// reviseLines gives an order the lines the shop has now. A line that is gone
// there is given up here, so that its history stays. What has left has left:
// that is a refund's to say.
func reviseLines(tx Tx, order Order, old []Line, news ShopOrder) ([]Line, error) {
	fresh, products, err := news.lines(tx, old)
	if err != nil {
		return nil, err
	}
	// What the old lines lack is known for sure only now.
	if old, err = LinesOf(tx, order.ID); err != nil {
		return nil, err
	}
	revised := make([]Line, 0, len(old))
	for _, line := range old {
		at := slices.IndexFunc(news.Lines, func(l ShopLine) bool { return l.is(line) })
		if at < 0 {
			line, err = withdraw(tx, line)
		} else if line, err = takeUp(tx, line); err == nil {
			line = news.Lines[at].onto(line, news, order.Status).notLess(line, news.later)
			line.Quantity = max(news.Lines[at].Quantity, line.Cancelled+line.Shipped)
			if told := news.Lines[at]; line.unknown() {
				line.Article = ArticleOf(told.Article, told.SKU, told.Name)
			}
		}
		if err != nil {
			return nil, err
		}
		revised = append(revised, news.claiming(line, order.Status, products))
	}
	if err := reclaim(tx, products, old, revised, tx.UpdateOrderLines); err != nil {
		return nil, err
	}
	if len(fresh) > 0 {
		if err := addLines(tx, order, len(old), fresh, products); err != nil {
			return nil, err
		}
	}
	return LinesOf(tx, order.ID)
}

// withdrawn begins the name of what is noted of a line that its shop took out of
// an order, beside the names of refunds: how much of it was given up before.
const withdrawn = "withdrawn line"

// withdraw gives up what has not left of a line that is gone from its shop, and from the
// amount of the order there.
func withdraw(tx Tx, line Line) (Line, error) {
	line.Amount, line.Priced = 0, 0
	if line.open() == 0 {
		return line, nil
	}
	_, err := tx.ClaimRefund(line.OrderID, fmt.Sprintf("%s %d: %d", withdrawn, line.ID, line.Cancelled))
	line.Cancelled = line.Quantity - line.Shipped
	return line, err
}

// takeUp takes back that a line was withdrawn, when its shop has it again. What
// was refunded of it, there or here, stays given up.
func takeUp(tx Tx, line Line) (Line, error) {
	if line.Cancelled == 0 || line.open() > 0 {
		return line, nil
	}
	keys, err := tx.ClaimedRefunds(line.OrderID)
	if err != nil {
		return line, err
	}
	for _, key := range keys {
		before, found := strings.CutPrefix(key, fmt.Sprintf("%s %d: ", withdrawn, line.ID))
		if !found {
			continue
		}
		if line.Cancelled, err = strconv.ParseInt(before, 10, 64); err != nil {
			return line, err
		}
		return line, tx.ForgetRefund(line.OrderID, key)
	}
	return line, nil
}

// addLines keeps lines that an order has besides.
func addLines(tx Tx, order Order, from int, fresh []Line, products map[int64]catalogue.Product) error {
	for i := range fresh {
		fresh[i].OrderID, fresh[i].Position, fresh[i].LocationID, fresh[i].PlacedAt = order.ID, from+i, order.LocationID,
			order.CreatedAt
		fresh[i].Claimed = fresh[i].claim(order.Status)
	}
	return reclaim(tx, products, nil, fresh, func(lines []Line) error {
		_, err := tx.InsertOrderLines(lines)
		return err
	})
}

// settle brings an order to where the shop has it and takes its refunds into
// account. What people did here already is not taken back: an order never goes
// backwards because a shop is behind. Goods given up before they left are not
// shipped, and whatever else a refund says is about goods that have left: so
// the same comes of it whether the news came one by one or only the last.
func (n ShopOrder) settle(tx Tx, actor core.Actor, order Order, zone *time.Location) (err error) {
	lines, err := LinesOf(tx, order.ID)
	if err != nil {
		return err
	}
	if n, err = n.guessing(tx, order.ID, lines); err != nil {
		return err
	}
	givenUp, back := n.refunds(lines)
	if order.Status.Open() || unshipped(lines) > 0 {
		if order, err = refundAll(tx, actor, order, givenUp, zone); err != nil {
			return err
		}
	}
	if order, err = n.giveUpStayed(tx, actor, order, zone); err != nil {
		return err
	}
	if order, err = n.giveBackTaken(tx, actor, order, zone); err != nil {
		return err
	}
	if order, err = n.shipElsewhere(tx, actor, order, zone); err != nil {
		return err
	}
	if order, err = n.shipLeft(tx, actor, order, zone); err != nil {
		return err
	}
	if order, err = n.advance(tx, actor, order, zone); err != nil {
		return err
	}
	if order.Status.Open() {
		return n.refundPart(tx, actor, order, back, zone)
	}
	_, err = refundAll(tx, actor, order, append(givenUp, back...), zone)
	return err
}

// step is a status that the shop brought an order to. Goods left when it says, as far
// as they can have: after the order was placed and before now.
func (n ShopOrder) step(to Status, order Order, now time.Time) Step {
	if to == Shipped && !n.LeftAt.IsZero() && n.LeftAt.Before(now) && !n.LeftAt.Before(order.CreatedAt) {
		now = n.LeftAt.UTC()
	}
	return Step{to, now}
}

// advance brings an order to the status that its shop says. What left the shop and came
// back whole before it could leave here need not leave at all.
func (n ShopOrder) advance(tx Tx, actor core.Actor, order Order, zone *time.Location) (Order, error) {
	for _, next := range order.Status.Way(n.Status) {
		moved, err := MoveOrderAt(tx, actor, order, n.step(next, order, tx.Now()), zone)
		if errors.Is(err, ErrLacking) && n.undone() {
			return MoveOrder(tx, actor, order, Cancelled, zone)
		}
		if err != nil {
			return Order{}, err
		}
		order = moved
	}
	return n.shipRest(tx, actor, order, zone)
}

// undone says that by the news everything of the order came back.
func (n ShopOrder) undone() bool {
	back := map[string]int64{}
	for _, refund := range n.Refunds {
		for _, line := range refund.Lines {
			if line.Restock != RestockNone {
				back[line.LineExternalID] += line.Quantity
			}
		}
	}
	for _, line := range n.Lines {
		if back[line.ExternalID] < line.Quantity {
			return false
		}
	}
	return true
}

// unshipped is how much of lines has not left and was not given up.
func unshipped(lines []Line) (units int64) {
	for _, line := range lines {
		units += line.open()
	}
	return units
}

// shipRest lets leave what the shop added to an order after it had left, once
// it has left there, too.
func (n ShopOrder) shipRest(tx Tx, actor core.Actor, before Order, zone *time.Location) (Order, error) {
	if !before.Status.out() || !n.Status.out() {
		return before, nil
	}
	lines, products, err := lockLines(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	left := unshipped(lines)
	if left == 0 {
		return before, nil
	}
	if err := ship(tx, actor, before, lines, products); err != nil {
		return Order{}, err
	}
	after := before
	after.UpdatedAt, after.Version = tx.Now(), before.Version+1
	if err := tx.UpdateOrder(before, after, zone); err != nil {
		return Order{}, err
	}
	return after, Changed(tx, actor, core.AuditUpdate, &before, after, Event{
		Kind: Updated, Detail: "Ha salido lo que se añadió después: " + ledger.Units(left),
	})
}
