package inventory

import (
	"time"
)

// Alert says that something needs attention: a product that runs out, orders
// that lack units, a channel from which nothing comes any more. It opens when
// its subject falls into a level, follows it up and down, and is resolved by
// hand or by itself when the fall is over. The next fall opens another.
type Alert struct {
	ID   int64
	Kind AlertKind
	// ProductID is what it is about, or ChannelID, with the channel's name.
	ProductID int64
	ChannelID int64
	Subject   string
	Level     AlertLevel
	State     AlertState
	// Dip is the level at which its subject is now, until the fall that opened
	// it is over; then it is zero.
	Dip       AlertLevel
	CreatedAt time.Time
	UpdatedAt time.Time
	// SnoozedUntil is when a snoozed alert comes back by itself.
	SnoozedUntil *time.Time
	ResolvedAt   *time.Time
	// ResolvedBy is zero when it resolved itself.
	ResolvedBy int64
	Resolution Resolution
}

// AlertKind says what an alert is about.
type AlertKind string

// The kinds of alerts.
const (
	AlertStock    AlertKind = "stock"
	AlertShortage AlertKind = "shortage"
	AlertChannel  AlertKind = "channel"
)

// productAlerts are the kinds that are about a product.
var productAlerts = []AlertKind{AlertStock, AlertShortage}

// AlertLevel says how much an alert presses. Its numbers are stored; the worst
// is the highest, and zero is no alert at all.
type AlertLevel int

// The levels of alerts.
const (
	AlertNone     AlertLevel = 0
	AlertLow      AlertLevel = 1
	AlertCritical AlertLevel = 2
	AlertOut      AlertLevel = 3
)

// AlertLevels lists them, the worst first.
var AlertLevels = []AlertLevel{AlertOut, AlertCritical, AlertLow}

// Code is the level as the API names it.
func (l AlertLevel) Code() string {
	return map[AlertLevel]string{AlertOut: "out_of_stock", AlertCritical: "critical", AlertLow: "low"}[l]
}

// Label is the level as people read it.
func (l AlertLevel) Label() string {
	return map[AlertLevel]string{AlertOut: "Sin Stock", AlertCritical: "Crítica", AlertLow: "Baja"}[l]
}

// AlertLevelByCode reads a level by its name; an unknown one is AlertNone.
func AlertLevelByCode(code string) AlertLevel {
	for _, level := range AlertLevels {
		if level.Code() == code {
			return level
		}
	}
	return AlertNone
}

// AlertState says whether anybody still has to do something.
type AlertState int

// The states of alerts. Their numbers are stored.
const (
	AlertOpen     AlertState = 0
	AlertSnoozed  AlertState = 1
	AlertResolved AlertState = 2
)

// AlertStates lists them by the names of the API.
var AlertStates = map[string]AlertState{"open": AlertOpen, "snoozed": AlertSnoozed, "resolved": AlertResolved}

// Code is the state as the API names it.
func (s AlertState) Code() string {
	return map[AlertState]string{AlertOpen: "open", AlertSnoozed: "snoozed", AlertResolved: "resolved"}[s]
}

// Resolution says how an alert ended; empty while it has not.
type Resolution string

// The ways an alert ends: somebody said so, the stock recovered, or the product
// is no longer watched.
const (
	ResolvedByHand    Resolution = "manual"
	ResolvedRecovered Resolution = "recovered"
	ResolvedBlocked   Resolution = "blocked"
	ResolvedInactive  Resolution = "inactive"
	ResolvedDeleted   Resolution = "deleted"
)

// MinStockDefault is what counts as too little of a product without a minimum.
const MinStockDefault = 10

// AlertSubject is what decides the alerts of a product, with those of the falls
// it is in.
type AlertSubject struct {
	ProductID int64
	Name      string
	SKU       string
	// CategoryID is zero for a product without category.
	CategoryID int64
	Status     ProductStatus
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
	Current map[AlertKind]Alert
}

// minimum is the product's own, or what is taken for one.
func (s AlertSubject) minimum() int64 {
	if s.MinStock == nil {
		return MinStockDefault
	}
	return *s.MinStock
}

// Level is how much the stock of a product presses. What never sells is judged
// by its minimum alone.
func (s AlertSubject) Level() AlertLevel { return s.levelFor(s.DaysLeft) }

// levelFor is the level of a stock that lasts so many days.
func (s AlertSubject) levelFor(days *int) AlertLevel {
	switch {
	case s.Stock == 0:
		return AlertOut
	case s.Stock <= s.minimum():
		return AlertCritical
	default:
		return levelOfDays(days, s.AlertDays)
	}
}

// levelOfDays is the level by the days alone, nil for what does not sell.
func levelOfDays(days *int, alertDays int) AlertLevel {
	switch {
	case days == nil || *days > alertDays:
		return AlertNone
	case *days <= alertDays/2:
		return AlertCritical
	default:
		return AlertLow
	}
}

// levelMeanwhile is the level until the forecast knows of the stock of now.
// Units decide at once; an alert for the days that are left stays until the
// forecast says otherwise, or until so much has come that there is no doubt.
func (s AlertSubject) levelMeanwhile(rose bool) AlertLevel {
	byUnits := s.levelFor(nil)
	if s.Estimate == nil {
		return byUnits
	}
	held := min(s.Current[AlertStock].Dip, AlertCritical)
	if rose {
		cautious := *s.Estimate * 3 / 4
		held = min(held, s.levelFor(&cautious))
	}
	return max(byUnits, held)
}

