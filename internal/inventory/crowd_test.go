package inventory_test

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/order"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// crowd is many people at a few products, who remember together what came in
// and went out for each of them.
type crowd struct {
	inv       *inventory.Inventory
	products  []int64
	other     int64
	net       map[int64]*atomic.Int64
	locks     sync.Map
	mu        sync.Mutex
	entries   []int64
	transfers []int64
	movements []int64
	orders    []int64
}

// keep and draw share the numbers of documents among the people.
func (c *crowd) keep(list *[]int64, id int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*list = append(*list, id)
}

func (c *crowd) draw(dice *rand.Rand, list *[]int64) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(*list) == 0 {
		return 0
	}
	return (*list)[dice.IntN(len(*list))]
}

// Sixty-four people do everything there is to do with stock, at once and to a
// few products. Afterwards the ledger must prove itself, and the stock must be
// what they remember.
func TestACrowdLosesAndDoublesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(db, inventory.Options{PasswordWorkers: 1})
		c := &crowd{
			inv: inv, products: shoptest.Shelf(t, inv, "Caja", 3), other: shoptest.North(t, inv).ID,
			net: map[int64]*atomic.Int64{},
		}
		for _, id := range c.products {
			c.net[id] = &atomic.Int64{}
		}
		var people sync.WaitGroup
		for person := range 64 {
			people.Go(func() {
				dice := rand.New(rand.NewPCG(uint64(person), 7))
				for range 8 {
					if err := c.act(dice); !tolerable(err) {
						t.Errorf("person %d: %v", person, err)
					}
				}
			})
		}
		people.Wait()
		shoptest.Clean(t, inv)
		for _, id := range c.products {
			if got, want := shoptest.StockOf(t, inv, id), 10+c.net[id].Load(); got != want {
				t.Errorf("product %d has %d, want %d", id, got, want)
			}
		}
	})
}

// tolerable says whether an error is one that a person is shown and goes on with.
func tolerable(err error) bool {
	var refused *core.Error
	return err == nil || (errors.As(err, &refused) &&
		(refused.Kind == core.Invalid || refused.Kind == core.Conflict || refused.Kind == core.NotFound))
}

// keyed does one thing as a page does it: with a key, and again with the same
// key when the server is too busy to say what came of it.
func keyed(act func(context.Context) error) error {
	ctx := core.WithRequestKey(context.Background(), core.RequestKey{
		UserID: shoptest.Clerk.ID, Key: crand.Text(), Fingerprint: "una",
	})
	for {
		err := act(ctx)
		var refused *core.Error
		if !errors.As(err, &refused) || refused.Kind != core.Unavailable {
			return err
		}
	}
}

// ask is keyed for what has an answer.
func ask[T any](act func(context.Context) (T, error)) (answer T, err error) {
	err = keyed(func(ctx context.Context) error {
		answer, err = act(ctx)
		return err
	})
	return answer, err
}

// act does one thing. What changes a product's stock is added to its sum only
// when the answer says that it happened.
func (c *crowd) act(dice *rand.Rand) error {
	product := c.products[dice.IntN(len(c.products))]
	location := []int64{ledger.MainLocation, c.other}[dice.IntN(2)]
	quantity := 1 + dice.Int64N(4)
	switch dice.IntN(11) {
	case 0:
		return c.adjust(product, ledger.Adjustment{Type: ledger.AdjustAdd, Quantity: quantity, LocationID: location})
	case 1:
		return c.adjust(product, ledger.Adjustment{Type: ledger.AdjustRemove, Quantity: quantity, LocationID: location})
	case 2:
		return c.adjust(product, ledger.Adjustment{Type: ledger.AdjustSet, Quantity: quantity, LocationID: location})
	case 3:
		return c.undo(c.draw(dice, &c.movements))
	case 4:
		return c.enter(dice, quantity, location)
	case 5:
		return c.change(c.draw(dice, &c.entries), quantity)
	case 6:
		return c.drop(c.draw(dice, &c.entries))
	case 7:
		return c.carry(dice, product, quantity)
	case 8:
		return c.order(dice, quantity, location)
	case 9:
		return c.moveOrder(dice, c.draw(dice, &c.orders))
	default:
		return c.count(product, location, quantity)
	}
}

