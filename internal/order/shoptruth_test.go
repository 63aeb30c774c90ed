package order_test

import (
	"testing"

	"estante/internal/channel"
	"estante/internal/order"
	"estante/internal/shoptest"
)

// holding is an order of three units of which WooCommerce holds so many as taken; less than
// none is a line of which it says nothing.
func holding(minute int, status string, taken int, more shoptest.Object) shoptest.Object {
	line := shoptest.Object{"id": 11, "sku": "HER-1", "name": "Taladro", "quantity": 3, "price": 5}
	if taken >= 0 {
		line["meta_data"] = []shoptest.Object{{"id": 1, "key": "_reduced_stock", "value": taken}}
	}
	told := shoptest.WooOrder(minute, status, shoptest.Object{
		"total": "15.00", "date_paid_gmt": "2026-11-10T10:00:00", "line_items": []shoptest.Object{line},
	})
	for field, value := range more {
		told[field] = value
	}
	return told
}

// What can be sold here is what the shop's own account leaves, whatever it did: refunds with
// and without restocking, failed payments, orders put back, cancelled after they left.
func TestWooCommercesOwnAccountIsFollowedLineByLine(t *testing.T) {
	done := shoptest.Object{"date_completed_gmt": "2026-11-10T10:01:00"}
	refunded := func(cents string, more shoptest.Object) shoptest.Object {
		told := shoptest.Object{"refunds": []shoptest.Object{{"id": 9, "total": cents}}}
		for field, value := range more {
			told[field] = value
		}
		return told
	}
	for name, row := range map[string]struct {
		told []shoptest.Object
		// free is what can be sold of ten.
		free int64
		ends string
	}{
		"restocked before it left": {[]shoptest.Object{
			holding(0, "processing", 3, nil), holding(1, "processing", 2, refunded("-5.00", nil)),
		}, 8, "1 processing 3-1/0/0/0 left 0"},
		"restocked before it left, and sent": {[]shoptest.Object{
			holding(0, "processing", 3, nil), holding(1, "processing", 2, refunded("-5.00", nil)),
			holding(2, "completed", 2, refunded("-5.00", done)),
		}, 8, "1 shipped 3-1/2/0/0 left 2"},
		"restocked after it left": {[]shoptest.Object{
			holding(0, "completed", 3, done), holding(1, "completed", 2, refunded("-5.00", done)),
		}, 8, "1 shipped 3-0/3/1/0 left 2"},
		"restocked to the last": {[]shoptest.Object{
			holding(0, "completed", 3, done), holding(1, "refunded", 0, refunded("-15.00", done)),
		}, 10, "1 returned 3-0/3/3/0 left 0"},
		"refunded without restocking": {[]shoptest.Object{
			holding(0, "completed", 3, done), holding(1, "refunded", 3, refunded("-15.00", done)),
		}, 7, "1 returned 3-0/3/0/3 left 3"},
		"refunded by an amount": {[]shoptest.Object{
			holding(0, "completed", 3, done), holding(1, "completed", 3, refunded("-4.00", done)),
		}, 7, "1 shipped 3-0/3/0/0 left 3"},
		"refunded before it left, without restocking": {[]shoptest.Object{
			holding(0, "processing", 3, nil), holding(1, "refunded", 3, refunded("-15.00", nil)),
		}, 7, "1 returned 3-0/3/0/3 left 3"},
		"put back to pending": {[]shoptest.Object{
			holding(0, "processing", 3, nil), holding(1, "pending", -1, nil),
		}, 10, "1 processing 3-0/0/0/0 left 0"},
		"put back to pending, and paid": {[]shoptest.Object{
			holding(0, "processing", 3, nil), holding(1, "pending", -1, nil), holding(2, "processing", 3, nil),
		}, 7, "1 processing 3-0/0/0/0 left 0"},
		"put back to pending, of which that alone is told": {
			[]shoptest.Object{holding(1, "pending", -1, nil)},
			10,
			"1 processing 3-0/0/0/0 left 0",
		},
		"put back to pending, of which that alone is told, and paid": {[]shoptest.Object{
			holding(1, "pending", -1, nil), holding(2, "processing", 3, nil),
		}, 7, "1 processing 3-0/0/0/0 left 0"},
		"put back to pending, told after it waited for its money": {[]shoptest.Object{
			holding(0, "pending", -1, shoptest.Object{"date_paid_gmt": nil}), holding(1, "pending", -1, nil),
		}, 10, "1 processing 3-0/0/0/0 left 0"},
		"put back to pending, of which the shop keeps no stock": {[]shoptest.Object{
			holding(0, "processing", -1, nil), holding(1, "pending", -1, nil),
		}, 7, "1 processing 3-0/0/0/0 left 0"},
		"put back to pending, of which the shop keeps no stock, told before it was paid": {[]shoptest.Object{
			holding(1, "pending", -1, nil), holding(0, "processing", -1, nil),
		}, 7, "1 processing 3-0/0/0/0 left 0"},
		"put back to pending, of which the shop keeps no stock, and paid": {[]shoptest.Object{
			holding(1, "pending", -1, nil), holding(2, "processing", -1, nil),
		}, 7, "1 processing 3-0/0/0/0 left 0"},
		"restocked in part, put back to pending, and paid": {[]shoptest.Object{
			holding(0, "processing", 3, nil), holding(1, "processing", 2, refunded("-5.00", nil)),
			holding(2, "pending", -1, refunded("-5.00", nil)), holding(3, "processing", 3, refunded("-5.00", nil)),
		}, 7, "1 processing 3-0/0/0/0 left 0"},
		"restocked in part, put back to pending, paid and sent": {[]shoptest.Object{
			holding(0, "processing", 3, nil), holding(1, "processing", 2, refunded("-5.00", nil)),
			holding(2, "pending", -1, refunded("-5.00", nil)), holding(3, "processing", 3, refunded("-5.00", nil)),
			holding(4, "completed", 3, refunded("-5.00", done)),
		}, 7, "1 shipped 3-0/3/0/0 left 3"},
		"restocked to the last before it left, and paid": {[]shoptest.Object{
			holding(0, "processing", 3, nil), holding(1, "refunded", 0, refunded("-15.00", nil)),
			holding(2, "processing", 3, refunded("-15.00", nil)),
		}, 7, "1 processing 3-0/0/0/0 left 0"},
		"failed": {[]shoptest.Object{
			holding(0, "processing", 3, nil), holding(1, "failed", 3, nil),
		}, 7, "1 processing 3-0/0/0/0 left 0"},
		"failed, and cancelled": {[]shoptest.Object{
			holding(0, "processing", 3, nil), holding(1, "failed", 3, nil), holding(2, "cancelled", -1, nil),
		}, 10, "1 cancelled 3-0/0/0/0 left 0"},
		"put back to pending, told before it was paid": {[]shoptest.Object{
			holding(1, "pending", -1, nil), holding(0, "processing", 3, nil),
		}, 10, "1 processing 3-0/0/0/0 left 0"},
		"put back to pending after it left": {[]shoptest.Object{
			holding(0, "completed", 3, done), holding(1, "pending", -1, done),
		}, 10, "1 returned 3-0/3/3/0 left 0"},
		"restocked to the last, of which that alone is told": {[]shoptest.Object{
			holding(1, "refunded", 0, refunded("-15.00", done)),
		}, 10, "1 returned 3-0/3/3/0 left 0"},
		"restocked in part before it left, and the rest refunded without": {[]shoptest.Object{
			holding(0, "processing", 3, nil), holding(1, "processing", 2, refunded("-5.00", nil)),
			holding(2, "refunded", 2, refunded("-15.00", nil)),
		}, 8, "1 returned 3-1/2/0/2 left 2"},
		"restocked before it left, sent, and cancelled": {[]shoptest.Object{
			holding(0, "processing", 3, nil), holding(1, "processing", 2, refunded("-5.00", nil)),
			holding(2, "completed", 2, refunded("-5.00", done)), holding(3, "cancelled", -1, refunded("-5.00", done)),
		}, 10, "1 returned 3-1/2/2/0 left 0"},
		"nothing said": {[]shoptest.Object{
			holding(0, "processing", -1, nil), holding(1, "processing", -1, refunded("-5.00", nil)),
		}, 7, "1 processing 3-0/0/0/0 left 0"},
	} {
		t.Run(name, func(t *testing.T) {
			shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
				box := shoptest.OpenInbox(t, s, channel.WooCommerce, 10)
				for _, told := range row.told {
					if got := box.Hears(t, told); got[:9] != "processed" && got[:20] != "ignored: Sin efecto:" {
						t.Error(got)
					}
				}
				product, err := box.Catalogue.Product(t.Context(), box.Product.ID)
				if shoptest.Must(t, product, err); product.Stock-product.Reserved != row.free {
					t.Errorf("%d can be sold, want %d", product.Stock-product.Reserved, row.free)
				}
				if got := box.Ends(t, 10); got != row.ends {
					t.Errorf("it ends as %s, want %s", got, row.ends)
				}
				shoptest.Clean(t, box.Inventory)
			})
		})
	}
}

