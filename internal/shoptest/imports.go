package shoptest

import (
	"fmt"
	"strings"
	"testing"

	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/inventory"
	"estante/internal/report"
)

// Warehouse is an inventory that can read files.
func Warehouse(memory core.Store) *inventory.Inventory {
	return inventory.New(memory, inventory.Options{PasswordWorkers: 1, Sheets: report.Sheets{}})
}

func UploadAs(t *testing.T, inv *inventory.Inventory, subject imports.Subject, file string) imports.Import {
	t.Helper()
	draft, err := inv.Imports.UploadImport(t.Context(), Clerk, imports.Upload{
		Subject: subject, Name: "archivo.csv", File: strings.NewReader(file),
	})
	return Must(t, draft, err)
}

// Work runs whatever waits, and returns the import as it is then.
func Work(t *testing.T, inv *inventory.Inventory, id int64) imports.Import {
	t.Helper()
	for {
		worked, err := inv.Imports.WorkOnImports(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !worked {
			break
		}
	}
	imported, err := inv.Imports.Import(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return imported
}

// Bring uploads and runs a file with products.
func Bring(t *testing.T, inv *inventory.Inventory, file string) imports.Import {
	t.Helper()
	return BringAs(t, inv, imports.ProductImports, file)
}

func BringAs(t *testing.T, inv *inventory.Inventory, subject imports.Subject, file string) imports.Import {
	t.Helper()
	draft := UploadAs(t, inv, subject, file)
	if _, err := inv.Imports.RunImport(t.Context(), Clerk, draft.ID); err != nil {
		t.Fatal(err)
	}
	return Work(t, inv, draft.ID)
}

// Places is how much of a product lies at each location.
func Places(t *testing.T, inv *inventory.Inventory, id int64) string {
	t.Helper()
	stocks, err := inv.Ledger.StockByLocation(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, stock := range stocks {
		texts = append(texts, fmt.Sprint(stock.Stock))
	}
	return strings.Join(texts, " ")
}
