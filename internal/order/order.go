package order

import (
	"context"
	"strings"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// Order is what a customer asked for. While it is open it claims stock; when
// it is shipped the stock leaves, and when it is returned the stock comes back.
type Order struct {
	ID int64
	// Number is what people call it: ours, or the shop's own.
	Number string
	// ChannelID and ExternalID are the shop that sent it and its name there;
	// zero and empty for an order written by hand.
	ChannelID  int64
	ExternalID string
	Source     Source
	Status     Status
	// Total is what is left of Ordered, the amount it was placed with, after what was
	// cancelled and returned; see Lost.
	Total   core.Cents
	Ordered core.Cents
	// Charges are what Ordered has besides the lines, and Refunded is what its shop says
	// that it gave back in all.
	Charges  Charges
	Refunded core.Cents
	// Currency is the order's own: amounts are never converted.
	Currency        string
	CustomerName    string
	CustomerEmail   string
	ShippingAddress Address
	BillingAddress  Address
	Notes           string
	// LocationID is where its units are claimed and taken.
	LocationID int64
	// LineCount, Units and Unmatched are how many lines it has, how many units
	// of them were neither cancelled nor returned and how many of them name a product
	// nobody knows.
	LineCount int64
	Units     int64
	Unmatched int64
	// Odd is what could not be counted of its lines.
	Odd       OddLines
	CreatedBy int64
	// CreatedAt is when the customer placed it, which decides whose claim is older.
	CreatedAt   time.Time
	UpdatedAt   time.Time
	ShippedAt   *time.Time
	DeliveredAt *time.Time
	// ShopModifiedAt is when the shop last changed it, by the shop's clock.
	ShopModifiedAt *time.Time
	// ReceivedAt is when it first reached us, and Processed says that its
	// effects are committed.
	ReceivedAt time.Time
	Processed  bool
	// Version counts the changes of this row; see ErrStale.
	Version int64
}

// Address is where something is sent.
type Address struct {
	Street     string `json:"street"`
	City       string `json:"city"`
	State      string `json:"state"`
	PostalCode string `json:"postalCode"`
	Country    string `json:"country"`
	Phone      string `json:"phone"`
}

// Source says how an order reached us.
type Source string

// The ways of orders.
const (
	Manual      Source = "manual"
	Shopify     Source = "shopify"
	WooCommerce Source = "woocommerce"
	PrestaShop  Source = "prestashop"
	Standard    Source = "standard"
	Import      Source = "import"
)

// Line is one thing an order asks for.
type Line struct {
	ID      int64
	OrderID int64
	// Position is the line's place in the order, from zero.
	Position int
	// ProductID is zero while nobody knows which product the SKU means.
	ProductID int64
	// Article is the shop's own name of what the line sells; see ArticleOf.
	Article string
	// Unstocked says that it is none of the stock: a tip, a gift card, a service.
	Unstocked bool
	// SKU and Name are as they were when the order was made.
	SKU  string
	Name string
	// ExternalID is the shop's own name for the line.
	ExternalID string
	Quantity   int64
	UnitPrice  core.Cents
	// Amount is what the customer pays for the line, with its discount and taxes, and
	// Priced how many units that is for: a shop takes units out of its amount that are
	// kept here as cancelled.
	Amount core.Cents
	Priced int64
	// Cancelled was given up before it was shipped, Shipped has left, Returned
	// is back on the shelf, and WrittenOff was refunded without coming back.
	Cancelled  int64
	Shipped    int64
	Returned   int64
	WrittenOff int64
	// Unshipped came back because a shipment was taken back; it is not in Shipped.
	Unshipped int64
	// ShopRefunded and ShopLeft are how many units its shop says it refunded and that
	// left it; ShopTaken is how many its shop holds as taken from its own stock, and
	// takenUnknown when it never said or takenPutBack.
	ShopRefunded int64
	// HandRefunded is how many units people refunded here, told by the shop or not.
	HandRefunded int64
	ShopLeft     int64
	ShopTaken    int64
	// Claimed is what the line wants of the stock now, and Shortage how much
	// of that is not there.
	Claimed  int64
	Shortage int64
	// LocationID and PlacedAt are those of the order.
	LocationID int64
	PlacedAt   time.Time
	// ImageURL is the product's picture, for lists.
	ImageURL string
}

// takenUnknown is what is known of the stock of a shop that never told it, and takenPutBack
// that of one that holds nothing now and may have before.
const (
	takenUnknown = -1
	takenPutBack = -2
)

// NewLine is a line of an order of a product, at a price for each unit.
func NewLine(product catalogue.Product, quantity int64, price core.Cents) Line {
	return Line{
		ProductID: product.ID, SKU: product.SKU, Name: product.Name, Quantity: quantity, UnitPrice: price,
		Amount: core.Value(quantity, &price), Priced: quantity, ShopTaken: takenUnknown,
	}
}

// open is what is still to be shipped of the line.
func (l Line) open() int64 { return l.Quantity - l.Cancelled - l.Shipped }

// ToldByShop is how many units its shop says it refunded and nobody entered here: whoever
// enters some may mean the same ones.
func (l Line) ToldByShop() int64 { return max(l.ShopRefunded-l.HandRefunded, 0) }

// returnable is what was shipped and not settled since.
func (l Line) returnable() int64 { return l.Shipped - l.Returned - l.WrittenOff }

// Event is something that happened to an order.
type Event struct {
	ID       int64
	OrderID  int64
	At       time.Time
	UserID   int64
	UserName string
	Kind     EventKind
	// Status is the order's after it.
	Status Status
	// Detail is a sentence for people, or empty.
	Detail string
}

// EventKind says what happened.
type EventKind string

// The kinds of events.
const (
	Created  EventKind = "created"
	Moved    EventKind = "status"
	Edited   EventKind = "edited"
	Refunded EventKind = "refund"
	Shipment EventKind = "shipment"
	Updated  EventKind = "received"
	Matched  EventKind = "matched"
)

// Effect is what one line of an order did to the stock. A line has one
// effect of each transition, so that none happens twice.
type Effect struct {
	OrderID    int64
	LineID     int64
	Transition string
	ProductID  int64
	// Quantity is negative for what left.
	Quantity   int64
	MovementID int64
	At         time.Time
}

// Row is an order with its lines, as lists show it.
type Row struct {
	Order
	LocationName  string
	CreatedByName string
	Lines         []Line
}

// Shortage is how many units the order lacks.
func (o Row) Shortage() (units int64) {
	for _, line := range o.Lines {
		units += line.Shortage
	}
	return units
}

// Detail is everything about one order.
type Detail struct {
	Row
	Events  []Event
	Effects []Effect
	// Delivery is the last news of it that a shop sent, while that is kept.
	Delivery *Delivery
}

// Delivery is how the last news of an order arrived. Only what was signed
// has a key, so that it needs no word for that.
type Delivery struct {
	// Key is what makes two deliveries the same one.
	Key string
	// Problem is what keeps the news from being settled; empty when nothing does.
	Problem  string
	Attempts int
}

// Filter says which orders a list shows. Zero values mean all.
type Filter struct {
	// Search matches the number or the customer.
	Search   string
	Status   Status
	From     time.Time
	To       time.Time
	MinTotal *core.Cents
	Ordering Ordering
	Page     core.Page
}

// Ordering is how a list of orders is sorted; a leading minus is descending.
type Ordering string

// Orderings of orders, ascending; each also with a leading minus.
const (
	OrdersByCreated  Ordering = "createdAt"
	OrdersByTotal    Ordering = "totalAmount"
	OrdersByNumber   Ordering = "orderNumber"
	OrdersByCustomer Ordering = "customerName"
	OrdersByStatus   Ordering = "status"
)

type orderMemory interface {
	linkMemory
	// LastOrderDelivery is the last signed delivery about an order.
	LastOrderDelivery(orderID int64) (Delivery, error)
	// InsertOrder keeps an order and counts it among the figures of the zone's days.
	InsertOrder(order Order, zone *time.Location) (int64, error)
	OrderByID(id int64) (Row, error)
	// LockOrder returns an order and keeps others from changing it.
	LockOrder(id int64) (Order, error)
	// LockExternalOrder is LockOrder by the shop's name for it.
	LockExternalOrder(channelID int64, externalID string) (Order, error)
	// OrdersByNumbers are the orders that people call by one of these numbers,
	// whatever their case.
	OrdersByNumbers(numbers []string) ([]Order, error)
	// UpdateOrder writes what can change of an order, and the figures.
	UpdateOrder(before, after Order, zone *time.Location) error
	ListOrders(filter Filter) (core.List[Row], error)
	// WalkOrders hands over every order that a list would show, in its order
	// and with its lines.
	WalkOrders(filter Filter, fn func(Row) error) error
	// OrdersOfProduct lists the orders that ask for a product, the newest first.
	OrdersOfProduct(productID int64, page core.Page) (core.List[Row], error)

	// InsertOrderLines keeps new lines and returns them with their numbers.
	InsertOrderLines(lines []Line) ([]Line, error)
	// UpdateOrderLines writes everything that can change of lines.
	UpdateOrderLines(lines []Line) error
	DeleteOrderLines(orderID int64) error
	// OrderLines are the lines of several orders, each in their order.
	OrderLines(orderIDs []int64) (map[int64][]Line, error)
	// UnmatchedArticleOrders returns those that have such a line of an article.
	UnmatchedArticleOrders(channelID int64, article string) ([]int64, error)
	// UnmatchedOrders returns open orders of a channel that have a line without
	// product whose SKU has this IdentityKey.
	UnmatchedOrders(channelID int64, skuKey string) ([]int64, error)

	// InsertOrderEffects keeps effects; one that is there already is an error.
	InsertOrderEffects(effects []Effect) error
	OrderEffects(orderID int64) ([]Effect, error)
	InsertOrderEvent(event Event) error
	OrderEvents(orderID int64) ([]Event, error)
	// ClaimRefund notes that a refund is taken into account; false says that
	// it was before.
	ClaimRefund(orderID int64, key string) (bool, error)
	// ClaimedRefunds are the keys that were claimed for an order, and
	// ForgetRefund frees one of them.
	ClaimedRefunds(orderID int64) ([]string, error)
	ForgetRefund(orderID int64, key string) error

	orderFigureMemory
}

// Order returns everything about one order.
func (s *Service) Order(ctx context.Context, id int64) (order Detail, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		order, err = orderDetail(tx, id)
		return err
	})
	return order, err
}

