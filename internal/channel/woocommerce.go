package channel

import (
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strings"
	"time"
)

// wooCommerce speaks as WooCommerce does: the bare order in the body, texts
// with HTML entities in them, and times in UTC that do not say so.
type wooCommerce struct{}

const (
	wooTopic     = "X-Wc-Webhook-Topic"
	wooSignature = "X-Wc-Webhook-Signature"
	wooSource    = "X-Wc-Webhook-Source"
	wooDelivery  = "X-Wc-Webhook-Delivery-Id"

	wooDeleted = "order.deleted"
)

// wooSecret undoes the entities that WordPress undoes before it signs.
var wooSecret = strings.NewReplacer(
	"&amp;", "&", "&#038;", "&", "&#x26;", "&", "&lt;", "<", "&#060;", "<", "&gt;", ">", "&#062;", ">",
	"&quot;", `"`, "&#034;", `"`, "&#x22;", `"`, "&#039;", "'", "&#x27;", "'",
)

func (wooCommerce) key(secret string) ([]byte, error) { return plainKey(wooSecret.Replace(secret)) }

func (wooCommerce) verify(delivery Delivery, keys [][]byte, _ time.Time) error {
	return verifyBody(delivery.Header.Get(wooSignature), delivery.Body, keys)
}

func (wooCommerce) sign(message Message, key []byte) map[string]string {
	return map[string]string{
		"Content-Type": "application/json", wooTopic: message.Topic, wooSignature: signature(key, message.Body),
		wooDelivery: message.ID,
	}
}

var wooPing = regexp.MustCompile(`^webhook_id=[0-9]{1,20}$`)

func (w wooCommerce) isPing(delivery Delivery) bool {
	return delivery.Header.Get(wooSignature) == "" && w.topic(delivery) == "" && wooPing.Match(delivery.Body)
}

func (wooCommerce) topic(delivery Delivery) string { return delivery.Header.Get(wooTopic) }

// identity is by the body, which holds the order and when it was changed. The
// delivery's own name is shared by all deliveries of one second. Where the body
// tells no time, the same bytes are other news each time: an order that is thrown
// away once more, an error that goes on. There the delivery's name counts, too.
func (w wooCommerce) identity(delivery Delivery) string {
	parts := []string{delivery.Header.Get(wooSource), w.topic(delivery), bodyHash(delivery.Body)}
	if fault := readWooFault(delivery.Body); w.topic(delivery) == wooDeleted || fault.is() {
		parts = append(parts, delivery.Header.Get(wooDelivery))
	}
	return strings.Join(parts, "|")
}

// testMessage has a mark that WooCommerce's own orders do not have: it knows
// no test orders.
func (wooCommerce) testMessage(message Message) Message {
	message.Topic = "order.updated"
	message.Body, _ = json.Marshal(map[string]any{ // Plain texts cannot fail to be written.
		"id": 0, "test": true, "status": "pending", "currency": "EUR", "total": "0.00", "line_items": []any{},
		"date_created_gmt": message.At.UTC().Format(zoneless), "date_modified_gmt": message.At.UTC().Format(zoneless),
	})
	return message
}

func (w wooCommerce) read(delivery Delivery) (Event, error) {
	topic := w.topic(delivery)
	if fault := readWooFault(delivery.Body); fault.is() && strings.HasPrefix(topic, "order.") {
		return Event{Kind: KindFault, Note: fault.note()}, nil
	}
	switch topic {
	case "":
		return Event{}, ErrNoTopic
	case "order.created", "order.updated", topicRestored:
		event, err := readWooOrder(delivery.Body)
		event.Order.Restored = event.Kind == KindOrder && topic == topicRestored
		return event, err
	case wooDeleted:
		return readDeletion(delivery.Body)
	default:
		return ignored(topic), nil
	}
}

