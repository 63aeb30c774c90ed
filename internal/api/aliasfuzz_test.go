package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"estante/internal/core"
	"estante/internal/store"
)

// FuzzAliases changes a product by whatever body comes and lists products by
// whatever question comes: every answer is documented and in Spanish, and what
// a change was answered with is what is read back.
func FuzzAliases(f *testing.F) {
	for _, body := range []string{
		`{"name":"Taza","productName":"Otra","tags":"a, b,,c","status":"active"}`,
		`{"status":4,"category":{"id":1,"name":"x"},"brand":"y"}`,
		`{"tags":["a"," "],"minStock":null,"minimumStock":3,"maxStock":9}`,
		`{"description":null,"imageURL":"","barcode":"1","haveAlert":true}`,
		`{"stock":1,"productStock":2,"currentStock":3,"price":1.5,"active":false}`,
		`{"category":7,"brand":null,"alertinDays":1}`, `[]`, `{"Name":"x"}`, `{"a":{"a":1,"a":2}}`,
	} {
		for _, query := range []string{
			"search=taza&status=1", "category=1&brand=y&tag=%C3%B1",
			"inStock=true&lowStock=0&page=2&pageSize=9&ordering=-name", "minPrice=1e3&maxStock=-1", "q=%00&q=%ff",
		} {
			f.Add([]byte(body), query)
		}
	}
	s := newStack(f, store.Options{Dir: f.TempDir()})
	var token, path string
	f.Fuzz(func(t *testing.T, body []byte, query string) {
		if token == "" {
			token = s.session(t, s.person(t, "ana", core.Administrator))
			path = fmt.Sprintf("/api/products/%v/",
				s.post(t, token, "/api/products/", object{"sku": "A-1", "name": "Taza"}).field(t, "idProduct"))
		}
		changed := s.do(t, call{method: http.MethodPatch, path: path, token: token, body: string(body)})
		if changed.status >= http.StatusInternalServerError {
			t.Errorf("%q was answered %d %s", body, changed.status, changed.body)
		}
		if read := s.get(t, token, path).mustBe(t, http.StatusOK); changed.status == http.StatusOK &&
			read.body != changed.body {
			t.Errorf("%q was answered %s and is read back as %s", body, changed.body, read.body)
		}
		if listed := s.get(t, token, "/api/products/?"+sendable(query)); listed.status >= http.StatusInternalServerError {
			t.Errorf("%q was answered %d %s", query, listed.status, listed.body)
		}
	})
}

// sendable leaves out what would end the first line of a request, or begin
// what a client keeps to itself.
func sendable(query string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == '#' || r == 0x7f {
			return -1
		}
		return r
	}, query)
}
