package api_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// fetch gets a file of the door, with its headers.
func (s *stack) fetch(t *testing.T, path string) (http.Header, string) {
	t.Helper()
	response, err := s.server.Client().Do(s.request(t, call{method: http.MethodGet, path: path}))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s answered %d", path, response.StatusCode)
	}
	return response.Header, string(text)
}

// The documentation works without any other host and under the policy that
// forbids inline script and style.
func TestDocumentationIsOffline(t *testing.T) {
	s := onSQLite(t)
	elsewhere := regexp.MustCompile(`(?i)(https?:)?//[a-z0-9]`)
	inline := regexp.MustCompile(`(?i)<script>|<style|\sstyle=|\son[a-z]+=|javascript:|\beval\(`)
	for path, kind := range map[string]string{
		"/api/docs": "text/html", "/api/docs/": "text/html", "/api/docs/docs.js": "text/javascript",
		"/api/docs/docs.css": "text/css",
	} {
		header, text := s.fetch(t, path)
		if got := header.Get("Content-Type"); !strings.HasPrefix(got, kind) {
			t.Errorf("%s is %s", path, got)
		}
		checkDocumentHeaders(t, path, header)
		if found := elsewhere.FindString(text); found != "" {
			t.Errorf("%s loads from elsewhere: %s", path, found)
		}
		if found := inline.FindString(text); found != "" {
			t.Errorf("%s has %q", path, found)
		}
	}
	header, text := s.fetch(t, "/api/openapi.json")
	if header.Get("Content-Type") != "application/json" || !strings.Contains(text, `"openapi": "3.1.0"`) {
		t.Errorf("the document is %s %.100s", header.Get("Content-Type"), text)
	}
	// But for the version it is the one that is kept.
	if served := strings.Replace(text, `"version": "prueba"`, `"version": "1"`, 1); served != string(generated()) {
		t.Error("the document served is not the one that the code generates")
	}
}

// Whatever the page answers is a document, also where there is none.
func TestThePageIsProtectedAsADocument(t *testing.T) {
	s := onSQLite(t)
	for _, path := range []string{"/login", "/apis/", "/no-existe"} {
		response, err := s.server.Client().Get(s.server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		checkDocumentHeaders(t, path, response.Header)
	}
}
