package inbox_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inbox"
	"estante/internal/inventory"
	"estante/internal/order"
	"estante/internal/shoptest"
)

func TestADeliveryIsKeptThenProcessedOnce(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		told := box.Write(t, "", shoptest.Order("1", 0, "shipped", shoptest.Asked("a", "HER-1", 3)))
		arrival, err := box.Post(t, told)
		if shoptest.Must(t, arrival, err).State != inbox.DeliveryPending || len(box.KeptOrders(t)) != 0 {
			t.Fatalf("at the door %+v", arrival)
		}
		var together sync.WaitGroup
		for range 20 {
			together.Go(func() {
				if again, err := box.Post(t, told); err != nil || again.State != inbox.DeliveryDuplicate {
					t.Errorf("again: %+v, %v", again, err)
				}
			})
			together.Go(func() {
				if _, err := box.Inbox.ProcessDeliveries(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		together.Wait()
		box.Work(t)
		if got := box.Verdict(t, arrival.DeliveryID); got != "processed: Procesado: pedido P-1 creado como «Enviado»" {
			t.Error(got)
		}
		orders := box.KeptOrders(t)
		if len(orders) != 1 || orders[0].Status != order.Shipped || orders[0].Source != order.Standard ||
			shoptest.StockOf(t, box.Inventory, box.Product.ID) != 7 {
			t.Errorf("orders %+v", orders)
		}
		first, err := box.Inbox.Delivery(t.Context(), arrival.DeliveryID)
		if shoptest.Must(t, first, err); first.Repeats != 20 || first.OrderID != orders[0].ID || first.OrderNumber != "P-1" ||
			first.EndedAt == nil || string(first.Body) != string(told.Body) {
			t.Errorf("kept %+v", first)
		}
		if first.Headers.Get("webhook-signature") != "(oculto)" || first.Headers.Get("webhook-id") != "aviso-1" {
			t.Errorf("headers %v", first.Headers)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

func TestRepeatsOfADeliveryAreNotKeptForEver(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		told := box.Write(t, "", shoptest.Order("1", 0, "pending", shoptest.Asked("a", "HER-1", 3)))
		for range 30 {
			_, err := box.Post(t, told)
			shoptest.Must(t, 0, err)
		}
		list, err := box.Inbox.ListDeliveries(t.Context(), inbox.DeliveryFilter{
			State: inbox.DeliveryDuplicate, Page: core.Page{Number: 1, Size: 100},
		})
		if shoptest.Must(t, list, err).Count.N != 20 || list.Rows[0].DuplicateOf != 1 ||
			list.Rows[0].Verdict != "Duplicado de la entrega 1" || list.Rows[0].HasBody {
			t.Errorf("%+v", list)
		}
	})
}

// A worker that dies has its work done by another when its lease is over, and
// one that only seemed to die changes nothing any more.
func TestAClaimThatNobodyFinishesIsTakenOver(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		arrival := box.Sends(t, "", shoptest.Order("1", 0, "shipped", shoptest.Asked("a", "HER-1", 3)))
		claim := func() (claimed []inbox.ClaimedDelivery) {
			err := core.Write(t.Context(), s.Db, func(tx inventory.Tx) (err error) {
				claimed, err = tx.ClaimDeliveries(10, tx.Now().Add(inbox.DeliveryLease))
				return err
			})
			return shoptest.Must(t, claimed, err)
		}
		dead := claim()
		if len(dead) != 1 || len(claim()) != 0 {
			t.Fatalf("claimed %d", len(dead))
		}
		box.Work(t)
		if got := box.Verdict(t, arrival.DeliveryID); got != "pending: En espera" {
			t.Fatalf("within the lease it is %q", got)
		}
		s.Pass(inbox.DeliveryLease)
		box.Work(t)
		if got := box.Verdict(t, arrival.DeliveryID); got != "processed: Procesado: pedido P-1 creado como «Enviado»" {
			t.Errorf("after the lease it is %q", got)
		}
		err := core.Write(t.Context(), s.Db, func(tx inventory.Tx) error {
			return tx.FinishDelivery(dead[0], dead[0].Delivery)
		})
		if !shoptest.IsKind(err, core.NotFound) {
			t.Errorf("the dead one could finish it: %v", err)
		}
	})
}

func TestWhatLacksStockIsHeldAndTriedAgain(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 2)
		arrival := box.Sends(t, "", shoptest.Order("1", 0, "shipped", shoptest.Asked("a", "HER-1", 3)))
		box.Work(t)
		if got := box.Verdict(t, arrival.DeliveryID); got != "retrying: Falta stock de HER-1: falta 1 unidad" {
			t.Error(got)
		}
		held := box.KeptOrders(t)
		if len(held) != 1 || held[0].Status != order.Processing || held[0].Shortage() != 1 {
			t.Fatalf("held %+v", held)
		}
		shoptest.Must(t, 0, shoptest.Second(box.Ledger.AdjustStock(t.Context(), shoptest.Clerk, box.Product.ID,
			shoptest.Adjust("add", 5))))
		s.Pass(time.Minute)
		box.Work(t)
		if got := box.KeptOrders(t)[0].Status; got != order.Shipped ||
			shoptest.StockOf(t, box.Inventory, box.Product.ID) != 4 {
			t.Errorf("then it is %s", got)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

func TestADeliveryIsGivenUpAfterGrowingPauses(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 0)
		s.Open(t, "jefa", shoptest.Password)
		arrival := box.Sends(t, "", shoptest.Order("1", 0, "shipped", shoptest.Asked("a", "HER-1", 3)))
		for attempt, pause := range inbox.DeliveryPauses {
			box.Work(t)
			delivery, err := box.Inbox.Delivery(t.Context(), arrival.DeliveryID)
			shoptest.Must(t, delivery, err)
			wait := delivery.DueAt.Sub(s.Now())
			if delivery.State != inbox.DeliveryRetrying || delivery.Attempts != attempt+1 || wait < pause*4/5 ||
				wait > pause*6/5 {
				t.Fatalf("after attempt %d: %s, %d attempts, waits %s", attempt+1, delivery.State, delivery.Attempts, wait)
			}
			s.Pass(wait)
		}
		box.Work(t)
		if got := box.Verdict(t, arrival.DeliveryID); got != "failed: Falta stock de HER-1: faltan 3 unidades" {
			t.Error(got)
		}
		if told := box.ToldOf(t, inbox.NotifyDeliveryFailed); len(told) != 1 ||
			told[0] != "Una entrega de "+box.Sender.Name+" no se ha podido procesar" {
			t.Errorf("told %q", told)
		}
		// After the cause is fixed, a retry by hand starts from the beginning.
		shoptest.Must(t, 0, shoptest.Second(box.Ledger.AdjustStock(t.Context(), shoptest.Clerk, box.Product.ID,
			shoptest.Adjust("add", 5))))
		again, err := box.Inbox.ReprocessDelivery(t.Context(), arrival.DeliveryID)
		if shoptest.Must(t, again, err).Attempts != 0 {
			t.Errorf("again %+v", again)
		}
		box.Work(t)
		if got := box.Verdict(t, arrival.DeliveryID); got != "processed: Procesado: pedido P-1, pasa a «Enviado»" {
			t.Error(got)
		}
		box.Sends(t, "", shoptest.Order("2", 0, "shipped", shoptest.Asked("a", "HER-1", 300)))
	})
}

