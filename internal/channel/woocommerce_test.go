package channel_test

import (
	"errors"
	"testing"
	"time"

	"estante/internal/channel"
)

// wooProcessing is a paid order with entities in its names and PHP's empty
// list where an object should be.
const wooProcessing = `{
	"id": 727, "number": "727", "order_key": "wc_order_58d2d042d1d", "status": "processing", "currency": "EUR",
	"date_created": "2026-11-10T10:00:00", "date_created_gmt": "2026-11-10T09:00:00",
	"date_modified": "2026-11-10T10:05:30", "date_modified_gmt": "2026-11-10T09:05:30",
	"date_paid_gmt": "2026-11-10T09:05:00", "date_completed_gmt": null, "total": "29.35", "total_tax": "5.09",
	"prices_include_tax": true, "customer_note": "Llamar &amp; esperar",
	"billing": {"first_name": "I&ntilde;aki", "last_name": "O&#8217;Hara", "company": "",
	"address_1": "Gran V&iacute;a 2", "address_2": "", "city": "Bilbao", "state": "BI", "postcode": "48001",
	"country": "ES", "email": "i@example.com", "phone": "600000002"},
	"shipping": [],
	"line_items": [
		{"id": 315, "name": "Tornillo &ndash; M6 &#1;", "product_id": 93, "variation_id": 0, "quantity": 3, "sku": "TOR-6",
		"price": 2.7548209366391, "subtotal": "8.26", "total": "8.26", "total_tax": "1.74", "meta_data": []},
		{"id": 316, "name": "Taladro", "quantity": 1, "sku": "", "price": 16, "total": "16.00", "total_tax": "3.35"}
	],
	"refunds": [{"id": 726, "reason": "", "total": "-10.00"}], "meta_data": []
}`

func TestAWooCommerceOrderIsReadWhole(t *testing.T) {
	same(t, readOrder(t, channel.WooCommerce, "order.updated", wooProcessing), channel.Order{
		ExternalID: "727", Number: "727", Status: channel.Processing, ShopStatus: "processing", TotalCents: 2935,
		RefundedCents: 1000,
		Currency:      "EUR",
		CustomerName:  "Iñaki O’Hara", CustomerEmail: "i@example.com", Notes: "Llamar & esperar",
		Billing: channel.Address{
			Street: "Gran Vía 2", City: "Bilbao", State: "BI", PostalCode: "48001", Country: "ES", Phone: "600000002",
		},
		PlacedAt:   time.Date(2026, 11, 10, 9, 0, 0, 0, time.UTC),
		ModifiedAt: time.Date(2026, 11, 10, 9, 5, 30, 0, time.UTC),
		Lines: []channel.Line{
			{
				ExternalID: "315", SKU: "TOR-6", Name: "Tornillo – M6", Article: "p:93", Quantity: 3, UnitPriceCents: 333,
				AmountCents: number(1000),
			},
			{ExternalID: "316", Name: "Taladro", Quantity: 1, UnitPriceCents: 1935, AmountCents: number(1935)},
		},
	})
}

// Only what the shop calls restored is taken back after a deletion.
func TestARestoredOrderSaysSo(t *testing.T) {
	restored := readOrder(t, channel.WooCommerce, "order.restored", wooProcessing)
	if updated := readOrder(t, channel.WooCommerce, "order.updated", wooProcessing); !restored.Restored ||
		updated.Restored {
		t.Errorf("restored says %t, updated %t", restored.Restored, updated.Restored)
	}
}

