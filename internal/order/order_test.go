package order_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/order"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func lacks(t *testing.T, inv *inventory.Inventory, orders ...order.Detail) (units []int64) {
	t.Helper()
	for _, order := range orders {
		now, err := inv.Orders.Order(t.Context(), order.ID)
		units = append(units, shoptest.Must(t, now, err).Shortage())
	}
	return units
}

func TestAnOrderClaimsTakesAndGivesBackStock(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		placed := shoptest.Place(t, inv, shoptest.Item(product.ID, 3), shoptest.Item(product.ID, 1))
		if placed.Number != "P-000001" || placed.Status != order.Pending || placed.Total != 4000 ||
			placed.Currency != "EUR" || placed.Units != 4 {
			t.Errorf("order %+v", placed.Order)
		}
		claimed, err := inv.Catalogue.Product(t.Context(), product.ID)
		if shoptest.Must(t, claimed, err); claimed.Stock != 10 || claimed.Reserved != 4 || claimed.Available() != 6 ||
			claimed.Version != product.Version {
			t.Errorf("claimed %+v", claimed)
		}
		shipped := shoptest.MoveTo(t, inv, placed.ID, "processing", "shipped")
		if got := shoptest.MovementsOf(t, inv, product.ID); !slices.Equal(got, []int64{10, -4}) {
			t.Errorf("movements %v", got)
		}
		if len(shipped.Effects) != 2 || shipped.ShippedAt == nil || shipped.Lines[0].Shipped != 3 {
			t.Errorf("shipped %+v", shipped)
		}
		shoptest.MoveTo(t, inv, placed.ID, "shipped", "delivered", "returned", "returned")
		if got := shoptest.MovementsOf(t, inv, product.ID); !slices.Equal(got, []int64{10, -4, 4}) {
			t.Errorf("movements %v", got)
		}
		free, err := inv.Catalogue.Product(t.Context(), product.ID)
		if shoptest.Must(t, free, err); free.Reserved != 0 || free.Stock != 10 {
			t.Errorf("free %+v", free)
		}
		var kinds []order.Status
		done, err := inv.Orders.Order(t.Context(), placed.ID)
		for _, event := range shoptest.Must(t, done, err).Events {
			kinds = append(kinds, event.Status)
		}
		if !slices.Equal(kinds, []order.Status{"pending", "processing", "shipped", "delivered", "returned"}) {
			t.Errorf("timeline %v", kinds)
		}
		shoptest.Clean(t, inv)
	})
}

func TestOrdersMoveOnlyAsTheRulesSay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 50)
		ways := map[order.Status][]order.Status{
			"pending": nil, "processing": {"processing"}, "shipped": {"processing", "shipped"},
			"delivered": {"processing", "shipped", "delivered"},
			"cancelled": {"cancelled"}, "returned": {"processing", "shipped", "returned"},
		}
		for from, way := range ways {
			for _, to := range order.Statuses {
				placed := shoptest.Place(t, inv, shoptest.Item(product.ID, 1))
				shoptest.MoveTo(t, inv, placed.ID, way...)
				_, err := inv.Orders.UpdateOrder(t.Context(), shoptest.Clerk, placed.ID, order.Change{Status: &to})
				allowed := to == from || slices.Contains(shoptest.StatusMoves[from], to)
				var refused *core.Error
				if (err == nil) != allowed || (err != nil && (!errors.As(err, &refused) || refused.Kind != core.Conflict)) {
					t.Errorf("from %s to %s: %v", from, to, err)
				}
			}
		}
		_, err := inv.Orders.UpdateOrder(t.Context(), shoptest.Clerk, 1,
			order.Change{Status: shoptest.Ptr(order.Status("lost"))})
		if shoptest.Refusal(err, "status") == "" {
			t.Errorf("an unknown status: %v", err)
		}
		shoptest.Clean(t, inv)
	})
}

