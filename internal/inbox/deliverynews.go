package inbox

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/order"
)

// applyNews does what a delivery asks for. Held is why its order cannot leave
// yet, when that is known; it is then brought as far as it can come.
func applyNews(tx Tx, delivery Delivery, event channel.Event, held error) (outcome, error) {
	switch event.Kind {
	case channel.KindTest:
		if event.Number > 0 {
			if err := tx.NoteTestNumber(delivery.ChannelID, event.Number); err != nil {
				return outcome{}, err
			}
		}
		return outcome{state: DeliveryIgnored, verdict: event.Note, test: true}, nil
	case channel.KindFault:
		return applyFault(tx, delivery, event.Note)
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
	if err := endFault(tx, delivery); err != nil {
		return outcome{}, err
	}
	if told.Sequence > 0 {
		if err := tx.NoteNumber(delivery.ChannelID, told.Sequence); err != nil {
			return outcome{}, err
		}
	}
	if len(news.Lines)+len(news.Odd) == 0 {
		return applyEmptied(tx, news)
	}
	if err := news.Check(); err != nil {
		return outcome{}, &hopelessError{err}
	}
	asks, err := ownStatus(tx, delivery, told, &news)
	if err != nil {
		return outcome{}, err
	}
	asksPlace, err := shipsFrom(tx, told, &news)
	if err != nil {
		return outcome{}, err
	}
	if came, done, err := heed(tx, delivery, &news); err != nil || done {
		return came, err
	}
	if news.Held = held != nil; news.Held && !news.Status.Open() {
		news.Status = order.Processing
	}
	before, err := knownOf(tx, news.ChannelID, news.ExternalID)
	if err != nil {
		return outcome{}, err
	}
	placed, reception, err := order.ReceiveOrder(tx, core.System, news)
	if err != nil {
		return outcome{}, err
	}
	came, err := outcomeOf(tx, news, before, placed, reception, held)
	if err == nil && held == nil && reception != order.ReceptionOld {
		came.verdict += oddVerdict(placed.Odd.Lines()) + asks + asksPlace
	}
	return came, err
}

// outcomeOf is what news of an order came to.
func outcomeOf(
	tx Tx, news order.ShopOrder, before known, placed order.Detail, reception order.Reception, held error,
) (outcome, error) {
	came := outcome{state: DeliveryProcessed, order: placed.Order, unknown: unknownSKUs(placed.Lines)}
	switch {
	case held != nil:
		came.state, came.verdict = DeliveryRetrying, verdict(held)
	case reception == order.ReceptionOld:
		came.state, came.verdict = DeliveryIgnored, "Sin efecto: ya hay noticias más recientes del pedido "+placed.Number
	case reception != order.ReceptionMatched && news.Divergence(placed) != "":
		came.state, came.verdict = DeliveryFailed, news.Divergence(placed)
	case placed.Unmatched > 0:
		shared, err := news.SharedSKUs(tx, placed.Lines)
		if err != nil {
			return outcome{}, err
		}
		came.state, came.verdict = DeliveryUnmatched, unknownVerdict(placed.Lines)+sharedVerdict(shared)
	case reception == order.ReceptionMatched:
		came.verdict = order.MatchedVerdict(placed.Order)
	case placed.Status == order.Cancelled && news.Status != order.Cancelled && !order.CancelledByShop(placed.Events):
		came.verdict = "Procesado: pedido " + placed.Number + " actualizado; sigue cancelado, porque se canceló aquí"
	default:
		came.verdict = before.takenVerdict(placed.Order, placed.Lines)
	}
	return came, nil
}

// oddVerdict names what could not be counted of an order; empty when all could.
func oddVerdict(odd []order.OddLine) string {
	switch len(odd) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(". Una línea no se ha podido contar: «%s», %s", nameOf(odd[0]), odd[0].Problem)
	}
	return fmt.Sprintf(". %d líneas no se han podido contar: «%s», %s…", len(odd), nameOf(odd[0]), odd[0].Problem)
}

