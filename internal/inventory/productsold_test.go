package inventory_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// readGate is a memory in which a question has a way to go, and before which
// questions wait until it is opened.
type readGate struct {
	inventory.Store
	opened chan struct{}
	reads  atomic.Int64
	// instead happens in the place of a question.
	instead func(read int64)
}

func (g *readGate) SharesCommits() bool { return false }

func (g *readGate) Read(ctx context.Context, fn func(inventory.Tx) error) error {
	read := g.reads.Add(1)
	<-g.opened
	if g.instead != nil {
		g.instead(read)
	}
	return g.Store.Read(ctx, fn)
}

// sold is what came of askers for a product.
type sold struct {
	inventory.SoldProduct
	err error
}

// askers have an inventory whose gate is shut and before which two questions wait, so
// that whoever asks later gathers.
type askers struct {
	*inventory.Inventory
	gate     *readGate
	products []int64
	first    sync.WaitGroup
}

func shutToReaders(t *testing.T, db *store.DB) *askers {
	t.Helper()
	products := shelf(t, inventory.New(db, inventory.Options{PasswordWorkers: 1}), "Caja", 8)
	a := &askers{gate: &readGate{Store: db, opened: make(chan struct{})}, products: products[2:]}
	a.Inventory = inventory.New(a.gate, inventory.Options{PasswordWorkers: 1, Log: slog.New(slog.DiscardHandler)})
	for n, id := range products[:2] {
		a.first.Go(func() {
			if found, err := a.ProductSold(context.Background(), id); err != nil || found.ID != id {
				t.Errorf("asked for %d and found %d, %v", id, found.ID, err)
			}
		})
		eventually(t, func() bool { return a.gate.reads.Load() == int64(n)+1 })
	}
	return a
}

// ask asks for a product and waits until it is one of those who wait.
func (a *askers) ask(ctx context.Context, t *testing.T, id int64) chan sold {
	t.Helper()
	result := make(chan sold, 1)
	waiting := a.WaitingForSold()
	go func() {
		found, err := a.ProductSold(ctx, id)
		result <- sold{found, err}
	}()
	eventually(t, func() bool { return a.WaitingForSold() == waiting+1 })
	return result
}

func TestProductsThatAreAskedForTogetherAreOneQuestion(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		a := shutToReaders(t, db)
		seller := inventory.New(db, inventory.Options{PasswordWorkers: 1})
		units := map[int64]int64{}
		for n, id := range a.products {
			units[id] = int64(n + 1)
			must1(seller.AdjustStock(t.Context(), clerk, id, inventory.Adjustment{Type: "remove", Quantity: units[id], Reason: inventory.ReasonSale}))(t)
		}
		wanted := append([]int64{a.products[0]}, a.products...)
		results := make([]chan sold, 0, len(wanted))
		for _, id := range wanted {
			results = append(results, a.ask(t.Context(), t, id))
		}
		missing := a.ask(t.Context(), t, 9999)
		gone, leave := context.WithCancel(t.Context())
		left := a.ask(gone, t, a.products[1])
		leave()
		if result := <-left; !errors.Is(result.err, context.Canceled) {
			t.Errorf("who left was told %v", result.err)
		}
		close(a.gate.opened)
		for n, result := range results {
			found := <-result
			if found.err != nil || found.ID != wanted[n] || found.Sold != units[found.ID] || found.Stock != 10-units[found.ID] {
				t.Errorf("asked for %d and found %+v", wanted[n], found)
			}
		}
		if found := <-missing; !errors.Is(found.err, inventory.ErrNotFound) {
			t.Errorf("one that is not there is told of as %v", found.err)
		}
		a.first.Wait()
		if reads := a.gate.reads.Load(); reads != 3 {
			t.Errorf("%d questions were asked", reads)
		}
		eventually(t, func() bool { return a.SoldUnderWay() == 0 })
		// Whoever comes now goes alone.
		if found, err := a.ProductSold(t.Context(), a.products[0]); err != nil || found.ID != a.products[0] || a.gate.reads.Load() != 4 {
			t.Errorf("found %d, %v after %d questions", found.ID, err, a.gate.reads.Load())
		}
	})
}

// Who came in another state of the memory does not wait with those who gather: what
// is remembered for them may be older.
func TestWhoCameInAnotherStateAsksAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		a := shutToReaders(t, db)
		gathered := a.ask(inventory.WithEdition(t.Context(), 7), t, a.products[0])
		var alone sync.WaitGroup
		alone.Go(func() {
			if found, err := a.ProductSold(inventory.WithEdition(t.Context(), 8), a.products[1]); err != nil || found.ID != a.products[1] {
				t.Errorf("found %d, %v", found.ID, err)
			}
		})
		eventually(t, func() bool { return a.gate.reads.Load() == 3 })
		close(a.gate.opened)
		alone.Wait()
		if found := <-gathered; found.err != nil || found.ID != a.products[0] {
			t.Errorf("found %d, %v", found.ID, found.err)
		}
		a.first.Wait()
	})
}

// What goes wrong in the question of several people is told to each of them, and
// the next are asked for as before.
func TestAFaultInAQuestionOfSeveralEndsNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		a := shutToReaders(t, db)
		a.gate.instead = func(read int64) {
			if read == 3 {
				panic("broken")
			}
		}
		one, other := a.ask(t.Context(), t, a.products[0]), a.ask(t.Context(), t, a.products[1])
		close(a.gate.opened)
		for _, result := range []chan sold{one, other} {
			if found := <-result; found.err == nil {
				t.Errorf("found %d in a broken question", found.ID)
			}
		}
		a.first.Wait()
		if found, err := a.ProductSold(t.Context(), a.products[0]); err != nil || found.ID != a.products[0] {
			t.Errorf("found %d, %v", found.ID, err)
		}
	})
}
