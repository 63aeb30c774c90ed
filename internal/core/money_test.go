package core_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"estante/internal/core"
)

func TestDecimalsAreThoseOfTheCurrency(t *testing.T) {
	for currency, want := range map[string]int{"EUR": 2, "USD": 2, "JPY": 0, "KWD": 3, "CLF": 4, "HUF": 2} {
		if got := core.Decimals(currency); got != want || !core.ValidCurrency(currency) {
			t.Errorf("%s has %d decimals, want %d", currency, got, want)
		}
	}
}

// An average is exact however large value and units are, and shares of a value come to
// all of it.
func TestWhatUnitsAreWorthIsDividedExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		worth := core.Worth{
			Value: core.Cents(rapid.Int64Range(0, int64(core.ValueMax)).Draw(t, "value")),
			Units: rapid.Int64Range(1, 1_000_000_000_000).Draw(t, "units"),
		}
		some := rapid.Int64Range(0, worth.Units).Draw(t, "some")
		product := new(big.Int).Mul(big.NewInt(int64(worth.Value)), big.NewInt(some))
		doubled := product.Add(product.Lsh(product, 1), big.NewInt(worth.Units))
		want := doubled.Div(doubled, big.NewInt(2*worth.Units)).Int64()
		if got := worth.Of(some); int64(got) != want {
			t.Fatalf("%d of %+v are worth %d, want %d", some, worth, got, want)
		}
		first, rest := worth.Share(0, some), worth.Share(some, worth.Units-some)
		if first+rest != worth.Value || first < 0 || rest < 0 {
			t.Fatalf("%+v is shared out as %d and %d", worth, first, rest)
		}
	})
}
