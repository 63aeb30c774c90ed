package api_test

import (
	"fmt"
	"strings"
	"testing"

	"estante/internal/core"
)

// supplier adds one and returns its path.
func (s *stack) supplier(t *testing.T, token, name, taxID string) string {
	t.Helper()
	made := s.post(t, token, "/api/suppliers/", object{"name": name, "taxId": taxID, "currency": "EUR"}).mustBe(t, 201)
	return fmt.Sprintf("/api/suppliers/%v/", made.field(t, "id"))
}

// mustList wants a list of these names.
func (r reply) mustList(t *testing.T, names ...string) {
	t.Helper()
	if got := r.column(t, "name"); got != strings.Join(names, " ") {
		t.Errorf("%s lists %q, want %q", r.call.path, got, names)
	}
}

// A supplier is found by its name, tax number and e-mail address, whatever else a person
// writes between their parts; a tax number that seems wrong is kept and warned of.
func TestSuppliersThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ada", core.Administrator))
		made := s.post(t, token, "/api/suppliers/", object{
			"name": "Suministros Peña, S.L.", "taxId": "B-58378431", "email": "pedidos@pena.example", "leadDays": 4,
			"minOrder": 150.5, "website": "www.pena.example", "currency": "eur",
		}).mustBe(t, 201)
		made.want(t, map[string]any{
			"taxIdWarning": "", "currency": "EUR", "leadDays": 4, "minOrder": 150.5, "isActive": true, "version": 1,
			"website": "https://www.pena.example", "mergedInto": nil,
		})
		s.supplier(t, token, "Ángel Ibáñez", "12345678A")
		for search, names := range map[string]string{
			"pena": "Suministros Peña, S.L.", "58378431": "Suministros Peña, S.L.", "B-583": "Suministros Peña, S.L.",
			"pedidos@": "Suministros Peña, S.L.", "angel": "Ángel Ibáñez", "ibañez": "Ángel Ibáñez",
		} {
			s.get(t, token, "/api/suppliers/?search="+search).mustBe(t, 200).want(t,
				map[string]any{"count": 1, "results.0.name": names})
		}
		s.get(t, token, "/api/suppliers/").mustBe(t, 200).want(t, map[string]any{
			"count": 2, "results.0.name": "Ángel Ibáñez", "results.0.products": 0, "results.0.openPurchases": 0,
			"results.0.taxIdWarning": "La letra de control no es correcta: a 12345678 le corresponde la Z",
		})
		s.get(t, token, "/api/suppliers/?ordering=-createdAt&limit=1&page=2").mustBe(t, 200).want(t,
			map[string]any{"count": 2, "results.0.name": "Suministros Peña, S.L."})
		s.patch(t, token, "/api/suppliers/2/", object{"isActive": false}).mustBe(t, 200)
		s.get(t, token, "/api/suppliers/?active=true").mustBe(t, 200).want(t, map[string]any{"count": 1, "results.0.id": 1})
		s.get(t, token, "/api/suppliers/duplicates/?name=suministros+pena+sl&taxId=").mustBe(t, 200).mustList(t)
		s.get(t, token, "/api/suppliers/duplicates/?name=SUMINISTROS+PE%C3%91A+SLU&taxId=12345678A").mustBe(t, 200).want(t,
			map[string]any{"results.0.sameTaxId": true, "results.1.sameName": true, "results.1.sameTaxId": false})
		s.get(t, token, "/api/suppliers/duplicates/?taxId=ES+B58378431&except=1").mustBe(t, 200).mustList(t)
		rename := call{
			method: "PATCH", path: "/api/suppliers/1/", token: token, body: `{"name": "Peña", "leadDays": null}`,
			header: map[string]string{"If-Match": `"v1"`},
		}
		s.do(t, rename).mustBe(t, 200).want(t, map[string]any{"name": "Peña", "leadDays": nil, "version": 2})
		s.do(t, rename).mustBe(t, 412)
		s.get(t, token, "/api/suppliers/?search=suministros").mustBe(t, 200).want(t, map[string]any{"count": 0})
		s.get(t, token, "/api/audit/?noun=supplier&nounId=1").mustBe(t, 200).want(t, map[string]any{
			"count": 2, "results.0.nounName": "Peña",
		})
		s.delete(t, token, "/api/suppliers/1/").mustBe(t, 204)
		s.get(t, token, "/api/suppliers/1/").mustBe(t, 404)
	})
}

// What is wrong with a supplier is said at its field.
func TestSuppliersAreJudged(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "ada", core.Administrator))
	for _, row := range []struct {
		body  object
		field string
		says  string
	}{
		{object{"name": " "}, "name", "El nombre del proveedor es requerido"},
		{object{"name": strings.Repeat("a", 101)}, "name", "El texto es demasiado largo"},
		{object{"name": "A", "email": "a@b"}, "email", "El email no es válido"},
		{object{"name": "A", "website": "javascript://x.y"}, "website", "La dirección web no es válida"},
		{object{"name": "A", "currency": "XYZ"}, "currency", "La moneda no existe: usa su código de tres letras, como EUR"},
		{object{"name": "A", "leadDays": 151}, "leadDays", "El plazo debe estar entre 0 y 150 días"},
		{object{"name": "A", "minOrder": -1}, "minOrder", "El pedido mínimo debe ser mayor o igual a 0"},
		{object{"name": "A", "minOrder": 0.001}, "minOrder", "El importe debe ser un número con dos decimales como mucho"},
	} {
		s.post(t, token, "/api/suppliers/", row.body).mustBlame(t, map[string]string{row.field: row.says})
	}
}

// What a supplier asks and what was spent there are for those who may know costs alone, and
// so are they in a file.
func TestPricesOfSuppliersAreCosts(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ada", core.Administrator))
		seller := s.session(t, s.person(t, "leo", core.Seller))
		id := number(t, s.product(t, token, "HER-1", 10))
		path := s.supplier(t, token, "Peña", "")
		s.post(t, token, path+"products/", object{"productId": id, "packPrice": 3.4567, "packUnits": 100}).mustBe(t, 201)
		for _, asked := range []string{
			path + "products/", fmt.Sprintf("/api/products/%d/suppliers/", id), path + fmt.Sprintf("products/%d/prices/", id),
		} {
			s.get(t, token, asked).mustBe(t, 200).want(t, map[string]any{"count": 1, "results.0.packPrice": 3.4567})
			if answer := s.get(t, seller, asked).mustBe(t, 200); strings.Contains(answer.body, "packPrice") {
				t.Errorf("%s tells a seller %s", asked, answer.body)
			}
		}
		for _, asked := range []string{"/api/suppliers/", path + "stats/"} {
			if answer := s.get(t, token, asked).mustBe(t, 200); !strings.Contains(answer.body, `"spend"`) {
				t.Errorf("%s does not tell what was spent: %s", asked, answer.body)
			}
			if answer := s.get(t, seller, asked).mustBe(t, 200); strings.Contains(answer.body, "spend") {
				t.Errorf("%s tells a seller %s", asked, answer.body)
			}
		}
		if _, file := s.raw(t, token, "GET", "/api/suppliers/export/", ""); !strings.Contains(file, "Gasto 12 Meses") {
			t.Errorf("the file is %s", file)
		}
		_, file := s.raw(t, seller, "GET", "/api/suppliers/export/", "")
		if strings.Contains(file, "Gasto") || !strings.Contains(file, "Peña") {
			t.Errorf("the file of a seller is %s", file)
		}
	})
}
