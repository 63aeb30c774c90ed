package inventory_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/inventory"
)

func TestADeliveryIsKeptThenProcessedOnce(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		told := box.write(t, "", order("1", 0, "shipped", asked("a", "HER-1", 3)))
		arrival, err := box.post(t, told)
		if must(t, arrival, err).State != inventory.DeliveryPending || len(box.orders(t)) != 0 {
			t.Fatalf("at the door %+v", arrival)
		}
		var together sync.WaitGroup
		for range 20 {
			together.Go(func() {
				if again, err := box.post(t, told); err != nil || again.State != inventory.DeliveryDuplicate {
					t.Errorf("again: %+v, %v", again, err)
				}
			})
			together.Go(func() {
				if _, err := box.ProcessDeliveries(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		together.Wait()
		box.work(t)
		if got := box.verdict(t, arrival.DeliveryID); got != "processed: Procesado: pedido P-1 creado" {
			t.Error(got)
		}
		orders := box.orders(t)
		if len(orders) != 1 || orders[0].Status != inventory.OrderShipped || orders[0].Source != inventory.OrderStandard || stockOf(t, box.Inventory, box.product.ID) != 7 {
			t.Errorf("orders %+v", orders)
		}
		first, err := box.Delivery(t.Context(), arrival.DeliveryID)
		if must(t, first, err); first.Repeats != 20 || first.OrderID != orders[0].ID || first.OrderNumber != "P-1" || first.EndedAt == nil || string(first.Body) != string(told.body) {
			t.Errorf("kept %+v", first)
		}
		if first.Headers.Get("webhook-signature") != "(oculto)" || first.Headers.Get("webhook-id") != "aviso-1" {
			t.Errorf("headers %v", first.Headers)
		}
		clean(t, box.Inventory)
	})
}

func TestRepeatsOfADeliveryAreNotKeptForEver(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		told := box.write(t, "", order("1", 0, "pending", asked("a", "HER-1", 3)))
		for range 30 {
			_, err := box.post(t, told)
			must(t, 0, err)
		}
		list, err := box.ListDeliveries(t.Context(), inventory.DeliveryFilter{State: inventory.DeliveryDuplicate, Page: inventory.Page{Number: 1, Size: 100}})
		if must(t, list, err).Count.N != 20 || list.Rows[0].DuplicateOf != 1 || list.Rows[0].Verdict != "Duplicado de la entrega 1" || list.Rows[0].HasBody {
			t.Errorf("%+v", list)
		}
	})
}

// A worker that dies has its work done by another when its lease is over, and
// one that only seemed to die changes nothing any more.
func TestAClaimThatNobodyFinishesIsTakenOver(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		arrival := box.sends(t, "", order("1", 0, "shipped", asked("a", "HER-1", 3)))
		claim := func() (claimed []inventory.ClaimedDelivery) {
			err := s.db.Write(t.Context(), func(tx inventory.Tx) (err error) {
				claimed, err = tx.ClaimDeliveries(10, tx.Now().Add(inventory.DeliveryLease))
				return err
			})
			return must(t, claimed, err)
		}
		dead := claim()
		if len(dead) != 1 || len(claim()) != 0 {
			t.Fatalf("claimed %d", len(dead))
		}
		box.work(t)
		if got := box.verdict(t, arrival.DeliveryID); got != "pending: En espera" {
			t.Fatalf("within the lease it is %q", got)
		}
		s.pass(inventory.DeliveryLease)
		box.work(t)
		if got := box.verdict(t, arrival.DeliveryID); got != "processed: Procesado: pedido P-1 creado" {
			t.Errorf("after the lease it is %q", got)
		}
		err := s.db.Write(t.Context(), func(tx inventory.Tx) error { return tx.FinishDelivery(dead[0], dead[0].Delivery) })
		if !isKind(err, inventory.NotFound) {
			t.Errorf("the dead one could finish it: %v", err)
		}
	})
}

func TestWhatLacksStockIsHeldAndTriedAgain(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 2)
		arrival := box.sends(t, "", order("1", 0, "shipped", asked("a", "HER-1", 3)))
		box.work(t)
		if got := box.verdict(t, arrival.DeliveryID); got != "retrying: Falta stock de HER-1: falta 1 unidad" {
			t.Error(got)
		}
		held := box.orders(t)
		if len(held) != 1 || held[0].Status != inventory.OrderProcessing || held[0].Shortage() != 1 {
			t.Fatalf("held %+v", held)
		}
		must(t, 0, second(box.AdjustStock(t.Context(), clerk, box.product.ID, adjust("add", 5))))
		s.pass(time.Minute)
		box.work(t)
		if got := box.orders(t)[0].Status; got != inventory.OrderShipped || stockOf(t, box.Inventory, box.product.ID) != 4 {
			t.Errorf("then it is %s", got)
		}
		clean(t, box.Inventory)
	})
}

func second[T any](_ T, err error) error { return err }

