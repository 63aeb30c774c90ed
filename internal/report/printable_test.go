package report_test

import (
	"bytes"
	"testing"
	"time"

	"estante/internal/catalogue"
	"estante/internal/forecasting"
	"estante/internal/order"
	"estante/internal/report"
	"estante/internal/reportjob"
)

func TestWhatTheFontLacksIsASquare(t *testing.T) {
	for text, want := range map[string]string{
		"Ñandú, 3,50 € · ½":        "Ñandú, 3,50 € · ½",
		"Taza 😀 azul":              "Taza □ azul",
		"👍🏽 gracias":               "□ gracias",
		"👩\u200d🚀":                 "□□",
		"❤\ufe0f":                  "□",
		"中文":                       "□□",
		"una\u00a0línea\ny otra":   "una\u00a0línea\ny otra",
		"a\u0001b\tc":              "ab c",
		"\ue000 \uffff \U0010ffff": "□ □ □",
	} {
		if got := report.Printable(text); got != want {
			t.Errorf("%q is printed as %q, want %q", text, got, want)
		}
	}
}

// Shops and people write whatever a telephone offers them.
func TestEveryDocumentTakesEveryCharacter(t *testing.T) {
	at := time.Date(2026, 11, 15, 9, 30, 0, 0, time.UTC)
	for _, odd := range []string{
		"Taza 😀", "👩\u200d👩\u200d👧\u200d👦", "🇪🇸", "中文 العربية", "\uffff", "\U0010ffff",
		"a\u0001b\tc\rd", "{nb}", "\ue000",
	} {
		address := order.Address{Street: odd, City: odd, State: odd, PostalCode: odd, Country: odd, Phone: odd}
		placed := order.Row{Order: order.Order{
			Number: odd, CustomerName: odd, ShippingAddress: address, Notes: odd, CreatedAt: at,
		}}
		placed.Lines = []order.Line{{SKU: odd, Name: odd, Quantity: 1}}
		var list bytes.Buffer
		err := report.WritePackingList(&list, report.PackingList{Business: odd, Order: placed, Zone: time.UTC, At: at})
		if err != nil || !bytes.HasPrefix(list.Bytes(), []byte("%PDF-")) {
			t.Errorf("a packing list with %q: %v", odd, err)
		}
		var forecasts bytes.Buffer
		page := forecasting.ReportPage{Format: reportjob.PDF, Business: odd, Zone: time.UTC, At: at, About: odd}
		err = report.Forecasts{}.WriteForecasts(&forecasts, page, func(fn func(forecasting.Row) error) error {
			return fn(forecasting.Row{Product: catalogue.Product{SKU: odd, Name: odd}})
		})
		if err != nil || !bytes.HasPrefix(forecasts.Bytes(), []byte("%PDF-")) {
			t.Errorf("a report with %q: %v", odd, err)
		}
	}
}
