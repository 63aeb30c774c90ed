package ledger_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// gate is a memory that shares no commits, before which writes wait until it is
// opened. Whatever instead returns happens in the place of a write.
type gate struct {
	core.Store
	opened  chan struct{}
	writes  atomic.Int64
	instead func(write int64) error
}

func (g *gate) SharesCommits() bool { return false }

func (g *gate) Write(ctx context.Context, fn func(core.Tx) error) error {
	write := g.writes.Add(1)
	<-g.opened
	if g.instead != nil {
		if err := g.instead(write); err != nil {
			return err
		}
	}
	return core.Write(ctx, g.Store, fn)
}

// counterHall is an inventory with a few products, where adjustments gather.
type counterHall struct {
	*inventory.Inventory
	gate     *gate
	products []int64
}

// shut makes one whose gate is shut. Two adjustments wait before it, so that all
// that come later gather.
func shut(t *testing.T, db *store.DB) *counterHall {
	t.Helper()
	products := shoptest.Shelf(t, inventory.New(db, inventory.Options{PasswordWorkers: 1}), "Caja", 8)
	hall := &counterHall{gate: &gate{Store: db, opened: make(chan struct{})}, products: products[2:]}
	hall.Inventory = inventory.New(hall.gate, inventory.Options{PasswordWorkers: 1})
	for n, id := range products[:2] {
		go func() {
			_, _ = hall.Ledger.AdjustStock(context.Background(), shoptest.Clerk, id, shoptest.Adjust("add", 1))
		}()
		eventually(t, func() bool { return hall.gate.writes.Load() == int64(n)+1 })
	}
	return hall
}

// eventually waits until something holds that others bring about.
func eventually(t *testing.T, holds func() bool) {
	t.Helper()
	for !holds() {
		if t.Context().Err() != nil {
			t.Fatal("it never did")
		}
		runtime.Gosched()
	}
}

// wish is an adjustment that a test asks for.
type wish struct {
	ledger.Adjustment
	product int64
	by      core.Actor
	key     string
}

// wished is what came of it.
type wished struct {
	ledger.Adjusted
	err error
}

func (w wish) ask(ctx context.Context, inv *inventory.Inventory) wished {
	if w.by.ID == 0 {
		w.by = shoptest.Clerk
	}
	if w.key != "" {
		ctx = core.WithRequestKey(ctx, core.RequestKey{UserID: w.by.ID, Key: w.key, Fingerprint: "una"})
	}
	adjusted, err := inv.Ledger.AdjustStock(ctx, w.by, w.product, w.Adjustment)
	return wished{adjusted, err}
}

// together has all of them gather, in this order, and opens the gate.
func (h *counterHall) together(t *testing.T, wishes ...wish) []wished {
	t.Helper()
	h.Ledger.Gather()
	results := make([]chan wished, len(wishes))
	for n, w := range wishes {
		results[n] = make(chan wished, 1)
		go func() {
			defer func() {
				if recover() != nil {
					results[n] <- wished{err: errPanicked}
				}
			}()
			results[n] <- w.ask(context.Background(), h.Inventory)
		}()
		eventually(t, func() bool { return h.Ledger.Gathered() == n+1 })
	}
	close(h.gate.opened)
	all := make([]wished, 0, len(wishes))
	for _, result := range results {
		all = append(all, <-result)
	}
	return all
}

var errPanicked = errors.New("panicked")

func person(id int64, name string) core.Actor {
	return core.Actor{User: core.User{ID: id, FirstName: name, Role: core.Manager, State: core.AccountActive}}
}

