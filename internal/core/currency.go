package core

import (
	"errors"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/currency"
)

// minorUnits are the currencies whose smallest unit is not a hundredth, by ISO 4217.
var minorUnits = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
	"UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
	"CLF": 4, "UYW": 4,
}

// Decimals is how many decimals an amount of a currency has: two of euros, none of
// yens, three of Kuwaiti dinars.
func Decimals(currency string) int {
	if decimals, other := minorUnits[currency]; other {
		return decimals
	}
	return 2
}

// KeptDecimals is how many decimals of an amount are kept: those of the currency, and two
// where it has fewer, because a unit of a hundred that cost 345 yens cost 3.45.
func KeptDecimals(currency string) int { return max(Decimals(currency), 2) }

// decimalsAtMost are the words for so many decimals at most.
var decimalsAtMost = map[int]string{
	2: "dos decimales como mucho", 3: "tres decimales como mucho", 4: "cuatro decimales como mucho",
}

// DecimalsAtMost says how many decimals an amount of a currency may be written with.
func DecimalsAtMost(currency string) string { return decimalsAtMost[KeptDecimals(currency)] }

// Parts is how many of the parts in which its amounts are kept one unit of a currency has.
func Parts(currency string) int64 {
	parts := int64(1)
	for range KeptDecimals(currency) {
		parts *= 10
	}
	return parts
}

// FinerCurrencies are those with more than two decimals.
func FinerCurrencies() []string {
	var finer []string
	for currency, decimals := range minorUnits {
		if decimals > 2 {
			finer = append(finer, currency)
		}
	}
	slices.Sort(finer)
	return finer
}

// ValidCurrency says whether a code is one of ISO 4217.
func ValidCurrency(code string) bool {
	unit, err := currency.ParseISO(code)
	return err == nil && unit.String() == code
}

// Money is an amount in a currency.
type Money struct {
	Amount   Cents
	Currency string
}

// Rate is how many units of one currency a unit of another is worth, exactly as it was
// written.
type Rate struct{ decimal string }

// ErrRate says that something is no rate.
var ErrRate = errors.New("not a rate")

// rateMost bounds a rate, and its inverse.
const rateMost = 1e9

// RateOf reads a rate from the API's decimal number.
func RateOf(number float64) (Rate, error) {
	if !(number <= rateMost && number >= 1/rateMost) {
		return Rate{}, ErrRate
	}
	return Rate{strconv.FormatFloat(number, 'f', -1, 64)}, nil
}

// ParseRate reads a rate as it is kept.
func ParseRate(text string) (Rate, error) {
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return Rate{}, ErrRate
	}
	return RateOf(number)
}

func (r Rate) String() string { return r.decimal }

// Spoken is the rate as people write it.
func (r Rate) Spoken() string { return strings.Replace(r.decimal, ".", ",", 1) }

// MarshalText keeps a rate in the audit.
func (r Rate) MarshalText() ([]byte, error) { return []byte(r.decimal), nil }

// UnmarshalText reads a rate that was kept; nothing is none.
func (r *Rate) UnmarshalText(text []byte) (err error) {
	*r = Rate{}
	if len(text) > 0 {
		*r, err = ParseRate(string(text))
	}
	return err
}

// Convert is an amount in another currency by rates that follow one another, rounded to
// the nearest unit that the other currency has, halves up. False says that it is beyond
// ValueMax.
func Convert(amount Cents, from, to string, rates ...Rate) (Cents, bool) {
	value := big.NewRat(int64(amount), Parts(from))
	for _, rate := range rates {
		factor, ok := new(big.Rat).SetString(rate.decimal)
		if !ok {
			return 0, false
		}
		value.Mul(value, factor)
	}
	smallest := int64(1)
	for range Decimals(to) {
		smallest *= 10
	}
	value.Mul(value, big.NewRat(smallest, 1))
	value.Add(value, big.NewRat(1, 2))
	whole := new(big.Int).Div(value.Num(), value.Denom())
	whole.Mul(whole, big.NewInt(Parts(to)/smallest))
	if !whole.IsInt64() || whole.Int64() > int64(ValueMax) {
		return 0, false
	}
	return Cents(whole.Int64()), true
}
