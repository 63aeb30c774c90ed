package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"estante/internal/core"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestTheSecretKeyIsMadeOnceForItsOwnerAlone(t *testing.T) {
	t.Parallel()
	home := &place{Data: filepath.Join(t.TempDir(), "data")}
	var keys [8]core.SecretKey
	var together sync.WaitGroup
	for i := range keys {
		together.Go(func() {
			key, err := home.secretKey(slog.New(slog.DiscardHandler))
			if err != nil {
				t.Error(err)
			}
			keys[i] = key
		})
	}
	together.Wait()
	for _, key := range keys {
		if key != keys[0] || key == (core.SecretKey{}) {
			t.Error("processes that start at once got different keys, or none")
		}
	}
	files, err := os.ReadDir(home.Data)
	if err != nil || len(files) != 1 {
		t.Fatalf("files = %v, %v", files, err)
	}
	about, err := files[0].Info()
	if err != nil || about.Name() != "secret.key" || about.Mode().Perm() != 0o600 {
		t.Errorf("%s has mode %s, %v", about.Name(), about.Mode(), err)
	}
}

func TestANamedSecretKeyMustBeThereAndBeOne(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	storetest.Open(t, store.Options{Dir: data})
	missing := estante(t, data, "", "verify", "--secret-key-file", filepath.Join(data, "nada.key"))
	if missing.code != 1 || !strings.Contains(missing.stderr, "clave de los secretos") {
		t.Errorf("a missing key: %+v", missing)
	}
	short := filepath.Join(data, "corta.key")
	if err := os.WriteFile(short, []byte("corta\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := estante(t, data, "", "verify", "--secret-key-file", short); got.code != 1 ||
		!strings.Contains(got.stderr, "no es una clave") {
		t.Errorf("a short key: %+v", got)
	}
}
