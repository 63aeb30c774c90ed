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

	"estante/internal/inventory"
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
		c := &crowd{inv: inv, products: shelf(t, inv, "Caja", 3), other: north(t, inv).ID, net: map[int64]*atomic.Int64{}}
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
		clean(t, inv)
		for _, id := range c.products {
			if got, want := stockOf(t, inv, id), 10+c.net[id].Load(); got != want {
				t.Errorf("product %d has %d, want %d", id, got, want)
			}
		}
	})
}

// tolerable says whether an error is one that a person is shown and goes on with.
func tolerable(err error) bool {
	var refused *inventory.Error
	return err == nil || (errors.As(err, &refused) &&
		(refused.Kind == inventory.Invalid || refused.Kind == inventory.Conflict || refused.Kind == inventory.NotFound))
}

// keyed does one thing as a page does it: with a key, and again with the same
// key when the server is too busy to say what came of it.
func keyed(act func(context.Context) error) error {
	ctx := inventory.WithRequestKey(context.Background(), inventory.RequestKey{UserID: clerk.ID, Key: crand.Text(), Fingerprint: "una"})
	for {
		err := act(ctx)
		var refused *inventory.Error
		if !errors.As(err, &refused) || refused.Kind != inventory.Unavailable {
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
	location := []int64{inventory.MainLocation, c.other}[dice.IntN(2)]
	quantity := 1 + dice.Int64N(4)
	switch dice.IntN(11) {
	case 0:
		return c.adjust(product, inventory.Adjustment{Type: inventory.AdjustAdd, Quantity: quantity, LocationID: location})
	case 1:
		return c.adjust(product, inventory.Adjustment{Type: inventory.AdjustRemove, Quantity: quantity, LocationID: location})
	case 2:
		return c.adjust(product, inventory.Adjustment{Type: inventory.AdjustSet, Quantity: quantity, LocationID: location})
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

func (c *crowd) adjust(product int64, adjustment inventory.Adjustment) error {
	adjusted, err := ask(func(ctx context.Context) (inventory.Adjusted, error) {
		return c.inv.AdjustStock(ctx, clerk, product, adjustment)
	})
	if err == nil && adjusted.Movement != nil {
		c.net[product].Add(adjusted.Movement.Quantity)
		c.keep(&c.movements, adjusted.Movement.ID)
	}
	return err
}

func (c *crowd) undo(id int64) error {
	adjusted, err := ask(func(ctx context.Context) (inventory.Adjusted, error) { return c.inv.UndoMovement(ctx, clerk, id) })
	if err == nil {
		c.net[adjusted.Product.ID].Add(adjusted.Movement.Quantity)
	}
	return err
}

// enter brings in several products at once, in an order of its own.
func (c *crowd) enter(dice *rand.Rand, quantity, location int64) error {
	var lines []inventory.EntryFields
	for _, i := range dice.Perm(len(c.products)) {
		line := purchase(c.products[i], quantity, inventory.Cents(dice.Int64N(500)))
		line.LocationID = location
		lines = append(lines, line)
	}
	entries, err := ask(func(ctx context.Context) ([]inventory.EntryRow, error) { return c.inv.CreateEntries(ctx, clerk, lines) })
	for _, entry := range entries {
		c.net[entry.ProductID].Add(entry.Quantity)
		c.keep(&c.entries, entry.ID)
	}
	return err
}

// change gives an entry another quantity. Whoever touches an entry here has it
// alone, so that what it held is known; the product everybody has at once.
func (c *crowd) change(id, quantity int64) error {
	defer c.alone(id)()
	entry, err := ask(func(ctx context.Context) (inventory.EntryRow, error) { return c.inv.Entry(ctx, id) })
	if err != nil {
		return err
	}
	if err := keyed(func(ctx context.Context) error {
		_, err := c.inv.UpdateEntry(ctx, clerk, id, inventory.EntryChange{Quantity: &quantity})
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
	entry, err := ask(func(ctx context.Context) (inventory.EntryRow, error) { return c.inv.Entry(ctx, id) })
	if errors.Is(err, inventory.ErrNotFound) {
		restored, err := ask(func(ctx context.Context) (inventory.EntryRow, error) { return c.inv.RestoreEntry(ctx, clerk, id) })
		if err == nil {
			c.net[restored.ProductID].Add(restored.Quantity)
		}
		return err
	}
	if err != nil {
		return err
	}
	if err := keyed(func(ctx context.Context) error { return c.inv.DeleteEntry(ctx, clerk, id) }); err != nil {
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
		return keyed(func(ctx context.Context) error { _, err := c.inv.UndoTransfer(ctx, clerk, id); return err })
	}
	fields := inventory.TransferFields{ProductID: product, FromLocationID: inventory.MainLocation, ToLocationID: c.other, Quantity: quantity}
	transfer, err := ask(func(ctx context.Context) (inventory.TransferRow, error) {
		return c.inv.CreateTransfer(ctx, clerk, fields)
	})
	if err == nil {
		c.keep(&c.transfers, transfer.ID)
	}
	return err
}

// count opens a stocktake, counts one product and posts. Others may have one
// open already, which is a refusal like any other.
func (c *crowd) count(product, location, counted int64) error {
	stocktake, err := ask(func(ctx context.Context) (inventory.StocktakeRow, error) {
		return c.inv.OpenStocktake(ctx, clerk, inventory.StocktakeFields{LocationID: location})
	})
	if err != nil {
		return err
	}
	line, err := ask(func(ctx context.Context) (inventory.CountedLine, error) {
		return c.inv.CountProduct(ctx, clerk, stocktake.ID, product, &counted)
	})
	if err != nil {
		return err
	}
	if err := keyed(func(ctx context.Context) error { _, err := c.inv.PostStocktake(ctx, clerk, stocktake.ID); return err }); err != nil {
		return errors.Join(err, keyed(func(ctx context.Context) error { _, err := c.inv.CancelStocktake(ctx, clerk, stocktake.ID); return err }))
	}
	c.net[product].Add(line.Line.Difference())
	return nil
}

// order asks for several products at once, in an order of its own.
func (c *crowd) order(dice *rand.Rand, quantity, location int64) error {
	var items []inventory.OrderItem
	for _, i := range dice.Perm(len(c.products)) {
		items = append(items, item(c.products[i], quantity))
	}
	fields := asking(items...)
	fields.LocationID = location
	order, err := ask(func(ctx context.Context) (inventory.OrderDetail, error) { return c.inv.CreateOrder(ctx, clerk, fields) })
	if err == nil {
		c.keep(&c.orders, order.ID)
	}
	return err
}

// moveOrder gives an order any status. Whoever moves one has it alone, so that
// what it did is known.
func (c *crowd) moveOrder(dice *rand.Rand, id int64) error {
	defer c.alone(-id)()
	before, err := ask(func(ctx context.Context) (inventory.OrderDetail, error) { return c.inv.Order(ctx, id) })
	if err != nil || len(before.Status.Next()) == 0 {
		return err
	}
	to := before.Status.Next()[dice.IntN(len(before.Status.Next()))]
	after, err := ask(func(ctx context.Context) (inventory.OrderDetail, error) {
		return c.inv.UpdateOrder(ctx, clerk, id, inventory.OrderChange{Status: &to})
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
		inv, product := shop(t, db, 50)
		other := north(t, inv)
		ctx := context.Background()
		entry, err := inv.CreateEntry(ctx, clerk, purchase(product.ID, 2, 100))
		must(t, entry, err)
		transfer, err := inv.CreateTransfer(ctx, clerk, inventory.TransferFields{ProductID: product.ID, FromLocationID: 1, ToLocationID: other.ID, Quantity: 3})
		must(t, transfer, err)
		adjusted, err := inv.AdjustStock(ctx, clerk, product.ID, adjust("add", 1))
		must(t, adjusted, err)
		stocktake := open(t, inv, inventory.StocktakeFields{LocationID: other.ID})
		count(t, inv, stocktake.ID, product.ID, 9)
		for name, act := range map[string]func(context.Context) error{
			"post":          func(ctx context.Context) error { _, err := inv.PostStocktake(ctx, clerk, stocktake.ID); return err },
			"delete entry":  func(ctx context.Context) error { return inv.DeleteEntry(ctx, clerk, entry.ID) },
			"undo transfer": func(ctx context.Context) error { _, err := inv.UndoTransfer(ctx, clerk, transfer.ID); return err },
			"undo movement": func(ctx context.Context) error {
				_, err := inv.UndoMovement(ctx, clerk, adjusted.Movement.ID)
				return err
			},
		} {
			if times := rush(t, act); times != 1 {
				t.Errorf("%s happened %d times", name, times)
			}
		}
		if times := rush(t, func(ctx context.Context) error { _, err := inv.RestoreEntry(ctx, clerk, entry.ID); return err }); times != 1 {
			t.Errorf("restore happened %d times", times)
		}
		if times := rush(t, func(ctx context.Context) error {
			_, err := inv.OpenStocktake(ctx, clerk, inventory.StocktakeFields{})
			return err
		}); times != 1 {
			t.Errorf("%d stocktakes of the same products are open", times)
		}
		if stock := stockOf(t, inv, product.ID); stock != 50+2+6 {
			t.Errorf("stock %d", stock)
		}
		clean(t, inv)
	})
}

// Two people who ship the same order, and two orders that want the last units.
func TestAnOrderIsShippedOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 5)
		order, rival := place(t, inv, item(product.ID, 3)), place(t, inv, item(product.ID, 3))
		moveTo(t, inv, order.ID, "processing")
		moveTo(t, inv, rival.ID, "processing")
		shipped := inventory.OrderShipped
		for _, id := range []int64{order.ID, rival.ID} {
			// Who comes second finds it shipped, or nothing left to ship.
			rush(t, func(ctx context.Context) error {
				_, err := inv.UpdateOrder(ctx, clerk, id, inventory.OrderChange{Status: &shipped})
				return err
			})
		}
		if got := movementsOf(t, inv, product.ID); len(got) != 2 || got[1] != -3 {
			t.Errorf("movements %v", got)
		}
		line := order.Lines[0].ID
		rush(t, func(ctx context.Context) error {
			_, err := inv.RefundOrder(ctx, clerk, order.ID, inventory.Refund{Key: "una", Lines: []inventory.RefundLine{{LineID: line, Quantity: 1, Restock: "return"}}})
			return err
		})
		if stock := stockOf(t, inv, product.ID); stock != 3 {
			t.Errorf("stock %d", stock)
		}
		clean(t, inv)
	})
}

// Of two stocktakes that count a product at the same moment, one does.
func TestCountingAProductInTwoStocktakesAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(db, inventory.Options{PasswordWorkers: 1})
		ids := shelf(t, inv, "Caja", 20)
		boxes := open(t, inv, inventory.StocktakeFields{Category: inventory.LabelRef{Name: "Caja"}})
		tin := shelf(t, inv, "Bote", 1)
		tins := open(t, inv, inventory.StocktakeFields{Category: inventory.LabelRef{Name: "Bote"}})
		count(t, inv, tins.ID, tin[0], 10)
		for _, id := range ids {
			_, err := inv.UpdateProduct(t.Context(), clerk, id, inventory.ProductFields{Category: &inventory.LabelRef{Name: "Bote"}})
			must(t, nothing, err)
			var first, second error
			var hands sync.WaitGroup
			hands.Go(func() { _, first = inv.CountProduct(context.Background(), clerk, boxes.ID, id, ptr(int64(9))) })
			hands.Go(func() { _, second = inv.CountProduct(context.Background(), clerk, tins.ID, id, ptr(int64(9))) })
			hands.Wait()
			if (first == nil) == (second == nil) || !tolerable(first) || !tolerable(second) {
				t.Fatalf("first: %v, second: %v", first, second)
			}
		}
		for _, id := range []int64{boxes.ID, tins.ID} {
			// Whichever counted none of them has nothing to post.
			_, err := inv.PostStocktake(t.Context(), clerk, id)
			if err != nil && !errors.Is(err, inventory.ErrStocktakeEmpty) {
				t.Fatal(err)
			}
		}
		for _, id := range ids {
			if stock := stockOf(t, inv, id); stock != 9 {
				t.Errorf("product %d has %d", id, stock)
			}
		}
		clean(t, inv)
	})
}

