package ledger_test

import (
	"errors"
	"fmt"
	"testing"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func closeLocation(t *testing.T, inv *inventory.Inventory, id int64) error {
	t.Helper()
	_, err := inv.Ledger.UpdateLocation(t.Context(), shoptest.Boss, id, ledger.LocationChange{Active: shoptest.Ptr(false)})
	return err
}

func TestALocationWithStockOfDeletedProducts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		other := shoptest.North(t, inv)
		carry := ledger.TransferFields{
			ProductID: product.ID, FromLocationID: ledger.MainLocation, ToLocationID: other.ID, Quantity: 6,
		}
		_, err := inv.Ledger.CreateTransfer(t.Context(), shoptest.Clerk, carry)
		shoptest.Must(t, shoptest.Nothing, err)
		if err := closeLocation(t, inv, other.ID); !errors.Is(err, ledger.ErrLocationNotEmpty) {
			t.Errorf("err = %v", err)
		}
		shoptest.Must(t, shoptest.Nothing, inv.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, product.ID))
		if err := closeLocation(t, inv, other.ID); !errors.Is(err, ledger.ErrLocationHidesStock) {
			t.Errorf("err = %v", err)
		}
		// What the words say is a way out.
		_, err = inv.Catalogue.RestoreProduct(t.Context(), shoptest.Clerk, product.ID)
		shoptest.Must(t, shoptest.Nothing, err)
		carry.FromLocationID, carry.ToLocationID = other.ID, ledger.MainLocation
		_, err = inv.Ledger.CreateTransfer(t.Context(), shoptest.Clerk, carry)
		shoptest.Must(t, shoptest.Nothing, err)
		shoptest.Must(t, shoptest.Nothing, closeLocation(t, inv, other.ID))
		shoptest.Clean(t, inv)
	})
}

func TestALocationThatIsBeingCountedStaysOpen(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		other := shoptest.North(t, inv)
		shoptest.Open(t, inv, ledger.StocktakeFields{})
		stocktake := shoptest.Open(t, inv, ledger.StocktakeFields{LocationID: other.ID})
		want := fmt.Sprintf("El recuento #%d de este almacén está abierto: regístralo o cancélalo antes de desactivarlo",
			stocktake.ID)
		if err := closeLocation(t, inv, other.ID); shoptest.Refusal(err, "") != want {
			t.Errorf("err = %v", err)
		}
		_, err := inv.Ledger.CancelStocktake(t.Context(), shoptest.Clerk, stocktake.ID)
		shoptest.Must(t, shoptest.Nothing, err)
		shoptest.Must(t, shoptest.Nothing, closeLocation(t, inv, other.ID))
	})
}

func TestWhatWasDoneAtALocationThatIsClosedNow(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		other := shoptest.North(t, inv)
		stocktake := shoptest.Open(t, inv, ledger.StocktakeFields{LocationID: other.ID})
		shoptest.Count(t, inv, stocktake.ID, product.ID, 3)
		bought := shoptest.Purchase(product.ID, 4, 500)
		bought.LocationID = other.ID
		entry, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, bought)
		shoptest.Must(t, entry, err)
		shoptest.Must(t, shoptest.Nothing, inv.Ledger.DeleteEntry(t.Context(), shoptest.Clerk, entry.ID))
		found := ledger.Adjustment{Type: ledger.AdjustAdd, Quantity: 2, LocationID: other.ID}
		_, err = inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, found)
		shoptest.Must(t, shoptest.Nothing, err)
		lost := ledger.Adjustment{Type: ledger.AdjustRemove, Quantity: 1, LocationID: other.ID}
		adjusted, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, lost)
		shoptest.Must(t, adjusted, err)
		transfer, err := inv.Ledger.CreateTransfer(t.Context(), shoptest.Clerk, ledger.TransferFields{
			ProductID: product.ID, FromLocationID: other.ID, ToLocationID: ledger.MainLocation, Quantity: 1,
		})
		shoptest.Must(t, transfer, err)
		// A location that is being counted is not closed now, but it was before
		// that was refused.
		shoptest.Must(t, shoptest.Nothing, core.Write(t.Context(), db, func(tx inventory.Tx) error {
			other.Active = false
			return tx.UpdateLocation(other)
		}))
		for name, act := range map[string]func() error{
			"movement": func() error {
				_, err := inv.Ledger.UndoMovement(t.Context(), shoptest.Clerk, adjusted.Movement.ID)
				return err
			},
			"transfer": func() error { _, err := inv.Ledger.UndoTransfer(t.Context(), shoptest.Clerk, transfer.ID); return err },
			"entry":    func() error { _, err := inv.Ledger.RestoreEntry(t.Context(), shoptest.Clerk, entry.ID); return err },
			"stocktake": func() error {
				_, err := inv.Ledger.PostStocktake(t.Context(), shoptest.Clerk, stocktake.ID)
				return err
			},
		} {
			var refused *core.Error
			err := act()
			if !errors.As(err, &refused) || refused.Kind != core.Conflict ||
				refused.Message != "El almacén «Norte» está desactivado: actívalo antes" {
				t.Errorf("%s: %v", name, err)
			}
		}
		// A caller who names the location gets the error at its field.
		for _, adjustment := range []ledger.Adjustment{found, lost, {
			Type: ledger.AdjustSet, Quantity: 1, LocationID: other.ID,
		}} {
			if _, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, adjustment); shoptest.Refusal(err,
				"locationId") != "El almacén no existe" {
				t.Errorf("%s: %v", adjustment.Type, err)
			}
		}
		if _, err := inv.Ledger.CreateEntry(t.Context(), shoptest.Clerk, bought); shoptest.Refusal(err,
			"locationId") != "El almacén no existe" {
			t.Errorf("err = %v", err)
		}
		if shoptest.StockOf(t, inv, product.ID) != 11 {
			t.Errorf("stock %d", shoptest.StockOf(t, inv, product.ID))
		}
		shoptest.Clean(t, inv)
	})
}
