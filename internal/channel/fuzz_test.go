package channel_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"estante/internal/channel"
)

// fuzzRead reads whatever comes: it never panics, and what it lets through
// keeps the promises that the rest of the house relies on.
func fuzzRead(f *testing.F, source channel.Source, topics []string, bodies ...string) {
	for _, topic := range topics {
		for _, body := range bodies {
			f.Add(topic, []byte(body))
		}
	}
	f.Fuzz(func(t *testing.T, topic string, body []byte) {
		delivery := signed(t, source, secretOf[source], channel.Message{ID: "m", Topic: topic, At: sentAt, Body: body})
		source.Topic(delivery)
		source.IsPing(delivery)
		event, err := source.Read(delivery)
		if err == nil {
			promised(t, event)
		}
	})
}

// promised checks what every event must be.
func promised(t *testing.T, event channel.Event) {
	t.Helper()
	switch event.Kind {
	case channel.KindOrder:
		promisedOrder(t, event.Order)
	case channel.KindRefund:
		promisedRefunds(t, []channel.Refund{event.Refund})
		plain(t, event.OrderID)
	case channel.KindDeletion:
		plain(t, event.OrderID)
	case channel.KindTest, channel.KindIgnored, channel.KindFault:
		if event.Note == "" {
			t.Errorf("nothing comes of it and nobody is told why: %+v", event)
		}
	default:
		t.Errorf("an event of no kind: %+v", event)
	}
	if (event.Kind == channel.KindRefund || event.Kind == channel.KindDeletion) && event.OrderID == "" {
		t.Errorf("of no order: %+v", event)
	}
}

func promisedOrder(t *testing.T, order channel.Order) {
	t.Helper()
	known := []channel.Status{
		channel.Pending, channel.Processing, channel.Shipped, channel.Delivered, channel.Cancelled,
		channel.Returned,
	}
	if order.ExternalID == "" || len(order.Currency) != 3 || order.ModifiedAt.IsZero() && order.PlacedAt.IsZero() ||
		!slices.Contains(known, order.Status) {
		t.Errorf("not an order: %+v", order)
	}
	plain(t, order.ExternalID, order.Number, order.CustomerName, order.CustomerEmail, order.Notes, order.ShopStatus,
		order.Shipping.Street, order.Billing.City)
	for _, line := range order.Lines {
		if line.ExternalID == "" || line.Quantity <= 0 || line.Quantity > 1_000_000_000 {
			t.Errorf("not a line: %+v", line)
		}
		plain(t, line.ExternalID, line.SKU, line.Name)
	}
	promisedRefunds(t, order.Refunds)
}

func promisedRefunds(t *testing.T, refunds []channel.Refund) {
	t.Helper()
	for _, refund := range refunds {
		if refund.Key == "" {
			t.Errorf("a refund without a name: %+v", refund)
		}
		for _, line := range refund.Lines {
			if line.LineExternalID == "" || line.Quantity <= 0 ||
				!slices.Contains([]channel.Restock{channel.RestockNone, channel.RestockCancel, channel.RestockReturn},
					line.Restock) {
				t.Errorf("not a line of a refund: %+v", line)
			}
		}
	}
}

// plain texts can be kept by both databases and shown.
func plain(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool {
			return unicode.IsControl(r) && r != '\n' && r != '\t'
		}) {
			t.Errorf("%q cannot be kept", text)
		}
	}
}

func FuzzShopify(f *testing.F) {
	fuzzRead(f, channel.Shopify, []string{"orders/updated", "refunds/create", "orders/delete", ""}, shopifyPaid,
		shopifyRefund, `{"id":1}`, `{"line_items":{}}`)
}

func FuzzWooCommerce(f *testing.F) {
	fuzzRead(f, channel.WooCommerce, []string{"order.updated", "order.deleted", ""}, wooProcessing, `{"id":1}`,
		"webhook_id=3", `{"code":"rest_no_route","message":"No","data":{"status":404}}`)
}

func FuzzStandard(f *testing.F) {
	fuzzRead(f, channel.Standard, []string{""}, standardUpdated, `{"type":"order.deleted","data":{"id":1}}`,
		`{"type":"test"}`)
}

// FuzzVerify offers signatures to every kind of shop: only the one that was
// made for these bytes is taken.
func FuzzVerify(f *testing.F) {
	f.Add("", "", "", []byte("{}"))
	f.Add("m", "1794303000", "v1,AAAA v1a,BBBB", []byte(`{"id":1}`))
	f.Fuzz(func(t *testing.T, id, timestamp, signature string, body []byte) {
		for _, source := range channel.Sources {
			genuine := signed(t, source, secretOf[source], channel.Message{ID: "m", At: sentAt, Body: body})
			fits := genuine.Header.Get(signatureHeader[source])
			if signature == fits {
				continue
			}
			forged := channel.Delivery{Body: body, Header: header(map[string]string{
				"Webhook-Id": id, "Webhook-Timestamp": timestamp, signatureHeader[source]: signature,
			})}
			secrets := channel.Secrets{Current: secretOf[source], Previous: otherOf[source]}
			if !strings.Contains(signature, fits) && source.Verify(forged, secrets, sentAt) == nil {
				t.Errorf("%s takes %q", source, signature)
			}
			if err := source.Verify(genuine, secrets, sentAt); err != nil {
				t.Errorf("%s refuses its own: %v", source, err)
			}
			source.Identity(forged)
		}
	})
}
