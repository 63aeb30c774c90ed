package channel

type wooLine struct {
	ID          word          `json:"id"`
	Name        word          `json:"name"`
	SKU         word          `json:"sku"`
	Quantity    word          `json:"quantity"`
	Price       word          `json:"price"`
	Subtotal    word          `json:"subtotal"`
	SubtotalTax word          `json:"subtotal_tax"`
	Total       word          `json:"total"`
	TotalTax    word          `json:"total_tax"`
	MetaData    list[wooMeta] `json:"meta_data"`
	ProductID   word          `json:"product_id"`
	VariationID word          `json:"variation_id"`
	Barcode     word          `json:"global_unique_id"`
}

type wooMeta struct {
	Key   word `json:"key"`
	Value word `json:"value"`
}

type wooFee struct {
	Total    word `json:"total"`
	TotalTax word `json:"total_tax"`
}

type wooRefund struct {
	Total word `json:"total"`
}

// wooTaken is under what WooCommerce keeps how many units of a line it holds as taken from
// its stock. It is there once they were taken, less with every refund that restocks, and
// gone when the order is cancelled or waits for its payment again; a product whose stock the
// shop does not manage never has it.
const wooTaken = "_reduced_stock"

// taken is how many units the shop holds as taken, if it says so in whole units.
func (l wooLine) taken() *int64 {
	for _, meta := range l.MetaData.items {
		if meta.Key != wooTaken {
			continue
		}
		if units, ok := parseUnits(meta.Value); ok {
			return &units
		}
	}
	return nil
}

// status is where the order has come to. The days it was paid and completed
// stay when its status is turned back, and what has left has left: so the same
// comes of it whether the news came one by one or only the last. An order that
// was taken back after it had left, or waits for its payment again, brings its
// goods back, as WooCommerce does with its own stock. A failed payment gives nothing back there: the units stay
// taken until it is made after all or the order is cancelled.
func (o wooOrder) status(lines []Line) (Status, []Refund) {
	left := o.Status == "completed" || o.DateCompletedGMT != ""
	holds := wooHolds(lines)
	switch o.Status {
	case "refunded":
		return wooRefunded(lines, left, holds)
	case "failed":
		if holds {
			break
		}
		fallthrough
	case "pending", "cancelled", "trash":
		if o.Status == "pending" && (!left || holds) {
			break
		}
		if !left {
			return Cancelled, nil
		}
		return Shipped, []Refund{wholeRefund(lines)}
	}
	switch {
	case left:
		return Shipped, nil
	case o.Status == "processing" || (o.DatePaidGMT != "" && o.Status != "failed"):
		return Processing, nil
	}
	return Pending, nil
}

// wooHolds says whether the shop holds anything of the order as taken from its stock.
func wooHolds(lines []Line) bool {
	for _, line := range lines {
		if line.Taken != nil && *line.Taken > 0 {
			return true
		}
	}
	return false
}

// wooRefunded is an order of which all the money went back. What the shop holds as taken did
// not come back to its shelf, whether it had been sent or not: it is gone. Of the rest
// WooCommerce gave back what it held, and of a line of which it says nothing everything.
func wooRefunded(lines []Line, left, holds bool) (Status, []Refund) {
	refund := Refund{Key: wooWhole}
	for _, line := range lines {
		part := RefundLine{LineExternalID: line.ExternalID, Quantity: line.Quantity, Restock: RestockReturn}
		if !left {
			part.Restock = RestockCancel
		}
		if line.Taken != nil {
			gone := part
			gone.Quantity, gone.Restock = min(*line.Taken, line.Quantity), RestockNone
			if part.Quantity -= gone.Quantity; gone.Quantity > 0 {
				refund.Lines = append(refund.Lines, gone)
			}
		}
		// What was given back before it left is known from what the shop holds.
		if part.Quantity > 0 && (left || line.Taken == nil) {
			refund.Lines = append(refund.Lines, part)
		}
	}
	if !left && !holds {
		return Cancelled, nil
	}
	return Shipped, []Refund{refund}
}

