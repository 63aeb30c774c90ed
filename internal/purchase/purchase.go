package purchase

import (
	"context"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/outbox"
	"estante/internal/supplier"
)

// Purchase is an order to a supplier. While it is sent, what it still lacks is on its way.
type Purchase struct {
	ID int64
	// Number is PC-2026-0001; empty until it is sent, so that drafts leave no gap.
	Number     string
	SupplierID int64
	Status     Status
	// LocationID is where it is to be delivered.
	LocationID int64
	Currency   string
	// Rate is how many units of the currency of costs one of Currency is worth; nil where
	// both are the same or nobody said. A receipt has its own.
	Rate *core.Rate
	// ExpectedOn is the day on which it should come, as 2026-12-31; empty while nobody said.
	ExpectedOn string
	Notes      string
	// LineCount, Ordered, Received and Pending are how many lines it has and the units of
	// them that were ordered, are here and are still to come; Value is what its lines cost
	// together, and Extra what it costs besides.
	LineCount int64
	Ordered   int64
	Received  int64
	Pending   int64
	Value     core.Cents
	Extra     core.Cents
	CreatedBy int64
	CreatedAt time.Time
	UpdatedAt time.Time
	SentBy    int64
	SentAt    *time.Time
	SentHow   Sending
	// MessageID is the e-mail that takes it to the supplier; zero where none does.
	MessageID int64
	// SentWords is what the person said in it; empty has it say the usual.
	SentWords string
	// EndedAt is when nothing was left to come: received, closed or cancelled.
	EndedAt *time.Time
	// Version counts the changes of this row; see core.ErrStale.
	Version int64
}

// Status is how far a purchase is.
type Status string

// The states of a purchase. Only what is sent can be received.
const (
	Draft     Status = "draft"
	Sent      Status = "sent"
	Received  Status = "received"
	Closed    Status = "closed"
	Cancelled Status = "cancelled"
)

// Sending is how a purchase reached its supplier.
type Sending string

// The ways to a supplier.
const (
	ByEmail Sending = "email"
	ByHand  Sending = "hand"
)

// Line is a product of a purchase. All quantities are units, whatever a pack has.
type Line struct {
	ID         int64
	PurchaseID int64
	Position   int
	ProductID  int64
	// SKU and Name are as they were when it was ordered.
	SKU         string
	Name        string
	SupplierSKU string
	PackUnits   int64
	PackPrice   *supplier.Price
	// Discount is in hundredths of a percent.
	Discount int
	// Value is what all units ordered cost together, which is the truth; nil where nobody said.
	Value   *core.Cents
	Ordered int64
	// Received is here, Rejected was refused at the door, Replaced is to be sent again for
	// what went back, and Closed was given up.
	Received int64
	Rejected int64
	Replaced int64
	Closed   int64
	// Pending is on its way: what is missing of a purchase that is sent, and else nothing.
	Pending int64
	// ExpectedOn is that of the purchase.
	ExpectedOn string
}

// Missing is what the line still lacks, whether or not anybody sends it.
func (l Line) Missing() int64 { return l.missing() }

// Excess is what came beyond what was ordered.
func (l Line) Excess() int64 { return l.excess() }

// missing is what the line still lacks, whether or not anybody sends it.
func (l Line) missing() int64 { return max(0, l.Ordered+l.Replaced-l.Received-l.Closed) }

// excess is what came beyond what was ordered. It completes no other line.
func (l Line) excess() int64 { return max(0, l.Received-l.Ordered-l.Replaced) }

// Label is the status as people read it.
func (s Status) Label() string {
	switch s {
	case Draft:
		return "Borrador"
	case Sent:
		return "Enviado"
	case Received:
		return "Recibido"
	case Closed:
		return "Cerrado"
	case Cancelled:
		return "Cancelado"
	}
	return string(s)
}

// Statuses are all of them, in the order of a purchase's life.
var Statuses = []Status{Draft, Sent, Received, Closed, Cancelled}

// Late says whether it should have come before a day and has not.
func (p Purchase) Late(today string) bool {
	return p.Status == Sent && p.ExpectedOn != "" && p.ExpectedOn < today
}