// What left the shop without there being stock here, and was cancelled there after that,
// waits for nothing any more.
func TestWhatWasCancelledBeforeItCouldLeaveHereIsNotTriedAgain(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.WooCommerce, 1)
		done := shoptest.Object{"date_completed_gmt": "2026-11-10T10:01:00"}
		if got := box.Hears(t, holding(0, "completed", 3, done)); got != "retrying: Falta stock de HER-1: faltan 2 unidades" {
			t.Error(got)
		}
		box.Hears(t, holding(1, "cancelled", -1, done))
		if got := box.Ends(t, 1); got != "1 cancelled 3-0/0/0/0 left 0" {
			t.Error(got)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// sentBy is an order of four units as Shopify tells it, of which so many left, are still to
// leave and were refunded, by its words.
func sentBy(minute, left, toLeave int, state any, refunds ...shoptest.Object) shoptest.Object {
	parcels := []shoptest.Object{}
	if left > 0 {
		parcels = append(parcels, shoptest.Object{
			"status": "success", "line_items": []shoptest.Object{{"id": 11, "quantity": left}},
		})
	}
	refunded := 0
	for _, refund := range refunds {
		refunded += refund["refund_line_items"].([]shoptest.Object)[0]["quantity"].(int)
	}
	return shoptest.ShopifyOrder(1, 1001, minute, shoptest.Object{
		"fulfillment_status": state, "fulfillments": parcels, "refunds": refunds, "total_price": "20.00",
		"line_items": []shoptest.Object{{
			"id": 11, "sku": "HER-1", "name": "Taladro", "quantity": 4, "price": "5.00", "current_quantity": 4 - refunded,
			"fulfillable_quantity": toLeave,
		}},
	})
}

// Units that were refunded before they left are given up by whatever word Shopify has for
// that, and the rest leaves.
func TestWhatShopifyRefundsBeforeItLeftIsGivenUp(t *testing.T) {
	for _, word := range []string{"no_restock", "legacy_restock", "cancel", "return"} {
		t.Run(word, func(t *testing.T) {
			shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
				box := shoptest.OpenInbox(t, s, channel.Shopify, 3)
				refund := shoptest.ShopifyRefund(7, word, 1)
				box.Sends(t, "orders/create", sentBy(0, 0, 4, nil))
				box.Work(t)
				box.Sends(t, "orders/updated", sentBy(1, 0, 3, nil, refund))
				box.Work(t)
				if got := box.Ends(t, 3); got != "#1001 processing 4-1/0/0/0 left 0" {
					t.Error(got)
				}
				box.Sends(t, "refunds/create", refund)
				box.Work(t)
				box.Sends(t, "orders/fulfilled", sentBy(2, 3, 0, "fulfilled", refund))
				box.Work(t)
				if got := box.Ends(t, 3); got != "#1001 shipped 4-1/3/0/0 left 3" {
					t.Error(got)
				}
				shoptest.Clean(t, box.Inventory)
			})
		})
	}
}

