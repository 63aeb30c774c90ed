package api_test

import (
	"testing"

	"estante/internal/core"
)

// The list of locations says what lies in each, and a change made on top of an
// older version is refused.
func TestLocationsThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ada", core.Administrator))
		id := number(t, s.product(t, token, "HER-1", 10))
		s.post(t, token, "/api/locations/", object{"name": "Norte"}).mustBe(t, 201).want(t,
			map[string]any{"isMain": false, "version": 1})
		s.post(t, token, "/api/transfers/", object{
			"productId": id, "fromLocationId": 1, "toLocationId": 2, "quantity": 4,
		}).mustBe(t, 201)
		s.get(t, token, "/api/locations/").mustBe(t, 200).want(t, map[string]any{
			"count": 2, "results.0.isMain": true, "results.0.units": 6, "results.0.products": 1, "results.0.version": 1,
		})
		s.patch(t, token, "/api/locations/2/", object{"isActive": false}).mustSay(t, 409,
			"El almacén todavía tiene stock: traspásalo antes de desactivarlo")
		s.patch(t, token, "/api/locations/1/", object{"isActive": false}).mustSay(t, 409,
			"El almacén principal no se puede desactivar")
		s.patch(t, token, "/api/locations/2/", object{"name": "principal"}).mustBlame(t,
			map[string]string{"name": "Ya existe un almacén con este nombre"})
		rename := call{
			method: "PATCH", path: "/api/locations/2/", token: token, body: `{"name": "Nave norte"}`,
			header: map[string]string{"If-Match": `"v1"`},
		}
		s.do(t, rename).mustBe(t, 200).want(t, map[string]any{"name": "Nave norte", "version": 2})
		s.do(t, rename).mustBe(t, 412)
		s.get(t, token, "/api/audit/?noun=location&nounId=2").mustBe(t, 200).want(t, map[string]any{
			"count": 2, "results.0.nounName": "Nave norte",
		})
	})
}
