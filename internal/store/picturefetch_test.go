package store_test

import (
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// Pictures of other machines that products named before the server fetched any are fetched
// too, those of deleted products when they come back.
func TestPicturesThatWereNamedBeforeAreFetched(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		options.LeaveSchema = true
		db := storetest.Open(t, options)
		if err := store.MigrateTo(t.Context(), db, 2); err != nil {
			t.Fatal(err)
		}
		const far = "https://fotos.ejemplo.es/1.png"
		write(t, db, func(tx inventory.Tx) error {
			for id, row := range map[int][2]any{
				1: {far, nil}, 2: {"/api/images/a.png", nil}, 3: {"", nil}, 4: {"https://fotos.ejemplo.es/2.png", 1}, 5: {far, nil},
			} {
				if _, err := store.Exec(tx, `INSERT INTO products (id, sku, sku_key, name, description, barcode, image_url,
					status, stock, reserved, alert_days, alert_blocked, tags, created_at, updated_at, version, movement_seq,
					ledger_hash, level, search_key, name_sort_key, sku_sort_key, category_sort_key, deleted_at)
					VALUES ($1, $2, $2, '', '', '', $3, 1, 0, 0, 30, $4, '[]', 0, 0, 1, 0, '', 2, '', '', '', '', $5)`,
					id, string(rune('a'+id)), row[0], false, row[1]); err != nil {
					return err
				}
			}
			_, err := store.Exec(tx, `UPDATE totals SET products = 4, out_of_stock = 4 WHERE slot = 0`)
			return err
		})
		if err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		write(t, db, func(tx inventory.Tx) error {
			fetch, err := tx.ClaimPicture(tx.Now().Add(time.Minute))
			if err != nil || fetch.URL != far || fetch.Attempts != 1 {
				t.Errorf("claimed %+v, %v", fetch, err)
			}
			waiting, err := tx.PictureProducts(far, 0, 10)
			if err != nil || len(waiting) != 2 {
				t.Errorf("waiting are %v, %v", waiting, err)
			}
			if again, err := tx.ClaimPicture(tx.Now().Add(time.Minute)); !core.IsNotFound(err) {
				t.Errorf("claimed again: %+v, %v", again, err)
			}
			return nil
		})
	})
}
