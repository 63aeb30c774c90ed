package inbox_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inbox"
	"estante/internal/order"
	"estante/internal/shoptest"
)

// message is one thing that a shop says.
type message struct {
	topic string
	body  any
}

// stories are what shops say of an order, and how it must end however it comes.
var stories = map[string]struct {
	source channel.Source
	told   []message
	want   string
}{
	"a refund that comes on its own": {channel.Shopify, []message{
		{"orders/create", shoptest.ShopifyOrder(1, 1001, 0, nil)},
		{"refunds/create", shoptest.ShopifyRefund(7, "cancel", 1)},
		{"orders/fulfilled", shoptest.ShopifyOrder(1, 1001, 2, shoptest.Object{
			"fulfillment_status": "fulfilled", "refunds": []shoptest.Object{shoptest.ShopifyRefund(7, "cancel", 1)},
		})},
		{"refunds/create", shoptest.ShopifyRefund(8, "return", 1)},
		{"refunds/create", shoptest.ShopifyRefund(9, "no_restock", 1)},
	}, "#1001 returned 3-1/2/1/1 left 1"},
	"cancelled before it left": {channel.Shopify, []message{
		{"orders/create", shoptest.ShopifyOrder(1, 1001, 0, nil)},
		{"orders/cancelled", shoptest.ShopifyOrder(1, 1001, 1, shoptest.Object{"cancelled_at": "2026-11-10T10:01:00Z"})},
	}, "#1001 cancelled 3-0/0/0/0 left 0"},
	"an item added after it left": {channel.Shopify, []message{
		{"orders/create", shoptest.ShopifyOrder(1, 1001, 0, shoptest.Object{"fulfillment_status": "fulfilled"})},
		{"orders/updated", shoptest.ShopifyOrder(1, 1001, 1, shoptest.Object{
			"fulfillment_status": "partial", "line_items": withAdded(3, 2),
		})},
		{"orders/fulfilled", shoptest.ShopifyOrder(1, 1001, 2, shoptest.Object{
			"fulfillment_status": "fulfilled", "line_items": withAdded(3, 2),
		})},
	}, "#1001 shipped 3-0/3/0/0 2-0/2/0/0 left 5"},
	"an item added after it left and given up": {channel.Shopify, []message{
		{"orders/create", shoptest.ShopifyOrder(1, 1001, 0, shoptest.Object{
			"fulfillment_status": "fulfilled", "line_items": withAdded(3, 1),
		})},
		{"orders/updated", shoptest.ShopifyOrder(1, 1001, 1, shoptest.Object{
			"fulfillment_status": "partial", "line_items": withAdded(5, 1),
		})},
		{"orders/updated", shoptest.ShopifyOrder(1, 1001, 2, shoptest.Object{
			"fulfillment_status": "fulfilled", "line_items": withAdded(5, 1),
			"refunds": []shoptest.Object{shoptest.ShopifyRefund(7, "cancel", 1), shoptest.ShopifyRefund(8, "return", 1)},
		})},
	}, "#1001 shipped 5-1/4/1/0 1-0/1/0/0 left 4"},
	"an item taken out and put back": {channel.Shopify, []message{
		{"orders/create", shoptest.ShopifyOrder(1, 1001, 0, shoptest.Object{"line_items": withAdded(3, 2)})},
		{"orders/updated", shoptest.ShopifyOrder(1, 1001, 1, shoptest.Object{"line_items": withAdded(3, 0)})},
		{"orders/updated", shoptest.ShopifyOrder(1, 1001, 2, shoptest.Object{"line_items": withAdded(3, 2)})},
	}, "#1001 processing 3-0/0/0/0 2-0/0/0/0 left 0"},
	"deleted by the shop": {channel.WooCommerce, []message{
		{"order.created", shoptest.WooOrder(0, "pending", nil)},
		{"order.updated", shoptest.WooOrder(1, "processing", nil)},
		{"order.deleted", shoptest.Object{"id": 1}},
	}, "1 cancelled 3-0/0/0/0 left 0"},
	"deleted by the shop and restored": {channel.WooCommerce, []message{
		{"order.created", shoptest.WooOrder(0, "pending", nil)},
		{"order.updated", shoptest.WooOrder(1, "processing", nil)},
		{"order.deleted", shoptest.Object{"id": 1}},
		{"order.restored", shoptest.WooOrder(20, "pending", nil)},
		{"order.updated", shoptest.WooOrder(21, "processing", shoptest.Object{"line_items": []shoptest.Object{{
			"id": 11, "sku": "HER-1", "quantity": 2, "price": 5,
		}}})},
	}, "1 processing 2-0/0/0/0 left 0"},
	"deleted by the shop, restored and cancelled": {channel.WooCommerce, []message{
		{"order.created", shoptest.WooOrder(0, "processing", nil)},
		{"order.deleted", shoptest.Object{"id": 1}},
		{"order.restored", shoptest.WooOrder(20, "processing", nil)},
		{"order.updated", shoptest.WooOrder(21, "cancelled", nil)},
	}, "1 cancelled 3-0/0/0/0 left 0"},
	"deleted by the shop, restored and shipped": {channel.WooCommerce, []message{
		{"order.created", shoptest.WooOrder(0, "processing", nil)},
		{"order.deleted", shoptest.Object{"id": 1}},
		{"order.restored", shoptest.WooOrder(20, "processing", nil)},
		{"order.updated", shoptest.WooOrder(21, "completed", nil)},
	}, "1 shipped 3-0/3/0/0 left 3"},
	"a payment that failed and was made after all": {channel.WooCommerce, []message{
		{"order.created", shoptest.WooOrder(0, "pending", nil)},
		{"order.updated", shoptest.WooOrder(1, "failed", nil)},
		{"order.updated", shoptest.WooOrder(2, "processing", nil)},
		{"order.updated", shoptest.WooOrder(3, "completed", nil)},
	}, "1 shipped 3-0/3/0/0 left 3"},
	"emptied and filled again": {channel.WooCommerce, []message{
		{"order.created", shoptest.WooOrder(0, "pending", nil)},
		{"order.updated", shoptest.WooOrder(1, "pending", shoptest.Object{"line_items": []shoptest.Object{}})},
		{"order.updated", shoptest.WooOrder(2, "processing", nil)},
	}, "1 processing 3-0/0/0/0 left 0"},
	"emptied": {channel.WooCommerce, []message{
		{"order.created", shoptest.WooOrder(0, "pending", nil)},
		{"order.updated", shoptest.WooOrder(1, "pending", shoptest.Object{"line_items": []shoptest.Object{}})},
	}, "1 cancelled 3-0/0/0/0 left 0"},
	"taken back whole after it left": {channel.WooCommerce, []message{
		{"order.created", shoptest.WooOrder(0, "processing", nil)},
		{"order.updated", shoptest.WooOrder(1, "completed", nil)},
		{"order.updated", shoptest.WooOrder(2, "refunded", shoptest.Object{"date_completed_gmt": "2026-11-10T10:01:00"})},
	}, "1 returned 3-0/3/3/0 left 0"},
}

