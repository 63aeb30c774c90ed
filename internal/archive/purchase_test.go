package archive_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"estante/internal/alert"
	"estante/internal/archive"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/purchase"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
	"estante/internal/supplier"
	"estante/internal/valuation"
)

// boughtTables are those that buying fills.
var boughtTables = []string{
	"suppliers", "supplier_products", "supplier_prices", "number_series", "purchases", "purchase_lines", "receipts",
	"receipt_lines", "receipt_files", "extra_costs", "extra_cost_shares", "supplier_returns", "supplier_return_lines",
	"purchase_events", "purchase_totals", "purchase_words", "closings", "alerts", "alert_notes",
}

// fillBought has a shop buy: something came with its freight and its paper, some of it went back, some is late, and the
// year was closed.
func fillBought(t *testing.T, db *store.DB) (product int64) {
	t.Helper()
	inv := inventory.New(db, inventory.Options{PasswordWorkers: 1})
	product = shoptest.Shelf(t, inv, "Caña", 1)[0]
	seller, err := inv.Suppliers.CreateSupplier(t.Context(), shoptest.Clerk, supplier.SupplierChange{
		Name: shoptest.Ptr("Peña e Hijos"), TaxID: shoptest.Ptr("22954817N"),
	})
	shoptest.Must(t, seller, err)
	price := supplier.Price(3_4567)
	sold, err := inv.Suppliers.AddSupplierProduct(t.Context(), shoptest.Clerk, seller.ID, product,
		supplier.SupplierProductChange{
			SupplierSKU: shoptest.Ptr("P-77"), PackPrice: shoptest.Ptr(&price), Preferred: shoptest.Ptr(true),
		})
	shoptest.Must(t, sold, err)
	var sent purchase.Detail
	for range 2 {
		draft, err := inv.Purchases.CreatePurchase(t.Context(), shoptest.Clerk, purchase.Fields{
			SupplierID: seller.ID, ExpectedOn: "2020-01-02",
			Lines: []purchase.LineFields{{ProductID: product, Quantity: 12}},
		})
		shoptest.Must(t, draft, err)
		sent, err = inv.Purchases.Send(t.Context(), shoptest.Clerk, draft.ID, purchase.Order{By: purchase.ByHand})
		shoptest.Must(t, sent, err)
	}
	receipt, err := inv.Purchases.Receive(t.Context(), shoptest.Clerk, sent.ID, purchase.Delivery{
		DeliveryNote: "ALB-Ñ", Lines: []purchase.DeliveredLine{{ProductID: product, Accepted: 10}},
	})
	shoptest.Must(t, receipt, err)
	file, err := inv.Purchases.AddReceiptFile(t.Context(), shoptest.Clerk, receipt.ID, "nota.pdf", "application/pdf",
		[]byte{0, 1, 254, 255})
	shoptest.Must(t, file, err)
	extra, err := inv.Purchases.AddExtraCost(t.Context(), shoptest.Clerk, sent.ID, purchase.ExtraFields{
		Kind: purchase.Transport, Amount: 1234, ShareBy: purchase.ByUnits,
	})
	shoptest.Must(t, extra, err)
	back, err := inv.Purchases.ReturnToSupplier(t.Context(), shoptest.Clerk, purchase.ReturnFields{
		SupplierID: seller.ID, LocationID: ledger.MainLocation, Replace: true,
		Lines: []purchase.ReturnLineFields{{ProductID: product, Quantity: 3, LineID: sent.Lines[0].ID}},
	})
	shoptest.Must(t, back, err)
	alerts, err := inv.Alerts.ListAlerts(t.Context(), lateAlerts)
	for _, alert := range shoptest.Must(t, alerts, err).Rows {
		note, err := inv.Alerts.AddAlertNote(t.Context(), shoptest.Clerk, alert.ID, "Llamado")
		shoptest.Must(t, note, err)
	}
	closed, err := inv.Valuation.CloseValues(t.Context(), shoptest.Clerk, valuation.ClosingFields{
		At: receipt.CreatedAt.AddDate(0, 0, -1), Method: valuation.FIFO,
	})
	shoptest.Must(t, closed, err)
	name := "Peña y Cía"
	_, err = inv.Suppliers.UpdateSupplier(t.Context(), shoptest.Clerk, seller.ID, supplier.SupplierChange{Name: &name})
	shoptest.Must(t, shoptest.Nothing, err)
	return product
}

