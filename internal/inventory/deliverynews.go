package inventory

import (
	"fmt"
	"strings"

	"estante/internal/channel"
)

// applyNews does what a delivery asks for. Held is why its order cannot leave
// yet, when that is known; it is then brought as far as it can come.
func applyNews(tx Tx, delivery Delivery, event channel.Event, held error) (outcome, error) {
	switch event.Kind {
	case channel.KindTest:
		return outcome{state: DeliveryIgnored, verdict: event.Note, test: true}, nil
	case channel.KindIgnored:
		return outcome{state: DeliveryIgnored, verdict: event.Note}, nil
	case channel.KindOrder:
		return applyOrder(tx, delivery, event.Order, held)
	case channel.KindRefund:
		return applyRefund(tx, delivery, event.OrderID, shopRefund(event.Refund))
	case channel.KindDeletion:
		return applyDeletion(tx, delivery, event.OrderID)
	}
	return outcome{}, fmt.Errorf("event of unknown kind %q", event.Kind)
}

// applyOrder takes news of a whole order.
func applyOrder(tx Tx, delivery Delivery, told channel.Order, held error) (outcome, error) {
	news, err := shopOrder(tx, delivery, told)
	if err != nil {
		return outcome{}, err
	}
	if told.Sequence > 0 {
		if err := tx.NoteNumber(delivery.ChannelID, told.Sequence); err != nil {
			return outcome{}, err
		}
	}
	if len(news.Lines) == 0 {
		return applyEmptied(tx, news)
	}
	if err := news.check(); err != nil {
		return outcome{}, &hopelessError{err}
	}
	if came, done, err := heed(tx, &news); err != nil || done {
		return came, err
	}
	if news.held = held != nil; news.held && !news.Status.Open() {
		news.Status = OrderProcessing
	}
	order, reception, err := receiveOrder(tx, System, news)
	if err != nil {
		return outcome{}, err
	}
	came := outcome{state: DeliveryProcessed, order: order.Order, unknown: unknownSKUs(order.Lines)}
	switch {
	case held != nil:
		came.state, came.verdict = DeliveryRetrying, verdict(held)
	case reception == ReceptionOld:
		came.state, came.verdict = DeliveryIgnored, "Sin efecto: ya hay noticias más recientes del pedido "+order.Number
	case reception != ReceptionMatched && news.unfollowed(order) != "":
		came.state, came.verdict = DeliveryFailed, news.unfollowed(order)
	case order.Unmatched > 0:
		came.state, came.verdict = DeliveryUnmatched, unknownVerdict(order.Lines)
	case reception == ReceptionMatched:
		came.verdict = matchedVerdict(order.Order)
	case reception == ReceptionNew:
		came.verdict = "Procesado: pedido " + order.Number + " creado"
	case order.Status == OrderCancelled && news.Status != OrderCancelled && !cancelledByShop(order.Events):
		came.verdict = "Procesado: pedido " + order.Number + " actualizado; sigue cancelado, porque se canceló aquí"
	default:
		came.verdict = "Procesado: pedido " + order.Number + " actualizado"
	}
	return came, nil
}

// unknownSKUs are the SKUs of an order's lines that are no product's.
func unknownSKUs(lines []OrderLine) []string {
	unknown := []string{}
	for _, line := range lines {
		if line.ProductID == 0 && line.SKU != "" {
			unknown = append(unknown, line.SKU)
		}
	}
	return unknown
}

// unknownVerdict names what nobody knows; a line without SKU by its name.
func unknownVerdict(lines []OrderLine) string {
	const shown = 5
	var sentences []string
	if skus := unknownSKUs(lines); len(skus) > shown {
		sentences = append(sentences, fmt.Sprintf("SKU desconocido: %s y %d más", strings.Join(skus[:shown], ", "), len(skus)-shown))
	} else if len(skus) > 0 {
		sentences = append(sentences, "SKU desconocido: "+strings.Join(skus, ", "))
	}
	for _, line := range lines {
		if line.ProductID == 0 && line.SKU == "" && len(sentences) < shown {
			sentences = append(sentences, "Artículo sin SKU: "+line.Name)
		}
	}
	return strings.Join(sentences, "; ")
}

var errChannelDeleted = &Error{Kind: Conflict, Message: "La tienda se eliminó antes de que se procesara la entrega"}

