package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inbox"
)

// sender is a connected shop as the shop sees it: where to send, what to sign with.
type sender struct {
	id     int
	source channel.Source
	path   string
	secret string
}

// connect connects a shop through the door.
func (s *stack) connect(t *testing.T, token string, source channel.Source) sender {
	t.Helper()
	answer := s.post(t, token, "/api/channels/", object{
		"name": "Tienda " + string(source), "source": source,
	}).mustBe(t, 201)
	address, _ := answer.field(t, "address").(string)
	secret, _ := answer.field(t, "secret").(string)
	path, within := strings.CutPrefix(address, publicURL)
	if !within {
		t.Fatalf("the address is %q", address)
	}
	return sender{id: number(t, fmt.Sprint(answer.field(t, "id"))), source: source, path: path, secret: secret}
}

// bodies are an order in the words of each kind of shop.
var bodies = map[channel.Source]string{
	channel.Shopify: `{"id":5001,"name":"#1021","order_number":1021,"currency":"EUR","total_price":"10.00","financial_status":"paid",` +
		`"created_at":"2026-11-10T09:00:00Z","updated_at":"2026-11-10T09:00:00Z","line_items":[{"id":11,"sku":"HER-1","quantity":3,"price":"5.00"}]}`,
	channel.WooCommerce: `{"id":5001,"number":"5001","status":"processing","currency":"EUR","total":"10.00","date_created_gmt":"2026-11-10T09:00:00",` +
		`"date_modified_gmt":"2026-11-10T09:00:00","line_items":[{"id":11,"sku":"HER-1","quantity":3,"price":5}]}`,
	channel.Standard: `{"type":"order.created","timestamp":"2026-11-10T09:00:00Z","data":{"id":"5001","status":"pending","currency":"EUR",` +
		`"createdAt":"2026-11-10T09:00:00Z","updatedAt":"2026-11-10T09:00:00Z","items":[{"id":"11","sku":"HER-1","quantity":3,"unitPrice":"5.00"}]}}`,
}

var topics = map[channel.Source]string{channel.Shopify: "orders/create", channel.WooCommerce: "order.created"}

// signed is a delivery of the shop's at a time of its clock.
func (from sender) signed(t *testing.T, at time.Time) call {
	t.Helper()
	body := bodies[from.source]
	headers, err := from.source.Sign(channel.Message{
		ID: "aviso-1", Topic: topics[from.source], At: at, Body: []byte(body),
	}, from.secret)
	if err != nil {
		t.Fatal(err)
	}
	return call{method: http.MethodPost, path: from.path, body: body, header: headers}
}

