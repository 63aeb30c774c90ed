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

// unseen are characters that nobody sees, of every kind there is.
var unseen = []rune{
	'\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f', '\u061c', '\u200e', '\u202e', '\u2066', '\u2069',
	'\ufe0f', '\U000e0101', '\U000e0041', '\u3164', '\uffa0', '\u115f', '\u1160', '\u2800', '\u17b4', '\u180b',
	'\x01', '\x7f',
	'\u0085',
}

func TestWhatNobodySeesMakesNoTwin(t *testing.T) {
	for _, r := range unseen {
		for _, text := range []string{"TAZA" + string(r), string(r) + "TAZA", "TA" + string(r) + "ZA"} {
			if core.Clean(text) != "TAZA" || core.IdentityKey(text) != "taza" {
				t.Errorf("%U makes %q of a cup, with the key %q", r, core.Clean(text), core.IdentityKey(text))
			}
		}
	}
	for _, text := range []string{"Año 2 «½» – 5 °C", "Ñandú", "日本", "e\u0301", "🧺👍🏽", "שלום", "עב"} {
		if core.Characters(core.Clean(text)) == 0 || core.Clean(text) != core.Clean(core.Clean(text)) ||
			len(core.Clean(text)) < len(text)-1 {
			t.Errorf("%q becomes %q", text, core.Clean(text))
		}
	}
}

func TestNamesInMails(t *testing.T) {
	for name, want := range map[string]string{
		"Ana":                            "Ana",
		"Mª.del Pilar O'Neil-Pérez":      "Mª.del Pilar O'Neil-Pérez",
		"J. R. Gómez":                    "J. R. Gómez",
		"Ana\r\nBcc: x":                  "Ana  Bcc: x",
		"Gana https://mal.example/x ya":  "Gana https mal example x ya",
		"Entra en mal.com":               "Entra en mal com",
		"Entra en premio.de ya":          "Entra en premio de ya",
		"Gana en mal.horse/premio":       "Gana en mal horse premio",
		"Gana en mal.horse:81/premio":    "Gana en mal horse 81 premio",
		"Tornillo M8.de 1.5 mm":          "Tornillo M8.de 1.5 mm",
		"www.mal.example":                "www mal example",
		"ana@mal.example":                "ana mal example",
		"Ana\u202e\u200b":                "Ana",
		"mal.com\u2028y otra\u2029línea": "mal com y otra línea",
	} {
		if got := core.MailName(name); got != want {
			t.Errorf("%q is said as %q, want %q", name, got, want)
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
