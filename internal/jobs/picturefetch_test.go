package jobs_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/courier"
	"estante/internal/jobs"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// plain calls a server of the test, which has no certificate.
type plain struct{ jobs.Fetcher }

func (p plain) Get(ctx context.Context, url string, bytesMax int64) ([]byte, error) {
	return p.Fetcher.Get(ctx, "http"+strings.TrimPrefix(url, "https"), bytesMax)
}

// photos serves a picture and a page, and counts who asks for the picture.
func photos(t *testing.T) (address string, asked *atomic.Int64) {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 300, 200))); err != nil {
		t.Fatal(err)
	}
	asked = &atomic.Int64{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /silla.png", func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = w.Write(file.Bytes())
	})
	mux.HandleFunc("GET /pagina.png", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write([]byte("<!doctype html><p>Silla</p>"))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return "https" + strings.TrimPrefix(server.URL, "http"), asked
}

// A picture that two products name is fetched once by two processes, and read as an upload
// is; what is no picture stays where it is, with the reason.
func TestPicturesAreFetchedFromWhereTheyLie(t *testing.T) {
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		inv := newInventory(t, options)
		address, asked := photos(t)
		ids := map[string]int64{}
		for sku, path := range map[string]string{"A": "/silla.png", "B": "/silla.png", "C": "/pagina.png"} {
			url := address + path
			product, err := inv.Ledger.CreateProduct(t.Context(), core.System, catalogue.ProductFields{
				SKU: &sku, Name: &sku, ImageURL: &url,
			})
			if err != nil {
				t.Fatal(err)
			}
			ids[sku] = product.ID
		}
		ended := make(chan struct{}, 100)
		go func() {
			_ = inv.Core.Events(t.Context(), func([]core.Event) {
				select {
				case ended <- struct{}{}:
				default:
				}
			})
		}()
		from := courier.New("prueba", true)
		stop := startTwo(t, inv, options, jobs.Hands{Mailer: box{}, Fetcher: plain{from}})
		shown := map[string]catalogue.Product{}
		for done := false; !done; {
			done = true
			for sku, id := range ids {
				product, err := inv.Catalogue.Product(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				shown[sku] = product
				done = done && !product.AwaitsPicture()
			}
			if !done {
				<-ended
			}
		}
		stop()
		if shown["A"].ImageURL != shown["B"].ImageURL || !strings.HasPrefix(shown["A"].ImageURL, catalogue.ImagePath) {
			t.Errorf("shown are %q and %q", shown["A"].ImageURL, shown["B"].ImageURL)
		}
		if kind, file, err := inv.Catalogue.ImageFile(t.Context(), shown["A"].ImageURL, true); err != nil || len(file) == 0 {
			t.Errorf("kept: %s, %d bytes, %v", kind, len(file), err)
		}
		if asked.Load() != 1 {
			t.Errorf("the picture was fetched %d times", asked.Load())
		}
		page, why := shown["C"], "El archivo no es una imagen PNG, JPEG, GIF o WebP"
		if page.ImageURL != address+"/pagina.png" || page.ImageProblem != why {
			t.Errorf("what is no picture is %q, %q", page.ImageURL, page.ImageProblem)
		}
	})
}
