package store_test

import (
	"slices"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// PostgreSQL would write all indexes of a product with one that has a column which
// every movement changes, for whatever the index has it.
func TestNoIndexOfProductsHasWhatAMovementChanges(t *testing.T) {
	db := storetest.Open(t, store.Options{URL: storetest.Postgres(t)})
	read(t, db, func(tx inventory.Tx) error {
		indexed, err := store.QueryTexts(tx, `SELECT DISTINCT a.attname::text FROM pg_depend AS d
			JOIN pg_class AS i ON i.oid = d.objid AND i.relkind = 'i'
			JOIN pg_attribute AS a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
			WHERE d.refobjid = 'products'::regclass`)
		if !slices.Contains(indexed, "level") {
			t.Errorf("the indexes have %q, and one is of the level", indexed)
		}
		for _, column := range store.MovedColumns() {
			if slices.Contains(indexed, column) {
				t.Errorf("an index of products has the column %s", column)
			}
		}
		return err
	})
}

// What products are sorted by follows them, however they change.
func TestTheOrderOfTheStockFollowsProducts(t *testing.T) {
	db := storetest.Open(t, store.Options{URL: storetest.Postgres(t)})
	var product catalogue.Product
	edit := func(change func(*catalogue.Product)) func(inventory.Tx) error {
		return func(tx inventory.Tx) error {
			before := product
			change(&product)
			product.Version++
			return tx.UpdateProduct(before, product)
		}
	}
	move := func(quantity int64) func(inventory.Tx) error {
		return func(tx inventory.Tx) error {
			before := product
			product.Stock += quantity
			product.Version++
			product.MovementSeq++
			return tx.AppendMovements([]ledger.Moved{{
				Before: before, After: product, FirstHere: before.MovementSeq == 0,
				Movement: ledger.Movement{
					ProductID: product.ID, LocationID: ledger.MainLocation, Seq: product.MovementSeq, Quantity: quantity,
					Reason: ledger.ReasonAdjustment,
					Before: before.Stock, After: product.Stock, At: tx.Now(), Source: ledger.SourceManual,
				},
			}})
		}
	}
	for _, step := range []struct {
		name   string
		change func(inventory.Tx) error
		sorted int64
	}{
		{"a new one", func(tx inventory.Tx) (err error) {
			product = catalogue.Product{
				SKU: "UNO", Name: "Uno", Status: catalogue.StatusActive, CreatedAt: tx.Now(), UpdatedAt: tx.Now(), Version: 1,
			}
			product.ID, err = tx.InsertProduct(product)
			return err
		}, 1},
		{"a first movement", move(7), 1},
		{"a movement within the level", move(-1), 1},
		{"a level", edit(func(p *catalogue.Product) { p.MinStock = new(int64(9)) }), 1},
		{"a block", edit(func(p *catalogue.Product) { p.AlertBlocked = true }), 1},
		{"a name", edit(func(p *catalogue.Product) { p.Name = "Otro" }), 1},
		{"one deleted", func(tx inventory.Tx) error {
			now := tx.Now()
			return edit(func(p *catalogue.Product) { p.DeletedAt = &now })(tx)
		}, 0},
		{"one that came back", edit(func(p *catalogue.Product) { p.DeletedAt = nil }), 1},
	} {
		write(t, db, step.change)
		read(t, db, func(tx inventory.Tx) error {
			counts, err := tx.StockOrderCounts()
			if err != nil || len(counts) != 1 || counts[0].Kept != step.sorted || counts[0].Counted != step.sorted {
				t.Errorf("after %s: %+v, %v", step.name, counts, err)
			}
			return nil
		})
	}
}
