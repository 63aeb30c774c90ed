package imports

import (
	"time"

	"estante/internal/core"
	"estante/internal/order"
)

// afterToday is what is wrong with a day that has not come.
const afterToday = "La fecha no puede ser posterior a hoy"

// firstMoment is when the order was placed, as far as a row tells: an order was
// there when its goods left, and something leaves before it arrives.
func (c orderCells) firstMoment(zone *time.Location, now time.Time) time.Time {
	return c.placed.in(zone, c.shipped.in(zone, c.delivered.in(zone, now)))
}

// planDates works out when the goods of an order left and arrived. Where the
// file does not say it, they did so when the order was placed, which is nearer
// the truth than the day of the import.
func (p orderPlanner) planDates(plan *orderPlan) {
	cells := plan.rows[0].order
	plan.left = p.notBefore(plan, plan.order.CreatedAt, cells.shipped, "shippedAt",
		"La fecha de envío no puede ser anterior a la del pedido")
	plan.arrived = p.notBefore(plan, plan.left, cells.delivered, "deliveredAt",
		"La fecha de entrega no puede ser anterior a la de envío")
}

// notBefore is the moment that a file tells, which comes after another one. A
// file often gives the day alone: on the same day the other moment stands.
func (p orderPlanner) notBefore(
	plan *orderPlan, other time.Time, told toldMoment, field Field, early string,
) time.Time {
	if !told.given {
		return other
	}
	at := told.in(p.zone, other)
	switch {
	case at.After(p.tx.Now()):
		p.blame(plan, 0, field, afterToday)
	case at.In(p.zone).Format(core.DateForm) < other.In(p.zone).Format(core.DateForm):
		p.blame(plan, 0, field, early)
	case at.Before(other):
		return other
	}
	return at
}

// steps is the way of the new order to where the file has it. One that was
// delivered before it came back goes that way here too.
func (p *orderPlan) steps(now time.Time) (steps []order.Step) {
	way := order.Pending.Way(p.status)
	if p.status == order.Returned && p.rows[0].order.delivered.given {
		way = append(order.Pending.Way(order.Delivered), order.Returned)
	}
	for _, status := range way {
		step := order.Step{To: status, At: now}
		switch status {
		case order.Shipped:
			step.At = p.left
		case order.Delivered, order.Returned:
			step.At = p.arrived
		case order.Pending, order.Processing, order.Cancelled:
		}
		steps = append(steps, step)
	}
	return steps
}
