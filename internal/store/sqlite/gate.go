package sqlite

import (
	"context"
	"sync"
)

// Gate is held while the connection that writes is used. Work that nobody waits for borrows
// it, and is asked to stop as soon as somebody wants to write.
type Gate struct {
	use sync.Mutex

	mu sync.Mutex
	// wanted is how many wait for the gate, and giveUp asks its borrower to stop.
	wanted int
	giveUp context.CancelFunc
}

// Lock waits for the gate, and has a borrower give it back.
func (g *Gate) Lock() {
	g.mu.Lock()
	if g.giveUp != nil {
		g.giveUp()
	}
	g.wait()
}

// LockUnlessBorrowed waits for the gate, unless that would end the work of a borrower.
func (g *Gate) LockUnlessBorrowed() bool {
	g.mu.Lock()
	if g.giveUp != nil {
		g.mu.Unlock()
		return false
	}
	g.wait()
	return true
}

// wait is counted from before mu is given back, so that nobody borrows the gate meanwhile.
func (g *Gate) wait() {
	g.wanted++
	g.mu.Unlock()
	g.use.Lock()
	g.mu.Lock()
	g.wanted--
	g.mu.Unlock()
}

// Unlock gives the gate to the next.
func (g *Gate) Unlock() { g.use.Unlock() }

// Borrow takes the gate for as long as nobody wants it, which the end of the context says, if
// nobody does now.
func (g *Gate) Borrow() (wanted context.Context, giveBack func(), ok bool) {
	if !g.use.TryLock() {
		return nil, nil, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.wanted > 0 {
		g.use.Unlock()
		return nil, nil, false
	}
	wanted, giveUp := context.WithCancel(context.Background())
	g.giveUp = giveUp
	return wanted, func() {
		g.mu.Lock()
		g.giveUp = nil
		g.mu.Unlock()
		giveUp()
		g.use.Unlock()
	}, true
}
