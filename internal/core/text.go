package core

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Cut shortens a text to so many characters.
func Cut(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most])
	}
	return text
}

// Fold reduces a text to what a search compares: lower case, without accents,
// runs of white space as one space. The ñ is a letter of its own in Spanish
// and stays one, so "cana" does not find "caña".
func Fold(s string) string {
	folded := make([]byte, 0, len(s))
	var last rune
	space := false
	for _, r := range norm.NFKD.String(s) {
		switch {
		case r == tilde && last == 'n':
			// The n written just before becomes an ñ again.
			folded = append(folded[:len(folded)-1], "ñ"...)
			last = 'ñ'
		case unicode.Is(unicode.Mn, r):
			// Any other accent is left out.
		case unicode.IsSpace(r):
			space, last = len(folded) > 0, r
		default:
			if space {
				folded = append(folded, ' ')
				space = false
			}
			last = unicode.ToLower(r)
			folded = utf8.AppendRune(folded, last)
		}
	}
	return string(folded)
}

// SearchKey is what is kept of a text for searches to look at. A text with an ñ is found by
// its plain n as well, because not every keyboard has the letter; but a search that
// contains the ñ means it.
func SearchKey(s string) string {
	folded := Fold(s)
	if strings.Contains(folded, "ñ") {
		return folded + " " + strings.ReplaceAll(folded, "ñ", "n")
	}
	return folded
}

// tilde is the combining mark that makes an n an ñ.
const tilde = '\u0303'

// SortKey is the key by which a text sorts as Spanish does: accents and case
// do not count, and ñ comes right after n. Both engines compare it byte by byte.
func SortKey(s string) string {
	// The tilde sorts after every letter, so "n~" follows "nz" and precedes "o".
	return strings.ReplaceAll(Fold(s), "ñ", "n~")
}

// IdentityKey is what makes two usernames or e-mail addresses the same: case
// and compatibility forms do not count, accents do.
func IdentityKey(s string) string {
	return strings.ToLower(norm.NFKC.String(strings.TrimSpace(s)))
}

// Clean trims a text a person typed and composes its accents, so that the same
// word typed on two keyboards is the same word. Control characters come from
// scanners and other programs; nobody sees them, and no file should carry them.
func Clean(s string) string {
	if strings.ContainsFunc(s, controls) {
		s = strings.Map(func(r rune) rune {
			if controls(r) {
				return -1
			}
			return r
		}, s)
	}
	return norm.NFC.String(strings.TrimSpace(s))
}

// controls says whether a character controls a machine, other than those that
// lay out a text.
func controls(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\n' && r != '\r' }

// Characters is the length of a text as people count it.
func Characters(s string) int { return utf8.RuneCountInString(s) }

// Grouped writes 1234567 as 1.234.567, as people read numbers.
func Grouped(n int64) string {
	digits, sign := strconv.FormatInt(n, 10), ""
	if n < 0 {
		sign, digits = "−", digits[1:]
	}
	var parts []string
	for len(digits) > 3 {
		parts = append([]string{digits[len(digits)-3:]}, parts...)
		digits = digits[:len(digits)-3]
	}
	return sign + strings.Join(append([]string{digits}, parts...), ".")
}

// NameMax bounds the names of people, businesses and places.
const NameMax = 100

// emailMax bounds an e-mail address.
const emailMax = 254

// emailForm is deliberately loose: only a message that arrives proves an address.
var emailForm = regexp.MustCompile(`^[^\s@<>(),;:"\[\]\\]+@[^\s@<>(),;:"\[\]\\]+\.[^\s@<>(),;:"\[\]\\.]+$`)

func ValidEmail(email string) bool { return len(email) <= emailMax && emailForm.MatchString(email) }

// Assign gives a field a new value when there is one.
func Assign[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}

func AssignText(field *string, value *string) {
	if value != nil {
		*field = Clean(*value)
	}
}
