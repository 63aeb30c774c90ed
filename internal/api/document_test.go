package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"estante/internal/api"
	"estante/internal/inventory"
)

// document is the OpenAPI document as the code generates it, read loosely.
type document struct {
	Paths      map[string]map[string]operation
	Components struct {
		Schemas   map[string]schema
		Responses map[string]response
	}
}

type operation struct {
	OperationID string
	Security    []map[string][]string
	Permission  string `json:"x-permission"`
	Parameters  []parameter
	RequestBody *struct {
		Required bool
		Content  map[string]struct{ Schema schema }
	}
	Responses map[string]response
}

// takesJSON says whether the operation has a body that is not a file.
func (op operation) takesJSON() bool {
	if op.RequestBody == nil {
		return false
	}
	_, takes := op.RequestBody.Content["application/json"]
	return takes
}

type parameter struct {
	Name, In string
	Schema   schema
}

type response struct {
	Ref     string `json:"$ref"`
	Content map[string]struct{ Schema schema }
}

// schema keeps the keywords as they are, so that one the checker does not
// know cannot pass unnoticed.
type schema map[string]any

// described is a door with nothing behind it, to be asked about itself; the
// version is the one that the document is kept with.
var described = sync.OnceValue(func() *api.API {
	return api.New(inventory.New(nil, inventory.Options{}), api.Options{Version: "1"})
})

// generated is the document's text.
var generated = sync.OnceValue(func() []byte {
	text, err := described().OpenAPI()
	if err != nil {
		panic(err)
	}
	return text
})

var parsed = sync.OnceValue(func() document {
	var d document
	if err := json.Unmarshal(generated(), &d); err != nil {
		panic(err)
	}
	return d
})

// operations visits every operation of the document, always in the same order.
func (d document) operations(visit func(method, path string, op operation)) {
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(d.Paths[path])) {
			visit(strings.ToUpper(method), path, d.Paths[path][method])
		}
	}
}

// template is the path of an operation in its parts, which are compared with
// those of every request.
type template struct {
	method string
	parts  []string
	op     operation
}

var templates = sync.OnceValue(func() (all []template) {
	parsed().operations(func(method, path string, op operation) {
		all = append(all, template{method: method, parts: parts(path), op: op})
	})
	return all
})

func parts(path string) []string { return strings.Split(strings.Trim(path, "/"), "/") }

// find returns the operation that answers a request.
func find(method, path string) (operation, bool) {
	path, _, _ = strings.Cut(path, "?")
	asked := parts(path)
	var found operation
	most := -1
	for _, t := range templates() {
		if t.method != method {
			continue
		}
		// "/read-all/" is more exact than "/{id}/".
		if literal, fits := t.compare(asked); fits && literal > most {
			found, most = t.op, literal
		}
	}
	return found, most >= 0
}

// compare says whether the template stands for a path, and how many of its
// parts are literally the same.
func (t template) compare(asked []string) (literal int, fits bool) {
	if len(t.parts) != len(asked) {
		return 0, false
	}
	for i, part := range t.parts {
		if part == asked[i] {
			literal++
		} else if !strings.HasPrefix(part, "{") {
			return 0, false
		}
	}
	return literal, true
}

// checkDocumented compares an answer with what the document promises.
func checkDocumented(t *testing.T, r reply) {
	t.Helper()
	d := parsed()
	op, known := find(r.call.method, r.call.path)
	if !known {
		if r.status != http.StatusNotFound && r.status != http.StatusMethodNotAllowed && r.status != http.StatusBadRequest {
			t.Errorf("%s %s is in no document and answered %d", r.call.method, r.call.path, r.status)
		}
		return
	}
	promised, documented := op.Responses[strconv.Itoa(r.status)]
	if !documented {
		t.Errorf("%s: status %d is not documented: %s", op.OperationID, r.status, r.body)
		return
	}
	if promised.Ref != "" {
		promised = d.Components.Responses[strings.TrimPrefix(promised.Ref, "#/components/responses/")]
	}
	content, hasBody := promised.Content["application/json"]
	switch {
	case hasBody:
		var value any
		r.into(t, &value)
		if err := d.check(content.Schema, value, "body"); err != nil {
			t.Errorf("%s answered %d with what the document does not say: %v\n%s", op.OperationID, r.status, err, r.body)
		}
	case r.body != "":
		t.Errorf("%s answered %d with a body the document does not have: %s", op.OperationID, r.status, r.body)
	}
}

