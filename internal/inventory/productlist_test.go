package inventory_test

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// lopsided is a catalogue in which what a filter asks for lies in one corner of
// most orders: the paints all sort first, the out of stock were made last.
func lopsided(t *testing.T, inv *inventory.Inventory, products int) []inventory.Product {
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
		fmt.Fprintf(&sheet, "S-%04d;%s n.º %d;%s;%s;%d;10;%d,50;etiqueta %d\n", n*7%products, name, n%11, category, brand, stock, n%90, n%2)
	}
	bring(t, inv, sheet.String())
	return everyPage(t, inv, inventory.ProductFilter{Ordering: inventory.ProductsBySKU, Page: inventory.Page{Size: 100}})
}

// everyPage reads a list to its end.
func everyPage(t *testing.T, inv *inventory.Inventory, asked inventory.ProductFilter) []inventory.Product {
	t.Helper()
	var read []inventory.Product
	for asked.Page.Number = 1; ; asked.Page.Number++ {
		page, err := inv.ListProducts(t.Context(), asked)
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
		asked inventory.ProductFilter
		fits  func(inventory.Product) bool
	}{
		"all":      {inventory.ProductFilter{}, func(inventory.Product) bool { return true }},
		"category": {inventory.ProductFilter{Category: inventory.LabelRef{Name: "pintura"}}, func(p inventory.Product) bool { return p.Category.Name == "Pintura" }},
		"brand":    {inventory.ProductFilter{Brand: inventory.LabelRef{Name: "Roca"}}, func(p inventory.Product) bool { return p.Brand.Name == "Roca" }},
		"tag":      {inventory.ProductFilter{Tag: inventory.LabelRef{Name: "etiqueta 1"}}, func(p inventory.Product) bool { return slices.Contains(p.Tags, "etiqueta 1") }},
		"nothing":  {inventory.ProductFilter{Tag: inventory.LabelRef{Name: "otra"}}, func(inventory.Product) bool { return false }},
		"low":      {inventory.ProductFilter{LowStock: ptr(true)}, func(p inventory.Product) bool { return p.Level() == inventory.LevelLow }},
		"out":      {inventory.ProductFilter{InStock: ptr(false)}, func(p inventory.Product) bool { return p.Stock == 0 }},
		"in stock": {inventory.ProductFilter{InStock: ptr(true)}, func(p inventory.Product) bool { return p.Stock > 0 }},
		"price":    {inventory.ProductFilter{MinPrice: ptr(inventory.Cents(2000)), MaxPrice: ptr(inventory.Cents(7000))}, func(p inventory.Product) bool { return *p.Price >= 2000 && *p.Price <= 7000 }},
		"word":     {inventory.ProductFilter{Search: "ésmalte"}, func(p inventory.Product) bool { return strings.HasPrefix(p.Name, "Esmalte") }},
		"letters":  {inventory.ProductFilter{Search: "ro"}, func(p inventory.Product) bool { return p.Brand.Name == "Roca" }},
		"words":    {inventory.ProductFilter{Search: "zocalo roca 7"}, func(p inventory.Product) bool { return p.Name == "Zócalo n.º 7" }},
		"between":  {inventory.ProductFilter{MinStock: ptr(int64(5)), MaxStock: ptr(int64(60))}, func(p inventory.Product) bool { return p.Stock >= 5 && p.Stock <= 60 }},
		"few":      {inventory.ProductFilter{StockUpTo: ptr(int64(5))}, func(p inventory.Product) bool { return p.Stock > 0 && p.Stock <= 5 }},
		"some of": {
			inventory.ProductFilter{Category: inventory.LabelRef{Name: "pintura"}, InStock: ptr(true), MinStock: ptr(int64(45))},
			func(p inventory.Product) bool { return p.Stock >= 45 && p.Category.Name == "Pintura" },
		},
		"two": {inventory.ProductFilter{Search: "esmalte", InStock: ptr(true)}, func(p inventory.Product) bool { return p.Stock > 0 && p.Category.Name == "Pintura" }},
	}
	orders := map[inventory.ProductOrdering]func(a, b inventory.Product) int{
		inventory.ProductsByName: func(a, b inventory.Product) int {
			return cmp.Compare(inventory.SortKey(a.Name), inventory.SortKey(b.Name))
		},
		inventory.ProductsByStock:    func(a, b inventory.Product) int { return cmp.Compare(a.Stock, b.Stock) },
		inventory.ProductsByCreated:  func(a, b inventory.Product) int { return a.CreatedAt.Compare(b.CreatedAt) },
		inventory.ProductsByCategory: func(a, b inventory.Product) int { return cmp.Compare(a.Category.Name, b.Category.Name) },
	}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := warehouse(storetest.Twice(db))
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
func everyOne(t *testing.T, inv *inventory.Inventory, asked inventory.ProductFilter, expected int) (ids []int64) {
	t.Helper()
	err := inv.WalkProducts(t.Context(), asked, func(p inventory.Product) error {
		ids = append(ids, p.ID)
		return nil
	})
	if err != nil && expected > 0 {
		t.Fatal(err)
	}
	return ids
}

func sorted(catalogue []inventory.Product, fits func(inventory.Product) bool, compare func(a, b inventory.Product) int) []inventory.Product {
	kept := slices.DeleteFunc(slices.Clone(catalogue), func(p inventory.Product) bool { return !fits(p) })
	slices.SortFunc(kept, func(a, b inventory.Product) int { return cmp.Or(compare(a, b), cmp.Compare(a.ID, b.ID)) })
	return kept
}

// checkPage compares the first and the last page.
func checkPage(t *testing.T, inv *inventory.Inventory, asked inventory.ProductFilter, want []int64, name string) {
	t.Helper()
	for _, number := range []int{1, max(1, (len(want)+asked.Page.Size-1)/asked.Page.Size)} {
		asked.Page.Number = number
		page, err := inv.ListProducts(t.Context(), asked)
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
			t.Errorf("%s by %s, page %d of %d: %v of %d, want %v of %d", name, asked.Ordering, number, asked.Page.Size, got, page.Count.N, expected, len(want))
		}
	}
}

// Whoever types sees codes that begin with it first, then names, then the rest.
func TestWhatBeginsWithTheTextComesFirst(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := warehouse(storetest.Twice(db))
		bring(t, inv, "SKU;Nombre;Marca\nA-1;Caja de clavos;Spax\nA-2;Clavo;Spax\nCLA-9;Martillo;Bahco\nA-3;Alicate;Clarín\n")
		found, err := inv.SearchProducts(t.Context(), "cla", 10)
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
		inv, product := shop(t, db, 10)
		ids := []int64{product.ID}
		for n := range 5 {
			other := must1(inv.DuplicateProduct(t.Context(), clerk, product.ID, "OTRO-"+strconv.Itoa(n)))(t)
			ids = append(ids, other.ID)
		}
		for want := range int64(3) {
			if sold := must1(inv.SoldLately(t.Context(), ids))(t); sold[product.ID] != want {
				t.Errorf("%d sold, want %d", sold[product.ID], want)
			}
			sale := inventory.Adjustment{Type: inventory.AdjustRemove, Quantity: 1, Reason: inventory.ReasonSale}
			must1(inv.AdjustStock(t.Context(), clerk, product.ID, sale))(t)
		}
	})
}
