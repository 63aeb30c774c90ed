package channel

import (
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
type fields struct{ err error }

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

// amount is money in hundredths; what is missing is nothing.
func (f *fields) amount(field string, text word) int64 {
	if text == "" {
		return 0
	}
	cents, ok := parseCents(string(text))
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

// parseCents reads a decimal number as hundredths, rounded half away from zero:
// shops that add taxes write more than two decimals.
func parseCents(text string) (int64, bool) {
	if !decimalNumber.MatchString(text) {
		return 0, false
	}
	amount, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0, false
	}
	amount.Mul(amount, big.NewRat(100, 1))
	half := big.NewRat(int64(amount.Sign()), 2)
	amount.Add(amount, half)
	cents := new(big.Int).Quo(amount.Num(), amount.Denom())
	if !cents.IsInt64() || cents.CmpAbs(big.NewInt(centsMax)) > 0 {
		return 0, false
	}
	return cents.Int64(), true
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
