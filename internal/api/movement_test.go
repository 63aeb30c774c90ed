package api_test

import (
	"strings"
	"testing"
	"time"

	"estante/internal/core"
)

// Two people move two products on two days.
func TestMovementsThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		lucia := s.session(t, s.person(t, "lucia", core.Manager))
		s.product(t, lucia, "HER-1", 10)
		s.clock.pass(24 * time.Hour)
		noe := s.keep(t, core.User{Username: "noe", Role: core.Seller, State: core.AccountActive})
		token := s.session(t, noe)
		s.post(t, token, "/api/products/1/adjust_stock/", object{
			"quantity": 4, "type": "out", "reason": "sale", "notes": "En tienda",
		}).mustBe(t, 200)
		s.get(t, token, "/api/movements/").mustBe(t, 200).want(t, map[string]any{
			"count": 2, "results.0.id": 2, "results.0.type": "salida", "results.0.product": "Producto HER-1",
			"results.0.productSku": "HER-1",
			"results.0.quantity":   4, "results.0.date": "16/11/2026", "results.0.time": "10:00",
			"results.0.user":   "Nombre Apellido",
			"results.0.userId": int(noe.ID), "results.0.notes": "En tienda", "results.0.location": "Principal",
			"results.0.previousStock": 10,
			"results.0.newStock":      6, "results.1.type": "entrada",
		})
		for query, want := range map[string]string{
			"": "2 1", "ordering=createdAt": "1 2", "ordering=-createdAt": "2 1", "type=entrada": "1", "type=salida": "2",
			"reason=sale":  "2",
			"source=order": "", "search=her-1": "2 1", "search=nada": "", "createdBy=apellido": "2 1", "createdBy=nadie": "",
			"product=1": "2 1",
			"product=9": "", "location=1": "2 1", "dateFrom=2026-11-16": "2", "dateTo=2026-11-15": "1",
			"dateFrom=2026-11-15&dateTo=2026-11-16": "2 1",
			"page=2&limit=1":                        "1",
		} {
			list := s.get(t, token, "/api/movements/?"+query).mustBe(t, 200)
			if got := list.column(t, "id"); got != want {
				t.Errorf("%s lists %q, want %q", query, got, want)
			}
			if twin := s.get(t, token, "/api/user-movements/?"+query).mustBe(t, 200); twin.body != list.body {
				t.Errorf("%s: the movements of users are %s", query, twin.body)
			}
		}
		if got := s.get(t, token, "/api/movements/recent/?limit=1").column(t, "id"); got != "2" {
			t.Errorf("the most recent is %s", got)
		}
		for range 10 {
			s.post(t, token, "/api/products/1/adjust_stock/", object{"quantity": 1, "type": "in"}).mustBe(t, 200)
		}
		if got := strings.Fields(s.get(t, token, "/api/movements/recent/").column(t, "id")); len(got) != 10 {
			t.Errorf("%d are recent when nobody says how many", len(got))
		}
		for query, field := range map[string]string{
			"type=robo": "type", "dateFrom=ayer": "dateFrom", "ordering=quantity": "ordering", "page=0": "page",
		} {
			var body map[string][]string
			s.get(t, token, "/api/movements/?"+query).mustBe(t, 400).into(t, &body)
			if len(body) != 1 || len(body[field]) != 1 {
				t.Errorf("%s: %v", query, body)
			}
		}
	})
}
