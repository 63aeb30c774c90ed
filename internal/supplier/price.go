package supplier

import (
	"math/big"

	"estante/internal/core"
)

// Price is an amount in ten-thousandths of a currency: a screw costs less than a cent.
type Price int64

// PriceMax bounds the price of a pack.
const PriceMax Price = 100_000_000_0000

// DiscountWhole is a discount of all of a price: discounts are in hundredths of a percent.
const DiscountWhole = 10_000

// LineValue is what so many units cost together, given the price of a pack, how many units
// that has, and a discount, rounded to the nearest minor unit of the currency, halves up. It
// is worked out once, for the whole line: no unit has a price that comes to it.
func LineValue(price Price, packUnits, units int64, discount int, currency string) core.Cents {
	value := new(big.Rat).SetFrac64(int64(price), 10_000)
	value.Mul(value, big.NewRat(units, packUnits))
	value.Mul(value, big.NewRat(int64(DiscountWhole-discount), DiscountWhole))
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(core.Decimals(currency))), nil)
	value.Mul(value, new(big.Rat).SetInt(scale))
	value.Add(value, big.NewRat(1, 2))
	whole := new(big.Int).Div(value.Num(), value.Denom())
	if !whole.IsInt64() || whole.Int64() > int64(core.ValueMax) {
		return core.ValueMax
	}
	return core.Cents(whole.Int64())
}
