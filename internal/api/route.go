package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/core"
)

// access says who may call an operation of a door.
type access struct {
	api    *API
	public bool
	action core.Action
}

// anyone may call it without a session.
func (a *API) anyone() access { return access{api: a, public: true} }

// may lets callers through whose role has the action.
func (a *API) may(action core.Action) access { return access{api: a, action: action} }

// option changes how an operation is registered.
type option func(*huma.Operation)

// created answers 201.
func created(op *huma.Operation) { op.DefaultStatus = http.StatusCreated }

// accepted answers 202: what was asked for happens later.
func accepted(op *huma.Operation) { op.DefaultStatus = http.StatusAccepted }

// secret marks an operation whose body must leave no trace, not even the hash
// that a remembered Idempotency-Key would keep.
func secret(op *huma.Operation) { op.Metadata["secret"] = true }

// lasting marks a question whose answer depends on nothing but its address, the
// memory and the day: every caller who may ask it is answered the same until one
// of them is another.
func lasting(op *huma.Operation) { op.Metadata["lasting"] = true }

// add registers an operation with the document, the guard and the router: who
// may call it, its method and path, its name, what it does and what answers.
func add[I, O any](
	who access, route, id, summary string, handler func(context.Context, *I) (*O, error), options ...option,
) {
	method, path, _ := strings.Cut(route, " ")
	op := huma.Operation{
		OperationID: id, Method: method, Path: "/api" + path, Summary: summary,
		Tags:     []string{strings.Split(path, "/")[1]},
		Metadata: map[string]any{"access": who},
	}
	for _, option := range options {
		option(&op)
	}
	describe(&op, who)
	huma.Register(who.api.huma, op, func(ctx context.Context, input *I) (*O, error) {
		output, err := handler(ctx, input)
		if err != nil {
			return nil, who.api.problemOf(ctx, err)
		}
		return output, nil
	})
	describeFile(who.api, op)
}
