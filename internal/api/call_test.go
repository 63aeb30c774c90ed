package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// call is one request to the door.
type call struct {
	method string
	path   string
	body   string
	token  string
	header map[string]string
}

// object is a JSON body written in Go.
type object map[string]any

func (o object) json(t *testing.T) string {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// with returns a copy with one field changed, or left out when value is absent.
func (o object) with(field string, value any) object {
	changed := object{}
	for name, old := range o {
		changed[name] = old
	}
	if value == absent {
		delete(changed, field)
	} else {
		changed[field] = value
	}
	return changed
}

// absent leaves a field out of an object.
var absent = new(int)

// reply is what the door answered.
type reply struct {
	call   call
	status int
	header http.Header
	body   string
}

// request builds the HTTP request of a call.
func (s *stack) request(t *testing.T, c call) *http.Request {
	t.Helper()
	var body io.Reader
	if c.body != "" {
		body = strings.NewReader(c.body)
	}
	request, err := http.NewRequestWithContext(t.Context(), c.method, s.server.URL+c.path, body)
	if err != nil {
		t.Fatal(err)
	}
	if c.body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Session "+c.token)
	}
	for name, value := range c.header {
		if name == "Host" {
			request.Host = value
			continue
		}
		request.Header.Set(name, value)
	}
	return request
}

// do asks and checks what holds of every answer: its headers, its language and
// that the document describes it.
func (s *stack) do(t *testing.T, c call) reply {
	t.Helper()
	response, err := s.server.Client().Do(s.request(t, c))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	answer := reply{call: c, status: response.StatusCode, header: response.Header}
	if response.Header.Get("Content-Type") != "text/event-stream" {
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		answer.body = string(text)
	}
	checkHeaders(t, answer)
	checkLanguage(t, answer)
	checkDocumented(t, answer)
	return answer
}

// get, post and so on are calls of a signed-in user.
func (s *stack) get(t *testing.T, token, path string) reply {
	t.Helper()
	return s.do(t, call{method: http.MethodGet, path: path, token: token})
}

func (s *stack) post(t *testing.T, token, path string, body object) reply {
	t.Helper()
	return s.do(t, call{method: http.MethodPost, path: path, token: token, body: body.json(t)})
}

func (s *stack) patch(t *testing.T, token, path string, body object) reply {
	t.Helper()
	return s.do(t, call{method: http.MethodPatch, path: path, token: token, body: body.json(t)})
}

func (s *stack) delete(t *testing.T, token, path string) reply {
	t.Helper()
	return s.do(t, call{method: http.MethodDelete, path: path, token: token})
}

func (r reply) mustBe(t *testing.T, status int) reply {
	t.Helper()
	if r.status != status {
		t.Fatalf("%s %s answered %d, want %d: %s", r.call.method, r.call.path, r.status, status, r.body)
	}
	return r
}

// mustSay wants one sentence.
func (r reply) mustSay(t *testing.T, status int, detail string) {
	t.Helper()
	r.mustBe(t, status)
	var body map[string]any
	r.into(t, &body)
	if len(body) != 1 || body["detail"] != detail {
		t.Errorf("%s %s said %s, want the detail %q", r.call.method, r.call.path, r.body, detail)
	}
}

// mustBlame wants these fields at fault and no other, each with its sentence.
func (r reply) mustBlame(t *testing.T, fields map[string]string) {
	t.Helper()
	r.mustBe(t, http.StatusBadRequest)
	var body map[string][]string
	r.into(t, &body)
	for field, sentence := range fields {
		if len(body[field]) != 1 || body[field][0] != sentence {
			t.Errorf("%s %s: %s got %q, want %q", r.call.method, r.call.path, field, body[field], sentence)
		}
	}
	for field, sentences := range body {
		if _, expected := fields[field]; !expected {
			t.Errorf("%s %s also blames %s: %q", r.call.method, r.call.path, field, sentences)
		}
	}
}

func (r reply) into(t *testing.T, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(r.body), v); err != nil {
		t.Fatalf("%s %s answered %q: %v", r.call.method, r.call.path, r.body, err)
	}
}

