package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inbox"
	"estante/internal/order"
)

// webShop is a shop on the web that sends its orders here.
type webShop struct {
	name   string
	source channel.Source
	secret string
	id     int64
	// orders counts its orders.
	orders int
}

// webShops are one of each kind. Their secrets are no secrets: every reader of this
// code knows them.
func webShops() map[channel.Source]*webShop {
	return map[channel.Source]*webShop{
		channel.Shopify: {name: "Tienda online", source: channel.Shopify, secret: "demo-shopify-no-es-secreto"},
		channel.WooCommerce: {
			name: "Web para profesionales", source: channel.WooCommerce, secret: "demo-woocommerce-no-es-secreto",
		},
		channel.Standard: {
			name: "Kiosco de la feria", source: channel.Standard, secret: "whsec_ZGVtby1lc3RhbmRhci1uby1lcy1zZWNyZXRv",
		},
	}
}

// shopSources are the kinds in the order in which they are connected.
var shopSources = []channel.Source{channel.Shopify, channel.WooCommerce, channel.Standard}

// connectShops opens the addresses to which the shops send.
func (y *year) connectShops(ctx context.Context) error {
	y.shops = webShops()
	for _, source := range shopSources {
		shop := y.shops[source]
		connected, _, err := y.inv.Inbox.CreateChannel(ctx, y.staff[0], inbox.NewChannel{
			Name: shop.name, Source: source, Secret: shop.secret,
		})
		if err != nil {
			return fmt.Errorf("connect %s: %w", shop.name, err)
		}
		shop.id = connected.ID
	}
	return nil
}

// letter is a message as it arrives at the door.
type letter struct {
	headers inbox.DeliveryHeaders
	body    []byte
}

// write signs news of an order with a secret, which need not be the right one.
// An order is placed when the shop first tells of it.
func (s *webShop) write(order *webOrder, at time.Time, secret string) (letter, error) {
	if order.at.IsZero() {
		order.at = at
	}
	topic, body := order.news(s.source, at)
	text, err := json.Marshal(body)
	if err != nil {
		return letter{}, err
	}
	return s.sign(channel.Message{
		ID: fmt.Sprintf("aviso-%d-%s", order.number, order.status), Topic: topic, At: at, Body: text,
	}, secret)
}

func (s *webShop) sign(message channel.Message, secret string) (letter, error) {
	signed, err := s.source.Sign(message, secret)
	return letterOf(signed, message.Body), err
}

func letterOf(headers map[string]string, body []byte) letter {
	written := letter{body: body}
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		written.headers = append(written.headers, inbox.DeliveryHeader{Name: name, Value: headers[name]})
	}
	return written
}

// post hands a message in at the door and has it dealt with. One that is
// refused is part of the story.
func (y *year) post(ctx context.Context, shop *webShop, message letter) error {
	door, err := y.inv.Inbox.Channel(ctx, core.System, shop.id)
	if err != nil {
		return err
	}
	var refused *core.Error
	_, err = y.inv.Inbox.ReceiveDelivery(ctx, door.Channel, message.headers, message.body)
	if err != nil && (!errors.As(err, &refused) || refused.Kind != core.Unauthorized) {
		return fmt.Errorf("%s: %w", shop.name, err)
	}
	for {
		processed, err := y.inv.Inbox.ProcessDeliveries(ctx)
		if err != nil || processed == 0 {
			return err
		}
	}
}

// webDays is for how many days before today web orders are told one by one.
const webDays = 21

// takeWebOrders plans what comes from the shops on one of the last days: most
// of it from the online shop. The shop for professionals has fallen silent.
func (y *year) takeWebOrders(day int, groups [][]task) {
	left := y.days - day
	if left < 1 || left > webDays {
		return
	}
	if left%2 == 0 {
		y.webOrder(day, y.shops[channel.Shopify], groups)
	}
	if left > 5 && left%4 == 3 {
		y.webOrder(day, y.shops[channel.WooCommerce], groups)
	}
	if left%6 == 1 {
		y.webOrder(day, y.shops[channel.Standard], groups)
	}
}

// webOrder plans an order that is told when it is placed, and again when it has left.
func (y *year) webOrder(day int, shop *webShop, groups [][]task) {
	items := y.fill(1 + y.random.IntN(2))
	if len(items) == 0 {
		return
	}
	placed := &webOrder{number: shop.nextNumber(), customer: y.anyCustomer(), items: items, status: order.Processing}
	slot := 1 + y.random.IntN(2)
	groups[slot] = append(groups[slot], func(ctx context.Context) error { return y.tellOrder(ctx, shop, placed) })
	y.later(day+1, len(hours)-1, func() task {
		return func(ctx context.Context) error {
			placed.status = order.Shipped
			return y.tellOrder(ctx, shop, placed)
		}
	})
}

// nextNumber numbers the orders of a shop. One number of the online shop never
// came: what a detector of gaps is for.
func (s *webShop) nextNumber() int {
	if s.orders++; s.source == channel.Shopify && s.orders == 4 {
		s.orders++
	}
	return 1000 + s.orders
}

// tellOrder sends news of an order as its shop writes it.
func (y *year) tellOrder(ctx context.Context, shop *webShop, order *webOrder) error {
	message, err := shop.write(order, y.clock.Now(), shop.secret)
	if err != nil {
		return err
	}
	return y.post(ctx, shop, message)
}
