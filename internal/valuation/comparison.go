package valuation

import (
	"cmp"
	"context"
	"slices"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// Kind says in the words of an owner what a movement was.
type Kind string

// The kinds of movements, as two dates are compared by them.
const (
	KindBought    Kind = "bought"
	KindSold      Kind = "sold"
	KindReturned  Kind = "returned"
	KindSentBack  Kind = "sentBack"
	KindDamaged   Kind = "damaged"
	KindCounted   Kind = "counted"
	KindAdjusted  Kind = "adjusted"
	KindOther     Kind = "other"
	KindCarried   Kind = "carried"
	KindRevalued  Kind = "revalued"
	KindFirstCost Kind = "firstCost"
)

// Kinds are all of them, in the order in which people are told.
var Kinds = []Kind{
	KindBought, KindReturned, KindSold, KindSentBack, KindDamaged, KindCounted, KindAdjusted, KindOther, KindCarried,
	KindRevalued, KindFirstCost,
}

// kindOf is that of a movement; one that takes another back is of the kind of that one.
func kindOf(m ledger.Movement) Kind {
	switch {
	case m.Reason == ledger.ReasonRevaluation:
		return KindRevalued
	case m.Source == ledger.SourceTransfer:
		return KindCarried
	case m.Reason == ledger.ReasonReturn:
		return KindReturned
	case m.Source == ledger.SourceEntry, m.Reason == ledger.ReasonRestock:
		return KindBought
	}
	switch m.Reason {
	case ledger.ReasonSale:
		return KindSold
	case ledger.ReasonDamage:
		return KindDamaged
	case ledger.ReasonCount:
		return KindCounted
	case ledger.ReasonAdjustment:
		return KindAdjusted
	case ledger.ReasonSupplierReturn:
		return KindSentBack
	case ledger.ReasonRestock, ledger.ReasonReturn, ledger.ReasonTransfer, ledger.ReasonOther, ledger.ReasonRevaluation:
	}
	return KindOther
}

// Flow is what came and left by one kind of movements.
type Flow struct {
	In, Out           int64
	ValueIn, ValueOut core.Cents
}

// add counts units and how much more the stock was worth after them.
func (f *Flow) add(units int64, value core.Cents) {
	if units > 0 {
		f.In += units
	} else {
		f.Out -= units
	}
	if value > 0 {
		f.ValueIn += value
	} else {
		f.ValueOut -= value
	}
}

// Course is how units and value went from one instant to another: Before and what came,
// less what left, is After, to the unit and to the cent. What is of unknown value counts as
// nothing, and what it is worth once that is known as FirstCost.
type Course struct {
	Before, After Side
	Flows         map[Kind]*Flow
}

// Side is what there was at one end.
type Side struct {
	Units int64
	Value core.Cents
	// Unknown units have no cost.
	Unknown int64
}

func (s *Side) add(units int64, value *core.Cents) {
	s.Units += units
	if value == nil {
		s.Unknown += units
		return
	}
	s.Value += *value
}

func newCourse() *Course { return &Course{Flows: map[Kind]*Flow{}} }

func (c *Course) flow(kind Kind) *Flow {
	if c.Flows[kind] == nil {
		c.Flows[kind] = &Flow{}
	}
	return c.Flows[kind]
}

// add counts the course of one product too.
func (c *Course) add(o *Course) {
	c.Before.plus(o.Before)
	c.After.plus(o.After)
	for kind, flow := range o.Flows {
		sum := c.flow(kind)
		sum.In, sum.Out = sum.In+flow.In, sum.Out+flow.Out
		sum.ValueIn, sum.ValueOut = sum.ValueIn+flow.ValueIn, sum.ValueOut+flow.ValueOut
	}
}

func (s *Side) plus(o Side) {
	s.Units, s.Value, s.Unknown = s.Units+o.Units, s.Value+o.Value, s.Unknown+o.Unknown
}

// Comparison is how the stock went from one instant to another.
type Comparison struct {
	From, To time.Time
	Method   Method
	Currency string
	Course
	Count core.Count
	Rows  []ProductCourse
}

// ProductCourse is that of one product, with what it is called today.
type ProductCourse struct {
	ProductID int64
	Product   ProductName
	Course
}

// CompareFilter says which products a comparison shows, those whose value changed most first.
type CompareFilter struct {
	Search   string
	Category catalogue.LabelRef
	Page     core.Page
}

// errCurrencyBetween is the answer where costs were brought into another currency in between.
func errCurrencyBetween(at time.Time, zone *time.Location) error {
	return core.FieldError("from", "Entre las dos fechas cambió la moneda de los costes (el "+
		at.In(zone).Format("02/01/2006")+"): compara antes o después de ese día")
}

// CompareValues says what came, what left and what was lost between two instants.
func (s *Service) CompareValues(
	ctx context.Context, from, to time.Time, method Method, filter CompareFilter,
) (comparison *Comparison, err error) {
	now := s.store.Now()
	wrong := core.Problems{}
	if from, err = checkInstant("from", from, now); err != nil {
		wrong.Under("", err)
	}
	if to, err = checkInstant("to", to, now); err != nil {
		wrong.Under("", err)
	}
	if err := method.check(); err != nil {
		wrong.Under("", err)
	}
	wrong.Check(!to.Before(from), "to", "La segunda fecha no puede ser anterior a la primera")
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	err = core.Snapshot(ctx, s.store, func(tx Tx) error {
		comparison = &Comparison{From: from, To: to, Method: method, Course: *newCourse()}
		return comparison.work(tx, filter)
	})
	return comparison, err
}

func (c *Comparison) work(tx Tx, filter CompareFilter) error {
	if err := c.sameCurrency(tx); err != nil {
		return err
	}
	asked, err := filedUnder(tx, filter)
	if err != nil {
		return err
	}
	folding, err := newFolding(tx, c.To)
	if err != nil {
		return err
	}
	folding.since, folding.watched = c.From, &courses{method: c.Method, of: map[int64]*Course{}}
	var changed []changedProduct
	err = folding.each(func(fold *Fold) error {
		course := folding.watched.end(fold)
		if asked != nil && !asked[fold.ProductID] {
			return nil
		}
		if fold.Average != nil {
			c.Currency = fold.Currency
		}
		c.add(course)
		if len(course.Flows) > 0 {
			changed = append(changed, changedProduct{
				ProductHead{fold.ProductID, fold.Seq},
				course.After.Value - course.Before.Value,
				course.After.Units - course.Before.Units,
			})
		}
		return nil
	})
	if err != nil {
		return err
	}
	if c.Currency, err = currencyOr(tx, c.Currency); err != nil {
		return err
	}
	c.Count = core.CountOf(int64(len(changed)), asked != nil)
	return c.page(folding, changed, filter.Page)
}

// sameCurrency refuses two instants whose values are in two currencies: they have no
// difference.
func (c *Comparison) sameCurrency(tx Tx) error {
	settings, err := tx.Settings()
	if err != nil {
		return err
	}
	changes, err := tx.CostChanges(c.From)
	for _, change := range changes {
		if change.At.After(c.From) && !change.At.After(c.To) {
			return errCurrencyBetween(change.At, settings.Zone())
		}
	}
	return err
}

// filedUnder are the products that a filter finds; nil is all.
func filedUnder(tx Tx, filter CompareFilter) (map[int64]bool, error) {
	if core.Clean(filter.Search) == "" && filter.Category == (catalogue.LabelRef{}) {
		return nil, nil
	}
	found := map[int64]bool{}
	return found, tx.WalkFiledProducts(ValueFilter{Search: filter.Search, Category: filter.Category},
		func(p FiledProduct) error {
			found[p.ID] = true
			return nil
		})
}

// changedProduct is a product that moved, and by how much its value and stock changed.
type changedProduct struct {
	ProductHead

	value core.Cents
	units int64
}

// page works the products of one page out once more, so that not all of their courses are
// held: those whose value changed most are the first.
func (c *Comparison) page(folding *folding, changed []changedProduct, page core.Page) error {
	size := func(n int64) int64 { return max(n, -n) }
	slices.SortFunc(changed, func(a, b changedProduct) int {
		return cmp.Or(cmp.Compare(size(int64(b.value)), size(int64(a.value))), cmp.Compare(size(b.units), size(a.units)),
			cmp.Compare(a.ID, b.ID))
	})
	from := min(page.Offset(), len(changed))
	shown := changed[from:min(from+page.Size, len(changed))]
	ids := make([]int64, 0, len(shown))
	for _, product := range shown {
		ids = append(ids, product.ID)
	}
	names, err := folding.tx.ProductNames(ids)
	if err != nil {
		return err
	}
	for _, product := range shown {
		followers, err := folding.chunk([]ProductHead{product.ProductHead})
		if err != nil {
			return err
		}
		course := folding.watched.end(followers[product.ID].fold)
		c.Rows = append(c.Rows, ProductCourse{ProductID: product.ID, Product: names[product.ID], Course: *course})
	}
	return nil
}

// courses are those of the products that are being folded.
type courses struct {
	method Method
	of     map[int64]*Course
}

// begin notes what there was when the first movement after the first instant came.
func (c *courses) begin(fold *Fold) {
	course := newCourse()
	course.Before.add(fold.Units, fold.Value(c.method))
	c.of[fold.ProductID] = course
}

func (c *courses) end(fold *Fold) *Course {
	course := c.of[fold.ProductID]
	delete(c.of, fold.ProductID)
	course.After.add(fold.Units, fold.Value(c.method))
	return course
}

// follow has a fold take a movement and counts what that changed.
func (c *courses) follow(fold *Fold, m ledger.Movement, restated Restated) {
	before := fold.Value(c.method)
	fold.Follow(m, restated)
	c.of[fold.ProductID].count(fold.Value(c.method), m, before)
}

// count takes one movement, with what the stock was worth before it.
func (c *Course) count(after *core.Cents, m ledger.Movement, before *core.Cents) {
	value, known := core.Cents(0), core.Cents(0)
	if after != nil {
		value = *after
	}
	switch {
	case before != nil:
		value -= *before
	case m.Cost != nil && m.Reason != ledger.ReasonRevaluation && m.Quantity > 0:
		known = value - *m.Cost
		value = *m.Cost
	default:
		known, value = value, 0
	}
	if known != 0 {
		c.flow(KindFirstCost).add(0, known)
	}
	c.flow(kindOf(m)).add(m.Quantity, value)
}