// shopOrder is an order as its shop tells it, with what is remembered of the
// shop's SKUs.
func shopOrder(tx Tx, delivery Delivery, told channel.Order) (ShopOrder, error) {
	c, err := tx.ChannelByID(delivery.ChannelID)
	if isNotFound(err) {
		return ShopOrder{}, &hopelessError{errChannelDeleted}
	}
	if err != nil {
		return ShopOrder{}, err
	}
	news := ShopOrder{
		ChannelID: c.ID, ExternalID: told.ExternalID, Source: OrderSource(c.Source), Number: told.Number, Status: OrderStatus(told.Status),
		Total: Cents(told.TotalCents), Currency: told.Currency, CustomerName: told.CustomerName, CustomerEmail: told.CustomerEmail,
		ShippingAddress: Address(told.Shipping), BillingAddress: Address(told.Billing), Notes: told.Notes, LocationID: c.LocationID,
		PlacedAt: delivery.believable(told.PlacedAt), ModifiedAt: delivery.believable(told.ModifiedAt), ReceivedAt: delivery.ReceivedAt,
		Restored: told.Restored,
	}
	keys := make([]string, 0, len(told.Lines))
	for _, line := range told.Lines[:min(len(told.Lines), OrderLinesMax)] {
		if key := IdentityKey(line.SKU); key != "" {
			keys = append(keys, key)
		}
	}
	linked, err := tx.LinkedProducts(c.ID, keys)
	if err != nil {
		return ShopOrder{}, err
	}
	for _, line := range told.Lines {
		news.Lines = append(news.Lines, ShopLine{
			ExternalID: line.ExternalID, SKU: line.SKU, Name: line.Name, ProductID: linked[IdentityKey(line.SKU)], Quantity: line.Quantity,
			UnitPrice: Cents(line.UnitPriceCents),
		})
	}
	for _, refund := range told.Refunds {
		news.Refunds = append(news.Refunds, shopRefund(refund))
	}
	return news, nil
}

func shopRefund(told channel.Refund) ShopRefund {
	refund := ShopRefund{Key: told.Key}
	for _, line := range told.Lines {
		refund.Lines = append(refund.Lines, ShopRefundLine{LineExternalID: line.LineExternalID, Quantity: line.Quantity, Restock: Restock(line.Restock)})
	}
	return refund
}

// waitingFor is the outcome of news that can have its effect later alone.
func waitingFor(order Order, verdict string) outcome {
	return outcome{state: DeliveryRetrying, verdict: verdict, order: order}
}

// applyRefund takes into account a refund that came on its own. It may come
// before the news of its order, or of its order's shipment: then it waits.
func applyRefund(tx Tx, delivery Delivery, externalID string, refund ShopRefund) (outcome, error) {
	order, err := lockShopOrder(tx, delivery.ChannelID, externalID)
	if isNotFound(err) {
		return waitingFor(Order{}, "Devolución de un pedido que todavía no ha llegado"), nil
	}
	if err != nil {
		return outcome{}, err
	}
	after, waits, err := receiveRefund(tx, System, order, refund)
	if err != nil {
		return outcome{}, err
	}
	if waits {
		return waitingFor(after, "Devolución de artículos del pedido "+order.Number+" que aquí todavía no se han enviado"), nil
	}
	return outcome{state: DeliveryProcessed, verdict: "Procesado: devolución del pedido " + order.Number, order: after}, nil
}

// applyEmptied gives up an order that has nothing in it any more.
func applyEmptied(tx Tx, news ShopOrder) (outcome, error) {
	order, err := lockShopOrder(tx, news.ChannelID, news.ExternalID)
	switch {
	case isNotFound(err):
		return outcome{state: DeliveryIgnored, verdict: "Sin efecto: el pedido " + news.Number + " no tiene artículos"},
			tx.NoteEnding(news.ChannelID, news.ExternalID, news.ModifiedAt)
	case err != nil:
		return outcome{}, err
	case order.ShopModifiedAt != nil && news.ModifiedAt.Before(*order.ShopModifiedAt):
		return outcome{state: DeliveryIgnored, verdict: "Sin efecto: ya hay noticias más recientes del pedido " + order.Number, order: order}, nil
	}
	if order, err = noteShopTime(tx, order, &news.ModifiedAt); err != nil {
		return outcome{}, err
	}
	return giveUpOrder(tx, order, "la tienda ha vaciado el pedido "+order.Number)
}

// giveUpOrder cancels an order that is open.
func giveUpOrder(tx Tx, order Order, because string) (outcome, error) {
	if !order.Status.Open() {
		return outcome{state: DeliveryIgnored, verdict: "Sin efecto: " + because + ", que está en estado «" + order.Status.Label() + "»", order: order}, nil
	}
	zone, _, err := orderZone(tx)
	if err != nil {
		return outcome{}, err
	}
	order, err = moveOrder(tx, System, order, OrderCancelled, zone)
	return outcome{state: DeliveryProcessed, verdict: "Procesado: cancelado, " + because, order: order}, err
}
