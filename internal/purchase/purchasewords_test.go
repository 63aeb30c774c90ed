package purchase_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"estante/internal/core"
	"estante/internal/purchase"
	"estante/internal/shoptest"
	"estante/internal/supplier"
)

// found are the purchases that a search finds, by their numbers.
func (b *buying) found(t *testing.T, text string) string {
	t.Helper()
	list, err := b.Purchases.ListPurchases(t.Context(), purchase.Filter{
		Search: text, Ordering: purchase.ByNumber, Page: core.Page{Number: 1, Size: 100},
	})
	var numbers []string
	for _, row := range shoptest.Must(t, list, err).Rows {
		numbers = append(numbers, row.Number[len(row.Number)-1:])
	}
	return strings.Join(numbers, "")
}

// words does what a rename or a merge left to do, and says in how many turns.
func (b *buying) words(t *testing.T) (turns int) {
	t.Helper()
	for {
		more, err := b.Purchases.WorkOnPurchaseWords(t.Context())
		if shoptest.Must(t, more, err); !more {
			return turns
		}
		turns++
	}
}

// A search finds purchases by what their supplier is called now, and by nothing that it was called before, with their
// delivery notes as ever.
func TestPurchasesAreFoundByWhatTheirSupplierIsCalledNow(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		first := b.order(t, dollars, line(b.screws, 100, 345))
		b.order(t, euros, line(b.drills, 1, 900))
		_, err := b.Purchases.Receive(t.Context(), shoptest.Clerk, first.ID, purchase.Delivery{
			DeliveryNote: "ALB-77", Lines: []purchase.DeliveredLine{{ProductID: b.screws.ID, Accepted: 5}},
		})
		shoptest.Must(t, shoptest.Nothing, err)
		name := "Fijaciones Ródano"
		_, err = b.Suppliers.UpdateSupplier(t.Context(), shoptest.Clerk, dollars, supplier.SupplierChange{Name: &name})
		shoptest.Must(t, shoptest.Nothing, err)
		b.words(t)
		for text, want := range map[string]string{
			"rodano": "1", "sanz": "", "rodano alb-77": "1", "rodano tor-1": "1", "europa": "2",
		} {
			if got := b.found(t, text); got != want {
				t.Errorf("after the rename %q finds %q, want %q", text, got, want)
			}
		}
		_, err = b.Suppliers.MergeSupplier(t.Context(), shoptest.Clerk, dollars, euros)
		shoptest.Must(t, shoptest.Nothing, err)
		b.words(t)
		for text, want := range map[string]string{"rodano": "", "europa": "12", "europa alb-77": "1", "europa tal-1": "2"} {
			if got := b.found(t, text); got != want {
				t.Errorf("after the merge %q finds %q, want %q", text, got, want)
			}
		}
		notes := "Nada nuevo"
		_, err = b.Suppliers.UpdateSupplier(t.Context(), shoptest.Clerk, euros, supplier.SupplierChange{Notes: &notes})
		shoptest.Must(t, shoptest.Nothing, err)
		if turns := b.words(t); turns != 0 {
			t.Errorf("a change that is no rename left %d turns to do", turns)
		}
	})
}

// A supplier that was renamed and of which nothing was bought can be deleted at once.
func TestARenamedSupplierCanBeDeleted(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		name := "Ródano"
		_, err := b.Suppliers.UpdateSupplier(t.Context(), shoptest.Clerk, euros, supplier.SupplierChange{Name: &name})
		shoptest.Must(t, shoptest.Nothing, err)
		shoptest.Must(t, true, b.Suppliers.DeleteSupplier(t.Context(), shoptest.Clerk, euros, nil))
	})
}

// Of a supplier with many purchases all are found by its new name, in turns, and a rename meanwhile begins anew.
func TestManyPurchasesAreFoundAnewInTurns(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		const drafts = 230
		for i := range drafts {
			_, err := b.Purchases.CreatePurchase(t.Context(), shoptest.Clerk, purchase.Fields{
				SupplierID: dollars, Notes: fmt.Sprint(i), Lines: []purchase.LineFields{line(b.glue, 1, 1)},
			})
			shoptest.Must(t, shoptest.Nothing, err)
		}
		count := func(text string) int {
			list, err := b.Purchases.ListPurchases(t.Context(), purchase.Filter{
				Search: text, Page: core.Page{Number: 1, Size: 1},
			})
			return shoptest.Must(t, list, err).Count.N
		}
		for _, name := range []string{"Ródano", "Garona"} {
			_, err := b.Suppliers.UpdateSupplier(t.Context(), shoptest.Clerk, dollars, supplier.SupplierChange{Name: &name})
			shoptest.Must(t, shoptest.Nothing, err)
			more, err := b.Purchases.WorkOnPurchaseWords(t.Context())
			if shoptest.Must(t, more, err); !more || count(name) == drafts {
				t.Errorf("one turn wrote %d of %d", count(name), drafts)
			}
		}
		if turns := b.words(t); turns != 2 {
			t.Errorf("%d turns", turns)
		}
		if count("garona") != drafts || count("rodano") != 0 || count("sanz") != 0 {
			t.Errorf("%d are found by the new name and %d by old ones", count("garona"), count("rodano")+count("sanz"))
		}
	})
}

// A copy has what is still in the catalogue, and says what it leaves out.
func TestACopyLeavesOutWhatIsDeleted(t *testing.T) {
	eachBuying(t, func(t *testing.T, b *buying) {
		from := b.order(t, dollars, line(b.screws, 100, 345), line(b.drills, 1, 900), line(b.glue, 2, 50))
		shoptest.Must(t, true, b.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, b.drills.ID))
		copied, err := b.Purchases.DuplicatePurchase(t.Context(), shoptest.Clerk, from.ID)
		shoptest.Must(t, copied, err)
		var ids []int64
		for _, l := range copied.Lines {
			ids = append(ids, l.ProductID)
		}
		if !slices.Equal(ids, []int64{b.screws.ID, b.glue.ID}) {
			t.Errorf("the copy has %v", ids)
		}
		wanted := "Copia de " + from.Number + ". Sin lo que ya no está en el catálogo: «TAL-1»"
		if said := copied.Events[0].Detail; said != wanted {
			t.Errorf("the copy says %q", said)
		}
		alone := b.order(t, dollars, line(b.screws, 100, 345))
		shoptest.Must(t, true, b.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, b.screws.ID))
		_, err = b.Purchases.DuplicatePurchase(t.Context(), shoptest.Clerk, alone.ID)
		if err == nil || !strings.Contains(err.Error(), "«TOR-1»") {
			t.Errorf("a purchase of which nothing is left was copied: %v", err)
		}
	})
}
