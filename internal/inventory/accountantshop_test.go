package inventory_test

import (
	"fmt"
	"slices"
	"time"

	"estante/internal/channel"
	"estante/internal/inbox"
	"estante/internal/order"
	"estante/internal/shoptest"
)

// shop is a shop on the other end of the line. It does something, tells it, and the books
// then have what the shop really has.
type shop interface{ act(a *accountant) }

// counter is what the two kinds of shops have in common.
type counter struct {
	box   *shoptest.Inbox
	place int64
	ids   int
	// posted counts the messages that it sent.
	posted int
	// late are messages that were overtaken by others, and sent those that arrived.
	late, sent []shoptest.Letter
}

func (a *accountant) openShops() {
	north := a.books.places[1]
	a.shops = []shop{
		&shopify{counter: a.connect(channel.Shopify, a.books.places[0])},
		&woo{counter: a.connect(channel.WooCommerce, north)},
	}
}

func (a *accountant) connect(source channel.Source, at *place) counter {
	made, _, err := a.Inbox.CreateChannel(a.ctx, shoptest.Boss, inbox.NewChannel{
		Name: "Tienda " + string(source), Source: source, Secret: shoptest.ShopSecret, LocationID: at.id,
	})
	a.must(err)
	at.ofShop = true
	return counter{box: &shoptest.Inbox{Office: a.Office, Sender: made, Secret: shoptest.ShopSecret}, place: at.id}
}

func (a *accountant) hearShop() { oneOf(a, a.shops).act(a) }

func (s *counter) id() int {
	s.ids++
	return s.ids
}

// tells sends a message and has it processed; once in a while it is sent twice, and what was
// overtaken comes after it. Neither has an effect, whatever is said of it.
func (s *counter) tells(a *accountant, topic string, body any, states ...inbox.DeliveryState) {
	letter := s.box.Write(a.t, topic, body)
	s.post(a, letter, append(states, inbox.DeliveryProcessed)...)
	s.sent = append(s.sent[max(len(s.sent)-20, 0):], letter)
	if a.percent(15) {
		s.post(a, letter, inbox.DeliveryDuplicate)
	}
	if a.percent(15) && len(s.late) > 0 {
		s.post(a, s.late[0], inbox.DeliveryIgnored, inbox.DeliveryProcessed)
		s.late = s.late[1:]
	}
	if a.percent(5) {
		s.post(a, oneOf(a, s.sent), inbox.DeliveryDuplicate)
	}
}

// post hands a letter in and wants it to come to one of some states.
func (s *counter) post(a *accountant, letter shoptest.Letter, states ...inbox.DeliveryState) {
	s.posted++
	arrival, err := s.box.Post(a.t, letter)
	a.must(err)
	s.box.Work(a.t)
	kept, err := a.Inbox.Delivery(a.ctx, arrival.DeliveryID)
	a.must(err)
	a.note("  %s is %s: %s", kept.Topic, kept.State, kept.Verdict)
	if !slices.Contains(states, kept.State) {
		a.fail("a message is %s (%s), want %v:\n%s", kept.State, kept.Verdict, states, letter.Body)
	}
}

// told finds the order that a shop told of.
func (a *accountant) told(s *counter, by shop, number string, lines []*item, placed time.Time) *bill {
	listed, err := a.Orders.ListOrders(a.ctx, order.Filter{Search: number, Ordering: order.OrdersByCreated})
	a.must(err)
	for _, row := range listed.Rows {
		if row.Number == number && row.ChannelID == s.box.Sender.ID {
			o := &bill{
				id: row.ID, place: s.place, status: order.Pending, currency: "EUR", placed: placed, items: lines, shop: by,
			}
			a.books.bills = append(a.books.bills, o)
			return o
		}
	}
	a.fail("order %s is not there", number)
	return nil
}

// stocked restores products that are deleted: nothing of them could come or go.
func (a *accountant) stocked(items []*item) {
	for _, i := range items {
		a.restoreProduct(i.card)
	}
}

func money(cents int64) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

// basket draws what is bought in a shop: of each product once.
func (a *accountant) basket() (items []*item) {
	for range 1 + a.below(3) {
		live := a.books.live()
		if len(live) == 0 {
			return items
		}
		c, quantity, price := oneOf(a, live), a.units(), int64(a.below(4000))
		items = append(items, &item{card: c, quantity: quantity, price: price, amount: price * quantity})
		if a.percent(30) {
			items[len(items)-1].amount -= int64(a.below(int(price*quantity) + 1))
		}
	}
	return items
}

// enterReturn has a person enter a return of a line that its shop tells afterwards: it counts
// once. Where the shop told of units that nobody entered, the person has to say that these
// are others.
func (a *accountant) enterReturn(o *bill, line int, units int64, told bool) {
	refund := order.RefundLine{LineID: a.lineIDs(o)[line], Quantity: units, Restock: order.RestockReturn}
	enter := func() error {
		_, err := a.Orders.RefundOrder(a.ctx, shoptest.Clerk, o.id, order.Refund{
			Key: a.name("R"), Lines: []order.RefundLine{refund},
		})
		return err
	}
	if !a.agree(!told, enter()) {
		refund.Another = true
		a.must(enter())
	}
	a.books.refund(o, o.items[line], 0, units, order.RestockReturn)
}
