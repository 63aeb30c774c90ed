package catalogue_test

import (
	"errors"
	"slices"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// A merge is refused until it is asked for; then every product carries the
// label that stays, each counted once, and the ledger check agrees.
func TestMergingLabels(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{})
		shoptest.Labelled(t, inv, "A", "Herramienta", "Bosh", "oferta", "taller")
		shoptest.Labelled(t, inv, "B", "Herramientas", "Bosch", "ofertas")
		both := shoptest.Labelled(t, inv, "C", "Herramienta", "Bosch", "oferta", "ofertas")
		for _, merge := range []struct {
			kind       catalogue.LabelKind
			from, into string
			refusal    string
			products   int
		}{
			{
				catalogue.Category, "Herramienta", "herramientas",
				"Ya existe la categoría «Herramientas». Si las unes, los 2 productos de «Herramienta» pasarán a «Herramientas», " +
					"y «Herramienta» desaparecerá.", 3,
			},
			{
				catalogue.Brand, "Bosh", "BOSCH",
				"Ya existe la marca «Bosch». Si las unes, el producto de «Bosh» pasará a «Bosch», y «Bosh» desaparecerá.", 3,
			},
			{
				catalogue.Tag, "oferta", "Ofertas",
				"Ya existe la etiqueta «ofertas». Si las unes, los 2 productos de «oferta» pasarán a «ofertas», y «oferta» " +
					"desaparecerá.", 3,
			},
		} {
			from := shoptest.Label(t, inv, merge.kind, merge.from)
			change := catalogue.LabelChange{Name: merge.into}
			_, err := inv.Catalogue.RenameLabel(t.Context(), shoptest.Clerk, merge.kind, from.ID, change)
			var refused *core.Error
			if !errors.As(err, &refused) || refused.Kind != core.Conflict || refused.Message != merge.refusal {
				t.Errorf("without a word the merge answered %v", err)
			}
			if still := shoptest.Label(t, inv, merge.kind, merge.from); still != from {
				t.Errorf("a refused merge left %+v", still)
			}
			change.Merge = true
			merged, err := inv.Catalogue.RenameLabel(t.Context(), shoptest.Clerk, merge.kind, from.ID, change)
			if err != nil {
				t.Fatal(err)
			}
			if merged.Products != merge.products || shoptest.Label(t, inv, merge.kind, merged.Name) != merged {
				t.Errorf("merged into %+v", merged)
			}
		}
		got, err := inv.Catalogue.Product(t.Context(), both.ID)
		if err != nil || got.Category.Name != "Herramientas" || !slices.Equal(got.Tags, []string{"ofertas"}) {
			t.Errorf("the product became %+v, %v", got, err)
		}
		if report, err := inv.Verify.Verify(t.Context(), nil); err != nil || report.Problems != 0 {
			t.Errorf("the ledger check found %+v, %v", report, err)
		}
	})
}

// A name in another writing is a rename and no merge, and so is the name of a
// label that only deleted products carry.
func TestRenamingLabels(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := inventory.New(storetest.Twice(db), inventory.Options{})
		tool := shoptest.Labelled(t, inv, "A", "ferreteria", "Uno")
		gone := shoptest.Labelled(t, inv, "B", "Jardín", "Uno")
		if err := inv.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, gone.ID); err != nil {
			t.Fatal(err)
		}
		from := shoptest.Label(t, inv, catalogue.Category, "ferreteria")
		renamed, err := inv.Catalogue.RenameLabel(t.Context(), shoptest.Clerk, catalogue.Category, from.ID,
			catalogue.LabelChange{Name: " Ferretería "})
		if err != nil || renamed.ID != from.ID || renamed.Name != "Ferretería" || renamed.Products != 1 {
			t.Fatalf("renamed to %+v, %v", renamed, err)
		}
		if product, err := inv.Catalogue.Product(t.Context(), tool.ID); err != nil || product.Category.Name != "Ferretería" {
			t.Errorf("its product says %+v, %v", product.Category, err)
		}
		merged, err := inv.Catalogue.RenameLabel(t.Context(), shoptest.Clerk, catalogue.Category, from.ID,
			catalogue.LabelChange{Name: "Jardín"})
		if err != nil || merged.Name != "Jardín" || merged.Products != 1 {
			t.Errorf("merged into %+v, %v", merged, err)
		}
		_, err = inv.Catalogue.RenameLabel(t.Context(), shoptest.Clerk, catalogue.Category, merged.ID,
			catalogue.LabelChange{Name: "  "})
		if shoptest.Refusal(err, "name") != "El nombre es requerido" {
			t.Errorf("no name answered %v", err)
		}
		shoptest.Clean(t, inv)
	})
}
