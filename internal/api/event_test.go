package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"estante/internal/api"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// live is an open stream. Its events come as "name data"; the channel is
// closed when the server ends the stream.
type live struct{ events chan string }

// listen opens a stream and waits until it says hello.
func (s *stack) listen(t *testing.T, token string) live {
	t.Helper()
	stream := s.openStream(t, token)
	stream.next(t, "hello {}")
	return stream
}

// openStream opens a stream and reads it until it or the test ends.
func (s *stack) openStream(t *testing.T, token string) live {
	t.Helper()
	ctx, leave := context.WithCancel(context.Background())
	request := s.request(t, call{method: http.MethodGet, path: "/api/events/", token: token}).WithContext(ctx)
	response, err := s.server.Client().Do(request) //nolint:bodyclose // The goroutine that reads it closes it.
	if err != nil {
		t.Fatal(err)
	}
	if kind := response.Header.Get("Content-Type"); response.StatusCode != 200 || kind != "text/event-stream" {
		t.Fatalf("the stream is %d %s", response.StatusCode, kind)
	}
	stream := live{events: make(chan string, 100)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer close(stream.events)
		defer func() { _ = response.Body.Close() }()
		read(bufio.NewScanner(response.Body), stream.events)
	}()
	t.Cleanup(func() { leave(); <-done })
	return stream
}

// read turns the lines of a stream into events.
func read(lines *bufio.Scanner, events chan<- string) {
	name := ""
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "event":
			name = value
		case "data":
			events <- name + " " + value
		case "":
			if value != "" {
				events <- "comment " + value
			}
		}
	}
}

// patience is longer than anything but a failure takes.
const patience = 30 * time.Second

// next wants one event, and it to be the next. A resync may come at any time:
// the memory sends one whenever it cannot be sure.
func (l live) next(t *testing.T, want string) {
	t.Helper()
	for timeout := time.After(patience); ; {
		select {
		case got, open := <-l.events:
			switch {
			case !open:
				t.Fatalf("the stream ended, want %s", want)
			case got == want:
				return
			case got != "resync {}":
				t.Fatalf("heard %s, want %s", got, want)
			}
		case <-timeout:
			t.Fatalf("heard nothing, want %s", want)
		}
	}
}

// ends wants the server to end the stream, whatever it says before.
func (l live) ends(t *testing.T) {
	t.Helper()
	for timeout := time.After(patience); ; {
		select {
		case _, open := <-l.events:
			if !open {
				return
			}
		case <-timeout:
			t.Fatal("the stream is still open")
		}
	}
}

func change(topic string, id any) string {
	data, _ := json.Marshal(id)
	return fmt.Sprintf(`change {"topic":%q,"id":%s}`, topic, data)
}

// eachPair runs a test with two doors of one shop: two processes on
// PostgreSQL, and one process twice on SQLite, which has no other.
func eachPair(t *testing.T, test func(t *testing.T, here, there *stack)) {
	t.Helper()
	storetest.EachReady(t, func(t *testing.T, options store.Options) {
		here := newStack(t, options)
		if options.URL == "" {
			test(t, here, here.through(t))
			return
		}
		test(t, here, here.beside(t, options))
	})
}

// Everybody hears what they may ask about, and nobody anything else.
func TestEventsReachWhoTheyAreFor(t *testing.T) {
	eachPair(t, func(t *testing.T, here, there *stack) {
		admin, ana := here.person(t, "admin", core.Administrator), here.person(t, "ana", core.Viewer)
		token := here.session(t, admin)
		his, hers := there.listen(t, token), there.listen(t, here.session(t, ana))

		first := here.notify(t, admin, "Para él")
		second := here.notify(t, ana, "Para ella")
		created := here.do(t, keyed(t, token, "k", "nueva")).mustBe(t, 201)
		here.patch(t, token, "/api/settings/", object{"location": "Vigo"}).mustBe(t, 200)

		his.next(t, change("notifications", first))
		his.next(t, change("users", created.field(t, "idUser")))
		his.next(t, change("settings", nil))
		hers.next(t, change("notifications", second))
		// Neither his notification nor the new account came between.
		hers.next(t, change("settings", nil))

		here.do(t, call{method: "POST", path: "/api/notifications/read-all/", token: token}).mustBe(t, 204)
		his.next(t, change("notifications", nil))
		here.patch(t, token, fmt.Sprintf("/api/users/%d/", ana.ID), object{"firstName": "Ana"}).mustBe(t, 200)
		hers.next(t, change("profile", ana.ID))
		his.next(t, change("users", ana.ID))
	})
}

// A change that was refused is no news.
func TestNoEventOfWhatDidNotHappen(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "admin", core.Administrator))
	stream := s.listen(t, token)
	s.patch(t, token, "/api/settings/", object{"timeZone": "nada"}).mustBe(t, 400)
	s.do(t, keyed(t, token, "k", "admin")).mustBe(t, 409)
	s.patch(t, token, "/api/settings/", object{"location": "Vigo"}).mustBe(t, 200)
	stream.next(t, change("settings", nil))
}