// nameOf is what people know an odd line by.
func nameOf(odd order.OddLine) string { return cmp.Or(odd.Name, odd.SKU, "sin nombre") }

// unknownSKUs are the SKUs of an order's lines that are no product's.
func unknownSKUs(lines []order.Line) []string {
	unknown := []string{}
	for _, line := range order.Unknown(lines) {
		if line.SKU != "" && !slices.Contains(unknown, line.SKU) {
			unknown = append(unknown, line.SKU)
		}
	}
	return unknown
}

// unknownVerdict names what nobody knows; a line without SKU by its name.
func unknownVerdict(lines []order.Line) string {
	const shown = 5
	var sentences []string
	if skus := unknownSKUs(lines); len(skus) > shown {
		sentences = append(sentences, fmt.Sprintf("SKU desconocido: %s y %d más", strings.Join(skus[:shown], ", "),
			len(skus)-shown))
	} else if len(skus) > 0 {
		sentences = append(sentences, "SKU desconocido: "+strings.Join(skus, ", "))
	}
	for _, line := range order.Unknown(lines) {
		if line.SKU == "" && len(sentences) < shown {
			sentences = append(sentences, "Artículo sin SKU: "+line.Name)
		}
	}
	return strings.Join(sentences, "; ")
}

// sharedVerdict says why a SKU that a product has here is unknown all the same.
func sharedVerdict(skus []string) string {
	if len(skus) == 0 {
		return ""
	}
	return ". Varias variantes de la tienda comparten el SKU " + strings.Join(skus[:min(len(skus), 5)], ", ") +
		": enlaza cada una con su producto"
}

var errChannelDeleted = &core.Error{
	Kind: core.Conflict, Message: "La tienda se eliminó antes de que se procesara la entrega",
}

// shopOrder is an order as its shop tells it, with what is remembered of the
// shop's SKUs.
func shopOrder(tx Tx, delivery Delivery, told channel.Order) (order.ShopOrder, error) {
	c, err := tx.ChannelByID(delivery.ChannelID)
	if core.IsNotFound(err) {
		return order.ShopOrder{}, &hopelessError{errChannelDeleted}
	}
	if err != nil {
		return order.ShopOrder{}, err
	}
	news := order.ShopOrder{
		ChannelID: c.ID, ExternalID: told.ExternalID, Source: order.Source(c.Source), Number: told.Number,
		Status: order.Status(told.Status),
		Total:  core.Cents(told.TotalCents), Charges: charges(told), Refunded: core.Cents(told.RefundedCents),
		Currency: told.Currency, CustomerName: told.CustomerName,
		CustomerEmail:   told.CustomerEmail,
		ShippingAddress: order.Address(told.Shipping), BillingAddress: order.Address(told.Billing), Notes: told.Notes,
		LocationID: c.LocationID,
		PlacedAt:   delivery.believable(told.PlacedAt), ModifiedAt: delivery.believable(told.ModifiedAt),
		ReceivedAt: delivery.ReceivedAt, LeftAt: told.LeftAt,
		Restored: told.Restored, PutBack: told.PutBack,
	}
	for _, line := range told.Lines {
		news.Lines = append(news.Lines, order.ShopLine{
			ExternalID: line.ExternalID, SKU: line.SKU, Name: line.Name, Article: line.Article,
			Parent: line.Parent, Barcode: line.Barcode, Unstocked: line.Unstocked, Quantity: line.Quantity,
			UnitPrice: core.Cents(line.UnitPriceCents), Amount: cents(line.AmountCents), Left: line.Left,
			ToLeave: line.ToLeave, Taken: line.Taken,
		})
	}
	for _, odd := range told.Odd {
		news.Odd = append(news.Odd, order.OddLine(odd))
	}
	for _, refund := range told.Refunds {
		news.Refunds = append(news.Refunds, shopRefund(refund))
	}
	if len(news.Lines) > order.LinesMax {
		return news, nil // It is refused.
	}
	return news, news.Learn(tx)
}

