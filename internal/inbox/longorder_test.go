package inbox_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"estante/internal/channel"
	"estante/internal/imports"
	"estante/internal/order"
	"estante/internal/report"
	"estante/internal/shoptest"
)

// An order of two thousand lines arrives, changes, leaves and comes back whole.
func TestAnOrderOfTwoThousandLinesIsTakenFromAShop(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 5000)
		asked := func(each int) []shoptest.Object {
			lines := make([]shoptest.Object, order.LinesMax)
			for i := range lines {
				lines[i] = shoptest.Asked(fmt.Sprint("l", i), "HER-1", each)
			}
			return lines
		}
		for minute, step := range []struct {
			status string
			each   int
			kept   int
			stock  int64
		}{{"pending", 1, 1, 5000}, {"processing", 2, 2, 5000}, {"shipped", 2, 2, 1000}, {"returned", 2, 0, 5000}} {
			arrival := box.Sends(t, "", shoptest.Order("1", minute, step.status, asked(step.each)...))
			box.Work(t)
			orders := box.KeptOrders(t)
			if len(orders) != 1 || orders[0].LineCount != order.LinesMax ||
				orders[0].Units != int64(order.LinesMax*step.kept) || string(orders[0].Status) != step.status ||
				shoptest.StockOf(t, box.Inventory, box.Product.ID) != step.stock {
				t.Fatalf("%s: %s", step.status, box.Verdict(t, arrival.DeliveryID))
			}
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// One odd line never loses the order: the rest of it claims and leaves.
func TestAnOrderIsKeptWithItsOddLines(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		half, free := shoptest.Asked("b", "HER-1", 1), shoptest.Asked("c", "HER-1", 2)
		half["quantity"], free["unitPrice"] = "1.5", "-3.00"
		told := shoptest.Order("1", 0, "shipped", shoptest.Asked("a", "HER-1", 3), half, free)
		if got := box.Says(t, told); got != "processed: Procesado: pedido P-1 creado como «Enviado». "+
			"2 líneas no se han podido contar: "+
			"«Nombre de la tienda», la cantidad «1.5» no es un número entero de unidades…" {
			t.Error(got)
		}
		kept := box.KeptOrders(t)[0]
		odd := kept.Odd.Lines()
		if kept.LineCount != 2 || shoptest.StockOf(t, box.Inventory, box.Product.ID) != 5 || len(odd) != 2 ||
			odd[0].Quantity != "1.5" || odd[1].Price != "-3.00" {
			t.Errorf("%+v", kept)
		}
		// An order of which nothing can be counted is one all the same.
		if got := box.Says(t, shoptest.Order("2", 0, "processing", half)); got != "processed: Procesado: pedido P-2 creado. "+
			"Una línea no se ha podido contar: «Nombre de la tienda», la cantidad «1.5» no es un número entero de unidades" {
			t.Error(got)
		}
		if got := box.Says(t, shoptest.Order("2", 1, "cancelled", half)); box.KeptOrders(t)[1].Status != order.Cancelled {
			t.Error(got)
		}
		if got := box.Says(t, shoptest.Order("2", 2, "processing", half)); box.KeptOrders(t)[1].Status != order.Processing {
			t.Error(got)
		}
		shoptest.Clean(t, box.Inventory)
	})
}

// An order of which nothing can be counted is in the file of orders with the rest, by its odd
// lines, and the file comes back without a change.
func TestAnOrderOfOddLinesAloneIsExported(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.WooCommerce, 10)
		for i, lines := range [][]any{
			{nil, "dos tornillos"}, {shoptest.Object{"id": 1, "sku": "HER-1", "name": "Taladro", "quantity": 3}},
		} {
			told := shoptest.WooOrder(0, "processing", shoptest.Object{"id": i + 1, "number": i + 1, "line_items": lines})
			if got := box.Hears(t, told); !strings.HasPrefix(got, "processed: ") {
				t.Error(got)
			}
		}
		var file bytes.Buffer
		if err := report.Orders(&file, imports.SheetCSV, time.UTC, func(row func(order.Row) error) error {
			return box.Orders.WalkOrders(t.Context(), order.Filter{}, row)
		}); err != nil {
			t.Fatal(err)
		}
		for _, row := range []string{
			"\n1;", ";null;;;;;;", ";\"\"\"dos tornillos\"\"\";;;;;;", ";HER-1;Taladro percutor;3;",
		} {
			if !strings.Contains(file.String(), row) {
				t.Errorf("no %q in %s", row, file.String())
			}
		}
		if same := shoptest.BringAs(t, shoptest.Warehouse(s.Db), imports.OrderImports, file.String()); same.Unchanged != 2 ||
			same.Wrong != 0 {
			t.Errorf("%+v", same)
		}
		shoptest.Clean(t, box.Inventory)
	})
}