// Row is a purchase with the names of what it refers to.
type Row struct {
	Purchase
	SupplierName  string
	LocationName  string
	CreatedByName string
	SentByName    string
}

// Detail is everything about one purchase.
type Detail struct {
	Row
	Lines    []Line
	Receipts []ReceiptRow
	Extras   []ExtraCost
	Returns  []SupplierReturnRow
	Events   []Event
	// Mail is how far the e-mail is that takes it to its supplier; empty where there is none.
	Mail outbox.MessageState
	// Today is the day of the business on which it was asked for.
	Today string
}

// Event is something that happened to a purchase. It tells no amounts: who may not see costs
// may see it.
type Event struct {
	ID         int64
	PurchaseID int64
	At         time.Time
	UserID     int64
	UserName   string
	Kind       EventKind
	// Status is the purchase's after it.
	Status Status
	// Detail is a sentence for people, or empty.
	Detail string
}

// EventKind says what happened.
type EventKind string

// The kinds of events.
const (
	EventCreated    EventKind = "created"
	EventEdited     EventKind = "edited"
	EventSent       EventKind = "sent"
	EventDrafted    EventKind = "drafted"
	EventCancelled  EventKind = "cancelled"
	EventClosed     EventKind = "closed"
	EventReopened   EventKind = "reopened"
	EventReceived   EventKind = "received"
	EventUndone     EventKind = "undone"
	EventExtra      EventKind = "extra"
	EventReturned   EventKind = "returned"
	EventReturnedNo EventKind = "returnUndone"
)

// Filter says which purchases a list shows. Zero values mean all.
type Filter struct {
	// Search matches the number, the supplier, what is in it and its delivery notes.
	Search string
	// IDs leaves these alone; none means all.
	IDs        []int64
	Status     Status
	SupplierID int64
	ProductID  int64
	From       time.Time
	To         time.Time
	// Late leaves those alone that should have come before today.
	Late     bool
	Today    string
	Ordering Ordering
	Page     core.Page
}

// Ordering is how a list of purchases is sorted; a leading minus is descending.
type Ordering string

// Orderings of purchases, ascending; each also with a leading minus. By due has, backwards,
// those that are late first and then the others, the newest first.
const (
	ByDue      Ordering = "due"
	ByCreated  Ordering = "createdAt"
	ByNumber   Ordering = "number"
	ByTotal    Ordering = "totalCost"
	ByExpected Ordering = "expectedOn"
)

// Pending is what is on its way of a product by one purchase.
type Pending struct {
	LineID       int64
	PurchaseID   int64
	Number       string
	SupplierID   int64
	SupplierName string
	ProductID    int64
	SKU          string
	Name         string
	Units        int64
	ExpectedOn   string
}

// Arriving is how much should come in some days.
type Arriving struct {
	Purchases int64
	Units     int64
	// Late should have come before.
	Late int64
}

type purchaseMemory interface {
	wantedMemory
	purchaseWordsMemory
	// ArrivingBetween is what is expected on some days, the last one included.
	ArrivingBetween(first, last string) (Arriving, error)
	InsertPurchase(purchase Purchase) (int64, error)
	// UpdatePurchase writes what can change of a purchase, and how many there are in each state.
	UpdatePurchase(before, after Purchase) error
	// SearchPurchaseBy has searches find a purchase by some words.
	SearchPurchaseBy(id int64, words []string) error
	DeletePurchase(purchase Purchase) error
	PurchaseByID(id int64) (Row, error)
	// PurchaseOfMessage is the purchase that a message takes to its supplier.
	PurchaseOfMessage(messageID int64) (int64, error)
	// LockPurchase returns a purchase and keeps others from changing it.
	LockPurchase(id int64) (Purchase, error)
	ListPurchases(filter Filter) (core.List[Row], error)
	// WalkPurchases hands over every purchase that a list would show, in its order.
	WalkPurchases(filter Filter, fn func(Row) error) error
	// PurchaseTotals is how many purchases are in each state.
	PurchaseTotals() (map[Status]int64, error)
	// NextNumber is the next of a series, which no other transaction gets.
	NextNumber(series string) (int64, error)

	// InsertPurchaseLines keeps new lines, in their order.
	InsertPurchaseLines(lines []Line) error
	// UpdatePurchaseLines writes what can change of lines that are kept.
	UpdatePurchaseLines(lines []Line) error
	DeletePurchaseLines(purchaseID int64) error
	PurchaseLines(purchaseID int64) ([]Line, error)
	// PendingLines are what is on its way, by product and day; zero means of all products.
	PendingLines(productID int64, page core.Page) (core.List[Pending], error)

	InsertPurchaseEvent(event Event) error
	PurchaseEvents(purchaseID int64) ([]Event, error)

	// KeepIncoming brings what is on its way of locked products to what lines say.
	KeepIncoming(productIDs []int64) error
	// ProductsNamed finds products by their ids; deleted ones are not found.
	ProductsNamed(ids []int64) (map[int64]catalogue.Product, error)
}