// check says where a value is not as the schema wants it. It knows the
// keywords our documents use and refuses any other.
func (d document) check(s schema, value any, place string) error {
	if ref, ok := s["$ref"].(string); ok {
		return d.check(d.Components.Schemas[strings.TrimPrefix(ref, "#/components/schemas/")], value, place)
	}
	for keyword, argument := range s {
		if err := d.checkKeyword(s, keyword, argument, value, place); err != nil {
			return err
		}
	}
	return nil
}

func (d document) checkKeyword(s schema, keyword string, argument, value any, place string) error {
	switch keyword {
	case "description", "default", "maxLength", "minimum", "maximum", "properties", "additionalProperties", "x-permission":
		// Words about inputs, and those that "type" reads along with it.
		return nil
	case "type":
		return d.checkType(s, argument, value, place)
	case "enum":
		if !slices.Contains(argument.([]any), value) {
			return fmt.Errorf("%s is %v, not one of %v", place, value, argument)
		}
		return nil
	case "format":
		return checkFormat(argument, value, place)
	case "required":
		object, _ := value.(map[string]any)
		for _, name := range argument.([]any) {
			if _, there := object[name.(string)]; !there {
				return fmt.Errorf("%s has no %s", place, name)
			}
		}
		return nil
	case "items":
		items, _ := value.([]any)
		for i, item := range items {
			if err := d.check(argument.(map[string]any), item, fmt.Sprintf("%s[%d]", place, i)); err != nil {
				return err
			}
		}
		return nil
	case "anyOf":
		var problems []string
		for _, option := range argument.([]any) {
			err := d.check(option.(map[string]any), value, place)
			if err == nil {
				return nil
			}
			problems = append(problems, err.Error())
		}
		return fmt.Errorf("%s is none of what it may be: %s", place, strings.Join(problems, "; "))
	default:
		return fmt.Errorf("%s: the test does not know the keyword %q", place, keyword)
	}
}

func (d document) checkType(s schema, wanted, value any, place string) error {
	names, several := wanted.([]any)
	if !several {
		names = []any{wanted}
	}
	kind := kindOf(value)
	if !slices.Contains(names, any(kind)) && (kind != "integer" || !slices.Contains(names, any("number"))) {
		return fmt.Errorf("%s is %s, not %v", place, kind, wanted)
	}
	if object, ok := value.(map[string]any); ok {
		return d.checkProperties(s, object, place)
	}
	return nil
}

// checkProperties holds objects to be closed: what is not described is wrong.
func (d document) checkProperties(s schema, object map[string]any, place string) error {
	properties, _ := s["properties"].(map[string]any)
	for name, value := range object {
		inner, described := properties[name].(map[string]any)
		if !described {
			if inner, described = s["additionalProperties"].(map[string]any); !described {
				return fmt.Errorf("%s has an undescribed %s", place, name)
			}
		}
		if err := d.check(inner, value, place+"."+name); err != nil {
			return err
		}
	}
	return nil
}

func kindOf(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case float64:
		if value == float64(int64(value)) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	default:
		return "object"
	}
}

func checkFormat(format, value any, place string) error {
	switch format {
	case "int64", "int32", "double":
		return nil // Said of numbers whose type is checked beside it.
	case "date-time":
		if value == nil {
			return nil
		}
		if _, err := time.Parse(time.RFC3339Nano, value.(string)); err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		return nil
	case "date":
		if value == nil {
			return nil // Whether it may be null is said by its type.
		}
		if _, err := time.Parse(time.DateOnly, value.(string)); err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		return nil
	default:
		return fmt.Errorf("%s: the test does not know the format %q", place, format)
	}
}

// The web's types are made from the kept document, so it must be the code's.
func TestKeptDocumentIsTheCodes(t *testing.T) {
	kept, err := os.ReadFile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != string(generated()) {
		t.Error("internal/api/openapi.json is not what the code generates; run make api")
	}
}

// What the test's own checker would let through, the other tests would too.
func TestTheCheckerRefuses(t *testing.T) {
	d := document{}
	closed := schema{
		"type": "object", "required": []any{"id"},
		"properties": map[string]any{
			"id": map[string]any{"type": "integer"}, "at": map[string]any{"type": "string", "format": "date-time"},
		},
	}
	for text, wrong := range map[string]bool{
		`{"id": 1}`:                 false,
		`{"id": 1, "at": "ayer"}`:   true,
		`{"id": 1.5}`:               true,
		`{"id": "1"}`:               true,
		`{"id": null}`:              true,
		`{}`:                        true,
		`{"id": 1, "password": ""}`: true,
		`[]`:                        true,
	} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if err := d.check(closed, value, "body"); (err != nil) != wrong {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := d.check(schema{"pattern": "x"}, "x", "body"); err == nil {
		t.Error("a keyword that is not checked was let through")
	}
}