func TestWhatCannotBeReadIsGivenUpAtOnce(t *testing.T) {
	many := make([]shoptest.Object, order.LinesMax+1)
	for i := range many {
		many[i] = shoptest.Asked(fmt.Sprint(i), "HER-1", 1)
	}
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		for want, body := range map[string]any{
			"failed: El contenido no es un objeto JSON válido": "nada",
			"failed: Falta el campo «data.items»": shoptest.Object{
				"type": "order.created", "data": shoptest.Object{"id": "1", "status": "pending", "currency": "EUR"},
			},
			"failed: Son demasiados artículos (2001): 2000 como mucho": shoptest.Order("9", 0, "pending",
				many...),
			"ignored: El aviso «customer.created» no trata de pedidos": shoptest.Object{
				"type": "customer.created",
			},
			"ignored: Entrega de prueba: no cambia nada":            shoptest.Object{"type": "test"},
			"ignored: Sin efecto: el pedido P-8 no tiene artículos": shoptest.Order("8", 0, "pending"),
			"unmatched: SKU desconocido: CAM-01-XL": shoptest.Order("7", 0, "pending",
				shoptest.Asked("a", "CAM-01-XL", 1)),
			"unmatched: SKU desconocido: A, B; Artículo sin SKU: Nombre de la tienda": shoptest.Order("6", 0, "pending",
				shoptest.Asked("a", "A", 1), shoptest.Asked("b", "B", 1), shoptest.Asked("c", "", 1)),
		} {
			arrival := box.Sends(t, "", body)
			box.Work(t)
			if got := box.Verdict(t, arrival.DeliveryID); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	})
}

