package verify

import (
	"fmt"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// followValue works out what the stock is worth after a movement, as far as movements
// alone tell it: a movement from before values were kept tells nothing, and an entry that
// is corrected or taken back counts as the movement says.
func (c *chain) followValue(previous, m ledger.Movement) {
	if m.Sealed < ledger.SealedValues {
		return
	}
	if previous.Sealed < ledger.SealedValues {
		c.worth = worthOf(m.ValueBefore, m.Before)
	} else if !catalogue.SameCents(m.ValueBefore, previous.ValueAfter) {
		c.blame(m.ID, fmt.Sprintf("el movimiento n.º %d parte de un valor de %s y el anterior dejó %s", m.Seq,
			spoken(m.ValueBefore), spoken(previous.ValueAfter)))
		return
	}
	if due, known := c.due(previous, m); known && !catalogue.SameCents(m.ValueAfter, due) {
		c.blame(m.ID, fmt.Sprintf("el movimiento n.º %d deja un valor de %s y debería dejar %s", m.Seq,
			spoken(m.ValueAfter), spoken(due)))
	}
	switch worth := worthOf(m.ValueAfter, m.After); {
	case worth != nil:
		c.worth = worth
	case m.Reason == ledger.ReasonRevaluation, m.Source == ledger.SourceEntry && m.UndoOf != 0:
		c.worth = nil // Which average is kept where nothing is left, these two do not tell.
	}
}

// due is the value that a movement should leave, where the movements tell it.
func (c *chain) due(previous, m ledger.Movement) (value *core.Cents, known bool) {
	switch {
	case m.ValueBefore == nil || m.Reason == ledger.ReasonRevaluation:
		return nil, false
	case m.Source == ledger.SourceTransfer && m.Quantity > 0:
		return previous.ValueBefore, true
	case m.Source == ledger.SourceEntry && m.UndoOf == 0 && m.Cost != nil && m.Before > 0:
		after := *m.ValueBefore + *m.Cost
		return &after, true
	case m.Source == ledger.SourceSupplierReturn && m.UndoOf != 0:
		return nil, false // What comes back is worth what it was when it went; the return says so.
	case m.Source == ledger.SourceEntry && (m.UndoOf != 0 || m.Cost != nil), c.worth == nil:
		return nil, false
	}
	after := *ledger.AtAverage(c.worth, m.Before, m.Quantity)
	if m.After == 0 {
		after.Value = 0
	}
	return &after.Value, true
}

// worthOf is what some units cost together; nil where that says nothing of one unit.
func worthOf(value *core.Cents, units int64) *core.Worth {
	if value == nil || units == 0 {
		return nil
	}
	return &core.Worth{Value: *value, Units: units}
}

// endValue compares what is kept of a product's worth with its last movement. One whose
// movements tell no value has kept its average times its stock.
func (c *chain) endValue() {
	head := catalogue.Product{Stock: c.head.Stock}.WithWorth(c.head.Worth)
	value := head.StockValue()
	due := c.last.ValueAfter
	if c.last.Sealed < ledger.SealedValues && c.head.Cost != nil {
		old := core.Value(c.head.Stock, c.head.Cost)
		due = &old
	}
	switch {
	case !catalogue.SameCents(value, due):
		c.blame(c.last.ID, fmt.Sprintf("el valor guardado es %s y los movimientos dejan %s", spoken(value), spoken(due)))
	case !catalogue.SameCents(head.Cost, c.head.Cost):
		c.blame(0, fmt.Sprintf("el coste medio guardado es %s y debería ser %s", spoken(c.head.Cost), spoken(head.Cost)))
	case c.head.Worth != nil && c.head.Stock > 0 && c.head.Worth.Units != c.head.Stock:
		c.blame(0, fmt.Sprintf("el valor guardado es de %s y hay %s", ledger.Units(c.head.Worth.Units),
			ledger.Units(c.head.Stock)))
	}
}

// spoken is an amount in the smallest units of its currency, as findings tell it.
func spoken(c *core.Cents) string {
	if c == nil {
		return "desconocido"
	}
	return core.Grouped(int64(*c))
}
