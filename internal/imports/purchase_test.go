package imports_test

import (
	"fmt"
	"strings"
	"testing"

	"estante/internal/imports"
	"estante/internal/purchase"
	"estante/internal/shoptest"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// lines uploads the lines of a purchase of the supplier.
func (s tariff) lines(t *testing.T, file string) imports.Import {
	t.Helper()
	draft := shoptest.UploadAs(t, s.Inventory, imports.PurchaseImports, file)
	mapping := draft.Mapping
	mapping.SupplierID = s.supplier
	draft, err := s.Imports.MapImport(t.Context(), shoptest.Clerk, draft.ID, imports.MappingChange{Mapping: mapping})
	return shoptest.Must(t, draft, err)
}

// bought is what a purchase asks for, as product, units, pack and value.
func (s tariff) bought(t *testing.T, id int64) string {
	t.Helper()
	detail, err := s.Purchases.Purchase(t.Context(), id)
	var texts []string
	for _, l := range shoptest.Must(t, detail, err).Lines {
		value := int64(-1)
		if l.Value != nil {
			value = int64(*l.Value)
		}
		texts = append(texts, fmt.Sprintf("%s %d/%d=%d", l.SKU, l.Ordered, l.PackUnits, value))
	}
	return strings.Join(texts, ", ")
}

// The lines of a purchase come in as a draft: by the supplier's code, by barcode or by the own SKU, in units or in
// packs, at the supplier's price or at that of the file. Undoing throws it away.
func TestLinesOfAPurchaseComeInAsADraft(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newTariff(t, db)
		draft := s.lines(t, "Ref. Proveedor;SKU;Unidades;Cajas;Precio;Dto.;Importe\n"+
			"p-77;;200;2;;;\n"+
			";TOR-2;5;;1,50;10 %;\n"+
			";tor-3;4;;;;9,99 €\n"+
			"P-77;TOR-1;;1;;;\n")
		look, err := s.Imports.PreviewImport(t.Context(), shoptest.Clerk, draft.ID)
		if shoptest.Must(t, look, err); look.Total != 4 || look.Create != 4 || look.Wrong != 0 {
			t.Fatalf("the look says %+v", look)
		}
		done := s.run(t, draft.ID)
		if done.Status != imports.Done || done.Created != 4 || done.Mapping.PurchaseID == 0 {
			t.Fatalf("the import came to %+v", done)
		}
		if got := s.bought(t, done.Mapping.PurchaseID); got != "TOR-1 200/100=690, TOR-2 5/1=675, TOR-3 4/1=999, "+
			"TOR-1 100/100=345" {
			t.Errorf("the draft asks for %s", got)
		}
		detail, err := s.Purchases.Purchase(t.Context(), done.Mapping.PurchaseID)
		if shoptest.Must(t, detail, err); detail.Status != purchase.Draft || detail.SupplierID != s.supplier ||
			!strings.HasPrefix(detail.Events[0].Detail, "Importada de ") {
			t.Errorf("the draft is %+v", detail)
		}
		_, err = s.Imports.UndoImport(t.Context(), shoptest.Clerk, draft.ID)
		shoptest.Must(t, shoptest.Nothing, err)
		if undone := shoptest.Work(t, s.Inventory, draft.ID); undone.Status != imports.Undone || undone.Wrong != 0 ||
			undone.Mapping.PurchaseID != 0 {
			t.Errorf("undoing came to %+v", undone)
		}
		if _, err := s.Purchases.Purchase(t.Context(), done.Mapping.PurchaseID); err == nil {
			t.Error("the draft is still there")
		}
		shoptest.Clean(t, s.Inventory)
	})
}

// What became of the draft keeps the import from being undone, and is said.
func TestLinesOfAPurchaseThatWasSentAreNotUndone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newTariff(t, db)
		const file = "SKU;Cantidad\nTOR-1;100\n"
		refused := func(id int64, says string) {
			t.Helper()
			_, err := s.Imports.UndoImport(t.Context(), shoptest.Clerk, id)
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("undoing ended with %v, want %q", err, says)
			}
		}
		done := s.run(t, s.lines(t, file).ID)
		notes := "Llamar antes"
		_, err := s.Purchases.UpdatePurchase(t.Context(), shoptest.Clerk, done.Mapping.PurchaseID,
			purchase.Change{Notes: &notes})
		shoptest.Must(t, shoptest.Nothing, err)
		refused(done.ID, "la compra ha cambiado desde entonces")
		_, err = s.Purchases.Send(t.Context(), shoptest.Clerk, done.Mapping.PurchaseID, purchase.Order{By: purchase.ByHand})
		shoptest.Must(t, shoptest.Nothing, err)
		refused(done.ID, "la compra ya se ha enviado")
		again := s.run(t, s.lines(t, file).ID)
		shoptest.Must(t, true, s.Purchases.DeletePurchase(t.Context(), shoptest.Clerk, again.Mapping.PurchaseID, nil))
		refused(again.ID, "la compra ya se ha eliminado")
	})
}

