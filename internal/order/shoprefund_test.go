package order_test

import (
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/shoptest"
)

// A refund whose word is that of units that left and of others alike waits for its order,
// which tells how many are still to leave: nothing comes back that had never left.
func TestARefundThatDoesNotSayWhatLeftWaitsForItsOrder(t *testing.T) {
	for name, row := range map[string]struct {
		after shoptest.Object
		want  string
	}{
		"it had not": {
			sentBy(1, 2, 1, "partial", shoptest.ShopifyRefund(7, "legacy_restock", 1)), "#1001 processing 4-1/2/0/0 left 2",
		},
		"it had": {
			sentBy(1, 2, 2, "partial", shoptest.ShopifyRefund(7, "legacy_restock", 1)), "#1001 processing 4-0/2/1/0 left 1",
		},
	} {
		t.Run(name, func(t *testing.T) {
			shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
				box := shoptest.OpenInbox(t, s, channel.Shopify, 10)
				box.Sends(t, "orders/updated", sentBy(0, 2, 2, "partial"))
				box.Work(t)
				alone := box.Sends(t, "refunds/create", shoptest.ShopifyRefund(7, "legacy_restock", 1))
				box.Work(t)
				if got := box.Ends(t, 10); got != "#1001 processing 4-0/2/0/0 left 2" {
					t.Errorf("before its order is told: %s", got)
				}
				box.Sends(t, "orders/updated", row.after)
				box.Work(t)
				s.Pass(time.Hour)
				box.Work(t)
				if got, says := box.Ends(t, 10), box.Verdict(t, alone.DeliveryID); got != row.want || says[:9] != "processed" {
					t.Errorf("%s (%s), want %s", got, says, row.want)
				}
				shoptest.Clean(t, box.Inventory)
			})
		})
	}
}

// Of which units a refund was is known once it was counted: a later one is of others, although
// the shop's account of the line alone would allow that it is of the same.
func TestALaterRefundIsOfOtherUnits(t *testing.T) {
	legacy, none := shoptest.ShopifyRefund(7, "legacy_restock", 1), shoptest.ShopifyRefund(9, "no_restock", 1)
	for name, row := range map[string]struct {
		first, later shoptest.Object
		left         int
		want         string
	}{
		"restocked before it left, and another lost": {legacy, none, 3, "#1001 shipped 4-1/3/0/1 left 3"},
		"given up before it left, and another back":  {none, legacy, 3, "#1001 shipped 4-1/3/1/0 left 2"},
		"with one to leave, and another lost":        {legacy, none, 2, "#1001 processing 4-1/2/0/1 left 2"},
		"with one to leave, and another back":        {none, legacy, 2, "#1001 processing 4-1/2/1/0 left 1"},
	} {
		t.Run(name, func(t *testing.T) {
			shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
				box := shoptest.OpenInbox(t, s, channel.Shopify, 10)
				state := map[bool]string{true: "fulfilled", false: "partial"}[row.left == 3]
				for _, told := range []shoptest.Object{
					sentBy(0, 0, 4, nil), sentBy(1, 0, 3, nil, row.first),
					sentBy(2, row.left, 3-row.left, state, row.first),
					sentBy(3, row.left, 3-row.left, state, row.first, row.later),
				} {
					box.Sends(t, "orders/updated", told)
					box.Work(t)
				}
				if got := box.Ends(t, 10); got != row.want {
					t.Errorf("%s, want %s", got, row.want)
				}
				shoptest.Clean(t, box.Inventory)
			})
		})
	}
}
