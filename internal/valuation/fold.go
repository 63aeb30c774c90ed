package valuation

import (
	"cmp"
	"slices"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// Fold is what a product's movements come to up to one of them: how many units there
// are, where they lie and what they are worth by both methods. It is made of the movements
// alone, so that it can be made again at any time, and it goes on from where it stands.
type Fold struct {
	ProductID int64
	// Seq and Hash are those of the last movement that is in it. Nothing in it is later than
	// At: a clock that was put back changes that not.
	Seq  int64
	Hash string
	At   time.Time
	// Units is the whole stock, and Lying where it lies.
	Units int64
	Lying []ledger.Lying
	// Average is what the units cost at their average, as the last movement says; nil where
	// nobody said, and of movements that were made before values were kept.
	Average  *core.Cents
	Currency string
	// Layers are the units by what they were bought for, those that leave first in front.
	Layers []Layer
	// Gone are the layers that left last, the last one at the end: what comes back from a
	// customer, or by an undo, comes back as what it left as.
	Gone []Layer
}

// Layer is units that came in together, or what is left of them, with what they cost.
type Layer struct {
	// MovementID is the movement that brought them and EntryID its entry; zero where there is none.
	MovementID, EntryID int64
	// Brought is how many came in, and Units how many are left.
	Brought, Units int64
	// Value is what the units cost; nil while nobody said what any unit of the product cost.
	Value *core.Cents
}

// layersGone is how many of the layers that left are remembered, so that a fold is small
// however much was sold. What comes back of older ones comes back at the average.
const layersGone = 8

// Method is how units are valued.
type Method string

// The methods: at their weighted average cost, and the first in as the first out.
const (
	PMP  Method = "pmp"
	FIFO Method = "fifo"
)

// Value is what the units are worth by a method; nil where nobody said what they cost.
func (f *Fold) Value(method Method) *core.Cents {
	if method == PMP || f.Average == nil {
		return f.Average
	}
	value := f.layered()
	return &value
}

// layered is what the layers with a value are worth together.
func (f *Fold) layered() (value core.Cents) {
	for _, layer := range f.Layers {
		if layer.Value != nil {
			value += *layer.Value
		}
	}
	return value
}

// Restated says how an amount was brought into another currency by a change of it.
type Restated func(changeID int64, amount core.Cents) (core.Cents, bool)

// Follow goes on by the product's next movement.
func (f *Fold) Follow(m ledger.Movement, restated Restated) {
	f.settle(m.ValueBefore, m.Before)
	switch {
	case m.Source == ledger.SourceTransfer:
		// What is carried is the same units elsewhere.
	case m.Reason == ledger.ReasonRevaluation:
		f.revalue(m, restated)
	case m.Quantity > 0:
		f.bring(m)
	case m.Quantity < 0:
		f.take(m)
	}
	f.lie(m)
	if m.After == 0 && m.Source != ledger.SourceTransfer {
		f.Layers = nil
	}
	f.ProductID, f.Seq, f.Hash = m.ProductID, m.Seq, m.Hash
	if m.At.After(f.At) {
		f.At = m.At
	}
	f.Units, f.Average, f.Currency = m.After, m.ValueAfter, m.Currency
	f.settle(m.ValueAfter, m.After)
}

// settle gives layers of unknown value their share of what all units cost at the average,
// once that is known, and takes it from all where it no longer is.
func (f *Fold) settle(value *core.Cents, units int64) {
	if value == nil {
		for i := range f.Layers {
			f.Layers[i].Value = nil
		}
		return
	}
	worth, before := core.Worth{Value: *value, Units: units}, int64(0)
	for i, layer := range f.Layers {
		if layer.Value == nil {
			share := worth.Share(before, layer.Units)
			f.Layers[i].Value = &share
		}
		before += layer.Units
	}
}

// lie keeps where the units lie.
func (f *Fold) lie(m ledger.Movement) {
	at := slices.IndexFunc(f.Lying, func(l ledger.Lying) bool { return l.LocationID == m.LocationID })
	if at < 0 {
		f.Lying = append(f.Lying, ledger.Lying{LocationID: m.LocationID})
		at = len(f.Lying) - 1
	}
	f.Lying[at].Stock += m.Quantity
	if f.Lying[at].Stock == 0 {
		f.Lying = slices.Delete(f.Lying, at, at+1)
	}
}

// bring adds what came in. An entry's units cost what it says; a correction of an entry takes
// the place of what it corrects. What comes back comes back as what left last. Anything else
// is worth what the average said when it came.
func (f *Fold) bring(m ledger.Movement) {
	came := Layer{MovementID: m.ID, Brought: m.Quantity, Units: m.Quantity}
	if m.Source == ledger.SourceEntry {
		came.EntryID = m.SourceID
	}
	costed := m.Source == ledger.SourceEntry && m.Cost != nil
	switch {
	case costed:
		cost := *m.Cost
		came.Value = &cost
	case m.Reason == ledger.ReasonReturn || m.UndoOf != 0:
		came.Units -= f.comeBack(m.Quantity)
	}
	if came.Units == 0 {
		return
	}
	if !costed && m.ValueBefore != nil && m.ValueAfter != nil {
		// A part of what came is worth its part of it.
		value := core.Worth{Value: max(*m.ValueAfter-*m.ValueBefore, 0), Units: m.Quantity}.Of(came.Units)
		came.Value, came.Brought = &value, came.Units
	}
	place := len(f.Layers)
	if came.EntryID != 0 {
		if at := slices.IndexFunc(f.Layers, func(l Layer) bool { return l.EntryID == came.EntryID }); at >= 0 {
			place = at
		}
	}
	f.Layers = slices.Insert(f.Layers, place, came)
}

// comeBack puts units that left back in front, the last that left first, and says how many
// of them were remembered.
func (f *Fold) comeBack(units int64) (back int64) {
	for back < units && len(f.Gone) > 0 {
		last := len(f.Gone) - 1
		piece := f.Gone[last].split(min(units-back, f.Gone[last].Units))
		if f.Gone[last].Units == 0 {
			f.Gone = f.Gone[:last]
		}
		back += piece.Units
		if len(f.Layers) > 0 && f.Layers[0].MovementID == piece.MovementID {
			f.Layers[0].join(piece)
		} else {
			f.Layers = slices.Insert(f.Layers, 0, piece)
		}
	}
	return back
}

// take removes what went out: what an entry or a movement brought, where that is what is
// taken back, and the oldest units otherwise.
func (f *Fold) take(m ledger.Movement) {
	left := -m.Quantity
	if m.UndoOf != 0 {
		own := func(l Layer) bool { return l.MovementID == m.UndoOf }
		left -= f.remove(left, own, false)
		if m.Source == ledger.SourceEntry {
			left -= f.remove(left, func(l Layer) bool { return l.EntryID == m.SourceID }, false)
		}
	}
	f.remove(left, func(Layer) bool { return true }, true)
}

// remove takes units off the layers that fit, the oldest first, and says how many it found.
// What is remembered can come back.
func (f *Fold) remove(units int64, fits func(Layer) bool, remembered bool) (removed int64) {
	for i := range f.Layers {
		if removed == units {
			break
		}
		if !fits(f.Layers[i]) {
			continue
		}
		piece := f.Layers[i].split(min(units-removed, f.Layers[i].Units))
		removed += piece.Units
		if remembered {
			f.leave(piece)
		}
	}
	f.Layers = slices.DeleteFunc(f.Layers, func(l Layer) bool { return l.Units == 0 })
	return removed
}

// leave remembers what left.
func (f *Fold) leave(piece Layer) {
	if last := len(f.Gone) - 1; last >= 0 && f.Gone[last].MovementID == piece.MovementID {
		f.Gone[last].join(piece)
		return
	}
	if len(f.Gone) == layersGone {
		f.Gone = slices.Delete(f.Gone, 0, 1)
	}
	f.Gone = append(f.Gone, piece)
}

// revalue changes what units are worth: the cost of one entry was corrected, all costs were
// brought into another currency, or something else raised or lowered the whole.
func (f *Fold) revalue(m ledger.Movement, restated Restated) {
	own := func(l Layer) bool { return m.Source == ledger.SourceEntry && l.EntryID == m.SourceID }
	switch {
	case m.Source == ledger.SourceCurrency:
		f.restate(m, restated)
	case slices.ContainsFunc(f.Layers, own) && m.Cost != nil:
		for i, layer := range f.Layers {
			if own(layer) {
				value := core.Worth{Value: *m.Cost, Units: layer.Brought}.Of(layer.Units)
				f.Layers[i].Value = &value
			}
		}
	case slices.ContainsFunc(f.Layers, own):
		// Nobody says any more what the entry cost: its units are worth the average.
		for i, layer := range f.Layers {
			if own(layer) && m.ValueAfter != nil {
				value := core.Worth{Value: *m.ValueAfter, Units: m.After}.Of(layer.Units)
				f.Layers[i].Value = &value
			}
		}
	case m.Source != ledger.SourceEntry && m.ValueBefore != nil && m.ValueAfter != nil:
		f.raise(*m.ValueAfter - *m.ValueBefore)
	}
}

// raise shares out what the whole became worth more, or less, by what each layer is worth.
func (f *Fold) raise(by core.Cents) {
	whole := f.layered()
	to := core.Worth{Value: max(whole+by, 0), Units: int64(whole)}
	if whole == 0 {
		// Units alone can tell what is whose share.
		to.Units = f.Units
	}
	before := int64(0)
	for i, layer := range f.Layers {
		part := layer.Units
		if whole != 0 && layer.Value != nil {
			part = int64(*layer.Value)
		}
		value := to.Share(before, part)
		f.Layers[i].Value, before = &value, before+part
	}
}

// restate brings every layer into the currency that the costs were brought into.
func (f *Fold) restate(m ledger.Movement, restated Restated) {
	for _, layers := range [][]Layer{f.Layers, f.Gone} {
		for i, layer := range layers {
			if layer.Value == nil {
				continue
			}
			if value, ok := restated(m.SourceID, *layer.Value); ok {
				layers[i].Value = &value
			}
		}
	}
}

// split takes so many units off the layer, with their part of what it cost; what is left
// keeps the rest, so that no cent is lost.
func (l *Layer) split(units int64) Layer {
	piece := *l
	piece.Units = units
	if l.Value != nil {
		value := *l.Value
		if units < l.Units {
			value = core.Worth{Value: *l.Value, Units: l.Units}.Of(units)
		}
		rest := *l.Value - value
		piece.Value, l.Value = &value, &rest
	}
	l.Units -= units
	return piece
}

// join puts units back together that came in together.
func (l *Layer) join(piece Layer) {
	l.Units += piece.Units
	if l.Value == nil || piece.Value == nil {
		l.Value = nil
		return
	}
	value := *l.Value + *piece.Value
	l.Value = &value
}

// Shares is what lies at each location and its part of the value by a method. Layers are of
// the whole business: nobody says which units were carried where.
func (f *Fold) Shares(method Method) []PlaceValue {
	value := f.Value(method)
	lying := slices.SortedFunc(slices.Values(f.Lying), byLocation)
	shares, before := make([]PlaceValue, 0, len(lying)), int64(0)
	for _, l := range lying {
		share := PlaceValue{LocationID: l.LocationID, Units: l.Stock}
		if value != nil {
			part := core.Worth{Value: *value, Units: f.Units}.Share(before, l.Stock)
			share.Value = &part
		}
		shares, before = append(shares, share), before+l.Stock
	}
	return shares
}

func byLocation(a, b ledger.Lying) int { return cmp.Compare(a.LocationID, b.LocationID) }

// PlaceValue is what lies at a location and what that is worth; nil where nobody knows.
type PlaceValue struct {
	LocationID int64
	Units      int64
	Value      *core.Cents
}

// Same says whether two folds are the same in everything.
func (f *Fold) Same(o *Fold) bool {
	sameLayer := func(a, b Layer) bool {
		same := catalogue.SameCents(a.Value, b.Value)
		a.Value, b.Value = nil, nil
		return same && a == b
	}
	return f.ProductID == o.ProductID && f.Seq == o.Seq && f.Hash == o.Hash && f.Units == o.Units &&
		f.Currency == o.Currency && catalogue.SameCents(f.Average, o.Average) &&
		slices.EqualFunc(f.Layers, o.Layers, sameLayer) && slices.EqualFunc(f.Gone, o.Gone, sameLayer) &&
		slices.Equal(slices.SortedFunc(slices.Values(f.Lying), byLocation),
			slices.SortedFunc(slices.Values(o.Lying), byLocation))
}
