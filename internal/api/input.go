package api

import (
	"context"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/core"
)

// IDInput names one thing by its number in the path.
type IDInput struct {
	ID int64 `path:"id"`
}

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

func (p PageInput) page() core.Page { return core.Page{Number: p.Page, Size: p.Limit} }

// pageOfInput asks for one page of what belongs to one thing.
type pageOfInput struct {
	IDInput
	PageInput
}

// recentInput asks for the newest rows of a list.
type recentInput struct {
	Limit int `query:"limit" minimum:"1" maximum:"100" default:"10"`
}

// DaysInput are the first and the last day of what a list shows.
type DaysInput struct {
	DateFrom string `query:"dateFrom" format:"date" doc:"Primer día, en la zona del negocio"`
	DateTo   string `query:"dateTo" format:"date" doc:"Último día, en la zona del negocio"`
}

// days turns the days of a filter into instants of the business's zone.
func (a *API) days(ctx context.Context, input DaysInput) (core.Span, *time.Location, error) {
	settings, err := a.inv.Core.Settings(ctx)
	if err != nil {
		return core.Span{}, nil, err
	}
	zone := settings.Zone()
	span, err := core.Days(input.DateFrom, input.DateTo, zone)
	return span, zone, err
}

// IfMatch is the precondition of a change: the version the person saw.
type IfMatch struct {
	Tag string `header:"If-Match" doc:"El ETag que se vio; si ya no es el actual, 412"`
}

// version reads the precondition; nil when there is none.
func (m IfMatch) version() (*int64, error) {
	if m.Tag == "" || m.Tag == "*" {
		return nil, nil
	}
	// A proxy that compresses an answer weakens its tag; it is of the same version.
	tag := strings.TrimPrefix(m.Tag, "W/")
	version, err := strconv.ParseInt(strings.Trim(tag, `"v`), 10, 64)
	if err != nil || tag != etag(version) {
		// A tag we never gave is of no version that exists.
		return nil, core.ErrStale
	}
	return &version, nil
}

// deleteInput names what is to go, and the version that the person saw.
type deleteInput struct {
	IDInput
	IfMatch
}

// deletion removes one thing, unless it is no longer the version that the person saw.
func deletion(
	remove func(ctx context.Context, actor core.Actor, id int64, version *int64) error,
) func(context.Context, *deleteInput) (*empty, error) {
	return func(ctx context.Context, input *deleteInput) (*empty, error) {
		version, err := input.version()
		if err != nil {
			return nil, err
		}
		return nil, remove(ctx, actorOf(ctx), input.ID, version)
	}
}
