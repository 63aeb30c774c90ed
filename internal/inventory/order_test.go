package inventory_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// ask is an order of some products at ten euros each.
func asking(items ...inventory.OrderItem) inventory.OrderFields {
	for i := range items {
		items[i].UnitPrice = ptr(inventory.Cents(1000))
	}
	return inventory.OrderFields{CustomerName: "Ana Beltrán", CustomerEmail: "ana@example.com", Items: items}
}

func item(productID, quantity int64) inventory.OrderItem {
	return inventory.OrderItem{ProductID: productID, Quantity: quantity}
}

func place(t *testing.T, inv *inventory.Inventory, items ...inventory.OrderItem) inventory.OrderDetail {
	t.Helper()
	order, err := inv.CreateOrder(t.Context(), clerk, asking(items...))
	return must(t, order, err)
}

// moveTo gives an order one status after the other.
func moveTo(t *testing.T, inv *inventory.Inventory, id int64, statuses ...inventory.OrderStatus) (order inventory.OrderDetail) {
	t.Helper()
	for _, status := range statuses {
		var err error
		order, err = inv.UpdateOrder(t.Context(), clerk, id, inventory.OrderChange{Status: &status})
		must(t, order, err)
	}
	return order
}

func lacks(t *testing.T, inv *inventory.Inventory, orders ...inventory.OrderDetail) (units []int64) {
	t.Helper()
	for _, order := range orders {
		now, err := inv.Order(t.Context(), order.ID)
		units = append(units, must(t, now, err).Shortage())
	}
	return units
}

func TestAnOrderClaimsTakesAndGivesBackStock(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 10)
		order := place(t, inv, item(product.ID, 3), item(product.ID, 1))
		if order.Number != "P-000001" || order.Status != inventory.OrderPending || order.Total != 4000 || order.Currency != "EUR" || order.Units != 4 {
			t.Errorf("order %+v", order.Order)
		}
		claimed, err := inv.Product(t.Context(), product.ID)
		if must(t, claimed, err); claimed.Stock != 10 || claimed.Reserved != 4 || claimed.Available() != 6 || claimed.Version != product.Version {
			t.Errorf("claimed %+v", claimed)
		}
		shipped := moveTo(t, inv, order.ID, "processing", "shipped")
		if got := movementsOf(t, inv, product.ID); !slices.Equal(got, []int64{10, -4}) {
			t.Errorf("movements %v", got)
		}
		if len(shipped.Effects) != 2 || shipped.ShippedAt == nil || shipped.Lines[0].Shipped != 3 {
			t.Errorf("shipped %+v", shipped)
		}
		moveTo(t, inv, order.ID, "shipped", "delivered", "returned", "returned")
		if got := movementsOf(t, inv, product.ID); !slices.Equal(got, []int64{10, -4, 4}) {
			t.Errorf("movements %v", got)
		}
		free, err := inv.Product(t.Context(), product.ID)
		if must(t, free, err); free.Reserved != 0 || free.Stock != 10 {
			t.Errorf("free %+v", free)
		}
		var kinds []inventory.OrderStatus
		done, err := inv.Order(t.Context(), order.ID)
		for _, event := range must(t, done, err).Events {
			kinds = append(kinds, event.Status)
		}
		if !slices.Equal(kinds, []inventory.OrderStatus{"pending", "processing", "shipped", "delivered", "returned"}) {
			t.Errorf("timeline %v", kinds)
		}
		clean(t, inv)
	})
}