// What is wrong with a row is said at its cell, and nothing comes in.
func TestWrongLinesOfAPurchaseAreNamed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newTariff(t, db)
		draft := s.lines(t, "Código;SKU;Cantidad;Cajas;Precio;Dto;Importe\n"+
			"NADA;;1;;;;\n"+
			";TOR-1;0;;;;\n"+
			";TOR-1;;;;;\n"+
			";TOR-1;150;2;;;\n"+
			";TOR-1;1;;1,23456;;\n"+
			";TOR-1;1;;;101;\n"+
			";TOR-1;1;;;;-3\n"+
			";TOR-1;1;;;;1,999\n"+
			";;1;;;;\n")
		look, err := s.Imports.PreviewImport(t.Context(), shoptest.Clerk, draft.ID)
		shoptest.Must(t, look, err)
		var said []string
		for _, p := range look.Problems {
			said = append(said, fmt.Sprintf("%d %s: %s", p.Row, p.Column, p.Message))
		}
		for i, want := range []string{
			"2 Código: No hay ningún producto con este código", "3 Cantidad: La cantidad debe ser un número entero mayor a 0",
			"4 Cantidad: Falta la cantidad", "5 Cajas: No coincide con la cantidad: son 200 unidades",
			"6 Precio: El precio debe ser", "7 Dto: El descuento debe ser", "8 Importe: El importe debe ser",
			"9 Importe: El importe debe ser un número con", "10 Código: Falta el código",
		} {
			if i >= len(said) || !strings.HasPrefix(said[i], want) {
				t.Errorf("%q is not said: %q", want, said)
			}
		}
		if done := s.run(t, draft.ID); done.Status != imports.Failed {
			t.Errorf("the import came to %+v", done)
		}
		long := "SKU;Cantidad\n" + strings.Repeat("TOR-1;1\n", purchase.LinesMax+1)
		look, err = s.Imports.PreviewImport(t.Context(), shoptest.Clerk, s.lines(t, long).ID)
		if shoptest.Must(t, look, err); look.Wrong != 1 || !strings.Contains(look.Problems[0].Message, "2.000 líneas") {
			t.Errorf("too many lines: %+v", look.Problems)
		}
		dear := "SKU;Cantidad;Importe\n" + strings.Repeat("TOR-1;1;9999999999999\n", 3)
		look, err = s.Imports.PreviewImport(t.Context(), shoptest.Clerk, s.lines(t, dear).ID)
		if shoptest.Must(t, look, err); look.Wrong == 0 {
			t.Error("a purchase can cost more than there is")
		}
		for columns, field := range map[string]string{
			"SKU;Nombre\nTOR-1;x\n": "quantity", "Cantidad;Nombre\n1;x\n": "supplierSku",
		} {
			wrong := shoptest.UploadAs(t, s.Inventory, imports.PurchaseImports, columns)
			mapping := wrong.Mapping
			mapping.SupplierID = s.supplier
			_, err := s.Imports.MapImport(t.Context(), shoptest.Clerk, wrong.ID, imports.MappingChange{Mapping: mapping})
			if shoptest.Refusal(err, field) == "" {
				t.Errorf("%q is mapped: %v", columns, err)
			}
		}
	})
}

// As many lines as a purchase may have are one draft, however many turns the import takes.
func TestManyLinesAreOnePurchase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newTariff(t, db)
		done := s.run(t, s.lines(t, "SKU;Cantidad\n"+strings.Repeat("TOR-1;1\n", purchase.LinesMax)).ID)
		if done.Status != imports.Done || done.Created != purchase.LinesMax {
			t.Fatalf("the import came to %+v", done)
		}
		detail, err := s.Purchases.Purchase(t.Context(), done.Mapping.PurchaseID)
		if shoptest.Must(t, detail, err); len(detail.Lines) != purchase.LinesMax {
			t.Errorf("the draft has %d lines", len(detail.Lines))
		}
	})
}
