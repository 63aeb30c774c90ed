package report

import (
	"bytes"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/purchase"
	"estante/internal/supplier"
)

func ordered(t *testing.T, recoverable bool, lines int) []byte {
	t.Helper()
	value := core.Cents(345)
	document := purchase.Document{
		Settings: core.Settings{BusinessName: "Ferretería La Balda", TaxID: "B12345674", TaxRecoverable: recoverable},
		Supplier: supplier.Supplier{Name: "Tornillería Levante, S.L."},
		At:       time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC),
	}
	document.Purchase.Number, document.Purchase.Currency = "PC-2026-0001", "EUR"
	for range lines {
		document.Purchase.Lines = append(document.Purchase.Lines, purchase.Line{
			SKU: "TOR-1", Name: "Tornillo", Ordered: 100, PackUnits: 100, Value: &value,
		})
	}
	var file bytes.Buffer
	if err := (PurchaseOrders{}).WriteOrder(&file, document); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// An order is the same file whenever it is asked for, has as many pages as its lines take,
// and says whether its amounts are with the tax.
func TestAnOrderToASupplierIsAPDF(t *testing.T) {
	one := ordered(t, true, 1)
	if !bytes.HasPrefix(one, []byte("%PDF-")) || !bytes.Equal(one, ordered(t, true, 1)) {
		t.Error("the same order is not the same PDF")
	}
	if bytes.Equal(one, ordered(t, false, 1)) {
		t.Error("whether the tax is in the amounts is not said")
	}
	pages := func(file []byte) int { return bytes.Count(file, []byte("/Type /Page\n")) }
	if few, many := pages(one), pages(ordered(t, true, 200)); few != 1 || many < 4 {
		t.Errorf("%d and %d pages", few, many)
	}
}
