package api_test

import (
	"fmt"
	"net/http"
	"testing"

	"estante/internal/core"
)

// product makes a product by the door and returns its number as a path has it.
func (s *stack) product(t *testing.T, token, sku string, stock int) string {
	t.Helper()
	answer := s.post(t, token, "/api/products/", object{
		"sku": sku, "name": "Producto " + sku, "stock": stock, "price": 20.5,
	}).mustBe(t, 201)
	return fmt.Sprint(answer.field(t, "idProduct"))
}

// number reads a number out of a path back into JSON.
func number(t *testing.T, text string) int {
	t.Helper()
	var n int
	if _, err := fmt.Sscan(text, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// want compares fields of an answer by their paths.
func (r reply) want(t *testing.T, fields map[string]any) reply {
	t.Helper()
	for path, want := range fields {
		if n, whole := want.(int); whole {
			want = float64(n)
		}
		if got := r.field(t, path); got != want {
			t.Errorf("%s %s: %s is %v, want %v", r.call.method, r.call.path, path, got, want)
		}
	}
	return r
}

func TestEntriesThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "lucia", core.Manager))
		id := number(t, s.product(t, token, "HER-1", 2))
		entry := object{
			"productId": id, "quantity": 10, "entryType": "purchase", "reason": "Pedido 44", "unitCost": 12.5,
			"notes": "Dos cajas",
		}
		made := s.post(t, token, "/api/entries/", entry).mustBe(t, 201).want(t, map[string]any{
			"productId": id, "productName": "Producto HER-1", "productSku": "HER-1", "quantity": 10, "entryType": "purchase",
			"reason": "Pedido 44",
			"notes":  "Dos cajas", "createdBy": 1, "createdByName": "Nombre Apellido", "createdAt": "2026-11-15T09:00:00Z",
			"previousStock": 2,
			"newStock":      12, "unitCost": 12.5, "totalCost": 125, "currency": "USD", "locationId": 1, "location": "Principal",
			"version": 1,
		})
		path := fmt.Sprintf("/api/entries/%v/", made.field(t, "id"))
		s.get(t, token, "/api/entries/").mustBe(t, 200).want(t, map[string]any{
			"count": 1, "results.0.id": 1, "summary.entries": 1, "summary.units": 10, "summary.totalCost": 125,
			"summary.purchases": 1, "summary.currency": "USD",
		})
		changed := s.do(t, call{
			method: "PATCH", path: path, token: token, body: `{"quantity": 4, "unitCost": null}`,
			header: map[string]string{"If-Match": made.header.Get("ETag")},
		})
		changed.mustBe(t, 200).want(t, map[string]any{
			"quantity": 4, "newStock": 6, "unitCost": nil, "totalCost": nil, "version": 2,
		})
		s.do(t, call{
			method: "PATCH", path: path, token: token, body: `{"quantity": 5}`,
			header: map[string]string{"If-Match": made.header.Get("ETag")},
		}).mustBe(t, 412)
		s.delete(t, token, path).mustBe(t, 204)
		s.get(t, token, path).mustBe(t, 404)
		s.post(t, token, path+"restore/", object{}).mustBe(t, 200).want(t, map[string]any{"quantity": 4, "version": 4})
		s.post(t, token, path+"restore/", object{}).mustSay(t, 409, "Esta entrada no está eliminada")
		s.post(t, token, fmt.Sprintf("/api/products/%d/adjust_stock/", id), object{"type": "out", "quantity": 5}).mustBe(t,
			200)
		s.delete(t, token, path).mustSay(t, 409,
			"No se puede eliminar la entrada: entraron 4 unidades y solo queda 1 en stock")
		s.get(t, token, fmt.Sprintf("/api/products/%d/", id)).want(t, map[string]any{"currentStock": 1})
	})
}