func TestWhatLacksLacksToTheNewestOrders(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 7)
		first, second, third := shoptest.Place(t, inv, shoptest.Item(product.ID, 5)),
			shoptest.Place(t, inv, shoptest.Item(product.ID, 5)), shoptest.Place(t, inv, shoptest.Item(product.ID, 5))
		expect := func(step string, want ...int64) {
			t.Helper()
			if got := lacks(t, inv, first, second, third); !slices.Equal(got, want) {
				t.Errorf("%s: %v are lacking, want %v", step, got, want)
			}
			shoptest.Clean(t, inv)
		}
		expect("placed", 0, 3, 5)
		entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, shoptest.Purchase(product.ID, 4, 100))
		shoptest.Must(t, entry, err)
		expect("an entry of 4", 0, 0, 4)
		shoptest.Must(t, 0, inv.Ledger.DeleteEntry(t.Context(), shoptest.Clerk, entry.ID))
		expect("the entry deleted", 0, 3, 5)
		shoptest.MoveTo(t, inv, first.ID, "cancelled")
		expect("the first cancelled", 0, 0, 3)
		adjusted, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("remove", 6))
		shoptest.Must(t, adjusted, err)
		if adjusted.Product.Shortage != 9 {
			t.Errorf("the product lacks %d", adjusted.Product.Shortage)
		}
		expect("6 broken", 0, 4, 5)
	})
}

func TestShippingNamesWhatLacks(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 3)
		other, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
			SKU: shoptest.Ptr("TOR-2"), Name: shoptest.Ptr("Tornillo"), Stock: shoptest.Ptr(int64(1)),
		})
		shoptest.Must(t, other, err)
		placed := shoptest.Place(t, inv, shoptest.Item(product.ID, 2), shoptest.Item(other.ID, 2),
			shoptest.Item(product.ID, 2))
		shoptest.MoveTo(t, inv, placed.ID, "processing")
		_, err = inv.Orders.UpdateOrder(t.Context(), shoptest.Clerk, placed.ID,
			order.Change{Status: shoptest.Ptr(order.Shipped)})
		if got, want := shoptest.Refusal(err, "items"),
			"Falta stock de HER-1: falta 1 unidad Falta stock de TOR-2: falta 1 unidad"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := shoptest.MovementsOf(t, inv, product.ID); len(got) != 1 {
			t.Errorf("movements %v", got)
		}

		if err := inv.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, product.ID); !errors.Is(err,
			catalogue.ErrProductClaimed) {
			t.Errorf("a claimed product was deleted: %v", err)
		}
		shoptest.Clean(t, inv)
	})
}

func TestAnOrderIsCheckedAtItsFields(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 3)
		for field, fields := range map[string]order.Fields{
			"customerName":       {Items: []order.Item{shoptest.Item(product.ID, 1)}},
			"customerEmail":      {CustomerName: "Ana", CustomerEmail: "ana", Items: []order.Item{shoptest.Item(product.ID, 1)}},
			"items":              {CustomerName: "Ana"},
			"items[0].productId": {CustomerName: "Ana", Items: []order.Item{shoptest.Item(999, 1)}},
			"items[1].sku":       shoptest.Asking(shoptest.Item(product.ID, 1), order.Item{SKU: "NADIE", Quantity: 1}),
			"items[0].quantity":  shoptest.Asking(shoptest.Item(product.ID, 0)),
			"items[0].unitPrice": {CustomerName: "Ana", Items: []order.Item{shoptest.Item(product.ID, 1)}},
			"locationId":         {CustomerName: "Ana", LocationID: 77, Items: []order.Item{shoptest.Item(product.ID, 1)}},
		} {
			if _, err := inv.Orders.CreateOrder(t.Context(), shoptest.Clerk, fields); shoptest.Refusal(err, field) == "" {
				t.Errorf("%s: %v", field, err)
			}
		}
		order := shoptest.Place(t, inv, order.Item{SKU: "her-1", Quantity: 2})
		if order.Lines[0].ProductID != product.ID || order.Lines[0].Name != "Taladro percutor" {
			t.Errorf("line %+v", order.Lines[0])
		}
	})
}

// An order of two thousand lines is written by hand, and one of more refused at its lines.
func TestAnOrderOfTwoThousandLinesIsWrittenByHand(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 5000)
		items := make([]order.Item, order.LinesMax)
		for i := range items {
			items[i] = shoptest.Item(product.ID, 2)
		}
		placed := shoptest.Place(t, inv, items...)
		shoptest.MoveTo(t, inv, placed.ID, "processing", "shipped")
		if placed.Units != 4000 || shoptest.StockOf(t, inv, product.ID) != 1000 {
			t.Errorf("%d units, %d left", placed.Units, shoptest.StockOf(t, inv, product.ID))
		}
		_, err := inv.Orders.CreateOrder(t.Context(), shoptest.Clerk, shoptest.Asking(append(items, items[0])...))
		if got := shoptest.Refusal(err, "items"); got != "Son demasiados artículos (2001): 2000 como mucho" {
			t.Error(got)
		}
		shoptest.Clean(t, inv)
	})
}