func TestADeliveryIsGivenUpAfterGrowingPauses(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 0)
		s.open(t, "jefa", password)
		arrival := box.sends(t, "", order("1", 0, "shipped", asked("a", "HER-1", 3)))
		for attempt, pause := range inventory.DeliveryPauses {
			box.work(t)
			delivery, err := box.Delivery(t.Context(), arrival.DeliveryID)
			must(t, delivery, err)
			wait := delivery.DueAt.Sub(s.now())
			if delivery.State != inventory.DeliveryRetrying || delivery.Attempts != attempt+1 || wait < pause*4/5 || wait > pause*6/5 {
				t.Fatalf("after attempt %d: %s, %d attempts, waits %s", attempt+1, delivery.State, delivery.Attempts, wait)
			}
			s.pass(wait)
		}
		box.work(t)
		if got := box.verdict(t, arrival.DeliveryID); got != "failed: Falta stock de HER-1: faltan 3 unidades" {
			t.Error(got)
		}
		if told := box.toldOf(t, inventory.NotifyDeliveryFailed); len(told) != 1 || told[0] != "Una entrega de "+box.sender.Name+" no se ha podido procesar" {
			t.Errorf("told %q", told)
		}
		// Whoever mends it has it tried from the start.
		must(t, 0, second(box.AdjustStock(t.Context(), clerk, box.product.ID, adjust("add", 5))))
		again, err := box.ReprocessDelivery(t.Context(), arrival.DeliveryID)
		if must(t, again, err).Attempts != 0 {
			t.Errorf("again %+v", again)
		}
		box.work(t)
		if got := box.verdict(t, arrival.DeliveryID); got != "processed: Procesado: pedido P-1 actualizado" {
			t.Error(got)
		}
		box.sends(t, "", order("2", 0, "shipped", asked("a", "HER-1", 300)))
	})
}

func TestWhatCannotBeReadIsGivenUpAtOnce(t *testing.T) {
	many := make([]object, 201)
	for i := range many {
		many[i] = asked(fmt.Sprint(i), "HER-1", 1)
	}
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		for want, body := range map[string]any{
			"failed: El contenido no es un objeto JSON válido":                        "nada",
			"failed: Falta el campo «data.items»":                                     object{"type": "order.created", "data": object{"id": "1", "status": "pending", "currency": "EUR"}},
			"failed: El pedido no tiene artículos o tiene demasiados":                 order("9", 0, "pending", many...),
			"ignored: El aviso «customer.created» no trata de pedidos":                object{"type": "customer.created"},
			"ignored: Entrega de prueba: no cambia nada":                              object{"type": "test"},
			"ignored: Sin efecto: el pedido P-8 no tiene artículos":                   order("8", 0, "pending"),
			"unmatched: SKU desconocido: CAM-01-XL":                                   order("7", 0, "pending", asked("a", "CAM-01-XL", 1)),
			"unmatched: SKU desconocido: A, B; Artículo sin SKU: Nombre de la tienda": order("6", 0, "pending", asked("a", "A", 1), asked("b", "B", 1), asked("c", "", 1)),
		} {
			arrival := box.sends(t, "", body)
			box.work(t)
			if got := box.verdict(t, arrival.DeliveryID); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	})
}

func TestARefusedDeliveryIsKeptWithinBounds(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		forged := box.write(t, "", order("1", 0, "shipped", asked("a", "HER-1", 3)))
		forged.body = append(forged.body, make([]byte, 20<<10)...)
		for range 205 {
			if _, err := box.post(t, forged); !isKind(err, inventory.Unauthorized) {
				t.Fatal(err)
			}
			s.pass(time.Minute)
		}
		box.work(t)
		list, err := box.ListDeliveries(t.Context(), inventory.DeliveryFilter{Page: inventory.Page{Number: 1, Size: 1}})
		if must(t, list, err).Count.N != 200 || list.Rows[0].State != inventory.DeliveryRefused || list.Rows[0].Size <= 20<<10 {
			t.Errorf("%+v", list)
		}
		kept, err := box.Delivery(t.Context(), list.Rows[0].ID)
		if must(t, kept, err); len(kept.Body) != 16<<10 || !kept.Cut || kept.Repeatable() {
			t.Errorf("%d bytes are kept, cut %t", len(kept.Body), kept.Cut)
		}
		if _, err := box.ReprocessDelivery(t.Context(), kept.ID); !isKind(err, inventory.Conflict) {
			t.Errorf("a forged delivery is processed: %v", err)
		}
		// A flood is refused like the rest, but not kept.
		for range 120 {
			_, err := box.post(t, forged)
			if !isKind(err, inventory.Unauthorized) {
				t.Fatal(err)
			}
		}
		list, err = box.ListDeliveries(t.Context(), inventory.DeliveryFilter{From: s.now(), Page: inventory.Page{Number: 1, Size: 1}})
		if must(t, list, err).Count.N > 100 || len(box.orders(t)) != 0 {
			t.Errorf("%d of a flood are kept", list.Count.N)
		}
	})
}

func TestOldDeliveriesAreForgotten(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		told := box.write(t, "", order("1", 0, "pending", asked("a", "HER-1", 3)))
		arrival, err := box.post(t, told)
		must(t, arrival, err)
		must(t, 0, second(box.post(t, told)))
		box.work(t)
		count := func() int {
			list, err := box.ListDeliveries(t.Context(), inventory.DeliveryFilter{Page: inventory.Page{Number: 1, Size: 10}})
			return must(t, list, err).Count.N
		}
		for _, step := range []struct {
			pass time.Duration
			rows int
			body bool
		}{{29 * 24 * time.Hour, 2, true}, {2 * 24 * time.Hour, 1, false}, {150 * 24 * time.Hour, 0, false}} {
			s.pass(step.pass)
			must(t, 0, box.ForgetOldDeliveries(t.Context()))
			if rows := count(); rows != step.rows {
				t.Errorf("%d deliveries are left, want %d", rows, step.rows)
			}
			if step.rows == 0 {
				break
			}
			delivery, err := box.Delivery(t.Context(), arrival.DeliveryID)
			if must(t, delivery, err); delivery.HasBody != step.body || delivery.Verdict == "" {
				t.Errorf("kept %+v", delivery)
			}
			if _, err := box.ReprocessDelivery(t.Context(), arrival.DeliveryID); step.body != (err == nil) {
				t.Errorf("again: %v", err)
			}
			box.work(t)
		}
	})
}
