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

// IdentityKey is what makes two usernames, e-mail addresses or SKUs the same: case,
// compatibility forms and what nobody sees do not count, accents do.
func IdentityKey(s string) string {
	return strings.ToLower(norm.NFKC.String(strings.TrimSpace(visible(s))))
}

// Clean trims a text a person typed and composes its accents, so that the same
// word typed on two keyboards is the same word. Control characters come from
// scanners and other programs, and invisible ones from web pages; nobody sees them, and
// they would make two of what looks like one.
func Clean(s string) string { return norm.NFC.String(strings.TrimSpace(visible(s))) }

// Line is Clean for a name: what would break the line is a space.
func Line(s string) string {
	return Clean(strings.Map(func(r rune) rune {
		switch r {
		case '\t', '\n', '\v', '\f', '\r', '\u0085', '\u2028', '\u2029':
			return ' '
		}
		return r
	}, s))
}

// visible leaves out what nobody sees.
func visible(s string) string {
	if !strings.ContainsFunc(s, unseen) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unseen(r) {
			return -1
		}
		return r
	}, s)
}

// unseen says whether a character leaves no mark of its own and lays out nothing: controls,
// joiners, soft hyphens, marks of direction, selectors of a variant, and letters that are
// drawn as nothing.
func unseen(r rune) bool {
	switch {
	case r < 0x80:
		return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f
	case r == blankBraille:
		return true
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return false
	}
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Variation_Selector,
		unicode.Other_Default_Ignorable_Code_Point)
}

// blankBraille is a cell of Braille without a dot, which no table of Unicode calls blank.
const blankBraille = '\u2800'

// linkForm is what a mail program makes a link of. Endings that are words or abbreviations,
// too, make one behind a name that is no abbreviation itself, and any does before a path.
var linkForm = regexp.MustCompile(`(?i)[a-z]:/|//|www\.|@|[\pL\pN-]\.(?:com|net|org|info|biz|xyz|online|shop|store|site|` +
	`top|club|app|dev|link|click|live|io|co|me|tv|es|eu|cat|gal|fr|it|pt|uk|ru|cn|ly)(?:$|[^\pL\pN])|` +
	`[\pL\pN-]{3,}\.(?:ac|ad|ae|ai|ar|at|au|be|bg|bid|blog|br|by|ca|cc|ch|cl|cloud|cyou|cz|de|dk|edu|email|fi|fun|gg|` +
	`gov|gr|help|hk|hu|icu|ie|il|im|in|ir|is|jp|kr|kz|la|li|lol|lt|lu|lv|mobi|mov|mx|name|nl|no|nu|nz|page|pe|ph|pics|pl|` +
	`pro|pw|ro|rs|sbs|se|sg|sh|si|sk|space|su|tech|tk|to|tr|tw|ua|us|uy|ve|vip|vn|web|website|win|work|world|ws|za|zip` +
	`)(?:$|[^\pL\pN])|[\pL\pN-]\.[\pL-]{2,}(?::\d+)?/`)

// HasLink says whether a name would be a link in an e-mail.
func HasLink(s string) bool { return linkForm.MatchString(s) }

// MailName is a name as an e-mail may say it: one line, and no link, also where the name was
// kept before anybody asked for that.
func MailName(s string) string {
	s = Line(s)
	if !HasLink(s) {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(".:/@", r)
	}), " ")
}

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

// AssignLine is AssignText for a name.
func AssignLine(field *string, value *string) {
	if value != nil {
		*field = Line(*value)
	}
}
