package ledger_test

import (
	"errors"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// lies is how much of a product there is at a location.
func lies(t *testing.T, inv *inventory.Inventory, productID, locationID int64) int64 {
	t.Helper()
	stocks, err := inv.Ledger.StockByLocation(t.Context(), productID)
	for _, stock := range shoptest.Must(t, stocks, err) {
		if stock.LocationID == locationID {
			return stock.Stock
		}
	}
	return 0
}

func TestATransferMovesStockAndAddsNone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		other := shoptest.North(t, inv)
		// A user set it to sold out, and a transfer does not change that.
		soldOut := catalogue.StatusOutOfStock
		_, err := inv.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID, catalogue.ProductFields{Status: &soldOut})
		shoptest.Must(t, shoptest.Nothing, err)
		transfer, err := inv.Ledger.CreateTransfer(t.Context(), shoptest.Clerk, ledger.TransferFields{
			ProductID: product.ID, FromLocationID: ledger.MainLocation, ToLocationID: other.ID, Quantity: 10,
			Notes: "Escaparate",
		})
		shoptest.Must(t, transfer, err)
		if transfer.FromName != "Principal" || transfer.ToName != "Norte" || transfer.ProductSKU != "HER-1" {
			t.Errorf("transfer %+v", transfer)
		}
		after, err := inv.Catalogue.Product(t.Context(), product.ID)
		if shoptest.Must(t, after, err).Stock != 10 || after.Status != soldOut || lies(t, inv, product.ID, 1) != 0 ||
			lies(t, inv, product.ID, other.ID) != 10 {
			t.Errorf("product %+v", after)
		}
		rows, err := inv.Ledger.ListMovements(t.Context(), ledger.MovementFilter{
			Source: ledger.SourceTransfer, SourceID: transfer.ID, Ascending: true,
		})
		if rows = shoptest.Must(t, rows, err); len(rows.Rows) != 2 || rows.Rows[0].Quantity != -10 ||
			rows.Rows[1].Quantity != 10 || rows.Rows[1].Reason != ledger.ReasonTransfer {
			t.Errorf("movements %+v", rows.Rows)
		}
		shoptest.Clean(t, inv)
	})
}

func TestUndoingATransfer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		other := shoptest.North(t, inv)
		transfer, err := inv.Ledger.CreateTransfer(t.Context(), shoptest.Clerk, ledger.TransferFields{
			ProductID: product.ID, FromLocationID: 1, ToLocationID: other.ID, Quantity: 6,
		})
		shoptest.Must(t, transfer, err)
		sale := ledger.Adjustment{Type: ledger.AdjustRemove, Quantity: 1, LocationID: other.ID}
		sold, err := inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, sale)
		shoptest.Must(t, sold, err)
		if _, err := inv.Ledger.UndoTransfer(t.Context(), shoptest.Clerk, transfer.ID); shoptest.Refusal(err,
			"") != "No se puede deshacer el traspaso: de 6 unidades solo quedan 5 en el almacén de destino" {
			t.Fatalf("err = %v", err)
		}
		back, err := inv.Ledger.UndoMovement(t.Context(), shoptest.Clerk, sold.Movement.ID)
		shoptest.Must(t, back, err)
		undone, err := inv.Ledger.UndoTransfer(t.Context(), shoptest.Clerk, transfer.ID)
		if shoptest.Must(t, undone, err); undone.UndoneAt == nil || undone.UndoneBy != shoptest.Clerk.ID ||
			lies(t, inv, product.ID, 1) != 10 || lies(t, inv, product.ID, other.ID) != 0 {
			t.Errorf("undone %+v", undone)
		}
		if _, err := inv.Ledger.UndoTransfer(t.Context(), shoptest.Clerk, transfer.ID); !errors.Is(err,
			ledger.ErrTransferUndone) {
			t.Errorf("undone twice: %v", err)
		}
		shoptest.Clean(t, inv)
	})
}

func TestTransfersThatMakeNoSense(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 3)
		other := shoptest.North(t, inv)
		good := ledger.TransferFields{ProductID: product.ID, FromLocationID: 1, ToLocationID: other.ID, Quantity: 2}
		for _, row := range []struct {
			field, message string
			change         func(*ledger.TransferFields)
		}{
			{"quantity", "La cantidad debe ser mayor a 0", func(f *ledger.TransferFields) { f.Quantity = -2 }},
			{"quantity", "Stock insuficiente: quedan 3 unidades", func(f *ledger.TransferFields) { f.Quantity = 4 }},
			{"quantity", "Stock insuficiente: quedan 0 unidades", func(f *ledger.TransferFields) {
				f.FromLocationID, f.ToLocationID = other.ID, 1
			}},
			{"toLocationId", "Elige otro almacén de destino", func(f *ledger.TransferFields) { f.ToLocationID = 1 }},
			{"toLocationId", "El almacén no existe", func(f *ledger.TransferFields) { f.ToLocationID = 4711 }},
			{"fromLocationId", "El almacén no existe", func(f *ledger.TransferFields) { f.FromLocationID = 4711 }},
			{"productId", "El producto no existe", func(f *ledger.TransferFields) { f.ProductID = 4711 }},
		} {
			fields := good
			row.change(&fields)
			_, err := inv.Ledger.CreateTransfer(t.Context(), shoptest.Clerk, fields)
			if got := shoptest.Refusal(err, row.field); got != row.message {
				t.Errorf("%s: %q, want %q (%v)", row.field, got, row.message, err)
			}
		}
		list, err := inv.Ledger.ListTransfers(t.Context(), ledger.TransferFilter{})
		if shoptest.Must(t, list, err).Count.N != 0 || lies(t, inv, product.ID, 1) != 3 {
			t.Error("a refused transfer left something behind")
		}
	})
}

func TestTransfersByFilter(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		other := shoptest.North(t, inv)
		transfer, err := inv.Ledger.CreateTransfer(t.Context(), shoptest.Clerk, ledger.TransferFields{
			ProductID: product.ID, FromLocationID: 1, ToLocationID: other.ID, Quantity: 6,
		})
		shoptest.Must(t, transfer, err)
		for _, row := range []struct {
			filter ledger.TransferFilter
			want   int
		}{
			{ledger.TransferFilter{}, 1},
			{ledger.TransferFilter{LocationID: other.ID}, 1},
			{ledger.TransferFilter{LocationID: 4711}, 0},
			{ledger.TransferFilter{ProductID: product.ID}, 1},
			{ledger.TransferFilter{Search: "taladro"}, 1},
			{ledger.TransferFilter{Search: "sierra"}, 0},
			{ledger.TransferFilter{From: transfer.CreatedAt}, 1},
			{ledger.TransferFilter{To: transfer.CreatedAt}, 0},
		} {
			list, err := inv.Ledger.ListTransfers(t.Context(), row.filter)
			if list = shoptest.Must(t, list, err); len(list.Rows) != row.want || list.Count.N != row.want {
				t.Errorf("%+v finds %d, want %d", row.filter, len(list.Rows), row.want)
			}
		}
	})
}
