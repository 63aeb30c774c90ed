package main

import (
	"fmt"
	"net/http"
	"time"
)

// question is one thing a screen asks. The address may depend on a number.
type question struct {
	name   string
	method string
	path   func(s *shop, n int) string
	body   func(n int) string
}

func get(name, path string) question {
	return getEach(name, func(*shop, int) string { return path })
}

// getEach asks for another address each time.
func getEach(name string, path func(s *shop, n int) string) question {
	return question{name: name, method: http.MethodGet, path: path}
}

var questions = []question{
	get("list, newest first", "/api/products/"),
	get("list, by name", "/api/products/?ordering=name"),
	get("list, by SKU descending", "/api/products/?ordering=-sku"),
	get("list, by stock", "/api/products/?ordering=currentStock"),
	get("list, by category", "/api/products/?ordering=category"),
	get("list, page 5 of 20", "/api/products/?page=5"),
	get("list, page 400 of 20", "/api/products/?page=400"),
	get("list, low stock", "/api/products/?lowStock=true"),
	get("list, low stock, most first", "/api/products/?lowStock=true&ordering=-currentStock"),
	get("list, out of stock", "/api/products/?inStock=false"),
	get("list, out of stock, by name", "/api/products/?inStock=false&ordering=name"),
	get("list, one category", "/api/products/?category=Pintura"),
	get("list, one category, by name", "/api/products/?category=Pintura&ordering=name"),
	get("list, one brand, by SKU", "/api/products/?brand=Bosch&ordering=sku"),
	get("list, active", "/api/products/?status=1"),
	get("list, between two prices", "/api/products/?minPrice=10&maxPrice=40&ordering=name"),
	get("list, between two stocks", "/api/products/?minStock=50&maxStock=90"),
	get("search, rare word", "/api/products/?search=zafiro"),
	get("search, common word", "/api/products/?search=tornillo"),
	get("search, common word, by name", "/api/products/?search=tornillo&ordering=name"),
	get("search, two words", "/api/products/?search=tornillo+bosch"),
	getEach("search, another one each time", func(_ *shop, n int) string {
		return fmt.Sprintf("/api/products/?search=tornillo+%d", n%100)
	}),
	get("search as one types", "/api/products/search/?q=torn"),
	get("search, exact SKU", "/api/products/search/?q=SKU-000042"),
	get("search, two letters", "/api/products/?search=ta"),
	get("figures of the catalogue", "/api/products/stats/"),
	get("categories", "/api/products/categories/"),
	get("movements", "/api/movements/"),
	get("movements, coming in", "/api/movements/?type=entrada"),
	get("movements, search", "/api/movements/?search=tornillo"),
	get("recent movements", "/api/movements/recent/"),
	get("audit", "/api/audit/"),
	get("audit, products", "/api/audit/?noun=product"),
	getEach("audit, one product", func(s *shop, n int) string {
		return fmt.Sprintf("/api/audit/?noun=product&nounId=%d", 1+n%s.products)
	}),
	get("inventory", "/api/inventory/"),
	get("inventory, one category", "/api/inventory/?category=Pintura"),
	get("inventory, search", "/api/inventory/?search=tornillo"),
	get("alerts", "/api/alerts/"),
	get("alerts, critical", "/api/alerts/?level=critical"),
	get("alerts, newest first, page 2", "/api/alerts/?ordering=-createdAt&page=2"),
	get("alerts, search", "/api/alerts/?search=tornillo"),
	get("alerts, search, newest first", "/api/alerts/?search=tornillo&ordering=-createdAt"),
	get("alerts, search, rare word", "/api/alerts/?search=zafiro"),
	get("alerts, low, newest first", "/api/alerts/?level=low&ordering=-createdAt"),
	get("alerts, oldest first, page 50", "/api/alerts/?ordering=createdAt&page=50"),
	get("alerts, snoozed", "/api/alerts/?state=snoozed"),
	get("alerts, resolved", "/api/alerts/?resolved=true&ordering=-resolvedAt"),
	get("figures of the alerts", "/api/alerts/summary/"),
	get("entries", "/api/entries/"),
	get("entries, purchases", "/api/entries/?entryType=purchase"),
	get("entries, search", "/api/entries/?search=tornillo"),
	get("entries, page 5", "/api/entries/?page=5"),
	get("stocktakes", "/api/stocktakes/"),
	getEach("lines of a stocktake", func(s *shop, _ int) string {
		return fmt.Sprintf("/api/stocktakes/%d/lines/", s.stocktake)
	}),
	getEach("lines of a stocktake, search", func(s *shop, _ int) string {
		return fmt.Sprintf("/api/stocktakes/%d/lines/?search=tornillo", s.stocktake)
	}),
	get("orders", "/api/pedidos/"),
	get("orders, by total, page 5", "/api/pedidos/?ordering=-totalAmount&page=5"),
	get("orders, pending", "/api/pedidos/?status=pending"),
	get("orders, search", "/api/pedidos/?search=garcia"),
	getEach("orders, since yesterday, by customer", func(*shop, int) string {
		return "/api/pedidos/?ordering=customerName&dateFrom=" + time.Now().AddDate(0, 0, -1).Format(time.DateOnly)
	}),
	get("figures of the orders", "/api/pedidos/summary/"),
	get("orders, trend", "/api/pedidos/tendencia/"),
	get("orders, statistics", "/api/pedidos/estadisticas/"),
	get("recent orders", "/api/pedidos/recent/"),
	get("best sellers", "/api/products/best-sellers/"),
	get("forecast, soonest first", "/api/forecast/"),
	get("forecast, soonest first, page 400", "/api/forecast/?page=400"),
	get("forecast, latest first", "/api/forecast/?ordering=-runsOutIn"),
	get("forecast, by name", "/api/forecast/?ordering=productName"),
	get("forecast, by stock", "/api/forecast/?ordering=-currentStock"),
	get("forecast, most sold", "/api/forecast/?ordering=-soldLast30Days"),
	get("forecast, will sell most", "/api/forecast/?ordering=-willSellIn30Days"),
	get("forecast, by alert days", "/api/forecast/?ordering=alertDays"),
	get("forecast, blocked alerts", "/api/forecast/?alertBlocked=true"),
	get("forecast, low stock, by name", "/api/forecast/?lowStock=true&ordering=productName"),
	get("forecast, search", "/api/forecast/?search=tornillo"),
	get("forecast, search, rare word", "/api/forecast/?search=zafiro&ordering=productName"),
	get("forecast, most to order", "/api/forecast/?ordering=-toDo"),
	get("forecast, low stock, latest first", "/api/forecast/?lowStock=true&ordering=-runsOutIn"),
	get("forecast, search, by sales", "/api/forecast/?search=tornillo&ordering=-soldLast30Days"),
	getEach("one forecast", func(s *shop, n int) string { return fmt.Sprintf("/api/forecast/%d/", 1+n%s.products) }),
	getEach("one product", func(s *shop, n int) string { return fmt.Sprintf("/api/products/%d/", 1+n%s.products) }),
	{
		name: "adjust stock", method: http.MethodPost,
		path: func(s *shop, n int) string { return adjustPath(plenty(s.products, n)) },
		body: func(int) string { return `{"quantity": 1, "type": "in", "reason": "restock"}` },
	},
}

func adjustPath(id int64) string { return fmt.Sprintf("/api/products/%d/adjust_stock/", id) }

// plenty is a product of which there is plenty: however many are adjusted, the
// lists of what is low or out are as long in a small shop as in a large one.
func plenty(products, n int) int64 {
	n %= products * 9 / 10
	return int64(2 + n/9*10 + n%9)
}
