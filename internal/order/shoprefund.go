package order

import (
	"time"

	"estante/internal/core"
)

// LockShopOrder returns an order by its shop's name for it, when nobody else is
// at work on news of it.
func LockShopOrder(tx Tx, channelID int64, externalID string) (Order, error) {
	if err := tx.Lock(ShopOrder{ChannelID: channelID, ExternalID: externalID}.Lock()); err != nil {
		return Order{}, err
	}
	return tx.LockExternalOrder(channelID, externalID)
}

// ReceiveRefund takes into account a refund that a shop told on its own, by the
// same names as those that come with the order, so that it counts once. It says
// whether a part of it has to wait for the goods to leave.
func ReceiveRefund(tx Tx, actor core.Actor, order Order, told ShopRefund) (after Order, waits bool, err error) {
	zone, _, err := Zone(tx)
	if err != nil {
		return Order{}, false, err
	}
	lines, err := LinesOf(tx, order.ID)
	if err != nil {
		return Order{}, false, err
	}
	givenUp, back := ShopOrder{Refunds: []ShopRefund{told}}.refunds(lines)
	if order, err = refundAll(tx, actor, order, givenUp, zone); err != nil {
		return Order{}, false, err
	}
	if order.Status.Open() {
		return order, len(back[0].Lines) > 0, nil
	}
	order, err = refundAll(tx, actor, order, back, zone)
	return order, false, err
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
