package inventory

import "time"

// ShopOrder is an order as a shop tells it, whole: the latest news of it says
// everything that is to be known.
type ShopOrder struct {
	ChannelID       int64
	ExternalID      string
	Source          OrderSource
	Number          string
	Status          OrderStatus
	Total           Cents
	Currency        string
	CustomerName    string
	CustomerEmail   string
	ShippingAddress Address
	BillingAddress  Address
	Notes           string
	LocationID      int64
	// PlacedAt and ModifiedAt are by the shop's clock; ReceivedAt is by ours.
	PlacedAt   time.Time
	ModifiedAt time.Time
	ReceivedAt time.Time
	Lines      []ShopLine
	Refunds    []ShopRefund
	// Restored says that the shop takes the order back after it threw it away.
	Restored bool
	// ended says that the shop ended the order after this, as far as is known.
	ended bool
	// held says that what has left the shop cannot leave the stock yet.
	held bool
}

// ShopLine is one line of a shop's order. ProductID is the product that
// somebody linked its SKU to, if anybody did.
type ShopLine struct {
	ExternalID string
	SKU        string
	Name       string
	ProductID  int64
	Quantity   int64
	UnitPrice  Cents
}

// ShopRefund is a refund by the shop's own names.
type ShopRefund struct {
	Key   string
	Lines []ShopRefundLine
}

// ShopRefundLine is what a refund says of one line.
type ShopRefundLine struct {
	LineExternalID string
	Quantity       int64
	Restock        Restock
}

// Reception says what news of an order came to.
type Reception string

// The outcomes of news.
const (
	// ReceptionNew is an order nobody knew.
	ReceptionNew Reception = "created"
	// ReceptionUpdate is newer than what was known.
	ReceptionUpdate Reception = "updated"
	// ReceptionOld is older than what is known: nothing is done.
	ReceptionOld Reception = "stale"
	// ReceptionMatched is older, too, but what was unknown in its order is known by now.
	ReceptionMatched Reception = "matched"
)

// receiveOrder takes news of an order from a shop. News may come twice, late
// and in any order: the shop's own time of modification decides which is the
// latest, and each effect on the stock happens once.
func receiveOrder(tx Tx, actor Actor, news ShopOrder) (OrderDetail, Reception, error) {
	if err := news.check(); err != nil {
		return OrderDetail{}, "", err
	}
	zone, _, err := orderZone(tx)
	if err != nil {
		return OrderDetail{}, "", err
	}
	// Two pieces of news of an order nobody knows yet wait for one another.
	if err := tx.Lock(news.lock()); err != nil {
		return OrderDetail{}, "", err
	}
	order, err := tx.LockExternalOrder(news.ChannelID, news.ExternalID)
	outcome := ReceptionUpdate
	switch {
	case isNotFound(err):
		outcome = ReceptionNew
		order, err = firstNews(tx, actor, news, zone)
	case err == nil && news.older(order):
		return oldNews(tx, actor, order, news, zone)
	case err == nil:
		order, err = laterNews(tx, actor, order, news, zone)
	}
	if err != nil {
		return OrderDetail{}, "", err
	}
	if err := news.settle(tx, actor, order, zone); err != nil {
		return OrderDetail{}, "", err
	}
	detail, err := orderDetail(tx, order.ID)
	return detail, outcome, err
}

// older says whether later news of an order is known.
func (n ShopOrder) older(order Order) bool {
	return order.ShopModifiedAt != nil && n.ModifiedAt.Before(*order.ShopModifiedAt)
}

// oldNews is of use only to learn what an order's unknown SKUs mean by now.
func oldNews(tx Tx, actor Actor, before Order, news ShopOrder, zone *time.Location) (OrderDetail, Reception, error) {
	outcome := ReceptionOld
	news.Lines = nil // What it says of them is no longer so.
	after, err := matchKnown(tx, actor, before, news, zone)
	if err != nil {
		return OrderDetail{}, "", err
	}
	if after.Unmatched < before.Unmatched {
		outcome = ReceptionMatched
	}
	detail, err := orderDetail(tx, after.ID)
	return detail, outcome, err
}

// laterNews takes news of an order that is known.
func laterNews(tx Tx, actor Actor, order Order, news ShopOrder, zone *time.Location) (Order, error) {
	order, err := reopen(tx, actor, order, news, zone)
	if err != nil {
		return Order{}, err
	}
	if order, err = matchKnown(tx, actor, order, news, zone); err != nil {
		return Order{}, err
	}
	return moreNews(tx, actor, order, news, zone)
}