// unwatched says why a product has no alerts of a kind, whatever its stock:
// nobody restocks what is no longer sold, but an order that lacks it still waits.
func (s AlertSubject) unwatched(kind AlertKind) Resolution {
	switch {
	case s.Deleted:
		return ResolvedDeleted
	case s.Blocked:
		return ResolvedBlocked
	case kind == AlertStock && (s.Status == StatusInactive || s.Status == StatusDiscontinued):
		return ResolvedInactive
	default:
		return ""
	}
}

// due is the level at which an alert of a kind should be after a touch, and how
// it ends when that is none.
func (s AlertSubject) due(kind AlertKind, touch Touch) (AlertLevel, Resolution) {
	why := s.unwatched(kind)
	switch {
	case why != "":
		return AlertNone, why
	case kind == AlertShortage && s.Shortage > 0:
		return AlertCritical, ResolvedRecovered
	case kind == AlertShortage:
		return AlertNone, ResolvedRecovered
	case s.Outdated || touch.Moved:
		return s.levelMeanwhile(touch.Rose), ResolvedRecovered
	default:
		return s.Level(), ResolvedRecovered
	}
}

// AlertedLike says that nothing which decides alerts differs between two states of
// a product.
func AlertedLike(p, other Product) bool {
	return p.Status == other.Status && p.Stock == other.Stock && p.Shortage == other.Shortage && samePointer(p.MinStock, other.MinStock) &&
		p.AlertDays == other.AlertDays && p.AlertBlocked == other.AlertBlocked && (p.DeletedAt == nil) == (other.DeletedAt == nil)
}

// AlertRow is an alert with what is shown of it.
type AlertRow struct {
	Alert
	ProductName string
	ProductSKU  string
	ImageURL    string
	Stock       int64
	Shortage    int64
	MinStock    *int64
	AlertDays   int
	Blocked     bool
	Deleted     bool
	// DaysLeft and ToDo are forecast; nil where nothing is.
	DaysLeft       *int
	ToDo           *int64
	ResolvedByName string
	Notes          []AlertNote
}

// AlertNote is what somebody wrote about an alert.
type AlertNote struct {
	ID       int64
	AlertID  int64
	UserID   int64
	UserName string
	Note     string
	At       time.Time
}

// AlertTotals counts alerts by state and level.
type AlertTotals map[AlertKey]int64

// AlertKey is a state and a level of alerts.
type AlertKey struct {
	State AlertState
	Level AlertLevel
}

// Of adds up the alerts of a state, of one level or, with AlertNone, of all.
func (t AlertTotals) Of(state AlertState, level AlertLevel) (n int64) {
	for key, alerts := range t {
		if key.State == state && (level == AlertNone || key.Level == level) {
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
	Now *Product
}

// begins says whether a product that is in no fall comes into one, where Now is
// known: then its units decide, whatever the forecast says.
func (t Touch) begins() bool {
	subject := AlertSubject{
		Status: t.Now.Status, Stock: t.Now.Stock, Shortage: t.Now.Shortage, MinStock: t.Now.MinStock, AlertDays: t.Now.AlertDays,
		Blocked: t.Now.AlertBlocked, Deleted: t.Now.DeletedAt != nil,
	}
	for _, kind := range productAlerts {
		if due, _ := subject.due(kind, t); due > AlertNone {
			return true
		}
	}
	return false
}

type alertMemory interface {
	// TouchedProducts are those of which this transaction has changed anything
	// that decides their alerts, since it was last asked.
	TouchedProducts() map[int64]Touch
	// AlertSubjects returns products, deleted ones included, in order of their
	// ids. Whoever means to change their alerts has them locked.
	AlertSubjects(ids []int64) ([]AlertSubject, error)
	// FallingProducts returns those of some products that are in a fall.
	FallingProducts(ids []int64) ([]int64, error)
	// AlertSubjectsAfter returns the next ones after a product, to check them.
	AlertSubjectsAfter(id int64, limit int) ([]AlertSubject, error)
	// InsertAlerts keeps new alerts and writes their numbers into them.
	InsertAlerts(alerts []Alert) error
	// UpdateAlerts writes everything of alerts but what they are about.
	UpdateAlerts(changes []AlertChange) error
	// LockAlert returns an alert and keeps every other writer from changing it.
	LockAlert(id int64) (Alert, error)
	// ChannelAlert returns the alert of a channel's present silence.
	ChannelAlert(channelID int64) (Alert, error)
	// SnoozedAlerts returns alerts whose rest is over, the longest first.
	SnoozedAlerts(until time.Time, limit int) ([]Alert, error)
	AlertByID(id int64) (AlertRow, error)
	ListAlerts(filter AlertFilter) (List[AlertRow], error)
	AlertTotals() (AlertTotals, error)
	// CountedAlerts are the totals counted anew, to check the kept ones.
	CountedAlerts() (AlertTotals, error)
	InsertAlertNote(note AlertNote) (int64, error)
	CountAlertNotes(alertID int64) (int, error)
}

// AlertChange is an alert before and after something happened to it.
type AlertChange struct{ Before, After Alert }
