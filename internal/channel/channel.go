// Package channel reads what shops send: it checks the signature of a delivery
// and turns its bytes into one neutral event. Shopify, WooCommerce and Standard
// Webhooks each have a file; everything else of the house sees events alone. It
// is given bytes and a time; it knows nobody, asks nobody and remembers nothing.
package channel

import (
	"slices"
	"time"
)

// BodyMax bounds what a shop can send at once: an order of two thousand lines,
// each with its taxes and discounts, is half of it.
const BodyMax = 8 << 20

// Source is a kind of shop.
type Source string

// The kinds of shops.
const (
	Shopify     Source = "shopify"
	WooCommerce Source = "woocommerce"
	Standard    Source = "standard"
)

// Sources lists every kind in the order people are shown them.
var Sources = []Source{Shopify, WooCommerce, Standard}

// Known says whether there is such a kind of shop.
func (s Source) Known() bool { return slices.Contains(Sources, s) }

// Header is what a delivery says besides its body. Names are asked for without
// regard to case, as http.Header and textproto.MIMEHeader answer them.
type Header interface{ Get(name string) string }

// Delivery is one thing that arrived: its headers and its bytes, untouched.
type Delivery struct {
	Header Header
	Body   []byte
}

// Kind says what an event asks for.
type Kind string

// The kinds of events.
const (
	// KindOrder is everything there is to know of an order at one moment.
	KindOrder Kind = "order"
	// KindRefund is a refund on its own, of an order told of elsewhere.
	KindRefund Kind = "refund"
	// KindDeletion says that the shop threw an order away.
	KindDeletion Kind = "deletion"
	// KindTest is a user trying the connection: it changes nothing.
	KindTest Kind = "test"
	// KindFault is an error of the shop's own in the place of news: a person has to
	// see to it there.
	KindFault Kind = "fault"
	// KindIgnored is about something that is not kept here.
	KindIgnored Kind = "ignored"
)

// Event is what a delivery means.
type Event struct {
	Kind Kind
	// Order is set for KindOrder alone.
	Order Order
	// OrderID is the shop's name of the order that a refund or a deletion is of.
	OrderID string
	// Refund is set for KindRefund alone.
	Refund Refund
	// Number is the running number of a test order, which was told of, too.
	Number int64
	// Note tells people, in Spanish, why nothing comes of it.
	Note string
}

// Order is an order as its shop has it. Lines may be empty: some shops tell of
// an order before anything is in it, or after everything was taken out.
type Order struct {
	ExternalID string
	Number     string
	// Sequence counts the shop's orders one by one, so that a gap shows that
	// one was never told of; zero where the shop does not count.
	Sequence int64
	Status   Status
	// ShopStatus is the shop's own words for the status, and OwnStatus is one that its kind
	// of shop does not have of itself, as a plugin adds them; empty where it has none.
	ShopStatus string
	OwnStatus  string
	// TotalCents, like every amount, is in hundredths of Currency, or in thousandths and
	// less where it has more decimals.
	TotalCents int64
	// DiscountCents is negative. With fees, shipping and those taxes that are not in the
	// prices it makes the total of the lines.
	DiscountCents int64
	FeesCents     int64
	ShippingCents int64
	TaxCents      int64
	// RefundedCents is what was given back in all; the total has it still.
	RefundedCents int64
	Currency      string
	CustomerName  string
	CustomerEmail string
	Shipping      Address
	Billing       Address
	Notes         string
	// PlacedAt and ModifiedAt are by the shop's clock. ModifiedAt decides which
	// of two events is the later one.
	PlacedAt   time.Time
	ModifiedAt time.Time
	// LeftAt is when the last of its goods left the shop; zero where it does not say.
	LeftAt time.Time
	Lines  []Line
	// Odd is what cannot be counted of its lines.
	Odd     []Odd
	Refunds []Refund
	// Restored says that the shop had thrown the order away and took it back.
	Restored bool
	// PutBack says that the shop waits for its payment again and that it holds nothing of it
	// as taken from its stock any more.
	PutBack bool
}

// Status is how far an order has come, in the house's words.
type Status string

// The statuses.
const (
	Pending    Status = "pending"
	Processing Status = "processing"
	Shipped    Status = "shipped"
	Delivered  Status = "delivered"
	Cancelled  Status = "cancelled"
	Returned   Status = "returned"
)

var statuses = []Status{Pending, Processing, Shipped, Delivered, Cancelled, Returned}