// What was refunded and neither left nor is still to leave was given up, whichever of an
// order's refunds said so and in whatever order they came; the rest alone leaves.
func TestWhatShopifyHasStillToLeaveIsItsAccount(t *testing.T) {
	none, back := shoptest.ShopifyRefund(7, "no_restock", 1), shoptest.ShopifyRefund(8, "return", 1)
	more, both := shoptest.ShopifyRefund(9, "no_restock", 1), shoptest.ShopifyRefund(8, "return", 2)
	order := func(told shoptest.Object) message { return message{"orders/updated", told} }
	for name, row := range map[string]struct {
		told     []message
		reserved int64
		want     string
	}{
		"given up after one came back": {[]message{
			order(sentBy(0, 1, 3, "partial")), order(sentBy(1, 1, 3, "partial", back)),
			order(sentBy(2, 1, 2, "partial", back, more)),
		}, 2, "#1001 processing 4-1/1/1/0 left 0"},
		"and the last word alone": {
			[]message{order(sentBy(2, 1, 2, "partial", back, more))}, 2, "#1001 processing 4-1/1/1/0 left 0",
		},
		"given up after one was lost": {[]message{
			order(sentBy(0, 1, 3, "partial")), order(sentBy(1, 1, 3, "partial", none)),
			order(sentBy(2, 1, 2, "partial", none, more)),
		}, 2, "#1001 processing 4-1/1/0/1 left 1"},
		"told on its own before": {[]message{
			order(sentBy(0, 2, 2, "partial")), {"refunds/create", none}, order(sentBy(1, 2, 1, "partial", none)),
		}, 1, "#1001 processing 4-1/2/0/0 left 2"},
		"told on its own before, and sent": {[]message{
			order(sentBy(0, 2, 2, "partial")), {"refunds/create", none}, order(sentBy(1, 3, 0, "fulfilled", none)),
		}, 0, "#1001 shipped 4-1/3/0/0 left 3"},
		"given up, back and given up": {[]message{
			order(sentBy(0, 2, 2, "partial")), order(sentBy(1, 2, 1, "partial", none)),
			order(sentBy(2, 2, 1, "partial", none, both)), order(sentBy(3, 2, 0, "fulfilled", none, both, more)),
		}, 0, "#1001 returned 4-2/2/2/0 left 0"},
	} {
		t.Run(name, func(t *testing.T) {
			shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
				box := shoptest.OpenInbox(t, s, channel.Shopify, 10)
				for _, told := range row.told {
					box.Sends(t, told.topic, told.body)
					box.Work(t)
				}
				product, err := box.Catalogue.Product(t.Context(), box.Product.ID)
				if shoptest.Must(t, product, err); product.Reserved != row.reserved {
					t.Errorf("%d are reserved, want %d", product.Reserved, row.reserved)
				}
				if got := box.Ends(t, 10); got != row.want {
					t.Errorf("%s, want %s", got, row.want)
				}
				shoptest.Clean(t, box.Inventory)
			})
		})
	}
}

