package inventory_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/inventory"
)

// shopifyOrder is an order as Shopify tells it.
func shopifyOrder(id, number, minute int, more object) object {
	told := object{
		"id": id, "name": fmt.Sprintf("#%d", number), "order_number": number, "currency": "EUR", "total_price": "10.00", "financial_status": "paid",
		"created_at": "2026-11-10T09:00:00Z", "updated_at": fmt.Sprintf("2026-11-10T10:%02d:00Z", minute),
		"line_items": []object{{"id": 11, "sku": "HER-1", "name": "Taladro", "quantity": 3, "price": "5.00"}},
	}
	for field, value := range more {
		told[field] = value
	}
	return told
}

func shopifyRefund(id int, restock string, quantity int) object {
	return object{"id": id, "order_id": 1, "refund_line_items": []object{{"line_item_id": 11, "quantity": quantity, "restock_type": restock}}}
}

// message is one thing that a shop says.
type message struct {
	topic string
	body  any
}

// ends is what the orders of the shop come to, in one text, and how many units
// have left the shelf since there were so many.
func (b *inbox) ends(t *testing.T, stock int64) string {
	t.Helper()
	var text []string
	for _, order := range b.orders(t) {
		if order.ChannelID != b.sender.ID {
			continue
		}
		said := fmt.Sprintf("%s %s", order.Number, order.Status)
		for _, line := range order.Lines {
			said += fmt.Sprintf(" %d-%d/%d/%d/%d", line.Quantity, line.Cancelled, line.Shipped, line.Returned, line.WrittenOff)
		}
		text = append(text, said)
	}
	return fmt.Sprintf("%s left %d", strings.Join(text, "; "), stock-stockOf(t, b.Inventory, b.product.ID))
}

