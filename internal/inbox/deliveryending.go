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
	// NoteTurn remembers that a delivery told of an order that was thrown away or
	// taken back, and returns all that were told of it, as they came.
	NoteTurn(channelID int64, externalID string, deliveryID int64, restored bool) ([]Turn, error)
}

// Turn is that a shop threw an order away or took it back.
type Turn struct {
	Restored bool
	// At is when it was told; nil is long ago.
	At *time.Time
}

// turnsApart is how long after another a turn is told at most where it may have
// happened before it.
const turnsApart = time.Hour

// thrownAway says whether by all turns an order is thrown away. A shop does the one and
// the other in turn, so that it is known in whatever order they come, as long as they
// come together. What is told long after the turn before it happened after it, also
// where one between them was never told.
func thrownAway(turns []Turn) bool {
	gone := 0 // How often more it was thrown away than taken back.
	for i, turn := range turns {
		if i > 0 && !turn.soonAfter(turns[i-1]) {
			gone = min(max(gone, 0), 1)
			if !turn.Restored {
				gone = 0
			}
		}
		if gone++; turn.Restored {
			gone -= 2
		}
	}
	return gone > 0
}

func (t Turn) soonAfter(before Turn) bool {
	return t.At != nil && before.At != nil && t.At.Sub(*before.At) <= turnsApart
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
	turns, err := tx.NoteTurn(delivery.ChannelID, externalID, delivery.ID, false)
	if err != nil {
		return outcome{}, err
	}
	if !thrownAway(turns) || changedSince(placed, at) {
		return outcome{
			state: DeliveryIgnored, verdict: "Sin efecto: la tienda ha restaurado el pedido " + placed.Number, order: placed,
		}, nil
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

// changedSince says whether a shop changed an order after the time at which it was
// gone: then it has taken it back without a word.
func changedSince(order order.Order, at time.Time) bool {
	return order.ShopModifiedAt != nil && !order.ShopModifiedAt.Before(at)
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
func heed(tx Tx, delivery Delivery, news *order.ShopOrder) (came outcome, done bool, err error) {
	if err := tx.Lock(news.Lock()); err != nil {
		return outcome{}, false, err
	}
	at, err := tx.EndingOf(news.ChannelID, news.ExternalID)
	none := core.IsNotFound(err)
	if err != nil && !none {
		return outcome{}, false, err
	}
	later := at != nil && !news.ModifiedAt.Before(*at)
	if news.Restored {
		turns, err := tx.NoteTurn(news.ChannelID, news.ExternalID, delivery.ID, true)
		if err != nil {
			return outcome{}, false, err
		}
		if !thrownAway(turns) || later {
			return outcome{}, false, restore(tx, *news)
		}
	}
	if none || later || !news.Status.Open() {
		return outcome{}, false, nil
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
