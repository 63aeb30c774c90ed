package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestImportTakesAFileWholeOrNotAtAll(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv := inventory.New(storetest.Open(t, options), inventory.Options{PasswordWorkers: 1})
		command := func(file string, flags ...string) (int, string, string) {
			path := filepath.Join(t.TempDir(), "productos.csv")
			if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
				t.Fatal(err)
			}
			args := append([]string{"import", path, "--data", options.Dir}, flags...)
			if options.URL != "" {
				args[3] = t.TempDir()
				args = append(args, "--database", options.URL)
			}
			var out, stderr bytes.Buffer
			code := run(args, &out, &stderr)
			return code, out.String(), stderr.String()
		}
		products := func() int {
			list, err := inv.Catalogue.ListProducts(t.Context(), catalogue.ProductFilter{})
			if err != nil {
				t.Fatal(err)
			}
			return list.Count.N
		}
		const file = "SKU;Nombre;Stock Actual\nHER-1;Taladro;5\nHER-2;Lijadora;3\n"
		if code, out, stderr := command(file, "--preview"); code != 0 ||
			out != "2 filas: 2 por crear, 0 por actualizar, 0 sin cambios, 0 con errores.\n" || products() != 0 {
			t.Errorf("a preview: %d, %q, %q, %d products", code, out, stderr, products())
		}
		if code, out, _ := command("SKU;Nombre;Stock Actual\nHER-1;Taladro;5\nHER-2;Lijadora;muchas\n"); code != 1 ||
			!strings.HasPrefix(out, "Fila 3, columna «Stock Actual»: ") || products() != 0 {
			t.Errorf("a wrong row: %d, %q, %d products", code, out, products())
		}
		if code, out, stderr := command(file); code != 0 || out != "Importado: 2 creados, 0 actualizados, 0 sin cambios.\n" ||
			products() != 2 {
			t.Errorf("an import: %d, %q, %q, %d products", code, out, stderr, products())
		}
		if code, out, _ := command(file); code != 0 || out != "Importado: 0 creados, 0 actualizados, 2 sin cambios.\n" {
			t.Errorf("the same again: %d, %q", code, out)
		}
		const orders = "Pedido;Cliente;SKU;Cantidad;Precio\nW-1;Ana;HER-1;2;9,50\nW-1;;HER-2;1;3\n"
		if code, out, stderr := command(orders, "--orders"); code != 0 ||
			out != "Importado: 1 creados, 0 actualizados, 0 sin cambios.\n" {
			t.Errorf("orders: %d, %q, %q", code, out, stderr)
		}
	})
}
