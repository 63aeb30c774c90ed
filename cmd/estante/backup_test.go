package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estante/internal/store"
	"estante/internal/store/storetest"
)

// A name that was mistyped leads to a place where there is nothing.
func TestAPlaceWithoutAShopIsNeitherKeptNorCalledSound(t *testing.T) {
	for name, empty := range map[string]func(t *testing.T) []string{
		"folder": func(t *testing.T) []string { return []string{"--data", filepath.Join(t.TempDir(), "dato")} },
		"database": func(t *testing.T) []string {
			return []string{"--data", t.TempDir(), "--database", storetest.Postgres(t)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			place, good := empty(t), filepath.Join(t.TempDir(), "buena.backup")
			if err := os.WriteFile(good, []byte("la de ayer"), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, command := range [][]string{{"backup", good}, {"verify"}} {
				var out, stderr bytes.Buffer
				code := run(append(command, place...), &out, &stderr)
				if code != 1 || !strings.Contains(stderr.String(), "no hay datos de Estante") || out.Len() > 0 {
					t.Errorf("%s: %d, %q, %q", command[0], code, out.String(), stderr.String())
				}
			}
			if kept, err := os.ReadFile(good); err != nil || string(kept) != "la de ayer" {
				t.Errorf("the good backup is now %q (%v)", kept, err)
			}
			if _, err := os.Stat(filepath.Join(place[1], store.FileName)); !os.IsNotExist(err) {
				t.Errorf("a database was made where there was none (%v)", err)
			}
		})
	}
}
