package store_test

import (
	"io/fs"
	"testing"
	"testing/fstest"
	"time"

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

// Alerts that are older than late purchases stay as they were, with their notes, and their numbers are not given again.
func TestOldAlertsStayWhenPurchasesHaveThem(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		old, err := store.Open(t.Context(), store.WithSteps(options, stepsBefore(t, "0048")))
		if err != nil {
			t.Fatal(err)
		}
		write(t, old, oldAlerts(t))
		if err := old.Close(); err != nil {
			t.Fatal(err)
		}
		db := storetest.Open(t, options)
		read(t, db, func(tx inventory.Tx) error {
			list, err := tx.ListAlerts(alert.Filter{
				EveryState: true, ProductID: 7, Ordering: "createdAt", Page: core.Page{Number: 1, Size: 20},
			})
			if err != nil {
				return err
			}
			if len(list.Rows) != 3 || list.Rows[0].Level != alert.Out || list.Rows[1].Resolution != alert.ResolvedByHand ||
				list.Rows[1].ResolvedBy != 3 || list.Rows[2].SnoozedUntil == nil || list.Rows[2].Kind != alert.Shortage ||
				len(list.Rows[0].Notes) != 1 || list.Rows[0].Notes[0].Note != "Pedido hoy" {
				t.Errorf("the alerts are %+v", list.Rows)
			}
			silent, err := tx.ChannelAlert(4, alert.Faulty)
			if silent.Subject != "Tienda" {
				t.Errorf("the alert of the channel is %+v", silent)
			}
			return err
		})
		write(t, db, func(tx inventory.Tx) error {
			late := []alert.Alert{{
				Kind: alert.Purchase, PurchaseID: 5, Subject: "PC-2026-0001", Level: alert.Late, Dip: alert.Late,
				CreatedAt: tx.Now(), UpdatedAt: tx.Now(),
			}}
			if err := tx.InsertAlerts(late); err != nil {
				return err
			}
			if late[0].ID != 6 {
				t.Errorf("the new alert has number %d", late[0].ID)
			}
			note, err := tx.InsertAlertNote(alert.Note{AlertID: late[0].ID, UserID: 3, Note: "Llamado", At: tx.Now()})
			if note != 3 {
				t.Errorf("the new note has number %d", note)
			}
			return err
		})
		for what, wrong := range map[string]alert.Alert{
			"two alerts of one purchase":          {Kind: alert.Purchase, PurchaseID: 5, Level: alert.Late},
			"an alert of a product and purchase":  {Kind: alert.Purchase, ProductID: 7, PurchaseID: 6, Level: alert.Late},
			"an alert of nothing":                 {Kind: alert.Purchase, Level: alert.Late},
			"an alert of a level that is none":    {Kind: alert.Purchase, PurchaseID: 6, Level: 5},
			"an alert of a product that is none":  {Kind: alert.Stock, ProductID: 99, Level: alert.Out},
			"two alerts of one fall of a product": {Kind: alert.Stock, ProductID: 7, Level: alert.Out},
		} {
			wrong.Dip, wrong.CreatedAt, wrong.UpdatedAt = wrong.Level, time.Now(), time.Now()
			if err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
				return tx.InsertAlerts([]alert.Alert{wrong})
			}); err == nil {
				t.Errorf("%s can be kept", what)
			}
		}
	})
}

// oldAlerts are alerts of a product and a channel in the schema before purchases had any; the last alert and the
// last note are gone.
func oldAlerts(t *testing.T) func(inventory.Tx) error {
	t.Helper()
	return func(tx inventory.Tx) error {
		for _, statement := range []string{
			`INSERT INTO products (id, sku, status, stock, shortage, alert_blocked, sku_key, name, description, barcode,
				image_url, reserved, alert_days, tags, created_at, updated_at, version, movement_seq, ledger_hash, level,
				search_key, name_sort_key, sku_sort_key, category_sort_key)
				VALUES (7, 'A', 1, 0, 2, FALSE, 'a', '', '', '', '', 0, 30, '[]', 1, 1, 1, 0, '', 0, '', '', '', '')`,
			`INSERT INTO alerts (kind, product_id, channel_id, subject, trouble, level, state, dip, created_at, updated_at,
				snoozed_until, resolved_at, resolved_by, resolution) VALUES
				('stock', 7, NULL, '', '', 3, 0, 3, 10, 10, NULL, NULL, 0, ''),
				('stock', 7, NULL, '', '', 1, 2, 0, 11, 12, NULL, 12, 3, 'manual'),
				('shortage', 7, NULL, '', '', 2, 1, 2, 13, 13, 99, NULL, 0, ''),
				('channel', NULL, 4, 'Tienda', 'fault', 2, 0, 2, 14, 14, NULL, NULL, 0, ''),
				('channel', NULL, 5, 'Otra', '', 2, 0, 2, 14, 14, NULL, NULL, 0, '')`,
			`INSERT INTO alert_notes (alert_id, user_id, note, at) VALUES (1, 3, 'Pedido hoy', 10), (5, 3, 'Nada', 14)`,
			`DELETE FROM alert_notes WHERE alert_id = 5`,
			`DELETE FROM alerts WHERE id = 5`,
		} {
			if _, err := store.Exec(tx, statement); err != nil {
				return err
			}
		}
		return nil
	}
}
