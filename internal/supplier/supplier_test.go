package supplier_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/forecasting"
	"estante/internal/inventory"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
	"estante/internal/supplier"
)

func seller(t *testing.T, inv *inventory.Inventory, name string) int64 {
	t.Helper()
	made, err := inv.Suppliers.CreateSupplier(t.Context(), shoptest.Clerk, supplier.SupplierChange{
		Name: &name, Currency: shoptest.Ptr("EUR"),
	})
	return shoptest.Must(t, made, err).ID
}

func sells(t *testing.T, inv *inventory.Inventory, supplierID, productID int64, price supplier.Price, preferred bool) {
	t.Helper()
	_, err := inv.Suppliers.AddSupplierProduct(t.Context(), shoptest.Clerk, supplierID, productID,
		supplier.SupplierProductChange{PackPrice: shoptest.Ptr(&price), Preferred: &preferred})
	shoptest.Must(t, shoptest.Nothing, err)
}

// sellers is who sells a product, the preferred one with a star.
func sellers(t *testing.T, inv *inventory.Inventory, productID int64) string {
	t.Helper()
	rows, _, err := inv.Suppliers.ProductSuppliers(t.Context(), productID)
	var texts []string
	for _, row := range shoptest.Must(t, rows, err) {
		star := ""
		if row.Preferred {
			star = "*"
		}
		texts = append(texts, fmt.Sprintf("%s%s %d", row.Supplier, star, *row.PackPrice))
	}
	return strings.Join(texts, ", ")
}

// Two suppliers become one: of what both sell the terms of the one that stays hold, the
// prices of both are its history, and it is preferred where either was.
func TestSuppliersAreMerged(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		products := shoptest.Shelf(t, inv, "TOR", 3)
		from, into := seller(t, inv, "Peña SL"), seller(t, inv, "Peña")
		sells(t, inv, into, products[0], 2_0000, false)
		sells(t, inv, from, products[0], 1_0000, true)
		sells(t, inv, from, products[1], 3_0000, true)
		kept, err := inv.Suppliers.MergeSupplier(t.Context(), shoptest.Clerk, from, into)
		shoptest.Must(t, kept, err)
		if got := sellers(t, inv, products[0]) + "; " + sellers(t, inv, products[1]); got != "Peña* 20000; Peña* 30000" {
			t.Errorf("they are sold by %s", got)
		}
		prices, err := inv.Suppliers.ListPrices(t.Context(), into, products[0], core.Page{Number: 1, Size: 10})
		if got := shoptest.Must(t, prices, err).Rows; len(got) != 2 || *got[0].PackPrice != 1_0000 {
			t.Errorf("the history is %+v", got)
		}
		gone, err := inv.Suppliers.Supplier(t.Context(), from)
		if shoptest.Must(t, gone, err); gone.MergedInto != into || gone.Active {
			t.Errorf("what was merged is %+v", gone)
		}
		rows, err := inv.Suppliers.ListSuppliers(t.Context(), supplier.SupplierFilter{Search: "peña"})
		if shoptest.Must(t, rows, err); rows.Count.N != 1 || rows.Rows[0].ID != into || rows.Rows[0].Products != 2 {
			t.Errorf("the list has %+v", rows)
		}
		_, err = inv.Suppliers.UpdateSupplier(t.Context(), shoptest.Clerk, from, supplier.SupplierChange{Notes: new(string)})
		if !errors.Is(err, supplier.ErrMergedSupplier) {
			t.Errorf("it can still be changed: %v", err)
		}
		_, err = inv.Suppliers.MergeSupplier(t.Context(), shoptest.Clerk, into, from)
		if !errors.Is(err, supplier.ErrMergedSupplier) {
			t.Errorf("it can still be merged into: %v", err)
		}
		err = inv.Suppliers.DeleteSupplier(t.Context(), shoptest.Clerk, into, nil)
		if !errors.Is(err, supplier.ErrSupplierInUse) {
			t.Errorf("it can be deleted: %v", err)
		}
		shoptest.Clean(t, inv)
	})
}

// However many say at once where a product is bought, it has one preferred supplier.
func TestAProductHasOnePreferredSupplierHoweverManySaySo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		var all sync.WaitGroup
		for i := range 6 {
			id := seller(t, inv, fmt.Sprint("Proveedor ", i))
			all.Go(func() {
				yes, price := true, supplier.Price(1)
				_, err := inv.Suppliers.AddSupplierProduct(t.Context(), shoptest.Clerk, id, product.ID,
					supplier.SupplierProductChange{Preferred: &yes, PackPrice: shoptest.Ptr(&price)})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if got := sellers(t, inv, product.ID); strings.Count(got, "*") != 1 || strings.Count(got, "Proveedor") != 6 {
			t.Errorf("it is sold by %s", got)
		}
	})
}

// A merge makes what is bought of either due, and so does a change of who is preferred.
func TestTermsThatChangeMakeForecastsDue(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		first, second := seller(t, inv, "A"), seller(t, inv, "B")
		due := func() (any bool) {
			t.Helper()
			settle := func(tx forecasting.Tx) (err error) {
				if any, err = tx.AnyDueForecast(); err != nil || !any {
					return err
				}
				claimed, err := tx.ClaimDueForecasts(10, tx.Now().Add(time.Minute))
				if err != nil {
					return err
				}
				return tx.FinishDueForecasts(claimed)
			}
			shoptest.Must(t, shoptest.Nothing, core.Write(t.Context(), db, settle))
			return any
		}
		due()
		if sells(t, inv, first, product.ID, 1, false); due() {
			t.Error("a supplier that is not preferred makes it due")
		}
		yes := true
		_, err := inv.Suppliers.UpdateSupplierProduct(t.Context(), shoptest.Clerk, first, product.ID,
			supplier.SupplierProductChange{Preferred: &yes})
		if shoptest.Must(t, shoptest.Nothing, err); !due() {
			t.Error("a preferred supplier does not make it due")
		}
		_, err = inv.Suppliers.MergeSupplier(t.Context(), shoptest.Clerk, first, second)
		if shoptest.Must(t, shoptest.Nothing, err); !due() {
			t.Error("a merge does not make it due")
		}
	})
}
