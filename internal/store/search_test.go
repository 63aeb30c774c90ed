package store_test

import (
	"fmt"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// Every write adds a piece to a search index of SQLite, and a search looks into
// all of them: so they are joined as they come.
func TestPiecesOfASearchIndexAreJoined(t *testing.T) {
	const products, most = 60, 8
	db := storetest.Open(t, storetest.SQLite(t))
	// The number of a piece is in the upper bits of the numbers of its pages.
	pieces := func(db *store.DB) (n int64) {
		read(t, db, func(tx inventory.Tx) (err error) {
			n, err = store.QueryInt(tx, `SELECT count(DISTINCT id >> 37) FROM product_search_data WHERE id > 10`)
			return err
		})
		return n
	}
	for n := range products {
		write(t, db, func(tx inventory.Tx) error {
			_, err := tx.InsertProduct(catalogue.Product{
				SKU: fmt.Sprint("SKU-", n), Name: fmt.Sprint("Caja ", n), Status: catalogue.StatusActive, CreatedAt: tx.Now(),
				UpdatedAt: tx.Now(), Version: 1,
			})
			return err
		})
	}
	if got := pieces(db); got == 0 || got > most {
		t.Errorf("%d products are in %d pieces, want %d at most", products, got, most)
	}
}
