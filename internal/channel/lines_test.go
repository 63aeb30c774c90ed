package channel_test

import (
	"testing"

	"estante/internal/channel"
)

// wooCoupon has a coupon, shipping, a fee and a discount of the shop's own, with taxes in its
// prices, as a real WooCommerce writes them.
const wooCoupon = `{
	"id": 43, "status": "processing", "currency": "EUR", "date_modified_gmt": "2026-11-19T04:52:32",
	"date_paid_gmt": "2026-11-19T04:52:32", "prices_include_tax": true, "total": "68.38", "total_tax": "11.86",
	"discount_total": "5.78", "discount_tax": "1.21", "shipping_total": "4.95", "shipping_tax": "1.04",
	"line_items": [
		{"id": 46, "name": "Camiseta", "quantity": 3, "sku": "CAM-001", "price": 14.876033, "subtotal": "49.59",
		"subtotal_tax": "10.41", "total": "44.63", "total_tax": "9.37",
		"meta_data": [{"id": 1, "key": "_reduced_stock", "value": "3"}]},
		{"id": 47, "name": "Taza", "quantity": 1, "sku": "TAZA", "price": 7.438017, "subtotal": "8.26",
		"subtotal_tax": "1.74", "total": "7.44", "total_tax": "1.56", "meta_data": []}
	],
	"fee_lines": [{"name": "Envoltorio", "total": "1.50", "total_tax": "0.31"},
		{"name": "Descuento tienda", "total": "-2.00", "total_tax": "-0.42"}],
	"refunds": [{"id": 1, "total": "-5.00"}, {"id": 2, "total": "-1.50"}]
}`

// rows is what an order comes to by its lines and everything else.
func rows(order channel.Order) int64 {
	sum := order.DiscountCents + order.FeesCents + order.ShippingCents + order.TaxCents
	for _, line := range order.Lines {
		sum += line.UnitPriceCents * line.Quantity
	}
	return sum
}

func TestTheRowsOfAWooCommerceOrderAddUpToItsTotal(t *testing.T) {
	order := readOrder(t, channel.WooCommerce, "order.created", wooCoupon)
	if order.DiscountCents != -700 || order.FeesCents != -61 || order.ShippingCents != 599 || order.TaxCents != 0 ||
		order.RefundedCents != 650 || *order.Lines[0].AmountCents != 5400 || order.Lines[0].UnitPriceCents != 2000 ||
		rows(order) != order.TotalCents {
		t.Errorf("%d of %d: %+v", rows(order), order.TotalCents, order)
	}
	net := readOrder(t, channel.WooCommerce, "order.created", edited(t, wooCoupon, `"prices_include_tax": true`,
		`"prices_include_tax": false`))
	if net.TaxCents != 1186 || net.ShippingCents != 495 || *net.Lines[0].AmountCents != 5400 ||
		rows(net) != net.TotalCents {
		t.Errorf("without taxes %d of %d: %+v", rows(net), net.TotalCents, net)
	}
}

// The shop's own account of what it holds is read in whole units or not at all.
func TestWooCommerceSaysWhatItHoldsAsTaken(t *testing.T) {
	for value, want := range map[string]*int64{
		`"3"`: number(3), `2`: number(2), `"0"`: number(0), `"1.5"`: nil, `""`: nil, `null`: nil, `"-1"`: nil, `{}`: nil,
	} {
		body := edited(t, wooCoupon, `"key": "_reduced_stock", "value": "3"`, `"key": "_reduced_stock", "value": `+value)
		same(t, readOrder(t, channel.WooCommerce, "order.updated", body).Lines[0].Taken, want)
	}
	if taken := readOrder(t, channel.WooCommerce, "order.updated", wooCoupon).Lines[1].Taken; taken != nil {
		t.Errorf("it says %d of what it does not manage", *taken)
	}
}

