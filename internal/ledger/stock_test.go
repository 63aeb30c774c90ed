package ledger_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// What an adjustment tells of the sales is what a look at the product finds after it.
func TestAnAdjustmentTellsWhatWasSoldWithIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		for _, step := range []struct {
			ledger.Adjustment
			sold int64
		}{
			{ledger.Adjustment{Type: "remove", Quantity: 4, Reason: ledger.ReasonSale}, 4},
			{ledger.Adjustment{Type: "set", Quantity: 3, Reason: ledger.ReasonSale}, 7},
			{ledger.Adjustment{Type: "remove", Quantity: 1, Reason: ledger.ReasonDamage}, 7},
			{ledger.Adjustment{Type: "add", Quantity: 2, Reason: ledger.ReasonReturn}, 5},
			{ledger.Adjustment{Type: "add", Quantity: 9, Reason: ledger.ReasonReturn}, 0},
			{ledger.Adjustment{Type: "remove", Quantity: 5, Reason: ledger.ReasonSale}, 1},
		} {
			adjusted := shoptest.Must1(inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, step.Adjustment))(t)
			found := shoptest.Must1(inv.Catalogue.ProductSold(t.Context(), product.ID))(t).Sold
			if adjusted.Sold == nil || *adjusted.Sold != step.sold || found != step.sold {
				t.Errorf("%s %d by %s: told %v and found %d sold, want %d", step.Type, step.Quantity, step.Reason, adjusted.Sold,
					found, step.sold)
			}
		}
	})
}

func TestStockIsTheSumOfItsMovements(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		for _, step := range []ledger.Adjustment{
			shoptest.Adjust("add", 5), shoptest.Adjust("remove", 12),
			shoptest.Adjust("set", 7), shoptest.Adjust("set", 7),
		} {
			if _, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, step); err != nil {
				t.Fatal(err)
			}
		}
		movements, err := inv.Ledger.ListMovements(t.Context(), ledger.MovementFilter{
			ProductID: product.ID, Ascending: true, Page: core.Page{Number: 1, Size: 20},
		})
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
		if after, err := inv.Catalogue.Product(t.Context(), product.ID); err != nil || after.Stock != sum ||
			after.Stock != 7 {
			t.Errorf("stock %d, movements sum to %d, err %v", after.Stock, sum, err)
		}
		totals, err := inv.Catalogue.Totals(t.Context())
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
		inv, product := shoptest.Shop(t, storetest.Open(t, options), 10)
		for range 3 {
			now = now.Add(-time.Minute)
			if _, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("add", 1)); err != nil {
				t.Fatal(err)
			}
		}
		for _, filter := range []ledger.MovementFilter{
			{},
			{Ascending: true},
			{Reason: ledger.ReasonAdjustment},
			{From: now},
		} {
			filter.ProductID, filter.Page = product.ID, core.Page{Number: 1, Size: 3}
			movements, err := inv.Ledger.ListMovements(t.Context(), filter)
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
		inv, product := shoptest.Shop(t, db, 6)
		_, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("remove", 7))
		var refused *core.Error
		if !errors.As(err, &refused) || refused.Fields["quantity"][0] != "Stock insuficiente: quedan 6 unidades" {
			t.Fatalf("err = %v", err)
		}
		if after, _ := inv.Catalogue.Product(t.Context(), product.ID); after.Stock != 6 {
			t.Errorf("stock %d after a refusal", after.Stock)
		}
	})
}

func TestAMovementOfADeletedProductStays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 5)
		adjusted, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("remove", 2))
		shoptest.Must(t, adjusted, err)
		shoptest.Must(t, shoptest.Nothing, inv.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, product.ID))
		if _, err := inv.Ledger.UndoMovement(t.Context(), shoptest.Clerk, adjusted.Movement.ID); !errors.Is(err,
			ledger.ErrMovementProductDeleted) {
			t.Errorf("err = %v", err)
		}
		_, err = inv.Catalogue.RestoreProduct(t.Context(), shoptest.Clerk, product.ID)
		shoptest.Must(t, shoptest.Nothing, err)
		_, err = inv.Ledger.UndoMovement(t.Context(), shoptest.Clerk, adjusted.Movement.ID)
		if shoptest.Must(t, shoptest.Nothing, err); shoptest.StockOf(t, inv, product.ID) != 5 {
			t.Errorf("stock %d", shoptest.StockOf(t, inv, product.ID))
		}
		if _, err := inv.Ledger.UndoMovement(t.Context(), shoptest.Clerk, 999); !errors.Is(err, core.ErrNotFound) {
			t.Errorf("a movement that never was: %v", err)
		}
		shoptest.Clean(t, inv)
	})
}

func TestManyHandsLoseAndDoubleNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 100)
		var taken, given atomic.Int64
		var hands sync.WaitGroup
		for i := range 64 {
			hands.Go(func() {
				for j := range 5 {
					kind, sum := ledger.AdjustRemove, &taken
					if (i+j)%3 == 0 {
						kind, sum = ledger.AdjustAdd, &given
					}
					// A writer that is told to come back has changed nothing, and tries again.
					var err error = core.ErrBusy
					for errors.Is(err, core.ErrBusy) {
						_, err = inv.Ledger.AdjustStock(context.Background(), shoptest.Clerk, product.ID, shoptest.Adjust(kind, 2))
					}
					var refused *core.Error
					switch {
					case err == nil:
						sum.Add(2)
					case errors.As(err, &refused) && refused.Kind == core.Invalid:
					default:
						t.Error(err)
					}
				}
			})
		}
		hands.Wait()
		after, err := inv.Catalogue.Product(t.Context(), product.ID)
		if err != nil || after.Stock != 100+given.Load()-taken.Load() {
			t.Errorf("stock %d, want %d, err %v", after.Stock, 100+given.Load()-taken.Load(), err)
		}
	})
}

// The reasons of documents belong to their direction, too, whatever road stock takes, and what
// takes a movement back has its reason.
func TestAReasonBelongsToADirection(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		ctx, north := t.Context(), shoptest.North(t, inv)
		adjust := func(kind ledger.AdjustmentType, reason ledger.Reason) (ledger.Adjusted, error) {
			return inv.Ledger.AdjustStock(ctx, shoptest.Clerk, product.ID, ledger.Adjustment{
				Type: kind, Quantity: 2, Reason: reason,
			})
		}
		if _, err := adjust("add", ledger.ReasonSale); shoptest.Refusal(err, "reason") == "" {
			t.Errorf("stock came in as sold: %v", err)
		}
		sold := shoptest.Must1(adjust("remove", ledger.ReasonSale))(t)
		undone := shoptest.Must1(inv.Ledger.UndoMovement(ctx, shoptest.Clerk, sold.Movement.ID))(t)
		if undone.Movement.Quantity != 2 || undone.Movement.Reason != ledger.ReasonSale {
			t.Errorf("taken back by %+v", undone.Movement)
		}
		for _, kind := range []ledger.EntryType{
			ledger.EntryManual, ledger.EntryPurchase, ledger.EntryReturn, ledger.EntryAdjustment,
		} {
			shoptest.Must1(inv.Ledger.CreateEntry(ctx, shoptest.Clerk, ledger.EntryFields{
				ProductID: product.ID, Quantity: 3, Type: kind,
			}))(t)
		}
		shoptest.Must1(inv.Ledger.CreateTransfer(ctx, shoptest.Clerk, ledger.TransferFields{
			ProductID: product.ID, FromLocationID: ledger.MainLocation, ToLocationID: north.ID, Quantity: 4,
		}))(t)
		order := shoptest.Place(t, inv, shoptest.Item(product.ID, 2))
		shoptest.MoveTo(t, inv, order.ID, "processing", "shipped", "returned")
		counted := shoptest.Open(t, inv, ledger.StocktakeFields{LocationID: north.ID})
		shoptest.Count(t, inv, counted.ID, product.ID, 1)
		movements := shoptest.Must1(inv.Ledger.ListMovements(ctx, ledger.MovementFilter{
			ProductID: product.ID, Page: core.Page{Number: 1, Size: 50},
		}))(t)
		for _, m := range movements.Rows {
			in := m.Reason == ledger.ReasonRestock || m.Reason == ledger.ReasonReturn
			out := m.Reason == ledger.ReasonSale || m.Reason == ledger.ReasonDamage
			if m.UndoOf == 0 && (in && m.Quantity < 0 || out && m.Quantity > 0) {
				t.Errorf("%+d units by %s, from %s", m.Quantity, m.Reason, m.Source)
			}
		}
	})
}