func TestARefusedDeliveryIsKeptWithinBounds(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		forged := box.Write(t, "", shoptest.Order("1", 0, "shipped", shoptest.Asked("a", "HER-1", 3)))
		forged.Body = append(forged.Body, make([]byte, 20<<10)...)
		for range 205 {
			if _, err := box.Post(t, forged); !shoptest.IsKind(err, core.Unauthorized) {
				t.Fatal(err)
			}
			s.Pass(time.Minute)
		}
		box.Work(t)
		list, err := box.Inbox.ListDeliveries(t.Context(), inbox.DeliveryFilter{Page: core.Page{Number: 1, Size: 1}})
		if shoptest.Must(t, list, err).Count.N != 200 || list.Rows[0].State != inbox.DeliveryRefused ||
			list.Rows[0].Size <= 20<<10 {
			t.Errorf("%+v", list)
		}
		kept, err := box.Inbox.Delivery(t.Context(), list.Rows[0].ID)
		if shoptest.Must(t, kept, err); len(kept.Body) != 16<<10 || !kept.Cut || kept.Repeatable() {
			t.Errorf("%d bytes are kept, cut %t", len(kept.Body), kept.Cut)
		}
		if _, err := box.Inbox.ReprocessDelivery(t.Context(), kept.ID); !shoptest.IsKind(err, core.Conflict) {
			t.Errorf("a forged delivery is processed: %v", err)
		}
		// A flood is refused like the rest, but not kept.
		for range 120 {
			_, err := box.Post(t, forged)
			if !shoptest.IsKind(err, core.Unauthorized) {
				t.Fatal(err)
			}
		}
		list, err = box.Inbox.ListDeliveries(t.Context(), inbox.DeliveryFilter{
			From: s.Now(), Page: core.Page{Number: 1, Size: 1},
		})
		if shoptest.Must(t, list, err).Count.N > 100 || len(box.KeptOrders(t)) != 0 {
			t.Errorf("%d of a flood are kept", list.Count.N)
		}
	})
}

func TestOldDeliveriesAreForgotten(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		told := box.Write(t, "", shoptest.Order("1", 0, "pending", shoptest.Asked("a", "HER-1", 3)))
		arrival, err := box.Post(t, told)
		shoptest.Must(t, arrival, err)
		shoptest.Must(t, 0, shoptest.Second(box.Post(t, told)))
		box.Work(t)
		count := func() int {
			list, err := box.Inbox.ListDeliveries(t.Context(), inbox.DeliveryFilter{Page: core.Page{Number: 1, Size: 10}})
			return shoptest.Must(t, list, err).Count.N
		}
		for _, step := range []struct {
			pass time.Duration
			rows int
			body bool
		}{{29 * 24 * time.Hour, 2, true}, {2 * 24 * time.Hour, 1, false}, {150 * 24 * time.Hour, 0, false}} {
			s.Pass(step.pass)
			shoptest.Must(t, 0, box.Inbox.ForgetOldDeliveries(t.Context()))
			if rows := count(); rows != step.rows {
				t.Errorf("%d deliveries are left, want %d", rows, step.rows)
			}
			if step.rows == 0 {
				break
			}
			delivery, err := box.Inbox.Delivery(t.Context(), arrival.DeliveryID)
			if shoptest.Must(t, delivery, err); delivery.HasBody != step.body || delivery.Verdict == "" {
				t.Errorf("kept %+v", delivery)
			}
			if _, err := box.Inbox.ReprocessDelivery(t.Context(), arrival.DeliveryID); step.body != (err == nil) {
				t.Errorf("again: %v", err)
			}
			box.Work(t)
		}
	})
}
