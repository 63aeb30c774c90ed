package core

import "golang.org/x/text/currency"

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

// ValidCurrency says whether a code is one of ISO 4217.
func ValidCurrency(code string) bool {
	unit, err := currency.ParseISO(code)
	return err == nil && unit.String() == code
}
