package core

import (
	"errors"
	"math"
)

// Cents is an amount of money as a whole number of hundredths of its currency,
// so that sums of prices are exact.
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

// Float is the amount as the API writes it: a decimal number.
func (c Cents) Float() float64 { return float64(c) / 100 }

// errMoney says that a number is no amount, and ErrAmountTooLarge that it is
// one we cannot keep.
var (
	errMoney          = errors.New("not an amount")
	ErrAmountTooLarge = errors.New("too large an amount")
)

// CentsOf reads an amount from the API's decimal number. More than two
// decimals are refused rather than rounded: a price that is not the one that
// was sent would be a surprise.
func CentsOf(amount float64) (Cents, error) {
	cents := math.Round(amount * 100)
	if math.Abs(cents) > float64(MoneyMax) {
		return 0, ErrAmountTooLarge
	}
	if math.IsNaN(cents) || math.Abs(amount*100-cents) > 1e-6*math.Max(1, math.Abs(cents)) {
		return 0, errMoney
	}
	return Cents(cents), nil
}
