// Package web holds the built interface and serves it: pre-compressed where
// the browser can take it, cached for ever where the name says what is inside.
package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
)

//go:embed all:dist
var dist embed.FS

// asset is one file of the build in the encodings it comes in.
type asset struct {
	contentType string
	etag        string
	// bodies is keyed by Content-Encoding; the plain one is under "".
	bodies map[string][]byte
}

// Handler serves the interface. Every address that is no file is the page
// itself, which then shows the screen of that address.
func Handler() (http.Handler, error) {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, err
	}
	assets, err := load(files)
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "Esta dirección solo se puede leer", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		file, found := assets[name]
		if !found {
			// A missing file must not be answered with a page: a browser that
			// still runs the previous build would take it for a script.
			if path.Ext(name) != "" {
				http.NotFound(w, r)
				return
			}
			name, file = "index.html", page(assets)
		}
		file.serve(w, r, name)
	}), nil
}

// page is the interface's own page, or the placeholder of a build without it.
func page(assets map[string]*asset) *asset {
	if file, found := assets["index.html"]; found {
		return file
	}
	return assets["placeholder.html"]
}

// load reads the build into memory: it is small, and embedded already.
func load(files fs.FS) (map[string]*asset, error) {
	assets := map[string]*asset{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		plain, encoding := name, ""
		for suffix, kind := range map[string]string{".br": "br", ".gz": "gzip"} {
			if trimmed, compressed := strings.CutSuffix(name, suffix); compressed {
				plain, encoding = trimmed, kind
			}
		}
		file := assets[plain]
		if file == nil {
			file = &asset{contentType: contentType(plain), bodies: map[string][]byte{}}
			assets[plain] = file
		}
		file.bodies[encoding] = body
		if encoding == "" {
			sum := sha256.Sum256(body)
			file.etag = hex.EncodeToString(sum[:12])
		}
		return nil
	})
	return assets, err
}

// contentType does not leave it to the machine's own tables, which differ.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".woff2":
		return "font/woff2"
	case ".webmanifest":
		return "application/manifest+json"
	case ".json":
		return "application/json"
	case ".png":
		return "image/png"
	case ".ico":
		return "image/x-icon"
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "application/octet-stream"
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request, name string) {
	encoding := a.encoding(r.Header.Get("Accept-Encoding"))
	etag := `"` + a.etag + `-` + encoding + `"`
	header := w.Header()
	header.Set("Vary", "Accept-Encoding")
	header.Set("ETag", etag)
	header.Set("Cache-Control", "no-cache")
	// The build names these after their content, so they never change.
	if strings.HasPrefix(name, "assets/") {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := a.bodies[encoding]
	header.Set("Content-Type", a.contentType)
	header.Set("Content-Length", strconv.Itoa(len(body)))
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
	}
	if r.Method == http.MethodHead {
		return
	}
	_, _ = w.Write(body) // The client may have left.
}

// encoding picks the smallest form that the browser takes.
func (a *asset) encoding(accepted string) string {
	for _, encoding := range []string{"br", "gzip"} {
		if a.bodies[encoding] != nil && accepts(accepted, encoding) {
			return encoding
		}
	}
	return ""
}

func accepts(header, encoding string) bool {
	for _, part := range strings.Split(header, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			return strings.ReplaceAll(quality, " ", "") != "q=0"
		}
	}
	return false
}