// A location that is closed holds nothing, whoever was just bringing stock there.
func TestClosingALocationWhileStockArrives(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 0)
		for _, name := range strings.Split("ABCDEFGHIJ", "") {
			location, err := inv.CreateLocation(t.Context(), boss, "Almacén "+name)
			must(t, location, err)
			var arrived, closed error
			var hands sync.WaitGroup
			hands.Go(func() {
				_, arrived = inv.AdjustStock(context.Background(), clerk, product.ID, inventory.Adjustment{Type: inventory.AdjustAdd, Quantity: 1, LocationID: location.ID})
			})
			hands.Go(func() {
				_, closed = inv.UpdateLocation(context.Background(), boss, location.ID, inventory.LocationChange{Active: ptr(false)})
			})
			hands.Wait()
			if (arrived == nil) == (closed == nil) || !tolerable(arrived) || !tolerable(closed) {
				t.Fatalf("arrived: %v, closed: %v", arrived, closed)
			}
		}
	})
}

// A product that is given a label while somebody renames it has its new name, and
// one whose label is merged into another meanwhile has a label that there is.
func TestRenamingALabelWhileProductsTakeIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(db, inventory.Options{PasswordWorkers: 1})
		rename := func(from inventory.Label, to inventory.LabelChange) func(context.Context) error {
			return func(ctx context.Context) error {
				_, err := inv.RenameLabel(ctx, clerk, inventory.Category, from.ID, to)
				return err
			}
		}
		box := labelled(t, inv, "A", "caja", "Uno")
		boxes := label(t, inv, inventory.Category, box.Category.Name)
		labelled(t, inv, "B", "Estante", "Uno")
		// The same letters, and others: PostgreSQL takes only the second for another key.
		for i, name := range slices.Repeat([]string{"Caja", "Bote", "caja"}, 6) {
			byHands(t, inv, box, inventory.LabelRef{ID: boxes.ID}, rename(boxes, inventory.LabelChange{Name: name}))
			passed := labelled(t, inv, fmt.Sprint("C", i), fmt.Sprint("Paso ", i), "Uno")
			passing := label(t, inv, inventory.Category, passed.Category.Name)
			byHands(t, inv, passed, inventory.LabelRef{Name: passing.Name}, rename(passing, inventory.LabelChange{Name: "Estante", Merge: true}))
			clean(t, inv)
		}
	})
}

