package inventory

import (
	"context"
	"time"
)

// SKULink says which product a shop means by a SKU that is none of ours.
type SKULink struct {
	ID          int64
	ChannelID   int64
	SKU         string
	ProductID   int64
	ProductSKU  string
	ProductName string
	CreatedBy   int64
	CreatedAt   time.Time
	// Matched is how many open orders it was of use to when it was made.
	Matched int
}

type skuLinkMemory interface {
	// KeepSKULink writes a link, in the place of one of the same SKU.
	KeepSKULink(link SKULink) (int64, error)
	SKULinks(channelID int64, page Page) (List[SKULink], error)
	// DeleteSKULink forgets a link of the channel.
	DeleteSKULink(channelID, id int64) error
}

// SKULinks shows what is remembered of a channel's SKUs.
func (inv *Inventory) SKULinks(ctx context.Context, channelID int64, page Page) (links List[SKULink], err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		if _, err := tx.ChannelByID(channelID); err != nil {
			return err
		}
		links, err = tx.SKULinks(channelID, page)
		return err
	})
	return links, err
}

// LinkSKU remembers which product a channel means by a SKU, and gives the open
// orders that wait for it the product now.
func (inv *Inventory) LinkSKU(ctx context.Context, actor Actor, channelID int64, sku string, productID int64) (SKULink, error) {
	sku = Clean(sku)
	wrong := problems{}
	wrong.require(sku, "sku")
	wrong.check(characters(sku) <= orderTextMax, "sku", "El SKU es demasiado largo")
	if err := wrong.err(); err != nil {
		return SKULink{}, err
	}
	return once(ctx, inv.store, func(tx Tx) (SKULink, error) {
		if _, err := tx.ChannelByID(channelID); err != nil {
			return SKULink{}, err
		}
		product, err := tx.ProductByID(productID)
		if isNotFound(err) {
			return SKULink{}, FieldError("productId", "El producto no existe")
		}
		if err != nil {
			return SKULink{}, err
		}
		link := SKULink{
			ChannelID: channelID, SKU: sku, ProductID: product.ID, ProductSKU: product.SKU, ProductName: product.Name, CreatedBy: actor.ID, CreatedAt: tx.Now(),
		}
		if link.ID, err = tx.KeepSKULink(link); err != nil {
			return SKULink{}, err
		}
		matched, err := matchOrderLines(tx, actor, channelID, sku, product.ID)
		if err != nil {
			return SKULink{}, err
		}
		link.Matched = len(matched)
		if err := settleDeliveries(tx, matched); err != nil {
			return SKULink{}, err
		}
		if err := audit(tx, actor, AuditUpdate, nounChannel, channelID, nil, struct{ LinkedSKU, Product string }{sku, product.SKU}); err != nil {
			return SKULink{}, err
		}
		return link, tx.Emit(Event{Topic: TopicChannels, ID: channelID})
	})
}

// settleDeliveries says of the deliveries of orders that nothing is unknown any
// more in them.
func settleDeliveries(tx Tx, orderIDs []int64) error {
	for _, id := range orderIDs {
		order, err := tx.OrderByID(id)
		if err != nil {
			return err
		}
		if order.Unmatched > 0 {
			continue
		}
		settled, err := tx.SettleDeliveries(id, matchedVerdict(order.Order))
		if err != nil {
			return err
		}
		for _, delivery := range settled {
			if err := tx.Emit(Event{Topic: TopicDeliveries, ID: delivery}); err != nil {
				return err
			}
		}
	}
	return nil
}

// matchedVerdict is what people read of news of an order once nothing is
// unknown in it.
func matchedVerdict(order Order) string {
	return "Procesado: pedido " + order.Number + ", con todos sus SKU enlazados"
}

// UnlinkSKU forgets what a channel means by a SKU. Orders that have it stay.
func (inv *Inventory) UnlinkSKU(ctx context.Context, actor Actor, channelID, id int64) error {
	_, err := once(ctx, inv.store, func(tx Tx) (nothing, error) {
		if err := tx.DeleteSKULink(channelID, id); err != nil {
			return nothing{}, err
		}
		if err := audit(tx, actor, AuditUpdate, nounChannel, channelID, struct{ LinkID int64 }{id}, nil); err != nil {
			return nothing{}, err
		}
		return nothing{}, tx.Emit(Event{Topic: TopicChannels, ID: channelID})
	})
	return err
}
