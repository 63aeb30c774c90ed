package store_test

import (
	"slices"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// Tags come back as people wrote them, whatever JSON makes of their characters.
func TestTagsComeBackAsTheyWere(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for _, tags := range [][]string{
			{},
			{"verano"},
			{"verano", "invierno", "a, b"},
			{"", ","},
			{`a","b`},
			{`["a"]`, `\`, `"`},
			{"ñandú", "<b>&", "日本", "1\t2"},
		} {
			var id int64
			write(t, db, func(tx inventory.Tx) (err error) {
				id, err = tx.InsertProduct(catalogue.Product{
					SKU: "x", Name: "x", Status: catalogue.StatusActive, Tags: tags, CreatedAt: tx.Now(), UpdatedAt: tx.Now(),
					Version: 1,
				})
				return err
			})
			write(t, db, func(tx inventory.Tx) error {
				product, err := tx.ProductByID(id)
				if err != nil {
					return err
				}
				if !slices.Equal(product.Tags, tags) {
					t.Errorf("%q came back as %q", tags, product.Tags)
				}
				gone := product
				now := tx.Now()
				gone.DeletedAt, gone.Version = &now, 2
				return tx.UpdateProduct(product, gone)
			})
		}
	})
}
