package catalogue_test

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// lopsided is a catalogue in which what a filter asks for lies in one corner of
// most orders: the paints all sort first, the out of stock were made last.
func lopsided(t *testing.T, inv *inventory.Inventory, products int) []catalogue.Product {
	t.Helper()
	var sheet strings.Builder
	sheet.WriteString("SKU;Nombre;Categoría;Marca;Stock Actual;Stock Mínimo;Precio;Etiquetas\n")
	for n := range products {
		name, category, brand, stock := "Zócalo", "Suelos", "Roca", 40+n%60
		if n%3 == 0 {
			name, category, brand = "Esmalte", "Pintura", "Titán"
		}
		if n > products*2/3 {
			stock = 5 * (n % 3)
		}
		fmt.Fprintf(&sheet, "S-%04d;%s n.º %d;%s;%s;%d;10;%d,50;etiqueta %d\n", n*7%products, name, n%11, category, brand,
			stock, n%90, n%2)
	}
	shoptest.Bring(t, inv, sheet.String())
	return everyPage(t, inv, catalogue.ProductFilter{Ordering: catalogue.ProductsBySKU, Page: core.Page{Size: 100}})
}

// everyPage reads a list to its end.
func everyPage(t *testing.T, inv *inventory.Inventory, asked catalogue.ProductFilter) []catalogue.Product {
	t.Helper()
	var read []catalogue.Product
	for asked.Page.Number = 1; ; asked.Page.Number++ {
		page, err := inv.Catalogue.ListProducts(t.Context(), asked)
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, page.Rows...)
		if len(page.Rows) < asked.Page.Size {
			if page.Count.N != len(read) {
				t.Errorf("%d products counted and %d read", page.Count.N, len(read))
			}
			return read
		}
	}
}

// However a page is found, it has the same products in the same order as a list
// that is filtered and sorted by hand.
func TestEveryFilterAndOrderGivesTheSamePages(t *testing.T) {
	filters := map[string]struct {
		asked catalogue.ProductFilter
		fits  func(catalogue.Product) bool
	}{
		"all": {catalogue.ProductFilter{}, func(catalogue.Product) bool { return true }},
		"category": {catalogue.ProductFilter{Category: catalogue.LabelRef{Name: "pintura"}}, func(p catalogue.Product) bool {
			return p.Category.Name == "Pintura"
		}},
		"brand": {catalogue.ProductFilter{Brand: catalogue.LabelRef{Name: "Roca"}}, func(p catalogue.Product) bool {
			return p.Brand.Name == "Roca"
		}},
		"tag": {catalogue.ProductFilter{Tag: catalogue.LabelRef{Name: "etiqueta 1"}}, func(p catalogue.Product) bool {
			return slices.Contains(p.Tags, "etiqueta 1")
		}},
		"nothing": {catalogue.ProductFilter{Tag: catalogue.LabelRef{Name: "otra"}}, func(catalogue.Product) bool {
			return false
		}},
		"low": {catalogue.ProductFilter{LowStock: shoptest.Ptr(true)}, func(p catalogue.Product) bool {
			return p.Level() == catalogue.LevelLow
		}},
		"out": {catalogue.ProductFilter{InStock: shoptest.Ptr(false)}, func(p catalogue.Product) bool {
			return p.Stock == 0
		}},
		"in stock": {catalogue.ProductFilter{InStock: shoptest.Ptr(true)}, func(p catalogue.Product) bool {
			return p.Stock > 0
		}},
		"price": {catalogue.ProductFilter{
			MinPrice: shoptest.Ptr(core.Cents(2000)), MaxPrice: shoptest.Ptr(core.Cents(7000)),
		}, func(p catalogue.Product) bool {
			return *p.Price >= 2000 && *p.Price <= 7000
		}},
		"word": {catalogue.ProductFilter{Search: "ésmalte"}, func(p catalogue.Product) bool {
			return strings.HasPrefix(p.Name, "Esmalte")
		}},
		"letters": {catalogue.ProductFilter{Search: "ro"}, func(p catalogue.Product) bool { return p.Brand.Name == "Roca" }},
		"words": {catalogue.ProductFilter{Search: "zocalo roca 7"}, func(p catalogue.Product) bool {
			return p.Name == "Zócalo n.º 7"
		}},
		"between": {catalogue.ProductFilter{
			MinStock: shoptest.Ptr(int64(5)), MaxStock: shoptest.Ptr(int64(60)),
		}, func(p catalogue.Product) bool {
			return p.Stock >= 5 && p.Stock <= 60
		}},
		"few": {catalogue.ProductFilter{StockUpTo: shoptest.Ptr(int64(5))}, func(p catalogue.Product) bool {
			return p.Stock > 0 && p.Stock <= 5
		}},
		"some of": {
			catalogue.ProductFilter{
				Category: catalogue.LabelRef{Name: "pintura"}, InStock: shoptest.Ptr(true), MinStock: shoptest.Ptr(int64(45)),
			},
			func(p catalogue.Product) bool { return p.Stock >= 45 && p.Category.Name == "Pintura" },
		},
		"two": {catalogue.ProductFilter{Search: "esmalte", InStock: shoptest.Ptr(true)}, func(p catalogue.Product) bool {
			return p.Stock > 0 && p.Category.Name == "Pintura"
		}},
	}
	orders := map[catalogue.ProductOrdering]func(a, b catalogue.Product) int{
		catalogue.ProductsByName: func(a, b catalogue.Product) int {
			return cmp.Compare(core.SortKey(a.Name), core.SortKey(b.Name))
		},
		catalogue.ProductsByStock:   func(a, b catalogue.Product) int { return cmp.Compare(a.Stock, b.Stock) },
		catalogue.ProductsByCreated: func(a, b catalogue.Product) int { return a.CreatedAt.Compare(b.CreatedAt) },
		catalogue.ProductsByCategory: func(a, b catalogue.Product) int {
			return cmp.Compare(a.Category.Name, b.Category.Name)
		},
	}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		catalogue := lopsided(t, inv, 600)
		for name, filter := range filters {
			for order, compare := range orders {
				var want []int64
				for _, p := range sorted(catalogue, filter.fits, compare) {
					want = append(want, p.ID)
				}
				asked := filter.asked
				asked.Ordering, asked.Page.Size = order, 5
				checkPage(t, inv, asked, want, name)
				if walked := everyOne(t, inv, asked, len(want)); !slices.Equal(walked, want) {
					t.Errorf("%s by %s: a file has %v, want %v", name, order, walked, want)
				}
				slices.Reverse(want)
				asked.Ordering, asked.Page.Size = "-"+order, 90
				checkPage(t, inv, asked, want, name)
			}
		}
	})
}

