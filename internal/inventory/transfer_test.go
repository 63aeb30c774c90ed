package inventory_test

import (
	"errors"
	"testing"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// boss may do what only administrators may.
var boss = inventory.Actor{User: inventory.User{ID: 1, FirstName: "Ada", Role: inventory.Administrator, State: inventory.AccountActive}}

func north(t *testing.T, inv *inventory.Inventory) inventory.Location {
	t.Helper()
	location, err := inv.CreateLocation(t.Context(), boss, "Norte")
	return must(t, location, err)
}

// lies is how much of a product there is at a location.
func lies(t *testing.T, inv *inventory.Inventory, productID, locationID int64) int64 {
	t.Helper()
	stocks, err := inv.StockByLocation(t.Context(), productID)
	for _, stock := range must(t, stocks, err) {
		if stock.LocationID == locationID {
			return stock.Stock
		}
	}
	return 0
}

func TestATransferMovesStockAndAddsNone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 10)
		other := north(t, inv)
		// Somebody wants it shown as sold out, and moving it changes no mind.
		soldOut := inventory.StatusOutOfStock
		_, err := inv.UpdateProduct(t.Context(), clerk, product.ID, inventory.ProductFields{Status: &soldOut})
		must(t, nothing, err)
		transfer, err := inv.CreateTransfer(t.Context(), clerk, inventory.TransferFields{
			ProductID: product.ID, FromLocationID: inventory.MainLocation, ToLocationID: other.ID, Quantity: 10, Notes: "Escaparate",
		})
		must(t, transfer, err)
		if transfer.FromName != "Principal" || transfer.ToName != "Norte" || transfer.ProductSKU != "HER-1" {
			t.Errorf("transfer %+v", transfer)
		}
		after, err := inv.Product(t.Context(), product.ID)
		if must(t, after, err).Stock != 10 || after.Status != soldOut || lies(t, inv, product.ID, 1) != 0 || lies(t, inv, product.ID, other.ID) != 10 {
			t.Errorf("product %+v", after)
		}
		rows, err := inv.ListMovements(t.Context(), inventory.MovementFilter{Source: inventory.SourceTransfer, SourceID: transfer.ID, Ascending: true})
		if rows = must(t, rows, err); len(rows.Rows) != 2 || rows.Rows[0].Quantity != -10 || rows.Rows[1].Quantity != 10 || rows.Rows[1].Reason != inventory.ReasonTransfer {
			t.Errorf("movements %+v", rows.Rows)
		}
		clean(t, inv)
	})
}

func TestUndoingATransfer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 10)
		other := north(t, inv)
		transfer, err := inv.CreateTransfer(t.Context(), clerk, inventory.TransferFields{ProductID: product.ID, FromLocationID: 1, ToLocationID: other.ID, Quantity: 6})
		must(t, transfer, err)
		sale := inventory.Adjustment{Type: inventory.AdjustRemove, Quantity: 1, LocationID: other.ID}
		sold, err := inv.AdjustStock(t.Context(), clerk, product.ID, sale)
		must(t, sold, err)
		if _, err := inv.UndoTransfer(t.Context(), clerk, transfer.ID); refusal(err, "") != "No se puede deshacer el traspaso: de 6 unidades solo quedan 5 en el almacén de destino" {
			t.Fatalf("err = %v", err)
		}
		back, err := inv.UndoMovement(t.Context(), clerk, sold.Movement.ID)
		must(t, back, err)
		undone, err := inv.UndoTransfer(t.Context(), clerk, transfer.ID)
		if must(t, undone, err); undone.UndoneAt == nil || undone.UndoneBy != clerk.ID || lies(t, inv, product.ID, 1) != 10 || lies(t, inv, product.ID, other.ID) != 0 {
			t.Errorf("undone %+v", undone)
		}
		if _, err := inv.UndoTransfer(t.Context(), clerk, transfer.ID); !errors.Is(err, inventory.ErrTransferUndone) {
			t.Errorf("undone twice: %v", err)
		}
		clean(t, inv)
	})
}

func TestTransfersThatMakeNoSense(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 3)
		other := north(t, inv)
		good := inventory.TransferFields{ProductID: product.ID, FromLocationID: 1, ToLocationID: other.ID, Quantity: 2}
		for _, row := range []struct {
			field, message string
			change         func(*inventory.TransferFields)
		}{
			{"quantity", "La cantidad debe ser mayor a 0", func(f *inventory.TransferFields) { f.Quantity = -2 }},
			{"quantity", "Stock insuficiente: quedan 3 unidades", func(f *inventory.TransferFields) { f.Quantity = 4 }},
			{"quantity", "Stock insuficiente: quedan 0 unidades", func(f *inventory.TransferFields) { f.FromLocationID, f.ToLocationID = other.ID, 1 }},
			{"toLocationId", "Elige otro almacén de destino", func(f *inventory.TransferFields) { f.ToLocationID = 1 }},
			{"toLocationId", "El almacén no existe", func(f *inventory.TransferFields) { f.ToLocationID = 4711 }},
			{"fromLocationId", "El almacén no existe", func(f *inventory.TransferFields) { f.FromLocationID = 4711 }},
			{"productId", "El producto no existe", func(f *inventory.TransferFields) { f.ProductID = 4711 }},
		} {
			fields := good
			row.change(&fields)
			_, err := inv.CreateTransfer(t.Context(), clerk, fields)
			if got := refusal(err, row.field); got != row.message {
				t.Errorf("%s: %q, want %q (%v)", row.field, got, row.message, err)
			}
		}
		list, err := inv.ListTransfers(t.Context(), inventory.TransferFilter{})
		if must(t, list, err).Count.N != 0 || lies(t, inv, product.ID, 1) != 3 {
			t.Error("a refused transfer left something behind")
		}
	})
}

func TestTransfersByFilter(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 10)
		other := north(t, inv)
		transfer, err := inv.CreateTransfer(t.Context(), clerk, inventory.TransferFields{ProductID: product.ID, FromLocationID: 1, ToLocationID: other.ID, Quantity: 6})
		must(t, transfer, err)
		for _, row := range []struct {
			filter inventory.TransferFilter
			want   int
		}{
			{inventory.TransferFilter{}, 1},
			{inventory.TransferFilter{LocationID: other.ID}, 1},
			{inventory.TransferFilter{LocationID: 4711}, 0},
			{inventory.TransferFilter{ProductID: product.ID}, 1},
			{inventory.TransferFilter{Search: "taladro"}, 1},
			{inventory.TransferFilter{Search: "sierra"}, 0},
			{inventory.TransferFilter{From: transfer.CreatedAt}, 1},
			{inventory.TransferFilter{To: transfer.CreatedAt}, 0},
		} {
			list, err := inv.ListTransfers(t.Context(), row.filter)
			if list = must(t, list, err); len(list.Rows) != row.want || list.Count.N != row.want {
				t.Errorf("%+v finds %d, want %d", row.filter, len(list.Rows), row.want)
			}
		}
	})
}