// message is one thing that a shop says.
type message struct {
	topic string
	body  shoptest.Object
}

// One unit came back and then another is given up that never left, by a word that could mean
// either: what is still to leave by the shop's word says which of them is which.
func TestWhatIsNotToLeaveAnyMoreIsGivenUp(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Shopify, 5)
		back, inside := shoptest.ShopifyRefund(8, "return", 1), shoptest.ShopifyRefund(9, "legacy_restock", 1)
		for minute, step := range []struct {
			left, toLeave int
			state         any
			refunds       []shoptest.Object
			want          string
		}{
			{1, 3, "partial", nil, "#1001 processing 4-0/1/0/0 left 1"},
			{1, 3, "partial", []shoptest.Object{back}, "#1001 processing 4-0/1/1/0 left 0"},
			{1, 2, "partial", []shoptest.Object{back, inside}, "#1001 processing 4-1/1/1/0 left 0"},
			{3, 0, "fulfilled", []shoptest.Object{back, inside}, "#1001 shipped 4-1/3/1/0 left 2"},
		} {
			box.Sends(t, "orders/updated", sentBy(minute, step.left, step.toLeave, step.state, step.refunds...))
			box.Work(t)
			if len(step.refunds) > 0 {
				arrival := box.Sends(t, "refunds/create", step.refunds[len(step.refunds)-1])
				box.Work(t)
				if got := box.Verdict(t, arrival.DeliveryID); got[:9] != "processed" {
					t.Error(got)
				}
			}
			if got := box.Ends(t, 5); got != step.want {
				t.Errorf("%s, want %s", got, step.want)
			}
			shoptest.Clean(t, box.Inventory)
		}
	})
}

