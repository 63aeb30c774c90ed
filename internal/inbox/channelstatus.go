package inbox

import (
	"context"
	"fmt"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/order"
)

// ChannelStatus is a status that a shop has of its own, as a plugin adds them.
type ChannelStatus struct {
	// Word is its name in one spelling, and Name as the shop tells it.
	Word string
	Name string
	// Status is what a user said that it means; empty while nobody did.
	Status order.Status
	// Orders is how many orders are in it by the shop's last word.
	Orders int64
}

// Guess is what it most likely means; empty where nobody can tell.
func (s ChannelStatus) Guess() order.Status {
	guess, _ := order.StatusNamed(s.Word)
	return guess
}

type channelStatusMemory interface {
	// NoteChannelStatus remembers that a shop has a status, and says what it means.
	NoteChannelStatus(channelID int64, word, name string) (order.Status, error)
	// SetChannelStatus says what it means; ErrNotFound where the shop has it not.
	SetChannelStatus(channelID int64, word string, status order.Status) error
	ChannelStatuses(channelID int64, limit int) ([]ChannelStatus, error)
	// NoteStatusNews remembers by which delivery an order was in one; an empty word
	// forgets it. Of two the later counts.
	NoteStatusNews(channelID int64, externalID, word string, deliveryID int64) error
	// StatusNews are the deliveries by which orders are in a status.
	StatusNews(channelID int64, word string, limit int) ([]int64, error)
}

// The limits of what is kept and asked of a shop's own statuses.
const (
	channelStatusesMax = 100
	statusWordMax      = 100
	statusNewsMax      = 1000
)

// ChannelStatuses shows the statuses that a shop has of its own.
func (s *Service) ChannelStatuses(ctx context.Context, channelID int64) (statuses []ChannelStatus, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if _, err := tx.ChannelByID(channelID); err != nil {
			return err
		}
		statuses, err = tx.ChannelStatuses(channelID, channelStatusesMax)
		return err
	})
	return statuses, err
}

// MeanStatus says what a shop's own status means, and has the news of the orders that are
// in it processed again; empty says that nobody knows. It returns how many these are.
func (s *Service) MeanStatus(
	ctx context.Context, actor core.Actor, channelID int64, word string, status order.Status,
) (int, error) {
	return core.Once(ctx, s.store, func(tx Tx) (int, error) {
		if _, err := tx.ChannelByID(channelID); err != nil {
			return 0, err
		}
		err := tx.SetChannelStatus(channelID, order.StatusWord(word), status)
		if core.IsNotFound(err) {
			return 0, core.FieldError("word", "La tienda no ha usado este estado")
		}
		if err != nil {
			return 0, err
		}
		news, err := tx.StatusNews(channelID, order.StatusWord(word), statusNewsMax)
		if err != nil {
			return 0, err
		}
		queued := 0
		for _, id := range news {
			delivery, err := tx.DeliveryByID(id)
			if err != nil && !core.IsNotFound(err) {
				return 0, err
			}
			if err != nil || !delivery.Repeatable() {
				continue
			}
			if err := requeue(tx, id, "En espera: ahora se sabe qué significa el estado «"+word+"»"); err != nil {
				return 0, err
			}
			queued++
		}
		if err := core.Audit(tx, actor, core.AuditUpdate, core.NounChannel, channelID, nil,
			struct{ OwnStatus, Means string }{word, status.Label()}); err != nil {
			return 0, err
		}
		return queued, tx.Emit(core.Event{Topic: core.TopicChannels, ID: channelID})
	})
}

// ownStatus gives news of an order the status that a user said the shop's own one means.
// What left has left, also where the word says less. While nobody said it, the order is
// where its payment and shipment have it, and people are asked.
func ownStatus(tx Tx, delivery Delivery, told channel.Order, news *order.ShopOrder) (asks string, err error) {
	if delivery.Source != channel.WooCommerce {
		return "", nil // The others have none of their own.
	}
	word := core.Cut(order.StatusWord(told.OwnStatus), statusWordMax)
	if err := tx.NoteStatusNews(news.ChannelID, news.ExternalID, word, delivery.ID); err != nil || word == "" {
		return "", err
	}
	means, err := tx.NoteChannelStatus(news.ChannelID, word, core.Cut(core.Clean(told.OwnStatus), statusWordMax))
	if err != nil {
		return "", err
	}
	left := news.Status == order.Shipped
	switch {
	case means == "":
		return fmt.Sprintf(". Su estado «%s» es propio de la tienda: di en ella qué significa", word), nil
	case left && means.Open():
	case left && means == order.Cancelled:
		news.Status = order.Returned
	default:
		news.Status = means
	}
	return "", nil
}
