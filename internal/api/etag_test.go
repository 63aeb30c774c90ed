package api_test

import (
	"testing"

	"estante/internal/core"
)

// tagged sends a request with the version that a person saw.
func (s *stack) tagged(t *testing.T, method, token, path, body, tag string) reply {
	t.Helper()
	return s.do(t, call{method: method, path: path, token: token, body: body, header: map[string]string{"If-Match": tag}})
}

func TestWhatSomebodyElseChangedIsNotDeleted(t *testing.T) {
	const stale = "Otra persona ha cambiado estos datos. Revisa los valores actuales antes de guardar."
	each(t, func(t *testing.T, s *stack) {
		admin := s.session(t, s.person(t, "ada", core.Administrator))
		product := number(t, s.product(t, admin, "HER-1", 2))
		s.post(t, admin, "/api/entries/", object{"productId": product, "quantity": 3, "entryType": "manual"}).mustBe(t, 201)
		s.post(t, admin, "/api/channels/", object{"name": "Web", "source": "standard"}).mustBe(t, 201)
		s.post(t, admin, "/api/subscriptions/", object{
			"name": "Web", "url": "https://example.com/", "events": []string{"stock.changed"},
		}).mustBe(t, 201)
		// The entry before its product: without it an entry stays.
		for _, path := range []string{"/api/entries/1/", "/api/products/1/", "/api/channels/1/", "/api/subscriptions/1/"} {
			change := object{"name": "Otra"}
			if path == "/api/entries/1/" {
				change = object{"notes": "Otra"}
			}
			seen := s.get(t, admin, path).mustBe(t, 200).header.Get("ETag")
			now := s.patch(t, admin, path, change).mustBe(t, 200).header.Get("ETag")
			s.tagged(t, "DELETE", admin, path, "", seen).mustSay(t, 412, stale)
			s.tagged(t, "DELETE", admin, path, "", `"algo"`).mustSay(t, 412, stale)
			s.tagged(t, "DELETE", admin, path, "", now).mustBe(t, 204)
			s.get(t, admin, path).mustBe(t, 404)
		}
	})
}

func TestAStocktakeSomebodyElseChangedStaysAsItIs(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ada", core.Administrator))
		s.product(t, token, "HER-1", 2)
		seen := s.post(t, token, "/api/stocktakes/", object{"blind": true}).mustBe(t, 201).header.Get("ETag")
		now := s.tagged(t, "PATCH", token, "/api/stocktakes/1/", `{"blind": false}`, seen).mustBe(t, 200).header.Get("ETag")
		s.tagged(t, "PATCH", token, "/api/stocktakes/1/", `{"blind": true}`, seen).mustBe(t, 412)
		s.tagged(t, "PATCH", token, "/api/stocktakes/1/", `{"blind": true}`, now).mustBe(t, 200)
	})
}