// A part leaves when the shop sends it, and is on the shelf again when the shop takes that
// back; what comes back of it counts while the rest is still to leave.
func TestAShopsShipmentsCountWhenTheyHappen(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Shopify, 5)
		tell := func(told shoptest.Object, want string) {
			t.Helper()
			box.Sends(t, "orders/updated", told)
			box.Work(t)
			if got := box.Ends(t, 5); got != want {
				t.Errorf("%s, want %s", got, want)
			}
			shoptest.Clean(t, box.Inventory)
		}
		tell(sentBy(0, 0, 4, nil), "#1001 processing 4-0/0/0/0 left 0")
		tell(sentBy(1, 2, 2, "partial"), "#1001 processing 4-0/2/0/0 left 2")
		tell(sentBy(2, 0, 4, nil), "#1001 processing 4-0/0/0/0 left 0")
		tell(sentBy(3, 2, 2, "partial"), "#1001 processing 4-0/2/0/0 left 2")
		back := shoptest.ShopifyRefund(8, "return", 1)
		tell(sentBy(4, 2, 2, "partial", back), "#1001 processing 4-0/2/1/0 left 1")
		tell(sentBy(5, 4, 0, "fulfilled", back), "#1001 shipped 4-0/4/1/0 left 3")
		tell(sentBy(1, 2, 2, "partial"), "#1001 shipped 4-0/4/1/0 left 3")
		tell(sentBy(6, 2, 2, "partial", back), "#1001 processing 4-0/2/1/0 left 1")
	})
}

// An exchange that is added after the rest left is reserved, and leaves with its shipments.
func TestAnExchangeAddedLaterIsReserved(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Shopify, 10)
		exchange := func(told shoptest.Object) shoptest.Object {
			told["line_items"] = append(told["line_items"].([]shoptest.Object), shoptest.Object{
				"id": 12, "sku": "HER-1", "name": "Taladro", "quantity": 2, "price": "5.00", "fulfillable_quantity": 2,
			})
			return told
		}
		box.Sends(t, "orders/create", sentBy(0, 4, 0, "fulfilled"))
		box.Work(t)
		added := box.Sends(t, "orders/updated", exchange(sentBy(1, 4, 0, "partial")))
		box.Work(t)
		kept := box.KeptOrders(t)[0]
		if got := box.Verdict(t, added.DeliveryID); got[:9] != "processed" || kept.Lines[1].Claimed != 2 ||
			kept.Units != 6 {
			t.Errorf("%s: %+v", got, kept.Lines)
		}
		sent := exchange(sentBy(2, 4, 0, "partial"))
		sent["fulfillments"] = append(sent["fulfillments"].([]shoptest.Object), shoptest.Object{
			"status": "success", "line_items": []shoptest.Object{{"id": 12, "quantity": 1}},
		})
		box.Sends(t, "orders/updated", sent)
		box.Work(t)
		if got := box.Ends(t, 10); got != "#1001 shipped 4-0/4/0/0 2-0/1/0/0 left 5" ||
			box.KeptOrders(t)[0].Lines[1].Claimed != 1 {
			t.Error(got)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// Some units of an exchange leave while the rest of it does not: they leave the shelf then.
func TestAPartOfAnExchangeLeavesWhenItDoes(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Shopify, 10)
		tell := func(minute, left, toLeave int, want string) {
			t.Helper()
			told := sentBy(minute, 4, 0, "partial")
			told["line_items"] = append(told["line_items"].([]shoptest.Object), shoptest.Object{
				"id": 12, "sku": "HER-1", "name": "Taladro", "quantity": 3, "price": "5.00", "fulfillable_quantity": toLeave,
			})
			told["fulfillments"] = append(told["fulfillments"].([]shoptest.Object), shoptest.Object{
				"status": "success", "line_items": []shoptest.Object{{"id": 12, "quantity": left}},
			})
			box.Sends(t, "orders/updated", told)
			box.Work(t)
			if got := box.Ends(t, 10); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
		box.Sends(t, "orders/create", sentBy(0, 4, 0, "fulfilled"))
		box.Work(t)
		tell(1, 0, 3, "#1001 shipped 4-0/4/0/0 3-0/0/0/0 left 4")
		tell(2, 2, 1, "#1001 shipped 4-0/4/0/0 3-0/2/0/0 left 6")
		tell(3, 3, 0, "#1001 shipped 4-0/4/0/0 3-0/3/0/0 left 7")
		shoptest.Clean(t, box.Inventory)
	})
}

