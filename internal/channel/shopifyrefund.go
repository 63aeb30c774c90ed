package channel

import "strings"

type shopifyRefund struct {
	ID              word                        `json:"id"`
	OrderID         word                        `json:"order_id"`
	Restock         word                        `json:"restock"`
	RefundLineItems list[shopifyRefundLineItem] `json:"refund_line_items"`
}

type shopifyRefundLineItem struct {
	LineItemID  word `json:"line_item_id"`
	Quantity    word `json:"quantity"`
	RestockType word `json:"restock_type"`
}

// readShopifyRefund reads a refund that comes on its own.
func readShopifyRefund(body []byte) (Event, error) {
	var told shopifyRefund
	if err := decode(body, &told); err != nil {
		return Event{}, err
	}
	if !told.RefundLineItems.given {
		return Event{}, ErrMismatch
	}
	var f fields
	event := Event{Kind: KindRefund, OrderID: f.need("order_id", told.OrderID), Refund: told.refund(&f, "")}
	return event, f.err
}

// readShopifyRefunds reads the refunds of an order. What cannot be counted of them is odd,
// like a line: the order is not lost over it.
func readShopifyRefunds(told list[shopifyRefund]) (refunds []Refund, odd []Odd) {
	for i, one := range told.items {
		var f fields
		if refund := one.refund(&f, at("refunds", i, "")); refund.Key != "" {
			refunds = append(refunds, refund)
		}
		if f.err != nil {
			odd = append(odd, Odd{Name: joined(" ", "Devolución", one.ID), Problem: lowered(f.err.Error())})
		}
	}
	for _, one := range told.odd {
		odd = append(odd, Odd{Name: "Devolución " + one, Problem: "no es una devolución"})
	}
	return refunds, odd
}

// refund reads a refund whose fields are at a place, without the lines that cannot be read.
func (r shopifyRefund) refund(f *fields, place string) Refund {
	refund := Refund{Key: f.need(place+"id", r.ID)}
	for _, told := range r.RefundLineItems.odd {
		f.fail(wrong(place+"refund_line_items", told, "una línea de devolución"))
	}
	for i, told := range r.RefundLineItems.items {
		var own fields
		line := RefundLine{
			LineExternalID: own.need(place+at("refund_line_items", i, "line_item_id"), told.LineItemID),
			Quantity:       own.quantity(place+at("refund_line_items", i, "quantity"), told.Quantity),
		}
		line.Restock, line.Unclear = r.restock(told.RestockType)
		if own.err != nil {
			f.fail(own.err)
		} else if line.Quantity > 0 {
			refund.Lines = append(refund.Lines, line)
		}
	}
	return refund
}

// restock is what became of the goods, and whether the word leaves open if they had left.
// Refunds from before Shopify told it line by line have one word for all of them; what is
// not understood moves nothing.
func (r shopifyRefund) restock(kind word) (restock Restock, unclear bool) {
	switch kind {
	case "cancel":
		return RestockCancel, false
	case "return":
		return RestockReturn, false
	case "legacy_restock":
		return RestockReturn, true
	case "":
		if r.Restock.isTrue() {
			return RestockReturn, true
		}
	}
	return RestockNone, false
}

// refundedUnits is how many units of each line were refunded.
func refundedUnits(refunds []Refund) map[string]int64 {
	units := map[string]int64{}
	for _, refund := range refunds {
		for _, line := range refund.Lines {
			units[line.LineExternalID] += line.Quantity
		}
	}
	return units
}

// deletion is what shops say of an order that they threw away: its name and
// nothing more.
type deletion struct {
	ID        word       `json:"id"`
	LineItems list[word] `json:"line_items"`
}

// readDeletion refuses a body that says more than a deletion does: the topic is
// not signed, and a genuine order must not be deleted by changing it.
func readDeletion(body []byte) (Event, error) {
	var told deletion
	if err := decode(body, &told); err != nil {
		return Event{}, err
	}
	if told.LineItems.given {
		return Event{}, ErrMismatch
	}
	var f fields
	return Event{Kind: KindDeletion, OrderID: f.need("id", told.ID)}, f.err
}

// lowered is a sentence as a part of another.
func lowered(sentence string) string { return strings.ToLower(sentence[:1]) + sentence[1:] }
