package order_test

import (
	"testing"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/order"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// figures are all the places where an amount of orders is shown.
func figures(t *testing.T, db *store.DB, id int64) (order.Detail, order.Summary, order.Day) {
	t.Helper()
	orders := order.New(db)
	kept, err := orders.Order(t.Context(), id)
	shoptest.Must(t, kept, err)
	summary, err := orders.OrderSummary(t.Context())
	shoptest.Must(t, summary, err)
	days, err := orders.OrderTrend(t.Context(), 7)
	return kept, summary, shoptest.Must(t, days, err)[6]
}

// What was cancelled and returned is gone of an order's units and of what it comes to, on
// every screen that adds orders up.
func TestAnOrderComesToWhatWasNeitherCancelledNorReturned(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		placed := shoptest.Place(t, inv, shoptest.Item(product.ID, 6), shoptest.Item(product.ID, 2))
		want := func(total core.Cents, units int64) {
			t.Helper()
			kept, summary, today := figures(t, db, placed.ID)
			var rows core.Cents
			for _, part := range kept.Amounts() {
				rows += part.Amount
			}
			if kept.Total != total || kept.Units != units || kept.Ordered != 8000 || rows != total ||
				summary.Amount != total || today.Revenue != total || summary.ByMonth[5].Amount != total {
				t.Errorf("%d for %d units, rows %d, summary %+v, today %+v; want %d for %d", kept.Total, kept.Units, rows,
					summary, today, total, units)
			}
			shoptest.Clean(t, inv)
		}
		refund := func(key string, line int, units int64, restock order.Restock) {
			t.Helper()
			shoptest.Must(t, 0, shoptest.Second(inv.Orders.RefundOrder(t.Context(), shoptest.Clerk, placed.ID, order.Refund{
				Key: key, Lines: []order.RefundLine{{LineID: placed.Lines[line].ID, Quantity: units, Restock: restock}},
			})))
		}
		want(8000, 8)
		refund("una", 0, 1, order.RestockCancel)
		want(7000, 7)
		shoptest.MoveTo(t, inv, placed.ID, order.Processing, order.Shipped)
		want(7000, 7)
		refund("dos", 0, 2, order.RestockReturn)
		want(5000, 5)
		refund("tres", 1, 1, order.RestockNone)
		want(4000, 4)
		kept, _, _ := figures(t, db, placed.ID)
		if first := kept.Lines[0]; first.Net(kept.Status) != 3000 || first.GivenUp(kept.Status) != 1000 ||
			first.Refund(kept.Status) != 2000 {
			t.Errorf("the line says %+v", first)
		}
		shoptest.MoveTo(t, inv, placed.ID, order.Returned)
		want(0, 0)
		other := shoptest.Place(t, inv, shoptest.Item(product.ID, 1))
		if cancelled := shoptest.MoveTo(t, inv, other.ID, order.Cancelled); cancelled.Total != 0 || cancelled.Units != 0 ||
			cancelled.Ordered != 1000 {
			t.Errorf("cancelled it comes to %d of %d", cancelled.Total, cancelled.Ordered)
		}
	})
}

// A part of a line's amount is rounded so that all parts are the whole, and what an amount
// has besides its lines, and what a shop gave back without goods, are rows as well.
func TestTheRowsOfAnOrderAddUp(t *testing.T) {
	line := order.Line{Quantity: 3, Priced: 3, UnitPrice: 334, Amount: 1000, Cancelled: 1, Shipped: 2, Returned: 1}
	net, back, given := line.Net("shipped"), line.Refund("shipped"), line.GivenUp("shipped")
	if net != 333 || back != 333 || given != 334 {
		t.Errorf("%d, %d and %d", net, back, given)
	}
	row := order.Row{Order: order.Order{
		Status: "shipped", Charges: order.Charges{Discount: -100, Fees: 25, Shipping: 495, Tax: 210}, Refunded: 900,
	}, Lines: []order.Line{line}}
	row.Place(1630, row.Lines)
	want := []order.AmountPart{
		{Kind: "items", Amount: 1002},
		{Kind: "discount", Amount: -100},
		{Kind: "fees", Amount: 25},
		{Kind: "shipping", Amount: 495},
		{Kind: "tax", Amount: 210},
		{Kind: "other", Amount: -2},
		{Kind: "cancelled", Amount: -334},
		{Kind: "returned", Amount: -333},
		{Kind: "refunded", Amount: -233},
	}
	parts := row.Amounts()
	for i, part := range parts {
		if i >= len(want) || part != want[i] {
			t.Errorf("row %d is %+v", i, part)
		}
	}
	if besides := row.Besides(); besides != row.Total-333 {
		t.Errorf("besides its lines it has %d", besides)
	}
	if len(parts) != len(want) || row.Total != 730 || row.Units != 1 {
		t.Errorf("%d for %d units in %d rows", row.Total, row.Units, len(parts))
	}
}

// An order of which a part left counts that part at once, and has left with the last one.
func TestAPartOfAnOrderLeavesWhenItIsSent(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 5)
		placed := shoptest.Place(t, inv, shoptest.Item(product.ID, 4))
		send := func(units int64) (order.Detail, error) {
			return inv.Orders.ShipPart(t.Context(), shoptest.Clerk, placed.ID, order.Parcel{
				Lines: []order.ParcelLine{{LineID: placed.Lines[0].ID, Quantity: units}},
			})
		}
		sent, err := send(1)
		if shoptest.Must(t, sent, err); sent.Status != order.Processing || sent.Lines[0].Claimed != 3 ||
			shoptest.StockOf(t, inv, product.ID) != 4 {
			t.Errorf("one left: %+v", sent)
		}
		shoptest.Clean(t, inv)
		if _, err := send(4); shoptest.Refusal(err, "lines[0].quantity") !=
			"De este artículo quedan por enviar 3 unidades" {
			t.Errorf("too many: %v", err)
		}
		shoptest.Must(t, 0, shoptest.Second(send(2)))
		// Cancelling gives up what has not left, and the order is with the customer.
		status := order.Cancelled
		kept, err := inv.Orders.UpdateOrder(t.Context(), shoptest.Clerk, placed.ID, order.Change{Status: &status})
		if shoptest.Must(t, kept, err); kept.Status != order.Shipped || kept.Lines[0].Cancelled != 1 ||
			kept.Total != 3000 || shoptest.StockOf(t, inv, product.ID) != 2 {
			t.Errorf("the rest is given up: %+v", kept)
		}
		if _, err := send(1); !shoptest.IsKind(err, core.Conflict) {
			t.Errorf("nothing is left to leave: %v", err)
		}
		shoptest.Clean(t, inv)
	})
}

// The amounts of a shop's order are those of its shop, also after it took a line out.
func TestTheAmountOfAShopsOrderIsTheShops(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		told := func(minute int, total string, items ...shoptest.Object) order.Row {
			news := shoptest.Order("1", minute, "pending", items...)
			news["data"].(shoptest.Object)["totalAmount"] = total
			box.Says(t, news)
			return box.KeptOrders(t)[0]
		}
		both := []shoptest.Object{shoptest.Asked("a", "HER-1", 3), shoptest.Asked("b", "HER-1", 2)}
		if kept := told(0, "30.00", both...); kept.Total != 3000 || kept.Units != 5 {
			t.Errorf("%d for %d units", kept.Total, kept.Units)
		}
		if kept := told(1, "20.00", both[0]); kept.Total != 2000 || kept.Units != 3 {
			t.Errorf("without the second line %d for %d units", kept.Total, kept.Units)
		}
		shoptest.Clean(t, box.Inventory)
	})
}
