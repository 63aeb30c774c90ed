package api

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/core"
)

// tellsCost says of a property, by its name, that it tells what something cost or what is
// earned by it. The rule is about names and not about operations, so that no operation can
// forget it: what is called a cost leaves the door only for callers who may read costs.
func tellsCost(name string) bool {
	name = strings.ToLower(name)
	return name == "discount" ||
		slices.ContainsFunc(costWords, func(word string) bool { return strings.Contains(name, word) })
}

// costWords are in the names of what tells a cost: what a supplier asks for a pack, and what
// was spent there, are costs as well. A discount by that name alone is one that a supplier gives.
var costWords = []string{"cost", "margin", "packprice", "spend"}

// markCosts has the document say which properties not every caller gets. Nothing may rely on
// one of them being there.
func markCosts(registry huma.Registry) {
	for _, schema := range registry.Map() {
		for name, property := range schema.Properties {
			if !tellsCost(name) {
				continue
			}
			schema.Required = without(schema.Required, name)
			if property.Extensions == nil {
				property.Extensions = map[string]any{}
			}
			property.Extensions["x-permission"] = string(core.ReadCosts)
		}
	}
}

func without(names []string, left string) (rest []string) {
	for _, name := range names {
		if name != left {
			rest = append(rest, name)
		}
	}
	return rest
}

// hideCosts takes the costs out of an answer to a caller who may not read them.
func (a *API) hideCosts(ctx huma.Context, status string, body any) (any, error) {
	if status[0] != '2' || !visitOf(ctx.Context()).withheld {
		return body, nil
	}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var shown any
	err = decoder.Decode(&shown)
	return withoutCosts(shown), err
}

// withoutCosts is a decoded answer less its costs.
func withoutCosts(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = withoutCosts(v[i])
		}
	case map[string]any:
		for name := range v {
			if tellsCost(name) {
				delete(v, name)
			} else {
				v[name] = withoutCosts(v[name])
			}
		}
	}
	return v
}

// costlyOperations are those whose answers can tell a cost, or are not described in full.
func costlyOperations(document *huma.OpenAPI) map[string]bool {
	costly := map[string]bool{}
	for _, path := range document.Paths {
		for _, op := range []*huma.Operation{path.Get, path.Post, path.Put, path.Patch, path.Delete} {
			if op == nil {
				continue
			}
			for _, response := range op.Responses {
				for _, content := range response.Content {
					seen := map[*huma.Schema]bool{}
					costly[op.OperationID] = costly[op.OperationID] ||
						canTellCosts(document.Components.Schemas, content.Schema, seen)
				}
			}
		}
	}
	return costly
}

// canTellCosts says whether something of a shape can hold a cost.
func canTellCosts(registry huma.Registry, schema *huma.Schema, seen map[*huma.Schema]bool) bool {
	if schema == nil || seen[schema] {
		return false
	}
	seen[schema] = true
	if schema.Ref != "" {
		return canTellCosts(registry, registry.SchemaFromRef(schema.Ref), seen)
	}
	inner := []*huma.Schema{schema.Items}
	if open, ok := schema.AdditionalProperties.(*huma.Schema); ok {
		inner = append(inner, open)
	}
	for name, property := range schema.Properties {
		if tellsCost(name) {
			return true
		}
		inner = append(inner, property)
	}
	for _, schema := range append(inner, append(schema.AnyOf, schema.OneOf...)...) {
		if canTellCosts(registry, schema, seen) {
			return true
		}
	}
	// What has no type can be anything.
	return schema.Type == "" && len(schema.AnyOf) == 0 && len(schema.OneOf) == 0
}
