package channel

import "slices"

type shopifyLine struct {
	ID                  word                    `json:"id"`
	SKU                 word                    `json:"sku"`
	Name                word                    `json:"name"`
	Title               word                    `json:"title"`
	VariantTitle        word                    `json:"variant_title"`
	Quantity            word                    `json:"quantity"`
	CurrentQuantity     word                    `json:"current_quantity"`
	FulfillableQuantity word                    `json:"fulfillable_quantity"`
	Price               word                    `json:"price"`
	DiscountAllocations list[shopifyAllocation] `json:"discount_allocations"`
	TaxLines            list[shopifyTax]        `json:"tax_lines"`
	VariantID           word                    `json:"variant_id"`
	ProductID           word                    `json:"product_id"`
	GiftCard            word                    `json:"gift_card"`
	// Tip is there where the line is one.
	Tip *struct{} `json:"tip"`
}

type shopifyAllocation struct {
	Amount word `json:"amount"`
}

type shopifyTax struct {
	Price word `json:"price"`
}

type shopifyShipping struct {
	Price word `json:"price"`
}

type shopifyFulfillmentLine struct {
	ID       word `json:"id"`
	Quantity word `json:"quantity"`
}

// notSent are the states of a shipment that came to nothing or was taken back.
var notSent = []word{"cancelled", "error", "failure"}

// left is what of each line has left by the shipments; nil where the order does not list
// what was in them.
func (o shopifyOrder) left() map[string][]Parcel {
	if !o.Fulfillments.given || len(o.Fulfillments.odd) > 0 ||
		(o.FulfillmentStatus == "fulfilled" && len(o.Fulfillments.items) == 0) {
		return nil
	}
	left := map[string][]Parcel{}
	for _, parcel := range o.Fulfillments.items {
		if !parcel.LineItems.given || len(parcel.LineItems.odd) > 0 {
			return nil
		}
		for _, line := range parcel.LineItems.items {
			units, ok := parseUnits(line.Quantity)
			if !ok {
				return nil
			}
			if !slices.Contains(notSent, parcel.Status) {
				left[string(line.ID)] = append(left[string(line.ID)], Parcel{string(parcel.LocationID), units})
			}
		}
	}
	return left
}

// lines are what was ordered. What was taken out of the order later, without a
// refund that says so, was not: the current quantity lacks both.
func (o shopifyOrder) lines(refunded map[string]int64) ([]Line, []Odd) {
	list := lineList{parts: partsOf(o.Currency)}
	left := o.left()
	for _, told := range o.LineItems.items {
		r := list.begin(string(told.ID), string(told.SKU),
			first(told.Name, word(joined(" - ", told.Title, told.VariantTitle))))
		r.article(told.VariantID, told.ProductID)
		r.line.Unstocked = told.GiftCard.isTrue() || told.Tip != nil
		ordered := r.units(told.Quantity)
		r.line.Quantity = ordered
		if told.CurrentQuantity != "" && !r.uncounted {
			r.line.Quantity = min(ordered, r.units(told.CurrentQuantity)+refunded[r.line.ExternalID])
		}
		r.line.UnitPriceCents = r.price(told.Price)
		if left != nil {
			var units int64
			for _, parcel := range left[r.line.ExternalID] {
				units += parcel.Units
			}
			units = min(units, r.line.Quantity)
			r.line.Left, r.line.Parcels = &units, left[r.line.ExternalID]
			if toLeave, ok := parseUnits(told.FulfillableQuantity); ok {
				r.line.ToLeave = &toLeave
			}
		}
		r.line.AmountCents = o.paid(told, r.line, ordered)
		r.end()
	}
	list.strange(o.LineItems.odd)
	return list.lines, list.odd
}

// paid is what the customer pays for a line: of units that were taken out of the order
// later nothing.
func (o shopifyOrder) paid(told shopifyLine, line Line, ordered int64) *int64 {
	if ordered <= 0 || line.UnitPriceCents > centsMax/ordered {
		return nil
	}
	parts, amount := partsOf(o.Currency), line.UnitPriceCents*ordered
	for _, part := range told.DiscountAllocations.items {
		amount -= parts.loose(part.Amount)
	}
	if !o.TaxesIncluded.isTrue() {
		for _, tax := range told.TaxLines.items {
			amount += parts.loose(tax.Price)
		}
	}
	if line.Quantity != ordered {
		amount = each(amount, ordered) * line.Quantity
	}
	return &amount
}

// stayed is how many units of each line were given up before they left: what neither left
// nor is still to leave.
func stayed(lines []Line) map[string]int64 {
	stayed := map[string]int64{}
	for _, line := range lines {
		if line.Left != nil && line.ToLeave != nil {
			stayed[line.ExternalID] = line.Quantity - *line.Left - *line.ToLeave
		}
	}
	return stayed
}

// whereTheyWere are the refunds of lines with what their units really were: those that
// never left were given up, by whatever word their refund calls it. Shopify calls it a
// return only where they had left, so that its other words are looked at before.
func whereTheyWere(lines []Line, refunds []Refund) []Refund {
	stayed := stayed(lines)
	inside := make([]map[int]int64, len(refunds)) // How much of each line of each refund never left.
	for _, word := range []Restock{RestockCancel, RestockNone, RestockReturn} {
		for i, refund := range refunds {
			for n, line := range refund.Lines {
				if line.Restock != word {
					continue
				}
				units := line.Quantity
				if word != RestockCancel {
					units = min(max(stayed[line.LineExternalID], 0), units)
				}
				stayed[line.LineExternalID] -= units
				if inside[i] == nil {
					inside[i] = map[int]int64{}
				}
				inside[i][n] = units
			}
		}
	}
	var told []Refund
	for i, refund := range refunds {
		told = append(told, refund.parted(inside[i]))
	}
	return told
}

// parted is a refund of which so many units of each of its lines were given up.
func (r Refund) parted(inside map[int]int64) Refund {
	lines := r.Lines
	r.Lines = nil
	for n, line := range lines {
		if units := inside[n]; units > 0 {
			stayed := line
			stayed.Quantity = units
			if stayed.Restock != RestockCancel {
				stayed.Restock, stayed.Said = RestockCancel, line.Restock
			}
			r.Lines = append(r.Lines, stayed)
			line.Quantity -= units
		}
		if line.Quantity > 0 {
			r.Lines = append(r.Lines, line)
		}
	}
	return r
}

// charge notes what the order has besides its lines. What is given back lacks in what it
// comes to now, and what was added since is in that alone.
func (o shopifyOrder) charge(order *Order) {
	parts := partsOf(o.Currency)
	order.DiscountCents = -parts.loose(o.TotalDiscounts)
	for _, shipping := range o.ShippingLines.items {
		order.ShippingCents += parts.loose(shipping.Price)
	}
	if !o.TaxesIncluded.isTrue() {
		order.TaxCents = parts.loose(o.TotalTax)
	}
	if now, ok := parts.read(o.CurrentTotal); ok && now >= 0 {
		order.TotalCents = max(order.TotalCents, now)
		order.RefundedCents = order.TotalCents - now
	}
}
