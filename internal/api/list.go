package api

import (
	"reflect"

	"estante/internal/inventory"

	"github.com/danielgtaylor/huma/v2"
)

// Optional is a query parameter that may be left out, where zero means zero.
type Optional[T any] struct {
	Value T
	Sent  bool
}

// Schema is that of the value.
func (o Optional[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[T]())
}

// Receiver lets huma read the value.
func (o *Optional[T]) Receiver() reflect.Value { return reflect.ValueOf(o).Elem().Field(0) }

// OnParamSet notes that the parameter was there.
func (o *Optional[T]) OnParamSet(sent bool, _ any) { o.Sent = sent }

// pointer is nil when the parameter was left out.
func (o Optional[T]) pointer() *T {
	if !o.Sent {
		return nil
	}
	return &o.Value
}

// PageInput asks for one page of a list.
type PageInput struct {
	Page  int `query:"page" minimum:"1" maximum:"1000000" default:"1"`
	Limit int `query:"limit" minimum:"1" maximum:"100" default:"20"`
}

func (p PageInput) page() inventory.Page { return inventory.Page{Number: p.Page, Size: p.Limit} }

// ListBody is the shape of every list.
type ListBody[T any] struct {
	Results []T `json:"results"`
	Count   int `json:"count"`
	// CountIsCapped says that there are more than Count.
	CountIsCapped bool `json:"countIsCapped,omitempty" doc:"Hay más de los contados"`
}

// listOf shows the rows of a list.
func listOf[Row, Body any](list inventory.List[Row], show func(Row) Body) ListBody[Body] {
	body := ListBody[Body]{Results: make([]Body, 0, len(list.Rows)), Count: list.Count.N, CountIsCapped: list.Count.Capped}
	for _, row := range list.Rows {
		body.Results = append(body.Results, show(row))
	}
	return body
}
