package catalogue_test

import (
	"errors"
	"strings"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// A bulk change and the change it hands back are each other's opposite, also
// for what was empty before and for what was deleted.
func TestBulkChangeAndItsUndo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, drill := shoptest.Shop(t, db, 4)
		saw, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
			SKU: shoptest.Ptr("HER-2"), Name: shoptest.Ptr("Sierra"), Category: &catalogue.LabelRef{Name: "Corte"},
		})
		if err != nil {
			t.Fatal(err)
		}
		undo, err := inv.Catalogue.ChangeProducts(t.Context(), shoptest.Clerk, []catalogue.BulkItem{
			{
				ID: saw.ID, Category: &catalogue.LabelRef{Name: "Herramienta"}, SetMinStock: true, MinStock: shoptest.Ptr(int64(9)),
				Deleted: shoptest.Ptr(true),
			},
			{ID: drill.ID, Status: shoptest.Ptr(catalogue.StatusInactive), SetMinStock: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		if totals, _ := inv.Catalogue.Totals(t.Context()); totals.Products != 1 || totals.Inactive != 1 {
			t.Errorf("after the change: %+v", totals)
		}
		if _, err := inv.Catalogue.ChangeProducts(t.Context(), shoptest.Clerk, undo); err != nil {
			t.Fatal(err)
		}
		for _, want := range []catalogue.Product{drill, saw} {
			got, err := inv.Catalogue.Product(t.Context(), want.ID)
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != want.Status || (got.MinStock == nil) != (want.MinStock == nil) ||
				(got.Category == nil) != (want.Category == nil) {
				t.Errorf("%s came back as %+v", want.SKU, got)
			}
		}
		labels, err := inv.Catalogue.Labels(t.Context(), catalogue.Category)
		if err != nil || len(labels) != 1 || labels[0].Name != "Corte" || labels[0].Products != 1 {
			t.Errorf("categories %+v, %v", labels, err)
		}
	})
}

func TestBulkChangeIsAllOrNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 4)
		_, err := inv.Catalogue.ChangeProducts(t.Context(), shoptest.Clerk, []catalogue.BulkItem{
			{
				ID: product.ID, Status: shoptest.Ptr(catalogue.StatusInactive),
			}, {ID: 999, Status: shoptest.Ptr(catalogue.StatusInactive)},
		})
		var refused *core.Error
		if !errors.As(err, &refused) || refused.Fields["items[1].id"] == nil {
			t.Fatalf("err = %v", err)
		}
		if got, _ := inv.Catalogue.Product(t.Context(), product.ID); got.Status != catalogue.StatusActive {
			t.Error("half of a refused change was kept")
		}
	})
}

func TestBulkDeleteNamesTheProductThatIsClaimed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 4)
		other, err := inv.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
			SKU: shoptest.Ptr("TOR-2"), Name: shoptest.Ptr("Tornillo"),
		})
		shoptest.Must(t, other, err)
		shoptest.Place(t, inv, shoptest.Item(other.ID, 1))
		_, err = inv.Catalogue.ChangeProducts(t.Context(), shoptest.Clerk, []catalogue.BulkItem{{
			ID: product.ID, Deleted: shoptest.Ptr(true),
		}, {ID: other.ID, Deleted: shoptest.Ptr(true)}})
		var refused *core.Error
		if !errors.As(err, &refused) || refused.Kind != core.Conflict ||
			refused.Message != "Hay pedidos abiertos de Tornillo (TOR-2): envíalos o cancélalos antes de eliminarlo" {
			t.Errorf("err = %v", err)
		}
		if _, err := inv.Catalogue.Product(t.Context(), product.ID); err != nil {
			t.Errorf("half of a refused change was kept: %v", err)
		}
	})
}

func TestBulkChangeNamesWhatIsWrong(t *testing.T) {
	inv := inventory.New(nil, inventory.Options{PasswordWorkers: 1})
	seller := shoptest.Clerk
	seller.Role = core.Seller
	for name, test := range map[string]struct {
		actor core.Actor
		items []catalogue.BulkItem
		want  string
	}{
		"none":         {shoptest.Clerk, nil, "Elige al menos un producto"},
		"too many":     {shoptest.Clerk, make([]catalogue.BulkItem, catalogue.BulkMax+1), "como mucho"},
		"twice":        {shoptest.Clerk, []catalogue.BulkItem{{ID: 3}, {ID: 3}}, "repetido"},
		"not for them": {seller, []catalogue.BulkItem{{ID: 3, Deleted: shoptest.Ptr(true)}}, "no permite eliminar"},
	} {
		_, err := inv.Catalogue.ChangeProducts(t.Context(), test.actor, test.items)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