func orderDetail(tx Tx, id int64) (order Detail, err error) {
	if order.Row, err = tx.OrderByID(id); err != nil {
		return order, err
	}
	rows := []Row{order.Row}
	if err := withLines(tx, rows); err != nil {
		return order, err
	}
	order.Row = rows[0]
	if order.Events, err = tx.OrderEvents(id); err != nil {
		return order, err
	}
	if order.Effects, err = tx.OrderEffects(id); err != nil {
		return order, err
	}
	for i, effect := range order.Effects {
		for _, kind := range []string{transitionShip, transitionUnship} {
			if strings.HasPrefix(effect.Transition, kind) {
				order.Effects[i].Transition = kind // The first time or a later one.
			}
		}
	}
	if order.ChannelID == 0 {
		return order, nil
	}
	last, err := tx.LastOrderDelivery(id)
	if core.IsNotFound(err) {
		return order, nil
	}
	order.Delivery = &last
	return order, err
}

// withLines completes orders with their lines.
func withLines(tx Tx, rows []Row) error {
	ids := make([]int64, 0, len(rows))
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	lines, err := tx.OrderLines(ids)
	for i := range rows {
		rows[i].Lines = lines[rows[i].ID]
	}
	return err
}

// ListOrders shows one page of orders with their lines.
func (s *Service) ListOrders(ctx context.Context, filter Filter) (orders core.List[Row], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if orders, err = tx.ListOrders(filter); err != nil {
			return err
		}
		return withLines(tx, orders.Rows)
	})
	return orders, err
}

// OrdersOfProduct shows one page of the orders that ask for a product.
func (s *Service) OrdersOfProduct(
	ctx context.Context, productID int64, page core.Page,
) (orders core.List[Row], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if _, err := tx.ProductByID(productID); err != nil {
			return err
		}
		if orders, err = tx.OrdersOfProduct(productID, page); err != nil {
			return err
		}
		return withLines(tx, orders.Rows)
	})
	return orders, err
}

// ErrNoOrders is the answer to an export of nothing.
var ErrNoOrders = &core.Error{Kind: core.Conflict, Message: "No hay pedidos para exportar"}

// WalkOrders hands over every order that a list would show, all of one moment.
// There being none is ErrNoOrders.
func (s *Service) WalkOrders(ctx context.Context, filter Filter, fn func(Row) error) error {
	return core.WalkAll(ctx, s.store, ErrNoOrders, fn, func(tx Tx, fn func(Row) error) error {
		return tx.WalkOrders(filter, fn)
	})
}
