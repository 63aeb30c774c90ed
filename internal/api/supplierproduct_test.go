package api_test

import (
	"fmt"
	"testing"

	"estante/internal/core"
)

// A product has one preferred supplier at most, whoever says so and where; a price that
// changes is written down, and what is bought on other terms says who named them.
func TestSuppliersOfAProductThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ada", core.Administrator))
		id := number(t, s.product(t, token, "HER-1", 10))
		first, second := s.supplier(t, token, "Peña", ""), s.supplier(t, token, "Ferrer", "")
		s.patch(t, token, first, object{"leadDays": 9}).mustBe(t, 200)
		sold := object{
			"productId": id, "supplierSku": "P-77", "packUnits": 12, "packPrice": 3.5, "minPacks": 2, "preferred": true,
		}
		s.post(t, token, first+"products/", sold).mustBe(t, 201).want(t, map[string]any{"currency": "EUR", "version": 1})
		s.post(t, token, first+"products/", sold).mustBlame(t,
			map[string]string{"productId": "El proveedor ya tiene este producto"})
		s.post(t, token, first+"products/", object{"productId": 999}).mustBlame(t,
			map[string]string{"productId": "El producto no existe"})
		suppliers := fmt.Sprintf("/api/products/%d/suppliers/", id)
		s.get(t, token, suppliers).mustBe(t, 200).want(t, map[string]any{
			"count": 1, "results.0.supplier": "Peña", "results.0.preferred": true, "results.0.supplierLeadDays": 9,
			"supply.supplier": "Peña", "supply.leadDays": 9, "supply.leadDaysSource": "supplier", "supply.packSize": 12,
			"supply.packSizeSource": "supplierProduct", "supply.minUnits": 24,
		})
		s.post(t, token, second+"products/", object{"productId": id, "preferred": true, "leadDays": 3}).mustBe(t, 201)
		s.get(t, token, suppliers).mustBe(t, 200).want(t, map[string]any{
			"count": 2, "results.0.supplier": "Ferrer", "results.0.preferred": true, "results.1.preferred": false,
			"supply.leadDays": 3, "supply.leadDaysSource": "supplierProduct", "supply.packSize": 1, "supply.minUnits": 0,
		})
		one := first + fmt.Sprintf("products/%d/", id)
		change := call{
			method: "PATCH", path: one, token: token, body: `{"packPrice": 3.75, "preferred": true}`,
			header: map[string]string{"If-Match": `"v2"`},
		}
		s.do(t, change).mustBe(t, 200).want(t, map[string]any{"packPrice": 3.75, "preferred": true, "version": 3})
		s.do(t, change).mustBe(t, 412)
		s.get(t, token, one+"prices/").mustBe(t, 200).want(t, map[string]any{
			"count": 2, "results.0.packPrice": 3.75, "results.0.source": "manual", "results.1.packPrice": 3.5,
		})
		s.get(t, token, first+"products/?search=P-77").mustBe(t, 200).want(t, map[string]any{"count": 1})
		s.get(t, token, first+"products/?search=P-78").mustBe(t, 200).want(t, map[string]any{"count": 0})
		s.patch(t, token, one, object{"packPrice": 0.00001}).mustBlame(t,
			map[string]string{"packPrice": "El precio debe ser un número con cuatro decimales como mucho"})
		s.patch(t, token, one, object{"packUnits": 0}).mustBlame(t,
			map[string]string{"packUnits": "Las unidades por paquete deben estar entre 1 y 1.000.000"})
		s.delete(t, token, first).mustSay(t, 409,
			"Hay productos o compras de este proveedor: desactívalo en lugar de eliminarlo")
		s.delete(t, token, one).mustBe(t, 204)
		s.get(t, token, suppliers).mustBe(t, 200).want(t, map[string]any{"count": 1, "supply.leadDaysSource": "none"})
	})
}

