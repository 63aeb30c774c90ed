package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// bodyBytesMax bounds a JSON body, and strangerBytesMax that of an operation that asks
// for no session: a name and a password. Files have their own limits.
const (
	bodyBytesMax     = 1 << 20
	strangerBytesMax = 16 << 10
)

// securityScheme is the name of the session header in the document.
const securityScheme = "session"

func init() {
	// Without it {"quantity": 1, "QUANTITY": -5} passes the check on the
	// first and is decoded as the second.
	huma.ValidateStrictCasing = true
	// An empty list is [], never null.
	huma.DefaultArrayNullable = false
}

// config is huma's, with our JSON rules and without the pages it would load
// from elsewhere.
func config(version string) huma.Config {
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: "Estante", Version: version,
				Description: "Gestión de stock e inventario. " +
					"Las escrituras admiten la cabecera Idempotency-Key; los recursos con ETag, If-Match.",
			},
			Components: &huma.Components{
				Schemas:   registry,
				Responses: problemResponses(),
				SecuritySchemes: map[string]*huma.SecurityScheme{securityScheme: {
					Type: "apiKey", In: "header", Name: "Authorization", Description: "Session {token}",
				}},
			},
		},
		Formats: map[string]huma.Format{"application/json": {
			Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: unmarshal,
		}},
		DefaultFormat:                "application/json",
		RejectUnknownQueryParameters: true,
	}
}

// describe completes what the document says of an operation: who may call it
// and every way it can fail.
func describe(op *huma.Operation, who access) {
	switch {
	case op.MaxBodyBytes != 0:
	case who.public:
		op.MaxBodyBytes = strangerBytesMax
	default:
		op.MaxBodyBytes = bodyBytesMax
	}
	statuses := []int{
		http.StatusBadRequest, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable,
	}
	if !who.public {
		op.Security = []map[string][]string{{securityScheme: {}}}
		op.Extensions = map[string]any{"x-permission": string(who.action)}
	}
	// Public operations take or give credentials, which can be wrong or not
	// enough, so these two are possible everywhere.
	statuses = append(statuses, http.StatusUnauthorized, http.StatusForbidden)
	if strings.Contains(op.Path, "{") {
		statuses = append(statuses, http.StatusNotFound)
	}
	if op.Method != http.MethodGet {
		statuses = append(statuses, http.StatusConflict, http.StatusPreconditionFailed,
			http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	if op.Responses == nil {
		op.Responses = map[string]*huma.Response{}
	}
	for _, status := range statuses {
		op.Responses[strconv.Itoa(status)] = &huma.Response{Ref: "#/components/responses/" + responseName(status)}
	}
}

// problemResponses is how the document describes each failing status: wrong
// fields by name with 400, one sentence with every other.
func problemResponses() map[string]*huma.Response {
	responses := map[string]*huma.Response{}
	for _, status := range []int{
		http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusRequestTimeout,
		http.StatusConflict, http.StatusPreconditionFailed, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable,
	} {
		schema := detailSchema
		if status == http.StatusBadRequest {
			schema = &huma.Schema{AnyOf: []*huma.Schema{detailSchema, fieldsSchema}}
		}
		responses[responseName(status)] = &huma.Response{
			Description: http.StatusText(status),
			Content:     map[string]*huma.MediaType{"application/json": {Schema: schema}},
		}
	}
	return responses
}

// responseName is the status in words, as one word.
func responseName(status int) string { return strings.ReplaceAll(http.StatusText(status), " ", "") }

var (
	detailSchema = &huma.Schema{
		Type: huma.TypeObject, Required: []string{"detail"}, AdditionalProperties: false,
		Properties: map[string]*huma.Schema{"detail": {Type: huma.TypeString}},
	}
	fieldsSchema = &huma.Schema{
		Type:                 huma.TypeObject,
		AdditionalProperties: &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}},
	}
)

// documentJSON writes the document with stable, readable indentation, because
// it is kept in the repository and read in reviews.
func documentJSON(document *huma.OpenAPI) ([]byte, error) {
	compact, err := json.Marshal(document)
	if err != nil {
		return nil, err
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, compact, "", "  "); err != nil {
		return nil, err
	}
	indented.WriteByte('\n')
	return indented.Bytes(), nil
}
