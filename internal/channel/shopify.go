package channel

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// shopify speaks as Shopify does: the bare order in the body, its topic and
// names in headers that the signature does not cover.
type shopify struct{}

const (
	shopifyTopic     = "X-Shopify-Topic"
	shopifySignature = "X-Shopify-Hmac-Sha256"
	shopifyDomain    = "X-Shopify-Shop-Domain"
	shopifyEvent     = "X-Shopify-Event-Id"
	shopifyWebhook   = "X-Shopify-Webhook-Id"
)

func (shopify) key(secret string) ([]byte, error) { return plainKey(secret) }

func (shopify) verify(delivery Delivery, keys [][]byte, _ time.Time) error {
	return verifyBody(delivery.Header.Get(shopifySignature), delivery.Body, keys)
}

func (shopify) sign(message Message, key []byte) map[string]string {
	return map[string]string{
		"Content-Type": "application/json", shopifyTopic: message.Topic, shopifySignature: signature(key, message.Body),
		shopifyEvent: message.ID, "X-Shopify-Triggered-At": message.At.UTC().Format(time.RFC3339Nano),
	}
}

func (shopify) isPing(Delivery) bool { return false }

func (shopify) topic(delivery Delivery) string { return delivery.Header.Get(shopifyTopic) }

// identity has the body in it: a retry repeats it, and without it an attacker who knows an
// event's name could have another body taken for that event.
func (s shopify) identity(delivery Delivery) string {
	name := delivery.Header.Get(shopifyEvent)
	if name == "" {
		name = delivery.Header.Get(shopifyWebhook)
	}
	return strings.Join([]string{delivery.Header.Get(shopifyDomain), s.topic(delivery), name, bodyHash(delivery.Body)},
		"|")
}

// testMessage is like what Shopify's own «enviar notificación de prueba» sends.
func (shopify) testMessage(message Message) Message {
	message.Topic = "orders/create"
	message.Body, _ = json.Marshal(map[string]any{ // Plain texts cannot fail to be written.
		"id": nil, "name": "#9999", "test": true, "currency": "EUR", "total_price": "0.00", "line_items": []any{},
		"created_at": message.At.UTC().Format(time.RFC3339), "updated_at": message.At.UTC().Format(time.RFC3339),
	})
	return message
}

// read goes by the topic only as far as the body bears it out: an order is
// told whole by every topic, and a body that is an order deletes nothing.
func (s shopify) read(delivery Delivery) (Event, error) {
	topic := s.topic(delivery)
	switch {
	case topic == "":
		return Event{}, ErrNoTopic
	case topic == "refunds/create":
		return readShopifyRefund(delivery.Body)
	case topic == "orders/delete":
		return readDeletion(delivery.Body)
	case strings.HasPrefix(topic, "orders/") && topic != "orders/edited":
		return readShopifyOrder(delivery.Body)
	}
	return ignored(topic), nil
}

type shopifyOrder struct {
	ID                word                     `json:"id"`
	Name              word                     `json:"name"`
	OrderNumber       word                     `json:"order_number"`
	Email             word                     `json:"email"`
	ContactEmail      word                     `json:"contact_email"`
	CreatedAt         word                     `json:"created_at"`
	UpdatedAt         word                     `json:"updated_at"`
	CancelledAt       word                     `json:"cancelled_at"`
	Currency          word                     `json:"currency"`
	TotalPrice        word                     `json:"total_price"`
	CurrentTotal      word                     `json:"current_total_price"`
	TotalDiscounts    word                     `json:"total_discounts"`
	TotalTax          word                     `json:"total_tax"`
	TaxesIncluded     word                     `json:"taxes_included"`
	ShippingLines     list[shopifyShipping]    `json:"shipping_lines"`
	FinancialStatus   word                     `json:"financial_status"`
	FulfillmentStatus word                     `json:"fulfillment_status"`
	Test              word                     `json:"test"`
	Note              word                     `json:"note"`
	Phone             word                     `json:"phone"`
	Customer          part[shopifyPerson]      `json:"customer"`
	ShippingAddress   part[shopifyAddress]     `json:"shipping_address"`
	BillingAddress    part[shopifyAddress]     `json:"billing_address"`
	LineItems         list[shopifyLine]        `json:"line_items"`
	Refunds           list[shopifyRefund]      `json:"refunds"`
	Fulfillments      list[shopifyFulfillment] `json:"fulfillments"`
}

type shopifyPerson struct {
	Email     word `json:"email"`
	FirstName word `json:"first_name"`
	LastName  word `json:"last_name"`
}

