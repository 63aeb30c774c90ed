package api_test

import (
	"fmt"
	"strings"
	"testing"

	"estante/internal/core"
)

func TestTicketsThroughTheDoor(t *testing.T) {
	eachPair(t, func(t *testing.T, here, there *stack) {
		boss, ana := here.session(t, here.person(t, "jefa", core.Administrator)),
			here.session(t, here.person(t, "ana", core.Seller))
		eva := here.session(t, here.person(t, "eva", core.Manager))
		here.post(t, ana, "/api/tickets/", object{"subject": " ", "message": ""}).mustBlame(t, map[string]string{
			"subject": "Escribe un asunto", "message": "Escribe un mensaje",
		})
		here.post(t, ana, "/api/tickets/", object{"subject": "X", "message": "Y", "priority": "muchísima"}).mustBe(t, 400)

		// The stream of the administrator is on the other process.
		if nobody := here.get(t, ana, "/api/tickets/presence/").mustBe(t, 200); !strings.Contains(nobody.body,
			`"administrators":[]`) {
			t.Errorf("somebody is there: %s", nobody.body)
		}
		his := there.listen(t, boss)
		here.get(t, ana, "/api/tickets/presence/").mustBe(t, 200).want(t,
			map[string]any{"administrators.0.name": "Nombre Apellido"})
		hers, strangers := there.listen(t, ana), there.listen(t, eva)

		opened := call{
			method: "POST", path: "/api/tickets/", token: ana, body: `{"message": "¿Cómo cuento  el almacén?", "isChat": true}`,
			header: map[string]string{"Idempotency-Key": "chat-1"},
		}
		ticket := here.do(t, opened).mustBe(t, 201).want(t, map[string]any{
			"subject": "¿Cómo cuento el almacén?", "category": "question", "categoryName": "Duda", "priority": "normal",
			"priorityName": "Normal",
			"status":       "open", "statusName": "Abierto", "isChat": true, "user": "Nombre Apellido", "messageCount": 1,
			"unread": false, "waiting": true,
			"messages.0.message": "¿Cómo cuento  el almacén?", "messages.0.status": "",
		})
		id := ticket.field(t, "id")
		there.do(t, opened).mustBe(t, 201).want(t, map[string]any{"id": id, "messageCount": 1})
		path := fmt.Sprintf("/api/tickets/%v/", id)
		his.next(t, change("notifications", nil))
		his.next(t, change("tickets", id))
		hers.next(t, change("tickets", id))

		here.get(t, boss, "/api/tickets/?active=true&search=ALMACEN").mustBe(t, 200).want(t,
			map[string]any{"count": 1, "results.0.unread": true})
		here.get(t, boss, "/api/tickets/?mine=true").mustBe(t, 200).want(t, map[string]any{"count": 0})
		here.get(t, boss, "/api/tickets/summary/").mustBe(t, 200).want(t,
			map[string]any{"open": 1, "inProgress": 0, "unread": 1})
		here.get(t, eva, "/api/tickets/summary/").mustBe(t, 200).want(t, map[string]any{"open": 0, "unread": 0})
		here.get(t, eva, path).mustBe(t, 404)
		here.post(t, eva, path+"messages/", object{"message": "Hola"}).mustBe(t, 404)
		for _, wrong := range []string{"status=perdido", "page=0", "mine=quizás"} {
			here.get(t, boss, "/api/tickets/?"+wrong).mustBe(t, 400)
		}

		answer := there.post(t, boss, path+"messages/", object{"message": "En Inventario, Recuentos."}).mustBe(t, 201).want(t,
			map[string]any{
				"message": "En Inventario, Recuentos.", "user": "Nombre Apellido",
			})
		hers.next(t, change("notifications", nil))
		hers.next(t, change("tickets", id))
		here.get(t, ana, "/api/tickets/?status=in_progress").mustBe(t, 200).want(t, map[string]any{
			"results.0.unread": true, "results.0.waiting": false,
		})
		here.post(t, ana, path+"read/", object{"upTo": answer.field(t, "id")}).mustBe(t, 204)
		here.get(t, ana, "/api/tickets/summary/").mustBe(t, 200).want(t, map[string]any{"inProgress": 1, "unread": 0})
		here.get(t, ana, "/api/notifications/").mustBe(t, 200).want(t, map[string]any{
			"unread": 0, "results.0.kind": "ticket.answered", "results.0.link": fmt.Sprintf("/soporte/tickets/%v", id),
		})

		here.patch(t, ana, path, object{"priority": "urgent"}).mustSay(t, 403,
			"Solo quien atiende el soporte puede cambiar esto")
		here.patch(t, boss, path, object{"priority": "high", "category": "data"}).mustBe(t, 200).want(t, map[string]any{
			"priorityName": "Alta", "categoryName": "Corregir datos",
		})
		here.patch(t, ana, path, object{"status": "closed"}).mustBe(t, 200).want(t, map[string]any{
			"statusName": "Cerrado", "messages.2.status": "closed",
		})
		here.post(t, ana, path+"messages/", object{"message": "Otra"}).mustSay(t, 409,
			"Este ticket está cerrado. Abre otro si necesitas más ayuda.")
		here.patch(t, boss, path, object{"status": "open"}).mustBe(t, 200).want(t, map[string]any{"status": "open"})
		here.get(t, boss, "/api/audit/?noun=ticket").mustBe(t, 200).want(t,
			map[string]any{"results.0.nounName": "¿Cómo cuento el almacén?"})
		here.patch(t, boss, "/api/settings/", object{"location": "Vigo"}).mustBe(t, 200)
		// Of all this the third person heard nothing.
		strangers.next(t, change("settings", nil))
	})
}
