package alert

import (
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// Alert says that something needs attention: a product that runs out, orders
// that lack units, a channel from which nothing comes any more, a purchase that
// should have come. It opens when its subject falls into a level, follows it up and down, and is resolved by
// hand or by itself when the fall is over. The next fall opens another.
type Alert struct {
	ID   int64
	Kind Kind
	// ProductID is what it is about, or ChannelID or PurchaseID, with the name of either.
	ProductID  int64
	ChannelID  int64
	PurchaseID int64
	Subject    string
	// Trouble is what is wrong with the channel.
	Trouble Trouble
	Level   Level
	State   State
	// Dip is the level at which its subject is now, until the fall that opened
	// it is over; then it is zero.
	Dip       Level
	CreatedAt time.Time
	UpdatedAt time.Time
	// SnoozedUntil is when a snoozed alert comes back by itself.
	SnoozedUntil *time.Time
	ResolvedAt   *time.Time
	// ResolvedBy is zero when it resolved itself.
	ResolvedBy int64
	Resolution Resolution
}

// Kind says what an alert is about.
type Kind string

// The kinds of alerts.
const (
	Stock    Kind = "stock"
	Shortage Kind = "shortage"
	Channel  Kind = "channel"
	// Purchase is one that should have come by now.
	Purchase Kind = "purchase"
)

// ProductAlerts are the kinds that are about a product.
var ProductAlerts = []Kind{Stock, Shortage}

// Level says how much an alert presses. Its numbers are stored; the worst
// is the highest, and zero is no alert at all.
type Level int

// The levels of alerts.
const (
	None     Level = 0
	Low      Level = 1
	Critical Level = 2
	Out      Level = 3
	// Late is that of purchases, and of nothing else.
	Late Level = 4
)

// Levels lists them: those of the stock, the worst first, and that of purchases.
var Levels = []Level{Out, Critical, Low, Late}

// Code is the level as the API names it.
func (l Level) Code() string {
	return map[Level]string{Out: "out_of_stock", Critical: "critical", Low: "low", Late: "late"}[l]
}

// Label is the level as people read it.
func (l Level) Label() string {
	return map[Level]string{Out: "Sin Stock", Critical: "Crítica", Low: "Baja", Late: "Retrasada"}[l]
}

// LevelByCode reads a level by its name; an unknown one is AlertNone.
func LevelByCode(code string) Level {
	for _, level := range Levels {
		if level.Code() == code {
			return level
		}
	}
	return None
}

// State says whether anybody still has to do something.
type State int

// The states of alerts. Their numbers are stored.
const (
	Open     State = 0
	Snoozed  State = 1
	Resolved State = 2
)

// States lists them by the names of the API.
var States = map[string]State{"open": Open, "snoozed": Snoozed, "resolved": Resolved}

// Code is the state as the API names it.
func (s State) Code() string {
	return map[State]string{Open: "open", Snoozed: "snoozed", Resolved: "resolved"}[s]
}

// Resolution says how an alert ended; empty while it has not.
type Resolution string

// The ways an alert ends: a user resolved it, the stock recovered, or the product is no
// longer watched.
const (
	ResolvedByHand    Resolution = "manual"
	ResolvedRecovered Resolution = "recovered"
	ResolvedBlocked   Resolution = "blocked"
	ResolvedInactive  Resolution = "inactive"
	ResolvedDeleted   Resolution = "deleted"
)

// MinStockDefault is what counts as too little of a product without a minimum.
const MinStockDefault = 10

// Subject is what decides the alerts of a product, with those of the falls
// it is in.
type Subject struct {
	ProductID int64
	Name      string
	SKU       string
	// CategoryID is zero for a product without category.
	CategoryID int64
	Status     catalogue.ProductStatus
	Stock      int64
	Shortage   int64
	MinStock   *int64
	AlertDays  int
	// DaysLeft is how long the stock lasts by the forecast, nil for what does
	// not sell. Estimate is the same at the pace of the forecast, worked out
	// from the stock of now, for the moments in which Outdated says that the
	// forecast does not know of that yet.
	DaysLeft *int
	Estimate *int
	Outdated bool
	Blocked  bool
	Deleted  bool
	// Current are the alerts of the falls it is in, one of a kind at most.
	Current map[Kind]Alert
}

// minimum is the product's own, or what is taken for one.
func (s Subject) minimum() int64 {
	if s.MinStock == nil {
		return MinStockDefault
	}
	return *s.MinStock
}

// Level is how much the stock of a product presses. What never sells is judged
// by its minimum alone.
func (s Subject) Level() Level { return s.LevelFor(s.DaysLeft) }

// LevelFor is the level of a stock that lasts so many days.
func (s Subject) LevelFor(days *int) Level {
	switch {
	case s.Stock == 0:
		return Out
	case s.Stock <= s.minimum():
		return Critical
	default:
		return LevelOfDays(days, s.AlertDays)
	}
}

// LevelOfDays is the level by the days alone, nil for what does not sell.
func LevelOfDays(days *int, alertDays int) Level {
	switch {
	case days == nil || *days > alertDays:
		return None
	case *days <= alertDays/2:
		return Critical
	default:
		return Low
	}
}

// levelMeanwhile is the level until the forecast knows of the stock of now.
// Units decide at once; an alert for the days that are left stays until the
// forecast says otherwise, or until so much has come that there is no doubt.
func (s Subject) levelMeanwhile(rose bool) Level {
	byUnits := s.LevelFor(nil)
	if s.Estimate == nil {
		return byUnits
	}
	held := min(s.Current[Stock].Dip, Critical)
	if rose {
		cautious := *s.Estimate * 3 / 4
		held = min(held, s.LevelFor(&cautious))
	}
	return max(byUnits, held)
}

// Unwatched says why a product has no alerts of a kind, whatever its stock:
// nobody restocks what is no longer sold, but an order that lacks it still waits.
func (s Subject) Unwatched(kind Kind) Resolution {
	switch {
	case s.Deleted:
		return ResolvedDeleted
	case s.Blocked:
		return ResolvedBlocked
	case kind == Stock && (s.Status == catalogue.StatusInactive || s.Status == catalogue.StatusDiscontinued):
		return ResolvedInactive
	default:
		return ""
	}
}

// Due is the level at which an alert of a kind should be after a touch, and how
// it ends when that is none.
func (s Subject) Due(kind Kind, touch Touch) (Level, Resolution) {
	why := s.Unwatched(kind)
	switch {
	case why != "":
		return None, why
	case kind == Shortage && s.Shortage > 0:
		return Critical, ResolvedRecovered
	case kind == Shortage:
		return None, ResolvedRecovered
	case s.Outdated || touch.Moved:
		return s.levelMeanwhile(touch.Rose), ResolvedRecovered
	default:
		return s.Level(), ResolvedRecovered
	}
}

// AlertedLike says that nothing which decides alerts differs between two states of
// a product.
func AlertedLike(p, other catalogue.Product) bool {
	return p.Status == other.Status && p.Stock == other.Stock && p.Shortage == other.Shortage &&
		catalogue.SamePointer(p.MinStock, other.MinStock) &&
		p.AlertDays == other.AlertDays && p.AlertBlocked == other.AlertBlocked &&
		(p.DeletedAt == nil) == (other.DeletedAt == nil)
}

// Row is an alert with what is shown of it.
type Row struct {
	Alert
	ProductName string
	ProductSKU  string
	ImageURL    string
	Stock       int64
	Shortage    int64
	// OutSince is when the last unit of a product left that has none now.
	OutSince  *time.Time
	MinStock  *int64
	AlertDays int
	Blocked   bool
	Deleted   bool
	// DaysLeft and ToDo are forecast; nil where nothing is.
	DaysLeft *int
	ToDo     *int64
	// Purchase is what it is about where that is a purchase, as it is now.
	Purchase       PurchaseSubject
	ResolvedByName string
	Notes          []Note
}

// Note is what a user wrote about an alert.
type Note struct {
	ID       int64
	AlertID  int64
	UserID   int64
	UserName string
	Note     string
	At       time.Time
}

// Totals counts alerts by state and level.
type Totals map[Key]int64

// Key is a state and a level of alerts.
type Key struct {
	State State
	Level Level
}

// Of adds up the alerts of a state, of one level or, with AlertNone, of all.
func (t Totals) Of(state State, level Level) (n int64) {
	for key, alerts := range t {
		if key.State == state && (level == None || key.Level == level) {
			n += alerts
		}
	}
	return n
}

// Touch is what happened to a product in a transaction.
type Touch struct {
	// Moved says that its stock or what is claimed of it changed, and Rose that
	// more can be sold than before.
	Moved bool
	Rose  bool
	// Now is the product as it has become, if it is new or nothing but movements
	// touched it.
	Now *catalogue.Product
}

// begins says whether a product that is in no fall comes into one, where Now is
// known: then its units decide, whatever the forecast says.
func (t Touch) begins() bool {
	subject := Subject{
		Status: t.Now.Status, Stock: t.Now.Stock, Shortage: t.Now.Shortage, MinStock: t.Now.MinStock,
		AlertDays: t.Now.AlertDays,
		Blocked:   t.Now.AlertBlocked, Deleted: t.Now.DeletedAt != nil,
	}
	for _, kind := range ProductAlerts {
		if due, _ := subject.Due(kind, t); due > None {
			return true
		}
	}
	return false
}

type alertMemory interface {
	// TouchedProducts are those of which this transaction has changed anything
	// that decides their alerts, since it was last asked.
	TouchedProducts() map[int64]Touch
	// AlertSubjects returns products, deleted ones included, in order of their ids. A
	// caller that means to change their alerts has locked them.
	AlertSubjects(ids []int64) ([]Subject, error)
	// FallingProducts returns those of some products that are in a fall.
	FallingProducts(ids []int64) ([]int64, error)
	// AlertSubjectsAfter returns the next ones after a product, to check them.
	AlertSubjectsAfter(id int64, limit int) ([]Subject, error)
	// InsertAlerts keeps new alerts and writes their numbers into them.
	InsertAlerts(alerts []Alert) error
	// UpdateAlerts writes everything of alerts but what they are about.
	UpdateAlerts(changes []Change) error
	// LockAlert returns an alert and keeps every other writer from changing it.
	LockAlert(id int64) (Alert, error)
	// ChannelAlert returns the alert of a present trouble of a channel.
	ChannelAlert(channelID int64, trouble Trouble) (Alert, error)
	// SnoozedAlerts returns alerts whose rest is over, the longest first.
	SnoozedAlerts(until time.Time, limit int) ([]Alert, error)
	AlertByID(id int64) (Row, error)
	ListAlerts(filter Filter) (core.List[Row], error)
	AlertTotals() (Totals, error)
	// CountedAlerts are the totals counted anew, to check the kept ones.
	CountedAlerts() (Totals, error)
	InsertAlertNote(note Note) (int64, error)
	CountAlertNotes(alertID int64) (int, error)
	latePurchaseMemory
}

// Change is an alert before and after something happened to it.
type Change struct{ Before, After Alert }