func TestAWooCommerceOrderIsWhereItsStockIs(t *testing.T) {
	const status, paid = `"status": "processing"`, `"date_paid_gmt": "2026-11-19T04:52:32"`
	const done = paid + `, "date_completed_gmt": "2026-11-19T05:00:00"`
	gone := channel.RefundLine{LineExternalID: "46", Quantity: 3, Restock: channel.RestockNone}
	other := func(restock channel.Restock) channel.RefundLine {
		return channel.RefundLine{LineExternalID: "47", Quantity: 1, Restock: restock}
	}
	for name, row := range map[string]struct {
		edits []string
		want  channel.Status
		lines []channel.RefundLine
	}{
		"failed, and still taken": {[]string{status, `"status": "failed"`}, channel.Pending, nil},
		"refunded before it left, and still taken": {
			[]string{status, `"status": "refunded"`},
			channel.Shipped,
			[]channel.RefundLine{gone, other(channel.RestockCancel)},
		},
		"refunded after it left, and still taken": {
			[]string{status, `"status": "refunded"`, paid, done},
			channel.Shipped,
			[]channel.RefundLine{gone, other(channel.RestockReturn)},
		},
		"refunded before it left, and given back": {
			[]string{status, `"status": "refunded"`, `"value": "3"`, `"value": "0"`}, channel.Cancelled, nil,
		},
		"refunded after it left, and given back": {
			[]string{status, `"status": "refunded"`, paid, done, `"value": "3"`, `"value": "0"`},
			channel.Shipped,
			[]channel.RefundLine{
				{LineExternalID: "46", Quantity: 3, Restock: channel.RestockReturn}, other(channel.RestockReturn),
			},
		},
		"waiting for its money again after it left, and given back": {
			[]string{status, `"status": "pending"`, paid, done, `"_reduced_stock"`, `"_of_old"`},
			channel.Shipped,
			[]channel.RefundLine{
				{LineExternalID: "46", Quantity: 3, Restock: channel.RestockReturn}, other(channel.RestockReturn),
			},
		},
		"waiting for its money again after it left, and still taken": {
			[]string{status, `"status": "pending"`, paid, done}, channel.Shipped, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			order := readOrder(t, channel.WooCommerce, "order.updated", edited(t, wooCoupon, row.edits...))
			var lines []channel.RefundLine
			for _, refund := range order.Refunds {
				lines = append(lines, refund.Lines...)
			}
			if order.Status != row.want {
				t.Errorf("it is %s, want %s", order.Status, row.want)
			}
			same(t, lines, row.lines)
		})
	}
}

// shopifyLines is an order of which a part has left: of A two of three, of B nothing. One A
// and one B were refunded, by words that do not say that they never left.
const shopifyLines = `{
	"id": 1, "name": "#1", "currency": "EUR", "total_price": "74.20", "current_total_price": "44.00",
	"total_discounts": "6.00", "total_tax": "4.20", "taxes_included": false, "financial_status": "paid",
	"fulfillment_status": "partial", "created_at": "2026-11-10T09:00:00Z", "updated_at": "2026-11-10T10:00:00Z",
	"line_items": [
		{"id": 11, "sku": "A", "name": "A", "quantity": 3, "current_quantity": 2, "fulfillable_quantity": 0, "price": "10.00",
		"discount_allocations": [{"amount": "6.00"}], "tax_lines": [{"price": "2.40"}]},
		{"id": 12, "sku": "B", "name": "B", "quantity": 2, "current_quantity": 1, "fulfillable_quantity": 1, "price": "18.00",
		"discount_allocations": [], "tax_lines": [{"price": "1.80"}]}
	],
	"shipping_lines": [{"price": "10.00"}],
	"fulfillments": [
		{"status": "success", "line_items": [{"id": 11, "quantity": 2}]},
		{"status": "cancelled", "line_items": [{"id": 12, "quantity": 2}]}
	],
	"refunds": [{"id": 7, "refund_line_items": [
		{"line_item_id": 11, "quantity": 1, "restock_type": "legacy_restock"},
		{"line_item_id": 12, "quantity": 1, "restock_type": "no_restock"}
	]}]
}`

func TestAShopifyOrderSaysWhatLeftOfEachLine(t *testing.T) {
	order := readOrder(t, channel.Shopify, "orders/updated", shopifyLines)
	if *order.Lines[0].Left != 2 || *order.Lines[1].Left != 0 || *order.Lines[0].AmountCents != 2640 ||
		rows(order) != order.TotalCents || order.RefundedCents != 3020 {
		t.Errorf("%d of %d: %+v", rows(order), order.TotalCents, order)
	}
	same(t, order.Refunds, []channel.Refund{{Key: "7", Lines: []channel.RefundLine{
		{LineExternalID: "11", Quantity: 1, Restock: channel.RestockCancel, Said: channel.RestockReturn, Unclear: true},
		{LineExternalID: "12", Quantity: 1, Restock: channel.RestockCancel, Said: channel.RestockNone},
	}}})
	left := edited(t, shopifyLines, `"status": "success", "line_items": [{"id": 11, "quantity": 2}]`,
		`"status": "success", "line_items": [{"id": 11, "quantity": 3}]`)
	same(t, readOrder(t, channel.Shopify, "orders/updated", left).Refunds[0].Lines[0],
		channel.RefundLine{LineExternalID: "11", Quantity: 1, Restock: channel.RestockReturn, Unclear: true})
}
