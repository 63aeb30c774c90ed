package imports_test

import (
	"strings"
	"testing"

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
