package imports

import (
	"slices"
	"strings"
	"unicode"

	"estante/internal/core"
)

// currencySigns are the signs beside amounts that mean one currency.
var currencySigns = map[rune]string{'€': "EUR", '£': "GBP", '¥': "JPY"}

// dollars are the currencies that are written with the sign of the dollar.
var dollars = []string{"USD", "ARS", "AUD", "BOB", "CAD", "CLP", "COP", "MXN", "NZD", "UYU"}

// besideAmount takes the currency away that stands before or after an amount, as a sign,
// as its code or as a word, and returns it; «$» is one of many.
func besideAmount(text string) (amount, currency string) {
	text = strings.TrimSpace(text)
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	from, to := strings.IndexFunc(text, digit), strings.LastIndexFunc(text, digit)
	if from < 0 {
		return text, ""
	}
	// A sign of the number, or a mark that begins its decimals, belongs to it.
	before := strings.TrimRight(text[:from], "+-.,")
	rest, after := text[len(before):to+1], text[to+1:]
	sign := ""
	if trimmed := strings.TrimSpace(before); strings.HasPrefix(trimmed, "-") {
		sign, before = "-", trimmed[1:]
	}
	first, isFirst := currencyNamed(before)
	last, isLast := currencyNamed(after)
	switch {
	case !isFirst || !isLast || first != "" && last != "" && first != last:
		return text, ""
	case first == "":
		first = last
	}
	return sign + rest, first
}

// currencyNamed says which currency a word is, or none where it is empty.
func currencyNamed(word string) (currency string, known bool) {
	word = strings.TrimFunc(word, unicode.IsSpace)
	if word == "" || word == "$" {
		return word, true
	}
	if runes := []rune(word); len(runes) == 1 {
		currency, known = currencySigns[runes[0]]
		return currency, known
	}
	switch core.Fold(word) {
	case "euro", "euros":
		return "EUR", true
	}
	code := strings.ToUpper(strings.TrimSuffix(word, "$"))
	return code, core.ValidCurrency(code)
}

// isCurrency says whether what stands beside an amount can mean a currency.
func isCurrency(said, currency string) bool {
	return said == "" || said == currency || said == "$" && slices.Contains(dollars, currency)
}
