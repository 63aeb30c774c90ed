package verify

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// chain follows the movements of one product and remembers the first that
// cannot be right.
type chain struct {
	head LedgerHead
	// said is the stock of each location as it is kept, summed as it adds up.
	said, summed map[int64]int64
	last         ledger.Movement
	// moved is when units moved last.
	moved time.Time
	// worth is what the units cost together, as far as the movements say.
	worth *core.Worth
	// folded follows what is kept of the ends of months.
	folded folded
	wrong  *Finding
}

// follow takes the next movement.
func (c *chain) follow(m ledger.Movement) {
	previous := c.last
	c.last = m
	c.summed[m.LocationID] += m.Quantity
	if m.Quantity != 0 {
		c.moved = m.At
	}
	if c.wrong != nil {
		return
	}
	switch {
	case m.Seq > previous.Seq+1:
		c.blame(m.ID, fmt.Sprintf("falta el movimiento n.º %d: tras el n.º %d viene el n.º %d", previous.Seq+1, previous.Seq,
			m.Seq))
	case m.Seq != previous.Seq+1:
		c.blame(m.ID, fmt.Sprintf("el movimiento n.º %d está repetido", m.Seq))
	case m.Before != previous.After:
		c.blame(m.ID, fmt.Sprintf("el movimiento n.º %d parte de %d unidades y el anterior dejó %d", m.Seq, m.Before,
			previous.After))
	case m.After != m.Before+m.Quantity:
		c.blame(m.ID, fmt.Sprintf("el movimiento n.º %d de %d unidades va de %d a %d", m.Seq, m.Quantity, m.Before, m.After))
	case m.Hash != m.Seal(previous.Hash):
		c.blame(m.ID, fmt.Sprintf("el movimiento n.º %d no es como se escribió: su huella no coincide", m.Seq))
	case m.After < 0 || c.summed[m.LocationID] < 0:
		c.blame(m.ID, fmt.Sprintf("el movimiento n.º %d deja el stock por debajo de cero", m.Seq))
	default:
		c.followValue(previous, m)
		if what := c.folded.follow(m); what != "" && c.wrong == nil {
			c.blame(m.ID, what)
		}
	}
}

// end compares the product's row with its movements and says whether anything is wrong.
func (c *chain) end() bool {
	level := catalogue.Product{Stock: c.head.Stock, MinStock: c.head.MinStock}.Level()
	switch {
	case c.wrong != nil:
	case c.head.MovementSeq > c.last.Seq:
		c.blame(c.last.ID, fmt.Sprintf("faltan movimientos al final: el último es el n.º %d y debería ser el n.º %d",
			c.last.Seq, c.head.MovementSeq))
	case c.head.MovementSeq < c.last.Seq:
		c.blame(c.last.ID, fmt.Sprintf("sobran movimientos al final: el último es el n.º %d y debería ser el n.º %d",
			c.last.Seq, c.head.MovementSeq))
	case c.head.LedgerHash != c.last.Hash:
		c.blame(c.last.ID, "la huella del producto no es la de su último movimiento")
	case c.head.Stock != c.last.After:
		c.blame(c.last.ID, fmt.Sprintf("el stock guardado es %d y los movimientos suman %d", c.head.Stock, c.last.After))
	case c.wrongLocation():
	case c.head.Reserved < 0:
		c.blame(0, fmt.Sprintf("lo reservado es negativo: %d", c.head.Reserved))
	case c.head.Level != level:
		c.blame(0, fmt.Sprintf("el nivel de stock guardado es %d y debería ser %d", c.head.Level, level))
	case (c.head.LastMovementAt == nil) != c.moved.IsZero() ||
		(c.head.LastMovementAt != nil && !c.head.LastMovementAt.Equal(c.moved)):
		c.blame(c.last.ID, "la fecha del último movimiento no es la guardada")
	case c.folded.end() != "":
		c.blame(0, c.folded.end())
	default:
		c.endValue()
	}
	return c.wrong != nil
}

// wrongLocation compares the stock of each location, the lowest number first.
func (c *chain) wrongLocation() bool {
	for _, locations := range []map[int64]int64{c.summed, c.said} {
		for _, id := range slices.Sorted(maps.Keys(locations)) {
			if c.said[id] != c.summed[id] {
				c.blame(0, fmt.Sprintf("en el almacén %d hay guardadas %s y los movimientos suman %d", id, ledger.Units(c.said[id]),
					c.summed[id]))
				return true
			}
		}
	}
	return false
}

func (c *chain) blame(movementID int64, what string) {
	message := fmt.Sprintf("Producto %d (%s): %s", c.head.ProductID, c.head.SKU, what)
	if movementID != 0 {
		message = fmt.Sprintf("Producto %d (%s), movimiento %d: %s", c.head.ProductID, c.head.SKU, movementID, what)
	}
	c.wrong = &Finding{ProductID: c.head.ProductID, ProductSKU: c.head.SKU, MovementID: movementID, Message: message}
}