// Purchase returns everything about one purchase.
func (s *Service) Purchase(ctx context.Context, id int64) (detail Detail, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		detail, err = detailOf(tx, id)
		return err
	})
	return detail, err
}

func detailOf(tx Tx, id int64) (detail Detail, err error) {
	if detail.Row, err = tx.PurchaseByID(id); err != nil {
		return detail, err
	}
	if detail.Lines, err = tx.PurchaseLines(id); err != nil {
		return detail, err
	}
	if detail.Receipts, err = tx.ReceiptsOf(id); err != nil {
		return detail, err
	}
	if detail.Extras, err = tx.ExtraCostsOf(id); err != nil {
		return detail, err
	}
	if detail.Returns, err = tx.SupplierReturnsOf(id); err != nil {
		return detail, err
	}
	if detail.Events, err = tx.PurchaseEvents(id); err != nil {
		return detail, err
	}
	if detail.MessageID != 0 {
		if detail.Mail, err = tx.MessageState(detail.MessageID); err != nil && !core.IsNotFound(err) {
			return detail, err
		}
	}
	detail.Today, err = today(tx)
	return detail, err
}

// today is the day of the business.
func today(tx Tx) (string, error) {
	settings, err := tx.Settings()
	return tx.Now().In(settings.Zone()).Format(core.DateForm), err
}

// Purchases is one page of a list with how many there are in each state.
type Purchases struct {
	core.List[Row]
	States map[Status]int64
	Today  string
}

// ListPurchases shows one page of purchases.
func (s *Service) ListPurchases(ctx context.Context, filter Filter) (list Purchases, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if list.Today, err = today(tx); err != nil {
			return err
		}
		filter.Today = list.Today
		if list.States, err = tx.PurchaseTotals(); err != nil {
			return err
		}
		list.List, err = tx.ListPurchases(filter)
		return err
	})
	return list, err
}

// ErrNoPurchases is the answer to an export of nothing.
var ErrNoPurchases = &core.Error{Kind: core.Conflict, Message: "No hay compras para exportar"}

// WalkPurchases hands over every purchase that a list would show, all of one moment.
func (s *Service) WalkPurchases(ctx context.Context, filter Filter, fn func(Row) error) error {
	return core.WalkAll(ctx, s.store, ErrNoPurchases, fn, func(tx Tx, fn func(Row) error) error {
		day, err := today(tx)
		if err != nil {
			return err
		}
		filter.Today = day
		return tx.WalkPurchases(filter, fn)
	})
}

// Pending shows what is on its way, by product and day; zero means of all products.
func (s *Service) Pending(ctx context.Context, productID int64, page core.Page) (list core.List[Pending], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		list, err = tx.PendingLines(productID, page)
		return err
	})
	return list, err
}

// ArrivingThisWeek is what should come from today to the Sunday of this week, and how many
// purchases should have come before.
func (s *Service) ArrivingThisWeek(ctx context.Context) (arriving Arriving, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		now := tx.Now().In(settings.Zone())
		sunday := now.AddDate(0, 0, (7-int(now.Weekday()))%7)
		if arriving, err = tx.ArrivingBetween(now.Format(core.DateForm), sunday.Format(core.DateForm)); err != nil {
			return err
		}
		late, err := tx.ArrivingBetween("0", now.AddDate(0, 0, -1).Format(core.DateForm))
		arriving.Late = late.Purchases
		return err
	})
	return arriving, err
}
