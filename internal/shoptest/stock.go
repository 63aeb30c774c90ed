package shoptest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/ledger"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func Purchase(productID, quantity int64, cents core.Cents) ledger.EntryFields {
	return ledger.EntryFields{
		ProductID: productID, Quantity: quantity, Type: ledger.EntryPurchase, Reason: "Pedido 44", UnitCost: &cents,
	}
}

// Refusal is the message at a field of a refused change, or the one sentence of it.
func Refusal(err error, field string) string {
	var refused *core.Error
	if !errors.As(err, &refused) {
		return ""
	}
	if field == "" {
		return refused.Message
	}
	return strings.Join(refused.Fields[field], " ")
}

func Must[T any](t *testing.T, value T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// Clean fails the test when anything in the memory contradicts the ledger.
func Clean(t *testing.T, inv *inventory.Inventory) {
	t.Helper()
	report, err := inv.Verify.Verify(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range report.Findings {
		t.Error(finding.Message)
	}
}

func StockOf(t *testing.T, inv *inventory.Inventory, id int64) int64 {
	t.Helper()
	product, err := inv.Catalogue.Product(t.Context(), id)
	return Must(t, product, err).Stock
}

func MovementsOf(t *testing.T, inv *inventory.Inventory, productID int64) (quantities []int64) {
	t.Helper()
	rows, err := inv.Ledger.ListMovements(t.Context(), ledger.MovementFilter{
		ProductID: productID, Ascending: true, Page: core.Page{Number: 1, Size: 100},
	})
	for _, m := range Must(t, rows, err).Rows {
		quantities = append(quantities, m.Quantity)
	}
	return quantities
}

var Nothing struct{}

// Labelled makes a product with a category, a brand and tags.
func Labelled(t *testing.T, inv *inventory.Inventory, sku, category, brand string, tags ...string) catalogue.Product {
	t.Helper()
	product, err := inv.Ledger.CreateProduct(t.Context(), Clerk, catalogue.ProductFields{
		SKU: Ptr(sku), Name: Ptr(sku), Category: &catalogue.LabelRef{Name: category}, Brand: &catalogue.LabelRef{Name: brand},
		Tags: &tags,
	})
	if err != nil {
		t.Fatal(err)
	}
	return product
}

// Label finds one by its name among those in use.
func Label(t *testing.T, inv *inventory.Inventory, kind catalogue.LabelKind, name string) catalogue.Label {
	t.Helper()
	labels, err := inv.Catalogue.Labels(t.Context(), kind)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(labels, func(l catalogue.Label) bool { return l.Name == name })
	if i < 0 {
		t.Fatalf("there is no %s %q among %v", kind, name, labels)
	}
	return labels[i]
}

// Clerk is a user who may do everything a shop's day needs.
var Clerk = core.Actor{User: core.User{
	ID: 7, FirstName: "Lucía", LastName: "Ferrer", Role: core.Manager, State: core.AccountActive,
}}

func Ptr[T any](value T) *T { return &value }

func Drill(stock int64) catalogue.ProductFields {
	return catalogue.ProductFields{
		SKU: Ptr("HER-1"), Name: Ptr("Taladro percutor"), Stock: &stock, MinStock: Ptr(Ptr(int64(3))),
	}
}

// Shop is an inventory with one product.
func Shop(t *testing.T, db *store.DB, stock int64) (*inventory.Inventory, catalogue.Product) {
	t.Helper()
	inv := inventory.New(storetest.Twice(db), inventory.Options{PasswordWorkers: 1})
	product, err := inv.Ledger.CreateProduct(t.Context(), Clerk, Drill(stock))
	if err != nil {
		t.Fatal(err)
	}
	return inv, product
}

func Adjust(kind ledger.AdjustmentType, quantity int64) ledger.Adjustment {
	return ledger.Adjustment{Type: kind, Quantity: quantity, Reason: ledger.ReasonAdjustment}
}

// Shelf makes products SKU-1, SKU-2 … of a category, with 10 units each.
func Shelf(t *testing.T, inv *inventory.Inventory, category string, products int) (ids []int64) {
	t.Helper()
	for i := range products {
		sku := fmt.Sprintf("%s-%d", category, i+1)
		fields := catalogue.ProductFields{
			SKU: &sku, Name: &sku, Stock: Ptr(int64(10)), Category: &catalogue.LabelRef{Name: category},
		}
		product, err := inv.Ledger.CreateProduct(t.Context(), Clerk, fields)
		ids = append(ids, Must(t, product, err).ID)
	}
	return ids
}

func Open(t *testing.T, inv *inventory.Inventory, fields ledger.StocktakeFields) ledger.StocktakeRow {
	t.Helper()
	stocktake, err := inv.Ledger.OpenStocktake(t.Context(), Clerk, fields)
	return Must(t, stocktake, err)
}

func Count(t *testing.T, inv *inventory.Inventory, stocktakeID, productID, counted int64) ledger.CountedLine {
	t.Helper()
	line, err := inv.Ledger.CountProduct(t.Context(), Clerk, stocktakeID, productID, &counted)
	return Must(t, line, err)
}

// Boss may do what only administrators may.
var Boss = core.Actor{User: core.User{ID: 1, FirstName: "Ada", Role: core.Administrator, State: core.AccountActive}}

func North(t *testing.T, inv *inventory.Inventory) ledger.Location {
	t.Helper()
	location, err := inv.Ledger.CreateLocation(t.Context(), Boss, "Norte")
	return Must(t, location, err)
}

func BlankProducts(products int, booleans bool) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		var blocked any = 0
		if booleans {
			blocked = false
		}
		for i := range products {
			sku := fmt.Sprintf("SKU-%06d", i)
			if !yield([]any{
				i + 1, sku, sku, "Producto " + sku, "", "", "", 1, 0, 0, 30, blocked, "[]", 0, 0, 1, 0, "", 0, sku, sku, sku, "",
			}) {
				return
			}
		}
	}
}