// What WooCommerce sends when it cannot make the news of an order is known as an
// error, in words, and is other news each time.
func TestAnErrorOfWooCommerceIsReadAsOne(t *testing.T) {
	const opening = "La tienda ha enviado un error en lugar del pedido: "
	for body, want := range map[string]string{
		`{"code":"rest_no_route","message":"No route was found","data":{"status":404}}`: opening +
			"la API REST de WooCommerce no responde allí. Revisa en WordPress los enlaces permanentes y que ningún " +
			"complemento la bloquee",
		`{"code":"rest_forbidden","message":"Sorry","data":{"status":401}}`: opening + "el usuario de WordPress que creó el " +
			"webhook ya no tiene permiso. Guárdalo de nuevo allí con la cuenta de un administrador",
		`{"code":"internal_error","message":"Algo falló","data":[]}`: opening + "Algo falló (internal_error)",
	} {
		event, err := read(t, channel.WooCommerce, "order.updated", body)
		if err != nil || event.Kind != channel.KindFault || event.Note != want {
			t.Errorf("%+v, %v, want %q", event, err, want)
		}
	}
	name := func(id, topic, body string) string {
		return channel.WooCommerce.Identity(channel.Delivery{Body: []byte(body), Header: header(map[string]string{
			"X-Wc-Webhook-Topic": topic, "X-Wc-Webhook-Delivery-Id": id,
		})})
	}
	for body, topic := range map[string]string{
		`{"code":"a","message":"b"}`: "order.updated", `{"id":53}`: "order.deleted",
	} {
		if name("a", topic, body) == name("b", topic, body) {
			t.Errorf("%s is the same news each time", body)
		}
	}
	if name("a", "order.updated", wooProcessing) != name("b", "order.updated", wooProcessing) {
		t.Error("an order is other news each time")
	}
}

func TestWooCommercePricesAreThoseOfTheShop(t *testing.T) {
	for name, row := range map[string]struct {
		edits []string
		want  int64
	}{
		"without taxes":   {[]string{`"prices_include_tax": true`, `"prices_include_tax": false`}, 275},
		"without a total": {[]string{`"total": "8.26", "total_tax": "1.74", `, ""}, 275},
		"rounded up":      {[]string{`"total": "8.26", "total_tax": "1.74"`, `"total": "8.60"`}, 287},
		"given back":      {[]string{`"total": "8.26", "total_tax": "1.74"`, `"total": "-8.60"`}, 0},
		"a very small price": {[]string{
			`"total": "8.26", "total_tax": "1.74", `, "", "2.7548209366391",
			"9.9999999999999995e-5",
		}, 0},
	} {
		if got := readOrder(t, channel.WooCommerce, "order.updated",
			edited(t, wooProcessing, row.edits...)).Lines[0].UnitPriceCents; got != row.want {
			t.Errorf("%s: %d, want %d", name, got, row.want)
		}
	}
}

func TestAWooCommerceOrderNeverGoesBack(t *testing.T) {
	const status, paid, completed = `"status": "processing"`, `"date_paid_gmt": "2026-11-10T09:05:00"`,
		`"date_completed_gmt": null`
	const unpaid, done = `"date_paid_gmt": null`, `"date_completed_gmt": "2026-11-10T09:05:00"`
	back := []channel.Refund{{Key: "whole", Lines: []channel.RefundLine{
		{
			LineExternalID: "315", Quantity: 3, Restock: channel.RestockReturn,
		}, {LineExternalID: "316", Quantity: 1, Restock: channel.RestockReturn},
	}}}
	for name, row := range map[string]struct {
		edits []string
		want  channel.Status
		back  []channel.Refund
	}{
		"waiting for the money":      {[]string{status, `"status": "pending"`, paid, unpaid}, channel.Pending, nil},
		"waiting for a transfer":     {[]string{status, `"status": "on-hold"`, paid, unpaid}, channel.Pending, nil},
		"paid":                       {nil, channel.Processing, nil},
		"paid and put on hold":       {[]string{status, `"status": "on-hold"`}, channel.Processing, nil},
		"completed":                  {[]string{status, `"status": "completed"`}, channel.Shipped, nil},
		"completed and turned back":  {[]string{completed, done}, channel.Shipped, nil},
		"cancelled":                  {[]string{status, `"status": "cancelled"`}, channel.Cancelled, nil},
		"failed":                     {[]string{status, `"status": "failed"`, paid, unpaid}, channel.Cancelled, nil},
		"thrown away":                {[]string{status, `"status": "trash"`}, channel.Cancelled, nil},
		"refunded before it left":    {[]string{status, `"status": "refunded"`}, channel.Cancelled, nil},
		"refunded after it left":     {[]string{status, `"status": "refunded"`, completed, done}, channel.Shipped, back},
		"cancelled after it left":    {[]string{status, `"status": "cancelled"`, completed, done}, channel.Shipped, back},
		"a plugin's status":          {[]string{status, `"status": "en-preparacion"`}, channel.Processing, nil},
		"a plugin's status, unpaid":  {[]string{status, `"status": "presupuesto"`, paid, unpaid}, channel.Pending, nil},
		"a plugin's status, on road": {[]string{status, `"status": "en-camino"`, completed, done}, channel.Shipped, nil},
	} {
		t.Run(name, func(t *testing.T) {
			order := readOrder(t, channel.WooCommerce, "order.updated", edited(t, wooProcessing, row.edits...))
			if order.Status != row.want {
				t.Errorf("it is %s, want %s", order.Status, row.want)
			}
			same(t, order.Refunds, row.back)
		})
	}
}

