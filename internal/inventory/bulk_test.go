package inventory_test

import (
	"errors"
	"strings"
	"testing"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// A bulk change and the change it hands back are each other's opposite, also
// for what was empty before and for what was deleted.
func TestBulkChangeAndItsUndo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, drill := shop(t, db, 4)
		saw, err := inv.CreateProduct(t.Context(), clerk, inventory.ProductFields{SKU: ptr("HER-2"), Name: ptr("Sierra"), Category: &inventory.LabelRef{Name: "Corte"}})
		if err != nil {
			t.Fatal(err)
		}
		undo, err := inv.ChangeProducts(t.Context(), clerk, []inventory.BulkItem{
			{ID: saw.ID, Category: &inventory.LabelRef{Name: "Herramienta"}, SetMinStock: true, MinStock: ptr(int64(9)), Deleted: ptr(true)},
			{ID: drill.ID, Status: ptr(inventory.StatusInactive), SetMinStock: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		if totals, _ := inv.Totals(t.Context()); totals.Products != 1 || totals.Inactive != 1 {
			t.Errorf("after the change: %+v", totals)
		}
		if _, err := inv.ChangeProducts(t.Context(), clerk, undo); err != nil {
			t.Fatal(err)
		}
		for _, want := range []inventory.Product{drill, saw} {
			got, err := inv.Product(t.Context(), want.ID)
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != want.Status || (got.MinStock == nil) != (want.MinStock == nil) || (got.Category == nil) != (want.Category == nil) {
				t.Errorf("%s came back as %+v", want.SKU, got)
			}
		}
		labels, err := inv.Labels(t.Context(), inventory.Category)
		if err != nil || len(labels) != 1 || labels[0].Name != "Corte" || labels[0].Products != 1 {
			t.Errorf("categories %+v, %v", labels, err)
		}
	})
}

func TestBulkChangeIsAllOrNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 4)
		_, err := inv.ChangeProducts(t.Context(), clerk, []inventory.BulkItem{
			{ID: product.ID, Status: ptr(inventory.StatusInactive)}, {ID: 999, Status: ptr(inventory.StatusInactive)},
		})
		var refused *inventory.Error
		if !errors.As(err, &refused) || refused.Fields["items[1].id"] == nil {
			t.Fatalf("err = %v", err)
		}
		if got, _ := inv.Product(t.Context(), product.ID); got.Status != inventory.StatusActive {
			t.Error("half of a refused change was kept")
		}
	})
}

func TestBulkDeleteNamesTheProductThatIsClaimed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shop(t, db, 4)
		other, err := inv.CreateProduct(t.Context(), clerk, inventory.ProductFields{SKU: ptr("TOR-2"), Name: ptr("Tornillo")})
		must(t, other, err)
		place(t, inv, item(other.ID, 1))
		_, err = inv.ChangeProducts(t.Context(), clerk, []inventory.BulkItem{{ID: product.ID, Deleted: ptr(true)}, {ID: other.ID, Deleted: ptr(true)}})
		var refused *inventory.Error
		if !errors.As(err, &refused) || refused.Kind != inventory.Conflict ||
			refused.Message != "Hay pedidos abiertos de Tornillo (TOR-2): envíalos o cancélalos antes de eliminarlo" {
			t.Errorf("err = %v", err)
		}
		if _, err := inv.Product(t.Context(), product.ID); err != nil {
			t.Errorf("half of a refused change was kept: %v", err)
		}
	})
}

func TestBulkChangeNamesWhatIsWrong(t *testing.T) {
	inv := inventory.New(nil, inventory.Options{PasswordWorkers: 1})
	seller := clerk
	seller.Role = inventory.Seller
	for name, test := range map[string]struct {
		actor inventory.Actor
		items []inventory.BulkItem
		want  string
	}{
		"none":         {clerk, nil, "Elige al menos un producto"},
		"too many":     {clerk, make([]inventory.BulkItem, inventory.BulkMax+1), "como mucho"},
		"twice":        {clerk, []inventory.BulkItem{{ID: 3}, {ID: 3}}, "repetido"},
		"not for them": {seller, []inventory.BulkItem{{ID: 3, Deleted: ptr(true)}}, "no permite eliminar"},
	} {
		_, err := inv.ChangeProducts(t.Context(), test.actor, test.items)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