// stories are what shops say of an order, and how it must end however it comes.
var stories = map[string]struct {
	source channel.Source
	told   []message
	want   string
}{
	"a refund that comes on its own": {channel.Shopify, []message{
		{"orders/create", shopifyOrder(1, 1001, 0, nil)},
		{"refunds/create", shopifyRefund(7, "cancel", 1)},
		{"orders/fulfilled", shopifyOrder(1, 1001, 2, object{"fulfillment_status": "fulfilled", "refunds": []object{shopifyRefund(7, "cancel", 1)}})},
		{"refunds/create", shopifyRefund(8, "return", 1)},
		{"refunds/create", shopifyRefund(9, "no_restock", 1)},
	}, "#1001 returned 3-1/2/1/1 left 1"},
	"cancelled before it left": {channel.Shopify, []message{
		{"orders/create", shopifyOrder(1, 1001, 0, nil)},
		{"orders/cancelled", shopifyOrder(1, 1001, 1, object{"cancelled_at": "2026-11-10T10:01:00Z"})},
	}, "#1001 cancelled 3-0/0/0/0 left 0"},
	"an item added after it left": {channel.Shopify, []message{
		{"orders/create", shopifyOrder(1, 1001, 0, object{"fulfillment_status": "fulfilled"})},
		{"orders/updated", shopifyOrder(1, 1001, 1, object{"fulfillment_status": "partial", "line_items": withAdded(3, 2)})},
		{"orders/fulfilled", shopifyOrder(1, 1001, 2, object{"fulfillment_status": "fulfilled", "line_items": withAdded(3, 2)})},
	}, "#1001 shipped 3-0/3/0/0 2-0/2/0/0 left 5"},
	"an item added after it left and given up": {channel.Shopify, []message{
		{"orders/create", shopifyOrder(1, 1001, 0, object{"fulfillment_status": "fulfilled", "line_items": withAdded(3, 1)})},
		{"orders/updated", shopifyOrder(1, 1001, 1, object{"fulfillment_status": "partial", "line_items": withAdded(5, 1)})},
		{"orders/updated", shopifyOrder(1, 1001, 2, object{
			"fulfillment_status": "fulfilled", "line_items": withAdded(5, 1), "refunds": []object{shopifyRefund(7, "cancel", 1), shopifyRefund(8, "return", 1)},
		})},
	}, "#1001 shipped 5-1/4/1/0 1-0/1/0/0 left 4"},
	"an item taken out and put back": {channel.Shopify, []message{
		{"orders/create", shopifyOrder(1, 1001, 0, object{"line_items": withAdded(3, 2)})},
		{"orders/updated", shopifyOrder(1, 1001, 1, object{"line_items": withAdded(3, 0)})},
		{"orders/updated", shopifyOrder(1, 1001, 2, object{"line_items": withAdded(3, 2)})},
	}, "#1001 processing 3-0/0/0/0 2-0/0/0/0 left 0"},
	"deleted by the shop": {channel.WooCommerce, []message{
		{"order.created", wooOrder(0, "pending", nil)},
		{"order.updated", wooOrder(1, "processing", nil)},
		{"order.deleted", object{"id": 1}},
	}, "1 cancelled 3-0/0/0/0 left 0"},
	"deleted by the shop and restored": {channel.WooCommerce, []message{
		{"order.created", wooOrder(0, "pending", nil)},
		{"order.updated", wooOrder(1, "processing", nil)},
		{"order.deleted", object{"id": 1}},
		{"order.restored", wooOrder(20, "pending", nil)},
		{"order.updated", wooOrder(21, "processing", object{"line_items": []object{{"id": 11, "sku": "HER-1", "quantity": 2, "price": 5}}})},
	}, "1 processing 2-0/0/0/0 left 0"},
	"deleted by the shop, restored and cancelled": {channel.WooCommerce, []message{
		{"order.created", wooOrder(0, "processing", nil)},
		{"order.deleted", object{"id": 1}},
		{"order.restored", wooOrder(20, "processing", nil)},
		{"order.updated", wooOrder(21, "cancelled", nil)},
	}, "1 cancelled 3-0/0/0/0 left 0"},
	"deleted by the shop, restored and shipped": {channel.WooCommerce, []message{
		{"order.created", wooOrder(0, "processing", nil)},
		{"order.deleted", object{"id": 1}},
		{"order.restored", wooOrder(20, "processing", nil)},
		{"order.updated", wooOrder(21, "completed", nil)},
	}, "1 shipped 3-0/3/0/0 left 3"},
	"a payment that failed and was made after all": {channel.WooCommerce, []message{
		{"order.created", wooOrder(0, "pending", nil)},
		{"order.updated", wooOrder(1, "failed", nil)},
		{"order.updated", wooOrder(2, "processing", nil)},
		{"order.updated", wooOrder(3, "completed", nil)},
	}, "1 shipped 3-0/3/0/0 left 3"},
	"emptied and filled again": {channel.WooCommerce, []message{
		{"order.created", wooOrder(0, "pending", nil)},
		{"order.updated", wooOrder(1, "pending", object{"line_items": []object{}})},
		{"order.updated", wooOrder(2, "processing", nil)},
	}, "1 processing 3-0/0/0/0 left 0"},
	"emptied": {channel.WooCommerce, []message{
		{"order.created", wooOrder(0, "pending", nil)},
		{"order.updated", wooOrder(1, "pending", object{"line_items": []object{}})},
	}, "1 cancelled 3-0/0/0/0 left 0"},
	"taken back whole after it left": {channel.WooCommerce, []message{
		{"order.created", wooOrder(0, "processing", nil)},
		{"order.updated", wooOrder(1, "completed", nil)},
		{"order.updated", wooOrder(2, "refunded", object{"date_completed_gmt": "2026-11-10T10:01:00"})},
	}, "1 returned 3-0/3/3/0 left 0"},
}

// withAdded are the lines of an order with so much of a second one.
func withAdded(first, second int) []object {
	return []object{
		{"id": 11, "sku": "HER-1", "name": "Taladro", "quantity": first, "price": "5.00"},
		{"id": 12, "sku": "HER-1", "name": "Taladro", "quantity": second, "price": "5.00"},
	}
}

// wooOrder is an order as WooCommerce tells it.
func wooOrder(minute int, status string, more object) object {
	told := object{
		"id": 1, "number": "1", "status": status, "currency": "EUR", "total": "10.00", "date_created_gmt": "2026-11-10T09:00:00",
		"date_modified_gmt": fmt.Sprintf("2026-11-10T10:%02d:00", minute), "billing": object{"first_name": "Ana"},
		"line_items": []object{{"id": 11, "sku": "HER-1", "name": "Taladro", "quantity": 3, "price": 5}},
	}
	for field, value := range more {
		told[field] = value
	}
	return told
}

