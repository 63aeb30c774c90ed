package ledger

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// adjustmentGroups has adjustments made together that are asked for at the same time: where
// every question has a way to go, one transaction asks and writes the rows of all of them
// for little more than it would take one. A request that comes while there is no other goes
// alone, and so does one that could make others wait or fail.
type adjustmentGroups struct {
	// wait is how long a request waits for a group to begin, and most how many groups there
	// are at once.
	wait time.Duration
	most int

	mu      sync.Mutex
	waiting []*askedAdjustment
	// underWay is how many groups there are, of one or more, and members how many
	// are in them.
	underWay, members int
}

const (
	// groupsMax is how many groups there are at once: while the memory is at one,
	// the next is read. More would be smaller.
	groupsMax = 2
	// groupMax bounds a group, so that the first in it is answered soon.
	groupMax = 16
	// groupWait is much longer than a group takes: if it passes, the groups before are held
	// up by another writer.
	groupWait = 50 * time.Millisecond
)

// askedAdjustment is an adjustment that may be made with others.
type askedAdjustment struct {
	Adjustment
	actor     core.Actor
	productID int64
	// key is nil where the request has none.
	key *core.RequestKey
	// turn is told what to do now.
	turn chan groupTurn
	// done is the outcome in the group, and excluded says that it has none: then it
	// is made alone.
	done     Adjusted
	excluded bool
}

// groupTurn is what a request that waited does next: to lead a group, to go alone, or to go
// with the outcome.
type groupTurn struct {
	lead  []*askedAdjustment
	alone bool
	err   error
}

// join waits until it is this request's turn. A request that leaves before that has asked
// for nothing.
func (g *adjustmentGroups) join(ctx context.Context, a *askedAdjustment) (groupTurn, error) {
	g.mu.Lock()
	g.waiting = append(g.waiting, a)
	g.begin()
	g.mu.Unlock()
	timer := time.NewTimer(g.wait)
	defer timer.Stop()
	select {
	case turn := <-a.turn:
		return turn, nil
	case <-ctx.Done():
		if g.leave(a) {
			return groupTurn{}, context.Cause(ctx)
		}
	case <-timer.C:
		if g.leave(a) {
			return groupTurn{alone: true}, nil
		}
	}
	return <-a.turn, nil
}

// leave takes out a request that waits, and says whether it was in time.
func (g *adjustmentGroups) leave(a *askedAdjustment) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := slices.Index(g.waiting, a)
	if n < 0 {
		return false
	}
	g.waiting = slices.Delete(g.waiting, n, n+1)
	return true
}

// end ends a group of so many and lets the requests that gathered meanwhile begin.
func (g *adjustmentGroups) end(members int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.underWay--
	g.members -= members
	g.begin()
}

// begin lets groups begin. The work is least where they are of one size: if one began with
// the first request to come while all others are in another, there would be groups of one
// and of all the others by turns. So each takes its share of all requests that are here,
// and beside others one begins when as many have gathered.
func (g *adjustmentGroups) begin() {
	for g.underWay < g.most && len(g.waiting) > 0 && len(g.waiting)*g.underWay >= g.members {
		here := len(g.waiting) + g.members
		size := min(len(g.waiting), groupMax, (here+g.most-1)/g.most)
		group := slices.Clone(g.waiting[:size])
		g.waiting = slices.Delete(g.waiting, 0, size)
		g.underWay++
		g.members += size
		group[0].turn <- groupTurn{lead: group}
	}
}

// errGroupLost is told to those whose group ended without an outcome.
var errGroupLost = errors.New("the group of an adjustment was lost")

// adjustWithOthers makes an adjustment in a group if there is one, and says
// whether it has to be made alone.
func (s *Service) adjustWithOthers(ctx context.Context, a *askedAdjustment) (alone bool, err error) {
	a.turn = make(chan groupTurn, 1)
	if key, keyed := core.RequestKeyOf(ctx); keyed {
		a.key = &key
	}
	turn, err := s.adjustments.join(ctx, a)
	if err != nil || turn.lead == nil {
		return turn.alone, cmp.Or(err, turn.err)
	}
	defer s.adjustments.end(len(turn.lead))
	if len(turn.lead) == 1 {
		return false, s.adjustAlone(ctx, a)
	}
	err = errGroupLost
	defer func() {
		for _, other := range turn.lead[1:] {
			other.turn <- groupTurn{alone: other.excluded, err: err}
		}
	}()
	if err = s.adjustGroup(context.WithoutCancel(ctx), turn.lead); isRefusal(err) {
		// Nothing was written. Whose fault that is shows when each is alone.
		for _, member := range turn.lead {
			member.excluded = true
		}
		err = nil
	}
	return a.excluded, err
}