// byHands does what people do with products of a category, while somebody does
// something to the category.
func byHands(t *testing.T, inv *inventory.Inventory, one inventory.Product, category inventory.LabelRef, meanwhile func(context.Context) error) {
	t.Helper()
	create := func(ctx context.Context) error {
		sku := crand.Text()
		_, err := inv.CreateProduct(ctx, clerk, inventory.ProductFields{SKU: &sku, Name: &sku, Category: &category})
		return err
	}
	var hands sync.WaitGroup
	for _, act := range []func(context.Context) error{
		meanwhile, create, create,
		func(ctx context.Context) error {
			_, err := inv.DuplicateProduct(ctx, clerk, one.ID, crand.Text())
			return err
		},
		func(ctx context.Context) error {
			_, err := inv.UpdateProduct(ctx, clerk, one.ID, inventory.ProductFields{Name: ptr(crand.Text()), Category: &category})
			return err
		},
		func(ctx context.Context) error {
			if err := inv.DeleteProduct(ctx, clerk, one.ID); err != nil {
				return err
			}
			_, err := inv.RestoreProduct(inventory.WithRequestKey(ctx, inventory.RequestKey{UserID: clerk.ID, Key: crand.Text(), Fingerprint: "otra"}), clerk, one.ID)
			return err
		},
	} {
		// Who wants the one while it is deleted is told that there is none.
		hands.Go(func() {
			if err := keyed(act); err != nil && !errors.Is(err, inventory.ErrNotFound) {
				t.Error(err)
			}
		})
	}
	hands.Wait()
}
