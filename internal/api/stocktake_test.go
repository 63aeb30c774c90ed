package api_test

import (
	"fmt"
	"testing"
	"time"

	"estante/internal/core"
)

const hour = time.Hour

func TestTransfersThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ada", core.Administrator))
		id := number(t, s.product(t, token, "HER-1", 10))
		s.post(t, token, "/api/locations/", object{"name": "Norte"}).mustBe(t, 201)
		transfer := object{"productId": id, "fromLocationId": 1, "toLocationId": 2, "quantity": 4, "notes": "Escaparate"}
		s.post(t, token, "/api/transfers/", transfer).mustBe(t, 201).want(t, map[string]any{
			"fromLocation": "Principal", "toLocation": "Norte", "quantity": 4, "productSku": "HER-1", "undoneAt": nil,
			"notes": "Escaparate", "createdByName": "Nombre Apellido",
		})
		s.post(t, token, "/api/transfers/", transfer.with("quantity", 7)).mustBlame(t,
			map[string]string{"quantity": "Stock insuficiente: quedan 6 unidades"})
		s.post(t, token, "/api/transfers/", transfer.with("toLocationId", 1)).mustBlame(t,
			map[string]string{"toLocationId": "Elige otro almacén de destino"})
		s.get(t, token, "/api/inventory/?location=2").mustBe(t, 200).want(t, map[string]any{
			"results.0.stock": 4, "results.0.currentStock": 10, "results.0.saleValue": 82, "results.0.costValue": nil,
			"summary.units": 4, "summary.saleValue": 82, "summary.costValue": 0, "summary.withoutCost": 1,
			"summary.salesCurrency": "EUR",
		})
		s.post(t, token, "/api/transfers/1/undo/", object{}).mustBe(t, 200).want(t,
			map[string]any{"undoneAt": "2026-11-15T09:00:00Z"})
		s.post(t, token, "/api/transfers/1/undo/", object{}).mustSay(t, 409, "Este traspaso ya se ha deshecho")
		s.get(t, token, "/api/transfers/?location=2").mustBe(t, 200).want(t, map[string]any{"count": 1, "results.0.id": 1})
		s.get(t, token, "/api/inventory/?onlyWithStock=true&search=her").mustBe(t, 200).want(t, map[string]any{
			"count": 1, "results.0.locations.0.stock": 10, "summary.products": 1, "summary.saleValue": 205,
		})
		s.get(t, token, "/api/inventory/?location=77").mustBlame(t, map[string]string{"location": "El almacén no existe"})
	})
}

func TestAStocktakeThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "noe", core.Seller))
		boss := s.session(t, s.person(t, "ada", core.Administrator))
		first, second := s.product(t, boss, "HER-1", 10), s.product(t, boss, "HER-2", 10)
		s.post(t, token, "/api/stocktakes/", object{
			"blind": true, "notes": "Cierre de año",
		}).mustBe(t, 201).want(t, map[string]any{
			"id": 1, "state": "open", "blind": true, "lines": 2, "counted": 0, "uncounted": 2, "differing": nil,
			"location": "Principal", "category": nil,
		})
		s.post(t, token, "/api/stocktakes/", object{}).mustSay(t, 409,
			"Ya hay un recuento abierto que incluye estos productos: regístralo o cancélalo antes")
		line := s.do(t, call{
			method: "PUT", path: "/api/stocktakes/1/lines/" + first + "/", token: token, body: `{"counted": 8}`,
		}).mustBe(t, 200)
		line.want(t, map[string]any{
			"line.counted": 8, "line.expected": nil, "line.difference": nil, "stocktake.counted": 1, "stocktake.differing": nil,
		})
		s.get(t, token, "/api/stocktakes/1/lines/?onlyDifferences=true").mustBlame(t, map[string]string{
			"onlyDifferences": "El recuento es a ciegas: muestra lo esperado o regístralo para ver las diferencias",
		})
		s.patch(t, token, "/api/stocktakes/1/", object{"blind": false}).mustBe(t, 200).want(t, map[string]any{"differing": 1})
		s.get(t, token, "/api/stocktakes/1/lines/?onlyDifferences=true").mustBe(t, 200).want(t, map[string]any{
			"count": 1, "results.0.expected": 10, "results.0.difference": -2, "results.0.countedByName": "Nombre Apellido",
			"results.0.movementId": nil,
		})
		s.post(t, token, "/api/stocktakes/1/scan/", object{"code": "her-2"}).mustBe(t, 200).want(t, map[string]any{
			"line.counted": 1, "line.productSku": "HER-2",
		})
		s.post(t, token, "/api/stocktakes/1/scan/", object{"code": "her-2", "quantity": 11}).mustBe(t, 200).want(t,
			map[string]any{"line.counted": 12})
		s.post(t, token, "/api/stocktakes/1/scan/", object{"code": "her-2", "quantity": 0}).mustBlame(t,
			map[string]string{"quantity": "La cantidad debe ser mayor a 0"})
		s.post(t, token, "/api/stocktakes/1/scan/", object{"code": "nada"}).mustBlame(t,
			map[string]string{"code": "Ningún producto tiene este código"})
		s.do(t, call{
			method: "PUT", path: "/api/stocktakes/1/lines/" + second + "/", token: token, body: `{"counted": null}`,
		}).mustBe(t, 200).want(t, map[string]any{"line.counted": nil})
		s.do(t, call{
			method: "PUT", path: "/api/stocktakes/1/lines/" + second + "/", token: token, body: `{"counted": -1}`,
		}).mustBlame(t, map[string]string{
			"counted": "La cantidad contada debe ser un número entre 0 y 1.000.000.000",
		})
		s.get(t, token, "/api/stocktakes/1/lines/?onlyPending=true").mustBe(t, 200).want(t, map[string]any{
			"count": 1, "results.0.productSku": "HER-2",
		})
		s.post(t, token, "/api/stocktakes/1/post/", object{}).mustBe(t, 200).want(t, map[string]any{
			"movements": 1, "skipped": 0, "stocktake.state": "posted", "stocktake.uncounted": 1,
			"stocktake.endedByName": "Nombre Apellido",
		})
		s.post(t, token, "/api/stocktakes/1/cancel/", object{}).mustSay(t, 409, "Este recuento ya está registrado")
		s.get(t, token, "/api/products/"+first+"/").want(t, map[string]any{"currentStock": 8})
		s.get(t, token, "/api/movements/?source=count").want(t, map[string]any{
			"count": 1, "results.0.reason": "count", "results.0.type": "salida", "results.0.quantity": 2,
		})
		s.get(t, token, "/api/stocktakes/?state=posted").want(t, map[string]any{"count": 1})
	})
}

func TestALedgerCheckThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "ada", core.Administrator))
		s.product(t, token, "HER-1", 10)
		s.get(t, token, "/api/ledger-check/").mustBe(t, 200).want(t, map[string]any{"state": "never", "askedAt": nil})
		s.post(t, token, "/api/ledger-check/", object{}).mustBe(t, 202).want(t, map[string]any{
			"state": "asked", "askedBy": "Nombre Apellido",
		})
		if ran, err := s.inv.Verify.RunLedgerChecks(t.Context()); err != nil || ran != 1 {
			t.Fatalf("%d ran: %v", ran, err)
		}
		s.get(t, token, "/api/ledger-check/").mustBe(t, 200).want(t, map[string]any{
			"state": "done", "problems": 0, "movements": 1, "products": 1, "seconds": 0, "endedAt": "2026-11-15T09:00:00Z",
		})
		if length := fmt.Sprint(s.get(t, token, "/api/ledger-check/").field(t, "findings")); length != "[]" {
			t.Errorf("findings %s", length)
		}
	})
}