func TestEntriesAreRefusedInSpanishAtTheirField(t *testing.T) {
	s := onSQLite(t)
	manager := s.session(t, s.person(t, "lucia", core.Manager))
	seller := s.session(t, s.person(t, "noe", core.Seller))
	id := number(t, s.product(t, manager, "HER-1", 0))
	good := object{"productId": id, "quantity": 1, "entryType": "manual"}
	s.post(t, manager, "/api/entries/", good.with("quantity", 0)).mustBlame(t,
		map[string]string{"quantity": "La cantidad debe ser mayor a 0"})
	s.post(t, manager, "/api/entries/", good.with("quantity", absent)).mustBlame(t,
		map[string]string{"quantity": "La cantidad debe ser mayor a 0"})
	s.post(t, manager, "/api/entries/", good.with("unitCost", 1.234)).mustBlame(t,
		map[string]string{"unitCost": "El importe debe ser un número con dos decimales como mucho"})
	s.post(t, manager, "/api/entries/", good.with("entryType", "gift")).mustBlame(t,
		map[string]string{"entryType": "Debe ser uno de estos valores: manual, purchase, return, adjustment"})
	s.post(t, manager, "/api/entries/", good.with("productId", 99)).mustBlame(t,
		map[string]string{"productId": "El producto no existe"})
	s.post(t, manager, "/api/entries/", good.with("locationId", 99)).mustBlame(t,
		map[string]string{"locationId": "El almacén no existe"})
	s.post(t, seller, "/api/entries/", good.with("unitCost", 3)).mustBlame(t,
		map[string]string{"unitCost": "Tu rol no permite indicar costes"})
	s.post(t, seller, "/api/entries/", good.with("unitCost", nil)).mustBe(t, 201)
	lines := []object{good, good.with("quantity", -1), good.with("productId", 99).with("unitCost", 1.001)}
	s.post(t, manager, "/api/entries/batch/", object{"lines": lines}).mustBlame(t,
		map[string]string{"lines[2].unitCost": "El importe debe ser un número con dos decimales como mucho"})
	lines[2] = good.with("productId", 99)
	s.post(t, manager, "/api/entries/batch/", object{"lines": lines}).mustBlame(t,
		map[string]string{"lines[1].quantity": "La cantidad debe ser mayor a 0"})
	lines[1] = good.with("quantity", "x")
	s.post(t, manager, "/api/entries/batch/", object{"lines": lines}).mustBlame(t,
		map[string]string{"lines[1].quantity": "Debe ser un número entero"})
	lines[1] = good
	s.post(t, manager, "/api/entries/batch/", object{"lines": lines}).mustBlame(t,
		map[string]string{"lines[2].productId": "El producto no existe"})
	s.post(t, manager, "/api/entries/batch/", object{"lines": lines[:2]}).mustBe(t, 201).want(t,
		map[string]any{"results.0.newStock": 2})
	for query, field := range map[string]string{
		"dateFrom=ayer": "dateFrom", "entryType=gift": "entryType", "ordering=quantity": "ordering", "limit=101": "limit",
	} {
		var body map[string][]string
		s.get(t, manager, "/api/entries/?"+query).mustBe(t, 400).into(t, &body)
		if len(body[field]) != 1 {
			t.Errorf("%s: %v", query, body)
		}
	}
}

// The days of the filter are those of the business: 23:30 in Madrid is 22:30 UTC.
func TestEntriesByBusinessDay(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "lucia", core.Manager))
	id := number(t, s.product(t, token, "HER-1", 0))
	s.clock.pass(14*hour + hour/2) // 23:30 UTC is half past midnight of the 16th.
	token = s.session(t, s.person(t, "noe", core.Manager))
	s.post(t, token, "/api/entries/", object{"productId": id, "quantity": 1, "entryType": "manual"}).mustBe(t, 201)
	for query, count := range map[string]int{
		"dateFrom=2026-11-16": 1, "dateTo=2026-11-15": 0, "dateFrom=2026-11-16&dateTo=2026-11-16": 1, "createdBy=nombre": 1,
		"createdBy=nadie": 0, "search=HER": 1,
	} {
		s.get(t, token, "/api/entries/?"+query).mustBe(t, 200).want(t, map[string]any{
			"count": count, "summary.entries": count,
		})
	}
}

func TestAnEntryIsKeyed(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "lucia", core.Manager))
		id := number(t, s.product(t, token, "HER-1", 0))
		asked := call{
			method: http.MethodPost, path: "/api/entries/", token: token, header: map[string]string{"Idempotency-Key": "una"},
			body: object{"productId": id, "quantity": 3, "entryType": "purchase", "unitCost": 9.99}.json(t),
		}
		first, second := s.do(t, asked).mustBe(t, 201), s.do(t, asked).mustBe(t, 201)
		if first.body != second.body {
			t.Errorf("%s and then %s", first.body, second.body)
		}
		s.get(t, token, fmt.Sprintf("/api/products/%d/", id)).want(t, map[string]any{"currentStock": 3, "cost": 9.99})
	})
}
