package api_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"estante/internal/core"
)

// The three payloads that the pages of the spec send, word for word.
func TestThePayloadsOfTheSpec(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "lucia", core.Manager))
		s.post(t, token, "/api/products/", object{
			"productName": "Taladro", "sku": "HER-1", "imageURL": nil, "currentStock": 12, "alertinDays": 30, "haveAlert": false,
			"active": true,
			"status": 1, "description": "Percutor", "minStock": 4, "maxStock": 40, "category": "Herramienta",
		}).mustBe(t, 201).want(t, map[string]any{
			"idProduct": 1, "name": "Taladro", "sku": "HER-1", "imageUrl": "", "currentStock": 12, "alertDays": 30,
			"alertBlocked": false, "status": 1,
			"statusName": "Activo", "description": "Percutor", "minStock": 4, "maxStock": 40, "category": "Herramienta",
			"brand": nil, "price": nil,
			"soldLast30Days": 0, "lastMovement": "2026-11-15T09:00:00Z", "createdAt": "2026-11-15T09:00:00Z",
			"updatedAt": "2026-11-15T09:00:00Z",
		})
		s.post(t, token, "/api/products/", object{
			"sku": "HER-2", "name": "Broca", "description": "De pared", "stock": 3, "minStock": 1, "maxStock": 9,
			"category": "Herramienta",
			"status":   "inactive", "imageUrl": "https://example.com/broca.png", "tags": []string{"pared", "8 mm"},
		}).mustBe(t, 201).want(t, map[string]any{
			"currentStock": 3, "status": 2, "statusName": "Inactivo", "imageUrl": "https://example.com/broca.png",
			"tags.0": "pared", "tags.1": "8 mm",
		})
		s.patch(t, token, "/api/products/2/", object{
			"productName": "Broca larga", "sku": "HER-3", "imageURL": "", "currentStock": 5, "status": 3,
			"productDescription": "De hormigón",
			"alertinDays":        7, "maxStock": nil, "category": "Brocas", "brand": "Irwin",
		}).mustBe(t, 200).want(t, map[string]any{
			"name": "Broca larga", "sku": "HER-3", "imageUrl": "", "currentStock": 5, "statusName": "Descontinuado",
			"description": "De hormigón",
			"alertDays":   7, "maxStock": nil, "minStock": 1, "category": "Brocas", "brand": "Irwin", "version": 4,
		})
		// Stock that is written along is a movement like any other.
		s.get(t, token, "/api/movements/?product=2").want(t, map[string]any{
			"count": 2, "results.0.quantity": 2, "results.0.reason": "adjustment", "results.0.source": "manual",
			"results.1.reason": "restock",
		})
	})
}

