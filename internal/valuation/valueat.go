package valuation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strconv"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
)

// FoldRules names the rules by which layers are made. Folds by other rules are not used.
const FoldRules = 1

// foldChunk is how many products are folded together; their movements are read as a stream.
const foldChunk = 1000

// ProductHead is a product with how many movements it has.
type ProductHead struct{ ID, Seq int64 }

type valueAtMemory interface {
	// MovedProducts returns the next products after one that have movements, deleted ones too.
	MovedProducts(afterID int64, limit int) ([]ProductHead, error)
	// FoldsBy returns of the products from one to another the last fold of a month that
	// had ended by a time.
	FoldsBy(firstID, lastID int64, since time.Time) ([]*Fold, error)
	// WalkSinceFolds hands over the movements of products from one to another in order of
	// product and Seq: each begins with the one that its last fold by a time ends with, and
	// ends with the one after its first fold later than another time.
	WalkSinceFolds(firstID, lastID int64, since, until time.Time, fn func(ledger.Movement) error) error
	// WalkChain hands over the movements of a product after one of them.
	WalkChain(productID, afterSeq int64, fn func(ledger.Movement) error) error
	// LateMovement says whether a movement after one was written with a time until another.
	LateMovement(afterID int64, until time.Time) (bool, error)
	// LastMovementID is that of the movement that was written last; zero where there is none.
	LastMovementID() (int64, error)
}

// StockAt is what there was of a product at an instant, and what that was worth.
type StockAt struct {
	ProductID int64
	Units     int64
	// Value is nil where nobody had said what the units cost.
	Value  *core.Cents
	Places []PlaceValue
}

// ValuesAt is what there was of all products at an instant.
type ValuesAt struct {
	At     time.Time
	Method Method
	// Currency is that of the values; where none is known, that in which costs are kept today.
	Currency string
	// Hash is made of the last movement of every product, and RowsHash of what there was.
	Hash     string
	RowsHash string
	// Stocks are those of which there was something, by the number of the product.
	Stocks []StockAt
	// movementID is the movement that was written last.
	movementID int64
}

// folding is one reading of the ledger up to an instant. What counts is everything that was
// written before the first movement of a later time: the order of the ledger is the order of
// writing, so nothing that is written afterwards changes it.
type folding struct {
	tx Tx
	at time.Time
	// since is from when on movements are watched, by watched where there is one.
	since    time.Time
	watched  *courses
	restated Restated
	// progress, if there is one, is told how many products are done.
	progress func(products int64) error
	done     int64
}

func newFolding(tx Tx, at time.Time) (*folding, error) {
	restated, err := Restatements(tx)
	return &folding{tx: tx, at: at, since: at, restated: restated}, err
}

// Restatements reads by which rates costs were brought into other currencies.
func Restatements(tx Tx) (Restated, error) {
	changes, err := tx.CostChanges(time.Time{})
	known := make(map[int64]ledger.CurrencyChange, len(changes))
	for _, change := range changes {
		known[change.ID] = change
	}
	return func(id int64, amount core.Cents) (core.Cents, bool) {
		change, found := known[id]
		if !found {
			return 0, false
		}
		return core.Convert(amount, change.From, change.To, change.Rate)
	}, err
}

// each hands over the fold of every product that had moved by the instant, by its number.
func (f *folding) each(fn func(*Fold) error) error {
	for last := int64(0); ; {
		heads, err := f.tx.MovedProducts(last, foldChunk)
		if err != nil || len(heads) == 0 {
			return err
		}
		last = heads[len(heads)-1].ID
		folds, err := f.chunk(heads)
		if err != nil {
			return err
		}
		for _, head := range heads {
			if fold := folds[head.ID].fold; fold.Seq > 0 {
				if err := fn(fold); err != nil {
					return err
				}
			}
		}
		f.done += int64(len(heads))
		if f.progress != nil {
			if err := f.progress(f.done); err != nil {
				return err
			}
		}
	}
}

// follower goes along the movements of one product up to the instant.
type follower struct {
	fold  *Fold
	ended bool
	// watched says that movements after the first of two instants have come.
	watched bool
	// doubtful says that the fold is not what the ledger says, and is not used.
	doubtful bool
}

