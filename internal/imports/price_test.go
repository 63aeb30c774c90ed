package imports_test

import (
	"fmt"
	"strings"
	"testing"

	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/inventory"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
	"estante/internal/supplier"
)

// tariff is a shop with three products and a supplier that sells the first for 3,45 a pack of 100.
type tariff struct {
	*inventory.Inventory
	supplier int64
	products []int64
}

func newTariff(t *testing.T, db *store.DB) tariff {
	t.Helper()
	inv := shoptest.Warehouse(storetest.Twice(db))
	products := shoptest.Shelf(t, inv, "TOR", 3)
	made, err := inv.Suppliers.CreateSupplier(t.Context(), shoptest.Clerk, supplier.SupplierChange{
		Name: shoptest.Ptr("Peña"), Currency: shoptest.Ptr("EUR"),
	})
	shoptest.Must(t, made, err)
	sold, err := inv.Suppliers.AddSupplierProduct(t.Context(), shoptest.Clerk, made.ID, products[0],
		supplier.SupplierProductChange{
			SupplierSKU: shoptest.Ptr("P-77"), PackUnits: shoptest.Ptr(int64(100)),
			PackPrice: shoptest.Ptr(shoptest.Ptr(supplier.Price(3_4500))),
		})
	shoptest.Must(t, sold, err)
	return tariff{inv, made.ID, products}
}

// draft uploads a price list of the supplier and says whose it is.
func (s tariff) draft(t *testing.T, file string) imports.Import {
	t.Helper()
	draft := shoptest.UploadAs(t, s.Inventory, imports.PriceImports, file)
	mapping := draft.Mapping
	mapping.SupplierID = s.supplier
	draft, err := s.Imports.MapImport(t.Context(), shoptest.Clerk, draft.ID, imports.MappingChange{Mapping: mapping})
	return shoptest.Must(t, draft, err)
}

func (s tariff) run(t *testing.T, id int64) imports.Import {
	t.Helper()
	_, err := s.Imports.RunImport(t.Context(), shoptest.Clerk, id)
	shoptest.Must(t, shoptest.Nothing, err)
	return shoptest.Work(t, s.Inventory, id)
}

// sold is what the supplier asks for each of the products, as code, units and price.
func (s tariff) sold(t *testing.T) string {
	t.Helper()
	rows, err := s.Suppliers.ListSupplierProducts(t.Context(), supplier.SupplierProductFilter{
		SupplierID: s.supplier, Page: core.Page{Number: 1, Size: 100},
	})
	var texts []string
	for _, row := range shoptest.Must(t, rows, err).Rows {
		price := supplier.Price(-1)
		if row.PackPrice != nil {
			price = *row.PackPrice
		}
		texts = append(texts, fmt.Sprintf("%s %s %d×%d", row.ProductSKU, row.SupplierSKU, row.PackUnits, price))
	}
	return strings.Join(texts, ", ")
}

const tariffFile = "Ref. Proveedor;SKU;Uds/Caja;Precio;Plazo\n" +
	"p-77;;100;3,6225;5\n" +
	"P-78;TOR-2;;0,0345 €;\n"

// A price list changes what its supplier asks: a look at it says by how much, running it
// writes the history, and undoing it gives everything back, which the history says too.
func TestAPriceListIsLookedAtRunAndUndone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newTariff(t, db)
		draft := s.draft(t, tariffFile)
		look, err := s.Imports.PreviewImport(t.Context(), shoptest.Clerk, draft.ID)
		shoptest.Must(t, look, err)
		if look.Total != 2 || look.Create != 1 || look.Update != 1 || look.Wrong != 0 || len(look.Prices) != 2 {
			t.Fatalf("the look says %+v", look)
		}
		if dearer := look.Prices[0]; *dearer.Plan.Percent() != 5 || dearer.SKU != "TOR-1" ||
			*dearer.Plan.Before.PackPrice != 3_4500 || *dearer.Plan.After.PackPrice != 3_6225 {
			t.Errorf("the first price changes like this: %+v", dearer)
		}
		if look.Prices[1].Plan.Percent() != nil {
			t.Error("a product that the supplier did not sell got dearer")
		}
		before := s.sold(t)
		if done := s.run(t, draft.ID); done.Status != imports.Done || done.Created != 1 || done.Updated != 1 {
			t.Fatalf("the import came to %+v", done)
		}
		if got := s.sold(t); got != "TOR-1 P-77 100×36225, TOR-2 P-78 1×345" {
			t.Errorf("the supplier sells %s", got)
		}
		if again := s.run(t, s.draft(t, tariffFile).ID); again.Unchanged != 2 || again.Updated != 0 {
			t.Errorf("the same list again changed something: %+v", again)
		}
		if _, err := s.Imports.UndoImport(t.Context(), shoptest.Clerk, draft.ID); err != nil {
			t.Fatal(err)
		}
		if undone := shoptest.Work(t, s.Inventory, draft.ID); undone.Status != imports.Undone || undone.Wrong != 0 {
			t.Errorf("undone it is %+v", undone)
		}
		if got := s.sold(t); got != before {
			t.Errorf("after undoing the supplier sells %s, before %s", got, before)
		}
		prices, err := s.Suppliers.ListPrices(t.Context(), s.supplier, s.products[0], core.Page{Number: 1, Size: 10})
		var sources []string
		for _, price := range shoptest.Must(t, prices, err).Rows {
			sources = append(sources, fmt.Sprint(price.Source, *price.PackPrice))
		}
		if got := strings.Join(sources, " "); got != "import34500 import36225 manual34500" {
			t.Errorf("the history is %s", got)
		}
	})
}

