package imports

import (
	"testing"

	"estante/internal/core"
)

func TestNumbersOfFiles(t *testing.T) {
	for _, test := range []struct {
		text    string
		decimal string
		number  bool
		cents   core.Cents
		whole   int64
		isMoney bool
		isWhole bool
	}{
		{"12", ",", false, 1200, 12, true, true},
		{"12,5", ",", false, 1250, 0, true, false},
		{"12.50", ",", false, 1250, 0, true, false},
		{"1.234", ",", false, 123400, 1234, true, true},
		{"1.234", ".", false, 0, 0, false, false},
		{"1,234", ".", false, 123400, 1234, true, true},
		{"1,234", ",", false, 0, 0, false, false},
		{"0,125", ".", false, 0, 0, false, false},
		{"1.234,56", ".", false, 123456, 0, true, false},
		{"1,234.56", ",", false, 123456, 0, true, false},
		{"1.234.567", ",", false, 123456700, 1234567, true, true},
		{"1.23.567", ",", false, 0, 0, false, false},
		{"1.234,56,7", ",", false, 0, 0, false, false},
		{"12,00", ",", false, 1200, 12, true, true},
		{" 1 234,50 € ", ",", false, 123450, 0, true, false},
		{"12,50 EUR", ",", false, 1250, 0, true, false},
		{"eur 12,50", ",", false, 1250, 0, true, false},
		{"12 euros", ",", false, 1200, 0, true, false},
		{"£1,234.50", ".", false, 123450, 0, true, false},
		{"-£3", ".", false, -300, 0, true, false},
		{"US$ 9", ",", false, 0, 0, false, false},
		{"€12 GBP", ",", false, 0, 0, false, false},
		{"12 uds", ",", false, 0, 0, false, false},
		{"-3", ",", false, -300, -3, true, true},
		{"+3", ",", false, 300, 3, true, true},
		{"1.2300", ",", true, 123, 0, true, false},
		{"1234", ",", true, 123400, 1234, true, true},
		{"1.234", ",", true, 0, 0, false, false},
		{"", ",", false, 0, 0, false, false},
		{",5", ",", false, 0, 0, false, false},
		{"1e3", ",", false, 0, 0, false, false},
		{"١٢", ",", false, 0, 0, false, false},
		{"99999999999999999999", ",", false, 0, 0, false, false},
	} {
		cell := Cell{Text: test.text, Number: test.number}
		amount, ok := money(cell, test.decimal)
		cents, isKept := amount.in("EUR")
		if ok = ok && isKept; !ok {
			cents = 0
		}
		if cents != test.cents || ok != test.isMoney {
			t.Errorf("%q with %q is %d cents, %t", test.text, test.decimal, cents, ok)
		}
		if whole, ok := wholeNumber(cell, test.decimal); ok != test.isWhole || ok && whole != test.whole {
			t.Errorf("%q with %q is %d, %t", test.text, test.decimal, whole, ok)
		}
	}
}

func TestTagsComeBackFromOneCell(t *testing.T) {
	for _, tags := range [][]string{{}, {"uno"}, {"uno", "dos"}, {"a, b", `5" tubo`, `"x"`, "c;d"}} {
		joined := JoinTags(tags)
		got, ok := splitTags(joined)
		if joined == "" {
			got, ok = []string{}, true // An empty cell is not read at all.
		}
		if !ok || len(got) != len(tags) {
			t.Errorf("%q became %q and then %q", tags, joined, got)
			continue
		}
		for i := range tags {
			if got[i] != tags[i] {
				t.Errorf("%q became %q and then %q", tags, joined, got)
			}
		}
	}
}