func TestAnOpenOrderCanBeEdited(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 5)
		placed := shoptest.Place(t, inv, shoptest.Item(product.ID, 2))
		items := shoptest.Asking(shoptest.Item(product.ID, 7)).Items
		edited, err := inv.Orders.UpdateOrder(t.Context(), shoptest.Clerk, placed.ID, order.Change{
			CustomerName: shoptest.Ptr("Eva"), Items: &items, IfVersion: &placed.Version,
		})
		if shoptest.Must(t, edited, err); edited.CustomerName != "Eva" || edited.Total != 7000 || edited.Shortage() != 2 ||
			edited.Version != 2 {
			t.Errorf("edited %+v", edited)
		}
		if _, err := inv.Orders.UpdateOrder(t.Context(), shoptest.Clerk, placed.ID, order.Change{
			Notes: shoptest.Ptr("x"), IfVersion: &placed.Version,
		}); !errors.Is(err, core.ErrStale) {
			t.Errorf("a stale change: %v", err)
		}
		shoptest.MoveTo(t, inv, placed.ID, "processing")
		if _, err := inv.Orders.UpdateOrder(t.Context(), shoptest.Clerk, placed.ID,
			order.Change{Items: &items}); !errors.Is(err, order.ErrOrderItems) {
			t.Errorf("items of a processed order: %v", err)
		}
		shoptest.MoveTo(t, inv, placed.ID, "cancelled")
		if _, err := inv.Orders.UpdateOrder(t.Context(), shoptest.Clerk, placed.ID,
			order.Change{CustomerName: shoptest.Ptr("Zoe")}); !errors.Is(err, order.ErrOrderClosed) {
			t.Errorf("a customer of a cancelled order: %v", err)
		}
		noted, err := inv.Orders.UpdateOrder(t.Context(), shoptest.Clerk, placed.ID,
			order.Change{Notes: shoptest.Ptr("Llamó")})
		if shoptest.Must(t, noted, err).Notes != "Llamó" {
			t.Errorf("noted %+v", noted.Order)
		}
		shoptest.Clean(t, inv)
	})
}

func TestAPartOfAnOrderComesBackOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		placed := shoptest.Place(t, inv, shoptest.Item(product.ID, 6))
		line := placed.Lines[0].ID
		refund := func(key string, quantity int64, restock order.Restock) (order.Detail, error) {
			return inv.Orders.RefundOrder(t.Context(), shoptest.Clerk, placed.ID, order.Refund{
				Key: key, Lines: []order.RefundLine{{LineID: line, Quantity: quantity, Restock: restock}},
			})
		}
		given, err := refund("a", 1, "cancel")
		if shoptest.Must(t, given, err).Lines[0].Claimed != 5 {
			t.Errorf("given up %+v", given.Lines[0])
		}
		shoptest.MoveTo(t, inv, placed.ID, "processing", "shipped")
		for range 2 {
			back, err := refund("b", 2, "return")
			if shoptest.Must(t, back, err).Lines[0].Returned != 2 || back.Status != order.Shipped {
				t.Errorf("back %+v", back.Lines[0])
			}
		}
		if _, err := refund("c", 4, "return"); shoptest.Refusal(err,
			"lines[0].quantity") != "De este artículo solo se pueden devolver 3 unidades" {
			t.Errorf("too much came back: %v", err)
		}
		kept, err := refund("d", 1, "no_restock")
		if shoptest.Must(t, kept, err).Lines[0].WrittenOff != 1 {
			t.Errorf("kept %+v", kept.Lines[0])
		}
		ended, err := refund("e", 2, "return")
		if shoptest.Must(t, ended, err).Status != order.Returned {
			t.Errorf("ended %+v", ended.Order)
		}
		if got := shoptest.MovementsOf(t, inv, product.ID); !slices.Equal(got, []int64{10, -5, 2, 2}) {
			t.Errorf("movements %v", got)
		}
		told := []string{
			"Anulación de 1 unidad", "Devolución de 2 unidades", "Devolución de 1 unidad",
			"Devolución de 2 unidades",
		}
		var history, audited []string
		for _, event := range ended.Events {
			if event.Kind == order.Refunded {
				history = append(history, event.Detail)
			}
		}
		rows, err := inv.Core.ListAudit(t.Context(), core.AuditFilter{
			Noun: "order", NounID: placed.ID, Page: core.Page{Number: 1, Size: 20},
		})
		for _, row := range slices.Backward(shoptest.Must(t, rows, err).Rows) {
			if _, change, is := strings.Cut(row.After, `"Change":"`); is {
				audited = append(audited, strings.TrimSuffix(change, `"}`))
			}
		}
		if !slices.Equal(history, told) || !slices.Equal(audited, told) {
			t.Errorf("the order says %q and the audit %q", history, audited)
		}
		if _, err := refund("f", 1, "return"); !errors.Is(err, order.ErrOrderEnded) {
			t.Errorf("an ended order: %v", err)
		}
		shoptest.Clean(t, inv)
	})
}

