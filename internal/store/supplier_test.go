package store_test

import (
	"fmt"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
	"estante/internal/supplier"
)

// bought keeps a purchase of ten units that was sent and a receipt of some of them. What it
// is worth is the receipt's, in cents.
type bought struct {
	supplier, product  int64
	status, expectedOn string
	sent, came         time.Time
	accepted, value    int64
	currency           string
	undone             bool
}

func (b bought) keep(t *testing.T, tx inventory.Tx) {
	t.Helper()
	insert := func(query string, args ...any) int64 {
		t.Helper()
		id, err := store.QueryInt(tx, query+` RETURNING id`, args...)
		return shoptest.Must(t, id, err)
	}
	id := insert(`INSERT INTO purchases (number, supplier_id, status, location_id, currency, rate, expected_on, notes, lines,
			ordered, received, pending, value_cents, extra_cents, created_by, created_at, updated_at, sent_by, sent_at, sent_how,
			sent_words, due_key, message_id, version, search_key, number_sort_key)
		VALUES ('', $1, $2, 1, $3, '', $4, '', 1, 10, 0, 0, 0, 0, 0, $5, 0, 0, $6, '', '', '', 0, 1, '', '')`,
		b.supplier, b.status, b.currency, b.expectedOn, b.sent, b.sent)
	line := insert(`INSERT INTO purchase_lines (purchase_id, position, product_id, sku, name, supplier_sku, pack_units,
			discount, ordered, received, rejected, replaced, closed, pending, expected_on)
		VALUES ($1, 1, $2, '', '', '', 1, 0, 10, $3, 0, 0, 0, 0, '')`, id, b.product, b.accepted)
	if b.came.IsZero() {
		return
	}
	var undone *time.Time
	if b.undone {
		undone = &b.came
	}
	receipt := insert(`INSERT INTO receipts (purchase_id, supplier_id, location_id, delivery_note, note_key, delivered_on,
			currency, rate, notes, created_by, created_at, undone_by, undone_at)
		VALUES ($1, $2, 1, '', '', '', $3, '', '', 0, $4, 0, $5)`, id, b.supplier, b.currency, b.came, undone)
	insert(`INSERT INTO receipt_lines (receipt_id, purchase_line_id, product_id, accepted, rejected, value_cents, entry_id, valued)
		VALUES ($1, $2, $3, $4, 0, $5, 0, false)`, receipt, line, b.product, b.accepted, b.value)
}

// What a supplier's figures say is what was sent to it and came: by the day, by the month
// and by the currency, without what was undone, and after a merge with what was of another.
func TestFiguresOfASupplierAreOfWhatCame(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		now := time.Date(2026, 11, 15, 10, 0, 0, 0, time.UTC)
		options.Now = func() time.Time { return now }
		inv, product := shoptest.Shop(t, storetest.Open(t, options), 0)
		db := storetest.Open(t, options)
		var ids []int64
		for _, name := range []string{"Peña", "Otro"} {
			made, err := inv.Suppliers.CreateSupplier(t.Context(), shoptest.Clerk, supplier.SupplierChange{Name: &name})
			ids = append(ids, shoptest.Must(t, made, err).ID)
		}
		ago := func(days int) time.Time { return now.AddDate(0, 0, -days) }
		write(t, db, func(tx inventory.Tx) error {
			for _, b := range []bought{
				{ids[0], product.ID, "received", "2026-11-10", ago(9), ago(5), 10, 1050, "EUR", false},
				{ids[0], product.ID, "received", "2026-11-10", ago(9), ago(1), 10, 250, "EUR", false},
				{ids[0], product.ID, "closed", "", ago(60), ago(50), 4, 300, "USD", false},
				{ids[0], product.ID, "sent", "2026-11-14", ago(9), ago(3), 4, 9999, "EUR", true},
				{ids[0], product.ID, "received", "", ago(500), ago(490), 10, 7777, "EUR", false},
				{ids[0], product.ID, "draft", "", ago(1), time.Time{}, 0, 0, "EUR", false},
				{ids[1], product.ID, "received", "", ago(40), ago(38), 10, 200, "EUR", false},
			} {
				b.keep(t, tx)
			}
			return nil
		})
		stats, err := inv.Purchases.SupplierStats(t.Context(), ids[0])
		shoptest.Must(t, stats, err)
		got := fmt.Sprint(*stats.OnTime, stats.JudgedOnTime, *stats.Complete, stats.JudgedComplete, *stats.Lead.Median,
			stats.Lead.Deliveries, stats.Spend[0].Currency, stats.Spend[0].Total, stats.Spend[0].Months[11], len(stats.Spend))
		if want := "33 3 75 4 9 4EUR1300 {2026-11 1300} 2"; got != want {
			t.Errorf("the figures are %s, want %s", got, want)
		}
		row := func() supplier.SupplierRow {
			t.Helper()
			rows, err := inv.Suppliers.ListSuppliers(t.Context(), supplier.SupplierFilter{Search: "peña"})
			return shoptest.Must(t, rows, err).Rows[0]
		}
		if got := fmt.Sprint(row().OpenPurchases, row().Spend); got != "2 [{1300 EUR} {300 USD}]" {
			t.Errorf("the row says %s", got)
		}
		_, err = inv.Suppliers.MergeSupplier(t.Context(), shoptest.Clerk, ids[1], ids[0])
		if shoptest.Must(t, core.Nothing{}, err); fmt.Sprint(row().Spend) != "[{1500 EUR} {300 USD}]" {
			t.Errorf("after the merge the row says %v", row().Spend)
		}
		if err := inv.Suppliers.DeleteSupplier(t.Context(), shoptest.Clerk, ids[0], nil); err == nil {
			t.Error("a supplier with purchases can be deleted")
		}
	})
}
