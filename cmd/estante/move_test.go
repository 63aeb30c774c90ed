package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// moved runs the command and returns its exit status and all it said.
func moved(from, to string, flags ...string) (int, string) {
	var out bytes.Buffer
	code := run(append([]string{"move", "--from", from, "--to", to}, flags...), &out, &out)
	return code, out.String()
}

func TestAShopMovesToPostgreSQLAndBack(t *testing.T) {
	home, other, back := t.TempDir(), storetest.Postgres(t), t.TempDir()
	place := place{Data: home, LogLevel: "error"}
	db, inv, err := place.open(t.Context(), newLogger(os.Stderr, "error"), inventory.Options{PasswordWorkers: 1})
	if err != nil {
		t.Fatal(err)
	}
	sku, stock := "CAÑA-1", int64(12)
	if _, err := inv.Ledger.CreateProduct(t.Context(), core.System, catalogue.ProductFields{
		SKU: &sku, Name: &sku,
		Stock: &stock,
	}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	// An empty database is known by having no accounts.
	if created := estante(t, home, "clave-de-prueba\n", "user", "create", "ana", "--first-name", "Ana", "--last-name",
		"Gil",
		"--email", "ana@example.com", "--dni", "1"); created.code != 0 {
		t.Fatal(created.stderr)
	}

	code, said := moved(home, other, "--data", home)
	if code != 0 || !strings.Contains(said, "cada valor es igual al original") ||
		!strings.Contains(said, "1 movimientos de 1 productos") {
		t.Fatalf("to PostgreSQL: %d, %s", code, said)
	}
	if code, said := moved(home, other, "--data", home); code != 1 || !strings.Contains(said, store.ErrNotEmpty.Message) {
		t.Errorf("a second time: %d, %s", code, said)
	}
	if code, said := moved(other, back, "--data", home); code != 0 {
		t.Fatalf("and back: %d, %s", code, said)
	}
	key, err := os.ReadFile(filepath.Join(home, secretKeyFile))
	if err != nil {
		t.Fatal(err)
	}
	if copied, err := os.ReadFile(filepath.Join(back, secretKeyFile)); err != nil || !bytes.Equal(copied, key) {
		t.Errorf("the new folder has the key %q (%v)", copied, err)
	}
	taken := t.TempDir()
	if err := makeSecretKey(filepath.Join(taken, secretKeyFile)); err != nil {
		t.Fatal(err)
	}
	if code, said := moved(other, taken, "--data", home); code != 1 || !strings.Contains(said, "elige una carpeta nueva") {
		t.Errorf("into a folder with another key: %d, %s", code, said)
	}
	again := storetest.Open(t, store.Options{Dir: back})
	found, err := inventory.New(again, inventory.Options{}).Catalogue.SearchProducts(t.Context(), "cana", 10)
	if err != nil || len(found) != 1 || found[0].Stock != 12 {
		t.Errorf("found %+v (%v)", found, err)
	}
}

func TestAFolderWithoutDataIsNotMoved(t *testing.T) {
	code, said := moved(filepath.Join(t.TempDir(), "dato"), t.TempDir())
	if code != 1 || !strings.Contains(said, "no hay datos de Estante") {
		t.Errorf("%d, %s", code, said)
	}
}
