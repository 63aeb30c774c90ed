package imports_test

import (
	"strings"
	"testing"

	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/order"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// An order of two thousand lines comes by file, and one of more is named.
func TestAnOrderOfTwoThousandLinesComesByFile(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(db)
		shoptest.Bring(t, inv, "SKU;Nombre;Stock Actual;Precio\nHER-1;Taladro;5000;1\n")
		file := "Pedido;Cliente;SKU;Cantidad\n" + strings.Repeat("W-1;Ana;HER-1;2\n", order.LinesMax)
		done := shoptest.BringAs(t, inv, imports.OrderImports, file)
		product := shoptest.StockOf(t, inv, 1)
		if done.Status != imports.Done || done.Created != 1 || done.Total != order.LinesMax || product != 5000 {
			t.Errorf("%+v", done)
		}
		long := shoptest.BringAs(t, inv, imports.OrderImports, strings.ReplaceAll(file, "W-1", "W-2")+"W-2;Ana;HER-1;1\n")
		if long.Status != imports.Failed || len(long.Problems) != 1 ||
			long.Problems[0].Message != "Son demasiados artículos: 2000 como mucho" {
			t.Errorf("%+v", long)
		}
		shoptest.Clean(t, inv)
	})
}

// A shop's own export is read by its own words.
func TestShopsNameTheirStatusesInTheirOwnWords(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(db)
		shoptest.Bring(t, inv, "SKU;Nombre;Stock Actual;Precio\nHER-1;Taladro;50;1\n")
		words := map[string]order.Status{
			"fulfilled": order.Shipped, "unfulfilled": order.Pending, "wc-completed": order.Shipped, "On hold": order.Pending,
			"refunded": order.Returned, "Completado": order.Shipped, "failed": order.Cancelled, "voided": order.Cancelled,
		}
		file := "Name,Billing Name,Lineitem sku,Lineitem quantity,Fulfillment Status\n"
		for word := range words {
			file += "#" + word + ",Ana,HER-1,1," + word + "\n"
		}
		done := shoptest.BringAs(t, inv, imports.OrderImports, file)
		orders, err := inv.Orders.ListOrders(t.Context(), order.Filter{Page: core.Page{Number: 1, Size: 50}})
		if shoptest.Must(t, orders, err); done.Status != imports.Done || len(orders.Rows) != len(words) {
			t.Fatalf("%+v", done)
		}
		for _, placed := range orders.Rows {
			if want := words[strings.TrimPrefix(placed.Number, "#")]; placed.Status != want {
				t.Errorf("%s is %s, want %s", placed.Number, placed.Status, want)
			}
		}
		shoptest.Clean(t, inv)
	})
}