// wooWhole is the name of the refund of everything, which WooCommerce does not tell apart
// from others in an order.
const wooWhole = "whole"

// wholeRefund brings everything back.
func wholeRefund(lines []Line) Refund {
	refund := Refund{Key: wooWhole}
	for _, line := range lines {
		refund.Lines = append(refund.Lines, RefundLine{
			LineExternalID: line.ExternalID, Quantity: line.Quantity, Restock: RestockReturn,
		})
	}
	return refund
}

// lines have the price of one unit before discounts, with taxes where the shop's prices have
// them, and what is paid for all.
func (o wooOrder) lines() ([]Line, []Odd) {
	list := lineList{parts: partsOf(o.Currency)}
	for _, told := range o.LineItems.items {
		r := list.begin(string(told.ID), wooText(told.SKU), wooText(told.Name))
		r.article(told.VariationID, told.ProductID)
		r.line.Barcode = string(told.Barcode)
		r.line.Quantity, r.line.Taken = r.units(told.Quantity), told.taken()
		if told.Total == "" || r.line.Quantity == 0 {
			r.line.UnitPriceCents = r.price(told.Price)
			r.end()
			continue
		}
		paid := o.paid(r, told.Total, told.TotalTax)
		if !o.PricesIncludeTax.isTrue() {
			paid += list.parts.loose(told.TotalTax)
		}
		r.line.AmountCents = &paid
		r.line.UnitPriceCents = r.priced(each(o.listed(r, told), r.line.Quantity))
		r.end()
	}
	list.strange(o.LineItems.odd)
	return list.lines, list.odd
}

// listed is what a line came to before discounts, as far as the shop tells it.
func (o wooOrder) listed(r *lineReader, told wooLine) int64 {
	if told.Subtotal != "" && (told.SubtotalTax != "" || !o.PricesIncludeTax.isTrue()) {
		return o.paid(r, told.Subtotal, told.SubtotalTax)
	}
	return o.paid(r, told.Total, told.TotalTax)
}

// paid is what a whole line came to by an amount and its taxes, as the shop's prices are.
func (o wooOrder) paid(r *lineReader, amount, taxes word) int64 {
	total, ok := r.list.parts.read(amount)
	tax, taxOk := int64(0), true
	if o.PricesIncludeTax.isTrue() && taxes != "" {
		tax, taxOk = r.list.parts.read(taxes)
	}
	if !ok || !taxOk {
		r.oddPrice(joined(" + ", amount, taxes))
		return 0
	}
	return total + tax
}

// charge notes what the order has besides its lines. Where the prices have their taxes in
// them, so have fees and shipping. What cannot be read is no reason to lose an order: it is
// among what the shop does not itemize.
func (o wooOrder) charge(order *Order) {
	parts := partsOf(o.Currency)
	withTax := func(amount, tax word) int64 {
		if o.PricesIncludeTax.isTrue() {
			return parts.loose(amount) + parts.loose(tax)
		}
		return parts.loose(amount)
	}
	for _, told := range o.LineItems.items {
		if told.Subtotal != "" && told.Total != "" && (told.SubtotalTax != "" || !o.PricesIncludeTax.isTrue()) {
			order.DiscountCents += withTax(told.Total, told.TotalTax) - withTax(told.Subtotal, told.SubtotalTax)
		}
	}
	for _, fee := range o.FeeLines.items {
		order.FeesCents += withTax(fee.Total, fee.TotalTax)
	}
	order.ShippingCents = withTax(o.ShippingTotal, o.ShippingTax)
	if !o.PricesIncludeTax.isTrue() {
		order.TaxCents = parts.loose(o.TotalTax)
	}
	for _, refund := range o.Refunds.items {
		order.RefundedCents -= parts.loose(refund.Total)
	}
}