// A page is told of a few changes one by one, and of many as of many.
func TestManyChangesAreToldTogether(t *testing.T) {
	s := onSQLite(t)
	stream := s.listen(t, s.session(t, s.person(t, "ana", core.Viewer)))
	changes := func(n int64) {
		t.Helper()
		if err := core.Write(t.Context(), s.db, func(tx inventory.Tx) error {
			for id := range n {
				if err := tx.Emit(core.Event{Topic: core.TopicStock, ID: id + 1}); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	changes(10)
	for id := range 10 {
		stream.next(t, change("stock", id+1))
	}
	changes(11)
	stream.next(t, change("stock", nil))
	changes(1)
	stream.next(t, change("stock", 1))
}

// Whatever ends a session ends its streams at once, in every process.
func TestStreamEndsWithItsSession(t *testing.T) {
	eachPair(t, func(t *testing.T, here, there *stack) {
		admin := here.session(t, here.person(t, "admin", core.Administrator))
		ana := here.person(t, "ana", core.Manager)
		user := fmt.Sprintf("/api/users/%d/", ana.ID)
		for name, end := range map[string]func(t *testing.T, token string, id int64){
			"logout": func(t *testing.T, token string, _ int64) {
				here.do(t, call{method: "POST", path: "/api/auth/logout/", token: token}).mustBe(t, 204)
			},
			"ended elsewhere": func(t *testing.T, _ string, id int64) {
				here.delete(t, here.session(t, ana), fmt.Sprintf("/api/profile/sessions/%d/", id)).mustBe(t, 204)
			},
			"all others ended": func(t *testing.T, _ string, _ int64) {
				here.delete(t, here.session(t, ana), "/api/profile/sessions/").mustBe(t, 204)
			},
			"role": func(t *testing.T, _ string, _ int64) {
				here.patch(t, admin, user, object{"roleId": 4}).mustBe(t, 200)
				here.patch(t, admin, user, object{"roleId": 2}).mustBe(t, 200)
			},
			"inactive": func(t *testing.T, _ string, _ int64) {
				here.patch(t, admin, user, object{"isActive": false}).mustBe(t, 200)
				here.patch(t, admin, user, object{"isActive": true}).mustBe(t, 200)
			},
		} {
			t.Run(name, func(t *testing.T) {
				token, id := here.sessionWithID(t, ana)
				stream := there.listen(t, token)
				end(t, token, id)
				stream.ends(t)
			})
		}
	})
}

// A changed password ends the streams of the other sessions and keeps the one
// it was changed in.
func TestStreamsAfterAPasswordChange(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		ana := s.person(t, "ana", core.Viewer)
		token := s.session(t, ana)
		here, elsewhere := s.listen(t, token), s.listen(t, s.session(t, ana))
		s.post(t, token, "/api/profile/change-password/", object{
			"currentPassword": password, "newPassword": newPassword, "confirmPassword": newPassword,
		}).mustBe(t, 204)
		elsewhere.ends(t)
		here.next(t, change("sessions", nil))
		here.next(t, change("notifications", s.notify(t, ana, "Sigue")))
	})
}

func TestStreamsEndWithTheDoor(t *testing.T) {
	s := onSQLite(t)
	ana := s.person(t, "ana", core.Viewer)
	one, two := s.listen(t, s.session(t, ana)), s.listen(t, s.session(t, ana))
	s.door.Close()
	one.ends(t)
	two.ends(t)
}

// A quiet stream shows that it is there, and notices by itself that its
// session has expired.
func TestHeartbeat(t *testing.T) {
	s := onSQLite(t)
	s.server.Close()
	s.door = api.New(s.inv, api.Options{Heartbeat: time.Millisecond})
	s.server = httptest.NewServer(s.door)
	t.Cleanup(s.server.Close)
	t.Cleanup(s.door.Close)
	stream := s.listen(t, s.session(t, s.person(t, "ana", core.Viewer)))
	for range 3 {
		stream.next(t, "comment sigue en directo")
	}
	s.clock.pass(12 * time.Hour)
	stream.ends(t)
}

func TestStreamWantsASession(t *testing.T) {
	s := onSQLite(t)
	s.get(t, "", "/api/events/").mustSay(t, 401, "No hay sesión activa")
	s.get(t, "made-up", "/api/events/").mustSay(t, 401, "Sesión expirada")
}

// A person who opens page after page is told so, and holds nobody else up.
func TestStreamsOfOnePersonAreBounded(t *testing.T) {
	s := onSQLite(t)
	ana := s.person(t, "ana", core.Viewer)
	token := s.session(t, ana)
	for n := range 20 {
		if n == 10 {
			token = s.session(t, ana) // Another session is the same person.
		}
		s.listen(t, token)
	}
	refused := s.get(t, token, "/api/events/")
	refused.mustSay(t, http.StatusTooManyRequests, "Tienes demasiadas páginas de Estante abiertas: cierra alguna")
	if refused.header.Get("Retry-After") == "" {
		t.Error("it is not told when to try again")
	}
	s.listen(t, s.session(t, s.person(t, "noe", core.Viewer)))
}
