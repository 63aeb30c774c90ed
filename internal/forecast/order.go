package forecast

import "math"

// Supply is how a product is bought.
type Supply struct {
	// LeadDays pass between an order and its arrival, ReviewDays between two
	// looks at what to order.
	LeadDays, ReviewDays int
}

// Order is what to order or make now, with the figures it comes from.
type Order struct {
	// Quantity is 0 while the position is above the reorder point.
	Quantity int64
	// Position is stock plus what is on its way less what is claimed.
	Position int64
	// CoverDays is the time until an order made at the next look would arrive,
	// and CoverMean the demand expected by then.
	CoverDays int
	CoverMean float64
	// ReorderPoint covers that time with the service level; SafetyStock is its part above the mean.
	ReorderPoint, SafetyStock float64
	// UpTo is what the order fills the position up to, and Wanted what that would
	// be if the product had no maximum.
	UpTo, Wanted float64
	// ServiceLevel is the chance that was asked for.
	ServiceLevel float64
	// Missing is what lacks up to UpTo, before packs and least orders round it up.
	Missing int64
}

// The limits of the settings, so that everything lies within FarthestDay.
const (
	waitMax      = 150
	leastService = 0.5
	mostService  = 0.999
)

// order applies the replenishment rule. Where it is not known how a product is
// bought, it is filled up to what lasts 30 days.
func (o *outlook) order(s Settings) Order {
	lead, review, beyond := 0, 30, 0
	if s.Supply != nil {
		lead, review, beyond = clampDays(s.Supply.LeadDays), clampDays(s.Supply.ReviewDays), 30
	}
	service := min(max(orDefault(s.ServiceLevel, DefaultServiceLevel), leastService), mostService)
	cover, far := o.over(lead+review), o.over(lead+review+beyond)
	order := Order{
		Position: s.Stock + s.OnOrder - s.Reserved, ServiceLevel: service,
		CoverDays: lead + review, CoverMean: o.mean(lead + review), ReorderPoint: cover.quantile(service),
	}
	order.SafetyStock = max(order.ReorderPoint-order.CoverMean, 0)
	order.UpTo = max(far.quantile(service), float64(s.MinStock)+o.mean(lead))
	order.Wanted = order.UpTo
	if s.MaxStock > 0 && (s.Supply != nil || order.UpTo > float64(s.MaxStock)) {
		order.UpTo = float64(s.MaxStock)
	}
	if float64(order.Position) <= max(order.ReorderPoint, float64(s.MinStock)) {
		order.Missing = max(int64(math.Ceil(order.UpTo-float64(order.Position)-1e-9)), 0)
		order.Quantity = inPacks(order.Missing, s)
	}
	return order
}

// inPacks rounds an order up to what the supplier sells.
func inPacks(missing int64, s Settings) int64 {
	if missing <= 0 {
		return 0
	}
	pack := max(s.PackSize, 1)
	return (max(missing, s.MinOrder) + pack - 1) / pack * pack
}

func clampDays(days int) int { return min(max(days, 0), waitMax) }
