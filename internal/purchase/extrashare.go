package purchase

import (
	"cmp"
	"math/big"
	"slices"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// apportion shares an amount out by weights, to the cent: what rounding down leaves goes to
// those of which it took the most, the first of equals first. No weight gets nothing.
func apportion(amount core.Cents, weights []int64) []core.Cents {
	parts := make([]core.Cents, len(weights))
	total := big.NewInt(0)
	for _, weight := range weights {
		total.Add(total, big.NewInt(weight))
	}
	if total.Sign() == 0 {
		return parts
	}
	type rest struct {
		at int
		of *big.Int
	}
	left, rests := amount, make([]rest, 0, len(weights))
	for n, weight := range weights {
		product := new(big.Int).Mul(big.NewInt(int64(amount)), big.NewInt(weight))
		whole, remainder := product.QuoRem(product, total, new(big.Int))
		parts[n] = core.Cents(whole.Int64())
		left -= parts[n]
		rests = append(rests, rest{n, remainder})
	}
	slices.SortStableFunc(rests, func(a, b rest) int { return cmp.Compare(0, a.of.Cmp(b.of)) })
	for n := 0; left > 0; n++ {
		parts[rests[n].at]++
		left--
	}
	return parts
}

// weight is how much of an extra cost a line of a receipt gets. Units of which nobody knows
// what they cost get none.
func (e ExtraCost) weight(l ReceiptLine) int64 {
	switch {
	case l.Accepted == 0 || l.Cost == nil || l.Value == nil:
		return 0
	case e.ShareBy == ByUnits:
		return l.Accepted
	}
	return int64(*l.Value)
}

// toCome is the weight of what is still to come of a purchase.
func (e ExtraCost) toCome(lines []Line) (weight int64) {
	for _, l := range lines {
		switch {
		case l.Pending == 0 || l.Value == nil:
		case e.ShareBy == ByUnits:
			weight += l.Pending
		default:
			weight += int64(core.Worth{Value: *l.Value, Units: l.Ordered}.Of(l.Pending))
		}
	}
	return weight
}

// given is what of it was shared out by now.
func (e ExtraCost) given() (sum core.Cents) {
	for _, share := range e.Shares {
		sum += share.Amount
	}
	return sum
}

// due is what of it is to be shared out over what came, when that and what is still to come
// have these weights.
func (e ExtraCost) due(came, toCome int64) core.Cents {
	if came == 0 {
		return 0
	}
	return max(0, core.Worth{Value: e.Cost, Units: came + toCome}.Share(0, came)-e.given())
}

// running says whether it is shared out as a purchase comes.
func (e ExtraCost) running(currency string) bool {
	return e.UndoneAt == nil && e.ReceiptID == 0 && e.ShareBy != ByShare && e.CostCurrency == currency
}

// standing are the lines of receipts that were not taken back.
func standing(receipts []ReceiptRow) (lines []ReceiptLine) {
	for _, receipt := range receipts {
		if receipt.UndoneAt != nil {
			continue
		}
		for _, line := range receipt.Lines {
			lines = append(lines, line.ReceiptLine)
		}
	}
	return lines
}

// comingShare is a part of an extra cost that belongs to a line of a receipt that is made.
type comingShare struct {
	extraID int64
	came    ReceiptLine
	amount  core.Cents
}

// extras adds to what units cost that come in now their parts of the extra costs that are
// known by now.
func (r *receiving) extras() ([]comingShare, error) {
	extras, err := r.tx.ExtraCostsOf(r.before.ID)
	if err != nil {
		return nil, err
	}
	var shares []comingShare
	lines := slices.Clone(r.lines)
	for i := range lines {
		lines[i].Pending = lines[i].missing()
	}
	earlier, costs := standing(r.receipts), slices.Clone(r.came)
	for _, extra := range extras {
		if !extra.running(r.settings.PurchaseCurrency) {
			continue
		}
		var came int64
		for _, line := range earlier {
			came += extra.weight(line)
		}
		weights := make([]int64, len(costs))
		for n, line := range costs {
			weights[n] = extra.weight(line)
			came += weights[n]
		}
		for n, part := range apportion(extra.due(came, extra.toCome(lines)), weights) {
			if part == 0 {
				continue
			}
			sum := *r.came[n].Cost + part
			r.came[n].Cost = &sum
			shares = append(shares, comingShare{extra.ID, r.came[n], part})
		}
	}
	return shares, nil
}

// placeShares are the shares of the lines of a receipt that is kept by now.
func placeShares(shares []comingShare, kept ReceiptRow) []ExtraShare {
	ids := map[[2]int64]int64{}
	for _, line := range kept.Lines {
		ids[[2]int64{line.LineID, line.ProductID}] = line.ID
	}
	placed := make([]ExtraShare, 0, len(shares))
	for _, share := range shares {
		placed = append(placed, ExtraShare{
			ExtraCostID: share.extraID, ReceiptLineID: ids[[2]int64{share.came.LineID, share.came.ProductID}],
			Amount: share.amount, Raised: share.amount,
		})
	}
	return placed
}

// settleExtras shares out what of the extra costs of a purchase belongs to what has come by now.
func settleExtras(tx Tx, actor core.Actor, p Purchase, lines []Line) error {
	extras, err := tx.ExtraCostsOf(p.ID)
	if err != nil || len(extras) == 0 {
		return err
	}
	settings, err := tx.HoldSettings()
	if err != nil {
		return err
	}
	for _, extra := range extras {
		if !extra.running(settings.PurchaseCurrency) {
			continue
		}
		// Each of them changes what the lines cost.
		receipts, err := tx.ReceiptsOf(p.ID)
		if err != nil {
			return err
		}
		came, weights, sum := standing(receipts), []int64(nil), int64(0)
		for _, line := range came {
			weights = append(weights, extra.weight(line))
			sum += extra.weight(line)
		}
		if err := raise(tx, actor, p, extra, came, apportion(extra.due(sum, extra.toCome(lines)), weights)); err != nil {
			return err
		}
	}
	return nil
}

// raise adds parts of an extra cost to what units cost that came before: as far as they are
// still here the stock is worth more, and the rest was sold.
func raise(tx Tx, actor core.Actor, p Purchase, extra ExtraCost, came []ReceiptLine, parts []core.Cents) error {
	ids := make([]int64, 0, len(came))
	for _, line := range came {
		ids = append(ids, line.ProductID)
	}
	products, err := catalogue.LockProducts(tx, ids)
	if err != nil {
		return err
	}
	left := map[int64]int64{}
	for id, product := range products {
		left[id] = product.Stock
	}
	var shares []ExtraShare
	for n, line := range came {
		if parts[n] == 0 {
			continue
		}
		here := min(line.Accepted, left[line.ProductID])
		left[line.ProductID] -= here
		share := ExtraShare{ExtraCostID: extra.ID, ReceiptLineID: line.ID, Amount: parts[n]}
		if here > 0 {
			by := core.Worth{Value: parts[n], Units: line.Accepted}.Of(here)
			if share.Raised, err = ledger.RaiseEntry(tx, actor, line.EntryID, by, extra.words(p)); err != nil {
				return err
			}
		}
		share.Sold = share.Amount - share.Raised
		if share.Raised != 0 {
			sum := *line.Cost + share.Raised
			if err := tx.UpdateReceiptCost(line.ID, &sum); err != nil {
				return err
			}
		}
		shares = append(shares, share)
	}
	return tx.AddExtraShares(shares)
}

// words are how movements tell of an extra cost.
func (e ExtraCost) words(p Purchase) string { return e.Kind.Label() + " de la compra " + p.Number }
