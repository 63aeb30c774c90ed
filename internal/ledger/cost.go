package ledger

import (
	"math/big"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// lot is a number of units and what they cost together; a nil cost is unknown.
type lot struct {
	Units int64
	cost  *core.Cents
}

// part is what so many units of the lot cost.
func (l lot) part(units int64) lot {
	if l.cost == nil || l.Units == units {
		return lot{units, l.cost}
	}
	cost := core.Worth{Value: *l.cost, Units: l.Units}.Of(units)
	return lot{units, &cost}
}

// AtAverage is what a product's units cost together after some of them came or went at
// their average, given what the stock before it cost: the units that go take their part
// of the value, rounded to the nearest minor unit, and the rest keeps what remains. When
// nothing is left, what the last units cost is kept: it is the best guess of what the
// next ones will cost.
func AtAverage(worth *core.Worth, stock, quantity int64) *core.Worth {
	if worth == nil || quantity == 0 || stock+quantity == 0 {
		return worth
	}
	after := core.Worth{Units: stock + quantity}
	switch {
	case stock == 0:
		after.Value = worth.Of(quantity)
	case quantity > 0:
		after.Value = worth.Value + worth.Of(quantity)
	default:
		after.Value = worth.Value - worth.Of(-quantity)
	}
	return &after
}

// averaged is what a product's units cost together after one lot came in and another was
// taken back: the moving average that accountants call «precio medio ponderado», which is
// never divided. Exactly:
//
//   - A lot that comes in adds its units and its cost; one that is taken back, because its
//     entry was deleted or corrected, takes away the same.
//   - A lot whose cost nobody said comes and goes at the average, and so does
//     everything that is no entry (sales, adjustments, counts): none of them
//     changes it.
//   - With no stock, or with no average yet, the average is the cost of the lot
//     that comes in: units of unknown cost are taken to have cost as much.
//   - When nothing is left, the last average is kept.
//   - Taking back a lot whose units were sold at another average can leave the
//     rest with no sensible value: less than nothing, or more than anybody ever
//     paid. Where other entries say what was paid, the average stays between
//     the lowest and the highest of that, the average before and the cost of the
//     lot that comes in. Where none does and the value is less than nothing or
//     beyond MoneyMax a unit, the average stays as it was. The ledger has the true
//     costs of each.
func averaged(product catalogue.Product, in, out lot, paid costRange) *core.Worth {
	worth, stock := product.Worth, product.Stock
	units := stock + in.Units - out.Units
	if in.cost != nil && in.Units > 0 && (worth == nil || stock == 0) {
		// Nothing but the lot itself has a cost that counts.
		return scaled(core.Worth{Value: *in.cost, Units: in.Units}, units)
	}
	if worth == nil || (in.cost == nil && out.Units == 0) {
		return AtAverage(worth, stock, units-stock)
	}
	rest := stock - out.Units
	value := big.NewInt(0)
	if stock > 0 {
		value.SetInt64(int64(worth.Value))
	}
	if in.cost != nil {
		rest += in.Units
		value.Add(value, big.NewInt(int64(*in.cost)))
	}
	if out.cost == nil {
		out.cost = new(core.Cents)
		*out.cost = worth.Of(out.Units)
	}
	value.Sub(value, big.NewInt(int64(*out.cost)))
	if rest <= 0 {
		return scaled(*worth, units)
	}
	least, most := big.NewInt(0), new(big.Int).Mul(big.NewInt(int64(core.MoneyMax)), big.NewInt(rest))
	switch {
	case paid.known():
		least, most = paid.bounds(rest, *worth, in)
	case value.Cmp(least) < 0 || value.Cmp(most) > 0:
		return scaled(*worth, units)
	}
	kept := within(value, least, most)
	if !kept.IsInt64() || kept.Int64() > int64(core.ValueMax) {
		kept = big.NewInt(int64(core.ValueMax))
	}
	// Units of unknown cost come in at the average that the rest has.
	return scaled(core.Worth{Value: core.Cents(kept.Int64()), Units: rest}, units)
}

// scaled is so many units at an average; none keep the average itself.
func scaled(average core.Worth, units int64) *core.Worth {
	if units > 0 && units != average.Units {
		average = core.Worth{Value: average.Of(units), Units: units}
	}
	return &average
}

// costRange is from the lowest to the highest of some unit costs; nil where there are none.
type costRange struct{ low, high *core.Cents }

func (r costRange) known() bool { return r.low != nil && r.high != nil }

// bounds are between what so many units cost at least and at most, by what was paid for
// others, by their average before and by the lot that comes in.
func (r costRange) bounds(units int64, worth core.Worth, in lot) (least, most *big.Int) {
	many := big.NewInt(units)
	least = new(big.Int).Mul(big.NewInt(int64(*r.low)), many)
	most = new(big.Int).Mul(big.NewInt(int64(*r.high)), many)
	lots := []core.Worth{worth}
	if in.cost != nil && in.Units > 0 {
		lots = append(lots, core.Worth{Value: *in.cost, Units: in.Units})
	}
	for _, lot := range lots {
		if value := big.NewInt(int64(lot.Of(units))); value.Cmp(least) < 0 {
			least = value
		} else if value.Cmp(most) > 0 {
			most = value
		}
	}
	return least, most
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
