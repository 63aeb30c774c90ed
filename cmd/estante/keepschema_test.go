//go:build keepschema

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"estante/internal/archive"
)

// TestKeepThisSchema writes what upgrades to later schemas are tested with: a
// small shop with something of every noun, as this program keeps it. It is run
// once for each release; see make keep-schema.
func TestKeepThisSchema(t *testing.T) {
	data := t.TempDir()
	if made := estante(t, data, "", "demo", "--products", "40", "--orders", "120", "--seed", "1", "--until",
		"2026-10-31"); made.code != 0 {
		t.Fatal(made.stderr)
	}
	shop := serving(t, data)
	token := shop.signIn(t, "demo", "demo-estante")
	for _, step := range [][2]string{
		{"locations/", `{"name":"Norte"}`},
		{"entries/", `{"productId":1,"quantity":7,"entryType":"purchase","unitCost":2.5}`},
		{"products/1/adjust_stock/", `{"type":"remove","quantity":2}`},
		{"transfers/", `{"productId":1,"fromLocationId":1,"toLocationId":2,"quantity":3}`},
		{"stocktakes/", `{"locationId":2}`},
		{"stocktakes/1/scan/", `{"code":"HEL-00107-0000","quantity":2}`},
		{"stocktakes/1/post/", `{}`},
		{"tickets/", `{"subject":"¿Dónde cuento?","message":"No encuentro los recuentos."}`},
		{"channels/", `{"name":"Tienda","source":"shopify"}`},
		{"subscriptions/", `{"name":"Almacén","url":"https://example.com/","events":["stock.changed"]}`},
	} {
		if status, text := shop.ask(t, "POST", "/api/"+step[0], token, step[1]); status >= 300 {
			t.Fatalf("%s answered %d %s", step[0], status, text)
		}
	}
	shop.terminate(t)
	shop.stops(t, time.Now())
	file := filepath.Join(t.TempDir(), "shop.backup")
	if kept := estante(t, data, "", "backup", file); kept.code != 0 {
		t.Fatal(kept.stderr)
	}
	header, err := archive.Check(file)
	if err != nil {
		t.Fatal(err)
	}
	bytes, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join("..", "..", "internal", "store", "testdata", fmt.Sprintf("schema-%d.backup", header.Schema))
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(kept, bytes, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d bytes", kept, len(bytes))
}