// Every other name and form that the spec has for a field writes the same field.
func TestEveryNameOfAField(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "lucia", core.Manager))
		path := "/api/products/" + s.product(t, token, "HER-1", 1) + "/"
		labels := s.post(t, token, "/api/products/", object{
			"sku": "Z", "name": "Z", "category": "Madera", "brand": "Roble",
		}).mustBe(t, 201)
		categoryID, brandID := labels.field(t, "categoryId"), labels.field(t, "brandId")
		for _, row := range []struct {
			sent  object
			field string
			want  any
		}{
			{object{"name": "Uno"}, "name", "Uno"},
			{object{"productName": "Dos"}, "name", "Dos"},
			{object{"description": "Uno"}, "description", "Uno"},
			{object{"productDescription": "Dos"}, "description", "Dos"},
			{object{"imageUrl": "https://example.com/1.png"}, "imageUrl", "https://example.com/1.png"},
			{object{"imageURL": "https://example.com/2.png"}, "imageUrl", "https://example.com/2.png"},
			{object{"currentStock": 5}, "currentStock", 5},
			{object{"productStock": 6}, "currentStock", 6},
			{object{"stock": 7}, "currentStock", 7},
			{object{"minStock": 2}, "minStock", 2},
			{object{"minimumStock": 3}, "minStock", 3},
			{object{"alertDays": 20}, "alertDays", 20},
			{object{"alertinDays": 21}, "alertDays", 21},
			{object{"alertBlocked": true}, "alertBlocked", true},
			{object{"haveAlert": false}, "alertBlocked", true},
			{object{"haveAlert": true}, "alertBlocked", false},
			{object{"active": false}, "status", 2},
			{object{"active": true}, "status", 1},
			{object{"status": 4}, "status", 4},
			{object{"status": "discontinued", "active": true}, "status", 3},
			{object{"tags": "pared, , exterior"}, "tags.1", "exterior"},
			{object{"tags": []string{"interior"}}, "tags.0", "interior"},
			{object{"category": "Jardín"}, "category", "Jardín"},
			{object{"category": categoryID}, "category", "Madera"},
			{object{"categoryName": "jardin"}, "category", "Jardín"},
			{object{"category": object{"id": categoryID}}, "category", "Madera"},
			{object{"category": object{"name": "Riego"}}, "category", "Riego"},
			{object{"category": nil}, "category", nil},
			{object{"brand": "Filo"}, "brand", "Filo"},
			{object{"brand": brandID}, "brand", "Roble"},
			{object{"brandName": "Filo"}, "brand", "Filo"},
			{object{"brand": object{"id": brandID, "name": "Roble"}}, "brand", "Roble"},
			{object{"price": 12.34}, "price", 12.34},
			{object{"productPrice": 0.5}, "price", 0.5},
			{object{"price": nil}, "price", nil},
		} {
			s.patch(t, token, path, row.sent).mustBe(t, 200)
			s.get(t, token, path).mustBe(t, 200).want(t, map[string]any{row.field: row.want})
		}
	})
}

func TestProductsAreRefusedInSpanishAtTheirField(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "lucia", core.Manager))
	path := "/api/products/" + s.product(t, token, "HER-1", 1) + "/"
	s.post(t, token, "/api/products/", object{}).mustBlame(t, map[string]string{
		"sku": "El SKU es requerido", "name": "El nombre es requerido",
	})
	s.post(t, token, "/api/products/", object{"sku": "her-1", "name": "Otro"}).mustBlame(t,
		map[string]string{"sku": "Ya existe un producto con este SKU"})
	for _, row := range []struct {
		sent           object
		field, message string
	}{
		{object{"name": "  "}, "name", "El nombre es requerido"},
		{object{"stock": -1}, "stock", "El stock debe ser un número mayor o igual a 0"},
		{object{"minStock": -1}, "minStock", "El stock mínimo debe ser un número mayor o igual a 0"},
		{object{"maxStock": -1}, "maxStock", "El stock máximo debe ser un número mayor o igual a 0"},
		{object{"alertDays": 0}, "alertDays", "Los días de alerta deben ser un número entre 1 y 365"},
		{object{"alertDays": 366}, "alertDays", "Los días de alerta deben ser un número entre 1 y 365"},
		{object{"barcode": "8412345678900"}, "barcode", "El código de barras no es válido"},
		{object{"imageUrl": "http://example.com/1.png"}, "imageUrl", "La imagen debe tener una dirección https"},
		{object{"imageUrl": "https://ana:clave@example.com/1.png"}, "imageUrl", "La imagen debe tener una dirección https"},
		{object{"price": -1}, "price", "El precio debe ser un número mayor o igual a 0"},
		{object{"status": "roto"}, "status", "El valor no es válido"},
		{object{"idProduct": 7}, "idProduct", "Este campo no existe"},
		{object{"minStock": 2_000_000_000}, "minStock", "El stock mínimo es demasiado grande"},
		{object{"minimumStock": 2_000_000_000}, "minimumStock", "El stock mínimo es demasiado grande"},
		{object{"maxStock": 2_000_000_000}, "maxStock", "El stock máximo es demasiado grande"},
		{object{"packSize": 2_000_000_000}, "packSize", "Las unidades por paquete son demasiadas"},
		{object{"price": 1_000_000_000_000}, "price", "El importe es demasiado grande"},
		{object{"productPrice": 1.999}, "productPrice", "El importe debe ser un número con dos decimales como mucho"},
		{object{"tags": []string{"uno", strings.Repeat("n", 300)}}, "tags", "Una etiqueta es demasiado larga"},
		{object{"category": strings.Repeat("n", 300)}, "category", "El nombre es demasiado largo"},
		{object{"tags": []int{1}}, "tags", "El valor no es válido"},
		{object{"tags": object{}}, "tags", "El valor no es válido"},
		{object{"category": []string{}}, "category", "El valor no es válido"},
		{object{"category": object{}}, "category", "El valor no es válido"},
		{object{"category": object{"foo": 1}}, "category", "El valor no es válido"},
		{object{"category": object{"name": nil}}, "category", "El valor no es válido"},
		{object{"category": 1e30}, "category", "El valor no es válido"},
		{object{"brand": true}, "brand", "El valor no es válido"},
		{object{"stock": 1e30}, "stock", "El número es demasiado grande"},
		{object{"minStock": 1e30}, "minStock", "El número es demasiado grande"},
	} {
		s.patch(t, token, path, row.sent).mustBlame(t, map[string]string{row.field: row.message})
	}
	s.get(t, token, path).want(t, map[string]any{"name": "Producto HER-1", "currentStock": 1, "version": 2})
}

