package core

import (
	"errors"
	"math"
	"math/bits"
)

// Cents is an amount of money as a whole number of parts of its currency, so that sums of
// prices are exact: of hundredths or, where the currency has more decimals, of thousandths
// and less; see Parts.
type Cents int64

// MoneyMax bounds the price or cost of one thing, and ValueMax what many of
// them come to, so that sums of thousands of the latter stay within 64 bits.
const (
	MoneyMax Cents = 100_000_000_00
	ValueMax Cents = 10_000_000_000_000_00
)

// Value is what a number of units is worth, ValueMax at most. What is not
// known is worth nothing.
func Value(units int64, each *Cents) Cents {
	if each == nil {
		return 0
	}
	if units > 0 && *each > ValueMax/Cents(units) {
		return ValueMax
	}
	return Cents(units) * *each
}

// In is the amount as the API writes it, given its currency: a decimal number.
func (c Cents) In(currency string) float64 { return float64(c) / float64(Parts(currency)) }

// errMoney says that a number is no amount, and ErrAmountTooLarge that it is
// one we cannot keep.
var (
	errMoney          = errors.New("not an amount")
	ErrAmountTooLarge = errors.New("too large an amount")
)

// CentsOf reads an amount of a currency from the API's decimal number. More decimals than
// can be kept are refused rather than rounded: a price that is not the one that was sent
// would be a surprise.
func CentsOf(amount float64, currency string) (Cents, error) {
	exact := amount * float64(Parts(currency))
	cents := math.Round(exact)
	if math.Abs(cents) > float64(MoneyMax) {
		return 0, ErrAmountTooLarge
	}
	if math.IsNaN(cents) || math.Abs(exact-cents) > 1e-6*math.Max(1, math.Abs(cents)) {
		return 0, errMoney
	}
	return Cents(cents), nil
}

// Worth is what some units cost together. It is divided only to be shown, so that no
// rounding of an average sticks to the next one.
type Worth struct {
	Value Cents
	Units int64
}

// Each is what one unit costs on average, rounded to the nearest minor unit, halves up.
func (w Worth) Each() Cents { return w.Of(1) }

// Of is what so many units cost at that average, rounded to the nearest minor unit,
// halves up, and ValueMax at most.
func (w Worth) Of(units int64) Cents {
	if w.Units <= 0 || w.Value <= 0 || units <= 0 {
		return 0
	}
	value, rest := timesBy(2*uint64(w.Value), uint64(units), 2*uint64(w.Units))
	if value >= uint64(ValueMax) {
		return ValueMax
	}
	if rest >= uint64(w.Units) {
		value++
	}
	return Cents(value)
}

// Share is what those units are worth that come after some others, where all units are
// shared out in one order: the shares of all come to the whole value.
func (w Worth) Share(after, units int64) Cents { return w.below(after+units) - w.below(after) }

// below is what so many units cost at the average, rounded down.
func (w Worth) below(units int64) Cents {
	if w.Units <= 0 || w.Value <= 0 || units <= 0 {
		return 0
	}
	value, _ := timesBy(uint64(w.Value), uint64(units), uint64(w.Units))
	return Cents(min(value, uint64(ValueMax)))
}

// timesBy is a·b/c with what is left, exact where the product is beyond 64 bits. A
// quotient beyond 64 bits is the largest number there is.
func timesBy(a, b, c uint64) (quotient, rest uint64) {
	high, low := bits.Mul64(a, b)
	if high >= c {
		return math.MaxUint64, 0
	}
	return bits.Div64(high, low, c)
}
