package channel

import (
	"cmp"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The limits of numbers. They are beyond what any order holds and far within
// 64 bits, so that sums of them are exact.
const (
	centsMax    = 1_000_000_000_000_000
	quantityMax = 1_000_000_000
)

// fields reads words and keeps the first thing that is wrong, so that a parser
// reads like a list of fields.
type fields struct {
	err error
	// parts is how many parts of a unit of the currency amounts are told in.
	parts parts
}

func (f *fields) fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

// need is a text that must be there.
func (f *fields) need(field string, text word) string {
	if text == "" {
		f.fail(missing(field))
	}
	return string(text)
}

// amount is money in parts of its currency; what is missing is nothing.
func (f *fields) amount(field string, text word) int64 {
	if text == "" {
		return 0
	}
	cents, ok := f.parts.read(text)
	if !ok {
		f.fail(wrong(field, string(text), "un importe"))
	}
	return cents
}

// currency is a code of three capitals.
func (f *fields) currency(field string, text word) string {
	code := strings.ToUpper(f.need(field, text))
	if code != "" && !currencyCode.MatchString(code) {
		f.fail(wrong(field, code, "una moneda"))
	}
	return code
}

// quantity is a whole number, zero or more.
func (f *fields) quantity(field string, text word) int64 {
	n, ok := parseUnits(word(f.need(field, text)))
	if f.err == nil && !ok {
		f.fail(wrong(field, string(text), "una cantidad entera"))
	}
	return n
}

// moment is a time with its zone, or one in UTC that does not say so.
func (f *fields) moment(field string, text word) time.Time {
	if f.need(field, text) == "" {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339, string(text))
	if err != nil {
		at, err = time.Parse(zoneless, string(text))
	}
	if err != nil {
		f.fail(wrong(field, string(text), "una fecha"))
	}
	return at.UTC()
}

const zoneless = "2006-01-02T15:04:05"

var (
	currencyCode = regexp.MustCompile(`^[A-Z]{3}$`)
	// decimalNumber bounds the exponent, because 1e999999999 is a short text
	// and a very large number.
	decimalNumber = regexp.MustCompile(`^-?[0-9]{1,30}(\.[0-9]{0,30})?([eE][+-]?[0-9]{1,2})?$`)
)

// parts is how many parts of a unit of a currency amounts are kept in: a hundred, and more
// of those currencies that have more decimals; zero stands for a hundred.
type parts int64

// finerParts are the currencies that have more than two decimals, by ISO 4217.
var finerParts = map[string]parts{
	"BHD": 1000, "IQD": 1000, "JOD": 1000, "KWD": 1000, "LYD": 1000, "OMR": 1000, "TND": 1000,
	"CLF": 10000, "UYW": 10000,
}

// partsOf are those of a currency as a shop names it.
func partsOf(currency word) parts { return finerParts[strings.ToUpper(string(currency))] }

// read reads a decimal number as an amount, rounded half away from zero: shops that add
// taxes write more decimals than there are.
func (p parts) read(text word) (int64, bool) {
	if !decimalNumber.MatchString(string(text)) {
		return 0, false
	}
	amount, ok := new(big.Rat).SetString(string(text))
	if !ok {
		return 0, false
	}
	amount.Mul(amount, big.NewRat(cmp.Or(int64(p), 100), 1))
	half := big.NewRat(int64(amount.Sign()), 2)
	amount.Add(amount, half)
	cents := new(big.Int).Quo(amount.Num(), amount.Denom())
	if !cents.IsInt64() || cents.CmpAbs(big.NewInt(centsMax)) > 0 {
		return 0, false
	}
	return cents.Int64(), true
}

// loose is an amount that can be read, or nothing.
func (p parts) loose(text word) int64 {
	cents, ok := p.read(text)
	if !ok {
		return 0
	}
	return cents
}

// plain writes an amount as shops do.
func (p parts) plain(cents int64) string {
	digits := len(strconv.FormatInt(cmp.Or(int64(p), 100), 10)) - 1
	return big.NewRat(cents, cmp.Or(int64(p), 100)).FloatString(digits)
}

// each is what one of so many units comes to, rounded half away from zero.
func each(cents, quantity int64) int64 {
	half := quantity / 2
	if cents < 0 {
		half = -half
	}
	return (cents + half) / quantity
}

// at names a field of an item of a list.
func at(list string, i int, field string) string {
	return list + "[" + strconv.Itoa(i) + "]." + field
}
