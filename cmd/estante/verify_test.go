package main

import (
	"bytes"
	"strings"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestVerifyEndsWithOneOnADifference(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv := inventory.New(storetest.Open(t, options), inventory.Options{PasswordWorkers: 1})
		sku, stock := "HER-1", int64(12)
		product, err := inv.Ledger.CreateProduct(t.Context(), core.System, catalogue.ProductFields{
			SKU: &sku, Name: &sku,
			Stock: &stock,
		})
		if err != nil {
			t.Fatal(err)
		}
		command := func() (int, string, string) {
			var out, stderr bytes.Buffer
			args := []string{"verify", "--data", options.Dir}
			if options.URL != "" {
				args = append(args, "--database", options.URL)
			}
			if options.Dir == "" {
				args[2] = t.TempDir()
			}
			code := run(args, &out, &stderr)
			return code, out.String(), stderr.String()
		}
		code, out, stderr := command()
		if code != 0 || !strings.Contains(stderr, "Comprobando: 1 de 1 movimientos (100 %)\n") ||
			!strings.Contains(out, "1 movimientos de 1 productos comprobados en ") ||
			!strings.HasSuffix(out, ": todo coincide.\n") {
			t.Errorf("a clean ledger: %d, %q", code, out)
		}
		storetest.Tamper(t, options, `UPDATE movements SET notes = 'otras'`)
		code, out, stderr = command()
		want := "Producto 1 (HER-1), movimiento 1: el movimiento n.º 1 no es como se escribió: su huella no coincide\n"
		if code != 1 || !strings.HasPrefix(out, want) || !strings.HasSuffix(out, ": 1 diferencia.\n") ||
			!strings.Contains(stderr, errDifferences.Error()) {
			t.Errorf("a spoiled ledger: %d, %q, %q", code, out, stderr)
		}
		last, err := inv.Verify.LastLedgerCheck(t.Context())
		if err != nil || last.Problems != 1 || last.Findings[0].ProductID != product.ID {
			t.Errorf("kept %+v, %v", last, err)
		}
	})
}

func TestProgressReadsAsSpanishDoes(t *testing.T) {
	var stderr bytes.Buffer
	tell := progressTo(&stderr)
	tell(350_000, 1_000_000)
	tell(360_000, 1_000_000) // Too soon to be worth a line.
	tell(1_000_000, 1_000_000)
	tell(1_000_000, 1_000_000) // The same again.
	want := "Comprobando: 350.000 de 1.000.000 movimientos (35 %)\nComprobando: 1.000.000 de 1.000.000 movimientos (100 " +
		"%)\n"
	if stderr.String() != want {
		t.Errorf("said %q", stderr.String())
	}
}
