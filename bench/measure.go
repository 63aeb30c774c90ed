package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
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
	return question{name: name, method: http.MethodGet, path: func(*shop, int) string { return path }}
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
	get("search as one types", "/api/products/search/?q=torn"),
	get("search, exact SKU", "/api/products/search/?q=SKU-000042"),
	get("search, two letters", "/api/products/?search=ta"),
	get("figures of the catalogue", "/api/products/stats/"),
	get("categories", "/api/products/categories/"),
	get("movements", "/api/movements/"),
	get("movements, coming in", "/api/movements/?type=entrada"),
	get("movements, search", "/api/movements/?search=tornillo"),
	get("recent movements", "/api/movements/recent/"),
	get("inventory", "/api/inventory/"),
	get("inventory, one category", "/api/inventory/?category=Pintura"),
	get("inventory, search", "/api/inventory/?search=tornillo"),
	get("alerts", "/api/alerts/"),
	get("alerts, critical", "/api/alerts/?level=critical"),
	get("alerts, newest first, page 5", "/api/alerts/?ordering=-createdAt&page=5"),
	get("alerts, search", "/api/alerts/?search=tornillo"),
	get("alerts, resolved", "/api/alerts/?resolved=true&ordering=-resolvedAt"),
	get("figures of the alerts", "/api/alerts/summary/"),
	get("entries", "/api/entries/"),
	get("entries, purchases", "/api/entries/?entryType=purchase"),
	get("forecast, soonest first", "/api/forecast/"),
	get("forecast, most to order", "/api/forecast/?ordering=-toDo"),
	get("forecast, low stock, latest first", "/api/forecast/?lowStock=true&ordering=-runsOutIn"),
	get("forecast, search, by sales", "/api/forecast/?search=tornillo&ordering=-soldLast30Days"),
	{name: "one forecast", method: http.MethodGet, path: func(s *shop, n int) string { return fmt.Sprintf("/api/forecast/%d/", 1+n%s.products) }},
	{name: "one product", method: http.MethodGet, path: func(s *shop, n int) string { return fmt.Sprintf("/api/products/%d/", 1+n%s.products) }},
	{
		name: "adjust stock", method: http.MethodPost,
		path: func(s *shop, n int) string { return fmt.Sprintf("/api/products/%d/adjust_stock/", 1+n%s.products) },
		body: func(int) string { return `{"quantity": 1, "type": "in", "reason": "restock"}` },
	},
}

// percentiles of one round, in microseconds.
type percentiles struct{ p50, p99 int64 }

// row is a question's line in the table: the middle round, and every ratio.
type row struct {
	few, many percentiles
	ratios    []float64
}

// measure asks both shops in turn, so that whatever slows the machine slows both.
func measure(ctx context.Context, few, many *shop, q question, o options) (row, error) {
	var fewRounds, manyRounds []percentiles
	var r row
	for round := range o.rounds {
		a, err := few.ask(ctx, q, o.requests, round)
		if err != nil {
			return r, err
		}
		b, err := many.ask(ctx, q, o.requests, round)
		if err != nil {
			return r, err
		}
		fewRounds, manyRounds = append(fewRounds, a), append(manyRounds, b)
		r.ratios = append(r.ratios, float64(b.p50)/float64(max(a.p50, 1)))
	}
	slices.Sort(r.ratios)
	r.few, r.many = median(fewRounds), median(manyRounds)
	return r, nil
}

func median(rounds []percentiles) percentiles {
	slices.SortFunc(rounds, func(a, b percentiles) int { return int(a.p50 - b.p50) })
	return rounds[len(rounds)/2]
}

// ask sends one round of a question and sorts how long each answer took.
func (s *shop) ask(ctx context.Context, q question, requests, round int) (percentiles, error) {
	random := rand.New(rand.NewPCG(7, uint64(round))) //nolint:gosec // The same questions in every run.
	took := make([]int64, 0, requests)
	for i := range requests + requests/10 {
		body := ""
		if q.body != nil {
			body = q.body(i)
		}
		began := time.Now()
		if err := s.send(ctx, q.method, q.path(s, random.IntN(1<<30)), body); err != nil {
			return percentiles{}, err
		}
		if i >= requests/10 { // The first tenth warms up.
			took = append(took, time.Since(began).Microseconds())
		}
	}
	slices.Sort(took)
	return percentiles{p50: took[len(took)/2], p99: took[len(took)*99/100]}, nil
}

func (s *shop) send(ctx context.Context, method, path, body string) error {
	request, err := http.NewRequestWithContext(ctx, method, s.address+path, bytes.NewBufferString(body))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Session "+s.token)
	request.Header.Set("Content-Type", "application/json")
	response, err := s.client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s %s answered %d: %s", method, path, response.StatusCode, answer)
	}
	return err
}
