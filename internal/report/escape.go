package report

import (
	"strings"
	"unicode/utf8"
)

// Spreadsheets run a cell that begins with one of these as a formula, also
// when it comes from a text file, and an attacker may have chosen a product's name. Some
// take the wide forms of the marks for the marks.
const risky = "=+-@\t\r＝＋－＠"

// breaks are what a program that reads the file by other rules than ours may take for the end
// of a cell: one that expects commas, or heeds no quotes.
const breaks = ",;\"\n\r\t"

// escape puts an apostrophe before what a spreadsheet would run, at the beginning of a text
// and wherever a cell may begin in it. What looks escaped already gets one more, so that
// unescape gives back exactly what was written.
func escape(text string) string {
	if !strings.ContainsAny(text, risky) {
		return text
	}
	var escaped strings.Builder
	begins := true
	for at := range len(text) {
		if begins && runs(text[at:]) {
			escaped.WriteByte('\'')
		}
		escaped.WriteByte(text[at])
		begins = strings.IndexByte(breaks, text[at]) >= 0
	}
	return escaped.String()
}

// unescape undoes escape.
func unescape(text string) string {
	if strings.IndexByte(text, '\'') < 0 {
		return text
	}
	var bare strings.Builder
	begins := true
	for at := 0; at < len(text); at++ {
		if begins && text[at] == '\'' && runs(text[at:]) {
			at++
		}
		bare.WriteByte(text[at])
		begins = strings.IndexByte(breaks, text[at]) >= 0
	}
	return bare.String()
}

// runs says whether a spreadsheet would run what begins so, or would without its apostrophes.
func runs(text string) bool {
	bare := strings.TrimLeft(text, "'")
	first, size := utf8.DecodeRuneInString(bare)
	return size > 0 && strings.ContainsRune(risky, first)
}
