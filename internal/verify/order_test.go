package verify_test

import (
	"strings"
	"testing"

	"estante/internal/inventory"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// Each row spoils something of orders behind the server's back, in a shop of
// its own, and must be named.
func TestVerifyFindsWhatIsWrongWithOrders(t *testing.T) {
	rows := []struct{ sql, says string }{
		{`UPDATE products SET reserved = reserved + 1`, "Lo reservado de HER-1: hay guardado 9 y al contar sale 8"},
		{`UPDATE products SET shortage = 0`, "Lo que falta de HER-1: hay guardado 0 y al contar sale 5"},
		{`UPDATE stock_levels SET reserved = 7`, "Lo reservado en un almacén de HER-1: hay guardado 7 y al contar sale 8"},
		{`UPDATE stock_levels SET shortage = 4`, "Lo que falta en un almacén de HER-1: hay guardado 4 y al contar sale 5"},
		{`UPDATE order_lines SET shortage = 1 WHERE order_id = 3`, "Lo que falta a los pedidos en un almacén de HER-1"},
		{
			`UPDATE order_lines SET claimed = 1 WHERE order_id = 1`,
			"Lo que reserva una línea del pedido P-000001: hay guardado 1 y al contar sale 0",
		},
		{`UPDATE orders SET units = 99 WHERE id = 2`, "Las unidades del pedido P-000002: hay guardado 99 y al contar sale 3"},
		{`UPDATE orders SET unmatched = 1 WHERE id = 2`, "Las líneas sin producto del pedido P-000002: hay guardado 1"},
		{
			`UPDATE orders SET status = 'delivered' WHERE id = 1`,
			"El número de pedidos en estado delivered, en EUR: hay guardado 0 y al contar sale 1",
		},
		{
			`UPDATE order_figures SET amount_cents = 5 WHERE status = 'pending' AND day <> ''`,
			"El importe de los pedidos, en céntimos, en estado pending",
		},
		{
			`UPDATE order_figures SET shipped = 5 WHERE status = 'shipped' AND shipped > 0`,
			"El número de envíos en estado shipped",
		},
		{`UPDATE order_lines SET shipped = 1 WHERE order_id = 1`, "El pedido 1 no coincide con sus movimientos"},
		{`DELETE FROM order_effects`, "El pedido 1 no coincide con sus movimientos"},
		{`UPDATE order_effects SET movement_id = 99`, "El pedido 1 no coincide con sus movimientos"},
	}
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv, product := shoptest.Shop(t, storetest.Open(t, options), 5)
		shipped := shoptest.Place(t, inv, shoptest.Item(product.ID, 2))
		shoptest.Place(t, inv, shoptest.Item(product.ID, 3))
		shoptest.Place(t, inv, shoptest.Item(product.ID, 5))
		shoptest.MoveTo(t, inv, shipped.ID, "processing", "shipped")
		shoptest.Clean(t, inv)
		for _, row := range rows {
			found := tampered(t, inv, options, row.sql)
			if !strings.Contains(found, row.says) {
				t.Errorf("%s: %q is not among %q", row.sql, row.says, found)
			}
		}
		shoptest.Clean(t, inv)
	})
}

// tampered is what verify says of a shop in which something was changed; the
// change is taken back afterwards.
func tampered(t *testing.T, inv *inventory.Inventory, options store.Options, sql string) string {
	t.Helper()
	tables := []string{"products", "stock_levels", "orders", "order_lines", "order_figures", "order_effects"}
	for _, table := range tables {
		storetest.Tamper(t, options, "CREATE TABLE kept_"+table+" AS SELECT * FROM "+table)
	}
	storetest.Tamper(t, options, sql)
	report, err := inv.Verify.Verify(t.Context(), nil)
	shoptest.Must(t, report, err)
	for _, table := range tables {
		storetest.Tamper(t, options, "DELETE FROM "+table+"; INSERT INTO "+table+" SELECT * FROM kept_"+table+
			"; DROP TABLE kept_"+table)
	}
	var found []string
	for _, finding := range report.Findings {
		found = append(found, finding.Message)
	}
	return strings.Join(found, "\n")
}
