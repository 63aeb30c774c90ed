package inventory_test

import (
	"fmt"
	"time"

	"estante/internal/shoptest"
)

func (o *shopifyOrder) name() string { return fmt.Sprintf("#%d", 1000+o.id) }

// total is what the order was placed with, and with what was added since.
func (o *shopifyOrder) total() int64 {
	sum := o.shipping
	for _, l := range o.lines {
		sum += l.item.amount
	}
	return sum
}

// refunded is what was given back of it: of lines, and of the shipping.
func (o *shopifyOrder) refunded() int64 {
	sum := o.given
	for _, l := range o.lines {
		kept := l.item.quantity - l.removed - l.back - l.lost
		sum += l.item.amount - share(l.item.amount, kept, l.item.quantity)
	}
	return sum
}

// body is the order as Shopify tells it.
func (o *shopifyOrder) body() shoptest.Object {
	var lines, parcels, refunds []shoptest.Object
	discounts := int64(0)
	for _, l := range o.lines {
		off := l.item.price*l.item.quantity - l.item.amount
		discounts += off
		line := shoptest.Object{
			"id": l.id, "sku": l.item.card.sku, "name": l.item.card.sku, "quantity": l.item.quantity,
			"price": money(l.item.price), "fulfillable_quantity": l.toLeave(),
			"current_quantity": l.item.quantity - l.removed - l.back - l.lost,
		}
		if off > 0 {
			line["discount_allocations"] = []shoptest.Object{{"amount": money(off)}}
		}
		lines = append(lines, line)
	}
	for n, parcel := range o.parcels {
		told := shoptest.Object{"id": n + 1, "status": "success", "created_at": parcel.at.UTC().Format(time.RFC3339)}
		if parcel.takenBack {
			told["status"] = "cancelled"
		} else if o.delivered {
			told["shipment_status"] = "delivered"
		}
		var units []shoptest.Object
		for l, n := range parcel.units {
			units = append(units, shoptest.Object{"id": l.id, "quantity": n})
		}
		told["line_items"] = units
		parcels = append(parcels, told)
	}
	for _, refund := range o.refunds {
		refunds = append(refunds, told(o, refund))
	}
	body := shoptest.Object{
		"id": o.id, "name": o.name(), "order_number": 1000 + o.id, "currency": "EUR", "total_price": money(o.total()),
		"current_total_price": money(o.total() - o.refunded()), "total_discounts": money(discounts),
		"created_at": o.created.UTC().Format(time.RFC3339), "updated_at": o.updated.UTC().Format(time.RFC3339),
		"financial_status": o.money(), "fulfillment_status": o.goods(), "line_items": lines, "fulfillments": list(parcels),
		"refunds": list(refunds), "shipping_lines": []shoptest.Object{{"price": money(o.shipping)}},
		"customer": shoptest.Object{"first_name": "Ana"}, "taxes_included": true,
	}
	if o.cancelled {
		body["cancelled_at"] = o.updated.UTC().Format(time.RFC3339)
	}
	return body
}

// list is a list that is never null.
func list(objects []shoptest.Object) []shoptest.Object {
	if objects == nil {
		return []shoptest.Object{}
	}
	return objects
}

// money is what Shopify says of the payment, and goods of the shipment.
func (o *shopifyOrder) money() string {
	switch {
	case !o.paid:
		return "pending"
	case len(o.refunds) > 0 && o.refunded() >= o.total():
		return "refunded"
	case len(o.refunds) > 0:
		return "partially_refunded"
	}
	return "paid"
}

func (o *shopifyOrder) goods() any {
	if o.fulfilled() {
		return "fulfilled"
	}
	for _, l := range o.lines {
		if l.left > 0 {
			return "partial"
		}
	}
	return nil
}
