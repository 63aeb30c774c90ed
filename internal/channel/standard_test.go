package channel_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"estante/internal/channel"
)

const standardUpdated = `{"type": "order.updated", "timestamp": "2026-11-10T09:06:00Z", "data": {
	"id": "A-77", "orderNumber": "77", "status": "shipped", "totalAmount": "19.90", "currency": "eur",
	"customerName": "Luz Gómez", "customerEmail": "luz@example.com",
	"shippingAddress": {"street": "Rúa Nova 3", "city": "Santiago", "state": "A Coruña", "postalCode": "15705",
	"country": "ES", "phone": "600000003"},
	"notes": "Regalo", "createdAt": "2026-11-10T10:00:00+01:00", "updatedAt": "2026-11-10T09:05:30.25Z",
	"items": [{"id": "1", "sku": "LLA-8", "name": "Llave", "quantity": 2, "unitPrice": 9.95}, {"id": "2", "sku": "NADA",
	"name": "Nada", "quantity": 0}],
	"refunds": [{"id": "r1", "items": [{"itemId": "1", "quantity": 1, "restock": "return"}]}]
}}`

func TestAStandardOrderIsReadWhole(t *testing.T) {
	same(t, readOrder(t, channel.Standard, "", standardUpdated), channel.Order{
		ExternalID: "A-77", Number: "77", Status: channel.Shipped, ShopStatus: "shipped", TotalCents: 1990, Currency: "EUR",
		CustomerName: "Luz Gómez", CustomerEmail: "luz@example.com", Notes: "Regalo",
		Shipping: channel.Address{
			Street: "Rúa Nova 3", City: "Santiago", State: "A Coruña", PostalCode: "15705", Country: "ES", Phone: "600000003",
		},
		PlacedAt:   time.Date(2026, 11, 10, 9, 0, 0, 0, time.UTC),
		ModifiedAt: time.Date(2026, 11, 10, 9, 5, 30, 250_000_000, time.UTC),
		Lines:      []channel.Line{{ExternalID: "1", SKU: "LLA-8", Name: "Llave", Quantity: 2, UnitPriceCents: 995}},
		Refunds: []channel.Refund{{
			Key: "r1", Lines: []channel.RefundLine{{LineExternalID: "1", Quantity: 1, Restock: channel.RestockReturn}},
		}},
	})
}

func TestAStandardMessageSaysWhenWhereTheOrderDoesNot(t *testing.T) {
	order := readOrder(t, channel.Standard, "", edited(t, standardUpdated, `"updatedAt": "2026-11-10T09:05:30.25Z",`, "",
		`"createdAt": "2026-11-10T10:00:00+01:00",`, ""))
	if want := time.Date(2026, 11, 10, 9, 6, 0, 0, time.UTC); !order.ModifiedAt.Equal(want) ||
		!order.PlacedAt.Equal(want) {
		t.Errorf("placed %s, modified %s", order.PlacedAt, order.ModifiedAt)
	}
}

func TestOtherStandardDeliveries(t *testing.T) {
	const test = "Entrega de prueba: no cambia nada"
	for body, want := range map[string]channel.Event{
		`{"type":"order.deleted","data":{"id":77}}`: {Kind: channel.KindDeletion, OrderID: "77"},
		`{"type":"stock.low","data":{"id":77}}`: {
			Kind: channel.KindIgnored, Note: "El aviso «stock.low» no trata de pedidos",
		},
		`{"type":"ping","data":[]}`: {Kind: channel.KindTest, Note: test},
		edited(t, standardUpdated, `"id": "A-77"`, `"id": "A-77", "test": true`): {Kind: channel.KindTest, Note: test},
	} {
		event, err := read(t, channel.Standard, "", body)
		if err != nil {
			t.Fatal(err)
		}
		same(t, event, want)
	}
}

func TestWhatIsWrongWithAStandardDeliveryIsNamed(t *testing.T) {
	for want, body := range map[string]string{
		"Falta el campo «data.id»": edited(t, standardUpdated,
			`"id": "A-77",`, ""),
		"Falta el campo «data.items»": edited(t, standardUpdated,
			`"items": [{"id": "1"`, `"things": [{"id": "1"`),
		"El campo «data.status» no es un estado: «enviado»": edited(t, standardUpdated,
			`"shipped"`, `"enviado"`),
		"Falta el campo «data.refunds[0].items[0].restock»": edited(t, standardUpdated,
			`, "restock": "return"`, ""),
		"El campo «data.updatedAt» no es una fecha: «mañana»": edited(t, standardUpdated,
			`2026-11-10T09:05:30.25Z`, `mañana`),
		"La entrega no dice de qué trata": edited(t, standardUpdated,
			`"type": "order.updated",`, ""),
		"El campo «data.currency» no es una moneda: «" + strings.Repeat("E", 40) + "…»": edited(t, standardUpdated,
			`"eur"`, `"`+strings.Repeat("e", 90)+`"`),
		"El campo «data.refunds[0].items[0].restock» no es una forma de devolver: «quizá»": edited(t, standardUpdated,
			`"return"`, `"quizá"`),
	} {
		_, err := read(t, channel.Standard, "", body)
		var wrong *channel.Error
		if !errors.As(err, &wrong) || wrong.Message != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestABodyThatIsNoObjectIsRefused(t *testing.T) {
	eachSource(t, func(t *testing.T, source channel.Source) {
		topic := map[channel.Source]string{channel.Shopify: "orders/create", channel.WooCommerce: "order.created"}[source]
		for body, want := range map[string]error{
			"": channel.ErrNotJSON, "null": channel.ErrNotJSON, "[]": channel.ErrNotJSON, `"x"`: channel.ErrNotJSON,
			`{"id":`: channel.ErrNotJSON, `{} {}`: channel.ErrNotJSON,
			strings.Repeat(`{"a":`, 20_000):                        channel.ErrNotJSON,
			`{"a":"` + strings.Repeat("a", channel.BodyMax) + `"}`: channel.ErrLarge,
		} {
			if event, err := read(t, source, topic, body); !errors.Is(err, want) {
				t.Errorf("%.20q: %+v, %v", body, event, err)
			}
		}
	})
}

func TestAmountsAreReadDigitByDigit(t *testing.T) {
	for text, want := range map[string]int64{
		`"0"`: 0, `"10"`: 1000, `"10.5"`: 1050, `10.5`: 1050, `"010.50"`: 1050, `"0.07"`: 7, `"1.005"`: 101,
		`"1.0049999"`: 100, `"-1.005"`: -101, `"12."`: 1200,
		`"9007199254740.93"`: 900719925474093, `1.5e2`: 15000, `"1E-2"`: 1, `null`: 0, `""`: 0,
		`"10000000000000.00"`: 1_000_000_000_000_000,
	} {
		if got := readOrder(t, channel.Standard, "", edited(t, standardUpdated, `"19.90"`, text)).TotalCents; got != want {
			t.Errorf("%s is %d, want %d", text, got, want)
		}
	}
	for _, text := range []string{
		`"1,5"`, `"1.000,00"`, `"12 €"`, `"1/2"`, `"0x10"`, `"1_000"`, `"NaN"`, `"Inf"`,
		`"1e99"`, `"."`, `true`, `"10000000000000.01"`, `"1e999999999"`,
	} {
		if event, err := read(t, channel.Standard, "", edited(t, standardUpdated, `"19.90"`, text)); err == nil {
			t.Errorf("%s is %d", text, event.Order.TotalCents)
		}
	}
}
