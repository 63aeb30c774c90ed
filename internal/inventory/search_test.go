package inventory_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// searchedList reads one page of a list: the names of its products, and how
// many rows there are on all pages.
type searchedList func(search string, page inventory.Page) (names []string, count int, err error)

// names are those of the products of some rows.
func names[T any](rows []T, name func(T) string) []string {
	found := make([]string, 0, len(rows))
	for _, row := range rows {
		found = append(found, name(row))
	}
	return found
}

// searchedLists are the lists that people search by product.
func searchedLists(t *testing.T, inv *inventory.Inventory, stocktakeID int64) map[string]searchedList {
	t.Helper()
	return map[string]searchedList{
		"products": func(search string, page inventory.Page) ([]string, int, error) {
			list, err := inv.ListProducts(t.Context(), inventory.ProductFilter{Search: search, Page: page, Ordering: inventory.ProductsByName})
			return names(list.Rows, func(p inventory.Product) string { return p.Name }), list.Count.N, err
		},
		"inventory": func(search string, page inventory.Page) ([]string, int, error) {
			list, err := inv.ListValuations(t.Context(), inventory.ValuationFilter{Search: search, Page: page, Ordering: inventory.ProductsBySKU})
			return names(list.Rows, func(v inventory.Valuation) string { return v.Product.Name }), list.Count.N, err
		},
		"forecasts": func(search string, page inventory.Page) ([]string, int, error) {
			list, err := inv.ListForecasts(t.Context(), inventory.ForecastFilter{Search: search, Page: page, Ordering: "-" + inventory.ForecastsByName})
			return names(list.Rows, func(f inventory.ForecastRow) string { return f.Product.Name }), list.Count.N, err
		},
		"entries": func(search string, page inventory.Page) ([]string, int, error) {
			list, err := inv.ListEntries(t.Context(), inventory.EntryFilter{Search: search, Page: page})
			return names(list.Rows, func(e inventory.EntryRow) string { return e.ProductName }), list.Count.N, err
		},
		"lines of a stocktake": func(search string, page inventory.Page) ([]string, int, error) {
			_, list, err := inv.ListStocktakeLines(t.Context(), stocktakeID, inventory.StocktakeLineFilter{Search: search, Page: page})
			return names(list.Rows, func(l inventory.StocktakeLineRow) string { return l.ProductName }), list.Count.N, err
		},
		"movements": func(search string, page inventory.Page) ([]string, int, error) {
			list, err := inv.ListMovements(t.Context(), inventory.MovementFilter{Search: search, Page: page})
			return names(list.Rows, func(m inventory.MovementRow) string { return m.ProductName }), list.Count.N, err
		},
	}
}

// readThrough reads a list from its first page to its last.
func readThrough(t *testing.T, list searchedList, search string, size int) (all []string) {
	t.Helper()
	for number := 1; ; number++ {
		names, count, err := list(search, inventory.Page{Number: number, Size: size})
		if err != nil {
			t.Fatalf("page %d of a search for %q: %v", number, search, err)
		}
		all = append(all, names...)
		if len(names) == 0 {
			if len(all) != count {
				t.Errorf("a search for %q counts %d and shows %d", search, count, len(all))
			}
			return all
		}
	}
}

// boxes is a file of many boxes, which by name come after even more pots.
func boxes() string {
	var file strings.Builder
	file.WriteString("SKU;Nombre;Stock Actual\n")
	for i := range 370 {
		name := "Caja"
		if i%37 < 20 {
			name = "Bote"
		}
		fmt.Fprintf(&file, "B-%03d;%s de %d;%d\n", i, name, i*31%370, 1+i)
	}
	return file.String()
}

// Whichever way the matches of a search are found, many of them along an index
// and few by their numbers, the pages are those of the whole list without the rest.
func TestEveryListIsSearchedAlikeOnEveryPage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		inv := warehouse(storetest.Twice(db))
		bring(t, inv, boxes())
		products, err := inv.ListProducts(t.Context(), inventory.ProductFilter{Page: inventory.Page{Size: 100}})
		must(t, products, err)
		var lines []inventory.EntryFields
		for i := range 170 {
			lines = append(lines, purchase(products.Rows[i%100].ID, 1+int64(i), 100))
		}
		for some := range slices.Chunk(lines, 60) {
			entries, err := inv.CreateEntries(t.Context(), clerk, some)
			must(t, entries, err)
		}
		for name, list := range searchedLists(t, inv, open(t, inv, inventory.StocktakeFields{}).ID) {
			whole := readThrough(t, list, "", 100)
			if blank := readThrough(t, list, " \u0301 ", 100); !slices.Equal(blank, whole) {
				t.Errorf("%s: a search for an accent alone shows %d of %d", name, len(blank), len(whole))
			}
			for _, word := range []string{"Caja", "Bote", "Arca"} {
				want := slices.DeleteFunc(slices.Clone(whole), func(name string) bool { return !strings.HasPrefix(name, word) })
				if got := readThrough(t, list, strings.ToLower(word), 7); !slices.Equal(got, want) {
					t.Errorf("%s: the pages of a search for %s are\n%q, want\n%q", name, word, got, want)
				}
			}
		}
	})
}

