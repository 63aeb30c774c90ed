package api_test

import (
	"fmt"
	"strings"
	"testing"

	"estante/internal/core"
)

// foresee works out every forecast that is due, as the jobs do.
func (s *stack) foresee(t *testing.T) {
	t.Helper()
	for {
		ran, err := s.inv.Forecasts.WorkOnForecastRuns(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		more, err := s.inv.Forecasts.WorkOnDueForecasts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !ran && !more {
			return
		}
	}
}

func TestForecastsThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		boss := s.session(t, s.person(t, "lucia", core.Manager))
		seller := s.session(t, s.person(t, "noe", core.Seller))
		id := number(t, s.product(t, boss, "HER-1", 40))
		s.product(t, boss, "HER-2", 0)
		product := fmt.Sprintf("/api/products/%d/", id)
		s.post(t, seller, product+"adjust_stock/", object{"type": "out", "quantity": 5, "reason": "sale"}).mustBe(t, 200)
		s.do(t, call{
			method: "PATCH", path: product, token: boss,
			body: `{"leadDays": 3, "packSize": 6, "serviceLevel": 90, "alertDays": 20}`,
		}).
			mustBe(t, 200).want(t, map[string]any{"leadDays": 3, "packSize": 6, "serviceLevel": 90, "soldLast30Days": 5})
		s.foresee(t)
		s.get(t, seller, "/api/forecast/").mustBe(t, 200).want(t, map[string]any{
			"count": 2, "results.0.sku": "HER-2", "results.0.runsOutIn": 0, "results.0.toDo": 0,
			"results.1.productId": id, "results.1.productName": "Producto HER-1", "results.1.currentStock": 35,
			"results.1.soldLast30Days": 5,
			"results.1.runsOutIn":      nil, "results.1.alertDays": 20, "results.1.alertBlocked": false,
			"results.1.lowConfidence": true,
		})
		s.get(t, seller, "/api/forecast/?search=her-1&ordering=-toDo&page=1&limit=10").mustBe(t, 200).want(t,
			map[string]any{"count": 1})
		for _, wrong := range []string{"ordering=price", "page=0", "lowStock=quizás", "limit=101", "unknown=1"} {
			s.get(t, seller, "/api/forecast/?"+wrong).mustBe(t, 400)
		}
		s.get(t, seller, fmt.Sprintf("/api/forecast/%d/", id)).mustBe(t, 200).want(t, map[string]any{
			"productId": id, "method": "unsold", "order.stock": 35, "order.position": 35, "order.coverDays": 10,
			"order.reviewDays":   7,
			"order.serviceLevel": 90, "order.packSize": 6, "order.reordered": true, "historyDays": 0,
		})
		s.do(t, call{
			method: "PATCH", path: product, token: boss, body: `{"leadDays": 151, "packSize": 0, "serviceLevel": 100}`,
		}).mustBlame(t, map[string]string{
			"leadDays":     "El plazo de entrega debe ser un número entre 0 y 150",
			"packSize":     "Las unidades por paquete deben ser al menos 1",
			"serviceLevel": "El nivel de servicio debe ser un número entre 50 y 99",
		})
		s.post(t, seller, "/api/forecast/refresh/", nil).mustBe(t, 200).want(t, map[string]any{"state": "done"})
	})
}

func TestForecastEventsThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		boss := s.session(t, s.person(t, "lucia", core.Manager))
		s.foresee(t)
		s.post(t, boss, "/api/forecast/events/", object{
			"name": " ", "dateFrom": "ayer", "dateTo": "2026-01-06", "uplift": 0,
		}).mustBlame(t, map[string]string{
			"name": "El nombre es requerido", "dateFrom": "Debe ser una fecha, como 2026-11-15",
			"uplift": "Di cuánto más o cuánto menos se vende",
		})
		reyes := object{"name": "Reyes", "dateFrom": "2026-01-02", "dateTo": "2026-01-05", "uplift": 80, "yearly": true}
		made := s.post(t, boss, "/api/forecast/events/", reyes).mustBe(t, 201).want(t, map[string]any{
			"name": "Reyes", "uplift": 80, "category": nil, "yearly": true,
		})
		path := fmt.Sprintf("/api/forecast/events/%v/", made.field(t, "id"))
		s.get(t, boss, "/api/forecast/run/").mustBe(t, 200).want(t, map[string]any{"state": "asked"})
		patch := func(body string) reply { return s.do(t, call{method: "PATCH", path: path, token: boss, body: body}) }
		patch(`{"dateTo": "2026-01-01"}`).mustBlame(t,
			map[string]string{"dateTo": "El último día no puede ser anterior al primero"})
		patch(`{"category": "No hay"}`).mustBlame(t, map[string]string{"category": "No existe"})
		patch(`{"uplift": -50}`).mustBe(t, 200).want(t, map[string]any{"uplift": -50, "name": "Reyes"})
		s.get(t, boss, "/api/forecast/events/").mustBe(t, 200).want(t, map[string]any{"count": 1, "results.0.uplift": -50})
		s.do(t, call{method: "DELETE", path: path, token: boss}).mustBe(t, 204)
		s.get(t, boss, "/api/forecast/events/").mustBe(t, 200).want(t, map[string]any{"count": 0})
	})
}

// A report is asked for, written by a job and fetched by the user who asked.
func TestForecastReportsThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		boss := s.session(t, s.person(t, "lucia", core.Manager))
		other := s.session(t, s.person(t, "noe", core.Viewer))
		s.post(t, boss, "/api/forecast/reports/", object{"format": "pdf"}).
			mustSay(t, 409, "No hay productos que coincidan con los filtros: el reporte estaría vacío")
		s.product(t, boss, "HER-1", 4)
		for format, begins := range map[string]string{"pdf": "%PDF-", "xlsx": "PK"} {
			asked := s.post(t, boss, "/api/forecast/reports/", object{"format": format, "ordering": "-toDo"}).mustBe(t, 201).
				want(t, map[string]any{"state": "asked", "total": 1, "fileName": "prevision_2026-11-15." + format})
			path := fmt.Sprintf("/api/forecast/reports/%v/", asked.field(t, "id"))
			s.get(t, boss, path+"file/").mustSay(t, 409, "El reporte todavía no está listo")
			if worked, err := s.inv.Forecasts.WorkOnForecastReports(t.Context()); err != nil || !worked {
				t.Fatalf("worked %v: %v", worked, err)
			}
			s.get(t, boss, path).mustBe(t, 200).want(t, map[string]any{"state": "done", "done": 1})
			header, file := s.download(t, boss, path+"file/")
			if !strings.HasPrefix(string(file), begins) ||
				!strings.Contains(header.Get("Content-Disposition"), "prevision_2026-11-15."+format) {
				t.Errorf("%s: %.8q as %s", format, file, header.Get("Content-Disposition"))
			}
			s.get(t, other, path+"file/").mustBe(t, 404)
		}
	})
}