func TestOtherWooCommerceDeliveries(t *testing.T) {
	draft := edited(t, wooProcessing, `"status": "processing"`, `"status": "checkout-draft"`)
	for name, row := range map[string]struct {
		topic, body string
		want        channel.Event
	}{
		"a deletion": {"order.deleted", `{"id":727}`, channel.Event{Kind: channel.KindDeletion, OrderID: "727"}},
		"a coupon": {"coupon.created", `{"id":1}`, channel.Event{
			Kind: channel.KindIgnored, Note: "El aviso «coupon.created» no trata de pedidos",
		}},
		"a draft": {"order.created", draft, channel.Event{
			Kind: channel.KindIgnored, Note: "El pedido es todavía un borrador de la tienda",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			event, err := read(t, channel.WooCommerce, row.topic, row.body)
			if err != nil {
				t.Fatal(err)
			}
			same(t, event, row.want)
		})
	}
}

func TestAnOrderWithNothingInItIsStillAnOrder(t *testing.T) {
	order := readOrder(t, channel.WooCommerce, "order.created",
		`{"id": 8, "status": "pending", "currency": "EUR", "date_created_gmt": null, "date_modified_gmt": "2026-11-10T09:05:30", "line_items": {}}`)
	if len(order.Lines) != 0 || !order.PlacedAt.Equal(order.ModifiedAt) || order.Number != "8" {
		t.Errorf("%+v", order)
	}
}

func TestWhatIsWrongWithAWooCommerceDeliveryIsNamed(t *testing.T) {
	for name, row := range map[string]struct{ topic, body, want string }{
		"an order as a deletion": {"order.deleted", wooProcessing, channel.ErrMismatch.Message},
		"a deletion as an order": {"order.updated", `{"id":727}`, channel.ErrMismatch.Message},
		"no topic":               {"", wooProcessing, channel.ErrNoTopic.Message},
		"no id":                  {"order.deleted", `{"id":[]}`, "Falta el campo «id»"},
		"no time in UTC": {"order.updated", edited(t, wooProcessing, `"date_modified_gmt": "2026-11-10T09:05:30",`,
			""), "Falta el campo «date_modified_gmt»"},
		"a time of nobody": {
			"order.updated", edited(t, wooProcessing, `"2026-11-10T09:00:00"`, `"-0001-11-30T00:00:00"`),
			"El campo «date_created_gmt» no es una fecha: «-0001-11-30T00:00:00»",
		},
		"no status": {"order.updated", edited(t, wooProcessing, `"status": "processing",`, ""), "Falta el campo «status»"},
		"lines that are no list": {"order.updated", edited(t, wooProcessing, `"line_items": [`,
			`"line_items": {"a": 1}, "x": [`), channel.ErrNotJSON.Message},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(t, channel.WooCommerce, row.topic, row.body)
			var wrong *channel.Error
			if !errors.As(err, &wrong) || wrong.Message != row.want {
				t.Errorf("%v, want %q", err, row.want)
			}
		})
	}
}
