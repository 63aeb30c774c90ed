package inventory_test

import (
	"errors"
	"slices"
	"testing"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// labelled makes a product with a category, a brand and tags.
func labelled(t *testing.T, inv *inventory.Inventory, sku, category, brand string, tags ...string) inventory.Product {
	t.Helper()
	product, err := inv.CreateProduct(t.Context(), clerk, inventory.ProductFields{
		SKU: ptr(sku), Name: ptr(sku), Category: &inventory.LabelRef{Name: category}, Brand: &inventory.LabelRef{Name: brand}, Tags: &tags,
	})
	if err != nil {
		t.Fatal(err)
	}
	return product
}

// label finds one by its name among those in use.
func label(t *testing.T, inv *inventory.Inventory, kind inventory.LabelKind, name string) inventory.Label {
	t.Helper()
	labels, err := inv.Labels(t.Context(), kind)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(labels, func(l inventory.Label) bool { return l.Name == name })
	if i < 0 {
		t.Fatalf("there is no %s %q among %v", kind, name, labels)
	}
	return labels[i]
}

// A merge is refused until it is asked for; then every product carries the
// label that stays, each counted once, and the ledger check agrees.
func TestMergingLabels(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{})
		labelled(t, inv, "A", "Herramienta", "Bosh", "oferta", "taller")
		labelled(t, inv, "B", "Herramientas", "Bosch", "ofertas")
		both := labelled(t, inv, "C", "Herramienta", "Bosch", "oferta", "ofertas")
		for _, merge := range []struct {
			kind       inventory.LabelKind
			from, into string
			refusal    string
			products   int
		}{
			{
				inventory.Category, "Herramienta", "herramientas",
				"Ya existe la categoría «Herramientas». Si las unes, los 2 productos de «Herramienta» pasarán a «Herramientas», y «Herramienta» desaparecerá.", 3,
			},
			{
				inventory.Brand, "Bosh", "BOSCH",
				"Ya existe la marca «Bosch». Si las unes, el producto de «Bosh» pasará a «Bosch», y «Bosh» desaparecerá.", 3,
			},
			{
				inventory.Tag, "oferta", "Ofertas",
				"Ya existe la etiqueta «ofertas». Si las unes, los 2 productos de «oferta» pasarán a «ofertas», y «oferta» desaparecerá.", 3,
			},
		} {
			from := label(t, inv, merge.kind, merge.from)
			change := inventory.LabelChange{Name: merge.into}
			_, err := inv.RenameLabel(t.Context(), clerk, merge.kind, from.ID, change)
			var refused *inventory.Error
			if !errors.As(err, &refused) || refused.Kind != inventory.Conflict || refused.Message != merge.refusal {
				t.Errorf("without a word the merge answered %v", err)
			}
			if still := label(t, inv, merge.kind, merge.from); still != from {
				t.Errorf("a refused merge left %+v", still)
			}
			change.Merge = true
			merged, err := inv.RenameLabel(t.Context(), clerk, merge.kind, from.ID, change)
			if err != nil {
				t.Fatal(err)
			}
			if merged.Products != merge.products || label(t, inv, merge.kind, merged.Name) != merged {
				t.Errorf("merged into %+v", merged)
			}
		}
		got, err := inv.Product(t.Context(), both.ID)
		if err != nil || got.Category.Name != "Herramientas" || !slices.Equal(got.Tags, []string{"ofertas"}) {
			t.Errorf("the product became %+v, %v", got, err)
		}
		if report, err := inv.Verify(t.Context(), nil); err != nil || report.Problems != 0 {
			t.Errorf("the ledger check found %+v, %v", report, err)
		}
	})
}

// A name in another writing is a rename and no merge, and so is the name of a
// label that only deleted products carry.
func TestRenamingLabels(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{})
		tool := labelled(t, inv, "A", "ferreteria", "Uno")
		gone := labelled(t, inv, "B", "Jardín", "Uno")
		if err := inv.DeleteProduct(t.Context(), clerk, gone.ID); err != nil {
			t.Fatal(err)
		}
		from := label(t, inv, inventory.Category, "ferreteria")
		renamed, err := inv.RenameLabel(t.Context(), clerk, inventory.Category, from.ID, inventory.LabelChange{Name: " Ferretería "})
		if err != nil || renamed.ID != from.ID || renamed.Name != "Ferretería" || renamed.Products != 1 {
			t.Fatalf("renamed to %+v, %v", renamed, err)
		}
		if product, err := inv.Product(t.Context(), tool.ID); err != nil || product.Category.Name != "Ferretería" {
			t.Errorf("its product says %+v, %v", product.Category, err)
		}
		merged, err := inv.RenameLabel(t.Context(), clerk, inventory.Category, from.ID, inventory.LabelChange{Name: "Jardín"})
		if err != nil || merged.Name != "Jardín" || merged.Products != 1 {
			t.Errorf("merged into %+v, %v", merged, err)
		}
		_, err = inv.RenameLabel(t.Context(), clerk, inventory.Category, merged.ID, inventory.LabelChange{Name: "  "})
		if refusal(err, "name") != "El nombre es requerido" {
			t.Errorf("no name answered %v", err)
		}
		clean(t, inv)
	})
}
