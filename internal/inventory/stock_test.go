package inventory_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// clerk is somebody who may do everything a shop's day needs.
var clerk = inventory.Actor{User: inventory.User{ID: 7, FirstName: "Lucía", LastName: "Ferrer", Role: inventory.Manager, State: inventory.AccountActive}}

func ptr[T any](value T) *T { return &value }

func drill(stock int64) inventory.ProductFields {
	return inventory.ProductFields{SKU: ptr("HER-1"), Name: ptr("Taladro percutor"), Stock: &stock, MinStock: ptr(ptr(int64(3)))}
}

// shop is an inventory with one product.
func shop(t *testing.T, db *store.DB, stock int64) (*inventory.Inventory, inventory.Product) {
	t.Helper()
	inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
	product, err := inv.CreateProduct(t.Context(), clerk, drill(stock))
	if err != nil {
		t.Fatal(err)
	}
	return inv, product
}

func adjust(kind inventory.AdjustmentType, quantity int64) inventory.Adjustment {
	return inventory.Adjustment{Type: kind, Quantity: quantity, Reason: inventory.ReasonAdjustment}
}

// What an adjustment tells of the sales is what a look at the product finds after it.
func TestAnAdjustmentTellsWhatWasSoldWithIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 10)
		for _, step := range []struct {
			inventory.Adjustment
			sold int64
		}{
			{inventory.Adjustment{Type: "remove", Quantity: 4, Reason: inventory.ReasonSale}, 4},
			{inventory.Adjustment{Type: "set", Quantity: 3, Reason: inventory.ReasonSale}, 7},
			{inventory.Adjustment{Type: "remove", Quantity: 1, Reason: inventory.ReasonDamage}, 7},
			{inventory.Adjustment{Type: "add", Quantity: 2, Reason: inventory.ReasonReturn}, 5},
			{inventory.Adjustment{Type: "add", Quantity: 9, Reason: inventory.ReasonReturn}, 0},
			{inventory.Adjustment{Type: "remove", Quantity: 5, Reason: inventory.ReasonSale}, 1},
		} {
			adjusted := must1(inv.AdjustStock(t.Context(), clerk, product.ID, step.Adjustment))(t)
			found := must1(inv.ProductSold(t.Context(), product.ID))(t).Sold
			if adjusted.Sold == nil || *adjusted.Sold != step.sold || found != step.sold {
				t.Errorf("%s %d by %s: told %v and found %d sold, want %d", step.Type, step.Quantity, step.Reason, adjusted.Sold, found, step.sold)
			}
		}
	})
}

func TestStockIsTheSumOfItsMovements(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 10)
		for _, step := range []inventory.Adjustment{adjust("add", 5), adjust("remove", 12), adjust("set", 7), adjust("set", 7)} {
			if _, err := inv.AdjustStock(t.Context(), clerk, product.ID, step); err != nil {
				t.Fatal(err)
			}
		}
		movements, err := inv.ListMovements(t.Context(), inventory.MovementFilter{ProductID: product.ID, Ascending: true, Page: inventory.Page{Number: 1, Size: 20}})
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		var sum int64
		for _, m := range movements.Rows {
			if m.Before != sum || m.After != sum+m.Quantity {
				t.Errorf("movement %d goes from %d to %d, want from %d", m.Seq, m.Before, m.After, sum)
			}
			sum += m.Quantity
			got = append(got, m.Quantity)
		}
		// Setting what is there already writes nothing.
		if want := []int64{10, 5, -12, 4}; len(got) != len(want) {
			t.Errorf("movements %v, want %v", got, want)
		}
		if after, err := inv.Product(t.Context(), product.ID); err != nil || after.Stock != sum || after.Stock != 7 {
			t.Errorf("stock %d, movements sum to %d, err %v", after.Stock, sum, err)
		}
		totals, err := inv.Totals(t.Context())
		if err != nil || totals.Products != 1 || totals.Stock != 7 || totals.Low != 0 {
			t.Errorf("totals %+v, %v", totals, err)
		}
	})
}