// What a shop bought is in a backup and in a move, whole, and the shop that has it from there buys on: with the next
// number, from what is on its way, found by its words.
func TestWhatAShopBoughtComesBackOnEitherEngine(t *testing.T) {
	roads := map[string]func(t *testing.T, from, to *store.DB) error{
		"a backup": func(t *testing.T, from, to *store.DB) error {
			t.Helper()
			path := filepath.Join(t.TempDir(), "shop.backup")
			if _, err := archive.Create(t.Context(), from, path); err != nil {
				return err
			}
			_, err := archive.Restore(t.Context(), to, path)
			return err
		},
		"a move": func(t *testing.T, from, to *store.DB) error {
			t.Helper()
			_, err := archive.Move(t.Context(), from, to)
			return err
		},
	}
	for name, travel := range roads {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, source *store.DB) {
				product := fillBought(t, source)
				storetest.Each(t, func(t *testing.T, target *store.DB) {
					if err := travel(t, source, target); err != nil {
						t.Fatal(err)
					}
					checkTravelled(t, source, target)
					buyOn(t, target, product)
				})
			})
		})
	}
}

// checkTravelled holds a copy to every row of the tables that buying fills.
func checkTravelled(t *testing.T, source, target *store.DB) {
	t.Helper()
	want, got := content(t, source), content(t, target)
	for _, table := range boughtTables {
		of := func(rows []string) []string {
			return slices.DeleteFunc(slices.Clone(rows), func(row string) bool { return !strings.HasPrefix(row, table+" ") })
		}
		if wanted := of(want); len(wanted) == 0 {
			t.Errorf("nothing is in %s", table)
		} else if there := of(got); !slices.Equal(there, wanted) {
			t.Errorf("%s has %d rows, some of them others than the %d there were", table, len(there), len(wanted))
		}
	}
}

// buyOn does with a copy what its shop would do next.
func buyOn(t *testing.T, target *store.DB, product int64) {
	t.Helper()
	inv := inventory.New(target, inventory.Options{PasswordWorkers: 1})
	shoptest.Clean(t, inv)
	draft, err := inv.Purchases.DuplicatePurchase(t.Context(), shoptest.Clerk, 1)
	shoptest.Must(t, draft, err)
	sent, err := inv.Purchases.Send(t.Context(), shoptest.Clerk, draft.ID, purchase.Order{By: purchase.ByHand})
	if shoptest.Must(t, sent, err); !strings.HasSuffix(sent.Number, "-0003") {
		t.Errorf("the next purchase is %s", sent.Number)
	}
	for more := true; more; {
		more, err = inv.Purchases.WorkOnPurchaseWords(t.Context())
		shoptest.Must(t, more, err)
	}
	found, err := inv.Purchases.ListPurchases(t.Context(), purchase.Filter{
		Search: "cia alb-ñ", Page: core.Page{Number: 1, Size: 10},
	})
	if shoptest.Must(t, found, err); found.Count.N != 1 {
		t.Errorf("a search finds %d purchases", found.Count.N)
	}
	// 12 of the first, 5 of the second after what came and went back, and 12 of the third.
	if p, err := inv.Catalogue.Product(t.Context(), product); shoptest.Must(t, p, err).Incoming != 12+5+12 {
		t.Errorf("%d are on their way", p.Incoming)
	}
	_, content, err := inv.Purchases.ReceiptFile(t.Context(), 1, 1)
	if shoptest.Must(t, content, err); !slices.Equal(content, []byte{0, 1, 254, 255}) {
		t.Errorf("the paper has %v", content)
	}
	shoptest.Clean(t, inv)
}

var lateAlerts = alert.Filter{Level: alert.Late, Page: core.Page{Number: 1, Size: 10}}
