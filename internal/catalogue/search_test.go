package catalogue_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/forecasting"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// searchedList reads one page of a list: the names of its products, and how
// many rows there are on all pages.
type searchedList func(search string, page core.Page) (names []string, count int, err error)

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
		"products": func(search string, page core.Page) ([]string, int, error) {
			list, err := inv.Catalogue.ListProducts(t.Context(), catalogue.ProductFilter{
				Search: search, Page: page, Ordering: catalogue.ProductsByName,
			})
			return names(list.Rows, func(p catalogue.Product) string { return p.Name }), list.Count.N, err
		},
		"inventory": func(search string, page core.Page) ([]string, int, error) {
			list, err := inv.Ledger.ListValuations(t.Context(), ledger.ValuationFilter{
				Search: search, Page: page, Ordering: catalogue.ProductsBySKU,
			})
			return names(list.Rows, func(v ledger.Valuation) string { return v.Product.Name }), list.Count.N, err
		},
		"forecasts": func(search string, page core.Page) ([]string, int, error) {
			list, err := inv.Forecasts.ListForecasts(t.Context(), forecasting.Filter{
				Search: search, Page: page, Ordering: "-" + forecasting.ForecastsByName,
			})
			return names(list.Rows, func(f forecasting.Row) string { return f.Product.Name }), list.Count.N, err
		},
		"entries": func(search string, page core.Page) ([]string, int, error) {
			list, err := inv.Ledger.ListEntries(t.Context(), ledger.EntryFilter{Search: search, Page: page})
			return names(list.Rows, func(e ledger.EntryRow) string { return e.ProductName }), list.Count.N, err
		},
		"lines of a stocktake": func(search string, page core.Page) ([]string, int, error) {
			_, list, err := inv.Ledger.ListStocktakeLines(t.Context(), stocktakeID,
				ledger.StocktakeLineFilter{Search: search, Page: page})
			return names(list.Rows, func(l ledger.StocktakeLineRow) string { return l.ProductName }), list.Count.N, err
		},
		"movements": func(search string, page core.Page) ([]string, int, error) {
			list, err := inv.Ledger.ListMovements(t.Context(), ledger.MovementFilter{Search: search, Page: page})
			return names(list.Rows, func(m ledger.MovementRow) string { return m.ProductName }), list.Count.N, err
		},
	}
}