// A whole number is one however it is written.
func TestWholeNumbersAreReadHoweverTheyAreWritten(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "lucia", core.Manager))
	body := `{"sku": "HER-1.0", "name": "1e2", "stock": 1e2, "minStock": 1.0, "packSize": 20e-1, "price": 1.50,
		"status": 2.0, "tags": ["3.0"], "category": "1.0"}`
	made := s.do(t, call{method: "POST", path: "/api/products/", token: token, body: body}).mustBe(t, 201)
	made.want(t, map[string]any{
		"sku": "HER-1.0", "name": "1e2", "currentStock": 100, "minStock": 1, "packSize": 2, "price": 1.5, "status": 2,
		"tags.0": "3.0", "category": "1.0",
	})
	s.do(t, call{
		method: "PATCH", path: "/api/products/1/", token: token, body: `{"stock": 1.5}`,
	}).mustBlame(t, map[string]string{"stock": "Debe ser un número entero"})
}

// rack is a small shop in which every filter finds something else.
func rack(t *testing.T, s *stack) string {
	t.Helper()
	token := s.session(t, s.person(t, "lucia", core.Manager))
	for _, product := range []object{
		{
			"sku": "A", "name": "Ánfora", "stock": 40, "minStock": 5, "price": 10, "category": "Barro", "brand": "Roca",
			"tags": "patio",
		},
		{"sku": "B", "name": "Bote", "stock": 5, "minStock": 5, "price": 2.5, "category": "Vidrio"},
		{"sku": "C", "name": "Cesta", "category": "Vidrio", "brand": "Roca", "status": "inactive"},
		{"sku": "D", "name": "Dedal", "stock": 9, "price": 0.5, "status": "discontinued"},
	} {
		s.post(t, token, "/api/products/", product).mustBe(t, 201)
	}
	return token
}

