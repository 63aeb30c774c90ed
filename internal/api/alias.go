package api

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/catalogue"
)

// Shops' scripts and older pages name the same thing in several ways. This file
// holds what is accepted for what; answers always use the first name.

// misshapen is the answer to a value that is of none of the accepted shapes. It
// is made anew each time: the decoder writes the place of the value into it.
func misshapen[T any]() error {
	return &json.UnmarshalTypeError{Value: "value", Type: reflect.TypeFor[T]()}
}

// Nullable is a field that can be left out, emptied with null, or set.
type Nullable[T any] struct {
	Sent  bool
	Value *T
}

// UnmarshalJSON notes that the field was there.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	n.Sent = true
	if bytes.Equal(data, []byte("null")) {
		n.Value = nil
		return nil
	}
	n.Value = new(T)
	return json.Unmarshal(data, n.Value)
}

// Schema is that of the value, or null.
func (n Nullable[T]) Schema(r huma.Registry) *huma.Schema {
	schema := *huma.SchemaFromType(r, reflect.TypeFor[T]())
	if schema.Type == "" {
		// Several forms: null is one more of them. Its type alone would let
		// everything through.
		return anyOf(append(schema.AnyOf, &huma.Schema{Type: "null", Enum: []any{nil}})...)
	}
	schema.Nullable = true
	return &schema
}

// firstSent is the first of several names of a field that was sent.
func firstSent[T any](names ...Nullable[T]) Nullable[T] {
	for _, name := range names {
		if name.Sent {
			return name
		}
	}
	return Nullable[T]{}
}

// firstOf is the first of several names of a field that holds a value.
func firstOf[T any](names ...*T) *T {
	for _, name := range names {
		if name != nil {
			return name
		}
	}
	return nil
}

// StatusInput is a product status by its number or its name.
type StatusInput catalogue.ProductStatus

// UnmarshalJSON reads either form.
func (s *StatusInput) UnmarshalJSON(data []byte) error {
	var name string
	if json.Unmarshal(data, &name) == nil {
		status, known := catalogue.StatusByCode(name)
		if !known {
			return misshapen[StatusInput]()
		}
		*s = StatusInput(status)
		return nil
	}
	return json.Unmarshal(data, (*int)(s))
}

// Schema lists both forms.
func (StatusInput) Schema(huma.Registry) *huma.Schema {
	// Numbers in a decoded body are float64, and an enum compares values.
	return anyOf(
		&huma.Schema{Type: huma.TypeInteger, Enum: []any{1.0, 2.0, 3.0, 4.0}},
		&huma.Schema{Type: huma.TypeString, Enum: []any{"active", "inactive", "discontinued", "out_of_stock"}},
	)
}

// LabelInput is a category or brand by its name, its number or an object with either.
type LabelInput catalogue.LabelRef

// UnmarshalJSON reads any form.
func (l *LabelInput) UnmarshalJSON(data []byte) error {
	var object struct {
		ID   *int64  `json:"id"`
		Name *string `json:"name"`
	}
	switch {
	case json.Unmarshal(data, &l.Name) == nil, json.Unmarshal(data, &l.ID) == nil:
		return nil
	case json.Unmarshal(data, &object) == nil && (object.ID != nil || object.Name != nil):
		*l = LabelInput{}
		if object.ID != nil {
			l.ID = *object.ID
		}
		if object.Name != nil {
			l.Name = *object.Name
		}
		return nil
	}
	return misshapen[LabelInput]()
}

// Schema lists the forms.
func (LabelInput) Schema(huma.Registry) *huma.Schema {
	least := 1
	return anyOf(
		&huma.Schema{Type: huma.TypeString},
		&huma.Schema{Type: huma.TypeInteger},
		&huma.Schema{
			Type: huma.TypeObject, AdditionalProperties: false, MinProperties: &least,
			Properties: map[string]*huma.Schema{"id": {Type: huma.TypeInteger}, "name": {Type: huma.TypeString}},
		},
	)
}

// TagsInput is a list of tags, or one text with commas.
type TagsInput []string

// UnmarshalJSON reads either form and drops empty tags.
func (t *TagsInput) UnmarshalJSON(data []byte) error {
	var text string
	var list []string
	switch {
	case json.Unmarshal(data, &text) == nil:
		list = strings.Split(text, ",")
	case json.Unmarshal(data, &list) == nil:
	default:
		return misshapen[TagsInput]()
	}
	*t = TagsInput{}
	for _, tag := range list {
		if tag = strings.TrimSpace(tag); tag != "" {
			*t = append(*t, tag)
		}
	}
	return nil
}

// Schema lists both forms.
func (TagsInput) Schema(huma.Registry) *huma.Schema {
	return anyOf(&huma.Schema{Type: huma.TypeString}, &huma.Schema{
		Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString},
	})
}

// anyOf is a schema of several forms, ready to validate.
func anyOf(forms ...*huma.Schema) *huma.Schema {
	schema := &huma.Schema{AnyOf: forms}
	for _, form := range forms {
		form.PrecomputeMessages()
	}
	schema.PrecomputeMessages()
	return schema
}
