package inbox

import (
	"time"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/order"
)

// channelEndingMemory remembers orders that ended in their shop.
type channelEndingMemory interface {
	// NoteEnding remembers when a shop emptied an order or threw it away.
	NoteEnding(channelID int64, externalID string, at time.Time) error
	// EndingOf is what was noted last; ErrNotFound when nothing was. Endings
	// from before deletions had a time have none.
	EndingOf(channelID int64, externalID string) (at *time.Time, err error)
	// LiftEnding forgets an ending, and says whether there was one.
	LiftEnding(channelID int64, externalID string) (bool, error)
}

// clocksApart is how far a shop's clock may be from ours. A deletion tells no
// time, so that what the shop changed after it is known by our clock.
const clocksApart = 5 * time.Minute

// believable is a time by the shop's clock, as far as it can have come before
// the delivery that tells it. A time to come would make all true news of its
// order old until then.
func (d Delivery) believable(told time.Time) time.Time {
	if latest := d.ReceivedAt.Add(clocksApart); told.After(latest) {
		return latest
	}
	return told
}

// applyDeletion gives up an order that its shop threw away. What has left has
// left: that is a refund's to say.
func applyDeletion(tx Tx, delivery Delivery, externalID string) (outcome, error) {
	placed, err := order.LockShopOrder(tx, delivery.ChannelID, externalID)
	unknown := core.IsNotFound(err)
	if err != nil && !unknown {
		return outcome{}, err
	}
	at := delivery.ReceivedAt.Add(clocksApart)
	if restored, err := restoredSince(tx, placed, at); err != nil || restored {
		return outcome{
			state: DeliveryIgnored, verdict: "Sin efecto: la tienda ha restaurado el pedido " + placed.Number, order: placed,
		}, err
	}
	if err := tx.NoteEnding(delivery.ChannelID, externalID, at); err != nil {
		return outcome{}, err
	}
	if unknown {
		return outcome{
			state: DeliveryIgnored, verdict: "Sin efecto: la tienda ha eliminado un pedido que no había llegado",
		}, nil
	}
	if placed.Status.Open() {
		// Whatever takes it back is later, also if it was told before.
		if placed, err = order.NoteShopTime(tx, placed, nil); err != nil {
			return outcome{}, err
		}
	}
	return giveUpOrder(tx, placed, "la tienda ha eliminado el pedido "+placed.Number)
}

// restoredSince says whether a shop has taken an order back: it has changed it
// after the time at which it was gone, or has said so. The shop cannot take back
// what it did not throw away, so that the deletion came first, whatever
// arrived first.
func restoredSince(tx Tx, order order.Order, at time.Time) (bool, error) {
	if order.ShopModifiedAt != nil && !order.ShopModifiedAt.Before(at) {
		return true, nil
	}
	deliveries, err := deliveriesOf(tx, order)
	for _, delivery := range deliveries {
		if delivery.Source.Restores(delivery.Topic) {
			return true, err
		}
	}
	return false, err
}

// deliveriesOf are the last deliveries about an order.
func deliveriesOf(tx Tx, order order.Order) ([]Delivery, error) {
	if order.ID == 0 {
		return nil, nil
	}
	deliveries, err := tx.ListDeliveries(DeliveryFilter{OrderID: order.ID, Page: core.Page{Number: 1, Size: 100}})
	return deliveries.Rows, err
}

// heed looks whether an order has ended in its shop after some news of it, which
// the ending may have overtaken. It then says what comes of the news when that
// is nothing; an order that nobody knew is kept as one that ended.
func heed(tx Tx, news *order.ShopOrder) (came outcome, done bool, err error) {
	if err := tx.Lock(news.Lock()); err != nil {
		return outcome{}, false, err
	}
	if news.Restored {
		return outcome{}, false, restore(tx, *news)
	}
	at, err := tx.EndingOf(news.ChannelID, news.ExternalID)
	if core.IsNotFound(err) {
		return outcome{}, false, nil
	}
	if err != nil || !news.Status.Open() || (at != nil && !news.ModifiedAt.Before(*at)) {
		return outcome{}, false, err
	}
	placed, err := tx.LockExternalOrder(news.ChannelID, news.ExternalID)
	switch {
	case core.IsNotFound(err):
		news.Status, news.Ended = order.Cancelled, true
		return outcome{}, false, nil
	case err != nil || news.Older(placed):
		return outcome{}, false, err
	}
	return outcome{
		state: DeliveryIgnored, verdict: "Sin efecto: la tienda ha eliminado o vaciado después el pedido " + placed.Number,
		order: placed,
	}, true, nil
}

// restore forgets that an order ended. What is known of it from after the
// restoration is looked at again: it was taken for news from before the end.
func restore(tx Tx, news order.ShopOrder) error {
	lifted, err := tx.LiftEnding(news.ChannelID, news.ExternalID)
	if err != nil || !lifted {
		return err
	}
	order, err := tx.LockExternalOrder(news.ChannelID, news.ExternalID)
	if err != nil && !core.IsNotFound(err) {
		return err
	}
	deliveries, err := deliveriesOf(tx, order)
	if err != nil {
		return err
	}
	for _, delivery := range deliveries {
		if later, err := tellsLater(tx, delivery, news.ModifiedAt); err != nil {
			return err
		} else if !later {
			continue
		}
		if err := requeue(tx, delivery.ID, "En espera: se procesará de nuevo"); err != nil {
			return err
		}
	}
	return nil
}

// tellsLater says whether a delivery has news of an order from after a time of
// the shop's clock, and can be processed again.
func tellsLater(tx Tx, delivery Delivery, than time.Time) (bool, error) {
	if !delivery.Repeatable() {
		return false, nil
	}
	whole, err := tx.DeliveryByID(delivery.ID)
	if err != nil {
		return false, err
	}
	event, unreadable := whole.Source.Read(channel.Delivery{Header: whole.Headers, Body: whole.Body})
	return unreadable == nil && event.Kind == channel.KindOrder && whole.believable(event.Order.ModifiedAt).After(than),
		nil
}
