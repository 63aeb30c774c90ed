package report_test

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/order"
	"estante/internal/report"
)

// What the lines of an exported order come to and what it has besides them add up to its
// total, in the decimals of its currency.
func TestTheRowsOfAnExportedOrderAddUp(t *testing.T) {
	for currency, want := range map[string]string{"EUR": "3,33 6,67+3,97=13,97", "KWD": "0,333 0,667+0,397=1,397"} {
		row := order.Row{Order: order.Order{
			Number: "P-1", Status: order.Shipped, Currency: currency, Refunded: 600,
			Charges: order.Charges{Discount: -100, Fees: 25, Shipping: 495, Tax: 210},
		}, Lines: []order.Line{
			{Quantity: 3, Priced: 3, UnitPrice: 334, Amount: 1000, Cancelled: 1, Shipped: 2, Returned: 1},
			{Quantity: 1, Priced: 1, UnitPrice: 667, Amount: 667, Shipped: 1},
		}}
		row.Place(2064, row.Lines)
		if want := core.Cents(2064 - 667); row.Total != want {
			t.Fatalf("the total is %d, want %d", row.Total, want)
		}
		var file bytes.Buffer
		if err := report.Orders(&file, imports.SheetCSV, time.UTC, func(fn func(order.Row) error) error {
			return fn(row)
		}); err != nil {
			t.Fatal(err)
		}
		reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(file.String(), "\ufeff")))
		reader.Comma = ';'
		rows, err := reader.ReadAll()
		if err != nil || len(rows) != 3 {
			t.Fatal(rows, err)
		}
		at := func(line int, column string) string {
			for i, name := range rows[0] {
				if name == column {
					return rows[line][i]
				}
			}
			return "none"
		}
		if got := at(1, "Neto") + " " + at(2, "Neto") + "+" + at(1, "Otros Importes") + at(2, "Otros Importes") + "=" +
			at(1, "Total"); got != want {
			t.Errorf("%s: %s, want %s", currency, got, want)
		}
	}
}