// charges is what an order has besides its lines.
func charges(told channel.Order) order.Charges {
	return order.Charges{
		Discount: core.Cents(told.DiscountCents), Fees: core.Cents(told.FeesCents), Shipping: core.Cents(told.ShippingCents),
		Tax: core.Cents(told.TaxCents),
	}
}

// cents is an amount that the shop may not have told.
func cents(told *int64) *core.Cents {
	if told == nil {
		return nil
	}
	amount := core.Cents(*told)
	return &amount
}

func shopRefund(told channel.Refund) order.ShopRefund {
	refund := order.ShopRefund{Key: told.Key}
	for _, line := range told.Lines {
		refund.Lines = append(refund.Lines, order.ShopRefundLine{
			LineExternalID: line.LineExternalID, Quantity: line.Quantity, Restock: order.Restock(line.Restock),
			Said: order.Restock(line.Said), Unclear: line.Unclear,
		})
	}
	return refund
}

// waitingFor is the outcome of news that can have its effect later alone.
func waitingFor(order order.Order, verdict string) outcome {
	return outcome{state: DeliveryRetrying, verdict: verdict, order: order}
}

// applyRefund takes into account a refund that came on its own. It may come
// before the news of its order, or of its order's shipment: then it waits.
func applyRefund(tx Tx, delivery Delivery, externalID string, refund order.ShopRefund) (outcome, error) {
	placed, err := order.LockShopOrder(tx, delivery.ChannelID, externalID)
	if core.IsNotFound(err) {
		return waitingFor(order.Order{}, "Devolución de un pedido que todavía no ha llegado"), nil
	}
	if err != nil {
		return outcome{}, err
	}
	before, err := knownOf(tx, delivery.ChannelID, externalID)
	if err != nil {
		return outcome{}, err
	}
	after, waits, err := order.ReceiveRefund(tx, core.System, placed, refund)
	if err != nil {
		return outcome{}, err
	}
	if waits != "" {
		return waitingFor(after, "Devolución de artículos del pedido "+placed.Number+" "+string(waits)), nil
	}
	lines, err := order.LinesOf(tx, placed.ID)
	if err != nil {
		return outcome{}, err
	}
	came := outcome{
		state: DeliveryProcessed, verdict: "Procesado: devolución del pedido " + placed.Number + ", que ya constaba",
		order: after,
	}
	if before.happened(after, lines) != "" {
		came.verdict = before.takenVerdict(after, lines)
	}
	return came, nil
}

// applyEmptied gives up an order that has nothing in it any more.
func applyEmptied(tx Tx, news order.ShopOrder) (outcome, error) {
	placed, err := order.LockShopOrder(tx, news.ChannelID, news.ExternalID)
	switch {
	case core.IsNotFound(err):
		return outcome{state: DeliveryIgnored, verdict: "Sin efecto: el pedido " + news.Number + " no tiene artículos"},
			tx.NoteEnding(news.ChannelID, news.ExternalID, news.ModifiedAt)
	case err != nil:
		return outcome{}, err
	case placed.ShopModifiedAt != nil && news.ModifiedAt.Before(*placed.ShopModifiedAt):
		return outcome{
			state: DeliveryIgnored, verdict: "Sin efecto: ya hay noticias más recientes del pedido " + placed.Number,
			order: placed,
		}, nil
	}
	if placed, err = order.NoteShopTime(tx, placed, &news.ModifiedAt); err != nil {
		return outcome{}, err
	}
	return giveUpOrder(tx, placed, "la tienda ha vaciado el pedido "+placed.Number)
}

// giveUpOrder cancels an order that is open.
func giveUpOrder(tx Tx, placed order.Order, because string) (outcome, error) {
	if !placed.Status.Open() {
		return outcome{
			state: DeliveryIgnored, verdict: "Sin efecto: " + because + ", que está en estado «" + placed.Status.Label() + "»",
			order: placed,
		}, nil
	}
	zone, _, err := order.Zone(tx)
	if err != nil {
		return outcome{}, err
	}
	placed, err = order.MoveOrder(tx, core.System, placed, order.Cancelled, zone)
	return outcome{state: DeliveryProcessed, verdict: "Procesado: cancelado, " + because, order: placed}, err
}
