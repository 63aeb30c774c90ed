package catalogue

import (
	"strings"
)

// barcodeMax bounds a Code 128 text.
const barcodeMax = 48

// ValidBarcode checks a barcode as it is printed. Texts of digits only with
// the length of an EAN-8, UPC-A, EAN-13 or GTIN-14 must carry the right check
// digit, because there a wrong one means a wrong digit; anything else that
// Code 128 can hold is taken as it is.
func ValidBarcode(code string) bool {
	if code == "" || len(code) > barcodeMax {
		return false
	}
	if strings.ContainsFunc(code, func(r rune) bool { return r < ' ' || r > '~' }) {
		return false
	}
	digits := !strings.ContainsFunc(code, func(r rune) bool { return r < '0' || r > '9' })
	if !digits {
		return true
	}
	switch len(code) {
	case 8, 12, 13, 14:
		return checkDigit(code[:len(code)-1]) == code[len(code)-1]
	default:
		return true
	}
}

// checkDigit is the last digit of a code of the EAN family: the digits are
// weighted 3 and 1 in turn from the right.
func checkDigit(digits string) byte {
	sum := 0
	for i := range len(digits) {
		digit := int(digits[len(digits)-1-i] - '0')
		if i%2 == 0 {
			digit *= 3
		}
		sum += digit
	}
	return byte('0' + (10-sum%10)%10)
}