func (n ShopOrder) lock() string {
	return "order:" + reference("", n.ChannelID) + ":" + n.ExternalID
}

func (n ShopOrder) check() error {
	wrong := problems{}
	wrong.check(n.ChannelID != 0 && n.ExternalID != "" && len(n.ExternalID) <= externalNameMax, "externalOrderId", "El pedido no tiene un identificador que se pueda guardar")
	wrong.check(n.Status.known(), "status", "El estado no existe")
	wrong.check(validCurrency(n.Currency), "currency", "La moneda no existe: usa su código de tres letras, como EUR")
	wrong.check(n.Total >= 0, "totalAmount", "El total del pedido no puede ser negativo")
	wrong.check(n.Total <= orderTotalMax, "totalAmount", "El total del pedido es demasiado grande")
	wrong.check(len(n.Lines) > 0 && len(n.Lines) <= OrderLinesMax, "items", "El pedido no tiene artículos o tiene demasiados")
	named := map[string]bool{}
	for i, line := range n.Lines {
		// Later news of either line would be taken for news of both.
		wrong.check(line.ExternalID == "" || !named[line.ExternalID], ItemPlace(i)+"id", "El identificador «"+cut(line.ExternalID, orderTextMax)+"» está repetido: cada artículo necesita el suyo")
		named[line.ExternalID] = true
		wrong.check(line.Quantity > 0 && line.Quantity <= QuantityMax, ItemPlace(i)+"quantity", "La cantidad debe ser mayor a 0")
		wrong.check(line.UnitPrice >= 0 && line.UnitPrice <= moneyMax, ItemPlace(i)+"unitPrice", "El precio debe ser un número mayor o igual a 0")
	}
	return wrong.err()
}

// onto writes the shop's words over an order. They are cut to what can be
// kept rather than refused: the goods are sold already.
func (n ShopOrder) onto(order Order) Order {
	order.Number, order.ExternalID, order.ChannelID, order.Source = cut(Clean(n.Number), orderTextMax), n.ExternalID, n.ChannelID, n.Source
	order.Total, order.Currency = n.Total, n.Currency
	order.CustomerName, order.CustomerEmail = cut(Clean(n.CustomerName), orderTextMax), cut(Clean(n.CustomerEmail), orderTextMax)
	order.ShippingAddress, order.BillingAddress = n.ShippingAddress.cut(), n.BillingAddress.cut()
	order.Notes = cut(Clean(n.Notes), notesMax)
	modified := n.ModifiedAt
	order.ShopModifiedAt = &modified
	if order.CustomerName == "" {
		order.CustomerName = "Cliente sin nombre"
	}
	if order.Number == "" {
		order.Number = order.ExternalID
	}
	return order
}

func (a Address) cut() Address {
	a = a.clean()
	for _, text := range []*string{&a.Street, &a.City, &a.State, &a.PostalCode, &a.Country, &a.Phone} {
		*text = cut(*text, orderTextMax)
	}
	return a
}

// cut shortens a text to so many characters.
func cut(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most])
	}
	return text
}

// firstNews keeps an order nobody knew. It begins pending, wherever the shop
// has it: settle brings it there.
func firstNews(tx Tx, actor Actor, news ShopOrder, zone *time.Location) (Order, error) {
	location, err := usableLocation(tx, news.LocationID)
	if err != nil {
		return Order{}, err
	}
	order := news.onto(Order{
		Status: OrderPending, LocationID: location.ID, CreatedBy: actor.ID, CreatedAt: news.PlacedAt.UTC(), UpdatedAt: tx.Now(),
		ReceivedAt: news.ReceivedAt.UTC(), Processed: true, Version: 1,
	})
	if news.ended {
		order.ShopModifiedAt = nil // Any news that opens it again is later.
	}
	lines, products, err := news.lines(tx, nil)
	if err != nil {
		return Order{}, err
	}
	order.count(lines)
	if order, err = keepOrder(tx, order, lines, products, zone); err != nil {
		return Order{}, err
	}
	return order, orderChanged(tx, actor, AuditCreate, nil, order, OrderEvent{Kind: OrderCreated, Detail: unmatchedDetail(order)})
}

// unmatchedDetail says that an order names products nobody knows.
func unmatchedDetail(order Order) string {
	switch order.Unmatched {
	case 0:
		return ""
	case 1:
		return "1 artículo sin producto: su SKU no se conoce"
	default:
		return reference("Artículos sin producto, porque su SKU no se conoce:", order.Unmatched)
	}
}
