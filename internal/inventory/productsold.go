package inventory

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// SoldProduct is a product with how many units of it were sold, less returns.
type SoldProduct struct {
	Product
	Sold int64
}

// ProductSold is a product with what it sold lately.
func (inv *Inventory) ProductSold(ctx context.Context, id int64) (SoldProduct, error) {
	// Where writes share commits, a question is hardly more than a call.
	if inv.store.SharesCommits() {
		return inv.readSold(ctx, id)
	}
	asked, counted := inv.soldReads.join(ctx, id)
	if counted {
		defer inv.endSoldRead()
	}
	if asked == nil {
		return inv.readSold(ctx, id)
	}
	select {
	case <-asked.done:
	case <-ctx.Done():
		return SoldProduct{}, context.Cause(ctx)
	}
	found, is := asked.found[id]
	if asked.err == nil && !is {
		return SoldProduct{}, ErrNotFound
	}
	return found, asked.err
}

// readSold asks for one product.
func (inv *Inventory) readSold(ctx context.Context, id int64) (found SoldProduct, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		since, err := inv.lately(ctx, tx)
		if err != nil {
			return err
		}
		found, err = tx.ProductSold(id, since)
		return err
	})
	return found, err
}

// soldReads has products that are asked for at the same time found by one question,
// where every question has a way to go: it takes little more than one of a single
// product. Who comes while few others ask goes alone.
type soldReads struct {
	mu sync.Mutex
	// underWay is how many questions there are, and next the one of those who wait
	// until one of them ends; nil where nobody does.
	underWay int
	next     *soldRead
}

const (
	// soldReadsMax is how many questions there are at once: while the memory is at
	// one, the next is sent or read.
	soldReadsMax = 2
	// soldReadMax bounds how many products are asked for together.
	soldReadMax = 16
)

// soldRead is a question for several products, of people who all came in the same
// state of the memory, so that what is remembered of it is as new as each of them wants.
type soldRead struct {
	ctx   context.Context //nolint:containedctx // It is of the question and not of who asks.
	ids   []int64
	done  chan struct{}
	found map[int64]SoldProduct
	err   error
}

// join finds the question to wait for; nil for whoever goes alone. Counted says that
// this is a question whose end others wait for.
func (r *soldReads) join(ctx context.Context, id int64) (asked *soldRead, counted bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.underWay < soldReadsMax {
		r.underWay++
		return nil, true
	}
	if r.next == nil {
		r.next = &soldRead{ctx: context.WithoutCancel(ctx), done: make(chan struct{})}
	}
	if editionOf(r.next.ctx) != editionOf(ctx) || len(r.next.ids) == soldReadMax {
		return nil, false
	}
	r.next.ids = append(r.next.ids, id)
	return r.next, false
}

// endSoldRead lets those begin who wait.
func (inv *Inventory) endSoldRead() {
	r := &inv.soldReads
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.next == nil {
		r.underWay--
		return
	}
	// Whoever asks may leave at any time, so that none of them leads.
	go inv.readGathered(r.next)
	r.next = nil
}

// readGathered asks for the products of all who wait.
func (inv *Inventory) readGathered(asked *soldRead) {
	defer inv.endSoldRead()
	defer close(asked.done)
	defer func() {
		if fault := recover(); fault != nil {
			inv.log.Error("a question for several products panicked", "fault", fault, "stack", string(debug.Stack()))
			asked.err = fmt.Errorf("a question for several products panicked: %v", fault)
		}
	}()
	asked.err = inv.store.Read(asked.ctx, func(tx Tx) error {
		since, err := inv.lately(asked.ctx, tx)
		if err != nil {
			return err
		}
		found, err := tx.ProductsSold(asked.ids, since)
		asked.found = make(map[int64]SoldProduct, len(found))
		for _, one := range found {
			asked.found[one.ID] = one
		}
		return err
	})
}
