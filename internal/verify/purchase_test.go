package verify_test

import (
	"strings"
	"testing"

	"estante/internal/inventory"
	"estante/internal/purchase"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
	"estante/internal/supplier"
)

// What is on its way of a product is what the lines of sent purchases lack, what a purchase keeps is what its lines
// say, and an alert of a purchase has a purchase that is late.
func TestVerifyComparesPurchases(t *testing.T) {
	rows := []struct{ sql, says string }{
		{`UPDATE products SET incoming = incoming + 1 WHERE id = 1`, "en camino"},
		{`UPDATE products SET incoming_on = '2030-01-01' WHERE id = 1`, "hay guardado 20300101 y al contar sale 20200102"},
		{`UPDATE purchase_lines SET pending = pending + 1`, "en camino"},
		{`UPDATE purchases SET ordered = ordered + 1`, "ompra"},
		{`UPDATE purchases SET pending = pending + 1`, "ompra"},
		{`UPDATE purchase_totals SET purchases = purchases + 1`, "compras"},
		{`UPDATE purchases SET status = 'cancelled'`, "tiene una alerta de retraso y no se espera nada de ella"},
	}
	for _, row := range rows {
		storetest.EachReady(t, func(t *testing.T, options store.Options) {
			inv := inventory.New(storetest.Twice(storetest.Open(t, options)), inventory.Options{PasswordWorkers: 1})
			product := shoptest.Shelf(t, inv, "Caja", 1)[0]
			seller, err := inv.Suppliers.CreateSupplier(t.Context(), shoptest.Clerk, supplier.SupplierChange{
				Name: shoptest.Ptr("Peña"),
			})
			shoptest.Must(t, seller, err)
			draft, err := inv.Purchases.CreatePurchase(t.Context(), shoptest.Clerk, purchase.Fields{
				SupplierID: seller.ID, ExpectedOn: "2020-01-02",
				Lines: []purchase.LineFields{{ProductID: product, Quantity: 10}},
			})
			shoptest.Must(t, draft, err)
			sent, err := inv.Purchases.Send(t.Context(), shoptest.Clerk, draft.ID, purchase.Order{By: purchase.ByHand})
			shoptest.Must(t, sent, err)
			shoptest.Clean(t, inv)
			storetest.Tamper(t, options, row.sql)
			report, err := inv.Verify.Verify(t.Context(), nil)
			shoptest.Must(t, report, err)
			if len(report.Findings) == 0 {
				t.Fatalf("%s: nothing was found", row.sql)
			}
			for _, finding := range report.Findings {
				if strings.Contains(finding.Message, row.says) {
					return
				}
			}
			t.Errorf("%s: %+v does not say %q", row.sql, report.Findings, row.says)
		})
	}
}