// withAdded are the lines of an order with so much of a second one.
func withAdded(first, second int) []shoptest.Object {
	return []shoptest.Object{
		{"id": 11, "sku": "HER-1", "name": "Taladro", "quantity": first, "price": "5.00"},
		{"id": 12, "sku": "HER-1", "name": "Taladro", "quantity": second, "price": "5.00"},
	}
}

func TestWhatShopsTellEndsTheSameHoweverItComes(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Shopify, 1000)
		for name, story := range stories {
			t.Run(name, func(t *testing.T) {
				for seed := range uint64(6) {
					box.Sender = shoptest.Connect(t, s.Inventory, story.source)
					box.Secret = shoptest.ShopSecret
					stock := shoptest.StockOf(t, s.Inventory, box.Product.ID)
					told := make([]shoptest.Letter, 0, len(story.told))
					for _, one := range story.told {
						told = append(told, box.Write(t, one.topic, one.body))
					}
					dice := rand.New(rand.NewPCG(seed, 1))
					if seed > 0 {
						told = append(told, told...)
						dice.Shuffle(len(told), func(i, j int) { told[i], told[j] = told[j], told[i] })
					}
					for _, one := range told {
						shoptest.Must(t, 0, shoptest.Second(box.Post(t, one)))
						if dice.IntN(2) == 0 {
							box.Work(t)
						}
					}
					// What waits for other news is tried again.
					for range 3 {
						box.Work(t)
						s.Pass(inbox.DeliveryPauses[2] * 2)
					}
					if got := box.Ends(t, stock); got != story.want {
						t.Errorf("seed %d: it ends as %q, want %q", seed, got, story.want)
					}
				}
				shoptest.Clean(t, box.Inventory)
			})
		}
	})
}

