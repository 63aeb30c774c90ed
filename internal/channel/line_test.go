package channel_test

import (
	"strings"
	"testing"

	"estante/internal/channel"
)

// One odd line never loses the order: what can be counted of it is counted, the
// rest is told as the shop told it.
func TestAnOddLineNeverLosesTheOrder(t *testing.T) {
	for name, row := range map[string]struct {
		edits []string
		lines int
		price int64
		odd   channel.Odd
	}{
		"half a screw": {
			[]string{`"quantity": 3`, `"quantity": 0.5`},
			1, 1935,
			channel.Odd{Quantity: "0.5", Problem: "la cantidad «0.5» no es un número entero de unidades"},
		},
		"fewer than none": {
			[]string{`"quantity": 3`, `"quantity": -2`},
			1, 1935,
			channel.Odd{Quantity: "-2", Problem: "la cantidad «-2» no es un número entero de unidades"},
		},
		"no number at all": {
			[]string{`"quantity": 3`, `"quantity": "tres"`},
			1, 1935,
			channel.Odd{Quantity: "tres", Problem: "la cantidad «tres» no es un número entero de unidades"},
		},
		"more than there can be": {
			[]string{`"quantity": 3`, `"quantity": 99999999999`},
			1, 1935,
			channel.Odd{Quantity: "99999999999", Problem: "la cantidad «99999999999» no es un número entero de unidades"},
		},
		"money given back": {
			[]string{`"total": "8.26", "total_tax": "1.74"`, `"total": "-8.60"`},
			2, 0,
			channel.Odd{Quantity: "3", Price: "-2.87", Problem: "el precio «-2.87» no se puede sumar"},
		},
		"a price beyond all limits": {
			[]string{`"total": "8.26", "total_tax": "1.74"`, `"total": "900000000.00"`},
			2, 0,
			channel.Odd{Quantity: "3", Price: "300000000.00", Problem: "el precio «300000000.00» no se puede sumar"},
		},
		"a tax that is no amount": {
			[]string{`"total_tax": "1.74"`, `"total_tax": "1e999999999"`},
			2, 0,
			channel.Odd{Quantity: "3", Price: "8.26 + 1e999999999", Problem: "el precio «8.26 + 1e999999999» no se puede sumar"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			order := readOrder(t, channel.WooCommerce, "order.updated", edited(t, wooProcessing, row.edits...))
			row.odd.SKU, row.odd.Name = "TOR-6", "Tornillo – M6"
			same(t, order.Odd, []channel.Odd{row.odd})
			if len(order.Lines) != row.lines || order.Lines[0].UnitPriceCents != row.price || order.TotalCents != 2935 {
				t.Errorf("%+v", order)
			}
		})
	}
	order := readOrder(t, channel.Shopify, "orders/create", edited(t, shopifyPaid, `"id": 12`, `"id": 11`,
		`"quantity": 1, "price": 16`, `"quantity": 1.5, "price": 16`))
	if len(order.Lines) != 2 || order.Lines[1].ExternalID != "11#2" || len(order.Odd) != 1 ||
		order.Odd[0].Name != "Envoltorio" {
		t.Errorf("a name told twice: %+v", order)
	}
}

// What an odd line makes of the total, and what is odd about a refund, does not lose the
// order either.
func TestAnOddTotalOrRefundNeverLosesTheOrder(t *testing.T) {
	const refund = `{"id": 7, "refund_line_items": [{"line_item_id": 11, "quantity": -1},
		{"line_item_id": 11, "quantity": 1, "restock_type": "cancel"}]}`
	for name, row := range map[string]struct {
		edits []string
		total int64
		odd   channel.Odd
	}{
		"a total that is no number": {
			[]string{`"45.99"`, `"45,99"`},
			4600,
			channel.Odd{Name: "Total del pedido", Price: "45,99", Problem: "el total «45,99» no se puede sumar"},
		},
		"a total beyond all limits": {
			[]string{`"45.99"`, `"900000000000.00"`},
			4600,
			channel.Odd{
				Name: "Total del pedido", Price: "900000000000.00", Problem: "el total «900000000000.00» no se puede sumar",
			},
		},
		"fewer than none given back": {
			[]string{`"refunds": []`, `"refunds": [` + refund + `]`},
			4599,
			channel.Odd{
				Name:    "Devolución 7",
				Problem: "el campo «refunds[0].refund_line_items[0].quantity» no es una cantidad entera: «-1»",
			},
		},
		"a refund without a name": {
			[]string{`"refunds": []`, `"refunds": [{}]`},
			4599,
			channel.Odd{Name: "Devolución", Problem: "falta el campo «refunds[0].id»"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			order := readOrder(t, channel.Shopify, "orders/updated", edited(t, shopifyPaid, row.edits...))
			same(t, order.Odd, []channel.Odd{row.odd})
			if len(order.Lines) != 3 || order.TotalCents != row.total {
				t.Errorf("%d: %+v", order.TotalCents, order.Lines)
			}
		})
	}
}

// What stands among the lines and is none is kept as it was told, and the other lines work;
// in other lists it is passed over, and a list that PHP wrote with gaps is one.
func TestWhatIsNoLineNeverLosesTheOrder(t *testing.T) {
	for _, row := range []struct{ source, topic, body, list string }{
		{"woocommerce", "order.updated", wooProcessing, `"line_items": [`},
		{"shopify", "orders/create", shopifyPaid, `"line_items": [`},
		{"standard", "", standardUpdated, `"items": [`},
	} {
		source := channel.Source(row.source)
		whole := readOrder(t, source, row.topic, row.body)
		for told, name := range map[string]string{
			`null`: "null", `7`: "7", `"dos tornillos"`: `"dos tornillos"`, `[]`: "[]", `true`: "true",
			`"` + strings.Repeat("ñ", 300) + `"`: `"` + strings.Repeat("ñ", 39) + "…",
		} {
			order := readOrder(t, source, row.topic, edited(t, row.body, row.list, row.list+told+", "))
			same(t, order.Lines, whole.Lines)
			same(t, order.Odd, append([]channel.Odd{{Name: name, Problem: "no es una línea de pedido"}}, whole.Odd...))
			if order.TotalCents != whole.TotalCents || order.Status != whole.Status {
				t.Errorf("%s with %s: %+v", source, told, order)
			}
		}
	}
	gaps := edited(t, wooCoupon, `"fee_lines": [{`, `"fee_lines": [null, 3, {`,
		`"refunds": [{"id": 1, "total": "-5.00"}, {"id": 2, "total": "-1.50"}]`,
		`"refunds": {"3": {"id": 2, "total": "-1.50"}, "1": {"id": 1, "total": "-5.00"}}`)
	same(t, readOrder(t, channel.WooCommerce, "order.updated", gaps),
		readOrder(t, channel.WooCommerce, "order.updated", wooCoupon))
	lost := readOrder(t, channel.Shopify, "orders/updated", edited(t, shopifyLines, `"refunds": [`, `"refunds": [null, `,
		`"fulfillments": [`, `"fulfillments": ["x", `))
	if len(lost.Odd) != 1 || lost.Odd[0].Name != "Devolución null" || lost.Lines[0].Left != nil {
		t.Errorf("%+v", lost)
	}
}
