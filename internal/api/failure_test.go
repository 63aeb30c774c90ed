package api_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"estante/internal/api"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store/storetest"
)

// troubled is a memory that fails when it is told to.
type troubled struct {
	core.Store
	mu      sync.Mutex
	trouble func() error
	// resync, when it receives, sends TopicResync to the listeners.
	resync chan struct{}
}

func (m *troubled) fail() error {
	m.mu.Lock()
	trouble := m.trouble
	m.mu.Unlock()
	if trouble == nil {
		return nil
	}
	return trouble()
}

func (m *troubled) cause(trouble func() error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.trouble = trouble
}

func (m *troubled) Read(ctx context.Context, fn func(core.Tx) error) error {
	if err := m.fail(); err != nil {
		return err
	}
	return core.Read(ctx, m.Store, fn)
}

func (m *troubled) Write(ctx context.Context, fn func(core.Tx) error) error {
	if err := m.fail(); err != nil {
		return err
	}
	return core.Write(ctx, m.Store, fn)
}

func (m *troubled) Ping(ctx context.Context) error {
	if err := m.fail(); err != nil {
		return err
	}
	return m.Store.Ping(ctx)
}

func (m *troubled) Events(ctx context.Context, deliver func([]core.Event)) error {
	deliver(nil)
	for {
		select {
		case <-m.resync:
			deliver([]core.Event{{Topic: core.TopicResync}})
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// withTrouble puts a memory that can fail under a stack.
func withTrouble(t *testing.T, s *stack) *troubled {
	t.Helper()
	memory := &troubled{Store: storetest.Twice(s.db), resync: make(chan struct{})}
	s.inv = inventory.New(memory, inventory.Options{PasswordWorkers: 1})
	s.server.Close()
	s.door = api.New(s.inv, api.Options{Log: slogTo(s.logs), Heartbeat: never})
	s.server = httptest.NewServer(s.door)
	t.Cleanup(s.server.Close)
	t.Cleanup(s.door.Close)
	return memory
}

func TestFailuresAreCalm(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "ana", core.Viewer))
	memory := withTrouble(t, s)
	for _, failure := range []struct {
		name       string
		trouble    func() error
		status     int
		detail     string
		retryAfter string
	}{
		{"a bug", func() error {
			return errors.New("pq: relation \"users\" does not exist")
		}, 500, "Error interno del servidor", ""},
		{"a panic", func() error { panic("index out of range [3] with length 2") }, 500, "Error interno del servidor", ""},
		{"the database is away", func() error {
			return core.ErrDown
		}, 503, "La base de datos no responde. Inténtalo de nuevo en unos segundos.", "5"},
		{"too busy", func() error {
			return core.ErrBusy
		}, 503, "El servidor está ocupado. Inténtalo de nuevo en unos segundos.", "2"},
		{"a full disk", func() error {
			return core.ErrFull
		}, 503, "No queda espacio en el disco del servidor. Avisa al administrador.", "60"},
	} {
		memory.cause(failure.trouble)
		before := len(s.logs.String())
		answer := s.get(t, token, "/api/profile/")
		answer.mustSay(t, failure.status, failure.detail)
		if got := answer.header.Get("Retry-After"); got != failure.retryAfter {
			t.Errorf("%s: Retry-After is %q", failure.name, got)
		}
		// A server that is busy said so; an error is what a user of it has to mend.
		if isError := strings.Contains(s.logs.String()[before:], `"level":"ERROR"`); isError != (failure.status == 500) {
			t.Errorf("%s: the log says %s", failure.name, s.logs.String()[before:])
		}
		// Bad news is no reason to sign anybody out.
		s.post(t, "", "/api/auth/login/", object{"username": "ana", "password": password}).mustBe(t, failure.status)
		s.post(t, "", "/api/auth/refresh/", object{"sessionToken": token}).mustBe(t, failure.status)
	}
	memory.cause(func() error { return errors.New("connection refused") })
	s.get(t, "", "/api/health/").mustSay(t, 503, "La base de datos no responde. Inténtalo de nuevo en unos segundos.")
	memory.cause(nil)
	s.get(t, token, "/api/profile/").mustBe(t, 200)
	s.get(t, "", "/api/health/").mustBe(t, 200)
	for _, told := range []string{"does not exist", "index out of range", "goroutine", "connection refused"} {
		if !strings.Contains(s.logs.String(), told) {
			t.Errorf("the log does not tell of %q", told)
		}
	}
}

// People close pages all the time; a log full of that would hide real errors.
func TestLeavingIsNoError(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "ana", core.Viewer))
	gone, leave := context.WithCancel(t.Context())
	leave()
	request := httptest.NewRequestWithContext(gone, http.MethodGet, "/api/profile/", nil)
	request.Header.Set("Authorization", "Session "+token)
	s.door.ServeHTTP(httptest.NewRecorder(), request)
	if log := s.logs.String(); strings.Contains(log, `"level":"ERROR"`) || !strings.Contains(log, `"status":503`) {
		t.Errorf("the log says %s", log)
	}
}

// The end of a session may be among what a stream missed in a gap.
func TestStreamLooksAgainAfterAGap(t *testing.T) {
	s := onSQLite(t)
	ana := s.person(t, "ana", core.Viewer)
	token, id := s.sessionWithID(t, ana)
	memory := withTrouble(t, s)
	stream := s.listen(t, token)
	memory.resync <- struct{}{}
	select {
	case got := <-stream.events:
		if got != "resync {}" {
			t.Errorf("heard %s", got)
		}
	case <-time.After(patience):
		t.Error("the gap was not told")
	}
	s.write(t, func(tx inventory.Tx) error { return tx.EndSession(ana.ID, id) })
	memory.resync <- struct{}{}
	stream.ends(t)
}

// A client that leaves before its answer is nobody's error.
func TestClientThatLeaves(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "ana", core.Viewer))
	memory := withTrouble(t, s)
	entered, released := make(chan struct{}), make(chan struct{})
	var once sync.Once
	memory.cause(func() error {
		once.Do(func() { close(entered) })
		<-released
		return context.Canceled
	})
	ctx, leave := context.WithCancel(t.Context())
	request := s.request(t, call{method: http.MethodGet, path: "/api/profile/", token: token}).WithContext(ctx)
	go func() { <-entered; leave() }()
	if response, err := s.server.Client().Do(request); err == nil {
		_ = response.Body.Close()
		t.Error("the client did not leave")
	}
	// An answer that is on its way could still reach a client that is leaving.
	close(released)
	memory.cause(nil)
	s.get(t, token, "/api/profile/").mustBe(t, 200)
}
