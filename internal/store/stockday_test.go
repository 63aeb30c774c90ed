package store_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// before returns the migrations up to one.
func before(t *testing.T, step string) fstest.MapFS {
	t.Helper()
	steps, ok := more(t, nil).(fstest.MapFS)
	if !ok {
		t.Fatal("the steps are of another kind")
	}
	for name := range steps {
		if strings.TrimPrefix(name, "migrations/") >= step {
			delete(steps, name)
		}
	}
	return steps
}

func TestStockDaysOfALedgerThatWasThereBefore(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		old, err := store.Open(t.Context(), store.WithSteps(options, before(t, "0011")))
		if err != nil {
			t.Fatal(err)
		}
		if err := old.Close(); err != nil {
			t.Fatal(err)
		}
		storetest.Tamper(t, options,
			`INSERT INTO products (id, sku, sku_key, name, description, image_url, barcode, status, stock, reserved, alert_days,
				alert_blocked, tags,
				created_at, updated_at, version, movement_seq, ledger_hash, level, search_key, name_sort_key, sku_sort_key,
				category_sort_key, deleted_at)
			SELECT 1, 'A', 'a', 'A', '', '', '', 1, 7, 0, 30, false, '[]', 0, 0, 1, 2, '', 2, 'a', 'a', '', '', 2700000000`,
			`INSERT INTO movements (product_id, location_id, seq, quantity, reason, notes, stock_before, stock_after, user_id,
				at, source, source_id, undo_of, hash)
			VALUES (1, 1, 1, 9, 'restock', '', 0, 9, 1, 899999999, 'manual', 0, 0, 'x'), (1, 1, 2, -2, 'sale', '', 9, 7, 1,
			900000000, 'manual', 0, 0, 'y')`)
		db := storetest.Open(t, options)
		read(t, db, func(tx inventory.Tx) error {
			rows, err := store.QueryTexts(tx, `SELECT quarter || ' ' || moved || ' ' || listed FROM stock_changes
				ORDER BY quarter`)
			if got := strings.Join(rows, ", "); got != "0 9 0, 1 -2 0, 3 0 -7" {
				t.Errorf("kept: %s", got)
			}
			return err
		})
	})
}
