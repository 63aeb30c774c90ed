package demo_test

import (
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/demo"
	"estante/internal/inventory"
	"estante/internal/purchase"
	"estante/internal/store/storetest"
	"estante/internal/supplier"
)

// checkPurchases wants a purchase in every state, late and over-received ones, extra costs, a return, prices that
// changed, and numbers of taxes that nobody warns of.
func checkPurchases(t *testing.T, inv *inventory.Inventory) {
	t.Helper()
	list, err := inv.Purchases.ListPurchases(t.Context(), purchase.Filter{Page: core.Page{Number: 1, Size: 100}})
	if err != nil {
		t.Fatal(err)
	}
	for _, status := range purchase.Statuses {
		if list.States[status] == 0 {
			t.Errorf("no purchase is %s", status.Label())
		}
	}
	var late, partial, over, freight, rejoined int
	for _, row := range list.Rows {
		if row.Late(list.Today) {
			late++
		}
		if row.Status == purchase.Sent && row.Received > 0 {
			partial++
		}
		detail, err := inv.Purchases.Purchase(t.Context(), row.ID)
		if err != nil {
			t.Fatal(err)
		}
		freight += len(detail.Extras)
		rejoined += len(detail.Returns)
		for _, line := range detail.Lines {
			if line.Excess() > 0 {
				over++
			}
		}
	}
	if late < 2 || partial == 0 || over == 0 || freight == 0 || rejoined == 0 {
		t.Errorf("%d purchases are late, %d came in part, %d lines are too many, %d extra costs, %d returns", late, partial,
			over, freight, rejoined)
	}
	checkSuppliers(t, inv)
}

// checkSuppliers wants a dozen suppliers, two of them in euros, and a rate between what costs and prices are in.
func checkSuppliers(t *testing.T, inv *inventory.Inventory) {
	t.Helper()
	suppliers, err := inv.Suppliers.ListSuppliers(t.Context(), supplier.SupplierFilter{
		Page: core.Page{Number: 1, Size: 100},
	})
	if err != nil {
		t.Fatal(err)
	}
	euros, dearer := 0, 0
	for _, seller := range suppliers.Rows {
		if seller.Currency == "EUR" {
			euros++
		}
		if warning := supplier.TaxIDWarning(seller.TaxID); warning != "" || seller.TaxID == "" {
			t.Errorf("the number of %s: %s", seller.Name, warning)
		}
		sold, err := inv.Suppliers.ListSupplierProducts(t.Context(), supplier.SupplierProductFilter{
			SupplierID: seller.ID, Page: core.Page{Number: 1, Size: 1},
		})
		if err != nil || len(sold.Rows) == 0 {
			t.Fatalf("%s sells nothing (%v)", seller.Name, err)
		}
		prices, err := inv.Suppliers.ListPrices(t.Context(), seller.ID, sold.Rows[0].ProductID, core.Page{
			Number: 1, Size: 10,
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(prices.Rows) > 1 {
			dearer++
		}
	}
	if len(suppliers.Rows) < 12 || euros != 2 || dearer < 3 {
		t.Errorf("%d suppliers, %d in euros, %d with new prices", len(suppliers.Rows), euros, dearer)
	}
	settings, err := inv.Core.Settings(t.Context())
	if err != nil || settings.MarginRate == (core.Rate{}) || settings.PurchaseCurrency == settings.SalesCurrency {
		t.Errorf("the settings are %+v (%v)", settings, err)
	}
	if warning := supplier.TaxIDWarning(settings.TaxID); warning != "" {
		t.Errorf("the number of the shop: %s", warning)
	}
}

// A quarter is long enough for a shop to buy again and again of everybody, and to learn how long each takes: in a year
// it makes four times as many purchases.
func TestTheShopLearnsHowLongSuppliersTake(t *testing.T) {
	inv, clock := open(t, storetest.SQLite(t))
	clock.End(time.Date(2026, time.November, 17, 18, 0, 0, 0, time.UTC))
	if err := demo.Load(t.Context(), inv, clock, 92); err != nil {
		t.Fatal(err)
	}
	list, err := inv.Purchases.ListPurchases(t.Context(), purchase.Filter{Page: core.Page{Number: 1, Size: 1}})
	if err != nil || list.Count.N < 30 {
		t.Fatalf("%d purchases (%v)", list.Count.N, err)
	}
	suppliers, err := inv.Suppliers.ListSuppliers(t.Context(), supplier.SupplierFilter{
		Page: core.Page{Number: 1, Size: 100},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, seller := range suppliers.Rows {
		stats, err := inv.Purchases.SupplierStats(t.Context(), seller.ID)
		if err != nil || stats.Lead.Learnt == nil {
			t.Errorf("how long %s takes is %+v (%v)", seller.Name, stats.Lead, err)
		}
	}
	report, err := inv.Verify.Verify(t.Context(), nil)
	if err != nil || report.Problems > 0 {
		t.Errorf("verify found %+v, %v", report.Findings, err)
	}
}
