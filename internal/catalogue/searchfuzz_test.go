package catalogue_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// FuzzSearch names a product anything and searches for anything: the index
// finds what reading every name finds, and nothing typed is a command to it.
func FuzzSearch(f *testing.F) {
	for _, seed := range [][2]string{
		{"Caña de azúcar", "cana"},
		{"Tornillo M4", `m4 "`},
		{"50 % algodón_fino", "% _"},
		{`a"b*c`, `"b*`},
		{"Ñandú", "ñ"},
		{"x AND y", "AND OR NOT NEAR("},
		{"ﬁno", "fino"},
		{"İstanbul", "i̇s"},
		{"a\u0303o n\u0303u", "ñu"},
		{"🧺 cesta", "🧺"},
		{`\%`, `\`},
		{"-1:2^", "-1 ^"},
	} {
		f.Add(seed[0], seed[1])
	}
	inv := inventory.New(storetest.Open(f, store.Options{Dir: f.TempDir()}), inventory.Options{PasswordWorkers: 1})
	fixed := []string{"Caña de pescar", "Tornillo 4 mm", "100 % lana", "a_b", "Cesta 🧺"}
	named := map[int64]string{}
	var renamed int64
	for _, name := range append(fixed, "cualquiera") {
		product, err := inv.Ledger.CreateProduct(f.Context(), core.System, catalogue.ProductFields{SKU: &name, Name: &name})
		if err != nil {
			f.Fatal(err)
		}
		named[product.ID], renamed = name+" "+name, product.ID
	}
	f.Fuzz(func(t *testing.T, name, search string) {
		if !utf8.ValidString(name) || !utf8.ValidString(search) || strings.ContainsRune(name+search, 0) {
			t.Skip("nothing of the kind comes through the door")
		}
		sku := "cualquiera"
		product, err := inv.Ledger.UpdateProduct(t.Context(), core.System, renamed,
			catalogue.ProductFields{SKU: &sku, Name: &name})
		var refused *core.Error
		switch {
		case err == nil:
			named[renamed] = sku + " " + product.Name
		case !errors.As(err, &refused):
			t.Fatal(err)
		}
		for _, text := range []string{search, name} {
			finds(t, inv, named, text)
		}
	})
}

// finds compares a search with a look at every name.
func finds(t *testing.T, inv *inventory.Inventory, named map[int64]string, text string) {
	t.Helper()
	list, err := inv.Catalogue.ListProducts(t.Context(), catalogue.ProductFilter{
		Search: text, Page: core.Page{Number: 1, Size: 100},
	})
	if err != nil {
		t.Fatalf("a search for %q: %v", text, err)
	}
	if len(list.Rows) != list.Count.N {
		t.Errorf("a search for %q counts %d and shows %d", text, list.Count.N, len(list.Rows))
	}
	for id, name := range named {
		found := slices.ContainsFunc(list.Rows, func(p catalogue.Product) bool { return p.ID == id })
		if meant := meansName(text, name); found != meant {
			t.Errorf("%q finds %q: %t, should be %t", text, name, found, meant)
		}
	}
	if _, err := inv.Catalogue.SearchProducts(t.Context(), text, 10); err != nil {
		t.Errorf("a quick search for %q: %v", text, err)
	}
}

// meansName says whether each of the first words of a search occurs in a name,
// a short one at the beginning of a word.
func meansName(text, name string) bool {
	key := core.SearchKey(name)
	words := strings.Fields(core.Fold(text))
	return !slices.ContainsFunc(words[:min(len(words), 8)], func(word string) bool {
		if runes := []rune(word); len(runes) > 100 {
			word = string(runes[:100])
		}
		if utf8.RuneCountInString(word) >= 3 {
			return !strings.Contains(key, word)
		}
		return !slices.ContainsFunc(strings.Fields(key), func(part string) bool { return strings.HasPrefix(part, word) })
	})
}