type shopifyAddress struct {
	Name     word `json:"name"`
	Company  word `json:"company"`
	Address1 word `json:"address1"`
	Address2 word `json:"address2"`
	City     word `json:"city"`
	Province word `json:"province"`
	Zip      word `json:"zip"`
	Country  word `json:"country"`
	Phone    word `json:"phone"`
}

type shopifyFulfillment struct {
	Status         word                         `json:"status"`
	CreatedAt      word                         `json:"created_at"`
	ShipmentStatus word                         `json:"shipment_status"`
	LocationID     word                         `json:"location_id"`
	LineItems      list[shopifyFulfillmentLine] `json:"line_items"`
}

func readShopifyOrder(body []byte) (Event, error) {
	var told shopifyOrder
	if err := decode(body, &told); err != nil {
		return Event{}, err
	}
	switch {
	case !told.LineItems.given:
		return Event{}, ErrMismatch
	case told.Test.isTrue():
		return Event{Kind: KindTest, Number: told.sequence(), Note: "Notificación de prueba: no cambia nada"}, nil
	}
	order, err := told.order()
	return Event{Kind: KindOrder, Order: order}, err
}

func (o shopifyOrder) order() (Order, error) {
	f := fields{parts: partsOf(o.Currency)}
	order := Order{
		ExternalID: f.need("id", o.ID), Number: first(o.Name, o.OrderNumber), Sequence: o.sequence(), Status: o.status(),
		ShopStatus: joined(", ", o.FinancialStatus, o.FulfillmentStatus),
		Currency:   f.currency("currency", o.Currency), CustomerName: o.customerName(),
		CustomerEmail: first(o.Email, o.ContactEmail, o.Customer.value.Email),
		Shipping:      o.ShippingAddress.value.address(), Billing: o.BillingAddress.value.address(), Notes: string(o.Note),
		ModifiedAt: f.moment("updated_at", o.UpdatedAt), PlacedAt: f.moment("created_at", o.CreatedAt),
	}
	if order.Shipping.Phone == "" && order.Shipping != (Address{}) {
		order.Shipping.Phone = string(o.Phone)
	}
	order.LeftAt = o.leftAt()
	refunds, odd := readShopifyRefunds(o.Refunds)
	order.Lines, order.Odd = o.lines(refundedUnits(refunds))
	order.Odd = append(order.Odd, odd...)
	order.readTotal(o.TotalPrice, f.parts)
	order.Refunds = whereTheyWere(order.Lines, refunds)
	o.charge(&order)
	return order, f.err
}

// leftAt is when the last parcel left. A parcel whose time cannot be read is passed
// over: the order matters more than its hour.
func (o shopifyOrder) leftAt() (last time.Time) {
	for _, parcel := range o.Fulfillments.items {
		var f fields
		if parcel.Status == "cancelled" || parcel.CreatedAt == "" {
			continue
		}
		if at := f.moment("created_at", parcel.CreatedAt); f.err == nil && at.After(last) {
			last = at
		}
	}
	return last
}

// sequence is zero where the shop's number is not one that counts.
func (o shopifyOrder) sequence() int64 {
	n, err := strconv.ParseInt(string(o.OrderNumber), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// status looks at the goods before the money: what has left has left, even if
// the order was cancelled after that. Its refunds say what came back.
func (o shopifyOrder) status() Status {
	switch {
	case o.FulfillmentStatus == "fulfilled" && o.delivered():
		return Delivered
	case o.FulfillmentStatus == "fulfilled":
		return Shipped
	case o.CancelledAt != "":
		return Cancelled
	}
	switch o.FinancialStatus {
	case "paid", "partially_refunded", "refunded":
		return Processing
	}
	return Pending
}

// delivered says whether every parcel arrived.
func (o shopifyOrder) delivered() bool {
	arrived := 0
	for _, parcel := range o.Fulfillments.items {
		switch {
		case parcel.Status == "cancelled":
		case parcel.ShipmentStatus != "delivered":
			return false
		default:
			arrived++
		}
	}
	return arrived > 0
}

func (o shopifyOrder) customerName() string {
	billing, shipping := o.BillingAddress.value, o.ShippingAddress.value
	return first(word(joined(" ", o.Customer.value.FirstName, o.Customer.value.LastName)), billing.Name, shipping.Name,
		billing.Company, shipping.Company)
}

func (a shopifyAddress) address() Address {
	return Address{
		Street: joined(", ", a.Address1, a.Address2), City: string(a.City), State: string(a.Province),
		PostalCode: string(a.Zip),
		Country:    string(a.Country), Phone: string(a.Phone),
	}
}
