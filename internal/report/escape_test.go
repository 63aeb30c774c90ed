package report

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// A name that holds the end of a cell, by whatever rules, begins no formula behind it.
func TestNoCellBeginsAFormula(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "Tornillo": "Tornillo", "AB-12": "AB-12", "M8, -5 grados": "M8, -5 grados",
		`Clavo,=HYPERLINK("x")`: `Clavo,'=HYPERLINK("x")`, `Clavo";=1`: `Clavo";'=1`, `Clavo"=1`: `Clavo"'=1`,
		"Clavo\n@SUM(1)": "Clavo\n'@SUM(1)", "Clavo\r\n-1": "Clavo\r\n'-1", "'=1": "''=1",
		"a,'=1": "a,''=1", "": "", "'": "'", "＝1+1": "'＝1+1", "a;＠SUM(1)": "a;'＠SUM(1)", "'－1": "''－1",
		"Ñandú ＋ 1": "Ñandú ＋ 1",
	} {
		if got := escape(text); got != want {
			t.Errorf("%q was written as %q, want %q", text, got, want)
		}
	}
	dice := rand.New(rand.NewPCG(31, 2026))
	for range 20_000 {
		letters := make([]byte, dice.IntN(12))
		for i := range letters {
			letters[i] = "=+-@\t\r\n,;\"'a "[dice.IntN(13)]
		}
		text := string(letters)
		escaped := escape(text)
		if back := unescape(escaped); back != text {
			t.Fatalf("%q became %q and came back as %q", text, escaped, back)
		}
		for at := range len(escaped) {
			begins := at == 0 || strings.IndexByte(",;\"\n", escaped[at-1]) >= 0
			if begins && strings.IndexByte("=+-@", escaped[at]) >= 0 {
				t.Fatalf("%q was written as %q", text, escaped)
			}
		}
	}
}