func TestTheListOfProducts(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := rack(t, s)
		s.get(t, token, "/api/products/?page=2&limit=3&ordering=sku").mustBe(t, 200).want(t,
			map[string]any{"count": 4, "results.0.sku": "D"})
		categories := s.get(t, token, "/api/products/categories/")
		categories.want(t, map[string]any{"0.name": "Barro", "1.name": "Vidrio", "1.products": 2})
		s.get(t, token, "/api/products/brands/").want(t, map[string]any{"0.name": "Roca", "0.products": 2})
		queries := map[string]string{
			"":                              "D C B A", // the newest first
			"ordering=sku":                  "A B C D",
			"ordering=-name":                "D C B A",
			"ordering=name":                 "A B C D",
			"ordering=currentStock":         "C B D A",
			"ordering=-createdAt":           "D C B A",
			"search=anfora":                 "A",
			"category=vidrio":               "C B",
			"category=Barro":                "A",
			"brand=Roca":                    "C A",
			"tag=patio":                     "A",
			"status=1":                      "B A",
			"status=inactive":               "C",
			"inStock=true":                  "D B A",
			"inStock=false":                 "C",
			"lowStock=true":                 "B",
			"minPrice=2.5":                  "B A",
			"maxPrice=2.5":                  "D B",
			"minPrice=1&maxPrice=9.99":      "B",
			"minStock=9":                    "D A",
			"maxStock=5":                    "C B",
			"minStock=5&maxStock=9":         "D B",
			"brand=Roca&inStock=true":       "A",
			"category=vidrio&lowStock=true": "B",
		}
		queries[fmt.Sprintf("category=%v", categories.field(t, "1.id"))] = "C B"
		for query, want := range queries {
			if got := s.get(t, token, "/api/products/?"+query).column(t, "sku"); got != want {
				t.Errorf("%s lists %q, want %q", query, got, want)
			}
		}
		for query, field := range map[string]string{
			"page=0": "page", "limit=0": "limit", "limit=101": "limit", "ordering=azar": "ordering", "status=roto": "status",
			"inStock=quizas": "inStock",
			"minPrice=-1":    "minPrice", "minStock=-1": "minStock", "minStock=x": "minStock",
		} {
			var body map[string][]string
			s.get(t, token, "/api/products/?"+query).mustBe(t, 400).into(t, &body)
			if fields := slices.Collect(maps.Keys(body)); !slices.Equal(fields, []string{field}) {
				t.Errorf("%s blames %v", query, fields)
			}
		}
		if with, without := s.get(t, token, "/api/products/"), s.get(t, token, "/api/products"); with.body != without.body {
			t.Errorf("without its last slash the list is %s", without.body)
		}
	})
}

func TestThePlainLists(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := rack(t, s)
		for path, want := range map[string]string{
			"search/?q=ANFORA":                            "A",
			"search/?q=roca":                              "A C",
			"search/?q=roca&limit=1":                      "A",
			"search/?q=" + url.QueryEscape("ánfora roca"): "A",
			"search/?q=nada":                              "",
			"search/?stock_min=5":                         "B D A",
			"search/?stock_max=5":                         "C B",
			"search/?stock_min=5&stock_max=9":             "B D",
			"low-stock/":                                  "B D",
			"low-stock/?threshold=5":                      "B",
			"low_stock/":                                  "B",
			"out-of-stock/":                               "C",
		} {
			if got := s.get(t, token, "/api/products/"+path).column(t, "sku"); got != want {
				t.Errorf("%s lists %q, want %q", path, got, want)
			}
		}
		stats := s.get(t, token, "/api/products/stats/").mustBe(t, 200).want(t, map[string]any{
			"totalProducts": 4, "totalStock": 54, "lowStockProducts": 1, "outOfStockProducts": 1, "inactiveProducts": 1,
			"discontinuedProducts": 1,
		})
		if twin := s.get(t, token, "/api/products/statistics/").mustBe(t, 200); twin.body != stats.body {
			t.Errorf("the statistics are %s, the stats %s", twin.body, stats.body)
		}
		for sku := range 12 {
			s.product(t, token, fmt.Sprintf("LOTE-%02d", sku), 1)
		}
		if got := strings.Fields(s.get(t, token, "/api/products/search/?q=lote").column(t, "sku")); len(got) != 10 {
			t.Errorf("a search that does not say how many finds %d", len(got))
		}
	})
}

func TestIsTheSKUFree(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "noe", core.Viewer))
		boss := s.session(t, s.person(t, "lucia", core.Manager))
		id := s.product(t, boss, "HER-1", 0)
		s.product(t, boss, "HER-2", 0)
		for query, free := range map[string]bool{
			"sku=HER-1": false, "sku=her-1": false, "sku=HER-3": true, "sku=HER-1&exclude_id=" + id: true,
			"sku=HER-2&exclude_id=" + id: false, "sku=%20": false,
		} {
			s.get(t, token, "/api/products/validate-sku/?"+query).mustBe(t, 200).want(t, map[string]any{"is_available": free})
		}
	})
}

