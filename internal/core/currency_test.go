package core_test

import (
	"testing"

	"estante/internal/core"
)

// An amount is kept with as many decimals as its currency has, and never with fewer than
// two: hundredths of a yen tell what one of a hundred screws cost.
func TestAnAmountKeepsTheDecimalsOfItsCurrency(t *testing.T) {
	for _, row := range []struct {
		amount   float64
		currency string
		want     core.Cents
	}{
		{12.5, "EUR", 1250}, {1.255, "KWD", 1255}, {1500, "JPY", 150000}, {0.0125, "CLF", 125}, {3.45, "JPY", 345},
	} {
		got, err := core.CentsOf(row.amount, row.currency)
		if err != nil || got != row.want || got.In(row.currency) != row.amount {
			t.Errorf("%v %s is %d, %v, and back %v", row.amount, row.currency, got, err, got.In(row.currency))
		}
	}
	for _, currency := range []string{"EUR", "JPY"} {
		if got, err := core.CentsOf(1.255, currency); err == nil {
			t.Errorf("1.255 %s became %d", currency, got)
		}
	}
}

// A rate is of whole units, however many decimals the currencies have, and what comes of it
// is an amount that there is.
func TestConvertingKnowsTheDecimalsOfBothCurrencies(t *testing.T) {
	rate := func(number float64) core.Rate {
		read, err := core.RateOf(number)
		if err != nil {
			t.Fatal(err)
		}
		return read
	}
	for _, row := range []struct {
		amount   float64
		from, to string
		rates    []core.Rate
		want     float64
	}{
		{10, "EUR", "JPY", []core.Rate{rate(163.25)}, 1633},
		{1633, "JPY", "EUR", []core.Rate{rate(0.006126)}, 10},
		{10, "EUR", "KWD", []core.Rate{rate(0.3557)}, 3.557},
		{3.557, "KWD", "USD", []core.Rate{rate(3.25)}, 11.56},
		{10, "EUR", "USD", []core.Rate{rate(1.1), rate(0.5)}, 5.5},
	} {
		amount, err := core.CentsOf(row.amount, row.from)
		got, ok := core.Convert(amount, row.from, row.to, row.rates...)
		if err != nil || !ok || got.In(row.to) != row.want {
			t.Errorf("%v %s is %v %s, want %v", row.amount, row.from, got.In(row.to), row.to, row.want)
		}
	}
}