// A clock that is put back does not change which movement followed which.
func TestMovementsOfAProductFollowEachOther(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		now := time.Now()
		options.Now = func() time.Time { return now }
		inv, product := shop(t, storetest.Open(t, options), 10)
		for range 3 {
			now = now.Add(-time.Minute)
			if _, err := inv.AdjustStock(t.Context(), clerk, product.ID, adjust("add", 1)); err != nil {
				t.Fatal(err)
			}
		}
		for _, filter := range []inventory.MovementFilter{{}, {Ascending: true}, {Reason: inventory.ReasonAdjustment}, {From: now}} {
			filter.ProductID, filter.Page = product.ID, inventory.Page{Number: 1, Size: 3}
			movements, err := inv.ListMovements(t.Context(), filter)
			if err != nil || len(movements.Rows) != 3 {
				t.Fatal(len(movements.Rows), err)
			}
			for i, m := range movements.Rows[1:] {
				if before := movements.Rows[i].Seq; (m.Seq > before) != filter.Ascending {
					t.Errorf("movement %d is listed behind %d (%+v)", m.Seq, before, filter)
				}
			}
		}
	})
}

func TestTakingMoreThanThereIs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 6)
		_, err := inv.AdjustStock(t.Context(), clerk, product.ID, adjust("remove", 7))
		var refused *inventory.Error
		if !errors.As(err, &refused) || refused.Fields["quantity"][0] != "Stock insuficiente: quedan 6 unidades" {
			t.Fatalf("err = %v", err)
		}
		if after, _ := inv.Product(t.Context(), product.ID); after.Stock != 6 {
			t.Errorf("stock %d after a refusal", after.Stock)
		}
	})
}

func TestAMovementOfADeletedProductStays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 5)
		adjusted, err := inv.AdjustStock(t.Context(), clerk, product.ID, adjust("remove", 2))
		must(t, adjusted, err)
		must(t, nothing, inv.DeleteProduct(t.Context(), clerk, product.ID))
		if _, err := inv.UndoMovement(t.Context(), clerk, adjusted.Movement.ID); !errors.Is(err, inventory.ErrMovementProductDeleted) {
			t.Errorf("err = %v", err)
		}
		_, err = inv.RestoreProduct(t.Context(), clerk, product.ID)
		must(t, nothing, err)
		_, err = inv.UndoMovement(t.Context(), clerk, adjusted.Movement.ID)
		if must(t, nothing, err); stockOf(t, inv, product.ID) != 5 {
			t.Errorf("stock %d", stockOf(t, inv, product.ID))
		}
		if _, err := inv.UndoMovement(t.Context(), clerk, 999); !errors.Is(err, inventory.ErrNotFound) {
			t.Errorf("a movement that never was: %v", err)
		}
		clean(t, inv)
	})
}

func TestManyHandsLoseAndDoubleNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 100)
		var taken, given atomic.Int64
		var hands sync.WaitGroup
		for i := range 64 {
			hands.Go(func() {
				for j := range 5 {
					kind, sum := inventory.AdjustRemove, &taken
					if (i+j)%3 == 0 {
						kind, sum = inventory.AdjustAdd, &given
					}
					// Whoever is told to come back has changed nothing, and does.
					var err error = inventory.ErrBusy
					for errors.Is(err, inventory.ErrBusy) {
						_, err = inv.AdjustStock(context.Background(), clerk, product.ID, adjust(kind, 2))
					}
					var refused *inventory.Error
					switch {
					case err == nil:
						sum.Add(2)
					case errors.As(err, &refused) && refused.Kind == inventory.Invalid:
					default:
						t.Error(err)
					}
				}
			})
		}
		hands.Wait()
		after, err := inv.Product(t.Context(), product.ID)
		if err != nil || after.Stock != 100+given.Load()-taken.Load() {
			t.Errorf("stock %d, want %d, err %v", after.Stock, 100+given.Load()-taken.Load(), err)
		}
	})
}