func TestAProductIsDuplicatedDeletedAndBroughtBack(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "lucia", core.Manager))
		id := s.product(t, token, "HER-1", 6)
		path := "/api/products/" + id + "/"
		twin := s.post(t, token, path+"duplicate/", object{"new_sku": "HER-2"}).mustBe(t, 201)
		twin.want(t, map[string]any{
			"idProduct": 2, "sku": "HER-2", "name": "Producto HER-1", "price": 20.5, "currentStock": 0, "lastMovement": nil,
			"version": 1,
		})
		s.post(t, token, path+"duplicate/", object{"new_sku": "her-2"}).mustBlame(t,
			map[string]string{"new_sku": "Ya existe un producto con este SKU"})
		s.post(t, token, path+"duplicate/", object{"new_sku": " "}).mustBlame(t,
			map[string]string{"new_sku": "El SKU es requerido"})

		seen := s.get(t, token, path).header.Get("ETag")
		s.patch(t, token, path, object{"name": "Otro"}).mustBe(t, 200)
		s.do(t, call{
			method: "PATCH", path: path, token: token, body: `{"name": "Tarde"}`, header: map[string]string{"If-Match": seen},
		}).mustBe(t, 412)

		s.delete(t, token, path).mustBe(t, 204)
		s.get(t, token, path).mustSay(t, 404, "No encontrado")
		s.patch(t, token, path, object{"name": "Nadie"}).mustBe(t, 404)
		s.post(t, token, path+"adjust_stock/", object{"type": "in", "quantity": 1}).mustBe(t, 404)
		if left := s.get(t, token, "/api/products/").column(t, "sku"); left != "HER-2" {
			t.Errorf("the list still has %s", left)
		}
		s.get(t, token, "/api/products/validate-sku/?sku=HER-1").want(t, map[string]any{"is_available": true})
		s.get(t, token, "/api/movements/?product="+id).want(t, map[string]any{
			"count": 1, "results.0.product": "Otro", "results.0.productSku": "HER-1",
		})
		s.post(t, token, path+"restore/", object{}).mustBe(t, 200).want(t, map[string]any{"name": "Otro", "currentStock": 6})
		s.get(t, token, "/api/products/stats/").want(t, map[string]any{"totalProducts": 2, "totalStock": 6})
	})
}

func TestManyProductsAreChangedAndChangedBack(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := rack(t, s)
		changed := s.post(t, token, "/api/products/bulk/", object{"items": []object{
			{"id": 1, "status": "inactive", "category": "Loza", "minStock": 41}, {"id": 2, "deleted": true},
		}}).mustBe(t, 200).want(t, map[string]any{"changed": 2})
		if left := s.get(t, token, "/api/products/?ordering=sku").column(t, "sku"); left != "A C D" {
			t.Errorf("the list has %s", left)
		}
		s.get(t, token, "/api/products/1/").want(t, map[string]any{"status": 2, "category": "Loza", "minStock": 41})
		s.post(t, token, "/api/products/bulk/", object{"items": changed.field(t, "undo")}).mustBe(t, 200)
		s.get(t, token, "/api/products/1/").want(t, map[string]any{"status": 1, "category": "Barro", "minStock": 5})
		if back := s.get(t, token, "/api/products/?ordering=sku").column(t, "sku"); back != "A B C D" {
			t.Errorf("the list has %s", back)
		}
		s.get(t, token, "/api/products/stats/").want(t, map[string]any{
			"totalProducts": 4, "lowStockProducts": 1, "inactiveProducts": 1,
		})
		// What was so already is no change, and nothing to take back.
		s.post(t, token, "/api/products/bulk/",
			object{"items": []object{{"id": 1}, {"id": 2, "status": 1}, {"id": 3, "status": 1}}}).mustBe(t, 200).
			want(t, map[string]any{"changed": 1, "undo.0.id": 3})
		s.post(t, token, "/api/products/bulk/", object{"items": []object{{"id": 1}}}).mustBe(t, 200).want(t,
			map[string]any{"changed": 0})
	})
}
