package api_test

import (
	"fmt"
	"strings"
	"testing"

	"estante/internal/core"
)

// A price of three decimals is one on every road where there are such currencies: typed,
// imported, exported, ordered, summed up and restated; and a yen is never a hundred.
func TestAmountsKeepTheDecimalsOfTheirCurrency(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ana", core.Administrator))
		s.patch(t, token, "/api/settings/", object{"salesCurrency": "KWD", "purchaseCurrency": "KWD"}).mustBe(t, 200)
		made := s.post(t, token, "/api/products/", object{"sku": "A-1", "name": "Uno", "price": 1.255}).mustBe(t, 201)
		if made.field(t, "price") != 1.255 {
			t.Error(made.body)
		}
		id := fmt.Sprint(made.field(t, "idProduct"))
		s.post(t, token, "/api/products/", object{"sku": "A-2", "name": "Dos", "price": 1.2555}).mustBlame(t,
			map[string]string{"price": "El importe debe ser un número con tres decimales como mucho"})
		entry := s.post(t, token, "/api/entries/", object{
			"productId": made.field(t, "idProduct"), "quantity": 4, "entryType": "purchase", "unitCost": 0.625,
		}).mustBe(t, 201)
		if entry.field(t, "unitCost") != 0.625 || entry.field(t, "totalCost") != 2.5 {
			t.Error(entry.body)
		}
		order := s.post(t, token, "/api/pedidos/", object{
			"customerName": "Eva", "items": []object{{"productId": made.field(t, "idProduct"), "quantity": 2}},
		}).mustBe(t, 201)
		if order.field(t, "totalAmount") != 2.51 {
			t.Error(order.body)
		}
		for path, want := range map[string]string{
			"/api/products/?minPrice=1.25&maxPrice=1.26": `"price":1.255`,
			"/api/products/" + id + "/":                  `"cost":0.625`,
			"/api/inventory/":                            `"costValue":2.5,"saleValue":5.02`,
			"/api/inventory/?location=1":                 `"costValue":2.5,"purchaseCurrency":"KWD","saleValue":5.02`,
			"/api/entries/":                              `"costs":[{"currency":"KWD","totalCost":2.5}]`,
			"/api/pedidos/?minAmount=2.51":               `"unitPrice":1.255`,
			"/api/pedidos/?minAmount=2.52":               `"count":0`,
			"/api/pedidos/summary/":                      `"totalAmount":2.51`,
			"/api/pedidos/tendencia/?periodo=7":          `"revenue":2.51`,
			"/api/movements/":                            `"unitCost":0.625`,
		} {
			if got := s.get(t, token, path).mustBe(t, 200).body; !strings.Contains(got, want) {
				t.Errorf("%s lacks %s: %s", path, want, got)
			}
		}
		for _, format := range []string{"csv", "xlsx"} {
			_, file := s.download(t, token, "/api/products/export/?format="+format)
			if format == "csv" && !strings.Contains(string(file), ";1,255;") {
				t.Errorf("the export says %s", file)
			}
			if again := s.bring(t, token, file); again.field(t, "unchanged") != 1.0 {
				t.Errorf("%s: %s", format, again.body)
			}
		}
		done := s.bring(t, token, []byte("SKU;Nombre;Precio\nA-3;Tres;0,005\n"))
		if got := s.get(t, token, "/api/products/?search=A-3").body; !strings.Contains(got, `"price":0.005`) {
			t.Errorf("%s: %s", done.body, got)
		}
		s.patch(t, token, "/api/settings/", object{
			"salesCurrency": "JPY", "salesRate": 500, "purchaseCurrency": "EUR", "purchaseRate": 3,
		}).mustBe(t, 200)
		if now := s.get(t, token, "/api/products/"+id+"/"); now.field(t, "price") != 628.0 || now.field(t, "cost") != 1.88 {
			t.Errorf("restated: %s", now.body)
		}
		if got := s.get(t, token, "/api/pedidos/summary/").body; !strings.Contains(got, `"currency":"KWD","count":1,"amount":2.51`) {
			t.Errorf("the order of before: %s", got)
		}
		// What is asked for without a price has none in the currency of the order.
		s.patch(t, token, "/api/pedidos/"+fmt.Sprint(order.field(t, "id"))+"/", object{
			"items": []object{{"productId": made.field(t, "idProduct"), "quantity": 3}},
		}).mustBlame(t, map[string]string{"items[0].unitPrice": "El producto no tiene precio en KWD: indícalo"})
	})
}

// A product is worth what its units cost together, and not their rounded average times them.
func TestAProductIsWorthWhatItsUnitsCost(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ana", core.Manager))
		id := s.post(t, token, "/api/products/", object{"sku": "A-1", "name": "Uno"}).mustBe(t, 201).field(t, "idProduct")
		for quantity, cost := range map[int]float64{1: 5, 2: 5.01} {
			s.post(t, token, "/api/entries/", object{
				"productId": id, "quantity": quantity, "entryType": "purchase", "unitCost": cost,
			}).mustBe(t, 201)
		}
		product := s.get(t, token, fmt.Sprintf("/api/products/%v/", id)).mustBe(t, 200)
		if product.field(t, "cost") != 5.01 || product.field(t, "costValue") != 15.02 {
			t.Error(product.body)
		}
	})
}
