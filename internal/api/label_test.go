package api_test

import (
	"fmt"
	"testing"

	"estante/internal/core"
)

// Joining two categories is asked about first, and the audit tells both names.
func TestMergingThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ada", core.Administrator))
		for sku, category := range map[string]string{"A": "Tornillo", "B": "Tornillos", "C": "Tornillos"} {
			s.post(t, token, "/api/products/", object{"sku": sku, "name": sku, "category": category}).mustBe(t, 201)
		}
		list := s.get(t, token, "/api/products/categories/").mustBe(t, 200)
		list.want(t, map[string]any{"0.name": "Tornillo", "0.products": 1})
		path := fmt.Sprintf("/api/products/categories/%v/", list.field(t, "0.id"))
		s.patch(t, token, path, object{"name": "tornillos"}).mustSay(t, 409,
			"Ya existe la categoría «Tornillos». Si las unes, el producto de «Tornillo» pasará a «Tornillos», y «Tornillo» "+
				"desaparecerá.")
		s.patch(t, token, path, object{"name": "tornillos", "merge": true}).mustBe(t, 200).want(t,
			map[string]any{"name": "Tornillos", "products": 3})
		s.get(t, token, "/api/audit/?noun=category").mustBe(t, 200).want(t, map[string]any{
			"count": 1, "results.0.before.Name": "Tornillo", "results.0.after.Name": "Tornillos",
		})
	})
}
