package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"estante/internal/core"
)

// lasting are addresses whose answers are given again while nothing changes.
func lasting(id string) []string {
	return []string{
		"/api/products/", "/api/products/?ordering=name&page=1", "/api/products/search/?q=mar", "/api/products/stats/",
		"/api/products/categories/", "/api/products/brands/", "/api/products/tags/", "/api/products/" + id + "/",
		"/api/movements/", "/api/movements/recent/", "/api/forecast/", "/api/entries/", "/api/alerts/",
		"/api/alerts/summary/",
	}
}

func TestAnAnswerGivenAgainIsTheSame(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ana", core.Administrator))
		id := s.product(t, token, "MARTILLO", 5)
		for _, path := range lasting(id) {
			first := s.get(t, token, path).mustBe(t, 200)
			again := s.get(t, token, path).mustBe(t, 200)
			bare := s.get(t, token, strings.Replace(path, "/?", "?", 1)).mustBe(t, 200)
			for _, other := range []reply{again, bare} {
				if other.body != first.body || other.header.Get("ETag") != first.header.Get("ETag") {
					t.Errorf("%s answered %s %s and then %s %s", path, first.header.Get("ETag"), first.body, other.header.Get("ETag"),
						other.body)
				}
			}
			s.get(t, "", path).mustSay(t, 401, "No hay sesión activa")
			s.get(t, "made-up", path).mustSay(t, 401, "Sesión expirada")
		}
		for _, wrong := range []string{"/api/products/?page=0", "/api/products/999/", "/api/products/?nothing=1"} {
			first := s.get(t, token, wrong)
			if again := s.get(t, token, wrong); again.status != first.status || again.body != first.body || first.status < 400 {
				t.Errorf("%s answered %d %s and then %d %s", wrong, first.status, first.body, again.status, again.body)
			}
		}
	})
}

// A change, made here or in another process, is seen at once.
func TestAnAnswerIsNotGivenAgainAfterAChange(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		other := s.beside(t, s.options)
		token := s.session(t, s.person(t, "ana", core.Administrator))
		id := s.product(t, token, "MARTILLO", 5)
		s.post(t, token, "/api/entries/", object{
			"productId": number(t, id), "quantity": 1, "entryType": "manual",
		}).mustBe(t, 201)
		s.post(t, token, "/api/products/"+id+"/adjust_stock/", object{"type": "out", "quantity": 6}).mustBe(t, 200)
		for n, where := range []*stack{s, other, s, other} {
			for _, path := range lasting(id) {
				s.get(t, token, path).mustBe(t, 200)
			}
			name := fmt.Sprintf("Martillo %d", n)
			where.patch(t, token, "/api/products/"+id+"/", object{
				"name": name, "category": name, "brand": name, "tags": []string{name},
			}).mustBe(t, 200)
			for _, path := range lasting(id) {
				answer := s.get(t, token, path).mustBe(t, 200)
				if !strings.Contains(answer.body, name) && !strings.Contains(path, "/stats/") &&
					!strings.Contains(path, "/summary/") {
					t.Errorf("after another name %s answered %s", path, answer.body)
				}
			}
			where.post(t, token, "/api/products/"+id+"/adjust_stock/", object{"type": "in", "quantity": 1}).mustBe(t, 200)
			s.mustAnswer(t, token, id, 1, 4+2*n)
			where.post(t, token, "/api/products/"+id+"/adjust_stock/", object{"type": "out", "quantity": 1}).mustBe(t, 200)
			s.mustAnswer(t, token, id, 0, 5+2*n)
		}
	})
}

// mustAnswer wants the stock of the only product, and so many movements, wherever
// they are told.
func (s *stack) mustAnswer(t *testing.T, token, id string, stock, movements int) {
	t.Helper()
	gone := map[bool]int{true: 1}[stock == 0]
	for _, told := range []struct {
		path, field string
		want        int
	}{
		{"/api/products/" + id + "/", "currentStock", stock},
		{"/api/products/", "results.0.currentStock", stock},
		{"/api/products/stats/", "totalStock", stock},
		{"/api/forecast/", "results.0.currentStock", stock},
		{"/api/movements/", "count", movements},
		{"/api/movements/recent/", "0.newStock", stock},
		{"/api/alerts/summary/", "outOfStock", gone},
	} {
		if got := s.get(t, token, told.path).mustBe(t, 200).field(t, told.field); got != float64(told.want) {
			t.Errorf("%s of %s is %v, want %d", told.field, told.path, got, told.want)
		}
	}
}

func TestWhoIsSignedOutIsToldNothingMore(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		other := s.beside(t, s.options)
		admin := s.session(t, s.person(t, "admin", core.Administrator))
		ana := s.person(t, "ana", core.Manager)
		id := s.product(t, admin, "MARTILLO", 5)
		ends := map[string]func(where *stack, token string){
			"logout": func(where *stack, token string) {
				where.post(t, "", "/api/auth/logout/", object{"sessionToken": token}).mustBe(t, 204)
			},
			"other role": func(where *stack, _ string) {
				where.patch(t, admin, fmt.Sprintf("/api/users/%d/", ana.ID), object{"roleId": 4}).mustBe(t, 200)
			},
			"put an end": func(where *stack, _ string) {
				where.patch(t, admin, fmt.Sprintf("/api/users/%d/", ana.ID), object{"isActive": false}).mustBe(t, 200)
			},
		}
		for _, where := range []*stack{s, other} {
			for _, how := range []string{"logout", "other role", "put an end"} {
				where.patch(t, admin, fmt.Sprintf("/api/users/%d/", ana.ID), object{"roleId": 2, "isActive": true}).mustBe(t, 200)
				token := s.session(t, ana)
				for range 2 {
					for _, path := range lasting(id) {
						s.get(t, token, path).mustBe(t, 200)
					}
				}
				ends[how](where, token)
				for _, path := range lasting(id) {
					s.get(t, token, path).mustSay(t, 401, "Sesión expirada")
				}
			}
		}
	})
}

func TestASessionEndsByItselfWhileNothingChanges(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ana", core.Administrator))
		id := s.product(t, token, "MARTILLO", 5)
		s.clock.pass(12*time.Hour - time.Second)
		for range 2 {
			s.get(t, token, "/api/products/"+id+"/").mustBe(t, 200)
		}
		s.clock.pass(time.Second)
		s.get(t, token, "/api/products/"+id+"/").mustSay(t, 401, "Sesión expirada")
	})
}

// What was sold of late is another figure after midnight, though nothing happened.
func TestAnAnswerEndsWithTheDay(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		ana := s.person(t, "ana", core.Administrator)
		token := s.session(t, ana)
		id := s.product(t, token, "MARTILLO", 5)
		s.post(t, token, "/api/products/"+id+"/adjust_stock/", object{
			"type": "out", "quantity": 2, "reason": "sale",
		}).mustBe(t, 200)
		s.clock.pass(29*24*time.Hour + 11*time.Hour)
		token = s.session(t, ana)
		sold := func() any { return s.get(t, token, "/api/products/").field(t, "results.0.soldLast30Days") }
		if first, again := sold(), sold(); first != 2.0 || again != 2.0 {
			t.Errorf("on the last day %v and then %v were sold of late, want 2", first, again)
		}
		s.clock.pass(5 * time.Hour)
		if after := sold(); after != 0.0 {
			t.Errorf("after it %v were sold of late, want 0", after)
		}
	})
}
