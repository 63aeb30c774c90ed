package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"estante/internal/core"
)

func TestOrdersThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "noe", core.Seller))
		boss := s.session(t, s.person(t, "lucia", core.Manager))
		id := number(t, s.product(t, boss, "HER-1", 5))
		body := object{
			"customerName": "Ana Beltrán", "customerEmail": "ana@example.com", "notes": "Por la tarde",
			"shippingAddress": object{"street": "Calle Mayor 1", "city": "Valencia", "postalCode": "46001", "country": "España"},
			"items":           []object{{"productId": id, "quantity": 2}, {"sku": "her-1", "quantity": 4, "unitPrice": 10}},
		}
		made := s.post(t, boss, "/api/pedidos/", body).mustBe(t, 201).want(t, map[string]any{
			"orderNumber": "P-000001", "externalOrderId": "", "status": "pending", "statusName": "Pendiente", "totalAmount": 81,
			"currency":     "EUR",
			"customerName": "Ana Beltrán", "customerEmail": "ana@example.com", "shippingAddress.city": "Valencia",
			"billingAddress.city": "",
			"items.0.productId":   id, "items.0.productName": "Producto HER-1", "items.0.productSku": "HER-1",
			"items.0.quantity":  2,
			"items.0.unitPrice": 20.5, "items.0.totalPrice": 41, "items.1.shortage": 1, "shortage": 1, "units": 6,
			"unmatched":      0,
			"nextStatuses.0": "processing", "notes": "Por la tarde", "createdByName": "Nombre Apellido",
			"createdAt": "2026-11-15T09:00:00Z",
			"shippedAt": nil, "deliveredAt": nil, "webhookData.source": "manual", "webhookData.processed": true,
			"timeline.0.kind": "created", "timeline.0.user": "Nombre Apellido", "version": 1,
		})
		s.get(t, token, fmt.Sprintf("/api/products/%d/", id)).mustBe(t, 200).want(t, map[string]any{
			"reserved": 6, "available": -1, "shortage": 1,
		})
		path := fmt.Sprintf("/api/pedidos/%v/", made.field(t, "id"))
		patch := func(body, tag string) reply {
			t.Helper()
			return s.do(t, call{
				method: "PATCH", path: path, token: token, body: body, header: map[string]string{"If-Match": tag},
			})
		}
		patch(`{"status": "shipped"}`, "").mustBe(t, http.StatusConflict)
		first := patch(`{"status": "processing"}`, made.header.Get("ETag")).mustBe(t, 200).want(t,
			map[string]any{"status": "processing", "version": 2})
		patch(`{"status": "processing"}`, first.header.Get("ETag")).mustBe(t, 200).want(t, map[string]any{"version": 2})
		patch(`{"status": "shipped"}`, made.header.Get("ETag")).mustBe(t, http.StatusPreconditionFailed)
		patch(`{"status": "shipped"}`, "").mustBe(t, 400).want(t,
			map[string]any{"items.0": "Falta stock de HER-1: falta 1 unidad"})
		patch(`{"status": "lost"}`, "").mustBe(t, 400)
		s.post(t, token, "/api/entries/", object{"productId": id, "quantity": 1, "entryType": "manual"}).mustBe(t, 201)
		patch(`{"status": "shipped"}`, "").mustBe(t, 200).want(t, map[string]any{
			"shortage": 0, "shippedAt": "2026-11-15T09:00:00Z", "stockEffects.0.quantity": -2, "stockEffects.1.quantity": -4,
			"stockEffects.1.transition": "ship",
		})
		s.get(t, token, fmt.Sprintf("/api/movements/?product=%d", id)).mustBe(t, 200).want(t, map[string]any{
			"results.0.type": "salida", "results.0.quantity": 6, "results.0.reason": "sale", "results.0.source": "order",
			"results.0.notes": "Pedido P-000001",
		})
		refund := object{
			"key": "caja", "lines": []object{{"itemId": made.field(t, "items.0.id"), "quantity": 1, "restock": "return"}},
		}
		s.post(t, token, path+"refunds/", refund).mustBe(t, 200).want(t, map[string]any{
			"items.0.returned": 1, "status": "shipped", "orderedAmount": first.field(t, "totalAmount"), "units": 5,
			"amounts.0.kind": "items", "amounts.1.kind": "returned",
		})
		s.post(t, token, path+"refunds/", refund).mustBe(t, 200).want(t, map[string]any{"items.0.returned": 1})
		s.get(t, token, "/api/pedidos/?search=beltran&status=shipped&minAmount=60.5"+
			"&dateFrom=2026-11-15&dateTo=2026-11-15").mustBe(t, 200).
			want(t, map[string]any{"count": 1, "results.0.orderNumber": "P-000001", "results.0.items.1.quantity": 4})
		s.get(t, token, "/api/pedidos/recent/?limit=3").mustBe(t, 200).want(t, map[string]any{"0.id": 1})
		s.get(t, token, fmt.Sprintf("/api/products/%d/orders/", id)).mustBe(t, 200).want(t,
			map[string]any{"count": 1, "results.0.id": 1})
		for _, wrong := range []string{
			"status=lost", "page=0", "ordering=price", "minAmount=x", "minAmount=-1",
			"dateFrom=ayer",
		} {
			s.get(t, token, "/api/pedidos/?"+wrong).mustBe(t, 400)
		}
	})
}

func TestOrderStatisticsThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "lucia", core.Manager))
		id := number(t, s.product(t, token, "HER-1", 50))
		for quantity := range 3 {
			s.post(t, token, "/api/pedidos/", object{
				"customerName": "Ana", "items": []object{{"productId": id, "quantity": quantity + 1, "unitPrice": 10}},
			}).mustBe(t, 201)
		}
		s.do(t, call{method: "PATCH", path: "/api/pedidos/1/", token: token, body: `{"status": "cancelled"}`}).mustBe(t, 200)
		s.get(t, token, "/api/pedidos/tendencia/?periodo=7").mustBe(t, 200).want(t, map[string]any{
			"0.date": "2026-11-09", "0.orders": 0, "0.revenue": 0, "6.date": "2026-11-15", "6.orders": 3, "6.revenue": 50,
		})
		s.get(t, token, "/api/pedidos/tendencia/").mustBe(t, 200).want(t,
			map[string]any{"0.date": "2026-10-17", "29.orders": 3})
		s.get(t, token, "/api/pedidos/estadisticas/?periodo=30").mustBe(t, 200).want(t, map[string]any{
			"total_pedidos": 3, "promedio_diario": 0.1, "maximo_diario": 3, "growth_rate": nil, "periodo": 30,
		})
		s.get(t, token, "/api/pedidos/estadisticas/?periodo=8").mustBe(t, 400)
		s.get(t, token, "/api/pedidos/summary/").mustBe(t, 200).want(t, map[string]any{
			"totalOrders": 3, "totalAmount": 50, "averageOrderValue": 25, "currency": "EUR", "ordersByStatus.cancelled": 1,
			"ordersByStatus.pending":  2,
			"ordersByStatus.returned": 0, "ordersByMonth.0.month": "2026-06", "ordersByMonth.5.month": "2026-11",
			"ordersByMonth.5.count":  3,
			"ordersByMonth.5.amount": 50, "amountsByCurrency.0.amount": 50, "shippedToday": 0,
		})
	})
}

func TestOrderFiles(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "lucia", core.Manager))
		id := number(t, s.product(t, token, "HER-1", 50))
		s.get(t, token, "/api/pedidos/export/").mustSay(t, 409, "No hay pedidos para exportar")
		for _, name := range []string{"Ana", "=Eva"} {
			s.post(t, token, "/api/pedidos/", object{"customerName": name, "items": []object{
				{"productId": id, "quantity": 2, "unitPrice": 10.5}, {"productId": id, "quantity": 1, "unitPrice": 4},
			}}).mustBe(t, 201)
		}
		header, file := s.download(t, token, "/api/pedidos/export/?search=eva")
		lines := strings.Split(strings.TrimSpace(string(file)), "\n")
		if len(lines) != 3 || !strings.Contains(lines[0], "Pedido;Fecha;Hora;Cliente") ||
			!strings.HasPrefix(lines[1], "P-000002;15/11/2026;10:00;'=Eva;;Pendiente;2;3;HER-1;"+
				"Producto HER-1;2;10,50;0;0;21,00;0,00;25,00;25,00;EUR") ||
			!strings.HasPrefix(lines[2], "P-000002;;;;;;;;HER-1;Producto HER-1;1;4,00;0;0;4,00;;;") {
			t.Errorf("the export is %q", file)
		}
		draft := s.sendFile(t, call{path: "/api/imports/?subject=orders", token: token}, "file", file).mustBe(t, 201)
		draft.want(t, map[string]any{
			"subject": "orders", "mapping.number": 0, "mapping.quantity": 10, "fields.0.name": "number",
			"fields.0.required": true,
		})
		imported := fmt.Sprintf("/api/imports/%v/", draft.field(t, "id"))
		s.post(t, token, imported+"preview/", nil).mustBe(t, 200).want(t, map[string]any{
			"total": 2, "create": 0, "unchanged": 1, "wrong": 0,
		})
		s.get(t, token, "/api/imports/?subject=orders").mustBe(t, 200).want(t, map[string]any{"count": 1})
		s.get(t, token, "/api/imports/").mustBe(t, 200).want(t, map[string]any{"count": 0})
		s.get(t, token, "/api/imports/?subject=clientes").mustBe(t, 400)
		if name := header.Get("Content-Disposition"); name != `attachment; filename="pedidos_2026-11-15.csv"` {
			t.Errorf("the file is %s", name)
		}
		if _, book := s.download(t, token, "/api/pedidos/export/?format=xlsx"); !strings.HasPrefix(string(book), "PK") {
			t.Error("the workbook is none")
		}
		header, file = s.download(t, token, "/api/pedidos/1/packing-list/")
		if !strings.HasPrefix(string(file), "%PDF-") || header.Get("Content-Type") != "application/pdf" ||
			header.Get("Content-Disposition") != `attachment; filename="embalaje_P-000001.pdf"` {
			t.Errorf("the packing list is %v", header)
		}
	})
}