// field reads one value of an answer by its path, such as "user.roles.0.name".
func (r reply) field(t *testing.T, path string) any {
	t.Helper()
	var value any
	r.into(t, &value)
	for name := range strings.SplitSeq(path, ".") {
		switch room := value.(type) {
		case map[string]any:
			value = room[name]
		case []any:
			at, err := strconv.Atoi(name)
			if err != nil || at >= len(room) {
				t.Fatalf("no %s in %s", path, r.body)
			}
			value = room[at]
		default:
			t.Fatalf("no %s in %s", path, r.body)
		}
	}
	return value
}

// column reads one field of every row of a list, plain or with a count.
func (r reply) column(t *testing.T, field string) string {
	t.Helper()
	r.mustBe(t, http.StatusOK)
	var rows []map[string]any
	if strings.HasPrefix(r.body, "[") {
		r.into(t, &rows)
	} else {
		var list struct{ Results []map[string]any }
		r.into(t, &list)
		rows = list.Results
	}
	values := make([]string, 0, len(rows))
	for _, row := range rows {
		values = append(values, fmt.Sprint(row[field]))
	}
	return strings.Join(values, " ")
}

func checkHeaders(t *testing.T, r reply) {
	t.Helper()
	for name, want := range map[string]string{
		"Content-Security-Policy":      "default-src 'none'; frame-ancestors 'none'",
		"X-Content-Type-Options":       "nosniff",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Cache-Control":                "no-store",
	} {
		if got := r.header.Get(name); got != want {
			t.Errorf("%s %s: %s is %q, want %q", r.call.method, r.call.path, name, got, want)
		}
	}
	if r.header.Get("X-Request-Id") == "" {
		t.Errorf("%s %s has no X-Request-Id", r.call.method, r.call.path)
	}
	if r.body != "" && r.header.Get("Content-Type") != "application/json" {
		t.Errorf("%s %s: Content-Type is %q", r.call.method, r.call.path, r.header.Get("Content-Type"))
	}
}

// checkDocumentHeaders looks for what keeps a page from being framed, opened or fed
// by anybody else.
func checkDocumentHeaders(t *testing.T, path string, header http.Header) {
	t.Helper()
	for name, want := range map[string]string{
		"X-Content-Type-Options":       "nosniff",
		"X-Frame-Options":              "DENY",
		"Referrer-Policy":              "same-origin",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy":           "geolocation=(), microphone=(), payment=()",
	} {
		if got := header.Get(name); got != want {
			t.Errorf("%s: %s is %q, want %q", path, name, got, want)
		}
	}
	policy := header.Get("Content-Security-Policy")
	for _, part := range []string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:;",
		"frame-ancestors 'none'",
	} {
		if !strings.Contains(policy, part) {
			t.Errorf("%s is sent under %q, without %q", path, policy, part)
		}
	}
	if strings.Contains(policy, "unsafe") {
		t.Errorf("%s is sent under %q", path, policy)
	}
}

// english are words that no Spanish sentence has and that the libraries
// underneath use when they complain.
var english = []string{
	"invalid", "expected", "required", "unexpected", "property", "must", "failed", "unknown", "cannot", "missing",
	"request",
	"body", "unmarshal", "json:", "sql", "goroutine", "panic", ".go:", "parameter", "value", "error:", "length", "integer",
	"string",
}

// checkLanguage reads every sentence of a failing answer.
func checkLanguage(t *testing.T, r reply) {
	t.Helper()
	if r.status < http.StatusBadRequest || r.call.method == http.MethodHead {
		return
	}
	var body map[string]any
	r.into(t, &body)
	for field, sentences := range body {
		text, _ := json.Marshal(sentences)
		// What may be sent instead is told in the words of the document.
		text, _, _ = bytes.Cut(text, []byte("Debe ser uno de estos valores:"))
		for _, word := range english {
			if strings.Contains(strings.ToLower(string(text)), word) {
				t.Errorf("%s %s answered in English at %s: %s", r.call.method, r.call.path, field, text)
			}
		}
	}
}
