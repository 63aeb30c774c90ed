package inventory_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

var placedAt = time.Date(2026, 11, 10, 9, 0, 0, 0, time.UTC)

// news is what a shop says of its order at a minute of its clock.
func news(minute int, status inventory.OrderStatus, lines ...inventory.ShopLine) inventory.ShopOrder {
	return inventory.ShopOrder{
		ChannelID: 1, ExternalID: "5001", Source: inventory.OrderShopify, Number: "#1021", Status: status, Total: 4599, Currency: "USD",
		CustomerName: "Ana", PlacedAt: placedAt, ModifiedAt: placedAt.Add(time.Duration(minute) * time.Minute), ReceivedAt: placedAt, Lines: lines,
	}
}

func sells(id, sku string, quantity int64) inventory.ShopLine {
	return inventory.ShopLine{ExternalID: id, SKU: sku, Name: "Nombre de la tienda", Quantity: quantity, UnitPrice: 1000}
}

func receive(t *testing.T, inv *inventory.Inventory, told inventory.ShopOrder) (inventory.OrderDetail, inventory.Reception) {
	t.Helper()
	order, outcome, err := inv.ReceiveOrder(t.Context(), inventory.System, told)
	return must(t, order, err), outcome
}

func TestAnOrderFromAShopIsKeptAsItIs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 10)
		order, outcome := receive(t, inv, news(0, "pending", sells("a", "her-1", 2), sells("b", "CAM-01-XL", 1)))
		if outcome != inventory.ReceptionNew || order.Number != "#1021" || order.Total != 4599 || order.Currency != "USD" || order.Unmatched != 1 ||
			!order.CreatedAt.Equal(placedAt) || order.Lines[0].ProductID != product.ID || order.Lines[1].ProductID != 0 || order.Lines[1].SKU != "CAM-01-XL" {
			t.Errorf("%s: %+v", outcome, order)
		}
		sender := connect(t, inv, channel.Shopify)
		link, err := inv.LinkSKU(t.Context(), clerk, sender.ID, "cam-01-xl", product.ID)
		if must(t, link, err).Matched != 1 {
			t.Errorf("%d orders are matched", link.Matched)
		}
		now, err := inv.Order(t.Context(), order.ID)
		if must(t, now, err); now.Unmatched != 0 || now.Lines[1].Claimed != 1 {
			t.Errorf("matched %+v", now)
		}
		summary, err := inv.OrderSummary(t.Context())
		if must(t, summary, err); summary.Amount != 0 || len(summary.ByCurrency) != 2 || summary.ByCurrency[1].Amount != 4599 {
			t.Errorf("summary %+v", summary)
		}
		clean(t, inv)
	})
}

// story is what a shop tells of an order as it goes: two lines, one unit given
// up, shipped, one unit back, one refunded without coming back.
func story() []inventory.ShopOrder {
	a, b := sells("a", "HER-1", 3), sells("b", "HER-1", 2)
	cancel := inventory.ShopRefund{Key: "r1", Lines: []inventory.ShopRefundLine{{LineExternalID: "b", Quantity: 1, Restock: "cancel"}}}
	back := inventory.ShopRefund{Key: "r2", Lines: []inventory.ShopRefundLine{
		{LineExternalID: "a", Quantity: 1, Restock: "return"}, {LineExternalID: "a", Quantity: 1, Restock: "no_restock"},
	}}
	told := []inventory.ShopOrder{
		news(0, "pending", a), news(1, "pending", a, b), news(2, "processing", a, b), news(3, "processing", a, b), news(4, "shipped", a, b), news(5, "delivered", a, b),
	}
	told[3].Refunds = []inventory.ShopRefund{cancel}
	told[4].Refunds = []inventory.ShopRefund{cancel}
	told[5].Refunds = []inventory.ShopRefund{cancel, back}
	return told
}

// state is what must be the same whatever came first.
func state(t *testing.T, inv *inventory.Inventory, product int64) string {
	t.Helper()
	order, err := inv.Order(t.Context(), 1)
	must(t, order, err)
	text := fmt.Sprintf("%s %d %d", order.Status, order.Units, stockOf(t, inv, product))
	for _, line := range order.Lines {
		text += fmt.Sprintf(" %s:%d-%d/%d/%d/%d", line.ExternalID, line.Quantity, line.Cancelled, line.Shipped, line.Returned, line.WrittenOff)
	}
	return text
}

func TestNewsInAnyOrderEndsTheSame(t *testing.T) {
	const want = "delivered 5 7 a:3-0/3/1/1 b:2-1/1/0/0"
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			inv, product := shop(t, storetest.Open(t, storetest.SQLite(t)), 10)
			told := story()
			if seed > 0 {
				told = slices.Concat(told, told)
				dice := rand.New(rand.NewPCG(seed, seed))
				dice.Shuffle(len(told), func(i, j int) { told[i], told[j] = told[j], told[i] })
			}
			for _, one := range told {
				receive(t, inv, one)
			}
			if got := state(t, inv, product.ID); got != want {
				t.Errorf("it ends as %q, want %q", got, want)
			}
			clean(t, inv)
		})
	}
}

func TestOldNewsChangesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 10)
		receive(t, inv, news(5, "shipped", sells("a", "HER-1", 3)))
		order, outcome := receive(t, inv, news(1, "pending", sells("a", "HER-1", 9)))
		if outcome != inventory.ReceptionOld || order.Status != inventory.OrderShipped || order.Lines[0].Quantity != 3 || stockOf(t, inv, product.ID) != 7 {
			t.Errorf("%s: %+v", outcome, order)
		}
		// People are ahead of the shop: its news does not take their work back.
		moveTo(t, inv, order.ID, "delivered")
		order, _ = receive(t, inv, news(6, "shipped", sells("a", "HER-1", 3)))
		if order.Status != inventory.OrderDelivered {
			t.Errorf("it went back to %s", order.Status)
		}
		clean(t, inv)
	})
}

// A line that the shop takes out and puts back claims its stock again, but what
// was given up of it before, or by people, stays given up.
func TestALineThatComesBackIsOpenAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 10)
		a, b := sells("a", "HER-1", 3), sells("b", "HER-1", 2)
		order, _ := receive(t, inv, news(0, "pending", a, b))
		giveUp := func(key string, line int, quantity int64) {
			refund := inventory.Refund{Key: key, Lines: []inventory.RefundLine{{LineID: order.Lines[line].ID, Quantity: quantity, Restock: "cancel"}}}
			must(t, 0, second(inv.RefundOrder(t.Context(), clerk, order.ID, refund)))
		}
		giveUp("una", 0, 1)
		for minute := range 3 {
			receive(t, inv, news(minute*2+1, "pending", b))
			if got := state(t, inv, product.ID); got != "pending 5 10 a:3-3/0/0/0 b:2-0/0/0/0" {
				t.Errorf("without it: %s", got)
			}
			receive(t, inv, news(minute*2+2, "pending", a, b))
			if got := state(t, inv, product.ID); got != "pending 5 10 a:3-1/0/0/0 b:2-0/0/0/0" {
				t.Errorf("with it again: %s", got)
			}
		}
		giveUp("todo", 0, 2)
		order, _ = receive(t, inv, news(10, "pending", a, b))
		if got := state(t, inv, product.ID); got != "pending 5 10 a:3-3/0/0/0 b:2-0/0/0/0" || order.Lines[0].Claimed != 0 {
			t.Errorf("given up by a person: %s", got)
		}
		clean(t, inv)
	})
}