func TestWhatShopsTellEndsTheSameHoweverItComes(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Shopify, 1000)
		for name, story := range stories {
			t.Run(name, func(t *testing.T) {
				for seed := range uint64(6) {
					box.sender = connect(t, s.Inventory, story.source)
					box.secret = shopSecret
					stock := stockOf(t, s.Inventory, box.product.ID)
					told := slices.Clone(story.told)
					dice := rand.New(rand.NewPCG(seed, 1))
					if seed > 0 {
						told = append(told, told...)
						dice.Shuffle(len(told), func(i, j int) { told[i], told[j] = told[j], told[i] })
					}
					for _, one := range told {
						box.sends(t, one.topic, one.body)
						if dice.IntN(2) == 0 {
							box.work(t)
						}
					}
					// What waits for other news is tried again.
					for range 3 {
						box.work(t)
						s.pass(inventory.DeliveryPauses[2] * 2)
					}
					if got := box.ends(t, stock); got != story.want {
						t.Errorf("seed %d: it ends as %q, want %q", seed, got, story.want)
					}
				}
				clean(t, box.Inventory)
			})
		}
	})
}

func TestARefundWaitsForItsOrder(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Shopify, 10)
		arrival := box.sends(t, "refunds/create", shopifyRefund(7, "return", 1))
		box.work(t)
		if got := box.verdict(t, arrival.DeliveryID); got != "retrying: Devolución de un pedido que todavía no ha llegado" {
			t.Error(got)
		}
		box.sends(t, "orders/create", shopifyOrder(1, 1001, 0, nil))
		box.work(t)
		s.pass(inventory.DeliveryPauses[0] * 2)
		box.work(t)
		if got := box.verdict(t, arrival.DeliveryID); got != "retrying: Devolución de artículos del pedido #1001 que aquí todavía no se han enviado" {
			t.Error(got)
		}
		moveTo(t, box.Inventory, 1, "shipped")
		s.pass(inventory.DeliveryPauses[1] * 2)
		box.work(t)
		if got := box.verdict(t, arrival.DeliveryID); got != "processed: Procesado: devolución del pedido #1001" || stockOf(t, box.Inventory, box.product.ID) != 8 {
			t.Error(got)
		}
		clean(t, box.Inventory)
	})
}

// What people cancelled here the shop does not open again.
func TestAPersonsCancellationStands(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.WooCommerce, 10)
		box.sends(t, "order.created", wooOrder(0, "pending", nil))
		box.work(t)
		status := inventory.OrderCancelled
		must(t, 0, second(box.UpdateOrder(t.Context(), inventory.Actor{User: box.open(t, "ana", password)}, 1, inventory.OrderChange{Status: &status})))
		box.sends(t, "order.updated", wooOrder(1, "processing", nil))
		box.work(t)
		if got := box.ends(t, 10); got != "1 cancelled 3-0/0/0/0 left 0" {
			t.Error(got)
		}
		clean(t, box.Inventory)
	})
}

// What a shop cannot mean is refused in words that say what is wrong with it.
func TestAnOrderThatCannotBeIsRefusedInWords(t *testing.T) {
	negative := order("1", 0, "pending", asked("a", "HER-1", 3))
	negative["data"].(object)["totalAmount"] = "-10.00"
	for want, told := range map[string]object{
		"failed: El total del pedido no puede ser negativo":                          negative,
		"failed: El identificador «a» está repetido: cada artículo necesita el suyo": order("1", 0, "pending", asked("a", "HER-1", 3), asked("a", "HER-1", 2)),
	} {
		eachOffice(t, func(t *testing.T, s *office) {
			box := openInbox(t, s, channel.Standard, 10)
			if got := box.says(t, told); got != want || len(box.orders(t)) != 0 {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

// A shop whose clock runs far ahead does not keep later news of its order out.
func TestTimesAheadOfOursAreNotBelieved(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		box := openInbox(t, s, channel.Standard, 10)
		ahead := order("1", 0, "pending", asked("a", "HER-1", 3))
		ahead["data"].(object)["createdAt"], ahead["data"].(object)["updatedAt"] = "2027-11-10T09:00:00Z", "2027-11-10T09:00:00Z"
		box.says(t, ahead)
		latest := s.now().Add(5 * time.Minute)
		if kept := box.orders(t)[0]; !kept.CreatedAt.Equal(latest) || !kept.ShopModifiedAt.Equal(latest) {
			t.Errorf("placed %s, modified %s", kept.CreatedAt, kept.ShopModifiedAt)
		}
		s.pass(10 * time.Minute)
		later := order("1", 0, "shipped", asked("a", "HER-1", 3))
		later["data"].(object)["updatedAt"] = s.now().Format(time.RFC3339)
		if got := box.says(t, later); got != "processed: Procesado: pedido P-1 actualizado" || stockOf(t, box.Inventory, box.product.ID) != 7 {
			t.Error(got)
		}
		clean(t, box.Inventory)
	})
}
