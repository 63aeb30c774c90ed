package order

import (
	"slices"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// ShopOrder is an order as a shop tells it, whole: the latest news of it says
// everything that is to be known.
type ShopOrder struct {
	ChannelID  int64
	ExternalID string
	Source     Source
	Number     string
	Status     Status
	// Total is the amount it was placed with, Charges what that has besides the lines and
	// Refunded what was given back of it in all.
	Total           core.Cents
	Charges         Charges
	Refunded        core.Cents
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
	// LeftAt is when its goods left, by the shop's clock; zero where it does not say.
	LeftAt  time.Time
	Lines   []ShopLine
	Odd     []OddLine
	Refunds []ShopRefund
	// Restored says that the shop takes the order back after it threw it away.
	Restored bool
	// PutBack says that the shop waits for its payment again and gave back to its stock what
	// it held.
	PutBack bool
	// Ended says that the shop ended the order after this, as far as is known.
	Ended bool
	// Held says that what has left the shop cannot leave the stock yet.
	Held bool
	// later says that the shop changed the order after what is known of it.
	later bool
}

// ShopLine is one line of a shop's order. ProductID is the product that a user linked its
// SKU to, if there is one.
type ShopLine struct {
	ExternalID string
	SKU        string
	Name       string
	ProductID  int64
	// Article is what the shop itself calls what it sells, Parent the product that this is a
	// variant of, if it is one, Barcode its EAN, and Unstocked says that it is none of the stock.
	Article   string
	Parent    string
	Barcode   string
	Unstocked bool
	Quantity  int64
	UnitPrice core.Cents
	// Amount is what the customer pays for the line, with its discount and taxes; nil
	// where the shop tells the price alone.
	Amount *core.Cents
	// Left is how many units left the shop and were not taken back, ToLeave how many are
	// still to leave, and Taken how many the shop holds as taken from its own stock; nil
	// where it does not say.
	Left    *int64
	ToLeave *int64
	Taken   *int64
	// Parcels are what left in each shipment, in their order, and from which location of ours.
	Parcels []ShopParcel
}

// ShopParcel is how many units of a line left in one shipment, and from where; zero is where
// the order is taken from.
type ShopParcel struct {
	LocationID int64
	Units      int64
}

// amount is what the customer pays for the line.
func (l ShopLine) amount() core.Cents {
	if l.Amount != nil {
		return *l.Amount
	}
	return core.Value(l.Quantity, &l.UnitPrice)
}

// onto writes the shop's words over a line of an order that had a status.
func (l ShopLine) onto(line Line, news ShopOrder, had Status) Line {
	line.UnitPrice, line.Amount, line.Priced = l.UnitPrice, l.amount(), l.Quantity
	line.ShopTaken = news.taken(l, line.ShopTaken, had)
	if l.Left != nil {
		line.ShopLeft = *l.Left
	}
	return line
}

// taken is how many units of a line the shop holds as taken, given what was known of it.
// What it was said to hold and does not name any more it has given back. Of an order that
// is put back and that nobody has known as paid, it cannot be told whether the shop held
// anything: it holds nothing now, until other news of the order says otherwise.
func (n ShopOrder) taken(l ShopLine, was int64, had Status) int64 {
	switch {
	case l.Taken != nil:
		return *l.Taken
	case n.PutBack && (was == takenPutBack || was == takenUnknown && had == Pending):
		return takenPutBack
	case was == takenPutBack:
		return takenUnknown // It is paid again and the shop takes nothing: it keeps no stock of this.
	case was != takenUnknown:
		return 0
	}
	return takenUnknown
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
	// Said is the shop's own word for units that never left by its account of the line, and
	// Unclear says that the word is that of units that left and of others alike.
	Said    Restock
	Unclear bool
}

// notLess is a line as news of the same second as the last left it: which of the two came
// first nobody can tell, and what had left or was taken by either is.
func (l Line) notLess(before Line, later bool) Line {
	if !later {
		l.ShopLeft, l.ShopTaken = max(l.ShopLeft, before.ShopLeft), max(l.ShopTaken, before.ShopTaken)
	}
	return l
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

// ReceiveOrder takes news of an order from a shop. News may come twice, late
// and in any order: the shop's own time of modification decides which is the
// latest, and each effect on the stock happens once.
func ReceiveOrder(tx Tx, actor core.Actor, news ShopOrder) (Detail, Reception, error) {
	if err := news.Check(); err != nil {
		return Detail{}, "", err
	}
	zone, _, err := Zone(tx)
	if err != nil {
		return Detail{}, "", err
	}
	// Two pieces of news of an order nobody knows yet wait for one another.
	if err := tx.Lock(news.Lock()); err != nil {
		return Detail{}, "", err
	}
	order, err := tx.LockExternalOrder(news.ChannelID, news.ExternalID)
	outcome := ReceptionUpdate
	switch {
	case core.IsNotFound(err):
		outcome = ReceptionNew
		order, err = firstNews(tx, actor, news, zone)
	case err == nil && news.Older(order):
		return oldNews(tx, actor, order, news, zone)
	case err == nil:
		news.later = order.ShopModifiedAt == nil || news.ModifiedAt.After(*order.ShopModifiedAt)
		order, err = laterNews(tx, actor, order, news, zone)
	}
	if err != nil {
		return Detail{}, "", err
	}
	if err := news.settle(tx, actor, order, zone); err != nil {
		return Detail{}, "", err
	}
	detail, err := orderDetail(tx, order.ID)
	return detail, outcome, err
}

// Older says whether later news of an order is known.
func (n ShopOrder) Older(order Order) bool {
	return order.ShopModifiedAt != nil && n.ModifiedAt.Before(*order.ShopModifiedAt)
}

// oldNews is of use only to learn what an order's unknown SKUs mean by now, and of which
// lines its shop manages the stock.
func oldNews(tx Tx, actor core.Actor, before Order, news ShopOrder, zone *time.Location) (Detail, Reception, error) {
	outcome := ReceptionOld
	if err := news.learnTaken(tx, before); err != nil {
		return Detail{}, "", err
	}
	news.Lines = nil // What else it says of them is no longer so.
	after, err := matchKnown(tx, actor, before, news, zone)
	if err != nil {
		return Detail{}, "", err
	}
	if after.Unmatched < before.Unmatched {
		outcome = ReceptionMatched
	}
	detail, err := orderDetail(tx, after.ID)
	return detail, outcome, err
}

// learnTaken notes of which lines the shop once held units as taken from its stock: later
// news that does not say so any more says that it gave them back. Of what it did not hold
// while the order was paid it keeps no stock.
func (n ShopOrder) learnTaken(tx Tx, order Order) error {
	kept := n.Status == Pending || n.PutBack || n.Status.ended() // None of these has to hold anything.
	if kept && !slices.ContainsFunc(n.Lines, func(l ShopLine) bool { return l.Taken != nil }) {
		return nil
	}
	lines, products, err := lockLines(tx, order.ID)
	if err != nil {
		return err
	}
	var was, is []Line
	for _, line := range lines {
		told, known := n.told(line)
		now := line.ShopTaken
		switch {
		case !known || line.ShopTaken >= 0:
		case told.Taken != nil:
			now = 0
		case !kept:
			now = takenUnknown
		}
		if now == line.ShopTaken {
			continue
		}
		was = append(was, line)
		line.ShopTaken = now
		line.Claimed = line.claim(order.Status)
		is = append(is, line)
	}
	if len(is) == 0 {
		return nil
	}
	return reclaim(tx, products, was, is, tx.UpdateOrderLines)
}

// laterNews takes news of an order that is known.
func laterNews(tx Tx, actor core.Actor, order Order, news ShopOrder, zone *time.Location) (Order, error) {
	order, err := news.takeAgain(tx, actor, order, zone)
	if err != nil {
		return Order{}, err
	}
	if order, err = reopen(tx, actor, order, news, zone); err != nil {
		return Order{}, err
	}
	if order, err = matchKnown(tx, actor, order, news, zone); err != nil {
		return Order{}, err
	}
	if order, err = news.takeBackShipment(tx, actor, order, zone); err != nil {
		return Order{}, err
	}
	if order, err = moreNews(tx, actor, order, news, zone); err != nil {
		return Order{}, err
	}
	return news.resume(tx, actor, order, zone)
}

func (n ShopOrder) Lock() string {
	return "order:" + ledger.Reference("", n.ChannelID) + ":" + n.ExternalID
}

func (n ShopOrder) Check() error {
	wrong := core.Problems{}
	wrong.Check(n.ChannelID != 0 && n.ExternalID != "" && len(n.ExternalID) <= externalNameMax, "externalOrderId",
		"El pedido no tiene un identificador que se pueda guardar")
	wrong.Check(n.Status.known(), "status", "El estado no existe")
	wrong.Check(core.ValidCurrency(n.Currency), "currency", "La moneda no existe: usa su código de tres letras, como EUR")
	wrong.Check(n.Total >= 0, "totalAmount", "El total del pedido no puede ser negativo")
	wrong.Check(n.Total <= TotalMax, "totalAmount", "El total del pedido es demasiado grande")
	wrong.Check(len(n.Lines)+len(n.Odd) > 0, "items", "El pedido no tiene artículos")
	wrong.Check(len(n.Lines)+len(n.Odd) <= LinesMax, "items", tooManyLines(len(n.Lines)+len(n.Odd)))
	named := map[string]bool{}
	for i, line := range n.Lines {
		// Later news of either line would be taken for news of both.
		wrong.Check(line.ExternalID == "" || !named[line.ExternalID], ItemPlace(i)+"id",
			"El identificador «"+core.Cut(line.ExternalID, TextMax)+"» está repetido: cada artículo necesita el suyo")
		named[line.ExternalID] = true
		wrong.Check(line.Quantity > 0 && line.Quantity <= catalogue.QuantityMax, ItemPlace(i)+"quantity",
			"La cantidad debe ser mayor a 0")
		wrong.Check(line.UnitPrice >= 0 && line.UnitPrice <= core.MoneyMax, ItemPlace(i)+"unitPrice",
			"El precio debe ser un número mayor o igual a 0")
	}
	return wrong.Err()
}

// onto writes the shop's words over an order. They are cut to what can be
// kept rather than refused: the goods are sold already.
func (n ShopOrder) onto(order Order) Order {
	order.Number, order.ExternalID, order.ChannelID, order.Source = core.Cut(core.Line(n.Number), TextMax), n.ExternalID,
		n.ChannelID, n.Source
	order.Ordered, order.Charges, order.Refunded, order.Currency = n.Total, n.Charges, n.Refunded, n.Currency
	order.CustomerName, order.CustomerEmail = core.Cut(core.Line(n.CustomerName), TextMax),
		core.Cut(core.Line(n.CustomerEmail), TextMax)
	order.ShippingAddress, order.BillingAddress = n.ShippingAddress.cut(), n.BillingAddress.cut()
	order.Notes, order.Odd = core.Cut(core.Clean(n.Notes), ledger.NotesMax), oddLines(n.Odd)
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
		*text = core.Cut(*text, TextMax)
	}
	return a
}

// firstNews keeps an order nobody knew. It begins pending, wherever the shop
// has it: settle brings it there.
func firstNews(tx Tx, actor core.Actor, news ShopOrder, zone *time.Location) (Order, error) {
	location, err := ledger.UsableLocation(tx, news.LocationID)
	if err != nil {
		return Order{}, err
	}
	order := news.onto(Order{
		Status: Pending, LocationID: location.ID, CreatedBy: actor.ID, CreatedAt: news.PlacedAt.UTC(), UpdatedAt: tx.Now(),
		ReceivedAt: news.ReceivedAt.UTC(), Processed: true, Version: 1,
	})
	if news.Ended {
		order.ShopModifiedAt = nil // Any news that opens it again is later.
	}
	lines, products, err := news.lines(tx, nil)
	if err != nil {
		return Order{}, err
	}
	order.count(lines)
	if order, err = KeepOrder(tx, order, lines, products, zone); err != nil {
		return Order{}, err
	}
	return order, Changed(tx, actor, core.AuditCreate, nil, order, Event{Kind: Created, Detail: unmatchedDetail(order)})
}

// unmatchedDetail says that an order names products nobody knows.
func unmatchedDetail(order Order) string {
	switch order.Unmatched {
	case 0:
		return ""
	case 1:
		return "1 artículo sin producto: su SKU no se conoce"
	default:
		return ledger.Reference("Artículos sin producto, porque su SKU no se conoce:", order.Unmatched)
	}
}
