package verify_test

import (
	"strings"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
	"estante/internal/valuation"
)

// What is kept of the end of a month and is not what its movements leave is found; and one
// that names another movement is not even used.
func TestVerifyFoldsTheEndsOfMonthsAnew(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		now := time.Date(2025, 11, 3, 9, 0, 0, 0, time.UTC)
		options.Now = func() time.Time { return now }
		inv := inventory.New(storetest.Open(t, options), inventory.Options{PasswordWorkers: 1})
		product, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, shoptest.Drill(0))
		shoptest.Must(t, product, err)
		entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, shoptest.Purchase(product.ID, 4, core.Cents(250)))
		shoptest.Must(t, entry, err)
		now = now.AddDate(0, 2, 0)
		for more := true; more; {
			if more, err = inv.Valuation.WorkOnFolds(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		shoptest.Clean(t, inv)
		for _, row := range []struct{ change, say string }{
			{"hash = 'x'", "lo guardado del final de 2025-11 no es lo que dejan sus movimientos"},
			{"units = 5", "lo guardado del final de 2025-11 no es lo que dejan sus movimientos"},
			{"seq = 9", "lo guardado del final de 2025-11 acaba en un movimiento que no existe"},
		} {
			storetest.Tamper(t, options, "CREATE TABLE kept_folds AS SELECT * FROM value_folds",
				"UPDATE value_folds SET "+row.change)
			report, err := inv.Verify.Verify(t.Context(), nil)
			if err != nil || len(report.Findings) != 1 || !strings.Contains(report.Findings[0].Message, row.say) {
				t.Errorf("%s: %+v, %v", row.change, report.Findings, err)
			}
			if row.change != "units = 5" {
				values, err := inv.Valuation.ValuesAt(t.Context(), now.AddDate(0, 0, -20), valuation.FIFO)
				if err != nil || len(values.Stocks) != 1 || *values.Stocks[0].Value != 1000 {
					t.Errorf("%s: %+v, %v", row.change, values, err)
				}
			}
			storetest.Tamper(t, options, "DELETE FROM value_folds", "INSERT INTO value_folds SELECT * FROM kept_folds",
				"DROP TABLE kept_folds")
		}
	})
}
