package channel

import (
	"crypto/hmac"
	"encoding/base64"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// standard speaks Standard Webhooks 1.0.0, for shops that are made to measure:
// {"type": "order.updated", "timestamp": …, "data": the order in the house's own words}.
type standard struct{}

const (
	standardID        = "Webhook-Id"
	standardTimestamp = "Webhook-Timestamp"
	standardSignature = "Webhook-Signature"

	secretPrefix    = "whsec_"
	secretBytesMin  = 24
	secretBytesMax  = 64
	timestampWithin = 5 * time.Minute
	// signaturesMax bounds the work that one delivery asks for.
	signaturesMax = 16
)

// key is the decoded secret.
func (standard) key(secret string) ([]byte, error) {
	if secret == "" {
		return nil, ErrNoSecret
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil || len(key) < secretBytesMin || len(key) > secretBytesMax {
		return nil, ErrSecret
	}
	return key, nil
}

// messageID has no full stop, because one stands between the parts that are
// signed: with another the same signature would fit other parts.
var messageID = regexp.MustCompile(`^[!-\-/-~]{1,200}$`)

func (standard) verify(delivery Delivery, keys [][]byte, now time.Time) error {
	id, timestamp, signed := delivery.Header.Get(standardID), delivery.Header.Get(standardTimestamp),
		delivery.Header.Get(standardSignature)
	if id == "" || timestamp == "" || signed == "" {
		return ErrUnsigned
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || !messageID.MatchString(id) {
		return ErrSignature
	}
	given := strings.Fields(signed)
	if len(given) > signaturesMax {
		return ErrSignature
	}
	fits := false
	for _, key := range keys {
		want := []byte(standardSigned(id, timestamp, delivery.Body, key))
		for _, one := range given {
			fits = hmac.Equal([]byte(one), want) || fits
		}
	}
	if !fits {
		return ErrSignature
	}
	// Only a sender that knows the secret is told that the clock is wrong.
	if now.Sub(time.Unix(seconds, 0)).Abs() > timestampWithin {
		return ErrTimestamp
	}
	return nil
}

// standardSigned is the signature of a message with its version before it.
func standardSigned(id, timestamp string, body, key []byte) string {
	return "v1," + signature(key, []byte(id+"."+timestamp+"."), body)
}

func (standard) sign(message Message, key []byte) map[string]string {
	timestamp := strconv.FormatInt(message.At.Unix(), 10)
	return map[string]string{
		"Content-Type": "application/json", standardID: message.ID, standardTimestamp: timestamp,
		standardSignature: standardSigned(message.ID, timestamp, message.Body, key),
	}
}

func (standard) isPing(Delivery) bool { return false }

// topic is empty for a body that cannot be read.
func (standard) topic(delivery Delivery) string {
	var told struct {
		Type word `json:"type"`
	}
	if decode(delivery.Body, &told) != nil {
		return ""
	}
	return string(told.Type)
}

// identity is the message's name, which is signed and stays over retries.
func (standard) identity(delivery Delivery) string { return delivery.Header.Get(standardID) }

func (standard) testMessage(message Message) Message {
	message.Topic = "test"
	message.Body, _ = json.Marshal(map[string]any{ // Plain texts cannot fail to be written.
		"type": message.Topic, "timestamp": message.At.UTC().Format(time.RFC3339), "data": map[string]any{},
	})
	return message
}

type standardMessage struct {
	Type      word                `json:"type"`
	Timestamp word                `json:"timestamp"`
	Data      part[standardOrder] `json:"data"`
}

type standardOrder struct {
	ID              word                  `json:"id"`
	OrderNumber     word                  `json:"orderNumber"`
	Status          word                  `json:"status"`
	TotalAmount     word                  `json:"totalAmount"`
	Currency        word                  `json:"currency"`
	CustomerName    word                  `json:"customerName"`
	CustomerEmail   word                  `json:"customerEmail"`
	ShippingAddress part[standardAddress] `json:"shippingAddress"`
	BillingAddress  part[standardAddress] `json:"billingAddress"`
	Notes           word                  `json:"notes"`
	CreatedAt       word                  `json:"createdAt"`
	ShippedAt       word                  `json:"shippedAt"`
	UpdatedAt       word                  `json:"updatedAt"`
	Test            word                  `json:"test"`
	Items           list[standardItem]    `json:"items"`
	Refunds         list[standardRefund]  `json:"refunds"`
}

type standardAddress struct {
	Street     word `json:"street"`
	City       word `json:"city"`
	State      word `json:"state"`
	PostalCode word `json:"postalCode"`
	Country    word `json:"country"`
	Phone      word `json:"phone"`
}

type standardItem struct {
	ID        word `json:"id"`
	SKU       word `json:"sku"`
	Name      word `json:"name"`
	Quantity  word `json:"quantity"`
	UnitPrice word `json:"unitPrice"`
	VariantID word `json:"variantId"`
	ProductID word `json:"productId"`
	Barcode   word `json:"barcode"`
	Unstocked word `json:"unstocked"`
}

type standardRefund struct {
	ID    word                     `json:"id"`
	Items list[standardRefundItem] `json:"items"`
}

type standardRefundItem struct {
	ItemID   word `json:"itemId"`
	Quantity word `json:"quantity"`
	Restock  word `json:"restock"`
}

func (standard) read(delivery Delivery) (Event, error) {
	var told standardMessage
	if err := decode(delivery.Body, &told); err != nil {
		return Event{}, err
	}
	var f fields
	switch {
	case told.Type == "":
		return Event{}, ErrNoTopic
	case told.Type == "test" || told.Type == "ping" || told.Data.value.Test.isTrue():
		return Event{Kind: KindTest, Note: "Entrega de prueba: no cambia nada"}, nil
	case told.Type == "order.deleted":
		return Event{Kind: KindDeletion, OrderID: f.need("data.id", told.Data.value.ID)}, f.err
	case !strings.HasPrefix(string(told.Type), "order."):
		return ignored(string(told.Type)), nil
	}
	order, err := told.order()
	order.Restored = told.Type == topicRestored
	return Event{Kind: KindOrder, Order: order}, err
}

func (m standardMessage) order() (Order, error) {
	told := m.Data.value
	f := fields{parts: partsOf(told.Currency)}
	if !told.Items.given {
		f.fail(missing("data.items"))
	}
	order := Order{
		ExternalID: f.need("data.id", told.ID), Number: first(told.OrderNumber, told.ID),
		Status: Status(f.need("data.status", told.Status)), ShopStatus: string(told.Status),
		TotalCents: f.amount("data.totalAmount", told.TotalAmount), Currency: f.currency("data.currency", told.Currency),
		CustomerName:  string(told.CustomerName),
		CustomerEmail: string(told.CustomerEmail), Shipping: told.ShippingAddress.value.address(),
		Billing: told.BillingAddress.value.address(), Notes: string(told.Notes),
		ModifiedAt: f.moment("data.updatedAt", word(first(told.UpdatedAt, m.Timestamp))),
	}
	if order.Status != "" && !slices.Contains(statuses, order.Status) {
		f.fail(wrong("data.status", string(told.Status), "un estado"))
	}
	order.PlacedAt = order.ModifiedAt
	if told.CreatedAt != "" {
		order.PlacedAt = f.moment("data.createdAt", told.CreatedAt)
	}
	if told.ShippedAt != "" {
		order.LeftAt = f.moment("data.shippedAt", told.ShippedAt)
	}
	order.Lines, order.Odd = told.lines()
	order.Refunds = told.refunds(&f)
	return order, f.err
}

func (a standardAddress) address() Address {
	return Address{
		Street: string(a.Street), City: string(a.City), State: string(a.State), PostalCode: string(a.PostalCode),
		Country: string(a.Country), Phone: string(a.Phone),
	}
}

func (o standardOrder) lines() ([]Line, []Odd) {
	list := lineList{parts: partsOf(o.Currency)}
	for _, told := range o.Items.items {
		r := list.begin(string(told.ID), string(told.SKU), string(told.Name))
		r.article(told.VariantID, told.ProductID)
		r.line.Barcode, r.line.Unstocked = string(told.Barcode), told.Unstocked.isTrue()
		r.line.Quantity, r.line.UnitPriceCents = r.units(told.Quantity), r.price(told.UnitPrice)
		r.end()
	}
	list.strange(o.Items.odd)
	return list.lines, list.odd
}

func (o standardOrder) refunds(f *fields) []Refund {
	var refunds []Refund
	for _, told := range o.Refunds.odd {
		f.fail(wrong("data.refunds", told, "una devolución"))
	}
	for i, told := range o.Refunds.items {
		place := at("data.refunds", i, "")
		refund := Refund{Key: f.need(place+"id", told.ID)}
		for _, item := range told.Items.odd {
			f.fail(wrong(place+"items", item, "una línea de devolución"))
		}
		for n, item := range told.Items.items {
			line := RefundLine{
				LineExternalID: f.need(place+at("items", n, "itemId"), item.ItemID),
				Quantity:       f.quantity(place+at("items", n, "quantity"), item.Quantity),
				Restock:        Restock(f.need(place+at("items", n, "restock"), item.Restock)),
			}
			if !slices.Contains([]Restock{RestockNone, RestockCancel, RestockReturn, ""}, line.Restock) {
				f.fail(wrong(place+at("items", n, "restock"), string(item.Restock), "una forma de devolver"))
			}
			if line.Quantity > 0 {
				refund.Lines = append(refund.Lines, line)
			}
		}
		refunds = append(refunds, refund)
	}
	return refunds
}
