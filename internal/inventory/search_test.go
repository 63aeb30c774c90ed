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
		inv := warehouse(db)
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