func (c *crowd) adjust(product int64, adjustment ledger.Adjustment) error {
	adjusted, err := ask(func(ctx context.Context) (ledger.Adjusted, error) {
		return c.inv.Ledger.AdjustStock(ctx, shoptest.Clerk, product, adjustment)
	})
	if err == nil && adjusted.Movement != nil {
		c.net[product].Add(adjusted.Movement.Quantity)
		c.keep(&c.movements, adjusted.Movement.ID)
	}
	return err
}

func (c *crowd) undo(id int64) error {
	adjusted, err := ask(func(ctx context.Context) (ledger.Adjusted, error) {
		return c.inv.Ledger.UndoMovement(ctx, shoptest.Clerk, id)
	})
	if err == nil {
		c.net[adjusted.Product.ID].Add(adjusted.Movement.Quantity)
	}
	return err
}

// enter brings in several products at once, in an order of its own.
func (c *crowd) enter(dice *rand.Rand, quantity, location int64) error {
	var lines []ledger.EntryFields
	for _, i := range dice.Perm(len(c.products)) {
		line := shoptest.Purchase(c.products[i], quantity, core.Cents(dice.Int64N(500)))
		line.LocationID = location
		lines = append(lines, line)
	}
	entries, err := ask(func(ctx context.Context) ([]ledger.EntryRow, error) {
		return c.inv.Ledger.CreateEntries(ctx, shoptest.Clerk, lines)
	})
	for _, entry := range entries {
		c.net[entry.ProductID].Add(entry.Quantity)
		c.keep(&c.entries, entry.ID)
	}
	return err
}

// change gives an entry another quantity. A worker of the crowd has an entry alone, so that
// what it held is known; the product is shared by all of them.
func (c *crowd) change(id, quantity int64) error {
	defer c.alone(id)()
	entry, err := ask(func(ctx context.Context) (ledger.EntryRow, error) { return c.inv.Ledger.Entry(ctx, id) })
	if err != nil {
		return err
	}
	if err := keyed(func(ctx context.Context) error {
		_, err := c.inv.Ledger.UpdateEntry(ctx, shoptest.Clerk, id, ledger.EntryChange{Quantity: &quantity})
		return err
	}); err != nil {
		return err
	}
	c.net[entry.ProductID].Add(quantity - entry.Quantity)
	return nil
}

// drop deletes an entry, or brings it back when it is deleted.
func (c *crowd) drop(id int64) error {
	defer c.alone(id)()
	entry, err := ask(func(ctx context.Context) (ledger.EntryRow, error) { return c.inv.Ledger.Entry(ctx, id) })
	if errors.Is(err, core.ErrNotFound) {
		restored, err := ask(func(ctx context.Context) (ledger.EntryRow, error) {
			return c.inv.Ledger.RestoreEntry(ctx, shoptest.Clerk, id)
		})
		if err == nil {
			c.net[restored.ProductID].Add(restored.Quantity)
		}
		return err
	}
	if err != nil {
		return err
	}
	if err := keyed(func(ctx context.Context) error {
		return c.inv.Ledger.DeleteEntry(ctx, shoptest.Clerk, id)
	}); err != nil {
		return err
	}
	c.net[entry.ProductID].Add(-entry.Quantity)
	return nil
}

// alone keeps others from an entry until the returned function is called.
func (c *crowd) alone(id int64) func() {
	lock, _ := c.locks.LoadOrStore(id, &sync.Mutex{})
	lock.(*sync.Mutex).Lock()
	return lock.(*sync.Mutex).Unlock
}

func (c *crowd) carry(dice *rand.Rand, product, quantity int64) error {
	if id := c.draw(dice, &c.transfers); id != 0 && dice.IntN(3) == 0 {
		return keyed(func(ctx context.Context) error {
			_, err := c.inv.Ledger.UndoTransfer(ctx, shoptest.Clerk, id)
			return err
		})
	}
	fields := ledger.TransferFields{
		ProductID: product, FromLocationID: ledger.MainLocation, ToLocationID: c.other, Quantity: quantity,
	}
	transfer, err := ask(func(ctx context.Context) (ledger.TransferRow, error) {
		return c.inv.Ledger.CreateTransfer(ctx, shoptest.Clerk, fields)
	})
	if err == nil {
		c.keep(&c.transfers, transfer.ID)
	}
	return err
}

