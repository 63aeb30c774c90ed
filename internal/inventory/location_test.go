package inventory_test

import (
	"errors"
	"fmt"
	"testing"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func closeLocation(t *testing.T, inv *inventory.Inventory, id int64) error {
	t.Helper()
	_, err := inv.UpdateLocation(t.Context(), boss, id, inventory.LocationChange{Active: ptr(false)})
	return err
}

func TestALocationWithStockOfDeletedProducts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 10)
		other := north(t, inv)
		carry := inventory.TransferFields{ProductID: product.ID, FromLocationID: inventory.MainLocation, ToLocationID: other.ID, Quantity: 6}
		_, err := inv.CreateTransfer(t.Context(), clerk, carry)
		must(t, nothing, err)
		if err := closeLocation(t, inv, other.ID); !errors.Is(err, inventory.ErrLocationNotEmpty) {
			t.Errorf("err = %v", err)
		}
		must(t, nothing, inv.DeleteProduct(t.Context(), clerk, product.ID))
		if err := closeLocation(t, inv, other.ID); !errors.Is(err, inventory.ErrLocationHidesStock) {
			t.Errorf("err = %v", err)
		}
		// What the words say is a way out.
		_, err = inv.RestoreProduct(t.Context(), clerk, product.ID)
		must(t, nothing, err)
		carry.FromLocationID, carry.ToLocationID = other.ID, inventory.MainLocation
		_, err = inv.CreateTransfer(t.Context(), clerk, carry)
		must(t, nothing, err)
		must(t, nothing, closeLocation(t, inv, other.ID))
		clean(t, inv)
	})
}

func TestALocationThatIsBeingCountedStaysOpen(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
		other := north(t, inv)
		open(t, inv, inventory.StocktakeFields{})
		stocktake := open(t, inv, inventory.StocktakeFields{LocationID: other.ID})
		want := fmt.Sprintf("El recuento #%d de este almacén está abierto: regístralo o cancélalo antes de desactivarlo", stocktake.ID)
		if err := closeLocation(t, inv, other.ID); refusal(err, "") != want {
			t.Errorf("err = %v", err)
		}
		_, err := inv.CancelStocktake(t.Context(), clerk, stocktake.ID)
		must(t, nothing, err)
		must(t, nothing, closeLocation(t, inv, other.ID))
	})
}

func TestWhatWasDoneAtALocationThatIsClosedNow(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 10)
		other := north(t, inv)
		stocktake := open(t, inv, inventory.StocktakeFields{LocationID: other.ID})
		count(t, inv, stocktake.ID, product.ID, 3)
		bought := purchase(product.ID, 4, 500)
		bought.LocationID = other.ID
		entry, err := inv.CreateEntry(t.Context(), clerk, bought)
		must(t, entry, err)
		must(t, nothing, inv.DeleteEntry(t.Context(), clerk, entry.ID))
		found := inventory.Adjustment{Type: inventory.AdjustAdd, Quantity: 2, LocationID: other.ID}
		_, err = inv.AdjustStock(t.Context(), clerk, product.ID, found)
		must(t, nothing, err)
		lost := inventory.Adjustment{Type: inventory.AdjustRemove, Quantity: 1, LocationID: other.ID}
		adjusted, err := inv.AdjustStock(t.Context(), clerk, product.ID, lost)
		must(t, adjusted, err)
		transfer, err := inv.CreateTransfer(t.Context(), clerk, inventory.TransferFields{
			ProductID: product.ID, FromLocationID: other.ID, ToLocationID: inventory.MainLocation, Quantity: 1,
		})
		must(t, transfer, err)
		// A location that is being counted is not closed now, but it was before
		// that was refused.
		must(t, nothing, db.Write(t.Context(), func(tx inventory.Tx) error {
			other.Active = false
			return tx.UpdateLocation(other)
		}))
		for name, act := range map[string]func() error{
			"movement":  func() error { _, err := inv.UndoMovement(t.Context(), clerk, adjusted.Movement.ID); return err },
			"transfer":  func() error { _, err := inv.UndoTransfer(t.Context(), clerk, transfer.ID); return err },
			"entry":     func() error { _, err := inv.RestoreEntry(t.Context(), clerk, entry.ID); return err },
			"stocktake": func() error { _, err := inv.PostStocktake(t.Context(), clerk, stocktake.ID); return err },
		} {
			var refused *inventory.Error
			err := act()
			if !errors.As(err, &refused) || refused.Kind != inventory.Conflict || refused.Message != "El almacén «Norte» está desactivado: actívalo antes" {
				t.Errorf("%s: %v", name, err)
			}
		}
		// Who names the location is told at its field.
		for _, adjustment := range []inventory.Adjustment{found, lost, {Type: inventory.AdjustSet, Quantity: 1, LocationID: other.ID}} {
			if _, err := inv.AdjustStock(t.Context(), clerk, product.ID, adjustment); refusal(err, "locationId") != "El almacén no existe" {
				t.Errorf("%s: %v", adjustment.Type, err)
			}
		}
		if _, err := inv.CreateEntry(t.Context(), clerk, bought); refusal(err, "locationId") != "El almacén no existe" {
			t.Errorf("err = %v", err)
		}
		if stockOf(t, inv, product.ID) != 11 {
			t.Errorf("stock %d", stockOf(t, inv, product.ID))
		}
		clean(t, inv)
	})
}
