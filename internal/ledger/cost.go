package ledger

import (
	"math/big"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// lot is a number of units and what each of them cost; a nil cost is unknown.
type lot struct {
	Units int64
	cost  *core.Cents
}

// averageCost is a product's average unit cost after one lot came in and
// another was taken back: the moving average that accountants call «precio
// medio ponderado». Exactly:
//
//   - The stock is worth its units times the average. A lot that comes in adds
//     its units and its cost; one that is taken back, because its entry was
//     deleted or corrected, takes away the same. The average is then value by
//     units, rounded to the nearest cent, halves up.
//   - A lot whose cost nobody said comes and goes at the average, and so does
//     everything that is no entry (sales, adjustments, counts): none of them
//     changes it.
//   - With no stock, or with no average yet, the average is the cost of the lot
//     that comes in: units of unknown cost are taken to have cost as much.
//   - When nothing is left, the last average is kept: it is the best guess of
//     what the next units will cost.
//   - Taking back a lot whose units were sold at another average can leave the
//     rest with no sensible value: less than nothing, or more than anybody ever
//     paid. Where other entries say what was paid, the average stays between
//     the lowest and the highest of that, the average before and the cost of the
//     lot that comes in. Where none does and the value is less than nothing or
//     beyond moneyMax, the average stays as it was. The ledger has the true
//     costs of each.
func averageCost(product catalogue.Product, in, out lot, paid costRange) *core.Cents {
	average := product.Cost
	if in.cost == nil {
		in = lot{} // It comes in at the average that the rest has.
	}
	if in.Units > 0 && (average == nil || product.Stock == 0) {
		// Nothing but the lot itself has a cost that counts.
		return in.cost
	}
	if average == nil {
		return nil
	}
	value := worth(product.Stock, average)
	value.Add(value, worth(in.Units, costOr(in.cost, average)))
	value.Sub(value, worth(out.Units, costOr(out.cost, average)))
	units := product.Stock + in.Units - out.Units
	if units <= 0 {
		return average
	}
	// Halves up: (2·value + units) / (2·units), rounded down.
	doubled := value.Add(value.Lsh(value, 1), big.NewInt(units))
	rounded := doubled.Div(doubled, big.NewInt(2*units))
	least, most := big.NewInt(0), big.NewInt(int64(core.MoneyMax))
	if paid.known() {
		paid = paid.with(average).with(in.cost)
		least, most = big.NewInt(int64(*paid.low)), big.NewInt(int64(*paid.high))
	} else if rounded.Cmp(least) < 0 || rounded.Cmp(most) > 0 {
		return average
	}
	cents := core.Cents(within(rounded, least, most).Int64())
	return &cents
}

// costRange is from the lowest to the highest of some costs; nil where there are none.
type costRange struct{ low, high *core.Cents }

func (r costRange) known() bool { return r.low != nil && r.high != nil }

// with is the range that has another cost in it too.
func (r costRange) with(cost *core.Cents) costRange {
	if cost == nil {
		return r
	}
	low, high := min(*r.low, *cost), max(*r.high, *cost)
	return costRange{&low, &high}
}

func within(n, least, most *big.Int) *big.Int {
	switch {
	case n.Cmp(least) < 0:
		return least
	case n.Cmp(most) > 0:
		return most
	}
	return n
}

func costOr(cost, average *core.Cents) *core.Cents {
	if cost != nil {
		return cost
	}
	return average
}

// worth is exact where Value is bounded: stock times cost can be beyond 64 bits.
func worth(units int64, cost *core.Cents) *big.Int {
	return new(big.Int).Mul(big.NewInt(units), big.NewInt(int64(*cost)))
}
