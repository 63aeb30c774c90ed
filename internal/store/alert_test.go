package store_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"estante/internal/alert"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// stepsBefore are the real migrations up to one, without it.
func stepsBefore(t *testing.T, last string) fs.FS {
	t.Helper()
	some := fstest.MapFS{}
	names, err := fs.Glob(store.Migrations, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name >= "migrations/"+last {
			continue
		}
		text, err := fs.ReadFile(store.Migrations, name)
		if err != nil {
			t.Fatal(err)
		}
		some[name] = &fstest.MapFile{Data: text}
	}
	return some
}

// A shop that was there before alerts has them when the schema has them, for
// those of its products that need attention.
func TestOldShopsGetTheirAlerts(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		old, err := store.Open(t.Context(), store.WithSteps(options, stepsBefore(t, "0007")))
		if err != nil {
			t.Fatal(err)
		}
		err = core.Write(t.Context(), old, func(tx inventory.Tx) error {
			for _, p := range []string{
				"'OUT', 1, 0, 0, NULL, FALSE, NULL", "'DEFAULT', 1, 10, 0, NULL, FALSE, NULL",
				"'PLENTY', 1, 11, 0, NULL, FALSE, NULL",
				"'OWN', 1, 4, 0, 4, FALSE, NULL", "'ABOVE', 1, 5, 0, 4, FALSE, NULL", "'BLOCKED', 1, 0, 3, NULL, TRUE, NULL",
				"'ENDED', 3, 0, 0, NULL, FALSE, NULL", "'GONE', 1, 0, 0, NULL, FALSE, 5", "'SHORT', 1, 90, 3, NULL, FALSE, NULL",
			} {
				_, err := store.Exec(tx, `INSERT INTO products (sku, status, stock, shortage, min_stock, alert_blocked, deleted_at,
					sku_key, name, description,
					barcode, image_url, reserved, alert_days, tags, created_at, updated_at, version, movement_seq, ledger_hash, level,
					search_key,
					name_sort_key, sku_sort_key, category_sort_key)
					VALUES (`+p+`, '`+p[1:4]+`', '', '', '', '', 0, 30, '[]', 1, 1, 1, 0, '', 0, '', '', '', '')`)
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := old.Close(); err != nil {
			t.Fatal(err)
		}
		db := storetest.Open(t, options)
		err = core.Read(t.Context(), db, func(tx inventory.Tx) error {
			list, err := tx.ListAlerts(alert.Filter{Ordering: "createdAt", Page: core.Page{Number: 1, Size: 20}})
			if err != nil {
				return err
			}
			got := map[string]string{}
			for _, a := range list.Rows {
				got[a.ProductSKU] = string(a.Kind) + " " + a.Level.Code()
			}
			want := map[string]string{
				"OUT": "stock out_of_stock", "DEFAULT": "stock critical", "OWN": "stock critical", "SHORT": "shortage critical",
			}
			if len(got) != len(want) || list.Count.N != len(want) {
				t.Errorf("the alerts are %v, want %v", got, want)
			}
			for sku, alert := range want {
				if got[sku] != alert {
					t.Errorf("%s has %q, want %q", sku, got[sku], alert)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// What a product has become is told with its touch only as long as movements
// alone made it so: a claim on its stock is not in what a movement knows of it.
func TestTouchOfAProductThatIsClaimedHasToBeLookedUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		write(t, db, func(tx inventory.Tx) error {
			known := map[string]bool{}
			for _, sku := range []string{"moved", "claimed"} {
				product := catalogue.Product{
					SKU: sku, Name: sku, Status: catalogue.StatusActive, CreatedAt: tx.Now(), UpdatedAt: tx.Now(), Version: 1,
				}
				id, err := tx.InsertProduct(product)
				if err != nil {
					return err
				}
				product.ID = id
				after := product
				after.Stock, after.Version = 20, 2
				if sku == "claimed" {
					claims := map[ledger.StockPlace]ledger.Claims{{
						ProductID: id, LocationID: ledger.MainLocation,
					}: {Reserved: 3, Shortage: 3}}
					if err := tx.ChangeClaims(claims); err != nil {
						return err
					}
				}
				movement := ledger.Movement{
					ProductID: id, LocationID: ledger.MainLocation, Seq: 1, Quantity: 20, After: 20, Reason: ledger.ReasonRestock,
					Source: ledger.SourceManual, At: tx.Now(),
				}
				if err := tx.AppendMovements([]ledger.Moved{{
					Movement: movement, Before: product, After: after, FirstHere: sku == "moved",
				}}); err != nil {
					return err
				}
				touch := tx.TouchedProducts()[id]
				if !touch.Moved || !touch.Rose {
					t.Errorf("%s: the touch is %+v, want one of more stock", sku, touch)
				}
				known[sku] = touch.Now != nil && touch.Now.Stock == 20
			}
			if !known["moved"] || known["claimed"] {
				t.Errorf("known are %v, want the product that only moved", known)
			}
			return nil
		})
	})
}
