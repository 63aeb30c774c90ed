package api_test

import (
	"strings"
	"testing"

	"estante/internal/core"
)

// Both callers of the spec adjust stock, each in its own words.
func TestStockIsAdjustedUnderEveryName(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "noe", core.Seller))
		id := s.product(t, s.session(t, s.person(t, "lucia", core.Manager)), "HER-1", 10)
		path, named := "/api/products/"+id+"/adjust_stock/", "/api/products/adjust-stock/"
		for _, row := range []struct {
			path     string
			sent     object
			newStock int
		}{
			{path, object{"quantity": 5, "type": "in"}, 15},
			{path, object{"quantity": 3, "type": "out"}, 12},
			{path, object{"quantity": 1, "type": "add"}, 13},
			{path, object{"quantity": 4, "type": "remove"}, 9},
			{path, object{"quantity": 20, "type": "set"}, 20},
			{named, object{"quantity": 2, "type": "in"}, 22},
			{named, object{"quantity": 2, "type": "out", "reason": "sale"}, 20},
			{named, object{"quantity": 7, "type": "set", "expectedStock": 20, "reason": "damage", "notes": "Caída"}, 7},
		} {
			if row.path == named {
				row.sent["productId"] = number(t, id)
			}
			s.post(t, token, row.path, row.sent).mustBe(t, 200).want(t, map[string]any{
				"new_stock": row.newStock, "product.currentStock": row.newStock,
			})
		}
		s.get(t, token, "/api/movements/").want(t, map[string]any{
			"count": 9, "results.0.reason": "damage", "results.0.notes": "Caída", "results.0.previousStock": 20,
			"results.0.newStock": 7,
			"results.1.reason":   "sale", "results.7.reason": "adjustment",
		})
		// What is right already is not written again.
		s.post(t, token, path, object{"quantity": 7, "type": "set"}).mustBe(t, 200).want(t,
			map[string]any{"new_stock": 7, "movementId": nil})
		s.get(t, token, "/api/movements/").want(t, map[string]any{"count": 9})
	})
}

func TestAdjustmentsAreRefusedInSpanishAtTheirField(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "lucia", core.Manager))
		path := "/api/products/" + s.product(t, token, "HER-1", 6) + "/adjust_stock/"
		for _, row := range []struct {
			sent           object
			field, message string
		}{
			{object{"quantity": 7, "type": "out"}, "quantity", "Stock insuficiente: quedan 6 unidades"},
			// A reason belongs to a direction, also to the one that a set turns out to have.
			{
				object{"quantity": 1, "type": "in", "reason": "sale"},
				"reason",
				"«Venta realizada» no suma stock: elige otra razón",
			},
			{
				object{"quantity": 1, "type": "add", "reason": "damage"},
				"reason",
				"«Producto dañado» no suma stock: elige otra razón",
			},
			{
				object{"quantity": 7, "type": "set", "reason": "sale"},
				"reason",
				"«Venta realizada» no suma stock: elige otra razón",
			},
			{
				object{"quantity": 1, "type": "out", "reason": "restock"},
				"reason",
				"«Restock» no quita stock: elige otra razón",
			},
			{
				object{"quantity": 5, "type": "set", "reason": "return"},
				"reason",
				"«Devolución de cliente» no quita stock: elige otra razón",
			},
			{object{"quantity": 0, "type": "in"}, "quantity", "La cantidad debe ser mayor a 0"},
			{object{"quantity": -3, "type": "out"}, "quantity", "La cantidad debe ser mayor a 0"},
			{object{"quantity": 1_000_000_001, "type": "in"}, "quantity", "La cantidad es demasiado grande"},
			{object{"quantity": 1.5, "type": "in"}, "quantity", "Debe ser un número entero"},
			{object{"type": "set"}, "quantity", "La cantidad debe ser mayor a 0"},
			{object{"quantity": -1, "type": "set"}, "quantity", "El stock no puede ser negativo"},
			{object{"type": "in"}, "quantity", "La cantidad debe ser mayor a 0"},
			{object{"quantity": 1, "type": "swap"}, "type", "Debe ser uno de estos valores: in, out, add, remove, set"},
			{object{
				"quantity": 1, "type": "in", "reason": "count",
			}, "reason", "Debe ser uno de estos valores: restock, sale, damage, adjustment, return, transfer, other"},
			{object{"quantity": 1, "type": "in", "reason": ""}, "reason", "La razón es requerida"},
			{object{"quantity": 1, "type": ""}, "type", "Este campo es obligatorio"},
			{object{"quantity": 1, "type": "in", "notes": strings.Repeat("n", 2001)}, "notes", "Las notas son demasiado largas"},
		} {
			s.post(t, token, path, row.sent).mustBlame(t, map[string]string{row.field: row.message})
		}
		s.post(t, token, path, object{
			"quantity": 9, "type": "set", "expectedStock": 5,
		}).mustSay(t, 409, "El stock ha cambiado mientras tanto: ahora hay 6 unidades")
		s.post(t, token, path, object{"quantity": 5, "type": "out"}).mustBe(t, 200)
		s.post(t, token, path, object{
			"quantity": 9, "type": "set", "expectedStock": 5,
		}).mustSay(t, 409, "El stock ha cambiado mientras tanto: ahora hay 1 unidad")
		s.post(t, token, path, object{"quantity": 2, "type": "out"}).mustBlame(t,
			map[string]string{"quantity": "Stock insuficiente: queda 1 unidad"})
		s.post(t, token, "/api/products/adjust-stock/", object{
			"productId": 99, "quantity": 2, "type": "in",
		}).mustBlame(t, map[string]string{"productId": "El producto no existe"})
	})
}

