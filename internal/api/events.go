package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"estante/internal/inventory"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

// A stream says something at least every heartbeat, so that proxies keep it
// open and a page notices a dead one; a client that does not take a line
// within streamWriteMax is gone; streamBuffer batches may wait for it.
const (
	heartbeat      = 20 * time.Second
	streamWriteMax = 10 * time.Second
	streamBuffer   = 64
)

// eventStream documents that the operation answers with an endless stream.
func eventStream(op *huma.Operation) {
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Eventos: «hello» al abrir, «change» con {topic, id}, «resync» cuando hay que volver a pedirlo todo",
		Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
}

// streamEvents sends live events until the client leaves, its session ends or
// the server stops.
func (a *API) streamEvents(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	actor := actorOf(ctx)
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		r, w := humachi.Unwrap(hctx)
		header := w.Header()
		header.Set("Content-Type", "text/event-stream")
		header.Set("X-Accel-Buffering", "no")
		a.options.Metrics.streams.Inc()
		defer a.options.Metrics.streams.Dec()
		s := &stream{api: a, actor: actor, token: bearer(r.Header.Get("Authorization")), w: w, control: http.NewResponseController(w)}
		s.run(ctx)
	}}, nil
}

// stream is one page that is listening.
type stream struct {
	api     *API
	actor   inventory.Actor
	token   string
	w       http.ResponseWriter
	control *http.ResponseController
}

// run forwards events. Receiving happens beside it, so that a heartbeat or a
// stop need not wait for the next event.
func (s *stream) run(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	batches := make(chan []inventory.Event, streamBuffer)
	received := make(chan struct{})
	go func() {
		defer close(received)
		err := s.api.inv.Events(ctx, func(events []inventory.Event) {
			select {
			case batches <- events:
			case <-ctx.Done():
			}
		})
		if err != nil && ctx.Err() == nil {
			s.api.options.Log.WarnContext(ctx, "live events ended", "error", err)
		}
	}()
	defer func() { stop(); <-received }()

	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	var err error
	greeted := false
	for err == nil {
		select {
		case <-ctx.Done():
			return
		case <-s.api.closing:
			return
		case <-received:
			return
		case <-beat.C:
			if !s.stillSignedIn(ctx) {
				return
			}
			err = s.write(": sigue en directo\n\n")
		case events := <-batches:
			// Only once it is listening does a stream say hello: whatever the
			// page asks for after that, no later change can be missed.
			if !greeted {
				greeted = true
				err = s.send("hello", struct{}{})
			}
			if err == nil {
				err = s.forward(ctx, events)
			}
		}
	}
}

// errSignedOut ends a stream whose session has ended.
var errSignedOut = fmt.Errorf("signed out")

// forward sends what this person's page should know of.
func (s *stream) forward(ctx context.Context, events []inventory.Event) error {
	for _, event := range events {
		if event.UserID != 0 && event.UserID != s.actor.ID {
			continue
		}
		if event.Topic == inventory.TopicResync {
			if err := s.send("resync", struct{}{}); err != nil {
				return err
			}
			continue
		}
		if event.Topic == inventory.TopicSessions && !s.stillSignedIn(ctx) {
			return errSignedOut
		}
		if err := s.send("change", changeBody{Topic: event.Topic, ID: event.ID}); err != nil {
			return err
		}
	}
	return nil
}

// changeBody is the data of a change event.
type changeBody struct {
	Topic inventory.Topic `json:"topic"`
	ID    int64           `json:"id,omitempty"`
}

// stillSignedIn asks whether the session that opened the stream still stands.
func (s *stream) stillSignedIn(ctx context.Context) bool {
	_, _, err := s.api.inv.Authenticate(ctx, s.token)
	return err == nil
}

func (s *stream) send(event string, data any) error {
	encoded, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return s.write("event: " + event + "\ndata: " + string(encoded) + "\n\n")
}

func (s *stream) write(text string) error {
	if err := s.control.SetWriteDeadline(time.Now().Add(streamWriteMax)); err != nil {
		return err
	}
	if _, err := s.w.Write([]byte(text)); err != nil {
		return err
	}
	return s.control.Flush()
}
