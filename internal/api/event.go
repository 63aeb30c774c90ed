package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"estante/internal/core"
	"estante/internal/support"
)

func (a *API) eventRoutes() {
	use := a.may(core.UseAccount)
	add(use, "GET /events/", "streamEvents", "Cambios en directo", a.streamEvents, eventStream)
}

// A stream says something at least every heartbeat, so that proxies keep it
// open, a page notices a dead one and an expired session ends; a client that does not take a line
// within streamWriteMax is gone; streamBuffer batches may wait for it.
const (
	heartbeat      = 20 * time.Second
	streamWriteMax = 10 * time.Second
	streamBuffer   = 64
)

// streamsEach is how many pages a person has open, and then some.
const streamsEach = 20

// openStreams counts the streams of each user, so that one cannot take up what there is.
type openStreams struct {
	mu   sync.Mutex
	each map[int64]int
}

// open counts one more stream of a user until closed is called.
func (o *openStreams) open(userID int64, most int) (closed func(), err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.each[userID] >= most {
		return nil, &core.Error{
			Kind: core.TooMany, Message: "Tienes demasiadas páginas de Estante abiertas: cierra alguna", RetryAfter: heartbeat,
		}
	}
	if o.each == nil {
		o.each = map[int64]int{}
	}
	o.each[userID]++
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.each[userID]--; o.each[userID] == 0 {
			delete(o.each, userID)
		}
	}, nil
}

// toldEach is how many changes of one topic a page is told one by one; it hears of
// more as of many. It asks once either way.
const toldEach = 10

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
	closed, err := a.streams.open(actor.ID, a.options.StreamsEach)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		defer closed()
		r, w := humachi.Unwrap(hctx)
		header := w.Header()
		header.Set("Content-Type", "text/event-stream")
		header.Set("X-Accel-Buffering", "no")
		a.options.Metrics.streams.Inc()
		defer a.options.Metrics.streams.Dec()
		s := &stream{
			api: a, actor: actor, token: bearer(r.Header.Get("Authorization")), w: w, control: http.NewResponseController(w),
		}
		s.run(ctx)
	}}, nil
}

// stream is one page that is listening.
type stream struct {
	api     *API
	actor   core.Actor
	token   string
	w       http.ResponseWriter
	control *http.ResponseController
	// presence is the page as long as it is noted that it is open, since notedAt.
	presence int64
	notedAt  time.Time
}

// run forwards events. Receiving happens beside it, so that a heartbeat or a
// stop need not wait for the next event.
func (s *stream) run(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	batches := make(chan []core.Event, streamBuffer)
	received := make(chan struct{})
	go func() {
		defer close(received)
		err := s.api.inv.Core.Events(ctx, func(events []core.Event) {
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
	defer s.leave(ctx)

	beat := time.NewTicker(s.api.options.Heartbeat)
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
			if !greeted {
				continue // The first word is hello.
			}
			if !s.stillSignedIn(ctx) {
				return
			}
			s.stay(ctx)
			err = s.write(": sigue en directo\n\n")
		case events := <-batches:
			// Only once it is listening does a stream say hello: whatever the
			// page asks for after that, no later change can be missed.
			if !greeted {
				greeted = true
				err = s.greet(ctx)
			}
			if err == nil {
				err = s.forward(ctx, events)
			}
		}
	}
}

// greet says hello to a page that is still signed in: its session may have ended
// just before the stream began to listen for its end.
func (s *stream) greet(ctx context.Context) error {
	if !s.stillSignedIn(ctx) {
		return errSignedOut
	}
	s.stay(ctx)
	hello, err := line("hello", struct{}{})
	if err != nil {
		return err
	}
	return s.write(hello)
}

// stay notes that the page is open, now and then. People who ask for help are told
// which attendants are there; a page works as well when it cannot be noted.
func (s *stream) stay(ctx context.Context) {
	now := s.api.inv.Core.Now()
	if s.presence != 0 && now.Sub(s.notedAt) < support.PresenceEvery {
		return
	}
	id, err := s.api.inv.Support.Stay(ctx, s.actor, s.presence)
	if err != nil {
		s.api.options.Log.WarnContext(ctx, "presence not noted", "error", err)
		return
	}
	s.presence, s.notedAt = id, now
}

// leave notes that the page was closed, by the client or by the server.
func (s *stream) leave(ctx context.Context) {
	if err := s.api.inv.Support.Leave(context.WithoutCancel(ctx), s.presence); err != nil {
		s.api.options.Log.WarnContext(ctx, "presence not ended", "error", err)
	}
}

// errSignedOut ends a stream whose session has ended.
var errSignedOut = errors.New("signed out")

// forward sends what this person's page should know of, together.
func (s *stream) forward(ctx context.Context, events []core.Event) error {
	foreign := func(event core.Event) bool { return !event.For(s.actor.User) }
	mine := events
	if slices.ContainsFunc(events, foreign) {
		mine = slices.DeleteFunc(slices.Clone(events), foreign)
	}
	if slices.ContainsFunc(mine, endsSessions) && !s.stillSignedIn(ctx) {
		return errSignedOut
	}
	text, err := s.api.told.text(mine)
	if err != nil || text == "" {
		return err
	}
	return s.write(text)
}

// endsSessions says whether the session of a page that hears of it may be over. After a
// gap, its end may be among what was missed.
func endsSessions(event core.Event) bool {
	return event.Topic == core.TopicResync || event.Topic == core.TopicSessions
}

// toldMemory remembers what was told last: most pages are told the same of the same
// events, and a thousand need not work it out a thousand times.
type toldMemory struct{ last atomic.Pointer[toldEvents] }

type toldEvents struct {
	events []core.Event
	text   string
}

// text is what a page is told of events.
func (m *toldMemory) text(events []core.Event) (string, error) {
	if len(events) == 0 {
		return "", nil
	}
	// As long as they are remembered, nothing else can lie where they lie.
	if last := m.last.Load(); last != nil && len(last.events) == len(events) && &last.events[0] == &events[0] {
		return last.text, nil
	}
	var text strings.Builder
	for _, event := range core.Summed(events, toldEach) {
		told, err := tell(event)
		if err != nil {
			return "", err
		}
		text.WriteString(told)
	}
	m.last.Store(&toldEvents{events, text.String()})
	return text.String(), nil
}

func tell(event core.Event) (string, error) {
	if event.Topic == core.TopicResync {
		return line("resync", struct{}{})
	}
	change := changeBody{Topic: event.Topic}
	if event.ID != 0 {
		change.ID = &event.ID
	}
	return line("change", change)
}

// changeBody is the data of a change event; without an id it is about many.
type changeBody struct {
	Topic core.Topic `json:"topic"`
	ID    *int64     `json:"id"`
}

// stillSignedIn asks whether the session that opened the stream still stands.
func (s *stream) stillSignedIn(ctx context.Context) bool {
	_, _, err := s.api.inv.Accounts.Authenticate(ctx, s.token)
	return err == nil
}

// line is an event as a stream has it.
func line(event string, data any) (string, error) {
	encoded, err := json.Marshal(data)
	return "event: " + event + "\ndata: " + string(encoded) + "\n\n", err
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
