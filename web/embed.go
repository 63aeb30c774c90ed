// Package web holds the built interface and serves it: pre-compressed where
// the browser can take it, cached for ever where the name says what is inside.
package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

//go:embed all:dist
var dist embed.FS

// asset is one file of the build in the encodings it comes in. It is read when
// somebody asks for it: until then it is in the program's file and not in memory.
type asset struct {
	files       fs.FS
	contentType string
	// hash is of the plain body.
	hash func() (string, error)
	// names are keyed by Content-Encoding; the plain one is under "".
	names map[string]string
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

// load finds the files of the build.
func load(files fs.FS) (map[string]*asset, error) {
	assets := map[string]*asset{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
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
			file = &asset{files: files, contentType: contentType(plain), hash: hashOf(files, plain), names: map[string]string{}}
			assets[plain] = file
		}
		file.names[encoding] = name
		return nil
	})
	return assets, err
}

// hashOf names a content, once it is asked for.
func hashOf(files fs.FS, name string) func() (string, error) {
	return sync.OnceValues(func() (string, error) {
		body, err := files.Open(name)
		if err != nil {
			return "", err
		}
		defer func() { _ = body.Close() }()
		hash := sha256.New()
		_, err = io.Copy(hash, body)
		return hex.EncodeToString(hash.Sum(nil)[:12]), err
	})
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
	case ".webp":
		return "image/webp"
	case ".ico":
		return "image/x-icon"
	}
	return "application/octet-stream"
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request, name string) {
	encoding := a.encoding(r.Header.Get("Accept-Encoding"))
	hash, err := a.hash()
	if err != nil {
		http.Error(w, "No se ha podido leer la página", http.StatusInternalServerError)
		return
	}
	etag := `"` + hash + `-` + encoding + `"`
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
	a.send(w, r, encoding)
}

// send answers with the body in one of its encodings.
func (a *asset) send(w http.ResponseWriter, r *http.Request, encoding string) {
	body, err := a.files.Open(a.names[encoding])
	if err != nil {
		http.Error(w, "No se ha podido leer la página", http.StatusInternalServerError)
		return
	}
	defer func() { _ = body.Close() }()
	header := w.Header()
	header.Set("Content-Type", a.contentType)
	if about, err := body.Stat(); err == nil {
		header.Set("Content-Length", strconv.FormatInt(about.Size(), 10))
	}
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
	}
	if r.Method == http.MethodHead {
		return
	}
	_, _ = io.Copy(w, body) // The client may have left.
}

// encoding picks the smallest form that the browser takes.
func (a *asset) encoding(accepted string) string {
	for _, encoding := range []string{"br", "gzip"} {
		if a.names[encoding] != "" && accepts(accepted, encoding) {
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