// Address is where something is sent.
type Address struct {
	Street     string
	City       string
	State      string
	PostalCode string
	Country    string
	Phone      string
}

// Line is one thing an order asks for. SKU is empty where the shop has none.
type Line struct {
	ExternalID string
	SKU        string
	Name       string
	// Article is the shop's own name of what the line sells, as 'v:' and its variant
	// or 'p:' and its product; empty where it has none.
	Article string
	// Parent is the shop's product that the line sells a variant of; empty where it sells none.
	Parent  string
	Barcode string
	// Unstocked says that it is none of the stock: a tip, a gift card.
	Unstocked      bool
	Quantity       int64
	UnitPriceCents int64
	// AmountCents is what the customer pays for the line, with its discount and taxes; nil
	// where the shop tells the price alone.
	AmountCents *int64
	// Left is how many units have left the shop and were not taken back, ToLeave how many
	// are still to leave, and Taken how many the shop holds as taken from its own stock;
	// nil where it does not say.
	Left    *int64
	ToLeave *int64
	Taken   *int64
	// Parcels are what left in each shipment, in their order.
	Parcels []Parcel
}

// Parcel is how many units of a line left in one shipment, and from which place, by the
// shop's own name of it; empty where it does not say.
type Parcel struct {
	Place string
	Units int64
}

// Refund is money that went back, and what became of the goods.
type Refund struct {
	// Key is the shop's name of the refund, by which it counts once.
	Key   string
	Lines []RefundLine
}

// RefundLine is what a refund says of one line.
type RefundLine struct {
	LineExternalID string
	Quantity       int64
	Restock        Restock
	// Said is the shop's own word for units that never left by its account of the line. The
	// account does not say which refunds they are of.
	Said Restock
	// Unclear says that the word is that of both, of units that left and of others.
	Unclear bool
}

// Restock says whether refunded goods come back.
type Restock string

// The fates of refunded goods.
const (
	RestockNone   Restock = "no_restock"
	RestockCancel Restock = "cancel"
	RestockReturn Restock = "return"
)

// language is how one kind of shop speaks.
type language interface {
	// key makes the key of signatures of a secret as people paste it.
	key(secret string) ([]byte, error)
	// verify checks that one of the keys signed a delivery.
	verify(delivery Delivery, keys [][]byte, now time.Time) error
	// sign makes the headers that the shop would send with a message.
	sign(message Message, key []byte) map[string]string
	isPing(delivery Delivery) bool
	topic(delivery Delivery) string
	identity(delivery Delivery) string
	read(delivery Delivery) (Event, error)
	testMessage(message Message) Message
}

var languages = map[Source]language{Shopify: shopify{}, WooCommerce: wooCommerce{}, Standard: standard{}}

// Topic is what a delivery says it is about, in the shop's words.
func (s Source) Topic(delivery Delivery) string { return languages[s].topic(delivery) }

// topicRestored is what shops call news of an order that they take back out of
// the bin. Shopify's orders do not come back.
const topicRestored = "order.restored"

// OrderTopics are the topics under which a kind of shop tells of new orders and of
// changes of orders, where it sends them apart; otherwise there are none.
func (s Source) OrderTopics() (created string, changed []string) {
	switch s {
	case WooCommerce:
		return "order.created", []string{"order.updated"}
	case Shopify:
		return "orders/create", []string{
			"orders/updated", "orders/paid", "orders/fulfilled", "orders/partially_fulfilled", "orders/cancelled",
			"refunds/create",
		}
	case Standard:
	}
	return "", nil
}

// IsPing recognises the unsigned greeting that WooCommerce sends when a webhook
// is made. It must be answered with 200 and means nothing.
func (s Source) IsPing(delivery Delivery) bool { return languages[s].isPing(delivery) }

// Identity is the same for two deliveries of the same news, and for those only.
func (s Source) Identity(delivery Delivery) string { return languages[s].identity(delivery) }

// Read turns a delivery whose signature was checked into an event. What it says
// is taken from the body: headers are not signed everywhere, so that none of
// them can make an order look otherwise than its body has it.
func (s Source) Read(delivery Delivery) (Event, error) {
	if len(delivery.Body) > BodyMax {
		return Event{}, ErrLarge
	}
	return languages[s].read(delivery)
}

// TestMessage is a message that tries the connection. Read recognises it as
// KindTest.
func (s Source) TestMessage(id string, at time.Time) Message {
	return languages[s].testMessage(Message{ID: id, At: at})
}
