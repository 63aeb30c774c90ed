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
		inv := inventory.New(db, inventory.Options{PasswordWorkers: 1})
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