// count is how many deliveries there are in a state.
func (s *stack) count(t *testing.T, state string) int {
	t.Helper()
	list, err := s.inv.Inbox.ListDeliveries(t.Context(), inbox.DeliveryFilter{
		State: inbox.DeliveryState(state), Page: core.Page{Number: 1, Size: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	return list.Count.N
}

// forgeries are all ways to alter one genuine delivery by little.
func forgeries(t *testing.T, genuine call, from sender, now time.Time) (forged []call) {
	t.Helper()
	alter := func(change func(*call)) {
		altered := genuine
		altered.header = maps.Clone(genuine.header)
		change(&altered)
		forged = append(forged, altered)
	}
	for i := range genuine.body {
		alter(func(c *call) { c.body = genuine.body[:i] + string(genuine.body[i]^1) + genuine.body[i+1:] })
	}
	alter(func(c *call) { c.body = genuine.body[:len(genuine.body)-1] })
	alter(func(c *call) { c.body = genuine.body + " " })
	for name, value := range genuine.header {
		if !strings.Contains(name, "Signature") && !strings.Contains(name, "Hmac") && name != "Webhook-Id" &&
			name != "Webhook-Timestamp" {
			continue
		}
		for i := range value {
			other := "A"
			if value[i] == 'A' {
				other = "B"
			}
			alter(func(c *call) { c.header[name] = value[:i] + other + value[i+1:] })
		}
		alter(func(c *call) { delete(c.header, name) })
	}
	stranger := from
	stranger.secret = map[bool]string{
		true: "whsec_YWRpdmluYWRvIHBvciB1biBkZXNjb25vY2lkbyE=", false: "adivinado",
	}[from.source == channel.Standard]
	forged = append(forged, stranger.signed(t, now))
	if from.source == channel.Standard {
		forged = append(forged, from.signed(t, now.Add(-5*time.Minute-time.Second)),
			from.signed(t, now.Add(5*time.Minute+time.Second)))
	}
	return forged
}

func TestNoForgedDeliveryIsAccepted(t *testing.T) {
	for _, source := range channel.Sources {
		t.Run(string(source), func(t *testing.T) {
			s := onSQLite(t)
			from := s.connect(t, s.session(t, s.person(t, "admin", core.Administrator)), source)
			genuine := from.signed(t, s.clock.Now())
			for _, forged := range forgeries(t, genuine, from, s.clock.Now()) {
				if answer := s.do(t, forged); answer.status != http.StatusUnauthorized {
					t.Errorf("answered %d to %q with %v", answer.status, forged.body, forged.header)
				}
			}
			if accepted := s.count(t, "") - s.count(t, "refused"); accepted != 0 || s.count(t, "refused") != 100 {
				t.Errorf("%d forged deliveries were accepted, %d are kept", accepted, s.count(t, "refused"))
			}
			// The genuine one is not in doubt for what others sent in its name.
			s.do(t, genuine).mustBe(t, http.StatusOK)
			if s.count(t, "pending") != 1 {
				t.Error("the genuine delivery was not kept")
			}
		})
	}
}

func TestTheDoorOfShops(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "admin", core.Administrator))
		s.product(t, token, "HER-1", 10)
		woo := s.connect(t, token, channel.WooCommerce)
		genuine := woo.signed(t, s.clock.Now())
		const nowhere = "No existe esta dirección"
		for _, path := range []string{
			strings.Replace(woo.path, "woocommerce", "shopify", 1), strings.Replace(woo.path, "woocommerce", "magento", 1),
			woo.path[:len(woo.path)-2] + "/", "/api/webhooks/woocommerce/x/",
		} {
			lost := genuine
			lost.path = path
			s.do(t, lost).mustSay(t, 404, nowhere)
		}
		// WooCommerce greets without a signature and wants exactly 200.
		ping := s.do(t, call{
			method: "POST", path: woo.path, body: "webhook_id=12",
			header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
		})
		if ping.mustBe(t, 200).field(t, "state") != "ignored" {
			t.Error(ping.body)
		}
		large := genuine
		large.body = strings.Repeat("x", inbox.DeliveryBytesMax+1)
		s.do(t, large).mustSay(t, 413, "La petición es demasiado grande")

		first := s.do(t, genuine).mustBe(t, 200)
		if first.field(t, "state") != "pending" {
			t.Error(first.body)
		}
		if again := s.do(t, genuine).mustBe(t, 200); again.field(t, "state") != "duplicate" {
			t.Error(again.body)
		}
		if _, err := s.inv.Inbox.ProcessDeliveries(t.Context()); err != nil {
			t.Fatal(err)
		}
		id := fmt.Sprint(first.field(t, "deliveryId"))
		shown := s.get(t, token, "/api/deliveries/"+id+"/").mustBe(t, 200)
		if shown.field(t, "state") != "processed" || shown.field(t, "body") != genuine.body ||
			shown.field(t, "orderNumber") != "5001" || shown.field(t, "repeatable") != true {
			t.Error(shown.body)
		}
		if strings.Contains(shown.body, genuine.header["X-Wc-Webhook-Signature"]) ||
			!strings.Contains(shown.body, "(oculto)") {
			t.Errorf("the signature is shown: %s", shown.body)
		}
		order := s.get(t, token, "/api/pedidos/"+fmt.Sprint(shown.field(t, "orderId"))+"/").mustBe(t, 200)
		if order.field(t, "webhookData.source") != "woocommerce" || order.field(t, "units") != float64(3) {
			t.Error(order.body)
		}
		if order.field(t, "webhookData.signatureOk") != true || order.field(t, "webhookData.attempts") != float64(1) ||
			order.field(t, "webhookData.error") != "" ||
			len(fmt.Sprint(order.field(t, "webhookData.deliveryKey"))) != 64 {
			t.Errorf("the last delivery of the order: %s", order.body)
		}

		off := s.patch(t, token, fmt.Sprintf("/api/channels/%d/", woo.id), object{"isActive": false}).mustBe(t, 200)
		if off.field(t, "isActive") != false {
			t.Error(off.body)
		}
		s.do(t, genuine).mustBe(t, 200) // What comes while it is off is kept.
		s.post(t, token, fmt.Sprintf("/api/channels/%d/test/", woo.id), object{}).mustBe(t, 409)
	})
}
