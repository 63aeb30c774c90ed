package store

import (
	"context"
	"slices"
	"sync"
	"time"

	"estante/internal/core"
	"estante/internal/store/sqlconn"
)

// hub passes committed events on to the streams of this process.
type hub struct {
	mu      sync.Mutex
	streams map[*stream]struct{}
	// gathered is what came during a pause.
	gathered []core.Event
	pausing  bool
	closed   chan struct{}
	once     sync.Once
	counts   *countMemory
	answers  *searchMemory
}

// stream is one follower's events that it has not taken yet.
type stream struct {
	mu      sync.Mutex
	waiting []core.Event
	// ready holds a token while something waits.
	ready chan struct{}
}

// streamMax is how many events may wait for a slow follower, so that it neither
// holds up the others nor fills the memory. Of more it is told only the topics,
// and where these are too many as well, to ask for everything again.
const streamMax = 256

// After some events the streams are told nothing for a pause, which grows with
// their number, and then of all that came meanwhile together; where that is too
// much, more than gatheredEach changes of one topic become one event about many.
// Telling a thousand pages of every change costs ten times what the change does.
const (
	streamPauseEach = 350 * time.Microsecond
	streamPauseMax  = 500 * time.Millisecond
	gatheredEach    = 32
)

func newHub() *hub {
	return &hub{
		streams: map[*stream]struct{}{}, closed: make(chan struct{}),
		counts: newCountMemory(), answers: newSearchMemory(),
	}
}

// publish hands events to every stream, at once or after the pause, and waits
// for none.
func (h *hub) publish(events []core.Event) {
	if len(events) == 0 {
		return
	}
	h.counts.note(events)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.gathered = append(h.gathered, events...)
	switch {
	case !h.pausing:
		h.tell()
	case len(h.gathered) > streamMax:
		h.gathered = core.Summed(h.gathered, gatheredEach)
	}
}

// tell hands over what was gathered, and begins a pause if there was anything.
func (h *hub) tell() {
	h.pausing = h.handOver()
	if h.pausing {
		time.AfterFunc(min(time.Duration(len(h.streams))*streamPauseEach, streamPauseMax), func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.tell()
		})
	}
}

// handOver gives the gathered events to every stream, and says whether any stream
// got one.
func (h *hub) handOver() bool {
	events := h.gathered
	if h.gathered = nil; len(events) == 0 {
		return false
	}
	for s := range h.streams {
		s.add(events)
	}
	return len(h.streams) > 0
}

func (s *stream) add(events []core.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// A follower that had nothing waiting is not slow, however much comes at once.
	slow := len(s.waiting) > 0
	if slow {
		s.waiting = append(s.waiting, events...)
	} else {
		s.waiting = slices.Clip(events) // Shared by all streams; appending copies it.
	}
	if slow && len(s.waiting) > streamMax {
		s.waiting = core.Summed(s.waiting, 0)
	}
	if slow && len(s.waiting) > streamMax {
		s.waiting = append(s.waiting[:0], core.Event{Topic: core.TopicResync})
	}
	select {
	case s.ready <- struct{}{}:
	default:
	}
}

func (s *stream) take() []core.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	events := s.waiting
	s.waiting = nil
	return events
}

// follow delivers events until ctx ends or the database is closed. A first,
// empty delivery says that the stream has begun.
func (h *hub) follow(ctx context.Context, deliver func([]core.Event)) error {
	s := &stream{ready: make(chan struct{}, 1)}
	h.mu.Lock()
	h.handOver() // What came before is for those before.
	h.streams[s] = struct{}{}
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		delete(h.streams, s)
		h.mu.Unlock()
	}()
	deliver(nil)
	for {
		select {
		case <-s.ready:
			if events := s.take(); len(events) > 0 {
				deliver(events)
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-h.closed:
			return sqlconn.ErrClosed
		}
	}
}

func (h *hub) close() { h.once.Do(func() { close(h.closed) }) }