// adjustGroup makes adjustments in one transaction. Those that are refused, or whose rows
// another writer has locked, are left apart.
func (s *Service) adjustGroup(ctx context.Context, group []*askedAdjustment) error {
	return core.Write(ctx, s.store, func(tx Tx) error {
		open, err := claimGroup(tx, group)
		if err != nil {
			return err
		}
		made, moved, err := moveGroup(tx, open)
		if err != nil {
			return err
		}
		if err := releaseExcluded(tx, open); err != nil || len(made) == 0 {
			return err
		}
		if err := keepMoved(tx, moved, func(n int) core.Actor { return made[n].actor }); err != nil {
			return err
		}
		return answerGroup(tx, made, moved)
	})
}

// claimed is the key that it is asked for under, if any.
func (a *askedAdjustment) claimed() string {
	if a.key == nil {
		return ""
	}
	return a.key.Key
}

// claimGroup takes the keys of a group and leaves those apart that were used
// before, and those that adjust a product again. Every group takes keys in the same
// order, so that two of them cannot wait for each other.
func claimGroup(tx Tx, group []*askedAdjustment) (open []*askedAdjustment, err error) {
	group = slices.SortedStableFunc(slices.Values(group), func(a, b *askedAdjustment) int {
		return cmp.Compare(a.claimed(), b.claimed())
	})
	products := map[int64]bool{}
	for _, a := range group {
		a.done, a.excluded = Adjusted{}, products[a.productID]
		products[a.productID] = true
		if !a.excluded && a.key != nil {
			claimed, _, _, err := tx.ClaimRequest(*a.key)
			if err != nil {
				return nil, err
			}
			a.excluded = !claimed
		}
		if !a.excluded {
			open = append(open, a)
		}
	}
	return open, nil
}

// releaseExcluded gives back the keys of the requests that turned out to be apart.
func releaseExcluded(tx Tx, open []*askedAdjustment) error {
	for _, a := range open {
		if a.excluded && a.key != nil {
			if err := tx.ReleaseRequest(*a.key); err != nil {
				return err
			}
		}
	}
	return nil
}

// moveGroup works out the movements of those that can be made.
func moveGroup(tx Tx, open []*askedAdjustment) (made []*askedAdjustment, moved []Moved, err error) {
	ids := make([]int64, 0, len(open))
	for _, a := range open {
		ids = append(ids, a.productID)
	}
	free, err := tx.LockFreeProducts(ids)
	if err != nil {
		return nil, nil, err
	}
	products := catalogue.ProductsByID(free)
	shelves, err := shelvesOf(tx, ids)
	if err != nil {
		return nil, nil, err
	}
	for _, a := range open {
		product, found := products[a.productID]
		if a.excluded = !found; a.excluded {
			continue
		}
		one, err := shelves.move(a.actor, ProductChange{product, a.change(a.signed())})
		if a.excluded = isRefusal(err); a.excluded {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		made, moved = append(made, a), append(moved, one)
	}
	return made, moved, nil
}

// isRefusal says whether an error is about what was asked and not about the memory.
func isRefusal(err error) bool {
	var refused *core.Error
	return errors.As(err, &refused) && refused.Kind != core.Unavailable
}

// answerGroup works out the answers, and remembers those that have a key.
func answerGroup(tx Tx, made []*askedAdjustment, moved []Moved) error {
	ids := make([]int64, 0, len(moved))
	for _, m := range moved {
		ids = append(ids, m.After.ID)
	}
	sold, err := soldLately(tx, ids)
	if err != nil {
		return err
	}
	for n, a := range made {
		units := sold[ids[n]]
		a.done = Adjusted{Product: moved[n].After, Movement: &moved[n].Movement, Sold: &units}
		if err := tx.Emit(core.Event{Topic: core.TopicStock, ID: ids[n]}); err != nil {
			return err
		}
		if a.key == nil {
			continue
		}
		if err := core.Remember(tx, *a.key, a.done); err != nil {
			return err
		}
	}
	return nil
}
