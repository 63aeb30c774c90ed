package channel_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"estante/internal/channel"
)

// shopifyPaid is a paid order with its traps: one SKU on two lines, a line
// without SKU, properties that are an object and ids beyond what a float holds.
const shopifyPaid = `{
	"id": 5001234567890123457, "name": "#1021", "order_number": 1021, "number": 21, "email": "ana@example.com",
	"contact_email": null, "phone": "+34600000001",
	"created_at": "2026-11-10T10:00:00+01:00", "updated_at": "2026-11-10T10:05:30+01:00", "cancelled_at": null,
	"currency": "EUR",
	"total_price": "45.99", "total_tax": "7.98", "taxes_included": true, "financial_status": "paid",
	"fulfillment_status": null, "test": false,
	"note": "Dejar en portería\u0000", "customer": {"id": 7, "email": "otra@example.com",
	"first_name": "Ana", "last_name": "Núñez"},
	"shipping_address": {"name": "Ana Núñez", "address1": "Calle Mayor 1", "address2": "2.º B", "city": "Madrid",
	"province": "Madrid", "zip": "28013", "country": "Spain", "phone": null},
	"billing_address": null,
	"line_items": [
		{"id": 11, "variant_id": 1, "sku": "HER-1", "title": "Martillo", "variant_title": "500 g",
		"name": "Martillo - 500 g", "quantity": 2, "current_quantity": 2, "price": "10.00", "properties": {}},
		{"id": 12, "variant_id": 1, "sku": "HER-1", "title": "Martillo", "name": "Martillo", "quantity": 1,
		"current_quantity": 1, "price": "9.995", "properties": []},
		{"id": 13, "variant_id": null, "sku": null, "title": "Envoltorio", "variant_title": "", "quantity": 1, "price": 16}
	],
	"shipping_lines": [{"requested_fulfillment_service_id": "x"}], "fulfillments": [], "refunds": []
}`

// read gives a topic and a body to a kind of shop.
func read(t testing.TB, source channel.Source, topic, body string) (channel.Event, error) {
	t.Helper()
	return source.Read(signed(t, source, secretOf[source], channel.Message{
		ID: "m", Topic: topic, At: sentAt, Body: []byte(body),
	}))
}

// readOrder expects an order.
func readOrder(t *testing.T, source channel.Source, topic, body string) channel.Order {
	t.Helper()
	event, err := read(t, source, topic, body)
	if err != nil || event.Kind != channel.KindOrder {
		t.Fatalf("%+v, %v", event, err)
	}
	return event.Order
}

// edited replaces parts of a body, each of which must be there.
func edited(t testing.TB, body string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(body, pairs[i]) {
			t.Fatalf("%q is not in the body", pairs[i])
		}
		body = strings.Replace(body, pairs[i], pairs[i+1], 1)
	}
	return body
}

func number(n int64) *int64 { return &n }

