package order

import (
	"slices"

	"estante/internal/ledger"
)

// Divergence says what the shop did with an order that could not be done here;
// empty when everything was. What people did here stands, and what has left
// stays out: a person has to see to the rest.
func (n ShopOrder) Divergence(order Detail) string {
	missing, again := n.missing(order.Lines), n.shippedAgain(order)
	switch {
	case again > 0:
		return "La tienda vuelve a dar por enviado el pedido " + order.Number + ", que aquí está en estado «" +
			order.Status.Label() + "». Descuenta a mano del stock: " + ledger.Units(again+missing)
	case n.Status.out() && missing > 0 && (order.Status == Cancelled || order.Status == Returned):
		return "La tienda ha enviado el pedido " + order.Number + ", que aquí está en estado «" + order.Status.Label() +
			"». Descuenta a mano del stock: " + ledger.Units(missing)
	case n.Status.out() && missing > 0:
		return "La tienda ha enviado entero el pedido " + order.Number +
			", del que aquí se había cancelado una parte. Descuenta a mano del stock: " + ledger.Units(missing)
	case n.Status == Cancelled && order.Status.out() && !n.knowsWhatLeft(order.Lines):
		return "La tienda ha cancelado el pedido " + order.Number + ", que aquí está en estado «" + order.Status.Label() +
			"». Si la mercancía vuelve, cámbialo a «Devuelto»"
	}
	return ""
}

// missing is how much of an order has left by the shop's word, if it has, and
// not by ours.
func (n ShopOrder) missing(lines []Line) (units int64) {
	for _, told := range n.Lines {
		left, at := told.Quantity, slices.IndexFunc(lines, told.is)
		switch {
		case told.Left != nil:
			left = *told.Left
		case told.Taken != nil:
			left = *told.Taken
		case at >= 0 && lines[at].ShopTaken != takenUnknown:
			left = lines[at].ShopTaken // It has given back what it held.
		}
		for _, refund := range n.Refunds {
			for _, line := range refund.Lines {
				if told.Left == nil && line.LineExternalID == told.ExternalID && line.Restock == RestockCancel {
					left -= line.Quantity
				}
			}
		}
		if at >= 0 {
			left -= lines[at].Shipped
		}
		units += max(left, 0)
	}
	return units
}

// knowsWhatLeft says that the shop cancelled what had not left alone: whatever is out here
// is out there.
func (n ShopOrder) knowsWhatLeft(lines []Line) bool {
	for _, line := range lines {
		if told, known := n.told(line); !known || told.Left == nil || *told.Left < line.Shipped {
			return false
		}
	}
	return true
}

// shippedAgain is how much came back by the shop's word and is out again by its
// later word. What people brought back stays quiet: the shop is behind. So is
// news of Shopify's that does not know of a refund, because refunds of its own
// overtake it and are never taken back.
func (n ShopOrder) shippedAgain(order Detail) (units int64) {
	if !n.Status.out() || order.Status != Returned || n.Source == Shopify || !returnedByShop(order.Events) {
		return 0
	}
	for _, line := range order.Lines {
		if line.ProductID != 0 { // What nobody knows never was in the stock.
			units += max(line.Returned-n.broughtBack(line), 0)
		}
	}
	return units
}

// broughtBack is how much of a line is back by the shop's own account of its stock, or by
// the refunds of the news. What it calls given up is back as far as it had left here.
func (n ShopOrder) broughtBack(line Line) int64 {
	if told, known := n.told(line); known && told.Taken != nil {
		return max(told.Quantity-*told.Taken-line.Cancelled, 0)
	}
	var returned, givenUp int64
	for _, refund := range n.Refunds {
		for _, part := range refund.Lines {
			switch {
			case part.LineExternalID != line.ExternalID:
			case part.Restock == RestockReturn:
				returned += part.Quantity
			case part.Restock == RestockCancel:
				givenUp += part.Quantity
			}
		}
	}
	return returned + max(givenUp-line.Cancelled, 0)
}