// readThrough reads a list from its first page to its last.
func readThrough(t *testing.T, list searchedList, search string, size int) (all []string) {
	t.Helper()
	for number := 1; ; number++ {
		names, count, err := list(search, core.Page{Number: number, Size: size})
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
		inv := shoptest.Warehouse(storetest.Twice(db))
		shoptest.Bring(t, inv, boxes())
		products, err := inv.Catalogue.ListProducts(t.Context(), catalogue.ProductFilter{Page: core.Page{Size: 100}})
		shoptest.Must(t, products, err)
		var lines []ledger.EntryFields
		for i := range 170 {
			lines = append(lines, shoptest.Purchase(products.Rows[i%100].ID, 1+int64(i), 100))
		}
		for some := range slices.Chunk(lines, 60) {
			entries, err := inv.Ledger.CreateEntries(t.Context(), shoptest.Clerk, some)
			shoptest.Must(t, entries, err)
		}
		for name, list := range searchedLists(t, inv, shoptest.Open(t, inv, ledger.StocktakeFields{}).ID) {
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
		inv, other := shoptest.Warehouse(storetest.Twice(storetest.Open(t, options))),
			shoptest.Warehouse(storetest.Twice(storetest.Open(t, options)))
		product := shoptest.Must1(other.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
			SKU: shoptest.Ptr("A"), Name: shoptest.Ptr("Caja azul"), Brand: &catalogue.LabelRef{Name: "Roca"},
			Price: shoptest.Ptr(shoptest.Ptr(core.Cents(500))), Stock: shoptest.Ptr(int64(3)),
		}))(t)
		shoptest.Must1(other.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
			SKU: shoptest.Ptr("B"), Name: shoptest.Ptr("Tabla"), Stock: shoptest.Ptr(int64(0)),
		}))(t)
		entry := shoptest.Must1(other.Ledger.CreateEntry(t.Context(), shoptest.Clerk, shoptest.Purchase(product.ID, 2, 100)))(
			t)
		stocktake := shoptest.Open(t, other, ledger.StocktakeFields{}).ID
		// said is everything that the screens say of a search.
		said := func(inv *inventory.Inventory) string {
			t.Helper()
			var text strings.Builder
			for _, word := range []string{"caja", "roca", "tabla"} {
				for name, list := range searchedLists(t, inv, stocktake) {
					names, count, err := list(word, core.Page{Number: 1, Size: 10})
					fmt.Fprintln(&text, word, name, shoptest.Must(t, names, err), count)
				}
				valued := shoptest.Must1(inv.Ledger.ListValuations(t.Context(),
					ledger.ValuationFilter{Search: word, Ordering: "-currentStock"}))(t)
				entered := shoptest.Must1(inv.Ledger.ListEntries(t.Context(), ledger.EntryFilter{
					Search: word, Type: ledger.EntryPurchase,
				}))(t)
				short := shoptest.Must1(inv.Catalogue.ListProducts(t.Context(), catalogue.ProductFilter{
					Search: word, InStock: shoptest.Ptr(true),
				}))(t)
				fmt.Fprintln(&text, word, "sums", valued.Totals, entered.Totals, entered.Count, short.Count)
			}
			lines := strings.Split(text.String(), "\n")
			slices.Sort(lines)
			return strings.Join(lines, "\n")
		}
		brand := shoptest.Must1(other.Catalogue.Labels(t.Context(), catalogue.Brand))(t)[0]
		for _, step := range []struct {
			name   string
			change func() error
		}{
			{"a sale", func() error {
				_, err := other.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("remove", 1))
				return err
			}},
			{"a price", func() error {
				_, err := other.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID,
					catalogue.ProductFields{Price: shoptest.Ptr(shoptest.Ptr(core.Cents(700)))})
				return err
			}},
			{"another name", func() error {
				_, err := other.Ledger.UpdateProduct(t.Context(), shoptest.Clerk, product.ID,
					catalogue.ProductFields{Name: shoptest.Ptr("Tabla azul")})
				return err
			}},
			{"another brand", func() error {
				_, err := other.Catalogue.RenameLabel(t.Context(), shoptest.Clerk, catalogue.Brand, brand.ID,
					catalogue.LabelChange{Name: "Caja"})
				return err
			}},
			{"another sort of entry", func() error {
				_, err := other.Ledger.UpdateEntry(t.Context(), shoptest.Clerk, entry.ID,
					ledger.EntryChange{Type: shoptest.Ptr(ledger.EntryReturn)})
				return err
			}},
			{"a line of the stocktake", func() error {
				_, err := other.Ledger.CountProduct(t.Context(), shoptest.Clerk, stocktake, product.ID+1, shoptest.Ptr(int64(4)))
				return err
			}},
			{"a product less", func() error { return other.Catalogue.DeleteProduct(t.Context(), shoptest.Clerk, product.ID) }},
			{"a new product", func() error {
				_, err := other.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
					SKU: shoptest.Ptr("C"), Name: shoptest.Ptr("Caja"), Stock: shoptest.Ptr(int64(1)),
				})
				return err
			}},
		} {
			before := said(inv)
			if again := said(inv); again != before {
				t.Errorf("before %s: asked twice it says\n%s\nand\n%s", step.name, before, again)
			}
			shoptest.Must(t, true, step.change())
			after, truth := said(inv), said(shoptest.Warehouse(storetest.Twice(storetest.Open(t, options))))
			if after != truth {
				t.Errorf("after %s it says\n%s\nwant\n%s", step.name, after, truth)
			}
			if after == before {
				t.Errorf("%s changes nothing that is said", step.name)
			}
		}
	})
}