func same(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

func TestAShopifyOrderIsReadWhole(t *testing.T) {
	same(t, readOrder(t, channel.Shopify, "orders/paid", shopifyPaid), channel.Order{
		ExternalID: "5001234567890123457", Number: "#1021", Sequence: 1021, Status: channel.Processing, ShopStatus: "paid",
		TotalCents: 4599, Currency: "EUR",
		CustomerName: "Ana Núñez", CustomerEmail: "ana@example.com", Notes: "Dejar en portería",
		Shipping: channel.Address{
			Street: "Calle Mayor 1, 2.º B", City: "Madrid", State: "Madrid", PostalCode: "28013", Country: "Spain",
			Phone: "+34600000001",
		},
		PlacedAt:   time.Date(2026, 11, 10, 9, 0, 0, 0, time.UTC),
		ModifiedAt: time.Date(2026, 11, 10, 9, 5, 30, 0, time.UTC),
		Lines: []channel.Line{
			{
				ExternalID: "11", SKU: "HER-1", Name: "Martillo - 500 g", Article: "v:1", Quantity: 2, UnitPriceCents: 1000,
				AmountCents: number(2000), Left: number(0),
			},
			{
				ExternalID: "12", SKU: "HER-1", Name: "Martillo", Article: "v:1", Quantity: 1,
				UnitPriceCents: 1000, AmountCents: number(1000),
				Left: number(0),
			},
			{
				ExternalID: "13", Name: "Envoltorio", Quantity: 1, UnitPriceCents: 1600, AmountCents: number(1600),
				Left: number(0),
			},
		},
	})
}

func TestAShopifyOrderIsWhereItsGoodsAre(t *testing.T) {
	const money, goods, cancelled, parcels = `"financial_status": "paid"`, `"fulfillment_status": null`,
		`"cancelled_at": null`, `"fulfillments": []`
	const fulfilled, cancelledAt = `"fulfillment_status": "fulfilled"`, `"cancelled_at": "2026-11-10T11:00:00Z"`
	for name, row := range map[string]struct {
		edits []string
		want  channel.Status
	}{
		"not paid":                {[]string{money, `"financial_status": "pending"`}, channel.Pending},
		"authorized":              {[]string{money, `"financial_status": "authorized"`}, channel.Pending},
		"paid in part":            {[]string{money, `"financial_status": "partially_paid"`}, channel.Pending},
		"paid":                    {nil, channel.Processing},
		"refunded in part":        {[]string{money, `"financial_status": "partially_refunded"`}, channel.Processing},
		"left in part":            {[]string{goods, `"fulfillment_status": "partial"`}, channel.Processing},
		"left":                    {[]string{goods, fulfilled}, channel.Shipped},
		"left before it was paid": {[]string{money, `"financial_status": "pending"`, goods, fulfilled}, channel.Shipped},
		"on its way": {[]string{
			goods, fulfilled, parcels,
			`"fulfillments": [{"status":"success","shipment_status":"in_transit"}]`,
		}, channel.Shipped},
		"one parcel of two": {[]string{
			goods, fulfilled, parcels,
			`"fulfillments": [{"shipment_status":"delivered"},{"shipment_status":null}]`,
		}, channel.Shipped},
		"arrived": {[]string{
			goods, fulfilled, parcels,
			`"fulfillments": [{"status":"cancelled"},{"shipment_status":"delivered"}]`,
		}, channel.Delivered},
		"cancelled": {[]string{cancelled, cancelledAt}, channel.Cancelled},
		"cancelled and restocked": {
			[]string{cancelled, cancelledAt, goods, `"fulfillment_status": "restocked"`},
			channel.Cancelled,
		},
		"cancelled after it left":  {[]string{cancelled, cancelledAt, goods, fulfilled}, channel.Shipped},
		"a status nobody knows of": {[]string{money, `"financial_status": "something_new"`}, channel.Pending},
	} {
		t.Run(name, func(t *testing.T) {
			if got := readOrder(t, channel.Shopify, "orders/updated",
				edited(t, shopifyPaid, row.edits...)).Status; got != row.want {
				t.Errorf("it is %s, want %s", got, row.want)
			}
		})
	}
}

// The topic is not signed: whatever it says, the body decides.
func TestAShopifyTopicDoesNotChangeAnOrder(t *testing.T) {
	want := readOrder(t, channel.Shopify, "orders/create", shopifyPaid)
	for _, topic := range []string{"orders/updated", "orders/cancelled", "orders/fulfilled", "orders/paid"} {
		same(t, readOrder(t, channel.Shopify, topic, shopifyPaid), want)
	}
	for _, topic := range []string{"orders/delete", "refunds/create"} {
		if event, err := read(t, channel.Shopify, topic, shopifyPaid); !errors.Is(err, channel.ErrMismatch) {
			t.Errorf("an order as %s: %+v, %v", topic, event, err)
		}
	}
	for _, body := range []string{`{"id":1}`, shopifyRefund} {
		if event, err := read(t, channel.Shopify, "orders/updated", body); !errors.Is(err, channel.ErrMismatch) {
			t.Errorf("%s as an order: %+v, %v", body, event, err)
		}
	}
}

const shopifyRefund = `{"id": 901, "order_id": 5001, "restock": true, "refund_line_items": [
	{"line_item_id": 11, "quantity": 1, "restock_type": "return", "location_id": 4}, {"line_item_id": 12, "quantity": 1,
	"restock_type": "cancel"},
	{"line_item_id": 13, "quantity": 2, "restock_type": "no_restock"}, {"line_item_id": 14, "quantity": 1,
	"restock_type": "legacy_restock"},
	{"line_item_id": 15, "quantity": 1, "restock_type": null}, {"line_item_id": 16, "quantity": 1,
	"restock_type": "something_new"}, {"line_item_id": 17, "quantity": 0, "restock_type": "return"}]}`

func TestAShopifyRefundSaysWhatBecameOfTheGoods(t *testing.T) {
	want := channel.Refund{Key: "901", Lines: []channel.RefundLine{
		{LineExternalID: "11", Quantity: 1, Restock: channel.RestockReturn},
		{LineExternalID: "12", Quantity: 1, Restock: channel.RestockCancel},
		{LineExternalID: "13", Quantity: 2, Restock: channel.RestockNone},
		{LineExternalID: "14", Quantity: 1, Restock: channel.RestockReturn, Unclear: true},
		{LineExternalID: "15", Quantity: 1, Restock: channel.RestockReturn, Unclear: true},
		{LineExternalID: "16", Quantity: 1, Restock: channel.RestockNone},
	}}
	event, err := read(t, channel.Shopify, "refunds/create", shopifyRefund)
	if err != nil {
		t.Fatal(err)
	}
	same(t, event, channel.Event{Kind: channel.KindRefund, OrderID: "5001", Refund: want})
	same(t, readOrder(t, channel.Shopify, "orders/updated",
		edited(t, shopifyPaid, `"refunds": []`, `"refunds": [`+shopifyRefund+`]`)).Refunds, []channel.Refund{want})
}

func TestWhatWasTakenOutOfAShopifyOrderIsNotAskedFor(t *testing.T) {
	quantities := func(edits ...string) (found []int64) {
		for _, line := range readOrder(t, channel.Shopify, "orders/updated", edited(t, shopifyPaid, edits...)).Lines {
			found = append(found, line.Quantity)
		}
		return found
	}
	same(t, quantities(`"current_quantity": 2`, `"current_quantity": 1`), []int64{1, 1, 1})
	same(t, quantities(`"current_quantity": 2`, `"current_quantity": 0`), []int64{1, 1})
	// What was refunded was ordered; the refund gives it up.
	same(t, quantities(`"current_quantity": 2`, `"current_quantity": 1`, `"refunds": []`,
		`"refunds": [{"id": 1, "refund_line_items": [{"line_item_id": 11, "quantity": 1, "restock_type": "cancel"}]}]`),
		[]int64{2, 1, 1})
}

func TestOtherShopifyDeliveries(t *testing.T) {
	for name, row := range map[string]struct {
		topic, body string
		want        channel.Event
	}{
		"a test notification": {
			"orders/create", `{"id": null, "test": true, "updated_at": null, "line_items": [{"id": null, "sku": ""}]}`,
			channel.Event{Kind: channel.KindTest, Note: "Notificación de prueba: no cambia nada"},
		},
		"a test order": {"orders/paid", edited(t, shopifyPaid, `"test": false`, `"test": true`), channel.Event{
			Kind: channel.KindTest, Number: 1021, Note: "Notificación de prueba: no cambia nada",
		}},
		"a deletion": {"orders/delete", `{"id": 5001}`, channel.Event{Kind: channel.KindDeletion, OrderID: "5001"}},
		"a product": {"products/update", `{"id": 1}`, channel.Event{
			Kind: channel.KindIgnored, Note: "El aviso «products/update» no trata de pedidos",
		}},
		"a list of edits": {"orders/edited", `{"order_edit": {}}`, channel.Event{
			Kind: channel.KindIgnored, Note: "El aviso «orders/edited» no trata de pedidos",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			event, err := read(t, channel.Shopify, row.topic, row.body)
			if err != nil {
				t.Fatal(err)
			}
			same(t, event, row.want)
		})
	}
}

func TestWhoeverBoughtHasAName(t *testing.T) {
	const person = `"first_name": "Ana", "last_name": "Núñez"`
	for want, edits := range map[string][]string{
		"Ana":       {person, `"first_name": "Ana", "last_name": null`},
		"Ana Núñez": {`"customer": {`, `"customer": null, "was": {`},
		"Taller SL": {person, `"first_name": ""`, `"name": "Ana Núñez"`, `"company": "Taller SL"`},
		"":          {person, `"first_name": ""`, `"name": "Ana Núñez"`, `"name": " "`},
	} {
		if got := readOrder(t, channel.Shopify, "orders/create", edited(t, shopifyPaid, edits...)).CustomerName; got != want {
			t.Errorf("the customer is %q, want %q", got, want)
		}
	}
}

func TestWhatIsWrongWithAShopifyOrderIsNamed(t *testing.T) {
	for field, row := range map[string]struct {
		edits []string
		want  string
	}{
		"id": {[]string{`"id": 5001234567890123457`, `"id": null`}, "Falta el campo «id»"},
		"updated_at": {
			[]string{`"updated_at": "2026-11-10T10:05:30+01:00"`, `"updated_at": "ayer"`},
			"El campo «updated_at» no es una fecha: «ayer»",
		},
		"created_at": {[]string{`"created_at": "2026-11-10T10:00:00+01:00",`, ""}, "Falta el campo «created_at»"},
		"currency":   {[]string{`"EUR"`, `"euros"`}, "El campo «currency» no es una moneda: «EUROS»"},
	} {
		_, err := read(t, channel.Shopify, "orders/create", edited(t, shopifyPaid, row.edits...))
		var wrong *channel.Error
		if !errors.As(err, &wrong) || wrong.Field != field || wrong.Message != row.want ||
			wrong.Reason != channel.ReasonField {
			t.Errorf("%s: %+v, want %q", field, wrong, row.want)
		}
	}
}
