package inventory

import "math/big"

// lot is a number of units and what each of them cost; a nil cost is unknown.
type lot struct {
	units int64
	cost  *Cents
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
//     rest with no sensible value (less than nothing, or beyond moneyMax). The
//     average then stays: it is off by what the wrong entry did to it, and the
//     next entries outweigh it. The ledger has the true costs of each.
func averageCost(product Product, in, out lot) *Cents {
	average := product.Cost
	if in.cost == nil {
		in = lot{} // It comes in at the average that the rest has.
	}
	if in.units > 0 && (average == nil || product.Stock == 0 || product.Stock == out.units) {
		// Nothing but the lot itself has a cost that counts.
		return in.cost
	}
	if average == nil {
		return nil
	}
	value := worth(product.Stock, average)
	value.Add(value, worth(in.units, costOr(in.cost, average)))
	value.Sub(value, worth(out.units, costOr(out.cost, average)))
	units := product.Stock + in.units - out.units
	if units <= 0 || value.Sign() < 0 {
		return average
	}
	// Halves up: (2·value + units) / (2·units), rounded down.
	doubled := value.Add(value.Lsh(value, 1), big.NewInt(units))
	rounded := doubled.Div(doubled, big.NewInt(2*units))
	if !rounded.IsInt64() || Cents(rounded.Int64()) > moneyMax {
		return average
	}
	cents := Cents(rounded.Int64())
	return &cents
}

func costOr(cost, average *Cents) *Cents {
	if cost != nil {
		return cost
	}
	return average
}

// worth is exact where Value is bounded: stock times cost can be beyond 64 bits.
func worth(units int64, cost *Cents) *big.Int {
	return new(big.Int).Mul(big.NewInt(units), big.NewInt(int64(*cost)))
}
