package ledger

import (
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// Gather has adjustments wait as long as it takes for one group of all of them to begin.
func (s *Service) Gather() {
	s.adjustments.mu.Lock()
	defer s.adjustments.mu.Unlock()
	s.adjustments.wait, s.adjustments.most = time.Hour, 1
}

// Groups are those of adjustments, without anybody in them.
type Groups struct {
	groups adjustmentGroups
	began  chan groupTurn
}

// Step has some adjustments come and then a group of a size end, if any, and says
// how large the groups are that begin with that.
func (g *Groups) Step(come, end int) (sizes []int) {
	if g.began == nil {
		g.groups.most, g.began = groupsMax, make(chan groupTurn, groupsMax)
	}
	for range come {
		g.groups.waiting = append(g.groups.waiting, &askedAdjustment{turn: g.began})
		g.groups.begin()
	}
	if end > 0 {
		g.groups.end(end)
	}
	for len(g.began) > 0 {
		sizes = append(sizes, len((<-g.began).lead))
	}
	return sizes
}

// Gathered is how many adjustments wait for a group to begin.
func (s *Service) Gathered() int {
	s.adjustments.mu.Lock()
	defer s.adjustments.mu.Unlock()
	return len(s.adjustments.waiting)
}

// WorthWith is what a product's units cost together after a lot came in.
func WorthWith(product catalogue.Product, units int64, cost core.Cents) *core.Worth {
	return averaged(product, lot{units, &cost}, lot{}, costRange{})
}
