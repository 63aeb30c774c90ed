package api_test

import (
	"fmt"
	"testing"
	"time"

	"estante/internal/core"
)

func TestAlertsThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		boss, seller := s.session(t, s.person(t, "lucia", core.Manager)), s.session(t, s.person(t, "noe", core.Seller))
		out := number(t, s.product(t, boss, "AAA-1", 0))
		s.clock.pass(time.Minute)
		critical := number(t, s.product(t, boss, "BBB-2", 7))
		s.product(t, boss, "CCC-3", 80)
		s.get(t, boss, "/api/alerts/summary/").mustBe(t, 200).want(t, map[string]any{
			"open": 2, "outOfStock": 1, "critical": 1, "low": 0, "snoozed": 0, "resolved": 0,
		})
		list := s.get(t, seller, "/api/alerts/").mustBe(t, 200).want(t, map[string]any{
			"count": 2, "results.0.productId": out, "results.0.productName": "Producto AAA-1", "results.0.sku": "AAA-1",
			"results.0.currentStock": 0,
			"results.0.alertLevel":   "out_of_stock", "results.0.alertLevelName": "Sin Stock",
			"results.0.title": "Sin stock: Producto AAA-1",
			"results.0.type":  "stock_out", "results.0.severity": "high", "results.0.isResolved": false,
			"results.0.resolvedAt": nil, "results.0.resolvedBy": nil,
			"results.0.createdAt": "2026-11-15T09:00:00Z", "results.0.runsOutIn": nil, "results.0.toDo": nil,
			"results.0.kind": "stock", "results.0.state": "open",
			"results.1.productId": critical, "results.1.alertLevelName": "Crítica",
			"results.1.message": "Quedan 7, con un mínimo de 10.",
		})
		path := fmt.Sprintf("/api/alerts/%v/", list.field(t, "results.0.id"))
		counts := func(query string, want int) {
			t.Helper()
			s.get(t, seller, "/api/alerts/"+query).mustBe(t, 200).want(t, map[string]any{"count": want})
		}
		counts("?level=critical", 1)
		counts("?search=bbb", 1)
		counts("?search=zzz", 0)
		counts("?level=low", 0)
		counts("?resolved=true", 0)
		s.get(t, seller, "/api/alerts/?ordering=-createdAt").mustBe(t, 200).want(t,
			map[string]any{"results.0.productId": critical})
		for _, wrong := range []string{"level=alta", "page=0", "ordering=stock", "state=perdida", "resolved=quizás"} {
			s.get(t, seller, "/api/alerts/?"+wrong).mustBe(t, 400)
		}

		s.post(t, seller, path+"notes/", object{"note": "  "}).mustBlame(t, map[string]string{"note": "Escribe una nota"})
		s.post(t, seller, path+"notes/", object{"note": "Pedido al proveedor"}).mustBe(t, 201).want(t, map[string]any{
			"note": "Pedido al proveedor", "user": "Nombre Apellido",
		})
		s.get(t, seller, path+"notes/").mustBe(t, 200).want(t, map[string]any{"0.note": "Pedido al proveedor"})

		s.post(t, boss, path+"snooze/", object{"until": "2026-11-14T09:00:00Z"}).mustBlame(t,
			map[string]string{"until": "Elige un momento que no haya pasado"})
		s.post(t, boss, path+"snooze/", object{"until": "2026-11-16T09:00:00Z"}).mustBe(t, 200).want(t, map[string]any{
			"state": "snoozed", "snoozedUntil": "2026-11-16T09:00:00Z",
		})
		counts("", 1)
		counts("?state=snoozed", 1)
		s.do(t, call{
			method: "DELETE", path: path + "snooze/", token: boss,
		}).mustBe(t, 200).want(t, map[string]any{"state": "open", "snoozedUntil": nil})
		s.do(t, call{method: "DELETE", path: path + "snooze/", token: boss}).mustSay(t, 409, "Esta alerta no está pospuesta")

		s.do(t, call{method: "POST", path: path + "resolve/", token: boss}).mustBe(t, 200).want(t, map[string]any{
			"isResolved": true, "resolvedBy": "Nombre Apellido", "resolvedAt": "2026-11-15T09:01:00Z", "resolution": "manual",
			"notes.0.note": "Pedido al proveedor",
		})
		s.do(t, call{method: "POST", path: path + "resolve/", token: boss}).mustSay(t, 409, "Esta alerta ya está resuelta")
		counts("", 1)
		counts("?resolved=true&level=out_of_stock&search=aaa&ordering=-resolvedAt", 1)
		s.get(t, seller, fmt.Sprintf("/api/products/%d/alerts/", out)).mustBe(t, 200).want(t, map[string]any{
			"count": 1, "results.0.isResolved": true,
		})
		s.get(t, seller, "/api/notifications/").mustBe(t, 200).want(t, map[string]any{
			"unread": 2, "results.1.kind": "alert.out_of_stock", "results.1.link": fmt.Sprintf("/alertas-stock/%v",
				list.field(t, "results.0.id")),
		})
	})
}