// A row that is about no product, about two or about one that was named before is wrong,
// and then nothing is changed.
func TestWrongRowsOfAPriceListAreNamed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newTariff(t, db)
		draft := s.draft(t, "Ref. Proveedor;SKU;Precio\nP-99;;1\nP-77;TOR-2;2\n;TOR-3;3\n;TOR-3;4\n;;5\n;TOR-2;barato\n")
		look, err := s.Imports.PreviewImport(t.Context(), shoptest.Clerk, draft.ID)
		shoptest.Must(t, look, err)
		want := []string{
			"2 Ref. Proveedor No hay ningún producto con este código",
			"3 SKU Es el producto TOR-2, y los demás códigos de la fila son de TOR-1",
			"5 Ref. Proveedor El producto ya aparece en la fila 4",
			"6 Ref. Proveedor Falta el código del proveedor, el código de barras o el SKU",
			"7 Precio El precio debe ser un número mayor o igual a 0, con cuatro decimales como mucho",
		}
		var got []string
		for _, problem := range look.Problems {
			got = append(got, fmt.Sprint(problem.Row, " ", problem.Column, " ", problem.Message))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("the problems are\n%s", strings.Join(got, "\n"))
		}
		before := s.sold(t)
		if done := s.run(t, draft.ID); done.Status != imports.Failed || s.sold(t) != before {
			t.Errorf("it came to %+v, and the supplier sells %s", done, s.sold(t))
		}
	})
}

// What was changed by hand since a price list came in stands in the way of its undoing.
func TestAPriceThatChangedSinceKeepsAListFromBeingUndone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newTariff(t, db)
		draft := s.draft(t, tariffFile)
		s.run(t, draft.ID)
		_, err := s.Suppliers.UpdateSupplierProduct(t.Context(), shoptest.Clerk, s.supplier, s.products[0],
			supplier.SupplierProductChange{PackPrice: shoptest.Ptr(shoptest.Ptr(supplier.Price(4_0000)))})
		shoptest.Must(t, shoptest.Nothing, err)
		_, err = s.Imports.UndoImport(t.Context(), shoptest.Clerk, draft.ID)
		if says := shoptest.Refusal(err, ""); says !=
			"No se puede deshacer: el precio o las condiciones de TOR-1 han cambiado desde entonces" {
			t.Errorf("it is refused with %q", says)
		}
	})
}

// A price list is somebody's, and says which products it is about.
func TestAPriceListNeedsItsSupplierAndACode(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newTariff(t, db)
		draft := shoptest.UploadAs(t, s.Inventory, imports.PriceImports, "Precio;Notas\n3;a\n")
		_, err := s.Imports.PreviewImport(t.Context(), shoptest.Clerk, draft.ID)
		if shoptest.Refusal(err, "supplierId") != "Elige el proveedor de la tarifa" ||
			!strings.Contains(shoptest.Refusal(err, "supplierSku"), "código del proveedor") {
			t.Errorf("err = %v", err)
		}
		mapping := draft.Mapping
		mapping.SupplierID, mapping.Columns["sku"] = 999, 1
		_, err = s.Imports.MapImport(t.Context(), shoptest.Clerk, draft.ID, imports.MappingChange{Mapping: mapping})
		if shoptest.Refusal(err, "supplierId") != "El proveedor no existe" {
			t.Errorf("err = %v", err)
		}
	})
}
