package purchase

import "estante/internal/core"

// ErrNoRate is the answer to a receipt whose values nobody can bring into the currency of costs.
func errNoRate(from, to string) error {
	return core.FieldError("rate", "Indica cuántos "+to+" vale 1 "+from+": lo que llega se guarda con ese cambio")
}

// value works out what the accepted units of each line cost.
func (r *receiving) value() error {
	for n := range r.came {
		came := &r.came[n]
		if came.Accepted == 0 {
			continue
		}
		var again *core.Cents
		if at := r.at(came.LineID); at >= 0 && came.Value == nil {
			came.Value, again = r.share(r.lines[at], came.Accepted)
		}
		cost, err := r.converted(came.Value)
		if err != nil {
			return err
		}
		if again != nil {
			sum := *again
			if cost != nil {
				sum += *cost
			}
			cost = &sum
		}
		came.Cost = cost
	}
	return nil
}

// converted is an amount of the purchase in the currency of costs.
func (r *receiving) converted(value *core.Cents) (*core.Cents, error) {
	to := r.settings.PurchaseCurrency
	if value == nil || r.before.Currency == to {
		return value, nil
	}
	if r.receipt.Rate == nil {
		return nil, errNoRate(r.before.Currency, to)
	}
	cost, ok := core.Convert(*value, r.before.Currency, to, *r.receipt.Rate)
	if !ok || cost > valueMax {
		if !r.actor.Role.May(core.ReadCosts) {
			most := valueMax // What is refused would tell the cost: it stays at its limit.
			return &most, nil
		}
		return nil, core.FieldError("rate", "Con ese cambio hay importes demasiado grandes")
	}
	return &cost, nil
}

// earlier is what has come of a line by receipts that stand: at the value of the line.
func (r *receiving) earlier(lineID int64) (units int64, value core.Cents) {
	for _, receipt := range r.receipts {
		if receipt.UndoneAt != nil {
			continue
		}
		for _, line := range receipt.Lines {
			if line.LineID == lineID && !line.Valued {
				units += line.Accepted
				if line.Value != nil {
					value += *line.Value
				}
			}
		}
	}
	return units, value
}

// share is what some more units of a line cost, so that all parts come to the value of the
// line to the cent, whatever was undone between: and besides, in the currency of costs, what
// units cost that replace what went back, which the supplier does not charge again.
func (r *receiving) share(line Line, accepted int64) (value, again *core.Cents) {
	before, spent := r.earlier(line.ID)
	whole, back := int64(0), core.Worth{}
	for _, returned := range r.returns {
		for _, gone := range returned.Lines {
			if returned.UndoneAt == nil && returned.Replace && gone.LineID == line.ID && gone.Value != nil {
				back.Units += gone.Quantity
				back.Value += *gone.Value
			}
		}
	}
	// First come the units that were ordered, then those that replace others, then the excess.
	ordered := min(accepted, max(0, line.Ordered-before))
	replacing := min(accepted-ordered, max(0, line.Ordered+line.Replaced-max(before, line.Ordered)))
	if replacing > 0 && back.Units > 0 {
		cost := back.Share(max(0, before-line.Ordered), replacing)
		again, whole = &cost, replacing
	}
	if line.Value == nil {
		return nil, again
	}
	charged := core.Worth{Value: *line.Value, Units: line.Ordered}
	replaced := min(max(0, before-line.Ordered), line.Replaced)
	due := max(0, charged.Share(0, before-replaced+accepted-whole)-spent)
	return &due, again
}
