package core_test

import (
	"slices"
	"testing"

	"estante/internal/core"
)

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"Taladro":               "taladro",
		"ÁRBOL de Navidad":      "arbol de navidad",
		"pingüino":              "pinguino",
		"Caña":                  "caña",
		"CAN\u0303A decomposed": "caña decomposed",
		"  dos   espacios\t":    "dos espacios",
		"ﬁjación":               "fijacion",
		"n \u0303":              "n",
		"":                      "",
	} {
		if got := core.Fold(text); got != want {
			t.Errorf("Fold(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestSortKeyIsSpanishOrder(t *testing.T) {
	want := []string{"Ancla", "ánfora", "Nube", "nuez", "ñandú", "Ñu", "óxido", "Zapato"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, func(a, b string) int {
		switch keyA, keyB := core.SortKey(a), core.SortKey(b); {
		case keyA < keyB:
			return -1
		case keyA > keyB:
			return 1
		}
		return 0
	})
	if !slices.Equal(got, want) {
		t.Errorf("sorted %q, want %q", got, want)
	}
}

func TestCleanLeavesWhatPeopleCanSee(t *testing.T) {
	for text, want := range map[string]string{
		"  Taza ": "Taza", "Ta\x01za\x7f": "Taza", "\x1f Taza\u0085": "Taza", "dos\r\nlíneas\ty más": "dos\r\nlíneas\ty más",
		"\x02": "", "Cafe\u0301": "Café",
	} {
		if got := core.Clean(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestIdentityKey(t *testing.T) {
	same := []string{"Lucía", "LUCÍA", " lucía ", "lucI\u0301a"}
	for _, name := range same {
		if core.IdentityKey(name) != core.IdentityKey(same[0]) {
			t.Errorf("%q and %q should be the same person", name, same[0])
		}
	}
	if core.IdentityKey("lucia") == core.IdentityKey("lucía") {
		t.Error("an accent makes another username")
	}
}

func TestSearchKeyForgivesTheTilde(t *testing.T) {
	if got := core.SearchKey("Caña de río"); got != "caña de rio cana de rio" {
		t.Errorf("got %q", got)
	}
	if got := core.SearchKey("Río"); got != "rio" {
		t.Errorf("got %q", got)
	}
}

func TestNumbersAreGrouped(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1.000", 1234567: "1.234.567", -10: "−10", -1000: "−1.000",
	} {
		if got := core.Grouped(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
	}
}