// count opens a stocktake, counts one product and posts. Others may have one
// open already, which is a refusal like any other.
func (c *crowd) count(product, location, counted int64) error {
	stocktake, err := ask(func(ctx context.Context) (ledger.StocktakeRow, error) {
		return c.inv.Ledger.OpenStocktake(ctx, shoptest.Clerk, ledger.StocktakeFields{LocationID: location})
	})
	if err != nil {
		return err
	}
	line, err := ask(func(ctx context.Context) (ledger.CountedLine, error) {
		return c.inv.Ledger.CountProduct(ctx, shoptest.Clerk, stocktake.ID, product, &counted)
	})
	if err != nil {
		return err
	}
	if err := keyed(func(ctx context.Context) error {
		_, err := c.inv.Ledger.PostStocktake(ctx, shoptest.Clerk, stocktake.ID)
		return err
	}); err != nil {
		return errors.Join(err, keyed(func(ctx context.Context) error {
			_, err := c.inv.Ledger.CancelStocktake(ctx, shoptest.Clerk, stocktake.ID)
			return err
		}))
	}
	c.net[product].Add(line.Line.Difference())
	return nil
}

// order asks for several products at once, in an order of its own.
func (c *crowd) order(dice *rand.Rand, quantity, location int64) error {
	var items []order.Item
	for _, i := range dice.Perm(len(c.products)) {
		items = append(items, shoptest.Item(c.products[i], quantity))
	}
	fields := shoptest.Asking(items...)
	fields.LocationID = location
	order, err := ask(func(ctx context.Context) (order.Detail, error) {
		return c.inv.Orders.CreateOrder(ctx, shoptest.Clerk, fields)
	})
	if err == nil {
		c.keep(&c.orders, order.ID)
	}
	return err
}

// moveOrder gives an order any status. The worker that moves one has it alone, so that its
// effect is known.
func (c *crowd) moveOrder(dice *rand.Rand, id int64) error {
	defer c.alone(-id)()
	before, err := ask(func(ctx context.Context) (order.Detail, error) { return c.inv.Orders.Order(ctx, id) })
	if err != nil || len(before.Status.Next()) == 0 {
		return err
	}
	to := before.Status.Next()[dice.IntN(len(before.Status.Next()))]
	after, err := ask(func(ctx context.Context) (order.Detail, error) {
		return c.inv.Orders.UpdateOrder(ctx, shoptest.Clerk, id, order.Change{Status: &to})
	})
	for _, effect := range after.Effects[min(len(before.Effects), len(after.Effects)):] {
		c.net[effect.ProductID].Add(effect.Quantity)
	}
	return err
}

// rush lets sixteen people do the same thing at the same time and says how many
// succeeded.
func rush(t *testing.T, act func(context.Context) error) int64 {
	t.Helper()
	var done atomic.Int64
	var people sync.WaitGroup
	for range 16 {
		people.Go(func() {
			err := keyed(act)
			if err == nil {
				done.Add(1)
			} else if !tolerable(err) {
				t.Error(err)
			}
		})
	}
	people.Wait()
	return done.Load()
}

func TestWhatHappensOnceHappensOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 50)
		other := shoptest.North(t, inv)
		ctx := context.Background()
		entry, err := inv.Ledger.CreateEntry(ctx, shoptest.Clerk, shoptest.Purchase(product.ID, 2, 100))
		shoptest.Must(t, entry, err)
		transfer, err := inv.Ledger.CreateTransfer(ctx, shoptest.Clerk, ledger.TransferFields{
			ProductID: product.ID, FromLocationID: 1, ToLocationID: other.ID, Quantity: 3,
		})
		shoptest.Must(t, transfer, err)
		adjusted, err := inv.Ledger.AdjustStock(ctx, shoptest.Clerk, product.ID, shoptest.Adjust("add", 1))
		shoptest.Must(t, adjusted, err)
		stocktake := shoptest.Open(t, inv, ledger.StocktakeFields{LocationID: other.ID})
		shoptest.Count(t, inv, stocktake.ID, product.ID, 9)
		for name, act := range map[string]func(context.Context) error{
			"post": func(ctx context.Context) error {
				_, err := inv.Ledger.PostStocktake(ctx, shoptest.Clerk, stocktake.ID)
				return err
			},
			"delete entry": func(ctx context.Context) error { return inv.Ledger.DeleteEntry(ctx, shoptest.Clerk, entry.ID) },
			"undo transfer": func(ctx context.Context) error {
				_, err := inv.Ledger.UndoTransfer(ctx, shoptest.Clerk, transfer.ID)
				return err
			},
			"undo movement": func(ctx context.Context) error {
				_, err := inv.Ledger.UndoMovement(ctx, shoptest.Clerk, adjusted.Movement.ID)
				return err
			},
		} {
			if times := rush(t, act); times != 1 {
				t.Errorf("%s happened %d times", name, times)
			}
		}
		if times := rush(t, func(ctx context.Context) error {
			_, err := inv.Ledger.RestoreEntry(ctx, shoptest.Clerk, entry.ID)
			return err
		}); times != 1 {
			t.Errorf("restore happened %d times", times)
		}
		if times := rush(t, func(ctx context.Context) error {
			_, err := inv.Ledger.OpenStocktake(ctx, shoptest.Clerk, ledger.StocktakeFields{})
			return err
		}); times != 1 {
			t.Errorf("%d stocktakes of the same products are open", times)
		}
		if stock := shoptest.StockOf(t, inv, product.ID); stock != 50+2+6 {
			t.Errorf("stock %d", stock)
		}
		shoptest.Clean(t, inv)
	})
}

