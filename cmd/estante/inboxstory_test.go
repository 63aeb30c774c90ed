package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"estante/internal/channel"
)

// letter is one thing that a shop has to say.
type letter struct {
	source channel.Source
	topic  string
	body   []byte
}

// storyteller makes up what three shops have to say of their orders, each story
// in the order in which it happened.
type storyteller struct {
	dice   *rand.Rand
	orders int
}

type fields = map[string]any

// storyProducts is how many products the shops sell.
const storyProducts = 20

func storySKU(n int) string { return fmt.Sprintf("SKU-%02d", n) }

// tell makes up about so many letters. Everything about them follows from the dice.
func (s *storyteller) tell(t *testing.T, about int) (letters []letter) {
	t.Helper()
	for len(letters) < about {
		s.orders++
		story := []func() []letter{s.shopify, s.wooCommerce, s.standard}[s.dice.IntN(3)]
		letters = append(letters, story()...)
	}
	return letters
}

func write(source channel.Source, topic string, body fields) letter {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // Plain values can always be written.
	}
	return letter{source, topic, text}
}

// stamp is a time of the shop's clock, so many minutes into the story.
func (s *storyteller) stamp(minute int) time.Time {
	return time.Date(2026, 3, 1, 9, 0, 0, 0,
		time.UTC).Add(time.Duration(s.orders)*time.Hour + time.Duration(minute)*time.Minute)
}

// items are what a customer asks for.
func (s *storyteller) items() (items []fields) {
	for n := range 1 + s.dice.IntN(3) {
		items = append(items, fields{
			"id": s.orders*10 + n, "sku": storySKU(s.dice.IntN(storyProducts)), "name": "Artículo",
			"quantity": 2 + s.dice.IntN(4),
			"price":    "4.50", "unitPrice": "4.50",
		})
	}
	return items
}

func with(base, more fields) fields {
	joined := fields{}
	for _, part := range []fields{base, more} {
		for name, value := range part {
			joined[name] = value
		}
	}
	return joined
}

func (s *storyteller) shopify() []letter {
	items := s.items()
	say := func(minute int, topic string, more fields) letter {
		return write(channel.Shopify, topic, with(fields{
			"id": s.orders, "name": fmt.Sprintf("#%d", s.orders), "order_number": s.orders, "currency": "EUR",
			"total_price": "25.00", "financial_status": "pending",
			"customer": fields{"first_name": "Ana", "last_name": fmt.Sprint("de ", s.orders)}, "line_items": items,
			"created_at": s.stamp(0).Format(time.RFC3339), "updated_at": s.stamp(minute).Format(time.RFC3339),
		}, more))
	}
	refund := func(n int, restock string) fields {
		return fields{
			"id": s.orders*100 + n, "order_id": s.orders, "refund_line_items": []fields{{
				"line_item_id": items[0]["id"], "quantity": 1, "restock_type": restock,
			}},
		}
	}
	paid, left := fields{"financial_status": "paid"}, fields{"financial_status": "paid", "fulfillment_status": "fulfilled"}
	switch s.dice.IntN(3) {
	case 0:
		return []letter{
			say(0, "orders/create", nil),
			say(1, "orders/cancelled", fields{"cancelled_at": s.stamp(1).Format(time.RFC3339)}),
		}
	case 1:
		given := fields{"refunds": []fields{refund(1, "cancel")}}
		return []letter{
			say(0, "orders/create", nil), say(1, "orders/paid", paid),
			write(channel.Shopify, "refunds/create", refund(1, "cancel")),
			say(2, "orders/updated", with(paid, given)), say(3, "orders/fulfilled", with(left, given)),
		}
	default:
		return []letter{
			say(0, "orders/create", nil), say(1, "orders/paid", paid), say(2, "orders/fulfilled", left),
			write(channel.Shopify, "refunds/create", refund(1, "return")),
			say(3, "orders/updated", with(left, fields{"refunds": []fields{refund(1, "return"), refund(2, "no_restock")}})),
		}
	}
}

func (s *storyteller) wooCommerce() []letter {
	items := s.items()
	const zoneless = "2006-01-02T15:04:05"
	say := func(minute int, status string, more fields) letter {
		return write(channel.WooCommerce, "order.updated", with(fields{
			"id": s.orders, "number": fmt.Sprint(s.orders), "status": status, "currency": "EUR", "total": "25.00",
			"line_items": items,
			"billing":    fields{"first_name": "Luis"}, "date_created_gmt": s.stamp(0).Format(zoneless),
			"date_modified_gmt": s.stamp(minute).Format(zoneless),
		}, more))
	}
	switch s.dice.IntN(4) {
	case 0:
		return []letter{say(0, "pending", nil), say(1, "cancelled", nil)}
	case 1:
		return []letter{say(0, "pending", nil), say(1, "failed", nil), say(2, "processing", nil), say(3, "completed", nil)}
	case 2:
		return []letter{say(0, "pending", nil), say(1, "processing", nil), write(channel.WooCommerce, "order.deleted",
			fields{"id": s.orders})}
	default:
		return []letter{
			say(0, "pending", nil), say(1, "processing", nil), say(2, "completed", nil),
			say(3, "refunded", fields{"date_completed_gmt": s.stamp(2).Format(zoneless)}),
		}
	}
}

func (s *storyteller) standard() []letter {
	items := s.items()
	say := func(minute int, status string, more fields) letter {
		return write(channel.Standard, "", fields{
			"type": "order.updated", "timestamp": s.stamp(minute).Format(time.RFC3339),
			"data": with(fields{
				"id": fmt.Sprint(s.orders), "orderNumber": fmt.Sprint("P-", s.orders), "status": status, "totalAmount": "25.00",
				"currency": "EUR", "customerName": "Eva",
				"createdAt": s.stamp(0).Format(time.RFC3339), "updatedAt": s.stamp(minute).Format(time.RFC3339), "items": items,
			}, more),
		})
	}
	fewer := []fields{with(items[0], fields{"quantity": 1})}
	if s.dice.IntN(3) == 0 {
		return []letter{
			say(0, "pending", nil), say(1, "processing", fields{"items": fewer}),
			say(2, "cancelled", fields{"items": fewer}),
		}
	}
	back := fields{"refunds": []fields{{
		"id": "r1", "items": []fields{{"itemId": items[0]["id"], "quantity": 1, "restock": "return"}},
	}}}
	return []letter{
		say(0, "pending", fields{"items": fewer}), say(1, "pending", nil), say(2, "processing", nil),
		say(3, "shipped", nil), say(4, "delivered", back),
	}
}
