package inbox_test

import (
	"math"
	"testing"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/shoptest"
)

// What a shop tells is kept with as many decimals as its currency has: parsers, which know
// nothing of the house, and the house agree about every currency.
func TestAShopsAmountsKeepTheDecimalsOfTheirCurrency(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		box := shoptest.OpenInbox(t, s, channel.Standard, 10)
		sent := 0
		for _, currency := range append(core.FinerCurrencies(), "EUR", "JPY") {
			if !core.ValidCurrency(currency) {
				continue // A unit of account that no shop sells in.
			}
			sent++
			news := shoptest.Order(currency, 0, "pending", shoptest.Object{
				"id": "a", "sku": "HER-1", "name": "Taladro", "quantity": 1, "unitPrice": "1.25551",
			})
			data := news["data"].(shoptest.Object)
			data["currency"], data["totalAmount"] = currency, "1.25551"
			box.Says(t, news)
			want := core.Cents(math.Round(1.25551 * float64(core.Parts(currency))))
			for _, kept := range box.KeptOrders(t) {
				if kept.Currency == currency && (kept.Lines[0].UnitPrice != want || kept.Ordered != want) {
					t.Errorf("%s: %d and %d, want %d", currency, kept.Lines[0].UnitPrice, kept.Ordered, want)
				}
			}
		}
		if kept := len(box.KeptOrders(t)); kept != sent {
			t.Errorf("%d orders", kept)
		}
		shoptest.Clean(t, box.Inventory)
	})
}