// What was counted over a search is remembered, but never for longer than it
// holds: also when another process changes it, and whatever it changes.
func TestASearchSeesWhatOthersChange(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv, other := warehouse(storetest.Twice(storetest.Open(t, options))), warehouse(storetest.Twice(storetest.Open(t, options)))
		product := must1(other.CreateProduct(t.Context(), clerk, inventory.ProductFields{
			SKU: ptr("A"), Name: ptr("Caja azul"), Brand: &inventory.LabelRef{Name: "Roca"}, Price: ptr(ptr(inventory.Cents(500))), Stock: ptr(int64(3)),
		}))(t)
		must1(other.CreateProduct(t.Context(), clerk, inventory.ProductFields{SKU: ptr("B"), Name: ptr("Tabla"), Stock: ptr(int64(0))}))(t)
		entry := must1(other.CreateEntry(t.Context(), clerk, purchase(product.ID, 2, 100)))(t)
		stocktake := open(t, other, inventory.StocktakeFields{}).ID
		// said is everything that the screens say of a search.
		said := func(inv *inventory.Inventory) string {
			t.Helper()
			var text strings.Builder
			for _, word := range []string{"caja", "roca", "tabla"} {
				for name, list := range searchedLists(t, inv, stocktake) {
					names, count, err := list(word, inventory.Page{Number: 1, Size: 10})
					fmt.Fprintln(&text, word, name, must(t, names, err), count)
				}
				valued := must1(inv.ListValuations(t.Context(), inventory.ValuationFilter{Search: word, Ordering: "-currentStock"}))(t)
				entered := must1(inv.ListEntries(t.Context(), inventory.EntryFilter{Search: word, Type: inventory.EntryPurchase}))(t)
				short := must1(inv.ListProducts(t.Context(), inventory.ProductFilter{Search: word, InStock: ptr(true)}))(t)
				fmt.Fprintln(&text, word, "sums", valued.Totals, entered.Totals, entered.Count, short.Count)
			}
			lines := strings.Split(text.String(), "\n")
			slices.Sort(lines)
			return strings.Join(lines, "\n")
		}
		brand := must1(other.Labels(t.Context(), inventory.Brand))(t)[0]
		for _, step := range []struct {
			name   string
			change func() error
		}{
			{"a sale", func() error {
				_, err := other.AdjustStock(t.Context(), clerk, product.ID, adjust("remove", 1))
				return err
			}},
			{"a price", func() error {
				_, err := other.UpdateProduct(t.Context(), clerk, product.ID, inventory.ProductFields{Price: ptr(ptr(inventory.Cents(700)))})
				return err
			}},
			{"another name", func() error {
				_, err := other.UpdateProduct(t.Context(), clerk, product.ID, inventory.ProductFields{Name: ptr("Tabla azul")})
				return err
			}},
			{"another brand", func() error {
				_, err := other.RenameLabel(t.Context(), clerk, inventory.Brand, brand.ID, inventory.LabelChange{Name: "Caja"})
				return err
			}},
			{"another sort of entry", func() error {
				_, err := other.UpdateEntry(t.Context(), clerk, entry.ID, inventory.EntryChange{Type: ptr(inventory.EntryReturn)})
				return err
			}},
			{"a line of the stocktake", func() error {
				_, err := other.CountProduct(t.Context(), clerk, stocktake, product.ID+1, ptr(int64(4)))
				return err
			}},
			{"a product less", func() error { return other.DeleteProduct(t.Context(), clerk, product.ID) }},
			{"a new product", func() error {
				_, err := other.CreateProduct(t.Context(), clerk, inventory.ProductFields{SKU: ptr("C"), Name: ptr("Caja"), Stock: ptr(int64(1))})
				return err
			}},
		} {
			before := said(inv)
			if again := said(inv); again != before {
				t.Errorf("before %s: asked twice it says\n%s\nand\n%s", step.name, before, again)
			}
			must(t, true, step.change())
			after, truth := said(inv), said(warehouse(storetest.Twice(storetest.Open(t, options))))
			if after != truth {
				t.Errorf("after %s it says\n%s\nwant\n%s", step.name, after, truth)
			}
			if after == before {
				t.Errorf("%s changes nothing that is said", step.name)
			}
		}
	})
}