// Two people who ship the same order, and two orders that want the last units.
func TestAnOrderIsShippedOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 5)
		placed, rival := shoptest.Place(t, inv, shoptest.Item(product.ID, 3)),
			shoptest.Place(t, inv, shoptest.Item(product.ID, 3))
		shoptest.MoveTo(t, inv, placed.ID, "processing")
		shoptest.MoveTo(t, inv, rival.ID, "processing")
		shipped := order.Shipped
		for _, id := range []int64{placed.ID, rival.ID} {
			// The second writer finds it shipped, or nothing left to ship.
			rush(t, func(ctx context.Context) error {
				_, err := inv.Orders.UpdateOrder(ctx, shoptest.Clerk, id, order.Change{Status: &shipped})
				return err
			})
		}
		if got := shoptest.MovementsOf(t, inv, product.ID); len(got) != 2 || got[1] != -3 {
			t.Errorf("movements %v", got)
		}
		line := placed.Lines[0].ID
		rush(t, func(ctx context.Context) error {
			_, err := inv.Orders.RefundOrder(ctx, shoptest.Clerk, placed.ID, order.Refund{
				Key: "una", Lines: []order.RefundLine{{LineID: line, Quantity: 1, Restock: "return"}},
			})
			return err
		})
		if stock := shoptest.StockOf(t, inv, product.ID); stock != 3 {
			t.Errorf("stock %d", stock)
		}
		shoptest.Clean(t, inv)
	})
}

// Of two stocktakes that count a product at the same moment, one does.
func TestCountingAProductInTwoStocktakesAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(db, inventory.Options{PasswordWorkers: 1})
		ids := shoptest.Shelf(t, inv, "Caja", 20)
		boxes := shoptest.Open(t, inv, ledger.StocktakeFields{Category: catalogue.LabelRef{Name: "Caja"}})
		tin := shoptest.Shelf(t, inv, "Bote", 1)
		tins := shoptest.Open(t, inv, ledger.StocktakeFields{Category: catalogue.LabelRef{Name: "Bote"}})
		shoptest.Count(t, inv, tins.ID, tin[0], 10)
		for _, id := range ids {
			_, err := inv.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, id,
				catalogue.ProductFields{Category: &catalogue.LabelRef{Name: "Bote"}})
			shoptest.Must(t, shoptest.Nothing, err)
			var first, second error
			var hands sync.WaitGroup
			hands.Go(func() {
				_, first = inv.Ledger.CountProduct(context.Background(), shoptest.Clerk, boxes.ID, id, shoptest.Ptr(int64(9)))
			})
			hands.Go(func() {
				_, second = inv.Ledger.CountProduct(context.Background(), shoptest.Clerk, tins.ID, id, shoptest.Ptr(int64(9)))
			})
			hands.Wait()
			if (first == nil) == (second == nil) || !tolerable(first) || !tolerable(second) {
				t.Fatalf("first: %v, second: %v", first, second)
			}
		}
		for _, id := range []int64{boxes.ID, tins.ID} {
			// Whichever counted none of them has nothing to post.
			_, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, id)
			if err != nil && !errors.Is(err, ledger.ErrStocktakeEmpty) {
				t.Fatal(err)
			}
		}
		for _, id := range ids {
			if stock := shoptest.StockOf(t, inv, id); stock != 9 {
				t.Errorf("product %d has %d", id, stock)
			}
		}
		shoptest.Clean(t, inv)
	})
}