func TestOrdersMoveOnlyAsTheRulesSay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 50)
		ways := map[inventory.OrderStatus][]inventory.OrderStatus{
			"pending": nil, "processing": {"processing"}, "shipped": {"processing", "shipped"}, "delivered": {"processing", "shipped", "delivered"},
			"cancelled": {"cancelled"}, "returned": {"processing", "shipped", "returned"},
		}
		for from, way := range ways {
			for _, to := range inventory.OrderStatuses {
				order := place(t, inv, item(product.ID, 1))
				moveTo(t, inv, order.ID, way...)
				_, err := inv.UpdateOrder(t.Context(), clerk, order.ID, inventory.OrderChange{Status: &to})
				allowed := to == from || slices.Contains(statusMoves[from], to)
				var refused *inventory.Error
				if (err == nil) != allowed || (err != nil && (!errors.As(err, &refused) || refused.Kind != inventory.Conflict)) {
					t.Errorf("from %s to %s: %v", from, to, err)
				}
			}
		}
		_, err := inv.UpdateOrder(t.Context(), clerk, 1, inventory.OrderChange{Status: ptr(inventory.OrderStatus("lost"))})
		if refusal(err, "status") == "" {
			t.Errorf("an unknown status: %v", err)
		}
		clean(t, inv)
	})
}

func TestWhatLacksLacksToTheNewestOrders(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 7)
		first, second, third := place(t, inv, item(product.ID, 5)), place(t, inv, item(product.ID, 5)), place(t, inv, item(product.ID, 5))
		expect := func(step string, want ...int64) {
			t.Helper()
			if got := lacks(t, inv, first, second, third); !slices.Equal(got, want) {
				t.Errorf("%s: %v are lacking, want %v", step, got, want)
			}
			clean(t, inv)
		}
		expect("placed", 0, 3, 5)
		entry, err := inv.CreateEntry(t.Context(), clerk, purchase(product.ID, 4, 100))
		must(t, entry, err)
		expect("an entry of 4", 0, 0, 4)
		must(t, 0, inv.DeleteEntry(t.Context(), clerk, entry.ID))
		expect("the entry deleted", 0, 3, 5)
		moveTo(t, inv, first.ID, "cancelled")
		expect("the first cancelled", 0, 0, 3)
		adjusted, err := inv.AdjustStock(t.Context(), clerk, product.ID, adjust("remove", 6))
		must(t, adjusted, err)
		if adjusted.Product.Shortage != 9 {
			t.Errorf("the product lacks %d", adjusted.Product.Shortage)
		}
		expect("6 broken", 0, 4, 5)
	})
}

func TestShippingNamesWhatLacks(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 3)
		other, err := inv.CreateProduct(t.Context(), clerk, inventory.ProductFields{SKU: ptr("TOR-2"), Name: ptr("Tornillo"), Stock: ptr(int64(1))})
		must(t, other, err)
		order := place(t, inv, item(product.ID, 2), item(other.ID, 2), item(product.ID, 2))
		moveTo(t, inv, order.ID, "processing")
		_, err = inv.UpdateOrder(t.Context(), clerk, order.ID, inventory.OrderChange{Status: ptr(inventory.OrderShipped)})
		if got, want := refusal(err, "items"), "Falta stock de HER-1: falta 1 unidad Falta stock de TOR-2: falta 1 unidad"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := movementsOf(t, inv, product.ID); len(got) != 1 {
			t.Errorf("movements %v", got)
		}

		if err := inv.DeleteProduct(t.Context(), clerk, product.ID); !errors.Is(err, inventory.ErrProductClaimed) {
			t.Errorf("a claimed product was deleted: %v", err)
		}
		clean(t, inv)
	})
}

func TestAnOrderIsCheckedAtItsFields(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 3)
		for field, fields := range map[string]inventory.OrderFields{
			"customerName":       {Items: []inventory.OrderItem{item(product.ID, 1)}},
			"customerEmail":      {CustomerName: "Ana", CustomerEmail: "ana", Items: []inventory.OrderItem{item(product.ID, 1)}},
			"items":              {CustomerName: "Ana"},
			"items[0].productId": {CustomerName: "Ana", Items: []inventory.OrderItem{item(999, 1)}},
			"items[1].sku":       asking(item(product.ID, 1), inventory.OrderItem{SKU: "NADIE", Quantity: 1}),
			"items[0].quantity":  asking(item(product.ID, 0)),
			"items[0].unitPrice": {CustomerName: "Ana", Items: []inventory.OrderItem{item(product.ID, 1)}},
			"locationId":         {CustomerName: "Ana", LocationID: 77, Items: []inventory.OrderItem{item(product.ID, 1)}},
		} {
			if _, err := inv.CreateOrder(t.Context(), clerk, fields); refusal(err, field) == "" {
				t.Errorf("%s: %v", field, err)
			}
		}
		order := place(t, inv, inventory.OrderItem{SKU: "her-1", Quantity: 2})
		if order.Lines[0].ProductID != product.ID || order.Lines[0].Name != "Taladro percutor" {
			t.Errorf("line %+v", order.Lines[0])
		}
	})
}