func TestOrdersAreListedAsAsked(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		product, err := s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(100))
		shoptest.Must(t, product, err)
		for i, name := range []string{"Núñez", "Ángel Ortiz", "Zoe"} {
			fields := shoptest.Asking(shoptest.Item(product.ID, int64(i+1)))
			fields.CustomerName = name
			order, err := s.Orders.CreateOrder(t.Context(), shoptest.Clerk, fields)
			shoptest.Must(t, order, err)
			s.Pass(24 * time.Hour)
		}
		shoptest.MoveTo(t, s.Inventory, 2, "processing")
		day := time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)
		for name, row := range map[string]struct {
			filter order.Filter
			want   []int64
		}{
			"all":            {order.Filter{}, []int64{3, 2, 1}},
			"by number":      {order.Filter{Search: "p-000002"}, []int64{2}},
			"by customer":    {order.Filter{Search: "nunez"}, []int64{1}},
			"two letters":    {order.Filter{Search: "or"}, []int64{2}},
			"by e-mail":      {order.Filter{Search: "ana@example"}, []int64{3, 2, 1}},
			"status":         {order.Filter{Status: "processing"}, []int64{2}},
			"days":           {order.Filter{From: day, To: day.AddDate(0, 0, 1)}, []int64{2}},
			"amount":         {order.Filter{MinTotal: shoptest.Ptr(core.Cents(2000))}, []int64{3, 2}},
			"amount, total":  {order.Filter{MinTotal: shoptest.Ptr(core.Cents(2000)), Ordering: "totalAmount"}, []int64{2, 3}},
			"customer":       {order.Filter{Ordering: "customerName"}, []int64{2, 1, 3}},
			"number":         {order.Filter{Ordering: "-orderNumber"}, []int64{3, 2, 1}},
			"ordered status": {order.Filter{Ordering: "status"}, []int64{1, 3, 2}},
			"nothing":        {order.Filter{Search: "nadie"}, nil},
		} {
			row.filter.Page = core.Page{Number: 1, Size: 10}
			list, err := s.Orders.ListOrders(t.Context(), row.filter)
			var ids []int64
			for _, order := range shoptest.Must(t, list, err).Rows {
				ids = append(ids, order.ID)
				if len(order.Lines) != 1 {
					t.Errorf("%s: order %d has %d lines", name, order.ID, len(order.Lines))
				}
			}
			if !slices.Equal(ids, row.want) || list.Count.N != len(row.want) {
				t.Errorf("%s: %v of %d, want %v", name, ids, list.Count.N, row.want)
			}
		}
		of, err := s.Orders.OrdersOfProduct(t.Context(), product.ID, core.Page{Number: 1, Size: 2})
		if shoptest.Must(t, of, err); of.Count.N != 3 || len(of.Rows) != 2 || of.Rows[0].ID != 3 {
			t.Errorf("of the product: %+v", of)
		}
	})
}

// What an order still lacks after a part of it was given up is kept when another part comes
// back: an older order takes what came.
func TestAnOrderRefundedInTwoWaysStillLacksWhatItLacks(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 5)
		older := shoptest.Place(t, inv, shoptest.Item(product.ID, 20))
		newer := shoptest.Place(t, inv, shoptest.Item(product.ID, 9))
		line := newer.Lines[0].ID
		sent, err := inv.Orders.ShipPart(t.Context(), shoptest.Clerk, newer.ID, order.Parcel{
			Lines: []order.ParcelLine{{LineID: line, Quantity: 5}},
		})
		shoptest.Must(t, sent, err)
		refunded, err := inv.Orders.RefundOrder(t.Context(), shoptest.Clerk, newer.ID, order.Refund{
			Key: "R", Lines: []order.RefundLine{{LineID: line, Quantity: 8, Restock: order.RestockReturn}},
		})
		shoptest.Must(t, refunded, err)
		waiting, err := inv.Orders.Order(t.Context(), older.ID)
		if shoptest.Must(t, waiting, err); refunded.Shortage() != 1 || waiting.Shortage() != 15 {
			t.Errorf("they lack %d and %d, want 1 and 15", refunded.Shortage(), waiting.Shortage())
		}
		shoptest.Clean(t, inv)
	})
}