func TestAdjustmentsThatComeTogetherAreMadeInOneTransaction(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		hall := shut(t, db)
		ana, luis := person(21, "Ana"), person(22, "Luis")
		sale := ledger.Adjustment{Type: ledger.AdjustRemove, Quantity: 4, Reason: ledger.ReasonSale, Notes: "en mano"}
		got := hall.together(t,
			wish{shoptest.Adjust("add", 5), hall.products[0], ana, ""},
			wish{sale, hall.products[1], luis, ""},
			wish{shoptest.Adjust("remove", 10), hall.products[2], ana, "una clave"},
		)
		for n, want := range []struct{ by, quantity, stock, sold int64 }{{21, 5, 15, 0}, {22, -4, 6, 4}, {21, -10, 0, 0}} {
			g := got[n]
			if g.err != nil {
				t.Fatal(g.err)
			}
			if g.Movement.UserID != want.by || g.Movement.Quantity != want.quantity || g.Product.Stock != want.stock ||
				*g.Sold != want.sold {
				t.Errorf("adjustment %d: %+v, product %+v, sold %d", n, g.Movement, g.Product, *g.Sold)
			}
			rows, err := hall.Core.ListAudit(t.Context(), core.AuditFilter{
				Noun: "product", NounID: g.Product.ID, Page: core.Page{Number: 1, Size: 1},
			})
			if last := shoptest.Must(t, rows, err).Rows[0]; last.ActorID != want.by || last.Action != core.AuditStock {
				t.Errorf("audit %d: %+v", n, last)
			}
		}
		if got[1].Movement.Notes != "en mano" || got[1].Movement.Reason != ledger.ReasonSale {
			t.Errorf("%+v", got[1].Movement)
		}
		if writes := hall.gate.writes.Load(); writes != 3 {
			t.Errorf("%d transactions, want those of the two before and one", writes)
		}
		shoptest.Clean(t, hall.Inventory)
	})
}

// Groups of one and of all the others by turns would be twice as many transactions.
func TestGroupsAreOfOneSize(t *testing.T) {
	var counter ledger.Groups
	for _, step := range []struct {
		come, end int
		want      []int
	}{
		{come: 1, want: []int{1}},
		{come: 1, want: []int{1}},
		{come: 14},
		{end: 1, want: []int{8}},  // Half of the fifteen that are here, and not all that wait.
		{end: 1},                  // The six that are left are not worth one beside a group of eight.
		{come: 2, want: []int{8}}, // But eight are.
		{end: 8},
		{come: 7},
		{end: 8, want: []int{4}}, // Beside nobody, half of them begin at once.
		{end: 4, want: []int{2}},
		{end: 2, want: []int{1}},
		{end: 1},
		{come: 40, want: []int{1, 1}},
		{end: 1, want: []int{16}}, // A group is not larger than its first may wait.
	} {
		if got := counter.Step(step.come, step.end); !slices.Equal(got, step.want) {
			t.Errorf("%d came and a group of %d ended: groups of %v, want %v", step.come, step.end, got, step.want)
		}
	}
}

func TestOneThatIsRefusedHarmsNobodyInItsGroup(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		hall := shut(t, db)
		elsewhere := shoptest.Adjust("add", 1)
		elsewhere.LocationID = 999
		got := hall.together(t,
			wish{shoptest.Adjust("remove", 11), hall.products[0], shoptest.Clerk, "quitar once"},
			wish{shoptest.Adjust("add", 1), 999_999, shoptest.Clerk, ""},
			wish{elsewhere, hall.products[1], shoptest.Clerk, ""},
			wish{shoptest.Adjust("remove", 3), hall.products[2], shoptest.Clerk, ""},
			wish{shoptest.Adjust("remove", 3), hall.products[2], shoptest.Clerk, ""},
		)
		for n, want := range []string{
			"quantity: Stock insuficiente: quedan 10 unidades", "No encontrado",
			"locationId: El almacén no existe", "", "",
		} {
			if message := text(got[n].err); message != want {
				t.Errorf("adjustment %d: %q, want %q", n, message, want)
			}
		}
		if stock := shoptest.StockOf(t, hall.Inventory, hall.products[2]); stock != 4 {
			t.Errorf("two removals of three leave %d of ten", stock)
		}
		if writes := hall.gate.writes.Load(); writes != 2+1+4 {
			t.Errorf("%d transactions, want those of the two before, the group and the four that could not be in it", writes)
		}
		// The key of what was refused is free for another try.
		shoptest.Must1(hall.Ledger.AdjustStock(t.Context(), shoptest.Clerk, hall.products[0], shoptest.Adjust("add", 5)))(t)
		again := wish{shoptest.Adjust("remove", 11), hall.products[0], shoptest.Clerk, "quitar once"}.ask(t.Context(),
			hall.Inventory)
		if again.err != nil || again.Product.Stock != 4 {
			t.Errorf("%+v, %v", again.Product, again.err)
		}
		shoptest.Clean(t, hall.Inventory)
	})
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestAKeyCountsOnceInAGroupToo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		hall := shut(t, db)
		same := wish{shoptest.Adjust("add", 2), hall.products[0], shoptest.Clerk, "la misma"}
		other := same
		other.product = hall.products[1]
		got := hall.together(t, same, other, same)
		for n, g := range got {
			if g.err != nil || g.Movement.ID != got[0].Movement.ID || g.Product.ID != hall.products[0] {
				t.Errorf("answer %d: %+v, %v", n, g.Movement, g.err)
			}
		}
		if first, second := shoptest.StockOf(t, hall.Inventory, hall.products[0]),
			shoptest.StockOf(t, hall.Inventory, hall.products[1]); first != 12 || second != 10 {
			t.Errorf("stocks of %d and %d, want 12 and 10", first, second)
		}
	})
}

