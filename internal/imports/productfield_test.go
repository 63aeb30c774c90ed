package imports_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/shoptest"
)

// writtenOf is a product of which people wrote everything they can.
func writtenOf() catalogue.Product {
	return catalogue.Product{
		ID: 7, SKU: "HER-1", Name: "Martillo <b> & Cía", Description: "línea\notra", Barcode: "8412345678905",
		ImageURL: "https://a.example/1.png",
		Status:   catalogue.StatusInactive, Stock: 4, MinStock: shoptest.Ptr(int64(2)), MaxStock: shoptest.Ptr(int64(9)),
		AlertDays: 12, AlertBlocked: true,
		LeadDays: shoptest.Ptr(3), PackSize: shoptest.Ptr(int64(6)), ServiceLevel: shoptest.Ptr(90),
		Price: shoptest.Ptr(core.Cents(1250)), Cost: shoptest.Ptr(core.Cents(700)),
		Category: &catalogue.Label{
			ID: 3, Kind: catalogue.Category, Name: "Herramientas",
		}, Brand: &catalogue.Label{ID: 5, Kind: catalogue.Brand, Name: "Acme"},
		Tags: []string{"acero", "mango \"largo\""}, Version: 8, MovementSeq: 2,
	}
}

// What is kept of products in audits and imports is read years later.
func TestWhatIsKeptOfAProductStaysAsItIsWritten(t *testing.T) {
	none := catalogue.Product{SKU: "A", Status: catalogue.StatusActive}
	for name, c := range map[string]struct {
		product    catalogue.Product
		note, seal string
	}{
		"everything": {
			writtenOf(),
			`{"SKU":"HER-1","Name":"Martillo \u003cb\u003e \u0026 Cía","Description":"línea\notra","Barcode":"8412345678905",` +
				`"ImageURL":"https://a.example/1.png","Status":"inactive","MinStock":2,"MaxStock":9,"AlertDays":12,"AlertBlocked":true,` +
				`"LeadDays":3,"PackSize":6,"ServiceLevel":90,"Price":1250,"Category":"Herramientas","Brand":"Acme","Tags":["acero","mango \"largo\""]}`,
			"bd11feecfba3d26de438017e",
		},
		"nothing": {
			none,
			`{"SKU":"A","Name":"","Description":"","Barcode":"","ImageURL":"","Status":"active","MinStock":null,"MaxStock":null,` +
				`"AlertDays":0,"AlertBlocked":false,"LeadDays":null,"PackSize":null,"ServiceLevel":null,"Price":null,"Category":"","Brand":"","Tags":null}`,
			"a36c79420042046fde174597",
		},
	} {
		note, err := imports.NoteOf(c.product)
		if err != nil || note != c.note {
			t.Errorf("%s is noted as %s, %v", name, note, err)
		}
		if seal := imports.SealOf(c.product); seal != c.seal {
			t.Errorf("%s is sealed as %s", name, seal)
		}
	}
	var changed []string
	for _, change := range imports.ChangesOf(none, writtenOf()) {
		changed = append(changed, change.Field)
	}
	slices.Sort(changed)
	if text, _ := json.Marshal(changed); string(
		text) != `["alertBlocked","alertDays","barcode","brand","category","description","imageUrl","maxStock","minStock","name","price","status","tags"]` {
		t.Errorf("an import changed %s", text)
	}
}

// Two products are the same if nothing differs that people write.
func TestProductsAreTheSameInWhatPeopleWrite(t *testing.T) {
	written := writtenOf()
	for n := range reflect.TypeFor[catalogue.Product]().NumField() {
		other := writtenOf()
		reflect.ValueOf(&other).Elem().Field(n).SetZero()
		name := reflect.TypeFor[catalogue.Product]().Field(n).Name
		kept := slices.Contains([]string{
			"ID", "ImageSource", "ImageProblem", "Stock", "Reserved", "Shortage", "Incoming", "IncomingOn", "Cost", "Worth",
			"CostCurrency", "PriceCurrency", "CreatedAt", "UpdatedAt", "DeletedAt", "LastMovementAt", "Version", "MovementSeq",
			"LedgerHash",
		}, name)
		if written.SameAs(other) != kept {
			t.Errorf("without %s it is the same: %t", name, !kept)
		}
	}
	renamed, bare := writtenOf(), writtenOf()
	renamed.Category = &catalogue.Label{ID: 30, Kind: catalogue.Category, Name: "Herramientas"}
	bare.Tags = nil
	tagless := bare
	tagless.Tags = []string{}
	if !written.SameAs(renamed) || !bare.SameAs(tagless) {
		t.Error("the number of a label or a list of nothing makes a difference")
	}
}