// The form of a product writes all of its suppliers at once, or none of them.
func TestTheSuppliersOfAProductAreWrittenAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ada", core.Administrator))
		id := number(t, s.product(t, token, "HER-1", 10))
		for _, name := range []string{"Peña", "Ferrer", "Soler"} {
			s.supplier(t, token, name, "")
		}
		path := fmt.Sprintf("/api/products/%d/suppliers/", id)
		put := func(suppliers ...object) reply {
			body := object{"suppliers": append([]object{}, suppliers...)}
			return s.do(t, call{method: "PUT", path: path, token: token, body: body.json(t)})
		}
		put(object{"supplierId": 1, "packUnits": 6, "preferred": true}, object{"supplierId": 2}).mustBe(t, 200).want(t,
			map[string]any{"count": 2, "results.0.supplierId": 1, "results.0.packUnits": 6, "supply.supplierId": 1})
		put(object{"supplierId": 3, "preferred": true}, object{"supplierId": 1, "minPacks": 3}).mustBe(t, 200).want(t,
			map[string]any{
				"count": 2, "results.0.supplierId": 3, "results.1.supplierId": 1, "results.1.packUnits": 6, "results.1.minPacks": 3,
				"results.1.preferred": false,
			})
		put(object{"supplierId": 1, "packUnits": 0}, object{"supplierId": 99}).mustBlame(t,
			map[string]string{"suppliers[1].supplierId": "El proveedor no existe"})
		put(object{"supplierId": 1}, object{"supplierId": 1}).mustBlame(t,
			map[string]string{"suppliers[1].supplierId": "El proveedor está repetido"})
		put(object{"supplierId": 1, "preferred": true}, object{"supplierId": 2, "preferred": true}).mustBlame(t,
			map[string]string{"suppliers[1].preferred": "Solo un proveedor puede ser el preferente"})
		put(object{"supplierId": 2, "leadDays": 500}).mustBlame(t,
			map[string]string{"suppliers[0].leadDays": "El plazo debe estar entre 0 y 150 días"})
		s.get(t, token, path).mustBe(t, 200).want(t, map[string]any{"count": 2, "results.0.supplierId": 3})
		put().mustBe(t, 200).want(t, map[string]any{"count": 0})
	})
}

// Many products get one supplier in one write, and what is answered takes it back.
func TestProductsAreAssignedToASupplier(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ada", core.Administrator))
		first, second := number(t, s.product(t, token, "HER-1", 10)), number(t, s.product(t, token, "HER-2", 10))
		s.supplier(t, token, "Peña", "")
		s.supplier(t, token, "Ferrer", "")
		s.post(t, token, "/api/suppliers/1/products/", object{"productId": first, "preferred": true}).mustBe(t, 201)
		done := s.post(t, token, "/api/products/bulk/suppliers/", object{"items": []object{
			{"id": first, "supplierId": 2}, {"id": second, "supplierId": 2},
		}}).mustBe(t, 200)
		done.want(t, map[string]any{"changed": 2})
		s.get(t, token, "/api/suppliers/?search=ferrer").want(t, map[string]any{"results.0.products": 2})
		s.post(t, token, "/api/products/bulk/suppliers/", object{"items": done.field(t, "undo")}).mustBe(t, 200)
		s.get(t, token, "/api/suppliers/?search=ferrer").want(t, map[string]any{"results.0.products": 0})
		s.get(t, token, fmt.Sprintf("/api/products/%d/suppliers/", first)).want(t,
			map[string]any{"count": 1, "results.0.supplierId": 1, "results.0.preferred": true})
		s.post(t, token, "/api/products/bulk/suppliers/", object{"items": []object{
			{"id": first, "supplierId": 9}, {"id": first},
		}}).mustBe(t, 400)
		s.post(t, token, "/api/products/bulk/suppliers/", object{"items": []object{{"id": 99, "supplierId": 1}}}).mustBlame(t,
			map[string]string{"items[0].id": "El producto no existe"})
		s.post(t, token, "/api/products/bulk/suppliers/", object{"items": []object{{"id": first, "supplierId": nil}}}).
			mustBe(t, 200).want(t, map[string]any{"changed": 1, "undo.0.supplierId": 1})
	})
}