// everyOne is the products that a file of a list would have. There is none of nothing.
func everyOne(t *testing.T, inv *inventory.Inventory, asked catalogue.ProductFilter, expected int) (ids []int64) {
	t.Helper()
	err := inv.Catalogue.WalkProducts(t.Context(), asked, func(p catalogue.Product) error {
		ids = append(ids, p.ID)
		return nil
	})
	if err != nil && expected > 0 {
		t.Fatal(err)
	}
	return ids
}

func sorted(
	shelf []catalogue.Product, fits func(catalogue.Product) bool, compare func(a, b catalogue.Product) int,
) []catalogue.Product {
	kept := slices.DeleteFunc(slices.Clone(shelf), func(p catalogue.Product) bool { return !fits(p) })
	slices.SortFunc(kept, func(a, b catalogue.Product) int { return cmp.Or(compare(a, b), cmp.Compare(a.ID, b.ID)) })
	return kept
}

// checkPage compares the first and the last page.
func checkPage(t *testing.T, inv *inventory.Inventory, asked catalogue.ProductFilter, want []int64, name string) {
	t.Helper()
	for _, number := range []int{1, max(1, (len(want)+asked.Page.Size-1)/asked.Page.Size)} {
		asked.Page.Number = number
		page, err := inv.Catalogue.ListProducts(t.Context(), asked)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, p := range page.Rows {
			got = append(got, p.ID)
		}
		from := min(asked.Page.Offset(), len(want))
		expected := want[from:min(from+asked.Page.Size, len(want))]
		if page.Count.N != len(want) || !slices.Equal(got, expected) {
			t.Errorf("%s by %s, page %d of %d: %v of %d, want %v of %d", name, asked.Ordering, number, asked.Page.Size, got,
				page.Count.N, expected, len(want))
		}
	}
}

// A user who types a text sees the codes that begin with it first, then names, then the rest.
func TestWhatBeginsWithTheTextComesFirst(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, "SKU;Nombre;Marca\nA-1;Caja de clavos;Spax\nA-2;Clavo;Spax\nCLA-9;Martillo;Bahco\nA-3;"+
			"Alicate;Clarín\n")
		found, err := inv.Catalogue.SearchProducts(t.Context(), "cla", 10)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, p := range found {
			names = append(names, p.SKU)
		}
		if got := strings.Join(names, " "); got != "CLA-9 A-2 A-1 A-3" {
			t.Error(got)
		}
	})
}

// What a list of products sold is remembered until one of them is sold again.
func TestASaleIsInTheNextList(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv, product := shoptest.Shop(t, db, 10)
		ids := []int64{product.ID}
		for n := range 5 {
			other := shoptest.Must1(inv.Catalogue.DuplicateProduct(t.Context(), shoptest.Clerk, product.ID,
				"OTRO-"+strconv.Itoa(n)))(t)
			ids = append(ids, other.ID)
		}
		for want := range int64(3) {
			if sold := shoptest.Must1(inv.Catalogue.SoldLately(t.Context(), ids))(t); sold[product.ID] != want {
				t.Errorf("%d sold, want %d", sold[product.ID], want)
			}
			sale := ledger.Adjustment{Type: ledger.AdjustRemove, Quantity: 1, Reason: ledger.ReasonSale}
			shoptest.Must1(inv.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, sale))(t)
		}
	})
}