type wooOrder struct {
	ID               word             `json:"id"`
	Number           word             `json:"number"`
	Status           word             `json:"status"`
	Currency         word             `json:"currency"`
	Total            word             `json:"total"`
	DateCreatedGMT   word             `json:"date_created_gmt"`
	DateModifiedGMT  word             `json:"date_modified_gmt"`
	DatePaidGMT      word             `json:"date_paid_gmt"`
	DateCompletedGMT word             `json:"date_completed_gmt"`
	PricesIncludeTax word             `json:"prices_include_tax"`
	CustomerNote     word             `json:"customer_note"`
	Test             word             `json:"test"`
	Billing          part[wooAddress] `json:"billing"`
	Shipping         part[wooAddress] `json:"shipping"`
	LineItems        list[wooLine]    `json:"line_items"`
	TotalTax         word             `json:"total_tax"`
	ShippingTotal    word             `json:"shipping_total"`
	ShippingTax      word             `json:"shipping_tax"`
	FeeLines         list[wooFee]     `json:"fee_lines"`
	Refunds          list[wooRefund]  `json:"refunds"`
}

type wooAddress struct {
	FirstName word `json:"first_name"`
	LastName  word `json:"last_name"`
	Company   word `json:"company"`
	Address1  word `json:"address_1"`
	Address2  word `json:"address_2"`
	City      word `json:"city"`
	State     word `json:"state"`
	Postcode  word `json:"postcode"`
	Country   word `json:"country"`
	Email     word `json:"email"`
	Phone     word `json:"phone"`
}

func readWooOrder(body []byte) (Event, error) {
	var told wooOrder
	if err := decode(body, &told); err != nil {
		return Event{}, err
	}
	switch {
	case !told.LineItems.given:
		return Event{}, ErrMismatch
	case told.Test.isTrue():
		return Event{Kind: KindTest, Note: "Entrega de prueba: no cambia nada"}, nil
	case told.Status == "checkout-draft" || told.Status == "auto-draft":
		return Event{Kind: KindIgnored, Note: "El pedido es todavía un borrador de la tienda"}, nil
	}
	order, err := told.order()
	return Event{Kind: KindOrder, Order: order}, err
}

func (o wooOrder) order() (Order, error) {
	f := fields{parts: partsOf(o.Currency)}
	billing, shipping := o.Billing.value, o.Shipping.value
	order := Order{
		ExternalID: f.need("id", o.ID), Number: first(o.Number, o.ID), ShopStatus: f.need("status", o.Status),
		Currency:     f.currency("currency", o.Currency),
		CustomerName: wooText(word(first(billing.person(), shipping.person()))), CustomerEmail: string(billing.Email),
		Shipping: shipping.address(), Billing: billing.address(), Notes: wooText(o.CustomerNote),
		ModifiedAt: f.moment("date_modified_gmt", o.DateModifiedGMT),
	}
	order.PlacedAt = order.ModifiedAt
	if o.DateCreatedGMT != "" {
		order.PlacedAt = f.moment("date_created_gmt", o.DateCreatedGMT)
	}
	if o.DateCompletedGMT != "" {
		order.LeftAt = f.moment("date_completed_gmt", o.DateCompletedGMT)
	}
	if !slices.Contains(wooStatuses, o.Status) {
		order.OwnStatus = order.ShopStatus
	}
	order.Lines, order.Odd = o.lines()
	order.readTotal(o.Total, f.parts)
	order.Status, order.Refunds = o.status(order.Lines)
	order.PutBack = o.Status == "pending" && o.DatePaidGMT != "" && !wooHolds(order.Lines)
	o.charge(&order)
	return order, f.err
}

// wooStatuses are the statuses that WooCommerce has of itself; plugins add others.
var wooStatuses = []word{
	"", "pending", "processing", "on-hold", "completed", "cancelled", "refunded", "failed", "trash",
}

// wooText undoes the entities in a text. They may stand for what cannot be shown.
func wooText(text word) string { return printable(html.UnescapeString(string(text))) }

func (a wooAddress) person() word {
	return word(first(word(joined(" ", a.FirstName, a.LastName)), a.Company))
}

func (a wooAddress) address() Address {
	return Address{
		Street: wooText(word(joined(", ", a.Address1, a.Address2))), City: wooText(a.City), State: wooText(a.State),
		PostalCode: wooText(a.Postcode),
		Country:    string(a.Country), Phone: string(a.Phone),
	}
}