// One return that a person entered and the shop tells, too, counts once, whoever of the two
// is first; another one of the same line counts as well.
func TestAReturnEnteredByHandAndToldByTheShopCountsOnce(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Shopify, 10)
		box.Sends(t, "orders/create", sentBy(0, 4, 0, "fulfilled"))
		box.Work(t)
		kept := box.KeptOrders(t)[0]
		shoptest.Must(t, 0, shoptest.Second(box.Orders.RefundOrder(t.Context(), shoptest.Clerk, kept.ID, order.Refund{
			Key: "mano", Lines: []order.RefundLine{{LineID: kept.Lines[0].ID, Quantity: 1, Restock: order.RestockReturn}},
		})))
		first, second := shoptest.ShopifyRefund(7, "return", 1), shoptest.ShopifyRefund(8, "return", 1)
		for _, row := range []struct {
			told shoptest.Object
			want string
		}{
			{sentBy(1, 4, 0, "fulfilled", first), "#1001 shipped 4-0/4/1/0 left 3"},
			{sentBy(2, 4, 0, "fulfilled", first, second), "#1001 shipped 4-0/4/2/0 left 2"},
		} {
			box.Sends(t, "orders/updated", row.told)
			box.Sends(t, "refunds/create", first)
			box.Work(t)
			if got := box.Ends(t, 10); got != row.want ||
				box.KeptOrders(t)[0].Units != 4-box.KeptOrders(t)[0].Lines[0].Returned {
				t.Errorf("%s, want %s", got, row.want)
			}
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// One return that the shop told first is not counted again when a person enters it: they
// are asked whether they mean other units, and those count once as well.
func TestAReturnToldByTheShopAndEnteredByHandCountsOnce(t *testing.T) {
	told := map[string]func(t *testing.T, s *shoptest.Office) (*shoptest.Inbox, func(refunds int)){
		"by refunds": func(t *testing.T, s *shoptest.Office) (*shoptest.Inbox, func(int)) {
			box := shoptest.OpenInbox(t, s, channel.Shopify, 10)
			box.Sends(t, "orders/create", sentBy(0, 4, 0, "fulfilled"))
			return box, func(refunds int) {
				some := []shoptest.Object{shoptest.ShopifyRefund(7, "return", 1), shoptest.ShopifyRefund(8, "return", 1)}
				box.Sends(t, "orders/updated", sentBy(refunds, 4, 0, "fulfilled", some[:refunds]...))
				box.Work(t)
			}
		},
		"by its stock": func(t *testing.T, s *shoptest.Office) (*shoptest.Inbox, func(int)) {
			box := shoptest.OpenInbox(t, s, channel.WooCommerce, 10)
			done := shoptest.Object{"date_completed_gmt": "2026-11-10T10:01:00"}
			box.Hears(t, holding(0, "completed", 3, done))
			return box, func(refunds int) { box.Hears(t, holding(refunds, "completed", 3-refunds, done)) }
		},
	}
	for name, open := range told {
		t.Run(name, func(t *testing.T) {
			shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
				box, tells := open(t, s)
				tells(1)
				back := func(want int64) order.Row {
					t.Helper()
					kept := box.KeptOrders(t)[0]
					if kept.Lines[0].Returned != want || kept.Units != kept.Lines[0].Quantity-want {
						t.Errorf("%d came back: %+v", want, kept.Lines[0])
					}
					shoptest.Clean(t, box.Inventory)
					return kept
				}
				kept := back(1)
				enter := func(key string, another bool) error {
					_, err := box.Orders.RefundOrder(t.Context(), shoptest.Clerk, kept.ID, order.Refund{
						Key: key, Lines: []order.RefundLine{{kept.Lines[0].ID, 1, order.RestockReturn, another}},
					})
					return err
				}
				if says := shoptest.Refusal(enter("mano", false), "lines[0].quantity"); says !=
					"La tienda ya ha contado 1 unidad anulada o devuelta de este artículo: si esta es otra, indícalo" {
					t.Errorf("entered again: %q", says)
				}
				back(1)
				shoptest.Must(t, shoptest.Nothing, enter("otra", true))
				back(2)
				tells(2) // It is the one that was entered.
				back(2)
			})
		})
	}
}