// A location that is closed holds nothing, even when another user was just bringing stock there.
func TestClosingALocationWhileStockArrives(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 0)
		for _, name := range strings.Split("ABCDEFGHIJ", "") {
			location, err := inv.Ledger.CreateLocation(t.Context(), shoptest.Boss, "Almacén "+name)
			shoptest.Must(t, location, err)
			var arrived, closed error
			var hands sync.WaitGroup
			hands.Go(func() {
				_, arrived = inv.Ledger.AdjustStock(context.Background(), shoptest.Clerk, product.ID, ledger.Adjustment{
					Type: ledger.AdjustAdd, Quantity: 1, LocationID: location.ID,
				})
			})
			hands.Go(func() {
				_, closed = inv.Ledger.UpdateLocation(context.Background(), shoptest.Boss, location.ID,
					ledger.LocationChange{Active: shoptest.Ptr(false)})
			})
			hands.Wait()
			if (arrived == nil) == (closed == nil) || !tolerable(arrived) || !tolerable(closed) {
				t.Fatalf("arrived: %v, closed: %v", arrived, closed)
			}
		}
	})
}

// A product that is given a label while another user renames it has its new name, and one
// whose label is merged into another meanwhile has a label that exists.
func TestRenamingALabelWhileProductsTakeIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(db, inventory.Options{PasswordWorkers: 1})
		rename := func(from catalogue.Label, to catalogue.LabelChange) func(context.Context) error {
			return func(ctx context.Context) error {
				_, err := inv.Catalogue.RenameLabel(ctx, shoptest.Clerk, catalogue.Category, from.ID, to)
				return err
			}
		}
		box := shoptest.Labelled(t, inv, "A", "caja", "Uno")
		boxes := shoptest.Label(t, inv, catalogue.Category, box.Category.Name)
		shoptest.Labelled(t, inv, "B", "Estante", "Uno")
		// The same letters, and others: PostgreSQL takes only the second for another key.
		for i, name := range slices.Repeat([]string{"Caja", "Bote", "caja"}, 6) {
			byHands(t, inv, box, catalogue.LabelRef{ID: boxes.ID}, rename(boxes, catalogue.LabelChange{Name: name}))
			passed := shoptest.Labelled(t, inv, fmt.Sprint("C", i), fmt.Sprint("Paso ", i), "Uno")
			passing := shoptest.Label(t, inv, catalogue.Category, passed.Category.Name)
			byHands(t, inv, passed, catalogue.LabelRef{Name: passing.Name},
				rename(passing, catalogue.LabelChange{Name: "Estante", Merge: true}))
			shoptest.Clean(t, inv)
		}
	})
}

// byHands does what users do with products of a category, while another user changes the category.
func byHands(
	t *testing.T, inv *inventory.Inventory, one catalogue.Product, category catalogue.LabelRef,
	meanwhile func(context.Context) error,
) {
	t.Helper()
	create := func(ctx context.Context) error {
		sku := crand.Text()
		_, err := inv.Ledger.CreateProduct(ctx, shoptest.Clerk, catalogue.ProductFields{
			SKU: &sku, Name: &sku, Category: &category,
		})
		return err
	}
	var hands sync.WaitGroup
	for _, act := range []func(context.Context) error{
		meanwhile, create, create,
		func(ctx context.Context) error {
			_, err := inv.Catalogue.DuplicateProduct(ctx, shoptest.Clerk, one.ID, crand.Text())
			return err
		},
		func(ctx context.Context) error {
			_, err := inv.Ledger.UpdateProduct(ctx, shoptest.Clerk, one.ID, catalogue.ProductFields{
				Name: shoptest.Ptr(crand.Text()), Category: &category,
			})
			return err
		},
		func(ctx context.Context) error {
			if err := inv.Catalogue.DeleteProduct(ctx, shoptest.Clerk, one.ID); err != nil {
				return err
			}
			_, err := inv.Catalogue.RestoreProduct(core.WithRequestKey(ctx, core.RequestKey{
				UserID: shoptest.Clerk.ID, Key: crand.Text(), Fingerprint: "otra",
			}), shoptest.Clerk, one.ID)
			return err
		},
	} {
		// A caller that wants the product while it is deleted gets ErrNotFound.
		hands.Go(func() {
			if err := keyed(act); err != nil && !errors.Is(err, core.ErrNotFound) {
				t.Error(err)
			}
		})
	}
	hands.Wait()
}
