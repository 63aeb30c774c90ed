package supplier

import (
	"regexp"
	"strings"
	"unicode"

	"estante/internal/core"
)

// TaxKey is what makes two tax numbers the same: letters and digits count, and neither
// case nor what people write between them nor the country where it is Spain.
func TaxKey(taxID string) string {
	key := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, core.Fold(taxID))
	if rest, spanish := strings.CutPrefix(key, "ES"); spanish && len(rest) == spanishLength {
		return rest
	}
	return key
}

// spanishLength is how many letters and digits a Spanish tax number has.
const spanishLength = 9

// The forms of Spanish tax numbers: of people, of foreigners who live here, of people
// without a number of either kind, and of companies.
var (
	nifForm     = regexp.MustCompile(`^[0-9]{8}[A-Z]$`)
	nieForm     = regexp.MustCompile(`^[XYZ][0-9]{7}[A-Z]$`)
	specialForm = regexp.MustCompile(`^[KLM][0-9]{7}[A-Z]$`)
	cifForm     = regexp.MustCompile(`^[ABCDEFGHJNPQRSUVW][0-9]{7}[0-9A-J]$`)
	// foreignForm is a number with its country, which nobody here can check.
	foreignForm = regexp.MustCompile(`^[A-Z]{2}[0-9A-Z]{2,13}$`)
)

const (
	nifLetters = "TRWAGMYFPDXBNJZSQVHLCKE"
	cifLetters = "JABCDEFGHI"
	// lettered are the companies whose number ends in a letter, digited those where it
	// ends in a digit; of others it may be either.
	lettered = "KNPQRSW"
	digited  = "ABEH"
)

// TaxIDWarning is what seems wrong with a tax number; empty where nothing does. Numbers
// of other countries are not judged, and no number is refused: papers have wrong ones.
func TaxIDWarning(taxID string) string {
	key := TaxKey(taxID)
	switch {
	case key == "":
		return ""
	case nifForm.MatchString(key):
		return wrongLetter(key, nifLetter(key[:8]))
	case nieForm.MatchString(key):
		return wrongLetter(key, nifLetter(string('0'+key[0]-'X')+key[1:8]))
	case specialForm.MatchString(key):
		return wrongLetter(key, nifLetter(key[1:8]))
	case cifForm.MatchString(key):
		return wrongCompany(key)
	case foreignForm.MatchString(key) && !strings.HasPrefix(key, "ES"):
		return ""
	}
	return "No parece un NIF, NIE o CIF español: revísalo"
}

// nifLetter is the control letter of a number of a person.
func nifLetter(digits string) string {
	rest := 0
	for _, digit := range digits {
		rest = (rest*10 + int(digit-'0')) % len(nifLetters)
	}
	return nifLetters[rest : rest+1]
}

func wrongLetter(key, right string) string {
	if strings.HasSuffix(key, right) {
		return ""
	}
	return "La letra de control no es correcta: a " + key[:8] + " le corresponde la " + right
}

// wrongCompany is what is wrong with the control of a company's number. Numbers of
// foreign companies, which begin with two zeros, end in a letter too.
func wrongCompany(key string) string {
	sum := 0
	for i, r := range key[1:8] {
		digit := int(r - '0')
		if i%2 == 0 {
			digit *= 2
			digit = digit/10 + digit%10
		}
		sum += digit
	}
	control := (10 - sum%10) % 10
	digit, letter := string(rune('0'+control)), cifLetters[control:control+1]
	last, first := key[8:], key[:1]
	needsLetter := strings.Contains(lettered, first) || key[1:3] == "00"
	switch {
	case last == letter && !strings.Contains(digited, first), last == letter && needsLetter, last == digit && !needsLetter:
		return ""
	case needsLetter:
		return "El carácter de control no es correcto: a " + key[:8] + " le corresponde la " + letter
	}
	return "El carácter de control no es correcto: a " + key[:8] + " le corresponde el " + digit
}