func TestARefundWaitsForItsOrder(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Shopify, 10)
		arrival := box.Sends(t, "refunds/create", shoptest.ShopifyRefund(7, "return", 1))
		box.Work(t)
		if got := box.Verdict(t, arrival.DeliveryID); got != "retrying: Devolución de un pedido que todavía no ha llegado" {
			t.Error(got)
		}
		box.Sends(t, "orders/create", shoptest.ShopifyOrder(1, 1001, 0, nil))
		box.Work(t)
		s.Pass(inbox.DeliveryPauses[0] * 2)
		box.Work(t)
		if got := box.Verdict(t, arrival.DeliveryID); got != "retrying: Devolución de artículos del pedido #1001 que aquí "+
			"todavía no se han enviado" {
			t.Error(got)
		}
		shoptest.MoveTo(t, box.Inventory, 1, "shipped")
		s.Pass(inbox.DeliveryPauses[1] * 2)
		box.Work(t)
		verdict := box.Verdict(t, arrival.DeliveryID)
		if verdict != "processed: Procesado: pedido #1001, reembolso parcial: 1 unidad vuelve" ||
			shoptest.StockOf(t, box.Inventory, box.Product.ID) != 8 {
			t.Error(verdict)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// What people cancelled here the shop does not open again.
func TestAPersonsCancellationStands(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.WooCommerce, 10)
		box.Sends(t, "order.created", shoptest.WooOrder(0, "pending", nil))
		box.Work(t)
		status := order.Cancelled
		shoptest.Must(t, 0, shoptest.Second(box.Orders.UpdateOrder(t.Context(),
			core.Actor{User: box.Open(t, "ana", shoptest.Password)}, 1, order.Change{Status: &status})))
		box.Sends(t, "order.updated", shoptest.WooOrder(1, "processing", nil))
		box.Work(t)
		if got := box.Ends(t, 10); got != "1 cancelled 3-0/0/0/0 left 0" {
			t.Error(got)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// What a shop cannot mean is refused in words that say what is wrong with it.
func TestAnOrderThatCannotBeIsRefusedInWords(t *testing.T) {
	negative := shoptest.Order("1", 0, "pending", shoptest.Asked("a", "HER-1", 3))
	negative["data"].(shoptest.Object)["totalAmount"] = "-10.00"
	for want, told := range map[string]shoptest.Object{
		"failed: El total del pedido no puede ser negativo": negative,
	} {
		shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
			box := shoptest.OpenInbox(t, s, channel.Standard, 10)
			if got := box.Says(t, told); got != want || len(box.KeptOrders(t)) != 0 {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

// A shop whose clock runs far ahead does not keep later news of its order out.
func TestTimesAheadOfOursAreNotBelieved(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		ahead := shoptest.Order("1", 0, "pending", shoptest.Asked("a", "HER-1", 3))
		ahead["data"].(shoptest.Object)["createdAt"], ahead["data"].(shoptest.Object)["updatedAt"] = "2027-11-10T09:00:00Z",
			"2027-11-10T09:00:00Z"
		box.Says(t, ahead)
		latest := s.Now().Add(5 * time.Minute)
		if kept := box.KeptOrders(t)[0]; !kept.CreatedAt.Equal(latest) || !kept.ShopModifiedAt.Equal(latest) {
			t.Errorf("placed %s, modified %s", kept.CreatedAt, kept.ShopModifiedAt)
		}
		s.Pass(10 * time.Minute)
		later := shoptest.Order("1", 0, "shipped", shoptest.Asked("a", "HER-1", 3))
		later["data"].(shoptest.Object)["updatedAt"] = s.Now().Format(time.RFC3339)
		if got := box.Says(t, later); got != "processed: Procesado: pedido P-1, pasa a «Enviado»" ||
			shoptest.StockOf(t, box.Inventory, box.Product.ID) != 7 {
			t.Error(got)
		}
		shoptest.Clean(t, box.Inventory)
	})
}
