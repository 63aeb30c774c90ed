package store_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"testing"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/store"
)

// amounts are what rows of a shop say in money, each in the smallest part that it is kept in.
var amounts = []string{
	`SELECT 'price' AS kind, id, price_cents AS amount FROM products WHERE price_cents IS NOT NULL`,
	`SELECT 'cost' AS kind, id, cost_cents AS amount FROM products WHERE cost_cents IS NOT NULL`,
	`SELECT 'entry' AS kind, id, unit_cost_cents AS amount FROM entries WHERE unit_cost_cents IS NOT NULL`,
	`SELECT 'entry in all' AS kind, id, total_cost_cents AS amount FROM entries WHERE total_cost_cents IS NOT NULL`,
	`SELECT 'line' AS kind, id, unit_price_cents AS amount FROM order_lines`,
}

// amountsOf are the amounts of a shop, so many times as large, and those of its orders by a
// column that has what they were placed with.
func amountsOf(t *testing.T, options store.Options, times int64, placedWith string) (told []string) {
	t.Helper()
	queries := append(slices.Clone(amounts), `SELECT 'order' AS kind, id, `+placedWith+` AS amount FROM orders`)
	visit(t, options, func(db *store.DB) error {
		return core.Read(t.Context(), db, func(tx inventory.Tx) error {
			told = nil
			for _, query := range queries {
				rows, err := store.QueryTexts(tx, fmt.Sprintf(
					`SELECT kind || ' ' || id || ' ' || amount * %d FROM (%s) AS told`, times, query))
				if err != nil {
					return err
				}
				told = append(told, rows...)
			}
			return nil
		})
	})
	slices.Sort(told)
	return told
}

// paidIn makes a shop of an old schema one that has always bought and sold in a currency.
func paidIn(t *testing.T, options store.Options, currency string) {
	t.Helper()
	visit(t, options, func(db *store.DB) error {
		return core.Write(t.Context(), db, func(tx inventory.Tx) error {
			var errs []error
			for _, statement := range []string{
				`UPDATE settings SET sales_currency = '%s', purchase_currency = '%[1]s'`,
				`UPDATE entries SET currency = '%s'`, `UPDATE entry_totals SET currency = '%s'`,
				`UPDATE orders SET currency = '%s'`, `UPDATE order_figures SET currency = '%s'`,
			} {
				_, err := store.Exec(tx, fmt.Sprintf(statement, currency))
				errs = append(errs, err)
			}
			return errors.Join(errs...)
		})
	})
}

// A shop of an old schema kept every amount in hundredths. One that pays in dinars of a
// thousand fils has them in thousandths after the upgrade, one that pays in yen as they were:
// every amount, the average costs, the sums, and what a unit of an old movement cost.
func TestTheShopOfEveryReleaseKeepsItsAmountsInItsCurrency(t *testing.T) {
	for currency, times := range map[string]int64{"KWD": 10, "JPY": 1} {
		t.Run(currency, func(t *testing.T) {
			eachRelease(t, func(t *testing.T, options store.Options, old fs.FS) {
				before := store.WithSteps(options, old)
				paidIn(t, before, currency)
				want := amountsOf(t, before, times, "total_cents")
				if len(want) < 100 {
					t.Fatalf("only %d amounts to compare", len(want))
				}
				db, err := store.Open(t.Context(), options)
				if err != nil {
					t.Fatal(err)
				}
				if err := db.Close(); err != nil {
					t.Fatal(err)
				}
				same(t, "amounts", want, amountsOf(t, options, 1, "ordered_cents"))
				mustVerify(t, options)
				mustCostAsSaid(t, options, currency)
			})
		})
	}
}

// mustCostAsSaid holds what a unit of each movement cost to what its entry says, both as
// people read them, and the prices and costs of products to the currency of the shop.
func mustCostAsSaid(t *testing.T, options store.Options, currency string) {
	t.Helper()
	visit(t, options, func(db *store.DB) error {
		return core.Read(t.Context(), db, func(tx inventory.Tx) error {
			wrong, err := store.QueryInt(tx, `SELECT count(*) FROM products WHERE
				(price_cents IS NOT NULL AND price_currency <> $1) OR (cost_cents IS NOT NULL AND cost_currency <> $1)`, currency)
			if err != nil {
				return err
			}
			if wrong > 0 {
				t.Errorf("%d products say another currency", wrong)
			}
			page, compared := core.Page{Number: 1, Size: core.PageSizeMax}, 0
			entries, err := tx.ListEntries(ledger.EntryFilter{Page: page}, core.Count{N: core.PageSizeMax})
			if err != nil {
				return err
			}
			for _, entry := range entries {
				movement, err := tx.MovementByID(entry.MovementID)
				if err != nil {
					return err
				}
				if entry.UnitCost == nil || movement.UnitCost == nil {
					continue
				}
				compared++
				if said, cost := entry.UnitCost.In(currency), movement.UnitCost.In(movement.CostsIn()); said != cost {
					t.Errorf("the entry %d says that a unit cost %v, its movement %v", entry.ID, said, cost)
				}
			}
			if compared == 0 {
				t.Error("no entry says what it cost")
			}
			return nil
		})
	})
}
