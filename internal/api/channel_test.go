package api_test

import (
	"fmt"
	"strings"
	"testing"

	"estante/internal/channel"
	"estante/internal/core"
)

func TestChannels(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		admin := s.session(t, s.person(t, "admin", core.Administrator))
		manager := s.session(t, s.person(t, "manager", core.Manager))
		from := s.connect(t, admin, channel.Standard)
		path := fmt.Sprintf("/api/channels/%d/", from.id)
		if !strings.HasPrefix(from.secret, "whsec_") || !strings.HasPrefix(from.path, "/api/webhooks/standard/") {
			t.Errorf("connected %+v", from)
		}
		list := s.get(t, admin, "/api/channels/").mustBe(t, 200)
		if list.field(t, "count") != float64(1) || list.field(t, "results.0.address") != publicURL+from.path ||
			strings.Contains(list.body, from.secret) {
			t.Error(list.body)
		}
		if seen := s.get(t, manager, path).mustBe(t, 200); seen.field(t, "address") != "" ||
			seen.field(t, "name") != "Tienda standard" {
			t.Errorf("a manager sees %s", seen.body)
		}
		s.post(t, admin, "/api/channels/", object{
			"name": "Tienda standard", "source": "shopify",
		}).mustBlame(t, map[string]string{"name": "Ya hay una tienda conectada con este nombre"})
		s.post(t, admin, "/api/channels/", object{
			"name": "B", "source": "standard", "secret": "abc",
		}).mustBlame(t, map[string]string{
			"secret": "El secreto no es válido: debe ser «whsec_» seguido de entre 24 y 64 bytes en base64",
		})
		rotated := s.post(t, admin, path+"rotate/", object{}).mustBe(t, 200)
		if rotated.field(t, "secret") == from.secret || rotated.field(t, "previousSecretUntil") == nil {
			t.Error(rotated.body)
		}
		// The old secret is of use for a day; the test uses the new one.
		s.do(t, from.signed(t, s.clock.Now())).mustBe(t, 200)
		test := s.post(t, admin, path+"test/", object{}).mustBe(t, 200)
		if test.field(t, "status") != float64(200) || test.field(t, "state") != "pending" {
			t.Error(test.body)
		}
		if _, err := s.inv.Inbox.ProcessDeliveries(t.Context()); err != nil {
			t.Fatal(err)
		}
		tested := s.get(t, manager, fmt.Sprintf("/api/deliveries/%v/", test.field(t, "deliveryId"))).mustBe(t, 200)
		if tested.field(t, "verdict") != "Entrega de prueba: no cambia nada" || tested.field(t, "stateName") != "Sin efecto" {
			t.Error(tested.body)
		}
		s.patch(t, admin, path, object{"silenceHours": 1000}).mustBlame(t,
			map[string]string{"silenceHours": "Las horas deben estar entre 0 y 720"})
		s.do(t, call{
			method: "PATCH", path: path, token: admin, body: `{"name": "Otra"}`, header: map[string]string{"If-Match": `"v1"`},
		}).mustBe(t, 412)
		s.delete(t, admin, path).mustBe(t, 204)
		s.get(t, admin, path).mustBe(t, 404)
		s.do(t, from.signed(t, s.clock.Now())).mustBe(t, 404)
	})
}

func TestDeliveriesAreListedLinkedAndRepeated(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		admin := s.session(t, s.person(t, "admin", core.Administrator))
		product := number(t, s.product(t, admin, "OTRO-1", 10))
		from := s.connect(t, admin, channel.Shopify)
		links := fmt.Sprintf("/api/channels/%d/sku-links/", from.id)
		s.do(t, from.signed(t, s.clock.Now())).mustBe(t, 200)
		if _, err := s.inv.Inbox.ProcessDeliveries(t.Context()); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string]float64{
			"": 1, "?state=unmatched": 1, "?state=failed": 0, "?search=her-1": 1, "?search=1021": 1, "?search=nada": 0,
			"?dateFrom=2026-11-15&dateTo=2026-11-15": 1,
			"?dateTo=2026-11-14":                     0, fmt.Sprintf("?channel=%d", from.id): 1, "?channel=99": 0, "?order=1": 1,
			"?order=9": 0,
		} {
			if list := s.get(t, admin, "/api/deliveries/"+query).mustBe(t, 200); list.field(t, "count") != want {
				t.Errorf("%q lists %v, want %v", query, list.field(t, "count"), want)
			}
		}
		shown := s.get(t, admin, "/api/deliveries/").mustBe(t, 200)
		if shown.field(t, "results.0.verdict") != "SKU desconocido: HER-1" ||
			shown.field(t, "results.0.unknownSkus.0") != "HER-1" {
			t.Error(shown.body)
		}
		linked := s.post(t, admin, links, object{"sku": "HER-1", "productId": product}).mustBe(t, 201)
		if linked.field(t, "matchedOrders") != float64(1) || linked.field(t, "productSku") != "OTRO-1" {
			t.Error(linked.body)
		}
		if list := s.get(t, admin, links).mustBe(t, 200); list.field(t, "results.0.sku") != "HER-1" {
			t.Error(list.body)
		}
		if order := s.get(t, admin, "/api/pedidos/1/").mustBe(t, 200); order.field(t, "unmatched") != float64(0) ||
			order.field(t, "items.0.reserved") != float64(3) {
			t.Error(order.body)
		}
		if again := s.post(t, admin, "/api/deliveries/1/reprocess/", object{}).mustBe(t, 200); again.field(t,
			"state") != "pending" {
			t.Error(again.body)
		}
		s.post(t, admin, "/api/deliveries/1/reprocess/", object{}).mustSay(t, 409,
			"La entrega ya está en espera de procesarse")
		s.delete(t, admin, fmt.Sprintf("%s%v/", links, linked.field(t, "id"))).mustBe(t, 204)
		s.delete(t, admin, fmt.Sprintf("%s%v/", links, linked.field(t, "id"))).mustBe(t, 404)
		gaps := fmt.Sprintf("/api/channels/%d/gaps/", from.id)
		if list := s.get(t, admin, gaps).mustBe(t, 200); list.field(t, "count") != float64(0) {
			t.Error(list.body)
		}
		s.post(t, admin, gaps+"dismiss/", object{"first": 2, "last": 1}).mustBe(t, 400)
	})
}