func TestAnOpenOrderCanBeEdited(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 5)
		order := place(t, inv, item(product.ID, 2))
		items := asking(item(product.ID, 7)).Items
		edited, err := inv.UpdateOrder(t.Context(), clerk, order.ID, inventory.OrderChange{
			CustomerName: ptr("Eva"), Items: &items, IfVersion: &order.Version,
		})
		if must(t, edited, err); edited.CustomerName != "Eva" || edited.Total != 7000 || edited.Shortage() != 2 || edited.Version != 2 {
			t.Errorf("edited %+v", edited)
		}
		if _, err := inv.UpdateOrder(t.Context(), clerk, order.ID, inventory.OrderChange{Notes: ptr("x"), IfVersion: &order.Version}); !errors.Is(err, inventory.ErrStale) {
			t.Errorf("a stale change: %v", err)
		}
		moveTo(t, inv, order.ID, "processing")
		if _, err := inv.UpdateOrder(t.Context(), clerk, order.ID, inventory.OrderChange{Items: &items}); !errors.Is(err, inventory.ErrOrderItems) {
			t.Errorf("items of a processed order: %v", err)
		}
		moveTo(t, inv, order.ID, "cancelled")
		if _, err := inv.UpdateOrder(t.Context(), clerk, order.ID, inventory.OrderChange{CustomerName: ptr("Zoe")}); !errors.Is(err, inventory.ErrOrderClosed) {
			t.Errorf("a customer of a cancelled order: %v", err)
		}
		noted, err := inv.UpdateOrder(t.Context(), clerk, order.ID, inventory.OrderChange{Notes: ptr("Llamó")})
		if must(t, noted, err).Notes != "Llamó" {
			t.Errorf("noted %+v", noted.Order)
		}
		clean(t, inv)
	})
}

func TestAPartOfAnOrderComesBackOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 10)
		order := place(t, inv, item(product.ID, 6))
		line := order.Lines[0].ID
		refund := func(key string, quantity int64, restock inventory.Restock) (inventory.OrderDetail, error) {
			return inv.RefundOrder(t.Context(), clerk, order.ID, inventory.Refund{
				Key: key, Lines: []inventory.RefundLine{{LineID: line, Quantity: quantity, Restock: restock}},
			})
		}
		given, err := refund("a", 1, "cancel")
		if must(t, given, err).Lines[0].Claimed != 5 {
			t.Errorf("given up %+v", given.Lines[0])
		}
		moveTo(t, inv, order.ID, "processing", "shipped")
		for range 2 {
			back, err := refund("b", 2, "return")
			if must(t, back, err).Lines[0].Returned != 2 || back.Status != inventory.OrderShipped {
				t.Errorf("back %+v", back.Lines[0])
			}
		}
		if _, err := refund("c", 4, "return"); refusal(err, "lines[0].quantity") != "De este artículo solo se pueden devolver 3 unidades" {
			t.Errorf("too much came back: %v", err)
		}
		kept, err := refund("d", 1, "no_restock")
		if must(t, kept, err).Lines[0].WrittenOff != 1 {
			t.Errorf("kept %+v", kept.Lines[0])
		}
		ended, err := refund("e", 2, "return")
		if must(t, ended, err).Status != inventory.OrderReturned {
			t.Errorf("ended %+v", ended.Order)
		}
		if got := movementsOf(t, inv, product.ID); !slices.Equal(got, []int64{10, -5, 2, 2}) {
			t.Errorf("movements %v", got)
		}
		told := []string{"Anulación de 1 unidad", "Devolución de 2 unidades", "Devolución de 1 unidad", "Devolución de 2 unidades"}
		var history, audited []string
		for _, event := range ended.Events {
			if event.Kind == inventory.OrderRefunded {
				history = append(history, event.Detail)
			}
		}
		rows, err := inv.ListAudit(t.Context(), inventory.AuditFilter{Noun: "order", NounID: order.ID, Page: inventory.Page{Number: 1, Size: 20}})
		for _, row := range slices.Backward(must(t, rows, err).Rows) {
			if _, change, is := strings.Cut(row.After, `"Change":"`); is {
				audited = append(audited, strings.TrimSuffix(change, `"}`))
			}
		}
		if !slices.Equal(history, told) || !slices.Equal(audited, told) {
			t.Errorf("the order says %q and the audit %q", history, audited)
		}
		if _, err := refund("f", 1, "return"); !errors.Is(err, inventory.ErrOrderEnded) {
			t.Errorf("an ended order: %v", err)
		}
		clean(t, inv)
	})
}

