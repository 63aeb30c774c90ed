package api

import (
	"embed"
	"io/fs"
	"net/http"
	"sync"

	"github.com/go-chi/chi/v5"
)

// docsFiles is the documentation page. It reads the document from this very
// server and loads nothing from elsewhere, so it works offline.
//
//go:embed docs
var docsFiles embed.FS

// serveDocs adds the document and the page that shows it. They are no
// operations of the API, so the document does not list them.
func (a *API) serveDocs(router chi.Router) {
	document := sync.OnceValues(a.OpenAPI)
	router.Get("/api/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		body, err := document()
		if err != nil {
			writeProblem(w, a.problemOf(r.Context(), err))
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-cache")
		_, _ = w.Write(body) // The client may have left.
	})
	files, err := fs.Sub(docsFiles, "docs")
	if err != nil {
		panic(err) // The folder is embedded: it cannot be missing.
	}
	page := http.StripPrefix("/api/docs/", http.FileServerFS(files))
	for _, path := range []string{"/api/docs/", "/api/docs/docs.js", "/api/docs/docs.css"} {
		router.Get(path, func(w http.ResponseWriter, r *http.Request) {
			protect(w, asDocument)
			w.Header().Set("Cache-Control", "no-cache")
			page.ServeHTTP(w, r)
		})
	}
}
