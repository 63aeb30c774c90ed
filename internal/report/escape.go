package report

import "strings"

// Spreadsheets run a cell that begins with one of these as a formula, also
// when it comes from a text file, and an attacker may have chosen a product's name.
const risky = "=+-@\t\r"

// escape puts an apostrophe before a text that a spreadsheet would run. A text
// that looks escaped already gets one more, so that unescape gives back
// exactly what was written.
func escape(text string) string {
	if bare := strings.TrimLeft(text, "'"); bare != "" && strings.IndexByte(risky, bare[0]) >= 0 {
		return "'" + text
	}
	return text
}

// unescape undoes escape.
func unescape(text string) string {
	if bare := strings.TrimLeft(text, "'"); bare != text && bare != "" && strings.IndexByte(risky, bare[0]) >= 0 {
		return text[1:]
	}
	return text
}