// What lies elsewhere is neither taken nor overlooked.
func TestStockIsSetWithSeveralLocations(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ada", core.Administrator))
		path := "/api/products/" + s.product(t, token, "HER-1", 3) + "/"
		s.post(t, token, "/api/locations/", object{"name": "Norte"}).mustBe(t, 201)
		s.post(t, token, path+"adjust_stock/", object{"quantity": 4, "type": "in", "locationId": 2}).mustBe(t, 200)

		for _, name := range []string{"currentStock", "productStock", "stock"} {
			s.patch(t, token, path, object{name: 1}).mustBlame(t,
				map[string]string{name: "En los demás almacenes hay 4 unidades: el stock no puede ser menor"})
		}
		s.patch(t, token, path, object{"currentStock": 2, "locationId": 2}).mustBlame(t, map[string]string{
			"currentStock": "En los demás almacenes hay 3 unidades: el stock no puede ser menor",
		})
		s.patch(t, token, path, object{"currentStock": 4}).mustBe(t, 200).want(t, map[string]any{"currentStock": 4})
		s.patch(t, token, path, object{"currentStock": 7}).mustBe(t, 200)

		// The user saw the location's stock, or that of the product.
		at := func(quantity, expected, location int) object {
			return object{"quantity": quantity, "type": "set", "expectedStock": expected, "locationId": location}
		}
		s.post(t, token, path+"adjust_stock/", at(6, 4, 2)).mustBe(t, 200).want(t, map[string]any{"new_stock": 9})
		s.post(t, token, path+"adjust_stock/", at(5, 9, 2)).mustBe(t, 200).want(t, map[string]any{"new_stock": 8})
		s.post(t, token, path+"adjust_stock/", at(9, 4, 2)).mustSay(t, 409,
			"El stock ha cambiado mientras tanto: ahora hay 5 unidades en este almacén")
		s.post(t, token, path+"adjust_stock/", object{
			"quantity": 2, "type": "set", "expectedStock": 3,
		}).mustSay(t, 409, "El stock ha cambiado mientras tanto: ahora hay 8 unidades")
		s.get(t, token, path).want(t, map[string]any{"currentStock": 8})

		// Without a location the figure is the product's, and the main one makes up the difference.
		whole := func(quantity int) object { return object{"quantity": quantity, "type": "set"} }
		s.post(t, token, path+"adjust_stock/", whole(12)).mustBe(t, 200).want(t, map[string]any{"new_stock": 12})
		s.post(t, token, path+"adjust_stock/", whole(12)).mustBe(t, 200).want(t,
			map[string]any{"new_stock": 12, "movementId": nil})
		s.post(t, token, path+"adjust_stock/", whole(4)).mustBlame(t,
			map[string]string{"quantity": "En los demás almacenes hay 5 unidades: el stock no puede ser menor"})
		s.post(t, token, path+"adjust_stock/", whole(5)).mustBe(t, 200).want(t, map[string]any{"new_stock": 5})
		s.post(t, token, path+"adjust_stock/", at(5, 5, 2)).mustBe(t, 200).want(t,
			map[string]any{"new_stock": 5, "movementId": nil})
	})
}

func TestAnAdjustmentIsKeyedAndUndone(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "lucia", core.Manager))
		id := s.product(t, token, "HER-1", 6)
		asked := call{
			method: "POST", path: "/api/products/" + id + "/adjust_stock/", token: token,
			body: `{"quantity": 4, "type": "in"}`, header: map[string]string{"Idempotency-Key": "una"},
		}
		first, again := s.do(t, asked).mustBe(t, 200), s.do(t, asked).mustBe(t, 200)
		if first.body != again.body {
			t.Errorf("answered %s, then %s", first.body, again.body)
		}
		undo := "/api/movements/2/undo/"
		s.post(t, token, undo, object{}).mustBe(t, 200).want(t, map[string]any{"new_stock": 6})
		s.post(t, token, undo, object{}).mustSay(t, 409, "Este movimiento ya se ha deshecho")
		s.get(t, token, "/api/movements/?product="+id).want(t, map[string]any{
			"count": 3, "results.0.undoOf": 2, "results.0.type": "salida", "results.1.undone": true, "results.1.type": "entrada",
		})
	})
}