func (f *folding) chunk(heads []ProductHead) (map[int64]*follower, error) {
	first, last := heads[0].ID, heads[len(heads)-1].ID
	followers := make(map[int64]*follower, len(heads))
	for _, head := range heads {
		followers[head.ID] = &follower{fold: &Fold{ProductID: head.ID}}
	}
	folds, err := f.tx.FoldsBy(first, last, f.since)
	if err != nil {
		return nil, err
	}
	for _, fold := range folds {
		if one := followers[fold.ProductID]; one != nil {
			one.fold = fold
		}
	}
	err = f.tx.WalkSinceFolds(first, last, f.since, f.at, func(m ledger.Movement) error {
		if one := followers[m.ProductID]; one != nil {
			f.follow(one, m)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, head := range heads {
		if err := f.finish(followers[head.ID], head); err != nil {
			return nil, err
		}
	}
	return followers, nil
}

// follow takes the next movement, unless it is of a later time.
func (f *folding) follow(one *follower, m ledger.Movement) {
	switch {
	case one.ended || one.doubtful:
	case m.Seq == one.fold.Seq:
		one.doubtful = m.Hash != one.fold.Hash
	case m.Seq != one.fold.Seq+1:
		one.doubtful = true
	default:
		f.take(one, m)
	}
}

// take has a fold go on by the movement that follows it.
func (f *folding) take(one *follower, m ledger.Movement) {
	switch {
	case one.ended:
	case m.At.After(f.at):
		one.ended = true
	case f.watched == nil:
		one.fold.Follow(m, f.restated)
	case !one.watched && !m.At.After(f.since):
		one.fold.Follow(m, f.restated)
	default:
		f.begin(one)
		f.watched.follow(one.fold, m, f.restated)
	}
}

// begin notes what there was at the first of two instants.
func (f *folding) begin(one *follower) {
	if f.watched != nil && !one.watched {
		one.watched = true
		f.watched.begin(one.fold)
	}
}

// finish reads on where movements were left out, and from the beginning where the fold
// is not what the ledger says.
func (f *folding) finish(one *follower, head ProductHead) error {
	if one.doubtful {
		*one = follower{fold: &Fold{ProductID: head.ID}}
	}
	if !one.ended && one.fold.Seq < head.Seq {
		err := f.tx.WalkChain(head.ID, one.fold.Seq, func(m ledger.Movement) error {
			f.take(one, m)
			return nil
		})
		if err != nil {
			return err
		}
	}
	f.begin(one)
	return nil
}

// heading is the hash over the heads of all chains.
type heading struct{ sum hash.Hash }

func newHeading() heading { return heading{sha256.New()} }

func (h heading) add(texts ...string) {
	for _, text := range texts {
		_, _ = h.sum.Write(append([]byte(text), 0)) // A hash takes everything.
	}
}

func (h heading) String() string { return hex.EncodeToString(h.sum.Sum(nil)) }

// valuesAt works out what there was at an instant.
func (f *folding) valuesAt(method Method) (*ValuesAt, error) {
	values, ledger, rows := &ValuesAt{At: f.at, Method: method}, newHeading(), newHeading()
	var err error
	if values.movementID, err = f.tx.LastMovementID(); err != nil {
		return nil, err
	}
	err = f.each(func(fold *Fold) error {
		id := strconv.FormatInt(fold.ProductID, 10)
		ledger.add(id, fold.Hash)
		if fold.Units == 0 {
			return nil
		}
		stock := StockAt{
			ProductID: fold.ProductID, Units: fold.Units, Value: fold.Value(method), Places: fold.Shares(method),
		}
		value := "-"
		if stock.Value != nil {
			value, values.Currency = strconv.FormatInt(int64(*stock.Value), 10), fold.Currency
		}
		rows.add(id, strconv.FormatInt(fold.Units, 10), value)
		values.Stocks = append(values.Stocks, stock)
		return nil
	})
	if err != nil {
		return nil, err
	}
	values.Hash, values.RowsHash = ledger.String(), rows.String()
	values.Currency, err = currencyOr(f.tx, values.Currency)
	return values, err
}

// The limits of an instant: movements have microseconds, and years four digits.
var earliest = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// checkInstant says what is wrong with an instant and a method. One that is to come is now:
// what will be is not known.
func checkInstant(field string, at, now time.Time) (time.Time, error) {
	if at.IsZero() || at.Before(earliest) {
		return at, core.FieldError(field, "La fecha debe ser posterior al año 2000")
	}
	at = at.UTC().Truncate(time.Microsecond)
	if at.After(now) {
		return now, nil
	}
	return at, nil
}

func (m Method) check() error {
	if m != PMP && m != FIFO {
		return core.FieldError("method", "El método debe ser pmp o fifo")
	}
	return nil
}

// ValuesAt is what there was at an instant and what that was worth.
func (s *Service) ValuesAt(ctx context.Context, at time.Time, method Method) (*ValuesAt, error) {
	at, err := checkInstant("at", at, s.store.Now())
	if err == nil {
		err = method.check()
	}
	if err != nil {
		return nil, err
	}
	return s.values.find(ctx, s.store, valuesKey{at.UnixMicro(), method})
}

// currencyOr is a currency, or that in which costs are kept today.
func currencyOr(tx Tx, currency string) (string, error) {
	if currency != "" {
		return currency, nil
	}
	settings, err := tx.Settings()
	return settings.PurchaseCurrency, err
}
