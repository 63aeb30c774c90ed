package demo

import (
	"fmt"
	"strings"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/order"
)

// webOrder is an order as its shop knows it.
type webOrder struct {
	number   int
	customer customer
	items    []basketItem
	// alias is what the shop calls the first article, where it has a name of its own.
	alias  alias
	status order.Status
	at     time.Time
}

// alias is what only the shop calls an article.
type alias struct{ sku, name string }

// object is a piece of JSON.
type object = map[string]any

// webLine is one article of an order in the shop's words.
type webLine struct {
	id       int
	sku      string
	name     string
	quantity int64
	price    core.Cents
}

func (o *webOrder) lines() (lines []webLine) {
	for i, item := range o.items {
		line := webLine{
			id: o.number*10 + i, sku: *item.ware.fields.SKU, name: *item.ware.fields.Name, quantity: item.quantity,
			price: **item.ware.fields.Price,
		}
		if i == 0 && o.alias != (alias{}) {
			line.sku, line.name = o.alias.sku, o.alias.name
		}
		lines = append(lines, line)
	}
	return lines
}

func (o *webOrder) total() (sum core.Cents) {
	for _, line := range o.lines() {
		sum += core.Cents(line.quantity) * line.price
	}
	return sum
}

// amount is money as web shops write it.
func amount(cents core.Cents) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

// names divides a name as web shops ask for it.
func (c customer) names() (first, last string) {
	first, last, _ = strings.Cut(c.name, " ")
	return first, last
}

// news is what a shop tells of an order, in its own language.
func (o *webOrder) news(source channel.Source, now time.Time) (topic string, body object) {
	switch source {
	case channel.Shopify:
		return o.shopify(now)
	case channel.WooCommerce:
		return o.wooCommerce(now)
	case channel.Standard:
		return o.standard(now)
	default:
		return "", nil
	}
}

func (o *webOrder) shopify(now time.Time) (topic string, body object) {
	topic, fulfilled := "orders/create", any(nil)
	if o.status == order.Shipped {
		topic, fulfilled = "orders/fulfilled", "fulfilled"
	}
	lines := []object{}
	for _, line := range o.lines() {
		lines = append(lines, object{
			"id": line.id, "sku": line.sku, "name": line.name, "title": line.name, "quantity": line.quantity,
			"price": amount(line.price),
		})
	}
	first, last := o.customer.names()
	address := o.customer.address
	place := object{
		"name": o.customer.name, "address1": address.Street, "city": address.City, "province": address.State,
		"zip":     address.PostalCode,
		"country": address.Country, "phone": address.Phone,
	}
	return topic, object{
		"id": 5_400_000_000_000 + o.number, "name": fmt.Sprintf("#%d", o.number), "order_number": o.number,
		"email":      o.customer.email,
		"created_at": o.at.Format(time.RFC3339), "updated_at": now.Format(time.RFC3339), "currency": "EUR",
		"total_price":      amount(o.total()),
		"financial_status": "paid", "fulfillment_status": fulfilled, "test": false,
		"customer":         object{"first_name": first, "last_name": last, "email": o.customer.email},
		"shipping_address": place, "billing_address": place, "line_items": lines, "refunds": []object{},
	}
}

func (o *webOrder) wooCommerce(now time.Time) (topic string, body object) {
	topic, status := "order.created", "processing"
	if o.status == order.Shipped {
		topic, status = "order.updated", "completed"
	}
	lines := []object{}
	for _, line := range o.lines() {
		lines = append(lines, object{
			"id": line.id, "name": line.name, "sku": line.sku, "quantity": line.quantity, "price": float64(line.price) / 100,
			"total": amount(core.Cents(line.quantity) * line.price), "total_tax": "0.00",
		})
	}
	first, last := o.customer.names()
	address := o.customer.address
	place := object{
		"first_name": first, "last_name": last, "address_1": address.Street, "city": address.City, "state": address.State,
		"postcode": address.PostalCode, "country": "ES", "email": o.customer.email, "phone": address.Phone,
	}
	const gmt = "2006-01-02T15:04:05"
	return topic, object{
		"id": o.number, "number": fmt.Sprint(o.number), "status": status, "currency": "EUR", "total": amount(o.total()),
		"prices_include_tax": true,
		"date_created_gmt":   o.at.UTC().Format(gmt), "date_modified_gmt": now.UTC().Format(gmt), "billing": place,
		"shipping": place, "line_items": lines,
	}
}

func (o *webOrder) standard(now time.Time) (topic string, body object) {
	items := []object{}
	for _, line := range o.lines() {
		items = append(items, object{
			"id": fmt.Sprint(line.id), "sku": line.sku, "name": line.name, "quantity": line.quantity,
			"unitPrice": amount(line.price),
		})
	}
	topic = "order.updated"
	return topic, object{"type": topic, "timestamp": now.UTC().Format(time.RFC3339), "data": object{
		"id": fmt.Sprintf("feria-%d", o.number), "orderNumber": fmt.Sprintf("F-%d", o.number), "status": o.status,
		"totalAmount": amount(o.total()),
		"currency":    "EUR", "customerName": o.customer.name, "customerEmail": o.customer.email,
		"shippingAddress": o.customer.address,
		"createdAt":       o.at.UTC().Format(time.RFC3339), "updatedAt": now.UTC().Format(time.RFC3339), "items": items,
	}}
}
