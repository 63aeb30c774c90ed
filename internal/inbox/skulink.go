package inbox

import (
	"context"
	"time"

	"estante/internal/core"
	"estante/internal/order"
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
	SKULinks(channelID int64, page core.Page) (core.List[SKULink], error)
	// DeleteSKULink forgets a link of the channel.
	DeleteSKULink(channelID, id int64) error
}

// SKULinks shows what is remembered of a channel's SKUs.
func (s *Service) SKULinks(ctx context.Context, channelID int64, page core.Page) (links core.List[SKULink], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
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
func (s *Service) LinkSKU(
	ctx context.Context, actor core.Actor, channelID int64, sku string, productID int64,
) (SKULink, error) {
	sku = core.Clean(sku)
	wrong := core.Problems{}
	wrong.Require(sku, "sku")
	wrong.Check(core.Characters(sku) <= order.TextMax, "sku", "El SKU es demasiado largo")
	if err := wrong.Err(); err != nil {
		return SKULink{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (SKULink, error) {
		if _, err := tx.ChannelByID(channelID); err != nil {
			return SKULink{}, err
		}
		product, err := tx.ProductByID(productID)
		if core.IsNotFound(err) {
			return SKULink{}, core.FieldError("productId", "El producto no existe")
		}
		if err != nil {
			return SKULink{}, err
		}
		link := SKULink{
			ChannelID: channelID, SKU: sku, ProductID: product.ID, ProductSKU: product.SKU, ProductName: product.Name,
			CreatedBy: actor.ID, CreatedAt: tx.Now(),
		}
		if link.ID, err = tx.KeepSKULink(link); err != nil {
			return SKULink{}, err
		}
		matched, err := order.MatchOrderLines(tx, actor, channelID, sku, product.ID)
		if err != nil {
			return SKULink{}, err
		}
		link.Matched = len(matched)
		if err := order.SettleDeliveries(tx, matched); err != nil {
			return SKULink{}, err
		}
		if err := core.Audit(tx, actor, core.AuditUpdate, core.NounChannel, channelID, nil,
			struct{ LinkedSKU, Product string }{sku, product.SKU}); err != nil {
			return SKULink{}, err
		}
		return link, tx.Emit(core.Event{Topic: core.TopicChannels, ID: channelID})
	})
}

// UnlinkSKU forgets what a channel means by a SKU. Orders that have it stay.
func (s *Service) UnlinkSKU(ctx context.Context, actor core.Actor, channelID, id int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		if err := tx.DeleteSKULink(channelID, id); err != nil {
			return core.Nothing{}, err
		}
		if err := core.Audit(tx, actor, core.AuditUpdate, core.NounChannel, channelID, struct{ LinkID int64 }{id},
			nil); err != nil {
			return core.Nothing{}, err
		}
		return core.Nothing{}, tx.Emit(core.Event{Topic: core.TopicChannels, ID: channelID})
	})
	return err
}
