package demo

import (
	"context"
	"fmt"
	"time"

	"estante/internal/channel"
	"estante/internal/inbox"
	"estante/internal/order"
)

// everyVerdict leaves a delivery of each kind, however short the demo's history is: a
// good one, one that came twice, one with a wrong signature, one that names an unknown
// product, one that cannot be read and one that was only a test.
func (y *year) everyVerdict(ctx context.Context, now time.Time) error {
	shopify, woo, standard := y.shops[channel.Shopify], y.shops[channel.WooCommerce], y.shops[channel.Standard]
	known, unknown, again := y.freshOrder(shopify), y.freshOrder(shopify), y.freshOrder(shopify)
	offer := alias{"OFERTA-01", "Oferta de la semana"}
	unknown.alias, again.alias, again.items = offer, offer, unknown.items[:1]
	gift := y.freshOrder(shopify)
	gift.alias = alias{"TARJETA-REGALO-50", "Tarjeta regalo de 50 €"}
	steps := []task{
		func(ctx context.Context) error { return y.tellOrder(ctx, shopify, known) },
		func(ctx context.Context) error { return y.twice(ctx, standard, y.freshOrder(standard)) },
		func(ctx context.Context) error { return y.tryOut(ctx, shopify) },
		func(ctx context.Context) error {
			// WooCommerce says hello without a signature.
			return y.post(ctx, woo, letter{
				headers: inbox.DeliveryHeaders{{
					Name: "Content-Type", Value: "application/x-www-form-urlencoded",
				}}, body: []byte("webhook_id=12"),
			})
		},
		func(ctx context.Context) error { return y.forged(ctx, woo) },
		func(ctx context.Context) error { return y.tellOrder(ctx, shopify, unknown) },
		func(ctx context.Context) error {
			_, err := y.inv.Inbox.LinkSKU(ctx, y.staff[1], shopify.id, offer.sku, unknown.items[0].ware.id)
			return err
		},
		func(ctx context.Context) error { return y.tellOrder(ctx, shopify, again) },
		func(ctx context.Context) error { return y.tellOrder(ctx, shopify, gift) },
		func(ctx context.Context) error {
			message, err := standard.sign(channel.Message{
				ID: "aviso-cortado", Topic: "order.updated", At: y.clock.Now(),
				Body: []byte(`{"type":"order.updated","data":{"id":"feria-`),
			}, standard.secret)
			if err != nil {
				return err
			}
			return y.post(ctx, standard, message)
		},
	}
	for i, do := range steps {
		y.clock.travel(now.Add(time.Duration(i-18) * time.Minute))
		if err := do(ctx); err != nil {
			return fmt.Errorf("delivery %d: %w", i, err)
		}
	}
	return nil
}

// freshOrder is an order that nobody was told of yet.
func (y *year) freshOrder(shop *webShop) *webOrder {
	items := y.fill(2)
	for len(items) == 0 {
		items = y.fill(2)
	}
	return &webOrder{number: shop.nextNumber(), customer: y.anyCustomer(), items: items, status: order.Processing}
}

// twice sends the same message two times, as shops do that heard no answer.
func (y *year) twice(ctx context.Context, shop *webShop, order *webOrder) error {
	message, err := shop.write(order, y.clock.Now(), shop.secret)
	if err != nil {
		return err
	}
	if err := y.post(ctx, shop, message); err != nil {
		return err
	}
	return y.post(ctx, shop, message)
}

// forged sends an order that is signed with another secret than the shop's.
func (y *year) forged(ctx context.Context, shop *webShop) error {
	order := y.freshOrder(shop)
	message, err := shop.write(order, y.clock.Now(), "otro secreto")
	if err != nil {
		return err
	}
	for _, item := range order.items {
		item.ware.stock += item.quantity // Nothing came of it.
	}
	return y.post(ctx, shop, message)
}

// tryOut sends the message by which people see that a shop is connected.
func (y *year) tryOut(ctx context.Context, shop *webShop) error {
	test, err := y.inv.Inbox.MakeTestDelivery(ctx, shop.id)
	if err != nil {
		return err
	}
	return y.post(ctx, shop, letterOf(test.Headers, test.Body))
}