func TestWhoLeavesBeforeTheGroupBeginsHasAskedForNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		hall := shut(t, db)
		hall.Ledger.Gather()
		ctx, leave := context.WithCancel(t.Context())
		gone := make(chan error, 1)
		go func() {
			gone <- wish{shoptest.Adjust("add", 1), hall.products[0], shoptest.Clerk, ""}.ask(ctx, hall.Inventory).err
		}()
		eventually(t, func() bool { return hall.Ledger.Gathered() == 1 })
		leave()
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Errorf("who left is told %v", err)
		}
		if got := hall.together(t, wish{shoptest.Adjust("add", 1), hall.products[1], shoptest.Clerk, ""}); got[0].err != nil {
			t.Error(got[0].err)
		}
		if stock := shoptest.StockOf(t, hall.Inventory, hall.products[0]); stock != 10 {
			t.Errorf("who left has changed the stock to %d", stock)
		}
	})
}

func TestNobodyWaitsLongForThoseBefore(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		hall := shut(t, db)
		done := make(chan error, 1)
		go func() {
			done <- wish{shoptest.Adjust("add", 1), hall.products[0], shoptest.Clerk, ""}.ask(t.Context(), hall.Inventory).err
		}()
		// The two before it are still held up.
		eventually(t, func() bool { return hall.gate.writes.Load() == 3 })
		close(hall.gate.opened)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestAGroupSharesTheFateOfItsTransaction(t *testing.T) {
	for name, fate := range map[string]func() error{
		"a memory that is busy": func() error { return core.ErrBusy },
		"a fault of ours":       func() error { panic("a fault") },
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				hall := shut(t, db)
				hall.gate.instead = func(write int64) error {
					if write == 3 {
						return fate()
					}
					return nil
				}
				for n, g := range hall.together(t, wish{shoptest.Adjust("add", 1), hall.products[0], shoptest.Clerk, ""},
					wish{shoptest.Adjust("add", 1), hall.products[1], shoptest.Clerk, ""}) {
					if g.err == nil || g.Movement != nil {
						t.Errorf("adjustment %d was made: %+v", n, g.Movement)
					}
					if stock := shoptest.StockOf(t, hall.Inventory, hall.products[n]); stock != 10 {
						t.Errorf("product %d has %d", n, stock)
					}
				}
				shoptest.Must1(hall.Ledger.AdjustStock(t.Context(), shoptest.Clerk, hall.products[0], shoptest.Adjust("add", 1)))(t)
			})
		})
	}
}

// Where writers wait for rows, an adjustment whose product is locked waits alone.
func TestAGroupDoesNotWaitForAProductThatIsTaken(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		if db.SharesCommits() {
			return // There is one writer, and everybody waits for it.
		}
		hall := shut(t, db)
		taken, free := hall.products[0], hall.products[1]
		held, ended := make(chan struct{}), make(chan error, 1)
		leave := make(chan struct{})
		go func() {
			ended <- core.Write(context.Background(), db, func(tx inventory.Tx) error {
				_, err := tx.LockProduct(taken)
				close(held)
				<-leave
				return err
			})
		}()
		<-held
		hall.Ledger.Gather()
		first, second := make(chan wished, 1), make(chan wished, 1)
		go func() {
			first <- wish{shoptest.Adjust("add", 1), taken, shoptest.Clerk, ""}.ask(context.Background(), hall.Inventory)
		}()
		eventually(t, func() bool { return hall.Ledger.Gathered() == 1 })
		go func() {
			second <- wish{shoptest.Adjust("add", 1), free, shoptest.Clerk, ""}.ask(context.Background(), hall.Inventory)
		}()
		eventually(t, func() bool { return hall.Ledger.Gathered() == 2 })
		close(hall.gate.opened)
		if got := <-second; got.err != nil || got.Product.Stock != 11 {
			t.Errorf("%+v, %v", got.Product, got.err)
		}
		close(leave)
		if got := <-first; got.err != nil || got.Product.Stock != 11 {
			t.Errorf("%+v, %v", got.Product, got.err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}
