package order_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/order"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// news is what a shop says of its order at a minute of its clock.
func news(minute int, status order.Status, lines ...order.ShopLine) order.ShopOrder {
	return order.ShopOrder{
		ChannelID: 1, ExternalID: "5001", Source: order.Shopify, Number: "#1021", Status: status, Total: 4599,
		Currency:     "USD",
		CustomerName: "Ana", PlacedAt: shoptest.PlacedAt,
		ModifiedAt: shoptest.PlacedAt.Add(time.Duration(minute) * time.Minute), ReceivedAt: shoptest.PlacedAt, Lines: lines,
	}
}

func sells(id, sku string, quantity int64) order.ShopLine {
	return order.ShopLine{ExternalID: id, SKU: sku, Name: "Nombre de la tienda", Quantity: quantity, UnitPrice: 1000}
}

func receive(t *testing.T, inv *inventory.Inventory, told order.ShopOrder) (order.Detail, order.Reception) {
	t.Helper()
	order, outcome, err := inv.Orders.ReceiveOrder(t.Context(), core.System, told)
	return shoptest.Must(t, order, err), outcome
}

func TestAnOrderFromAShopIsKeptAsItIs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		placed, outcome := receive(t, inv, news(0, "pending", sells("a", "her-1", 2), sells("b", "CAM-01-XL", 1)))
		if outcome != order.ReceptionNew || placed.Number != "#1021" || placed.Total != 4599 || placed.Currency != "USD" ||
			placed.Unmatched != 1 ||
			!placed.CreatedAt.Equal(shoptest.PlacedAt) || placed.Lines[0].ProductID != product.ID ||
			placed.Lines[1].ProductID != 0 || placed.Lines[1].SKU != "CAM-01-XL" {
			t.Errorf("%s: %+v", outcome, placed)
		}
		sender := shoptest.Connect(t, inv, channel.Shopify)
		link, err := inv.Inbox.LinkSKU(t.Context(), shoptest.Clerk, sender.ID, "cam-01-xl", product.ID)
		if shoptest.Must(t, link, err).Matched != 1 {
			t.Errorf("%d orders are matched", link.Matched)
		}
		now, err := inv.Orders.Order(t.Context(), placed.ID)
		if shoptest.Must(t, now, err); now.Unmatched != 0 || now.Lines[1].Claimed != 1 {
			t.Errorf("matched %+v", now)
		}
		summary, err := inv.Orders.OrderSummary(t.Context())
		if shoptest.Must(t, summary, err); summary.Amount != 0 || len(summary.ByCurrency) != 2 ||
			summary.ByCurrency[1].Amount != 4599 {
			t.Errorf("summary %+v", summary)
		}
		shoptest.Clean(t, inv)
	})
}

// story is what a shop tells of an order as it goes: two lines, one unit given
// up, shipped, one unit back, one refunded without coming back.
func story() []order.ShopOrder {
	a, b := sells("a", "HER-1", 3), sells("b", "HER-1", 2)
	cancel := order.ShopRefund{
		Key: "r1", Lines: []order.ShopRefundLine{{LineExternalID: "b", Quantity: 1, Restock: "cancel"}},
	}
	back := order.ShopRefund{Key: "r2", Lines: []order.ShopRefundLine{
		{LineExternalID: "a", Quantity: 1, Restock: "return"}, {LineExternalID: "a", Quantity: 1, Restock: "no_restock"},
	}}
	told := []order.ShopOrder{
		news(0, "pending", a), news(1, "pending", a, b), news(2, "processing", a, b), news(3, "processing", a, b),
		news(4, "shipped", a, b), news(5, "delivered", a, b),
	}
	told[3].Refunds = []order.ShopRefund{cancel}
	told[4].Refunds = []order.ShopRefund{cancel}
	told[5].Refunds = []order.ShopRefund{cancel, back}
	return told
}

// state is what must be the same whatever came first.
func state(t *testing.T, inv *inventory.Inventory, product int64) string {
	t.Helper()
	order, err := inv.Orders.Order(t.Context(), 1)
	shoptest.Must(t, order, err)
	text := fmt.Sprintf("%s %d %d", order.Status, order.Units, shoptest.StockOf(t, inv, product))
	for _, line := range order.Lines {
		text += fmt.Sprintf(" %s:%d-%d/%d/%d/%d", line.ExternalID, line.Quantity, line.Cancelled, line.Shipped, line.Returned,
			line.WrittenOff)
	}
	return text
}

func TestNewsInAnyOrderEndsTheSame(t *testing.T) {
	const want = "delivered 2 7 a:3-0/3/1/1 b:2-1/1/0/0"
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			inv, product := shoptest.Shop(t, storetest.Open(t, storetest.SQLite(t)), 10)
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
			shoptest.Clean(t, inv)
		})
	}
}

func TestOldNewsChangesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		receive(t, inv, news(5, "shipped", sells("a", "HER-1", 3)))
		placed, outcome := receive(t, inv, news(1, "pending", sells("a", "HER-1", 9)))
		if outcome != order.ReceptionOld || placed.Status != order.Shipped || placed.Lines[0].Quantity != 3 ||
			shoptest.StockOf(t, inv, product.ID) != 7 {
			t.Errorf("%s: %+v", outcome, placed)
		}
		// People are ahead of the shop: its news does not take their work back.
		shoptest.MoveTo(t, inv, placed.ID, "delivered")
		placed, _ = receive(t, inv, news(6, "shipped", sells("a", "HER-1", 3)))
		if placed.Status != order.Delivered {
			t.Errorf("it went back to %s", placed.Status)
		}
		shoptest.Clean(t, inv)
	})
}

// A line that the shop takes out and puts back claims its stock again, but what
// was given up of it before, or by people, stays given up.
func TestALineThatComesBackIsOpenAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		a, b := sells("a", "HER-1", 3), sells("b", "HER-1", 2)
		placed, _ := receive(t, inv, news(0, "pending", a, b))
		giveUp := func(key string, line int, quantity int64) {
			refund := order.Refund{
				Key: key, Lines: []order.RefundLine{{LineID: placed.Lines[line].ID, Quantity: quantity, Restock: "cancel"}},
			}
			shoptest.Must(t, 0, shoptest.Second(inv.Orders.RefundOrder(t.Context(), shoptest.Clerk, placed.ID, refund)))
		}
		giveUp("una", 0, 1)
		for minute := range 3 {
			receive(t, inv, news(minute*2+1, "pending", b))
			if got := state(t, inv, product.ID); got != "pending 2 10 a:3-3/0/0/0 b:2-0/0/0/0" {
				t.Errorf("without it: %s", got)
			}
			receive(t, inv, news(minute*2+2, "pending", a, b))
			if got := state(t, inv, product.ID); got != "pending 4 10 a:3-1/0/0/0 b:2-0/0/0/0" {
				t.Errorf("with it again: %s", got)
			}
		}
		giveUp("todo", 0, 2)
		placed, _ = receive(t, inv, news(10, "pending", a, b))
		if got := state(t, inv, product.ID); got != "pending 2 10 a:3-3/0/0/0 b:2-0/0/0/0" || placed.Lines[0].Claimed != 0 {
			t.Errorf("given up by a person: %s", got)
		}
		shoptest.Clean(t, inv)
	})
}