func TestOrdersAreListedAsAsked(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		product, err := s.CreateProduct(t.Context(), clerk, drill(100))
		must(t, product, err)
		for i, name := range []string{"Núñez", "Ángel Ortiz", "Zoe"} {
			fields := asking(item(product.ID, int64(i+1)))
			fields.CustomerName = name
			order, err := s.CreateOrder(t.Context(), clerk, fields)
			must(t, order, err)
			s.pass(24 * time.Hour)
		}
		moveTo(t, s.Inventory, 2, "processing")
		day := time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)
		for name, row := range map[string]struct {
			filter inventory.OrderFilter
			want   []int64
		}{
			"all":            {inventory.OrderFilter{}, []int64{3, 2, 1}},
			"by number":      {inventory.OrderFilter{Search: "p-000002"}, []int64{2}},
			"by customer":    {inventory.OrderFilter{Search: "nunez"}, []int64{1}},
			"two letters":    {inventory.OrderFilter{Search: "or"}, []int64{2}},
			"by e-mail":      {inventory.OrderFilter{Search: "ana@example"}, []int64{3, 2, 1}},
			"status":         {inventory.OrderFilter{Status: "processing"}, []int64{2}},
			"days":           {inventory.OrderFilter{From: day, To: day.AddDate(0, 0, 1)}, []int64{2}},
			"amount":         {inventory.OrderFilter{MinTotal: ptr(inventory.Cents(2000))}, []int64{3, 2}},
			"amount, total":  {inventory.OrderFilter{MinTotal: ptr(inventory.Cents(2000)), Ordering: "totalAmount"}, []int64{2, 3}},
			"customer":       {inventory.OrderFilter{Ordering: "customerName"}, []int64{2, 1, 3}},
			"number":         {inventory.OrderFilter{Ordering: "-orderNumber"}, []int64{3, 2, 1}},
			"ordered status": {inventory.OrderFilter{Ordering: "status"}, []int64{1, 3, 2}},
			"nothing":        {inventory.OrderFilter{Search: "nadie"}, nil},
		} {
			row.filter.Page = inventory.Page{Number: 1, Size: 10}
			list, err := s.ListOrders(t.Context(), row.filter)
			var ids []int64
			for _, order := range must(t, list, err).Rows {
				ids = append(ids, order.ID)
				if len(order.Lines) != 1 {
					t.Errorf("%s: order %d has %d lines", name, order.ID, len(order.Lines))
				}
			}
			if !slices.Equal(ids, row.want) || list.Count.N != len(row.want) {
				t.Errorf("%s: %v of %d, want %v", name, ids, list.Count.N, row.want)
			}
		}
		of, err := s.OrdersOfProduct(t.Context(), product.ID, inventory.Page{Number: 1, Size: 2})
		if must(t, of, err); of.Count.N != 3 || len(of.Rows) != 2 || of.Rows[0].ID != 3 {
			t.Errorf("of the product: %+v", of)
		}
	})
}
